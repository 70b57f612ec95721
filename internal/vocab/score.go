package vocab

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// A Scale says how a number in a text gives its scale.
type Scale uint8

const (
	ScaleNone    Scale = iota // there is no number, or one of another scale
	ScalePlain                // 7
	ScaleShare                // 7/10, 7 of 10, 7 out of 10
	ScalePercent              // 70%
)

// Score reads the number that text begins with, decoration aside, and returns
// where it ends and what it is on the scale from lo to hi: 3/5 is 6 of 10. Of a sum
// what it comes to is read: 0.2 + 0.5 = 0.7. A number above hi is of another scale,
// as one below lo that is not negative; so is a share where lo is neither 0 nor
// 1, unless it is of hi. A range is no number.
func Score(text string, lo, hi float64) (x float64, scale Scale, end int) {
	start, _ := DecorEnd(text)
	if strings.HasPrefix(text[start:], "</") { // <b>score:</b> 3
		start += TagLen(text[start:])
		decor, _ := DecorEnd(text[start:])
		start += decor
	}
	for start > 0 && strings.IndexByte("-+.", text[start-1]) >= 0 {
		start--
	}
	x, end = number(text, start)
	if end == 0 {
		return 0, ScaleNone, 0
	}
	if sum, after := sumEnd(text, end); after > 0 {
		x, end = sum, after
	}
	of, after := divisor(text, end)
	if after > 0 {
		end = after
	}
	switch rest := text[end:]; {
	case after == 0 && (StartsWord(rest) || isRange(rest)):
		return 0, ScaleNone, 0
	case after == 0 && x >= lo && x <= hi, after == 0 && x < 0 && x < lo:
		return x, ScalePlain, end
	case after == 0 || !(x >= 0 && x <= of) || of == 0:
		return 0, ScaleNone, 0
	case of == hi && x >= lo:
	case lo == 0 || lo == 1:
		x = x * hi / of
	default:
		return 0, ScaleNone, 0
	}
	if scale = ScaleShare; text[end-1] == '%' {
		scale = ScalePercent
	}
	return x, scale, end
}

// number reads the number at start; end is 0 where there is none.
func number(text string, start int) (x float64, end int) {
	end, _ = lenient.NumberEnd(text, start)
	if end == 0 {
		return 0, 0
	}
	return lenient.ParseFloat(text[start:end]), end
}

// divisor reads what a number that ends at end is of, and where that ends; 0, 0 if
// it is of nothing.
func divisor(text string, end int) (of float64, after int) {
	rest := strings.TrimLeft(text[end:], " \t*_")
	if strings.HasPrefix(rest, "%") {
		return 100, len(text) - len(rest) + 1
	}
	for _, word := range [...]string{"/", "out of", "of"} {
		if more, ok := strings.CutPrefix(rest, word); ok {
			more = strings.TrimLeft(more, " \t*_")
			of, after = number(text, len(text)-len(more))
			return of, after
		}
	}
	return 0, 0
}

// sumEnd reads what the sum whose first number ends at end comes to, and where
// that ends; 0, 0 if it is no sum.
func sumEnd(text string, end int) (x float64, after int) {
	line, _, _ := strings.Cut(text[end:min(len(text), end+MaxProse)], "\n")
	i := strings.LastIndexByte(line, '=')
	if i < 0 || strings.Trim(line[:i], " \t0123456789.+()*/×_-=") != "" || strings.TrimLeft(line[:i], " )*_") == "" && line[0] != ')' {
		return 0, 0
	}
	rest := strings.TrimLeft(line[i+1:], " \t*_")
	return number(text, end+len(line)-len(rest))
}

// isRange reports whether rest, which follows a number, makes it a range: "1-10".
func isRange(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	for _, mark := range [...]string{"-", "–", "to ", "through "} {
		if more, ok := strings.CutPrefix(rest, mark); ok {
			more = strings.TrimLeft(more, " ")
			return more != "" && more[0] >= '0' && more[0] <= '9'
		}
	}
	return false
}

// WholeScore reads text, all of it, as a number with its scale: "9/10", "95%".
func WholeScore(text string, lo, hi float64) (float64, bool) {
	text = strings.TrimSpace(text)
	x, scale, end := Score(text, lo, hi)
	return x, scale > ScalePlain && end == len(text) && text[0] >= '0' && text[0] <= '9'
}
