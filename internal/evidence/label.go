package evidence

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// withoutRemark returns before without the remark in parentheses or brackets
// that it ends with: "score (1-20)".
func withoutRemark(before string) string {
	opener := byte('(')
	switch {
	case strings.HasSuffix(before, ")"):
	case strings.HasSuffix(before, "]"):
		opener = '['
	default:
		return before
	}
	inside := before[:len(before)-1]
	i := strings.LastIndexByte(inside, opener)
	if i < 0 {
		return ""
	}
	label := strings.TrimRight(inside[:i], " *_`")
	if label == "" || strings.HasSuffix(label, "\n") { // no remark, but all there is: "[pass]"
		return inside[i+1:]
	}
	return label
}

// saysSeverity reports whether the value of a label is a severity that counts,
// and not one of a list in which each has its number.
func saysSeverity(value string) bool {
	severity, rest := CutSeverity(value)
	if severity == "" {
		return false
	}
	of := ValueAfter(rest)
	return of == "" || !vocab.SaysNoVeto(of)
}

// wordVeto is the word for what stops everything.
const wordVeto = "veto"

// cutSeverity returns value without the severity that it begins with, a picture
// aside: Veto, Blocking, or "" for none.
func CutSeverity(value string) (severity, after string) {
	if value != "" && value[0] >= utf8.RuneSelf { // a picture
		decor, _ := vocab.DecorEnd(value)
		value = value[decor:]
	}
	for _, severity := range [...]string{wordVeto, "blocking"} {
		if rest, ok := vocab.CutWord(value, severity); ok {
			return severity, rest
		}
	}
	return "", value
}

// vetoLine returns what the line says after the word veto, or after vetoes or
// vetoed and a colon, if it begins with it, marks and brackets aside, and does
// not say that there is none.
func VetoLine(line string) (text string, ok bool) {
	decor, _ := vocab.DecorEnd(line)
	text, ok = vocab.CutWord(line[decor:], wordVeto)
	ok = ok && !GoesOnAsName(text)
	for _, label := range [...]string{"vetoes", "vetos", "vetoed"} {
		if after, is := vocab.CutWord(line[decor:], label); is {
			text = ValueAfter(after)
			ok = text != "" // else it stands above a list, which may be empty
		}
	}
	if !ok {
		return "", false
	}
	text = strings.TrimFunc(text, func(c rune) bool { return vocab.IsMark(c) || strings.ContainsRune(":)]—–", c) })
	return text, !vocab.SaysNoVeto(text)
}

// goesOnAsName reports whether rest, which follows a word, makes it the name of a
// file or function: "veto.go", "veto(x)", "veto_test.go".
func GoesOnAsName(rest string) bool {
	rest = rest[nameEnd(rest):]
	return len(rest) > 1 && (rest[0] == '.' || rest[0] == '(') && vocab.StartsWord(rest[1:])
}

// isLabel reports whether before ends in key, with no letter or digit just
// before it, or as the last word of isPass.
func isLabel(before, key string) bool {
	i := chars.KeySuffix(before, key)
	return i >= 0 && (!endsInWord(before[:i]) || i < len(before) && before[i] >= 'A' && before[i] <= 'Z' && before[i-1] >= 'a')
}
