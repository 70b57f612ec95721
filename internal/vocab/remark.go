package vocab

import (
	"strings"
	"unicode/utf8"
)

// Opening returns what text begins with, up to a blank: a word, with what stands at
// it, behind words that say nothing.
func Opening(text string) string {
	for end := 0; ; end++ {
		word, _, more := strings.Cut(text[end:], " ")
		end += len(word)
		if !more || classOf(word)&plain == 0 {
			return text[:end]
		}
	}
}

// TakesBack reports whether remark, which stands behind an assent or a number,
// takes it back: it says fail or that nothing is decided, begins an exception or a
// condition, is left open, or holds a refusal that is not negated: "(see FAIL above)".
func (w *Words) TakesBack(remark string) bool {
	if strings.Count(remark, "(") > strings.Count(remark, ")") {
		return true // it goes on past the end of what was written
	}
	switch w.Value(remark) {
	case SaysFail, SaysBoth, SaysAbstain:
		return true
	}
	for turned := 0; remark != ""; {
		n := wordLen(remark)
		is := classOf(remark[:n])
		switch {
		case is&(revokes|defers) != 0, is&(grave|fault) == grave|fault && turned == 0, is&refusal != 0 && is&(said|alone) == 0 && turned == 0:
			return true
		case is&negator != 0:
			turned = negates
		case n > 0 && turned > 0:
			turned--
		}
		_, size := utf8.DecodeRuneInString(remark[n:])
		remark = remark[n+size:]
	}
	return false
}
