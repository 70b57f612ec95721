package jury

import "math"

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
			if sameKey(key, name) {
				return role(r), place, false, true
			}
		}
	}
	return 0, 0, false, false
}

// A claim is what an object that may be a verdict claims.
type claim struct {
	says    says
	truth   bool          // what an unclear pass value comes to
	value   [roles]uint32 // the index of the value used; 0 is none
	score   float64       // on the judge's scale
	quirks  Quirks
	against doubt // why a pass of it may not stand
}

// A tally counts what the members of one object say.
type tally struct {
	claim
	exact, folded [saysBoth]int // pass members, by what they say
	twice         bool          // one pass key stands twice
	nested        bool          // a pass value holds a contract key: a schema, or a list of checks
	place         [roles]int    // of the key whose value is used
	first         [roles]uint32 // the first value that is not null
	seen          [roles]uint64 // the keys that stand exactly, by place
	full, null    [roles]uint64 // the keys that stand exactly or folded, with a value and with null
	nonces        int           // nonce members, all of them right; -1 once one is wrong
}

// claimOf returns what the object at index obj claims; false where it is no
// verdict.
func (s *source) claimOf(t *terms, obj uint32) (claim, bool) {
	var y tally
	end := s.nodes[obj].next
	for i := obj + 1; i+1 < end; i = s.nodes[i+1].next {
		s.hear(t, &y, i)
	}
	if y.nested || t.nonce != "" && y.nonces <= 0 {
		return claim{}, false
	}
	y.sum()
	if y.seen[rolePass] == 0 && y.says != saysFail && (t.passScore == 0 || y.seen[roleScore] == 0) {
		return claim{}, false
	}
	y.quirks |= s.hearScore(t, &y) | s.strayValues(&y)
	if t.passScore != 0 {
		y.hold(t)
	}
	if y.says == saysUnclear {
		y.quirks |= QuirkPassUnclear
	}
	return y.claim, s.ending == whole || y.says == saysFail
}

// hear counts the member whose key is at index i.
func (s *source) hear(t *terms, y *tally, i uint32) {
	name := s.str(s.nodes[i])
	if t.nonce != "" && sameKey(nonceKey, name) {
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
		s.nodes[i].traits |= traitHeard
	}
	if s.isWhole(i + 1) {
		s.hearOther(t, y, r, place, exact, i+1)
	}
}

// hearNonce counts the nonce at index i.
func (s *source) hearNonce(t *terms, y *tally, name string, i uint32) {
	n := s.nodes[i]
	right := name == nonceKey && n.isString() && s.isWhole(i) && s.str(n) == t.nonce
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
	if exact && says == saysPass {
		s.nodes[i-1].traits |= traitPasses
	}
	if !s.isWhole(i) {
		says = saysUnclear
	}
	y.nested = y.nested || s.holdsKey(t, i)
	y.quirks |= quirks
	if !exact {
		y.folded[says]++
		if says != saysPass {
			y.doubt(doubt{int(s.nodes[i].start), t.keys[rolePass][place], "a key that differs only in case or blanks does not say pass"})
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
func (s *source) passValue(t *terms, i uint32) (says says, truth bool, quirks Quirks) {
	switch n := s.nodes[i]; n.kind {
	case kindTrue:
		return saysPass, true, 0
	case kindFalse:
		return saysFail, false, 0
	case kindNull:
		return saysUnclear, false, 0
	case kindString:
		says, truth = readWord(s.str(n), t.passWords, t.failWords)
		return says, truth, QuirkPassWord
	case kindNumber:
		text := s.text[n.start:n.end]
		if text == "0" {
			return saysFail, false, QuirkPassWord
		}
		return saysUnclear, parseFloat(text) != 0, 0
	case kindObject, kindArray:
		return saysUnclear, n.next > i+1, 0
	}
	return saysUnclear, true, 0
}

// holdsKey reports whether a contract key stands in the value at index i, at
// any depth.
func (s *source) holdsKey(t *terms, i uint32) bool {
	for k := i + 1; k < s.nodes[i].next; k++ {
		if s.nodes[k].has(traitKey) {
			if _, _, _, found := t.keyOf(s.str(s.nodes[k])); found {
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
	if s.nodes[i].kind == kindNull {
		y.null[r] |= bit
	} else {
		y.full[r] |= bit
		if y.first[r] == 0 {
			y.first[r] = i
		} else if !s.equal(y.first[r], i) {
			y.doubt(doubt{int(s.nodes[i].start), t.keys[r][place], "it stands twice, with different values"})
		}
	}
	if y.full[r]&y.null[r] != 0 {
		y.doubt(doubt{int(s.nodes[i].start), t.keys[r][place], "it stands twice, once with null"})
	}
	if !exact {
		return
	}
	y.seen[r] |= bit
	if s.nodes[i].kind != kindNull && (y.value[r] == 0 || place < y.place[r]) {
		y.value[r], y.place[r] = i, place
	}
}

// doubt keeps the first reason why a pass may not stand.
func (c *claim) doubt(d doubt) {
	if c.against.detail == "" {
		c.against = d
	}
}

// sum decides what the pass members say together.
func (y *tally) sum() {
	fails, passes, unclear := y.exact[saysFail], y.exact[saysPass], y.exact[saysUnclear]
	switch total := fails + passes + unclear; {
	case total == 0:
		y.says = saysUnclear
		if y.folded[saysFail] > 0 && y.folded[saysPass]+y.folded[saysUnclear] == 0 {
			y.says = saysFail
		}
	case fails == total, fails > 0 && !y.twice:
		y.says = saysFail
	case passes == total && !y.twice:
		y.says = saysPass
	case total == 1:
		y.says = saysUnclear
	default:
		y.says = saysBoth
	}
}

// hold puts the score before the pass value: it must be there as it was asked
// for, and reach the bar.
func (y *tally) hold(t *terms) {
	usable := y.quirks&(QuirkScoreMissing|QuirkScoreDefaulted|QuirkScoreBool|QuirkScoreClamped) == 0
	silent := y.exact == [saysBoth]int{}
	y.truth = false
	switch {
	case y.says == saysFail || usable && y.score < t.passScore:
		y.says = saysFail
	case y.says == saysBoth:
	case usable && y.score >= t.passScore && (silent || y.says == saysPass):
		y.says = saysPass
	default:
		y.says = saysUnclear
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
	switch n := s.nodes[i]; {
	case i == 0: // null
	case n.kind == kindTrue || n.kind == kindFalse:
		x, quirks = 0, QuirkScoreBool
		if n.kind == kindTrue {
			x = 1
		}
	default:
		if number, ok := numberOf(n.kind, s.str(n)); ok {
			x = number
			if n.kind == kindString {
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
	if i := y.value[roleHint]; i != 0 && !s.nodes[i].isString() {
		quirks |= QuirkHintDropped
	}
	return quirks
}

// isStringList reports whether the value at index i is a list of strings.
func (s *source) isStringList(i uint32) bool {
	if s.nodes[i].kind != kindArray {
		return false
	}
	for k := i + 1; k < s.nodes[i].next; k++ {
		if s.nodes[k].kind != kindString && s.nodes[k].kind != kindEllipsis {
			return false
		}
	}
	return true
}
