package extract

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/objection"
)

// Incomplete reports that the reply was cut off: it ends inside a unit, or
// before the last of the finds a thinking block opens that is not closed.
func (x *Extraction) Incomplete() objection.Objection {
	if x.CutAt >= 0 {
		return objection.At(x.CutAt, objection.CutInside)
	}
	if x.IsAll() {
		return objection.Objection{}
	}
	if at := x.closedThinking(); at >= 0 {
		return objection.At(at, objection.ThinkingEnds)
	}
	if at := x.openThinking(); at >= 0 {
		return objection.At(at, objection.ThinkingOpen)
	}
	if at := x.enclosed(); at >= 0 {
		return objection.At(at, objection.Enclosed)
	}
	return objection.Objection{}
}

// Standing says why the finds may not stand: the reply was cut off, something was
// doubted while it was read, or their comments or the text outside them hold what
// w watches for.
func (x *Extraction) Standing(w *evidence.Watch) objection.Objection {
	if o := x.Incomplete(); o.Holds() {
		return o
	}
	if x.Against.Holds() || len(w.Keys) == 0 {
		return x.Against
	}
	if o := x.Hiding(w).Or(x.Outside(w)); o.Holds() {
		return o
	}
	return x.Unbalanced()
}

// Hiding looks through the comments and loose strings of the finds for text of
// a verdict that they may have swallowed: a brace, or contract keys.
func (x *Extraction) Hiding(w *evidence.Watch) objection.Objection {
	if len(x.hidden) == 0 {
		return objection.Objection{}
	}
	inside := evidence.Watch{Text: w.Text, Keys: w.Keys}
	for _, a := range x.hidden {
		text := x.Text[a.Start:a.End]
		if i := strings.IndexByte(text, '{'); i >= 0 {
			return objection.At(a.Start+i, objection.BraceHidden)
		}
		d := inside.Stray(a.Start, a.End)
		if !d.Holds() || a.Comment && !swallowed(text) && !inside.Stray(d.Offset+1, a.End).Holds() {
			continue
		}
		d.Why = objection.KeyHidden
		return d
	}
	return objection.Objection{}
}

// swallowed reports whether comment, which holds one contract key, may begin
// inside a string of a judge who quoted the comment's opener: a bracket closes
// in it, a string ends at its start, or a quote is left over. A remark such as
// // "pass": false at first
// has none of these.
func swallowed(comment string) bool {
	text := strings.TrimLeft(comment, "/*# ")
	return strings.ContainsAny(text, "]}") || strings.Count(text, `"`)%2 != 0 ||
		strings.HasPrefix(text, `",`) || strings.HasPrefix(text, `'`)
}

// Outside looks through the text outside the finds, by w.
func (x *Extraction) Outside(w *evidence.Watch) objection.Objection {
	return x.Gaps(func(gap chars.Span) objection.Objection { return w.Stray(gap.Start, gap.End) })
}

// Gaps calls look for each stretch of text outside the finds, and returns
// the first doubt.
func (x *Extraction) Gaps(look func(chars.Span) objection.Objection) objection.Objection {
	pos := x.Start
	for _, unit := range x.Finds {
		if d := look(chars.Span{Start: pos, End: unit.Start}); d.Holds() {
			return d
		}
		pos = unit.End
	}
	return look(chars.Span{Start: pos, End: len(x.Text)})
}
