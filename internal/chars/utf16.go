package chars

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// minZeros is the share of the characters, one in so many, whose high byte must be
// zero for a text without a mark to be taken for UTF-16: JSON in any script has
// more, with its quotes, digits and keys.
const minZeros = 8

// FromUTF16 returns text decoded, if it is UTF-16 of either byte order: with a byte
// order mark, or with the zeros at every second byte that Western letters and JSON
// have there. A last byte that is half a character is dropped. ok is false for all
// other text, which is returned as it is.
func FromUTF16(text string) (decoded string, ok bool) {
	high, ok := highByte(text)
	if !ok {
		return text, false
	}
	var b strings.Builder
	b.Grow(len(text) / 2)
	unit := func(i int) rune { return rune(text[i+high])<<8 | rune(text[i+1-high]) }
	for i := 0; i+1 < len(text); i += 2 {
		c := unit(i)
		if utf16.IsSurrogate(c) {
			pair := utf8.RuneError
			if i+3 < len(text) {
				pair = utf16.DecodeRune(c, unit(i+2))
			}
			if c = pair; pair != utf8.RuneError {
				i += 2
			}
		}
		b.WriteRune(c)
	}
	return strings.TrimPrefix(b.String(), "\ufeff"), true
}

// highByte returns which of two bytes is the high one, 0 or 1, if text is UTF-16.
func highByte(text string) (int, bool) {
	switch {
	case strings.HasPrefix(text, "\xff\xfe"):
		return 1, true
	case strings.HasPrefix(text, "\xfe\xff"):
		return 0, true
	case strings.IndexByte(text, 0) < 0:
		return 0, false
	}
	var zeros [2]int
	for i := 0; i < len(text); i++ {
		if text[i] == 0 {
			zeros[i&1]++
		}
	}
	high := 0
	if zeros[1] > zeros[0] {
		high = 1
	}
	return high, zeros[high] > 2 && zeros[high]*2*minZeros >= len(text) && zeros[high] > 8*zeros[1-high]
}
