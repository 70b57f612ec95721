package jury

import (
	"math"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// A value is what a statement says under its role.
type textValue struct {
	says  vocab.Says
	word  string
	score float64 // NaN if it is none
}

// says reads the value of st, which is of r.
func (t *resolved) says(r role, st *textStatement) textValue {
	v := textValue{score: math.NaN()}
	if st.cut {
		return v
	}
	if r == roleScore {
		if x, ok := t.scoreIn(st.value); ok {
			v.score = x
			if v.says = vocab.SaysPass; t.needs[roleScore] && !(x >= t.bar) {
				v.says = vocab.SaysFail
			}
			return v
		}
	}
	v.says = t.wordIn(st.value, t.form != FormWord)
	switch {
	case r == roleFail && v.says != vocab.SaysAbstain:
		v.says = vocab.SaysUnclear
		if _, remark, ok := t.cutWord(st.value); ok && remark == "" || isNo(st.value) {
			v.says = inverseOf(strings.TrimRight(bareValue(st.value), ".!"))
		}
	case r == roleScore && v.says == vocab.SaysPass: // it is no score
		v.says = vocab.SaysUnclear
	}
	v.word = t.spelled(bareValue(st.value))
	return v
}

// isNo reports whether value is an explicit no.
func isNo(value string) bool {
	return inverseOf(strings.TrimRight(bareValue(value), ".!")) == vocab.SaysPass
}

// bareValue returns value without the decoration around it.
func bareValue(value string) string {
	decor, _ := vocab.DecorEnd(value)
	return strings.TrimFunc(value[decor:], func(c rune) bool { return vocab.IsMark(c) || c == '.' || c == '}' || c == ']' })
}

// wordIn reads value as a word of the lists, with at most a remark behind it where
// remarks is true, that does not take it back.
func (t *resolved) wordIn(value string, remarks bool) vocab.Says {
	words := t.words()
	value = unwrapText(value)
	word, remark, ok := t.cutWord(value)
	if !ok {
		if said := words.Value(value); said == vocab.SaysFail {
			return said
		}
		return vocab.SaysUnclear
	}
	switch said := words.Value(word); {
	case said == vocab.SaysFail:
		return said
	case remark != "" && (!remarks || words.TakesBack(remark)):
		return vocab.SaysUnclear
	case said == vocab.SaysPass || said == vocab.SaysAbstain:
		return said
	}
	if said := words.Value(value); said != vocab.SaysPass {
		return said
	}
	return vocab.SaysUnclear
}

// unwrapText returns what stands in \text{ } or \textbf{ }, else value.
func unwrapText(value string) string {
	value = chars.TrimBlank(value)
	if name, ok := strings.CutPrefix(value, `\`); ok {
		if i := strings.IndexByte(name, '{'); i > 0 && strings.HasPrefix(name, "text") && strings.HasSuffix(name, "}") {
			return name[i+1 : len(name)-1]
		}
	}
	return value
}

// cutWord cuts value, decoration aside, after the word of the contract or the one
// word that it begins with. ok is false where more follows than a full stop or a
// remark in parentheses or after a dash.
func (t *resolved) cutWord(value string) (word, remark string, ok bool) {
	value = strings.TrimLeftFunc(value, isDecoration)
	n := 0
	for _, words := range [...][]string{t.passWords, t.failWords, t.abstainWords} {
		for _, own := range words {
			if after, is := vocab.CutWord(value, own); is {
				n = max(n, len(value)-len(after))
			}
		}
	}
	if n == 0 {
		if after, is := vocab.CutWord(value, "n/a"); is {
			n = len(value) - len(after)
		} else if n = strings.IndexFunc(value, func(c rune) bool { return !vocab.IsLetterOrDigit(c) }); n < 0 {
			n = len(value)
		}
	}
	remark, ok = remarkIn(value[n:])
	return value[:n], remark, ok && n > 0
}

// remarkIn returns the remark that rest, which follows a value, is; ok is false
// where it is something else.
func remarkIn(rest string) (remark string, ok bool) {
	blank := strings.TrimLeftFunc(rest, isDecoration)
	spaced := blank != rest && rest != ""
	rest = blank
	switch {
	case rest == "":
		return "", true
	case rest[0] == '(':
		return rest, true
	case strings.HasPrefix(rest, "—"), strings.HasPrefix(rest, "–"):
		return rest, true
	case rest[0] == '-' && spaced && len(rest) > 1 && (rest[1] == ' ' || rest[1] == '-'):
		return rest, true
	}
	return "", strings.TrimFunc(rest, func(c rune) bool { return isDecoration(c) || c == '.' || c == '!' }) == ""
}

// isDecoration reports whether c may stand around a value and says nothing more:
// blanks, quotes, marks of bold text, pictures that say pass.
func isDecoration(c rune) bool {
	return chars.IsBlankRune(c) || strings.ContainsRune("*_`'\"“”‘’✅✔☑👍🟢\ufe0f", c)
}

// scoreIn reads the number that value is, a remark aside.
func (t *resolved) scoreIn(value string) (float64, bool) {
	value = unwrapText(value)
	x, scale, end := vocab.Score(value, t.min, t.max)
	if scale == vocab.ScaleNone || !(x >= t.min && x <= t.max) {
		return 0, false
	}
	if remark, ok := remarkIn(value[end:]); !ok || remark != "" && t.form == FormWord || t.takenBack(remark) {
		return 0, false
	}
	if scale != vocab.ScalePlain && t.min != 0 && !t.isOfMax(value[:end]) {
		return 0, false
	}
	return x, true
}

// takenBack reports whether remark, which follows a score, takes it back.
func (t *resolved) takenBack(remark string) bool {
	words := t.words()
	return remark != "" && words.TakesBack(remark)
}

// isOfMax reports whether text, a share, is one of the upper end of the scale.
func (t *resolved) isOfMax(text string) bool {
	i := strings.LastIndexFunc(text, func(c rune) bool { return c != '.' && !vocab.IsLetterOrDigit(c) })
	x, scale, _ := vocab.Score(text[i+1:], t.max, t.max)
	return scale == vocab.ScalePlain && x == t.max
}

// A tally is what the statements of one role say together.
type tally struct {
	count  int
	said   [vocab.SaysAbstain + 1]int // by all of them
	last   textValue                  // of the last that stands
	at     int                        // where that stands
	first  int                        // where the first stands that says otherwise
	stands bool
	low    float64 // the lowest score of all
}

// tallies counts the statements by role.
func (r *textReading) tallies() (tallies [roles]tally, end int) {
	for i := range r.found {
		st := &r.found[i]
		if st.role == roleReasons || st.role == roleHint {
			continue
		}
		y, v := &tallies[st.role], r.contract.says(st.role, st)
		if y.count == 0 || v.score < y.low {
			y.low = v.score
		}
		if y.count++; v.says != vocab.SaysPass && y.said[v.says] == 0 {
			y.first = st.line
		}
		y.said[v.says]++
		if st.stands {
			y.last, y.at, y.stands = v, st.line, true
		}
		end = max(end, st.end)
	}
	return tallies, end
}

// unanimous reports whether all statements say what the last that stands does.
func (y *tally) unanimous() bool { return y.said[y.last.says] == y.count }

// parseText reads reply by a contract of text. A pass stands only with quirks in
// allowed.
func (t *resolved) parseText(reply string, allowed Quirks) (Verdict, *ReplyError) {
	x, o := extract.Open(reply)
	defer x.Close()
	var v Verdict
	var untrusted Quirks
	if !o.Holds() {
		v, untrusted, o = t.readText(x).judge(allowed)
	}
	if o.Holds() {
		err := newReplyError(x.Text, o)
		err.Quirks = untrusted
		return Verdict{}, err
	}
	return v, nil
}

// judge returns what the text comes to, or why it comes to nothing.
func (r *textReading) judge(allowed Quirks) (v Verdict, untrusted Quirks, o objection.Objection) {
	t := r.contract
	y, end := r.tallies()
	v = r.verdict(&y)
	if r.failsNow(&y) {
		return v, 0, o
	}
	if o = r.undecided(&y); o.Holds() {
		return Verdict{}, 0, o
	}
	if o = r.lookBeside(end); o.Holds() {
		return Verdict{}, 0, o
	}
	if o = r.Thinking(end); o.Holds() {
		return Verdict{}, 0, o
	}
	if untrusted = v.Quirks &^ allowed; untrusted != 0 {
		return Verdict{}, untrusted, objection.Objection{Why: objection.Untrusted, Offset: y[t.theDecider()].at, Note: untrusted.String()}
	}
	v.Pass = true
	return v, 0, o
}

// failsNow reports whether the last statement that stands of any role says fail.
func (r *textReading) failsNow(y *[roles]tally) bool {
	for role := range y {
		if y[role].stands && y[role].last.says == vocab.SaysFail {
			return true
		}
	}
	return false
}

// theDecider returns the first role that a pass rests on.
func (t *resolved) theDecider() role {
	for r, needed := range t.needs {
		if needed {
			return role(r)
		}
	}
	return rolePass
}

// undecided says why the statements come to no pass.
func (r *textReading) undecided(y *[roles]tally) objection.Objection {
	t := r.contract
	for i := range y {
		if role := role(i); t.needs[role] || role == rolePass || role == roleFail {
			if o := r.undecidedOf(role, &y[role]); o.Holds() {
				return o
			}
		}
	}
	return objection.Objection{}
}

// undecidedOf is undecided for one role.
func (r *textReading) undecidedOf(role role, y *tally) objection.Objection {
	t := r.contract
	key := ""
	if len(t.keys[role]) > 0 && t.form == FormText {
		key = t.keys[role][0]
	}
	switch {
	case y.count == 0 && !t.needs[role]:
		return objection.Objection{}
	case y.count == 0 && r.onlyFails():
		return objection.Objection{Why: objection.OnlyFail, Key: key}
	case y.count == 0 && t.nonce != "":
		return objection.Objection{Why: objection.NoNonced, Key: key}
	case y.count == 0:
		return objection.Objection{Why: objection.NoStatement, Key: key}
	case !y.stands && y.said[vocab.SaysFail] > 0:
		return objection.To(key, y.first, objection.OnlyFail)
	case !y.stands:
		return objection.Objection{Why: objection.OnlyQuoted, Key: key}
	case y.said[vocab.SaysFail] > 0 || !y.unanimous():
		return objection.To(key, y.first, objection.Disagree)
	case y.last.says == vocab.SaysAbstain:
		return objection.To(key, y.at, objection.Abstains)
	case y.last.says != vocab.SaysPass:
		return objection.To(key, y.at, objection.NoWord)
	}
	return objection.Objection{}
}

// verdict returns the verdict as if it failed.
func (r *textReading) verdict(y *[roles]tally) Verdict {
	t := r.contract
	v := Verdict{RawScore: t.min, Reasons: []string{}, Quirks: r.wrapping()}
	scores := &y[roleScore]
	switch asked := len(t.keys[roleScore]) > 0 && (t.form == FormText || t.needs[roleScore]); {
	case scores.said[vocab.SaysPass]+scores.said[vocab.SaysFail] == 0 && scores.count > 0:
		v.RawScore = t.min + float64((t.max-t.min)/2)
		v.Quirks |= QuirkScoreDefaulted
	case scores.count > 0 && scores.stands && scores.last.score == scores.last.score:
		if v.RawScore = scores.last.score; !r.failsNow(y) && scores.low < v.RawScore {
			v.RawScore = scores.low
		}
		if scores.said[vocab.SaysUnclear] > 0 {
			v.Quirks |= QuirkScoreDefaulted
		}
	case asked:
		v.Quirks |= QuirkScoreMissing
	}
	v.Score = (v.RawScore - t.min) / (t.max - t.min)
	for role := range y {
		v.Quirks |= quirkIf(y[role].count > 1, QuirkRepeated)
		v.Quirks |= quirkIf(y[role].last.says == vocab.SaysFail && y[role].said[vocab.SaysPass] > 0, QuirkOverruled)
	}
	v.Word = r.keep(y[rolePass].last.word)
	r.remarks(&v)
	return v
}

// remarks reads the reasons and the hint.
func (r *textReading) remarks(v *Verdict) {
	for i, st := range r.found {
		switch {
		case !st.stands:
		case st.role == roleReasons:
			if text := r.textAfter(i); text != "" {
				v.Reasons = append(v.Reasons, r.keep(text))
			}
		case st.role == roleHint:
			v.NextHint = r.keep(r.textAfter(i))
		}
	}
}

// keep returns text for a result: a part of a long reply is copied.
func (r *textReading) keep(text string) string {
	if len(r.Text) > extract.MaxShared {
		return strings.Clone(text)
	}
	return text
}

// onlyFails reports whether the text, which has no statement of the kind that was
// asked for, says fail in another form.
func (r *textReading) onlyFails() bool {
	return saysFail(r.Text, r.Start, r.contract)
}
