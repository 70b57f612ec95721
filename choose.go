package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// Choose reads which of choices the verifier chose, in the form of c: the value of
// a pass key, a label, brackets or the whole reply. A choice is compared as words
// are, and at most a remark may follow it. Every statement must choose the same
// one: it picks no winner that was not named. Words, scores and the bar of c play
// no part.
//
// The errors are *ReplyError values that wrap ErrNoVerdict (nothing is chosen, or
// none of choices), ErrConflict (statements differ), ErrTruncated, ErrUntrusted,
// ErrTooLarge, or ErrContract: c does not Validate, or choices are fewer than
// two, blank, equal once folded, or begin or end in white space or marks.
//
// With PassKeys "winner" and FormText, "Winner: A (shorter)" chooses "A" of "A", "B"
// and "tie"; "Winner: A or tie" is ErrNoVerdict.
func (c Contract) Choose(reply string, choices ...string) (string, error) {
	t := c.resolve()
	fault := t.fault()
	if fault == "" {
		fault = badChoices(choices)
	}
	if fault == "" && len(t.keys[rolePass]) == 0 {
		fault = "no key holds what is chosen"
	}
	if fault != "" {
		return "", newReplyError("", objection.Objection{Why: objection.BadContract, Note: fault})
	}
	t.needs = [roles]bool{rolePass: true}
	x, o := extract.Open(reply)
	defer x.Close()
	chosen := ""
	if !o.Holds() {
		chosen, o = t.choose(x, choices, (SafeQuirks|c.Allow)&^c.Refuse)
	}
	if o.Holds() {
		return "", newReplyError(x.Text, o)
	}
	return chosen, nil
}

// badChoices says what is wrong with choices, or "".
func badChoices(choices []string) string {
	if len(choices) < 2 {
		return "there is nothing to choose from"
	}
	for i, choice := range choices {
		if choice == "" || strings.TrimFunc(choice, vocab.IsMark) != choice {
			return "the choice " + excerpt(choice) + " is blank, or has marks around it"
		}
		if vocab.WordIn(choices[:i], choice) {
			return "the choice " + excerpt(choice) + " stands twice"
		}
	}
	return ""
}

// choose returns what the reply chooses.
func (t *resolved) choose(x *extract.Extraction, choices []string, allowed Quirks) (string, objection.Objection) {
	if t.form == FormObject {
		return t.chooseInObject(x, choices, allowed)
	}
	r := t.readText(x)
	vote := ballot{choices: choices}
	end := 0
	for i := range r.found {
		if st := &r.found[i]; st.role == rolePass {
			chosen := ""
			if !st.cut {
				chosen = vote.in(st.value, t.form != FormWord)
			}
			vote.count(chosen, st.line, st.stands)
			end = max(end, st.end)
		}
	}
	chosen, o := vote.result()
	if !o.Holds() {
		o = r.Thinking(end)
	}
	for !o.Holds() && r.Next() {
		if key, at := r.KeyOf(t.keys[rolePass]); key != "" && !t.form.holdsOne() {
			o = objection.To(key, at, objection.KeyElsewhere)
		}
	}
	if !o.Holds() && r.CutAt >= 0 {
		o = objection.At(r.CutAt, objection.CutInside)
	}
	return chosen, o
}

// chooseInObject returns what the objects of the reply choose.
func (t *resolved) chooseInObject(x *extract.Extraction, choices []string, allowed Quirks) (string, objection.Objection) {
	r := reading{Extraction: x, contract: *t}
	vote := ballot{choices: choices}
	for r.Next() {
		obj, _, ok := r.find()
		if !ok || len(r.Nodes) == 1 || r.Ending != 0 {
			if key, at := r.KeyOf(t.keys[rolePass]); key != "" {
				r.Doubt(objection.To(key, at, objection.KeyElsewhere))
			}
			continue
		}
		for m := r.Members(obj); m.Next(); {
			if role, _, exact, found := t.keyOf(r.Str(r.Nodes[m.Key])); found && role == rolePass {
				chosen := ""
				if n := r.Nodes[m.Value]; n.IsString() && exact {
					chosen = vote.in(r.Str(n), true)
				}
				vote.count(chosen, int(r.Nodes[m.Key].Start), true)
			}
		}
		r.Found()
	}
	chosen, o := vote.result()
	if o.Holds() {
		return "", o
	}
	w := t.watch(x.Text)
	w.Heard, w.ScoreKeys, w.Keys = false, nil, evidence.AppendLabels(nil, t.keys[rolePass])
	if o = x.Standing(&w); o.Holds() {
		return "", o
	}
	if untrusted := quirksAround(r.Surroundings()) &^ allowed; untrusted != 0 {
		return "", objection.Objection{Why: objection.Untrusted, Offset: r.lastFind().Start, Note: untrusted.String()}
	}
	return chosen, o
}

// A ballot counts what statements choose.
type ballot struct {
	choices []string
	chosen  string // by the last that stands
	stands  bool
	names   int // statements that choose what the first one does
	total   int
	first   string
	at      int // where one stands that chooses otherwise, or the first
}

// in returns the choice that value is, a remark aside; "" for none.
func (b *ballot) in(value string, remarks bool) string {
	value = unwrapText(value)
	decor := len(value) - len(strings.TrimLeftFunc(value, func(c rune) bool { return vocab.IsMark(c) || chars.IsBlankRune(c) }))
	value = value[decor:]
	longest, after := "", ""
	for _, choice := range b.choices {
		if rest, ok := vocab.CutWord(value, choice); ok && len(choice) > len(longest) {
			longest, after = choice, rest
		}
	}
	remark, ok := remarkIn(after)
	if longest == "" || !ok || remark != "" && !(remarks && b.keeps(remark)) {
		return ""
	}
	return longest
}

// keeps reports whether remark, which follows a choice, does not take it back.
func (b *ballot) keeps(remark string) bool {
	return !new(vocab.Words).TakesBack(remark)
}

// count counts one statement.
func (b *ballot) count(chosen string, at int, stands bool) {
	if b.total == 0 {
		b.first, b.at = chosen, at
	}
	if b.total++; chosen == b.first {
		b.names++
	} else {
		b.at = at
	}
	if stands {
		b.chosen, b.stands = chosen, true
	}
}

// result returns what was chosen, or why nothing is.
func (b *ballot) result() (string, objection.Objection) {
	switch {
	case b.total == 0:
		return "", objection.Objection{Why: objection.NoStatement}
	case b.names != b.total:
		return "", objection.At(b.at, objection.Disagree)
	case !b.stands:
		return "", objection.Objection{Why: objection.OnlyQuoted}
	case b.first == "":
		return "", objection.At(b.at, objection.NoWord)
	}
	return b.chosen, objection.Objection{}
}
