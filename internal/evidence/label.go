package evidence

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// denialLabels are labels besides the pass keys that "no" and "false" speak
// against; plainLabels those that only "no" does, for code says "passes=false".
var (
	denialLabels = [...]string{"passed", "approved", "accepted", "decision"}
	plainLabels  = [...]string{"pass", "passes", "passing", "approve", "acceptable"}
)

// choiceLabels are labels that name both: a fail after them is one.
var choiceLabels = [...]string{"pass/fail", "pass or fail"}

// labelled returns the key that before ends in as a label, if value speaks
// against the verdict; else "".
func (w *Watch) labelled(before, value string) string {
	before = withoutRemark(before)
	for _, key := range w.PassKeys {
		if isLabel(before, key) && w.Prose.Says(value, vocab.NearLabel, ".,;") == vocab.SaysFail {
			return key
		}
	}
	for _, key := range w.ScoreKeys {
		if !isLabel(before, key) {
			continue
		}
		if x, ok := numberIn(value); ok && !(x >= w.Low && x <= w.High) {
			return key
		}
	}
	if w.Heard {
		if key := w.denied(before, value); key != "" {
			return key
		}
	}
	if w.Vetoes && isLabel(before, "severity") && saysSeverity(value) {
		return "severity"
	}
	return ""
}

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

// numberIn returns the number that value begins with, after decoration.
func numberIn(value string) (float64, bool) {
	value = value[:min(len(value), vocab.MaxProse)]
	decor, _ := vocab.DecorEnd(value)
	if strings.HasPrefix(value[decor:], "</") { // <b>score:</b> 3
		value = value[decor+vocab.TagLen(value[decor:]):]
		decor, _ = vocab.DecorEnd(value)
	}
	if decor > 0 && strings.IndexByte("-.", value[decor-1]) >= 0 {
		decor--
	}
	end, _ := lenient.NumberEnd(value, decor)
	if end == 0 {
		return 0, false
	}
	return lenient.ParseFloat(value[decor:end]), true
}

// denied returns the label besides the pass keys that before ends in, if value
// denies a pass by it; else "".
func (w *Watch) denied(before, value string) string {
	for _, key := range denialLabels {
		if isLabel(before, key) && vocab.SaysNo(value, []string{"no", "false", "not yet"}) {
			return key
		}
	}
	for _, key := range plainLabels {
		if isLabel(before, key) && vocab.SaysNo(value, []string{"no", "not yet"}) {
			return key
		}
	}
	for _, key := range choiceLabels {
		if isLabel(before, key) && w.Prose.FailsAt(value) {
			return key
		}
	}
	return ""
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
