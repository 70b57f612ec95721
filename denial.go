package jury

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// denyInside doubts the verdict at index obj where a member denies it: at any
// depth a pass key, or another name for one, that says fail, and in the verdict
// itself also a name made of such words, and a fail by itself under any key.
// What the traits say that hear has settled is not asked again.
func (r *reading) denyInside(obj uint32) {
	for i, n := range r.Nodes {
		if n.Traits&(lenient.TraitKey|markRead|markPasses) == lenient.TraitKey && i+1 < len(r.Nodes) {
			r.deny(&r.Against, uint32(i), r.contradicts(uint32(i)))
		}
	}
	for m := r.Members(obj); m.Next(); {
		denies := r.contract.passScore != 0 && r.scoresLow(m.Key)
		if !r.Nodes[m.Key].Has(markRead) {
			denies = denies || r.failsByWord(m.Key) || r.failsInWords(m.Key)
		}
		r.deny(&r.Against, m.Key, denies)
	}
}

// denyOutside doubts a pass where a member of the unit denies it, in the ways
// of denyInside and by a pass key that does not say pass.
func (r *reading) denyOutside() {
	for i, n := range r.Nodes {
		if n.Has(lenient.TraitKey) && i+1 < len(r.Nodes) {
			k := uint32(i)
			r.deny(&r.denied, k, r.contradicts(k) || r.failsByWord(k) || r.evades(k))
		}
	}
}

// deny keeps in d the first member that denies a pass, by the index of its key.
func (r *reading) deny(d *objection.Objection, i uint32, denies bool) {
	if denies && !d.Holds() {
		*d = objection.At(int(r.Nodes[i].Start), objection.DeniesPass)
	}
}

// failsInWords reports whether the member whose key is at index i, another name
// for the pass, says in words that it is a fail, or holds such a value.
func (r *reading) failsInWords(i uint32) bool {
	name := r.Str(r.Nodes[i])
	if _, _, exact, _ := r.contract.keyOf(name); exact || !isPassName(name) && !isFinalName(name) {
		return false
	}
	words := r.contract.words()
	switch n := r.Nodes[i+1]; {
	case n.IsString():
		return words.Says(r.Str(n), vocab.NearVerdict, ".") == vocab.SaysFail
	case n.Kind == lenient.KindArray && n.Next == i+3 && r.Nodes[i+2].IsString():
		return words.FailsAt(r.Str(r.Nodes[i+2]))
	case n.Kind == lenient.KindObject:
		for m := r.Members(i + 1); m.Next(); {
			if value := r.Nodes[m.Value]; value.IsString() && namesValue(r.Str(r.Nodes[m.Key])) && words.FailsAt(r.Str(value)) {
				return true
			}
		}
	}
	return false
}

// isFinalName reports whether name is one of the verdict on the whole:
// final_verdict, overallDecision.
func isFinalName(name string) bool {
	last := lastWord(name)
	return (vocab.SameWord(name[last:], vocab.VerdictWord) || vocab.SameWord(name[last:], "decision")) &&
		vocab.StartsWithAny(strings.TrimRight(name[:last], "_- "), vocab.WholeLabels[:])
}

// namesValue reports whether name is a key that the value of something stands
// under.
func namesValue(name string) bool {
	return isPassName(name) || vocab.WordIn([]string{"value", "label", "result", "status", "outcome", "overall"}, name)
}

// scoresLow reports whether the member whose key is at index i is a score of
// another name that would not pass.
func (r *reading) scoresLow(i uint32) bool {
	n := r.Nodes[i+1]
	x, ok := lenient.NumberOf(n.Kind, r.Str(n))
	if !ok || x >= r.contract.passScore {
		return false
	}
	var buf [evidence.KeyWindow]byte
	name := string(chars.FoldKey(buf[:0], r.Str(r.Nodes[i])))
	if strings.HasPrefix(name, "min_") || strings.HasPrefix(name, "minscore") || strings.HasPrefix(name, "minimum") { // the end of the scale
		return false
	}
	return strings.HasSuffix(name, "score") || name == "total" || name == "overall" || name == "rating" || name == "grade"
}

// contradicts reports whether the member whose key is at index i is an explicit
// fail under a name for passing, or an explicit pass under one for failing.
func (r *reading) contradicts(i uint32) bool {
	switch n := r.Nodes[i+1]; n.Kind {
	case lenient.KindTrue, lenient.KindFalse, lenient.KindString:
	case lenient.KindNumber:
		if r.Text[n.Start:n.End] != "0" { // no other says anything
			return false
		}
	default:
		return false
	}
	means := r.contract.meaning(r.Str(r.Nodes[i]))
	if means == vocab.SaysUnclear {
		return false
	}
	said, _, _ := r.passValue(i + 1)
	return said == vocab.SaysFail && means == vocab.SaysPass || said == vocab.SaysPass && means == vocab.SaysFail
}

