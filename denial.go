package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// denyInside doubts the verdict at index obj where a member denies it, at any
// depth. What the traits say that hear has settled is not asked again.
func (r *reading) denyInside(obj uint32) {
	nodes := r.Nodes[:len(r.Nodes)-1] // a key that ends a broken object has no value
	for i := range nodes {
		if nodes[i].Traits&(lenient.TraitKey|markRead|markPasses) == lenient.TraitKey {
			r.deny(&r.within, uint32(i), r.denies(uint32(i)))
		}
	}
	if r.contract.passScore == 0 {
		return
	}
	for m := r.Members(obj); m.Next(); {
		r.deny(&r.within, m.Key, r.scoresLow(m.Key))
	}
}

// denyOutside doubts a pass where a member of the unit denies it, or has a name
// for passing and does not say pass. In an object inside a sentence only names of
// the verdict count: others are code.
func (r *reading) denyOutside() {
	inline := !r.beginsLine()
	for i, n := range r.Nodes {
		if !n.Has(lenient.TraitKey) || i+1 >= len(r.Nodes) {
			continue
		}
		k := uint32(i)
		if name := r.Str(n); inline && vocab.NameOf(name)&vocab.NameVerdict == 0 && !r.isPassKey(name) {
			continue
		}
		r.deny(&r.denied, k, r.denies(k) || r.evades(k))
	}
	r.denyInStrings(&r.denied)
}

// beginsLine reports whether decoration alone stands before the unit on its line.
func (r *reading) beginsLine() bool {
	from := max(0, r.Span.Start-vocab.MaxProse)
	before := r.Text[from:r.Span.Start]
	line := strings.LastIndexByte(before, '\n')
	if line < 0 && from > 0 {
		return false
	}
	before = before[line+1:]
	return strings.IndexFunc(before, vocab.IsLetterOrDigit) < 0 && strings.Count(before, "`") != 1
}

// isPassKey reports whether name is a pass key, perhaps but for its case.
func (r *reading) isPassKey(name string) bool {
	role, _, _, found := r.contract.keyOf(name)
	return found && role == rolePass
}

// strayKey returns the first contract key that stands in the unit, which is no
// verdict, and where: a pass key, or in an object that begins its line another with
// a value; of scores only one of the scale that is not above its middle.
func (r *reading) strayKey() (string, int) {
	inline := !r.beginsLine()
	for i, n := range r.Nodes {
		if !n.Has(lenient.TraitKey) {
			continue
		}
		role, place, _, found := r.contract.keyOf(r.Str(n))
		hasValue := i+1 < len(r.Nodes)
		switch {
		case !found, role != rolePass && (inline || !hasValue), role == roleScore && !r.mayBeLow(uint32(i)+1):
		case !hasValue && endsHarmless(r.Text[n.End:]):
		default:
			return r.contract.keys[role][place], int(n.Start)
		}
	}
	return "", 0
}

// endsHarmless reports whether after, which follows the name of a key that has no
// value, goes on as the list of names does, or with a value that does not begin as
// a fail does.
func endsHarmless(after string) bool {
	after = strings.TrimLeft(after, "\"'`”’ \t")
	if after == "" {
		return false
	}
	isValue := after[0] == ':' || vocab.StartsWord(after)
	return strings.IndexByte(",}]|)", after[0]) >= 0 || isValue && !vocab.MayBeFalse(after)
}

// mayBeLow reports whether the value at index i is no number, or one of the scale
// that is not above its middle.
func (r *reading) mayBeLow(i uint32) bool {
	x, ok := lenient.NumberOf(r.Nodes[i].Kind, r.Str(r.Nodes[i]))
	return !ok || x >= r.contract.min && x <= float64(r.contract.min/2)+float64(r.contract.max/2)
}

// maxEncoded is how deep JSON in strings is read: what a tool returned, in the
// arguments of a call.
const maxEncoded = 2

// denyInStrings keeps in d the first string of the unit that holds JSON which
// denies a pass. Reasons and hints may quote what they like.
func (r *reading) denyInStrings(d *objection.Objection) {
	if r.depth == maxEncoded {
		return
	}
	quoted := uint32(0) // the end of the reasons or the hint
	nodes := r.Nodes
	for i := range nodes {
		switch n := &nodes[i]; {
		case n.Has(markRead):
			quoted = nodes[min(i+1, len(nodes)-1)].Next
		case uint32(i) >= quoted && n.IsString() && !d.Holds() && mayBeJSON(r.Text[n.Start:n.End]):
			r.deny(d, uint32(i), r.deniesInside(r.Str(*n)))
		}
	}
}

// mayBeJSON reports whether text, the content of a string, begins with an object
// or a list, and holds more than that.
func mayBeJSON(text string) bool {
	if len(text) < 3 || text[0] > ' ' && strings.IndexByte("{[\\", text[0]) < 0 { // as most strings
		return false
	}
	text = strings.TrimLeft(text, " \t\r\n\\nrt")
	return len(text) > 2 && (text[0] == '{' || text[0] == '[')
}

