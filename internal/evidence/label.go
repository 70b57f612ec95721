package evidence

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
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

// isLabel reports whether before ends in key, with no letter or digit just
// before it, or as the last word of isPass.
func isLabel(before, key string) bool {
	i := chars.KeySuffix(before, key)
	return i >= 0 && (!endsInWord(before[:i]) || i < len(before) && before[i] >= 'A' && before[i] <= 'Z' && before[i-1] >= 'a')
}
