package lenient

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// strictEscapes reports whether strict JSON has every escape of s, the content
// of a string.
func strictEscapes(s string) bool {
	for i := strings.IndexByte(s, '\\'); i >= 0 && i+1 < len(s); {
		if _, ok := escape(s[i+1]); !ok || s[i+1] == '\'' {
			if _, ok := hexRune(s[i:]); !ok {
				return false
			}
		}
		i += 2
		next := strings.IndexByte(s[i:], '\\')
		if next < 0 {
			break
		}
		i += next
	}
	return true
}

// escape returns what a backslash and c stand for.
func escape(c byte) (byte, bool) {
	switch c {
	case '"', '\'', '\\', '/':
		return c, true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	}
	return 0, false
}

// Unescape returns s with what its escapes stand for, which is never longer. As
// with encoding/json, half a surrogate pair becomes U+FFFD; unlike there, an
// unknown escape is kept as written.
func Unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		n := 1
		if c, ok := escape(s[1]); ok {
			b.WriteByte(c)
			n = 2
		} else if c, m := unicodeEscape(s); m > 0 {
			b.WriteRune(c)
			n = m
		} else {
			b.WriteByte('\\')
		}
		s = s[n:]
	}
}

// unicodeEscape returns the character that the escape at the start of s stands
// for, and its length: 0 if it is none of the form \uXXXX, 12 for a pair.
func unicodeEscape(s string) (rune, int) {
	c, ok := hexRune(s)
	if !ok {
		return 0, 0
	}
	if !utf16.IsSurrogate(c) {
		return c, 6
	}
	low, _ := hexRune(s[6:])
	if pair := utf16.DecodeRune(c, low); pair != utf8.RuneError {
		return pair, 12
	}
	return utf8.RuneError, 6
}

// hexRune reads the \uXXXX that s begins with.
func hexRune(s string) (c rune, ok bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	for i := 2; i < 6; i++ {
		c <<= 4
		switch h := chars.Lower(s[i]); {
		case h >= '0' && h <= '9':
			c += rune(h - '0')
		case h >= 'a' && h <= 'f':
			c += rune(h-'a') + 10
		default:
			return 0, false
		}
	}
	return c, true
}

// validUTF8 returns s with U+FFFD in place of each byte that is not UTF-8, as
// encoding/json does.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// IsSpaceAt reports whether white space stands at pos.
func IsSpaceAt(text string, pos int) bool { return wideSpaceLen(text, pos) > 0 }

// wideSpaceLen returns the length of the white space at pos that strict JSON
// has not, or 0.
func wideSpaceLen(text string, pos int) int {
	if chars.IsVisibleASCII(text[pos]) {
		return 0
	}
	c, n := utf8.DecodeRuneInString(text[pos:])
	if unicode.IsSpace(c) {
		return n
	}
	return 0
}
