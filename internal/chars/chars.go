// Package chars knows characters: which are blank, invisible or part of a word,
// and how a key looks once folded. It knows neither words nor JSON.
package chars

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Span is a part of a text, by the offsets of its bytes.
type Span struct{ Start, End int }

// MaxKey is how many bytes a key may have: what may be one is looked for in
// front of each colon.
const MaxKey = 64

// IsPythonSpace reports whether the original's str.strip removed c: Unicode's
// white space and four separators.
func IsPythonSpace(c rune) bool {
	return c >= 0x1c && c <= 0x1f || unicode.IsSpace(c)
}

// IsInvisible reports whether c is a character that shows nothing: zero-width
// space, non-joiner, joiner, word joiner, byte order mark, soft hyphen.
func IsInvisible(c rune) bool {
	switch c {
	case 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad:
		return true
	}
	return false
}

// IsBlankRune reports whether c is white space or invisible.
func IsBlankRune(c rune) bool { return unicode.IsSpace(c) || IsInvisible(c) }

// BlankStart returns the offset of the first character of text[pos:end] that
// is not blank, or end.
func BlankStart(text string, pos, end int) int {
	if pos < end && IsVisibleASCII(text[pos]) {
		return pos
	}
	return end - len(strings.TrimLeftFunc(text[pos:end], IsBlankRune))
}

// BlankEnd returns the end of text[pos:end] without the blanks it ends with.
func BlankEnd(text string, pos, end int) int {
	if pos < end && IsVisibleASCII(text[end-1]) {
		return end
	}
	return pos + len(strings.TrimRightFunc(text[pos:end], IsBlankRune))
}

// TrimBlank returns s without the blanks around it.
func TrimBlank(s string) string {
	start := BlankStart(s, 0, len(s))
	return s[start:BlankEnd(s, start, len(s))]
}

// IsVisibleASCII reports whether c is a character of ASCII, and not blank.
func IsVisibleASCII(c byte) bool { return c > ' ' && c < utf8.RuneSelf }

// IsASCIIWord reports whether c is an ASCII letter or digit.
func IsASCIIWord(c byte) bool { return IsASCIILetter(c) || c >= '0' && c <= '9' }

// IsASCIILetter reports whether c is an ASCII letter.
func IsASCIILetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// Lower folds the case of an ASCII letter.
func Lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + ('a' - 'A')
	}
	return c
}

// CutFold returns s without the word that it begins with, in any ASCII case.
func CutFold(s, word string) (after string, ok bool) {
	if len(s) < len(word) || !strings.EqualFold(s[:len(word)], word) {
		return s, false
	}
	return s[len(word):], true
}

// FoldKey appends key to buf as it looks to a hasty reader: white space around
// it and invisible characters removed, ASCII case folded.
func FoldKey(buf []byte, key string) []byte {
	key = TrimBlank(key)
	for i := 0; i < len(key); {
		if c := key[i]; c < utf8.RuneSelf {
			buf = append(buf, Lower(c))
			i++
			continue
		}
		c, n := utf8.DecodeRuneInString(key[i:])
		if !IsInvisible(c) {
			buf = append(buf, key[i:i+n]...)
		}
		i += n
	}
	return buf
}

// Folded returns key folded.
func Folded(key string) string {
	var buf [64]byte
	if b := FoldKey(buf[:0], key); string(b) != key {
		return string(b)
	}
	return key
}

// SameKey reports whether a and b are equal once folded.
func SameKey(a, b string) bool {
	if a != "" && b != "" && IsASCIIWord(a[0]) && IsASCIIWord(b[0]) && Lower(a[0]) != Lower(b[0]) {
		return false
	}
	a, b = TrimBlank(a), TrimBlank(b)
	for {
		a, b = visible(a), visible(b)
		if a == "" || b == "" {
			return a == b
		}
		if Lower(a[0]) != Lower(b[0]) {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

// visible returns s without the invisible characters that it begins with.
func visible(s string) string {
	if s == "" || s[0] < utf8.RuneSelf {
		return s
	}
	return strings.TrimLeftFunc(s, IsInvisible)
}

// KeySuffix returns where key, which is folded, begins that text ends with, once
// folded; -1 if it does not.
func KeySuffix(text, key string) int {
	i, k := len(text), len(key)
	for k > 0 && i > 0 {
		c := text[i-1]
		switch {
		case Lower(c) == key[k-1]:
			i, k = i-1, k-1
			continue
		case c < utf8.RuneSelf:
			return -1
		}
		last, n := utf8.DecodeLastRuneInString(text[:i])
		if !IsInvisible(last) {
			return -1
		}
		i -= n
	}
	if k > 0 {
		return -1
	}
	return i
}

// KeyPrefix returns where key, which is folded, ends that text begins with, once
// folded; -1 if it does not.
func KeyPrefix(text, key string) int {
	rest := text
	for key != "" {
		rest = visible(rest)
		if rest == "" || Lower(rest[0]) != key[0] {
			return -1
		}
		rest, key = rest[1:], key[1:]
	}
	return len(text) - len(rest)
}

// A Seeker finds the next of a few bytes, each search where the last one ended.
type Seeker struct {
	text  string
	bytes string
	next  [12]int // where each byte stands next; -1 where it was not looked for
}

// NewSeeker returns a Seeker of the bytes, at most 12, in text.
func NewSeeker(text, bytes string) Seeker {
	s := Seeker{text: text, bytes: bytes}
	for i := range len(bytes) {
		s.next[i] = -1
	}
	return s
}

// From returns the offset of the first of the bytes at or after pos, or the
// length of the text. Calls must not go back.
func (s *Seeker) From(pos int) int {
	if len(s.text)-pos < len(s.bytes) { // fewer to look at than to look for
		for pos < len(s.text) && strings.IndexByte(s.bytes, s.text[pos]) < 0 {
			pos++
		}
		return pos
	}
	first := len(s.text)
	next := s.next[:len(s.bytes)]
	for i, at := range next {
		if at < pos {
			at = IndexFrom(s.text, pos, s.bytes[i])
			next[i] = at
		}
		if at < first {
			first = at
		}
	}
	return first
}

// IndexFrom returns the offset of the first c at or after pos, or the length
// of the text.
func IndexFrom(text string, pos int, c byte) int {
	i := strings.IndexByte(text[pos:], c)
	if i < 0 {
		return len(text)
	}
	return pos + i
}
