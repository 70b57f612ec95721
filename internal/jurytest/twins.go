package jurytest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// Words reads pass values as the vocabulary does, by lookups.
type Words struct {
	said       map[string]string // what is said by the whole word
	refused    map[string]bool   // what may stand before an explanation
	abstention []string
	beginning  *regexp.Regexp
}

// NewWords returns the twin for these lists, with what a contract adds to them.
func NewWords(refusals, assents, abstentions, pass, fail []string) Words {
	w := Words{said: map[string]string{}, refused: map[string]bool{}, abstention: abstentions}
	for _, word := range slices.Concat(assents, pass) {
		w.said[FoldWord(word)] = "pass"
	}
	for _, word := range slices.Concat(refusals, fail) {
		w.refused[FoldWord(word)] = true
	}
	w.beginning = regexp.MustCompile(`^[^\pL\p{Nd}]*(` + strings.ReplaceAll(strings.Join(refusals, "|"), " ", `[-_`+Space+`]+`) + `)([^\pL\p{Nd}]|$)`)
	return w
}

// Read returns "pass", "fail" or "", and what the original made of the word.
func (w Words) Read(word string) (said string, truth bool) {
	word = strings.TrimFunc(word, chars.IsPythonSpace)
	bare := strings.Trim(word, marksAround)
	head := strings.Trim(heads.Split(bare, 2)[0], marksAround)
	first := LowerASCII(head)
	switch {
	case w.refused[FoldWord(bare)], w.refused[FoldWord(head)], first == "not",
		strings.HasPrefix(first, "not") && !chars.IsASCIIWord(first[3]):
		return "fail", false
	}
	if m := w.beginning.FindStringSubmatch(LowerASCII(bare)); m != nil && len(m[1]) >= 4 {
		return "fail", false
	}
	for _, part := range []string{bare, head} {
		if slices.Contains(w.abstention, FoldWord(part)) {
			return "", false
		}
	}
	if said, ok := w.said[FoldWord(word)]; ok {
		return said, said == "pass"
	}
	return "", word != ""
}

// marksAround are what may stand around a refusal.
const marksAround = "*_`'\"->|“”‘’\t\n\v\f\r\x1c\x1d\x1e\x1f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
	"\u2028\u2029\u202f\u205f\u3000\u200b\u200c\u200d\u2060\ufeff\u00ad"

// heads end what may be a refusal before an explanation.
var heads = regexp.MustCompile(`[.:;,!?()\[\]=…–—\r\n\x{2028}\x00。：；，！（、]|[` + Space + `][-–—]+[` + Space + `]`)

// Numbers is the grammar of a number in quotes.
var Numbers = regexp.MustCompile(`^[+-]?(\d+(_\d+)*\.?|(\d+(_\d+)*)?\.\d+(_\d+)*)([eE][+-]?\d+(_\d+)*)?$`)

// ReadNumber reads a number in quotes by a regular expression.
func ReadNumber(s string) (float64, bool) {
	s = strings.TrimFunc(s, chars.IsPythonSpace)
	if !Numbers.MatchString(s) {
		return 0, false
	}
	x, _ := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	return x, true
}
