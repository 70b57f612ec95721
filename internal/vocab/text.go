package vocab

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

const (
	// MaxProse is how much of a text is looked at for what one label says, so that
	// text in which labels crowd is not read again for each.
	MaxProse = 128
	// maxTag is how long a tag is that is skipped in prose.
	maxTag = 24
)

// StartsWord reports whether s begins with a letter or digit.
func StartsWord(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return s != "" && IsLetterOrDigit(c)
}

// IsLetterOrDigit reports whether c is a letter or a digit of any script.
func IsLetterOrDigit(c rune) bool {
	if c < utf8.RuneSelf {
		return chars.IsASCIIWord(byte(c))
	}
	return unicode.IsLetter(c) || unicode.IsDigit(c)
}

// IsMark reports whether c may stand around a word without being a part of it.
func IsMark(c rune) bool {
	switch c {
	case '*', '_', '`', '\'', '"', '-', '>', '|', '“', '”', '‘', '’':
		return true
	}
	return chars.IsPythonSpace(c) || chars.IsInvisible(c)
}

// WordIn reports whether list holds word.
func WordIn(list []string, word string) bool {
	for _, w := range list {
		if SameWord(w, word) {
			return true
		}
	}
	return false
}

// SameWord reports whether a and b are equal but for ASCII case, and for runs
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

// foldedRune returns the first character of s as SameWord compares it, and its
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

// wordPrefix returns the length of word at the start of s, as SameWord compares
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

// CutWord returns s without the word that it begins with, alone, as SameWord
// compares them.
func CutWord(s, word string) (after string, ok bool) {
	n := wordPrefix(s, word)
	if n == 0 || StartsWord(s[n:]) {
		return s, false
	}
	return s[n:], true
}

// StartsWithAny reports whether s begins with one of words, alone.
func StartsWithAny(s string, words []string) bool {
	for _, word := range words {
		if _, ok := CutWord(s, word); ok {
			return true
		}
	}
	return false
}

// DecorEnd returns the end of what s begins with that is neither a letter nor a
// digit, but for a line end, a brace and the bar of a table: emoji, brackets,
// tags. It looks at MaxProse bytes. crossed reports whether a cross or the like is in it.
func DecorEnd(s string) (end int, crossed bool) {
	s = s[:min(len(s), MaxProse)]
	for end < len(s) && !chars.IsASCIILetter(s[end]) {
		c, n := utf8.DecodeRuneInString(s[end:])
		switch {
		case c == '<' && !strings.HasPrefix(s[end:], "</"):
			n = TagLen(s[end:])
		case c == '[' && len(s) > end+2 && chars.Lower(s[end+1]) == 'x' && s[end+2] == ']':
			n = len("[x]")
		case c >= '0' && c <= '9' && isListMark(s[lenient.DigitsEnd(s, end):]):
			n = lenient.DigitsEnd(s, end) - end + len(". ")
		case c == '\n', c == '{', c == '|', c == '<', IsLetterOrDigit(c):
			return end, crossed
		}
		crossed = crossed || isCross(c)
		end += n
	}
	return end, crossed
}

// isListMark reports whether s, which follows a number, makes it that of an item.
func isListMark(s string) bool { return strings.HasPrefix(s, ". ") || strings.HasPrefix(s, ") ") }

// isCross reports whether c is a picture that says fail.
func isCross(c rune) bool {
	switch c {
	case '❌', '✗', '✘', '✖', '❎', '👎', '⛔', '🚫', '🔴':
		return true
	}
	return false
}

// TagLen returns the length of the tag that s begins with, or 1.
func TagLen(s string) int {
	if i := strings.IndexAny(s[:min(len(s), maxTag)], ">\n"); i > 0 && s[i] == '>' {
		return i + 1
	}
	return 1
}

// IsItem reports whether line is an item of a list.
func IsItem(line string) bool {
	start := 0
	for start < len(line) && (line[start] == ' ' || line[start] == '\t' || line[start] == '>') {
		start++
	}
	number := lenient.DigitsEnd(line, start)
	marker := line[number:]
	if len(marker) < 2 || marker[1] != ' ' {
		return strings.HasPrefix(marker, "•")
	}
	if number > start {
		return marker[0] == '.' || marker[0] == ')'
	}
	return marker[0] == '-' || marker[0] == '*' || marker[0] == '+'
}

// IsPlaceholder reports whether text is what a template has in place of text:
// dots, or words in angle brackets that are no thinking tag.
func IsPlaceholder(text string) bool {
	text = strings.TrimSpace(text)
	if text == "..." || text == "…" {
		return true
	}
	words, ok := strings.CutPrefix(text, "<")
	return ok && len(words) > 1 && strings.IndexByte(words, '>') == len(words)-1 && !strings.HasPrefix(words, "think")
}

// firstWord returns the first word of s.
func firstWord(s string) string {
	s = strings.TrimLeftFunc(s, func(c rune) bool { return !IsLetterOrDigit(c) })
	return s[:wordLen(s)]
}
