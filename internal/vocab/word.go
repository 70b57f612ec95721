// Package vocab knows what words say of a candidate: pass, fail, or nothing. It
// knows no contract but the words that one adds, and not where a word stands.
package vocab

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// says is what a value, or a verdict, says of the candidate.
type Says uint8

const (
	SaysUnclear Says = iota
	SaysFail
	SaysPass
	SaysBoth // contradicts itself
)

// The closed lists of words that a pass value may be. The first may only grow,
// the second only shrink, so that no release turns a fail into a pass.
var (
	Refusals = [...]string{"false", "no", "n", "0", "fail", "failed", "failing", "failure",
		"reject", "rejected", "deny", "denied", "block", "blocked", "incorrect", "wrong", "invalid",
		"not passed", "not approved", "request changes", "needs work", "needs revision", "revise", "repair"}
	Assents = [...]string{"true", "yes", "y", "pass", "passed", "passing", "ok",
		"approve", "approved", "accept", "accepted", "correct", "valid"}
	Abstentions = [...]string{"none", "null", "n/a", "unknown", "unclear", "undetermined",
		"cannot determine", "inconclusive", "abstain"}
)

// readWord reads a pass value in quotes: as a word of the lists or of pass and
// fail, which the contract adds, else as unclear. truth is what the original
// made of it (R1): an unclear one is true where it is not blank.
func ReadWord(word string, pass, fail []string) (s Says, truth bool) {
	word = strings.TrimFunc(word, chars.IsPythonSpace)
	switch {
	case Refuses(word, fail):
		return SaysFail, false
	case abstains(word):
		return SaysUnclear, false
	case WordIn(Assents[:], word), WordIn(pass, word):
		return SaysPass, true
	}
	return SaysUnclear, word != ""
}

// refuses reports whether word is a refusal or one of fail, alone or before
// what explains it, or begins with the word "not".
func Refuses(word string, fail []string) bool {
	word = strings.TrimFunc(word, IsMark)
	if WordIn(Refusals[:], word) || WordIn(fail, word) {
		return true
	}
	head := strings.TrimFunc(word[:headEnd(word)], IsMark)
	return head != word && (WordIn(Refusals[:], head) || WordIn(fail, head)) || beginsWithNot(head) || beginsWithRefusal(word)
}

// beginsWithRefusal reports whether s begins, after what is neither letter nor
// digit, with a refusal of some length: "❌ FAIL (see below)". A short one needs
// more care, for there is "no doubt".
func beginsWithRefusal(s string) bool {
	s = strings.TrimLeftFunc(s, func(c rune) bool { return !IsLetterOrDigit(c) })
	for _, word := range Refusals {
		if len(word) < minRefusal {
			continue
		}
		if _, ok := CutWord(s, word); ok {
			return true
		}
	}
	return false
}

// minRefusal is the shortest refusal that counts whatever follows it: fail.
const minRefusal = 4

// startsWord reports whether s begins with a letter or digit.
func StartsWord(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return s != "" && IsLetterOrDigit(c)
}

func IsLetterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// abstains reports whether word is an abstention, alone or before what explains
// it.
func abstains(word string) bool {
	word = strings.TrimFunc(word, IsMark)
	head := strings.TrimFunc(word[:headEnd(word)], IsMark)
	return WordIn(Abstentions[:], word) || head != word && WordIn(Abstentions[:], head)
}

// isMark reports whether c may stand around a word without being a part of it.
func IsMark(c rune) bool {
	switch c {
	case '*', '_', '`', '\'', '"', '-', '>', '|', '“', '”', '‘', '’':
		return true
	}
	return chars.IsPythonSpace(c) || chars.IsInvisible(c)
}

// headEnd returns the end of the words that s begins with: where punctuation,
// a line end, a long dash, or a hyphen between spaces follows.
func headEnd(s string) int {
	spaced := false
	for i, c := range s {
		switch c {
		case '.', ':', ';', ',', '!', '?', '(', ')', '[', ']', '=', '…', '–', '—', '\n', '\r', '\u2028', 0,
			'。', '：', '；', '，', '！', '（', '、':
			return i
		case '-':
			rest := strings.TrimLeft(s[i:], "-–—")
			if spaced && strings.IndexFunc(rest, chars.IsPythonSpace) == 0 {
				return i
			}
		}
		spaced = chars.IsPythonSpace(c)
	}
	return len(s)
}

// beginsWithNot reports whether the first word of s is "not".
func beginsWithNot(s string) bool {
	return len(s) >= 3 && chars.Lower(s[0]) == 'n' && chars.Lower(s[1]) == 'o' && chars.Lower(s[2]) == 't' &&
		(len(s) == 3 || !chars.IsASCIIWord(s[3]))
}

// wordIn reports whether list holds word.
func WordIn(list []string, word string) bool {
	for _, w := range list {
		if SameWord(w, word) {
			return true
		}
	}
	return false
}

// sameWord reports whether a and b are equal but for ASCII case, and for runs
// of -, _ and white space, which are alike.
func SameWord(a, b string) bool {
	for {
		if a != "" && b != "" && chars.IsASCIIWord(a[0]) { // as most characters of most words
			if chars.Lower(a[0]) != chars.Lower(b[0]) {
				return false
			}
			a, b = a[1:], b[1:]
			continue
		}
		ca, na := foldedRune(a)
		cb, nb := foldedRune(b)
		if ca != cb || (na == 0) != (nb == 0) { // U+0000 is no end
			return false
		}
		if na == 0 {
			return true
		}
		a, b = a[na:], b[nb:]
	}
}

// foldedRune returns the first character of s as sameWord compares it, and its
// length; 0, 0 for the empty string.
func foldedRune(s string) (rune, int) {
	gap := strings.IndexFunc(s, func(c rune) bool { return c != '-' && c != '_' && !chars.IsPythonSpace(c) })
	switch {
	case s == "":
		return 0, 0
	case gap < 0:
		return ' ', len(s)
	case gap > 0:
		return ' ', gap
	case s[0] < utf8.RuneSelf:
		return rune(chars.Lower(s[0])), 1
	}
	return utf8.DecodeRuneInString(s)
}

// wordPrefix returns the length of word at the start of s, as sameWord compares
// them; 0 if s does not begin with it.
func wordPrefix(s, word string) int {
	if s == "" || word == "" || chars.Lower(s[0]) != chars.Lower(word[0]) {
		return 0
	}
	rest := s
	for word != "" {
		if chars.IsASCIIWord(word[0]) { // as most characters of most words
			if rest == "" || chars.Lower(rest[0]) != chars.Lower(word[0]) {
				return 0
			}
			rest, word = rest[1:], word[1:]
			continue
		}
		cs, ns := foldedRune(rest)
		cw, nw := foldedRune(word)
		if ns == 0 || cs != cw {
			return 0
		}
		rest, word = rest[ns:], word[nw:]
	}
	return len(s) - len(rest)
}

// cutWord returns s without the word that it begins with, alone, as sameWord
// compares them.
func CutWord(s, word string) (after string, ok bool) {
	n := wordPrefix(s, word)
	if n == 0 || StartsWord(s[n:]) {
		return s, false
	}
	return s[n:], true
}

// isPlaceholder reports whether text is what a template has in place of text:
// dots, or words in angle brackets that are no thinking tag.
func IsPlaceholder(text string) bool {
	text = strings.TrimSpace(text)
	if text == "..." || text == "…" {
		return true
	}
	words, ok := strings.CutPrefix(text, "<")
	return ok && len(words) > 1 && strings.IndexByte(words, '>') == len(words)-1 && !strings.HasPrefix(words, "think")
}
