// Package vocab knows what words say of a candidate: pass, fail, or nothing; what
// a name is a name of; and what a number with its scale comes to. It knows no
// contract but the words that one adds, and not where a word stands.
//
// There is one vocabulary (words.go), one list of names (name.go) and one reader
// of what stands after a name, [Words.Value].
package vocab

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// Says is what a value, or a verdict, says of the candidate.
type Says uint8

const (
	SaysUnclear Says = iota
	SaysFail
	SaysPass
	SaysBoth    // contradicts itself, or takes its pass back
	SaysAbstain // says that nothing is decided
)

// Words are the words that a contract adds to the vocabulary.
type Words struct{ Pass, Fail, Abstain []string }

// Value returns what text says where it stands after a name. It is read to its
// end, a clause at a time: words that refuse say fail, unless they are negated
// ("no failing tests"), said of something else ("the attack is blocked") or of
// before ("all failed checks are fixed"); so do words that favour, once they are
// negated ("not ready"). An assent says pass if it is all of the first clause and
// at most a remark follows that does not take it back: "PASS - all good".
func (w *Words) Value(text string) Says {
	says, _ := w.read(text, false)
	return says
}

// Refused returns the end of the refusal that text begins with, decoration and
// plain words aside, or 0: "FAIL: no tests", "must not be merged". A picture that
// says fail is one if no word follows it; a short word such as no is none, nor are
// faults, which a heading may name.
func (w *Words) Refused(text string) int {
	says, r := w.read(text, true)
	if says != SaysFail || !r.direct || counts(firstWord(text), text[r.end:]) {
		return 0
	}
	rest := strings.TrimLeft(text[r.end:], " \t*_`")
	more := strings.IndexFunc(rest, IsLetterOrDigit) >= 0
	if r.quality || more && classOf(firstWord(text))&quality != 0 || !more && strings.HasPrefix(rest, ":") {
		return 0 // an example of what is incorrect, or what stands above a list
	}
	return r.end
}

// ReadWord reads a pass value in quotes. truth is what the original made of it
// (R1): an unclear one is true where it is not blank, an abstention is false.
func (w *Words) ReadWord(word string) (s Says, truth bool) {
	word = strings.TrimFunc(word, chars.IsPythonSpace)
	if word == "" {
		return SaysUnclear, false
	}
	switch says := w.Value(word); {
	case SameWord(strings.TrimFunc(word, IsMark), "cannot determine"): // in any spelling of its gap
		return SaysUnclear, false
	case SameWord(word, "f") && !WordIn(w.Fail, word): // A6
		return SaysUnclear, true
	case w.begins(word), says == SaysFail:
		return SaysFail, false
	case says == SaysAbstain:
		return SaysUnclear, false
	case says == SaysPass:
		return SaysPass, true
	}
	return SaysUnclear, true
}

// begins reports whether word begins with a refusal of four letters or more,
// whatever follows it, with "not", or with a short refusal before punctuation.
func (w *Words) begins(word string) bool {
	start := strings.IndexFunc(word, IsLetterOrDigit)
	if start < 0 {
		return false
	}
	rest := word[start:]
	n := wordLen(rest)
	switch is := classOf(rest[:n]); {
	case is&refusal != 0 && is&alone == 0, SameWord(rest[:n], "not"):
		return true
	case is&refusal != 0:
		head := strings.TrimFunc(rest[:headEnd(rest)], IsMark)
		return len(head) == n
	}
	return StartsWithAny(rest, w.Fail)
}

// SaysNone reports whether text, the value of a name of failing, says that there
// is nothing of the kind: "", "none", "no", "false", "0 of 12", "not found".
func SaysNone(text string) bool {
	start := strings.IndexFunc(text, IsLetterOrDigit)
	if start < 0 {
		return true
	}
	text = text[start:]
	word := text[:wordLen(text)]
	return classOf(word)&(negator|absent|nothing) != 0 || strings.Trim(word, "0") == "" || WordIn([]string{"false", "n"}, word)
}

// Head returns the words that s begins with, up to punctuation, a line end or a
// dash.
func Head(s string) string { return s[:headEnd(s)] }

// Denies reports whether word reads as a refusal or an abstention, and so can be
// no word for passing.
func (w *Words) Denies(word string) bool {
	said := w.Value(word)
	return w.begins(word) || said == SaysFail || said == SaysAbstain
}

// MayBeFalse reports whether text begins as a value that speaks against a pass
// does: with f, n or 0.
func MayBeFalse(text string) bool {
	text = strings.TrimLeftFunc(text, func(c rune) bool { return !IsLetterOrDigit(c) })
	return text != "" && strings.IndexByte("fFnN0", text[0]) >= 0
}
