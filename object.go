package jury

import (
	"math"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// What readMember has settled of a key, whatever object it stands in.
const (
	markRead   = lenient.Mark      // it names a score, reasons or a hint as the contract does
	markPasses = lenient.OtherMark // it names a pass as the contract does, and the value says pass
)

// A statement is what an object that may be a verdict says.
type statement struct {
	says     vocab.Says
	truth    bool          // what an unclear pass value comes to
	abstains bool          // the unclear pass value declines to decide
	word     uint32        // the index of the pass value that is a word; 0 is none
	value    [roles]uint32 // the index of the value used; 0 is none
	score    float64       // on the judge's scale
	quirks   Quirks
	against  objection.Objection // why a pass of it may not stand
}

// A memberCount counts what the members of one object say.
type memberCount struct {
	statement
	exact, folded [vocab.SaysBoth]int // pass members, by what they say
	twice         bool                // one pass key stands twice
	nested        bool                // a pass value holds a contract key: a schema, or a list of checks
	place         [roles]int          // of the key whose value is used
	first         [roles]uint32       // the first value that is not null
	seen          [roles]uint64       // the keys that stand exactly, by place
	full, null    [roles]uint64       // the keys that stand exactly or folded, with a value and with null
	nonces        int                 // nonce members, all of them right; -1 once one is wrong
	abstained     bool                // a pass member abstains
}

// statementOf returns what the object at index obj says; false where it is no
// verdict.
func (r *reading) statementOf(obj uint32) (statement, bool) {
	var y memberCount
	for m := r.Members(obj); m.Next(); {
		r.readMember(&y, m.Key)
	}
	if y.nested || r.contract.nonce != "" && y.nonces <= 0 {
		return statement{}, false
	}
	y.sum()
	if y.says != vocab.SaysFail && !y.decides(&r.contract) {
		return statement{}, false
	}
	y.quirks |= r.readScore(&y) | r.strayValues(&y)
	y.hold(&r.contract)
	if y.says == vocab.SaysUnclear {
		y.quirks |= QuirkPassUnclear
	}
	return y.statement, r.Ending == lenient.Whole || y.says == vocab.SaysFail
}

// readMember counts the member whose key is at index i.
func (r *reading) readMember(y *memberCount, i uint32) {
	name := r.Str(r.Nodes[i])
	if r.contract.nonce != "" && chars.SameKey(nonceKey, name) {
		r.readNonce(y, name, i+1)
		return
	}
	role, place, exact, found := r.contract.keyOf(name)
	if !found {
		y.quirks |= QuirkExtraMember
		return
	}
	if !exact {
		y.quirks |= QuirkKeyCase
	}
	if role == rolePass || role == roleFail {
		r.readPass(y, role, place, exact, i+1)
		return
	}
	if exact {
		r.Nodes[i].Traits |= markRead
	}
	if r.IsWhole(i + 1) {
		r.readOther(y, role, place, exact, i+1)
	}
}

// readNonce counts the nonce at index i.
func (r *reading) readNonce(y *memberCount, name string, i uint32) {
	n := r.Nodes[i]
	right := name == nonceKey && n.IsString() && r.IsWhole(i) && r.Str(n) == r.contract.nonce
	switch {
	case !right:
		y.nonces = -1
	case y.nonces >= 0:
		y.nonces++
	}
}

// readPass counts the value at index i of a pass key, or of its inverse.
func (r *reading) readPass(y *memberCount, role role, place int, exact bool, i uint32) {
	said, truth, quirks := r.passValue(i)
	if role == roleFail {
		said, truth = r.inverse(i, said), false
	}
	if exact && said == vocab.SaysPass {
		r.Nodes[i-1].Traits |= markPasses
	}
	if !r.IsWhole(i) {
		said = vocab.SaysUnclear
	}
	y.nested = y.nested || r.holdsKey(i)
	y.quirks |= quirks
	if !exact {
		y.folded[said]++
		if said != vocab.SaysPass {
			y.doubt(objection.To(r.contract.keys[role][place], int(r.Nodes[i].Start), objection.FoldedKey))
		}
		return
	}
	if y.seen[role]&(1<<place) != 0 {
		y.twice = true
		y.quirks |= QuirkDuplicateKey
	}
	y.seen[role] |= 1 << place
	y.exact[said]++
	y.truth = truth
	if r.Nodes[i].IsString() && r.IsWhole(i) {
		r.noteWord(y, role, said, i)
	}
}

// inverse returns what the value at index i, which says said of a pass, says
// under a name for failing: only an explicit no is a pass there.
func (r *reading) inverse(i uint32, said vocab.Says) vocab.Says {
	switch n := r.Nodes[i]; {
	case n.IsString():
		return inverseOf(r.Str(n))
	case said == vocab.SaysPass:
		return vocab.SaysFail
	case said == vocab.SaysFail:
		return vocab.SaysPass
	}
	return vocab.SaysUnclear
}

// noteWord notes the word at index i, which says said of the pass.
func (r *reading) noteWord(y *memberCount, role role, said vocab.Says, i uint32) {
	if role == rolePass {
		y.word = i
	}
	if said == vocab.SaysUnclear && !y.abstained {
		words := r.contract.words()
		y.abstained = words.Value(r.Str(r.Nodes[i])) == vocab.SaysAbstain
	}
}

// passValue reads the pass value at index i.
func (r *reading) passValue(i uint32) (says vocab.Says, truth bool, quirks Quirks) {
	switch n := r.Nodes[i]; n.Kind {
	case lenient.KindTrue:
		return vocab.SaysPass, true, 0
	case lenient.KindFalse:
		return vocab.SaysFail, false, 0
	case lenient.KindNull:
		return vocab.SaysUnclear, false, 0
	case lenient.KindString:
		words := r.contract.words()
		says, truth = words.ReadWord(r.Str(n))
		return says, truth, QuirkPassWord
	case lenient.KindNumber:
		text := r.Text[n.Start:n.End]
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
func (r *reading) holdsKey(i uint32) bool {
	for k := i + 1; k < r.Nodes[i].Next; k++ {
		if r.Nodes[k].Has(lenient.TraitKey) {
			if _, _, _, found := r.contract.keyOf(r.Str(r.Nodes[k])); found {
				return true
			}
		}
	}
	return false
}

// readOther counts the value at index i of a key that is no pass key.
func (r *reading) readOther(y *memberCount, role role, place int, exact bool, i uint32) {
	bit := uint64(1) << place
	if (y.full[role]|y.null[role])&bit != 0 {
		y.quirks |= QuirkDuplicateKey
	}
	if r.Nodes[i].Kind == lenient.KindNull {
		y.null[role] |= bit
	} else {
		y.full[role] |= bit
		if y.first[role] == 0 {
			y.first[role] = i
		} else if !r.Equal(y.first[role], i) {
			y.doubt(objection.To(r.contract.keys[role][place], int(r.Nodes[i].Start), objection.TwiceDifferent))
		}
	}
	if y.full[role]&y.null[role] != 0 {
		y.doubt(objection.To(r.contract.keys[role][place], int(r.Nodes[i].Start), objection.TwiceNull))
	}
	if !exact {
		return
	}
	y.seen[role] |= bit
	if r.Nodes[i].Kind != lenient.KindNull && (y.value[role] == 0 || place < y.place[role]) {
		y.value[role], y.place[role] = i, place
	}
}

// doubt keeps the first reason why a pass may not stand.
func (c *statement) doubt(d objection.Objection) {
	if !c.against.Holds() {
		c.against = d
	}
}

// sum decides what the pass members say together.
func (y *memberCount) sum() {
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

// decides reports whether a member stands in y that a pass of t rests on.
func (y *memberCount) decides(t *resolved) bool {
	for r, needed := range t.needs {
		if needed && y.seen[r] != 0 {
			return true
		}
	}
	return y.seen[rolePass] != 0
}

// hold lets y pass only if all is there that a pass of t rests on: the members
// that were asked for by name, and where it decides the score, as it was asked
// for and at the bar.
func (y *memberCount) hold(t *resolved) {
	usable := y.quirks&(QuirkScoreMissing|QuirkScoreDefaulted|QuirkScoreBool|QuirkScoreClamped) == 0
	missing := t.needs[rolePass] && y.seen[rolePass] == 0 || t.needs[roleFail] && y.seen[roleFail] == 0
	silent := y.exact == [vocab.SaysBoth]int{}
	scored := t.needs[roleScore]
	y.truth = y.truth && !missing && !scored
	switch {
	case y.says == vocab.SaysFail || scored && usable && y.score < t.bar:
		y.says = vocab.SaysFail
	case y.says == vocab.SaysBoth:
	case !missing && (silent || y.says == vocab.SaysPass) && (!scored || usable && y.score >= t.bar):
		y.says = vocab.SaysPass
	default:
		y.says = vocab.SaysUnclear
	}
	y.abstains = y.says == vocab.SaysUnclear && y.abstained
}

// readScore reads the score of y.
func (r *reading) readScore(y *memberCount) Quirks {
	i := y.value[roleScore]
	if y.seen[roleScore] == 0 {
		y.score = r.contract.min
		return quirkIf(len(r.contract.keys[roleScore]) > 0, QuirkScoreMissing)
	}
	x, quirks := math.NaN(), Quirks(0)
	switch n := r.Nodes[i]; {
	case i == 0: // null
	case n.Kind == lenient.KindTrue || n.Kind == lenient.KindFalse:
		x, quirks = 0, QuirkScoreBool
		if n.Kind == lenient.KindTrue {
			x = 1
		}
	default:
		number, ok := lenient.NumberOf(n.Kind, r.Str(n))
		if !ok && n.IsString() && !r.contract.original {
			number, ok = vocab.WholeScore(r.Str(n), r.contract.min, r.contract.max)
		}
		if ok {
			x = number
			if n.Kind == lenient.KindString {
				quirks = QuirkScoreText
			}
		}
	}
	switch {
	case x >= r.contract.min && x <= r.contract.max:
		y.score = x
	case x < r.contract.min && !math.IsInf(x, -1):
		y.score = r.contract.min
		quirks |= QuirkScoreClamped
	case x > r.contract.max && !math.IsInf(x, 1):
		y.score = r.contract.max
		quirks |= QuirkScoreClamped
	default:
		y.score = r.contract.min + float64((r.contract.max-r.contract.min)/2)
		quirks = QuirkScoreDefaulted
	}
	return quirks
}

// strayValues returns the quirks of the reasons and the hint of y.
func (r *reading) strayValues(y *memberCount) Quirks {
	var quirks Quirks
	if i := y.value[roleReasons]; i != 0 && !r.isStringList(i) {
		quirks |= QuirkReasonsCoerced
	}
	if i := y.value[roleHint]; i != 0 && !r.Nodes[i].IsString() {
		quirks |= QuirkHintDropped
	}
	return quirks
}

// isStringList reports whether the value at index i is a list of strings.
func (r *reading) isStringList(i uint32) bool {
	if r.Nodes[i].Kind != lenient.KindArray {
		return false
	}
	for k := i + 1; k < r.Nodes[i].Next; k++ {
		if r.Nodes[k].Kind != lenient.KindString && r.Nodes[k].Kind != lenient.KindEllipsis {
			return false
		}
	}
	return true
}