// deniesInside reports whether text holds an object that denies a pass.
func (r *reading) deniesInside(text string) bool {
	x, o := extract.Open(text)
	defer x.Close()
	inner := reading{Extraction: x, contract: r.contract, depth: r.depth + 1}
	for !o.Holds() && !inner.denied.Holds() && inner.Next() {
		inner.denyOutside()
	}
	return inner.denied.Holds()
}

// deny keeps in d the first member that denies a pass, by the index of its key.
func (r *reading) deny(d *objection.Objection, i uint32, denies bool) {
	if denies && !d.Holds() {
		*d = objection.At(int(r.Nodes[i].Start), objection.DeniesPass)
	}
}

// denies reports whether the member whose key is at index i denies a pass: false
// or a refusal under a name of the verdict or a judgment, what is not empty under
// a name of failing, or a word that says fail by itself under any name but one of
// another time or another's word.
func (r *reading) denies(i uint32) bool {
	name := r.Str(r.Nodes[i])
	role, _, exact, found := r.contract.keyOf(name)
	if exact && role != rolePass && role != roleFail {
		return false // a reason or hint may say what it likes
	}
	isPass := found && role == rolePass
	is := vocab.NameOf(name)
	judges := isPass || is&(vocab.NameVerdict|vocab.NameJudges) != 0
	switch n := r.Nodes[i+1]; {
	case is&vocab.NameNeutral != 0 && !isPass:
		return false
	case n.IsString() && chars.SameKey(severityKey, name):
		return vocab.WordIn(graveSeverities[:], r.Str(n))
	case is&vocab.NameFailing != 0, found && role == roleFail:
		return r.saysFailing(i + 1)
	case n.Kind == lenient.KindFalse:
		return judges || nearAny(chars.Folded(name), r.contract.keys[rolePass])
	case n.Kind == lenient.KindNumber:
		return (isPass || isPassName(name)) && r.Text[n.Start:n.End] == "0"
	case n.IsString():
		return r.refuses(r.Str(n), judges)
	case !isPass && is&vocab.NameVerdict != 0 && n.Kind == lenient.KindArray:
		return n.Next == i+3 && r.Nodes[i+2].IsString() && r.refuses(r.Str(r.Nodes[i+2]), true)
	case !isPass && is&vocab.NameVerdict != 0 && n.Kind == lenient.KindObject:
		for m := r.Members(i + 1); m.Next(); {
			if inner := r.Nodes[m.Value]; inner.IsString() && vocab.WordIn(valueNames[:], r.Str(r.Nodes[m.Key])) && r.refuses(r.Str(inner), true) {
				return true
			}
		}
	}
	return false
}

// valueNames are those that the value of something stands under.
var valueNames = [...]string{"value", "label", "word", "text"}

// refuses reports whether value says fail: in words under a name that judges, by
// itself under any other.
func (r *reading) refuses(value string, judges bool) bool {
	words := r.contract.words()
	if !judges {
		return words.Refused(value) > 0
	}
	said, _ := words.ReadWord(value)
	return said == vocab.SaysFail
}

// graveSeverities are those of a finding that denies a pass.
var graveSeverities = [...]string{string(Veto), string(Blocking), "critical", "blocker"}

// saysFailing reports whether the value at index i, under a name of failing, says
// that there is what fails.
func (r *reading) saysFailing(i uint32) bool {
	switch n := r.Nodes[i]; n.Kind {
	case lenient.KindTrue:
		return true
	case lenient.KindArray:
		return n.Next > i+1
	case lenient.KindString:
		return !vocab.SaysNone(r.Str(n))
	}
	return false
}

// scoresLow reports whether the member whose key is at index i is a score of
// another name that would not pass.
func (r *reading) scoresLow(i uint32) bool {
	if r.Nodes[i].Has(markRead) || vocab.NameOf(r.Str(r.Nodes[i]))&vocab.NameScore == 0 {
		return false
	}
	n := r.Nodes[i+1]
	if x, ok := lenient.NumberOf(n.Kind, r.Str(n)); ok {
		return !(x >= r.contract.passScore)
	}
	if n.IsString() {
		x, scale, _ := vocab.Score(r.Str(n), r.contract.min, r.contract.max)
		return scale != vocab.ScaleNone && !(x >= r.contract.passScore)
	}
	return false
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

// evades reports whether the member whose key is at index i has a name for
// passing and does not say pass. A number that is not 0 may be a count.
func (r *reading) evades(i uint32) bool {
	if kind := r.Nodes[i+1].Kind; !isPassName(r.Str(r.Nodes[i])) || kind == lenient.KindObject || kind == lenient.KindArray {
		return false
	}
	said, truth, _ := r.passValue(i + 1)
	return said != vocab.SaysPass && !(r.Nodes[i+1].Kind == lenient.KindNumber && truth)
}

// isPassName reports whether name is another name for the pass.
func isPassName(name string) bool { return vocab.WordIn(passNames[:], chars.Folded(name)) }

// passNames are the names under which what does not say pass denies it.
var passNames = [...]string{"pass", "passed", "passes", "passing", "verdict", "decision", "approved", "accepted"}
