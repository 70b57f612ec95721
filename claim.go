package jury

import (
	"math"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// A role is what a contract key is for.
type role uint8

const (
	rolePass role = iota
	roleScore
	roleReasons
	roleHint
	roles // how many there are
)

// defaultKeys are the keys of the zero contract.
var defaultKeys = [roles]string{"pass", "score", "reasons", "next_hint"}

// nonceKey names the member that holds the nonce.
const nonceKey = "nonce"

// terms are a contract with its defaults filled in.
type terms struct {
	keys      [roles][]string
	own       bool // some keys are not the default
	passWords []string
	failWords []string
	min, max  float64
	passScore float64
	nonce     string
	listsOnly bool // reasons that are no list are dropped, as the original did
}

// words returns the words that the contract adds.
func (t *terms) words() vocab.Words { return vocab.Words{Pass: t.passWords, Fail: t.failWords} }

// keyOf returns the role of the key named name, and its place among the keys
// of that role. exact is false where name is a key only once folded.
func (t *terms) keyOf(name string) (r role, place int, exact, found bool) {
	for r := range t.keys {
		for place, key := range t.keys[r] {
			if key == name {
				return role(r), place, true, true
			}
		}
	}
	for r := range t.keys {
		for place, key := range t.keys[r] {
			if chars.SameKey(key, name) {
				return role(r), place, false, true
			}
		}
	}
	return 0, 0, false, false
}

// A claim is what an object that may be a verdict claims.
type claim struct {
	says    vocab.Says
	truth   bool          // what an unclear pass value comes to
	value   [roles]uint32 // the index of the value used; 0 is none
	score   float64       // on the judge's scale
	quirks  Quirks
	against evidence.Doubt // why a pass of it may not stand
}

// A tally counts what the members of one object say.
type tally struct {
	claim
	exact, folded [vocab.SaysBoth]int // pass members, by what they say
	twice         bool                // one pass key stands twice
	nested        bool                // a pass value holds a contract key: a schema, or a list of checks
	place         [roles]int          // of the key whose value is used
	first         [roles]uint32       // the first value that is not null
	seen          [roles]uint64       // the keys that stand exactly, by place
	full, null    [roles]uint64       // the keys that stand exactly or folded, with a value and with null
	nonces        int                 // nonce members, all of them right; -1 once one is wrong
}

// claimOf returns what the object at index obj claims; false where it is no
// verdict.
func (s *source) claimOf(t *terms, obj uint32) (claim, bool) {
	var y tally
	end := s.Nodes[obj].Next
	for i := obj + 1; i+1 < end; i = s.Nodes[i+1].Next {
		s.hear(t, &y, i)
	}
	if y.nested || t.nonce != "" && y.nonces <= 0 {
		return claim{}, false
	}
	y.sum()
	if y.seen[rolePass] == 0 && y.says != vocab.SaysFail && (t.passScore == 0 || y.seen[roleScore] == 0) {
		return claim{}, false
	}
	y.quirks |= s.hearScore(t, &y) | s.strayValues(&y)
	if t.passScore != 0 {
		y.hold(t)
	}
	if y.says == vocab.SaysUnclear {
		y.quirks |= QuirkPassUnclear
	}
	return y.claim, s.Ending == lenient.Whole || y.says == vocab.SaysFail
}

// hear counts the member whose key is at index i.
func (s *source) hear(t *terms, y *tally, i uint32) {
	name := s.Str(s.Nodes[i])
	if t.nonce != "" && chars.SameKey(nonceKey, name) {
		s.hearNonce(t, y, name, i+1)
		return
	}
	r, place, exact, found := t.keyOf(name)
	if !found {
		return
	}
	if !exact {
		y.quirks |= QuirkKeyCase
	}
	if r == rolePass {
		s.hearPass(t, y, place, exact, i+1)
		return
	}
	if exact {
		s.Nodes[i].Traits |= lenient.TraitHeard
	}
	if s.IsWhole(i + 1) {
		s.hearOther(t, y, r, place, exact, i+1)
	}
}

// hearNonce counts the nonce at index i.
func (s *source) hearNonce(t *terms, y *tally, name string, i uint32) {
	n := s.Nodes[i]
	right := name == nonceKey && n.IsString() && s.IsWhole(i) && s.Str(n) == t.nonce
	switch {
	case !right:
		y.nonces = -1
	case y.nonces >= 0:
		y.nonces++
	}
}

// hearPass counts the pass value at index i.
func (s *source) hearPass(t *terms, y *tally, place int, exact bool, i uint32) {
	says, truth, quirks := s.passValue(t, i)
	if exact && says == vocab.SaysPass {
		s.Nodes[i-1].Traits |= lenient.TraitPasses
	}
	if !s.IsWhole(i) {
		says = vocab.SaysUnclear
	}
	y.nested = y.nested || s.holdsKey(t, i)
	y.quirks |= quirks
	if !exact {
		y.folded[says]++
		if says != vocab.SaysPass {
			y.doubt(evidence.Doubt{int(s.Nodes[i].Start), t.keys[rolePass][place], "a key that differs only in case or blanks does not say pass"})
		}
		return
	}
	if y.seen[rolePass]&(1<<place) != 0 {
		y.twice = true
		y.quirks |= QuirkDuplicateKey
	}
	y.seen[rolePass] |= 1 << place
	y.exact[says]++
	y.truth = truth
}

// passValue reads the pass value at index i.
func (s *source) passValue(t *terms, i uint32) (says vocab.Says, truth bool, quirks Quirks) {
	switch n := s.Nodes[i]; n.Kind {
	case lenient.KindTrue:
		return vocab.SaysPass, true, 0
	case lenient.KindFalse:
		return vocab.SaysFail, false, 0
	case lenient.KindNull:
		return vocab.SaysUnclear, false, 0
	case lenient.KindString:
		words := t.words()
		says, truth = words.ReadWord(s.Str(n))
		return says, truth, QuirkPassWord
	case lenient.KindNumber:
		text := s.Text[n.Start:n.End]
		if text == "0" {
			return vocab.SaysFail, false, QuirkPassWord
		}
		return vocab.SaysUnclear, lenient.ParseFloat(text) != 0, 0
	case lenient.KindObject, lenient.KindArray:
		return vocab.SaysUnclear, n.Next > i+1, 0
	}
	return vocab.SaysUnclear, true, 0
}

// holdsKey reports whether a contract key stands in the value at index i, at
// any depth.
func (s *source) holdsKey(t *terms, i uint32) bool {
	for k := i + 1; k < s.Nodes[i].Next; k++ {
		if s.Nodes[k].Has(lenient.TraitKey) {
			if _, _, _, found := t.keyOf(s.Str(s.Nodes[k])); found {
				return true
			}
		}
	}
	return false
}

// hearOther counts the value at index i of a key that is no pass key.
func (s *source) hearOther(t *terms, y *tally, r role, place int, exact bool, i uint32) {
	bit := uint64(1) << place
	if (y.full[r]|y.null[r])&bit != 0 {
		y.quirks |= QuirkDuplicateKey
	}
	if s.Nodes[i].Kind == lenient.KindNull {
		y.null[r] |= bit
	} else {
		y.full[r] |= bit
		if y.first[r] == 0 {
			y.first[r] = i
		} else if !s.Equal(y.first[r], i) {
			y.doubt(evidence.Doubt{int(s.Nodes[i].Start), t.keys[r][place], "it stands twice, with different values"})
		}
	}
	if y.full[r]&y.null[r] != 0 {
		y.doubt(evidence.Doubt{int(s.Nodes[i].Start), t.keys[r][place], "it stands twice, once with null"})
	}
	if !exact {
		return
	}
	y.seen[r] |= bit
	if s.Nodes[i].Kind != lenient.KindNull && (y.value[r] == 0 || place < y.place[r]) {
		y.value[r], y.place[r] = i, place
	}
}

// doubt keeps the first reason why a pass may not stand.
func (c *claim) doubt(d evidence.Doubt) {
	if c.against.Detail == "" {
		c.against = d
	}
}

// sum decides what the pass members say together.
func (y *tally) sum() {
	fails, passes, unclear := y.exact[vocab.SaysFail], y.exact[vocab.SaysPass], y.exact[vocab.SaysUnclear]
	switch total := fails + passes + unclear; {
	case total == 0:
		y.says = vocab.SaysUnclear
		if y.folded[vocab.SaysFail] > 0 && y.folded[vocab.SaysPass]+y.folded[vocab.SaysUnclear] == 0 {
			y.says = vocab.SaysFail
		}
	case fails == total, fails > 0 && !y.twice:
		y.says = vocab.SaysFail
	case passes == total && !y.twice:
		y.says = vocab.SaysPass
	case total == 1:
		y.says = vocab.SaysUnclear
	default:
		y.says = vocab.SaysBoth
	}
}

// hold puts the score before the pass value: it must be there as it was asked
// for, and reach the bar.
func (y *tally) hold(t *terms) {
	usable := y.quirks&(QuirkScoreMissing|QuirkScoreDefaulted|QuirkScoreBool|QuirkScoreClamped) == 0
	silent := y.exact == [vocab.SaysBoth]int{}
	y.truth = false
	switch {
	case y.says == vocab.SaysFail || usable && y.score < t.passScore:
		y.says = vocab.SaysFail
	case y.says == vocab.SaysBoth:
	case usable && y.score >= t.passScore && (silent || y.says == vocab.SaysPass):
		y.says = vocab.SaysPass
	default:
		y.says = vocab.SaysUnclear
	}
}

// hearScore reads the score of y.
func (s *source) hearScore(t *terms, y *tally) Quirks {
	i := y.value[roleScore]
	if y.seen[roleScore] == 0 {
		y.score = t.min
		return QuirkScoreMissing
	}
	x, quirks := math.NaN(), Quirks(0)
	switch n := s.Nodes[i]; {
	case i == 0: // null
	case n.Kind == lenient.KindTrue || n.Kind == lenient.KindFalse:
		x, quirks = 0, QuirkScoreBool
		if n.Kind == lenient.KindTrue {
			x = 1
		}
	default:
		number, ok := lenient.NumberOf(n.Kind, s.Str(n))
		if !ok && n.IsString() && !t.listsOnly {
			number, ok = vocab.WholeScore(s.Str(n), t.min, t.max)
		}
		if ok {
			x = number
			if n.Kind == lenient.KindString {
				quirks = QuirkScoreText
			}
		}
	}
	switch {
	case x >= t.min && x <= t.max:
		y.score = x
	case x < t.min && !math.IsInf(x, -1):
		y.score = t.min
		quirks |= QuirkScoreClamped
	case x > t.max && !math.IsInf(x, 1):
		y.score = t.max
		quirks |= QuirkScoreClamped
	default:
		y.score = t.min + float64((t.max-t.min)/2)
		quirks = QuirkScoreDefaulted
	}
	return quirks
}

// strayValues returns the quirks of the reasons and the hint of y.
func (s *source) strayValues(y *tally) Quirks {
	var quirks Quirks
	if i := y.value[roleReasons]; i != 0 && !s.isStringList(i) {
		quirks |= QuirkReasonsCoerced
	}
	if i := y.value[roleHint]; i != 0 && !s.Nodes[i].IsString() {
		quirks |= QuirkHintDropped
	}
	return quirks
}

// isStringList reports whether the value at index i is a list of strings.
func (s *source) isStringList(i uint32) bool {
	if s.Nodes[i].Kind != lenient.KindArray {
		return false
	}
	for k := i + 1; k < s.Nodes[i].Next; k++ {
		if s.Nodes[k].Kind != lenient.KindString && s.Nodes[k].Kind != lenient.KindEllipsis {
			return false
		}
	}
	return true
}
