package evidence

import (
	"strings"

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

// isLabel reports whether before ends in key, with no letter or digit just
// before it, or as the last word of isPass.
func isLabel(before, key string) bool {
	i := chars.KeySuffix(before, key)
	return i >= 0 && (!endsInWord(before[:i]) || i < len(before) && before[i] >= 'A' && before[i] <= 'Z' && before[i-1] >= 'a')
}
