package extract

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/objection"
)

// DraftEnd returns the offset after the last thinking tag that closes without
// having opened, and stands at the end of its line: what is before it was thought.
// Where there is none it is Start.
func (x *Extraction) DraftEnd() int {
	end, open := x.Start, 0
	tags := chars.NewSeeker(x.Text, "<[")
	for at := tags.From(x.Start); at+1 < len(x.Text); at = tags.From(at + 1) {
		if t := openingTag(x.Text, at); t.end > 0 && !t.isHeading() {
			open++
			continue
		}
		if x.Text[at+1] != '/' {
			continue
		}
		after := tagNameEnd(x.Text, at+2)
		if thinkingName(x.Text[at+2:after]) == "" || after == len(x.Text) || x.Text[after] != '>' && x.Text[after] != ']' {
			continue
		}
		if open > 0 {
			open--
			continue
		}
		if line, _, _ := strings.Cut(x.Text[after+1:], "\n"); chars.TrimBlank(line) == "" {
			end = after + 1
		}
	}
	return end
}

// Thinking says that a thinking block closes after end, so that what stands before
// it is a draft, or opens and is not closed.
func (x *Extraction) Thinking(end int) objection.Objection {
	x.Finds = append(x.Finds, chars.Span{Start: end, End: end})
	if at := x.closedThinking(); at >= 0 {
		return objection.At(at, objection.ThinkingEnds)
	}
	x.Finds[0] = chars.Span{Start: len(x.Text), End: len(x.Text)}
	if at := x.openThinking(); at >= 0 {
		return objection.At(at, objection.ThinkingOpen)
	}
	return objection.Objection{}
}
