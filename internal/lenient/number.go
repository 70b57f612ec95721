package lenient

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// NumberOf returns the number that a value of kind k is, which stands for text:
// a number, or one in quotes.
func NumberOf(k Kind, text string) (float64, bool) {
	switch k {
	case KindNumber:
		return ParseFloat(text), true
	case KindString:
		return readNumber(text)
	}
	return 0, false
}

// readNumber reads a number in quotes: white space around it, a sign, leading
// zeros, _ between digits, and a point with digits on one side only are
// allowed; hex, inf and nan are not. A number past the range of float64 is
// infinite.
func readNumber(s string) (float64, bool) {
	s = strings.TrimFunc(s, chars.IsPythonSpace)
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	end := underscoredEnd(s, i)
	digits := end - i
	if end < len(s) && s[end] == '.' {
		fraction := underscoredEnd(s, end+1)
		digits += fraction - (end + 1)
		end = fraction
	}
	if digits == 0 {
		return 0, false
	}
	if end < len(s) && chars.Lower(s[end]) == 'e' {
		i = end + 1
		if i < len(s) && (s[i] == '-' || s[i] == '+') {
			i++
		}
		if end = underscoredEnd(s, i); end == i {
			return 0, false
		}
	}
	if end != len(s) {
		return 0, false
	}
	return ParseFloat(strings.ReplaceAll(s, "_", "")), true
}

// underscoredEnd returns the end of the run of digits that begins at pos, with
// single _ between them.
func underscoredEnd(s string, pos int) int {
	end := DigitsEnd(s, pos)
	for end > pos && end < len(s) && s[end] == '_' {
		next := DigitsEnd(s, end+1)
		if next == end+1 {
			break
		}
		end = next
	}
	return end
}