// meaning returns what true under the key name would say of the candidate.
func (t *resolved) meaning(name string) vocab.Says {
	switch role, _, exact, found := t.keyOf(name); {
	case found && role == rolePass:
		return vocab.SaysPass
	case found && role == roleFail:
		return vocab.SaysFail
	case exact:
		return vocab.SaysUnclear
	}
	var buf [evidence.KeyWindow]byte
	folded := chars.FoldKey(buf[:0], name)
	if foldedPassName(folded) {
		return vocab.SaysPass
	}
	switch string(slices.DeleteFunc(folded, isJoiner)) { // is_failed, isFailed
	case "result", "outcome":
		return vocab.SaysPass
	case "fail", "failed", "fails", "failing", "failure", "reject", "rejected", "denied", "disapproved", "blocked", "veto", "vetoed",
		"isfail", "isfailed", "hasfailed", "isrejected", "isblocked", "overallfail", "hardfail", "shouldreject",
		"notpass", "notpassed", "notapproved":
		return vocab.SaysFail
	}
	return vocab.SaysUnclear
}

// isJoiner reports whether c joins the words of a name.
func isJoiner(c byte) bool { return c == '_' || c == '-' }

// failsByWord reports whether the member whose key is at index i is false or a
// refusal under a name that has a word for passing in it, as isPass and
// overall_verdict, or is under any name a word that says fail by itself.
func (r *reading) failsByWord(i uint32) bool {
	n := r.Nodes[i+1]
	if n.Kind != lenient.KindFalse && n.Kind != lenient.KindString {
		return false
	}
	name := r.Str(r.Nodes[i])
	if role, _, exact, _ := r.contract.keyOf(name); exact && role != rolePass {
		return false // a reason or hint may say what it likes
	}
	if n.Kind == lenient.KindFalse {
		return namesPass(name[lastWord(name):]) || nearAny(chars.Folded(name), r.contract.keys[rolePass])
	}
	value := r.Str(n)
	decor, crossed := vocab.DecorEnd(value)
	words := r.contract.words()
	if words.FailsAlone(value[decor:], crossed) {
		return true
	}
	if r.Nodes[i].Has(markPasses) && len(r.contract.failWords) == 0 {
		return false // no refusal is an assent
	}
	return namesPass(name) && vocab.Refuses(value, r.contract.failWords)
}

// nearAny reports whether name is one typo away from one of keys.
func nearAny(name string, keys []string) bool {
	for _, key := range keys {
		if len(key) >= evidence.MinNear && evidence.OneEdit([]byte(name), chars.Folded(key)) != evidence.EditMany {
			return true
		}
	}
	return false
}

// lastWord returns the start of the last word of name: the Pass of isPass, the
// pass of overall_pass.
func lastWord(name string) int {
	for i := len(name) - 1; i > 0; i-- {
		if !chars.IsASCIIWord(name[i]) {
			return i + 1
		}
		if name[i] >= 'A' && name[i] <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			return i
		}
	}
	return 0
}

// namesPass reports whether one of the words of name, parted by case or
// punctuation, is a word for passing.
func namesPass(name string) bool {
	start := 0
	for i, c := range name + "_" {
		apart := !unicode.IsLetter(c)
		if !apart && !(unicode.IsUpper(c) && i > 0 && i > start && !unicode.IsUpper(rune(name[i-1]))) {
			continue
		}
		switch strings.ToLower(name[start:i]) {
		case "pass", "passed", "passes", "passing", "verdict", "decision", "approve", "approved",
			"accept", "accepted", "acceptable", "ok", "success", "successful", "valid", "correct",
			"overall", "status", "conclusion", "judgment", "judgement", "recommendation":
			return true
		}
		start = i
		if apart {
			start = i + len(string(c))
		}
	}
	return false
}

// evades reports whether the member whose key is at index i has a name for
// passing and does not say pass. A number that is not 0 may be a count.
func (r *reading) evades(i uint32) bool {
	if !isPassName(r.Str(r.Nodes[i])) {
		return false
	}
	said, truth, _ := r.passValue(i + 1)
	return said != vocab.SaysPass && !(r.Nodes[i+1].Kind == lenient.KindNumber && truth)
}

// isPassName reports whether name is another name for the pass.
func isPassName(name string) bool {
	var buf [evidence.KeyWindow]byte
	return foldedPassName(chars.FoldKey(buf[:0], name))
}

// foldedPassName is isPassName for a name that is folded.
func foldedPassName(name []byte) bool {
	switch string(name) {
	case "pass", "passed", "passes", "passing", "verdict", "decision", "approved", "accepted":
		return true
	}
	return false
}
