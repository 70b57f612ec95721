package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// denyInside doubts the verdict at index obj where a member denies it, at any
// depth. What the traits say that hear has settled is not asked again.
func (h *hearing) denyInside(obj uint32) {
	for i := 1; i+1 < len(h.Nodes); i++ {
		n := h.Nodes[i]
		if n.Traits&(lenient.TraitKey|lenient.TraitHeard|lenient.TraitPasses) == lenient.TraitKey {
			h.deny(&h.against, uint32(i), h.denies(uint32(i)))
		}
	}
	if h.terms.passScore == 0 {
		return
	}
	for i := obj + 1; i+1 < h.Nodes[obj].Next; i = h.Nodes[i+1].Next {
		h.deny(&h.against, i, h.scoresLow(i))
	}
}

// denyOutside doubts a pass where a member of the unit denies it, or has a name
// for passing and does not say pass. In an object inside a sentence only names of
// the verdict count: others are code.
func (h *hearing) denyOutside() {
	inline := !h.beginsLine(h.unit.Start)
	for i, n := range h.Nodes {
		if !n.Has(lenient.TraitKey) || i+1 >= len(h.Nodes) {
			continue
		}
		k := uint32(i)
		if name := h.Str(n); inline && vocab.NameOf(name)&vocab.NameVerdict == 0 && !h.isPassKey(name) {
			continue
		}
		h.deny(&h.denied, k, h.denies(k) || h.evades(k))
	}
}

// beginsLine reports whether decoration alone stands before pos on its line.
func (s *source) beginsLine(pos int) bool {
	line := strings.LastIndexByte(s.Text[max(0, pos-vocab.MaxProse):pos], '\n')
	if line < 0 && pos > vocab.MaxProse {
		return false
	}
	before := s.Text[max(0, pos-vocab.MaxProse)+line+1 : pos]
	return strings.IndexFunc(before, vocab.IsLetterOrDigit) < 0 && strings.Count(before, "`") != 1
}

// isPassKey reports whether name is a pass key, perhaps but for its case.
func (h *hearing) isPassKey(name string) bool {
	r, _, _, found := h.terms.keyOf(name)
	return found && r == rolePass
}

// strayContractKey returns the first contract key that stands in the unit, which
// is no verdict, and where: a pass key, or on a line of its own another with a
// value; of scores only one of the scale that is not above its middle.
func (h *hearing) strayContractKey() (string, int) {
	inline := !h.beginsLine(h.unit.Start)
	for i, n := range h.Nodes {
		if !n.Has(lenient.TraitKey) {
			continue
		}
		r, place, _, found := h.terms.keyOf(h.Str(n))
		hasValue := i+1 < len(h.Nodes)
		switch {
		case !found, r != rolePass && (inline || !hasValue), r == roleScore && !h.mayBeLow(uint32(i)+1):
		case !hasValue && !vocab.MayBeFalse(h.Text[n.End:]):
		default:
			return h.terms.keys[r][place], int(n.Start)
		}
	}
	return "", 0
}

// mayBeLow reports whether the value at index i is no number of the scale, or one
// that is not above its middle.
func (h *hearing) mayBeLow(i uint32) bool {
	x, ok := lenient.NumberOf(h.Nodes[i].Kind, h.Str(h.Nodes[i]))
	return !ok || x >= h.terms.min && x <= h.terms.min/2+h.terms.max/2
}

// deny keeps in d the first member that denies a pass, by the index of its key.
func (h *hearing) deny(d *evidence.Doubt, i uint32, denies bool) {
	if denies && d.Detail == "" {
		*d = evidence.Doubt{int(h.Nodes[i].Start), "", evidence.DeniesPass}
	}
}

// denies reports whether the member whose key is at index i denies a pass: false
// or a refusal under a name of the verdict or a judgment, what is not empty under
// a name of failing, or a word that says fail by itself under any name but one of
// another time or another's word.
func (h *hearing) denies(i uint32) bool {
	name := h.Str(h.Nodes[i])
	r, _, exact, found := h.terms.keyOf(name)
	if exact && r != rolePass {
		return false // a reason or hint may say what it likes
	}
	isPass := found && r == rolePass
	is := vocab.NameOf(name)
	judges := isPass || is&(vocab.NameVerdict|vocab.NameJudges) != 0
	switch n := h.Nodes[i+1]; {
	case is&vocab.NameNeutral != 0 && !isPass:
		return false
	case is&vocab.NameFailing != 0:
		return h.saysFailing(i + 1)
	case n.Kind == lenient.KindFalse:
		return judges || nearAny(chars.Folded(name), h.terms.keys[rolePass])
	case n.Kind == lenient.KindNumber:
		return (isPass || isPassName(name)) && h.Text[n.Start:n.End] == "0"
	case n.IsString():
		return h.refuses(h.Str(n), judges)
	case !isPass && is&vocab.NameVerdict != 0 && n.Kind == lenient.KindArray:
		return n.Next == i+3 && h.Nodes[i+2].IsString() && h.refuses(h.Str(h.Nodes[i+2]), true)
	case !isPass && is&vocab.NameVerdict != 0 && n.Kind == lenient.KindObject:
		for k := i + 2; k+1 < n.Next; k = h.Nodes[k+1].Next {
			if inner := h.Nodes[k+1]; inner.IsString() && vocab.WordIn(valueNames[:], h.Str(h.Nodes[k])) && h.refuses(h.Str(inner), true) {
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
func (h *hearing) refuses(value string, judges bool) bool {
	words := h.terms.words()
	if !judges {
		return words.Refused(value) > 0
	}
	said, _ := words.ReadWord(value)
	return said == vocab.SaysFail
}

// saysFailing reports whether the value at index i, under a name of failing, says
// that there is what fails.
func (h *hearing) saysFailing(i uint32) bool {
	switch n := h.Nodes[i]; n.Kind {
	case lenient.KindTrue:
		return true
	case lenient.KindArray:
		return n.Next > i+1
	case lenient.KindString:
		return !vocab.SaysNone(h.Str(n))
	}
	return false
}

// scoresLow reports whether the member whose key is at index i is a score of
// another name that would not pass.
func (h *hearing) scoresLow(i uint32) bool {
	if h.Nodes[i].Has(lenient.TraitHeard) || vocab.NameOf(h.Str(h.Nodes[i]))&vocab.NameScore == 0 {
		return false
	}
	n := h.Nodes[i+1]
	if x, ok := lenient.NumberOf(n.Kind, h.Str(n)); ok {
		return !(x >= h.terms.passScore)
	}
	if n.IsString() {
		x, scale, _ := vocab.Score(h.Str(n), h.terms.min, h.terms.max)
		return scale != vocab.ScaleNone && !(x >= h.terms.passScore)
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
func (h *hearing) evades(i uint32) bool {
	if kind := h.Nodes[i+1].Kind; !isPassName(h.Str(h.Nodes[i])) || kind == lenient.KindObject || kind == lenient.KindArray {
		return false
	}
	said, truth, _ := h.passValue(&h.terms, i+1)
	return said != vocab.SaysPass && !(h.Nodes[i+1].Kind == lenient.KindNumber && truth)
}

// isPassName reports whether name is another name for the pass.
func isPassName(name string) bool { return vocab.WordIn(passNames[:], name) }

// passNames are the names under which what does not say pass denies it.
var passNames = [...]string{"pass", "passed", "passes", "passing", "verdict", "decision", "approved", "accepted"}
