// Package extract reads a reply from left to right, one outermost object or list
// (a unit) at a time, and keeps those that are what is looked for. It knows how a
// reply is wrapped (blanks, encoding, thinking blocks, fences, tokens) and what
// stands around the units, but not what they mean: it knows no verdict.
package extract

import (
	"html"
	"strings"
	"sync"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
)

// MaxReply is the longest reply that is read: far past what a judge writes,
// and short enough that offsets fit in 32 bits.
const MaxReply = 16 << 20

// maxReference is how long [#12] may be, to be no list that begins with a
// comment: longer than any anchor, short enough to look ahead at each [.
const maxReference = 64

// maxKept is how many nodes or finds an extraction may have room for and be kept:
// most verdicts have far fewer, and a hostile reply leaves no more than 48 KB behind.
const maxKept = 1 << 10

// usualNodes is how many nodes a verdict has, but for few.
const usualNodes = 16

// An Extraction is a reply that is searched, and what was found in it so far. Its
// Tree is the unit read last.
type Extraction struct {
	lenient.Reader
	Start   int                 // where the reply proper begins, after any thinking block
	Outer   Wrapping            // of the reply as a whole: Encoded, Thinking
	Finds   []chars.Span        // the units that are what is looked for
	Last    lenient.Tree        // the last of them
	Against objection.Objection // the first reason why they may not stand

	CutAt int  // where a unit opens in which the text ends, -1 if none does
	again bool // the text after such a unit is looked at again

	units, envelopes int // that were read, that were opened

	size    int             // how much memory a part of the text keeps
	hidden  []lenient.Aside // the comments and loose strings of the finds
	brace   int             // the next { that was not read; len(Text) if there is none
	bracket int             // the next [
}

// spares are extractions that have ended. They hold offsets and no text, and
// nothing that is returned is a part of them, so that the next may have them.
var spares = sync.Pool{New: func() any {
	return &Extraction{
		Reader: lenient.Reader{Tree: lenient.Tree{Nodes: make([]lenient.Node, 0, usualNodes)}},
		Last:   lenient.Tree{Nodes: make([]lenient.Node, 0, usualNodes)},
		Finds:  make([]chars.Span, 0, 1),
	}
}}

// Open begins the search of reply, which ends with Close. What is UTF-16, or encoded
// as a whole, is read decoded. Its objection is why the reply cannot be searched: it
// is too large, or begins with a thinking block that is never closed.
func Open(reply string) (*Extraction, objection.Objection) {
	x := spares.Get().(*Extraction)
	if len(reply) > MaxReply {
		return x, objection.At(0, objection.TooLarge)
	}
	text, wide := chars.FromUTF16(reply)
	if wide {
		x.Outer |= Encoded
	}
	x.setText(text)
	if inner, ok := encodedReply(x.Text, x.Start); ok {
		x.setText(inner)
		x.Outer |= Encoded
	}
	x.Tree.Span.End = x.Start
	x.brace, x.bracket, x.CutAt = -1, -1, -1
	return x, x.skipThinking()
}

// Close ends the search.
func (x *Extraction) Close() {
	if cap(x.Nodes) <= maxKept && cap(x.Last.Nodes) <= maxKept && cap(x.Finds) <= maxKept {
		nodes, last, finds := x.Nodes[:0], x.Last.Nodes[:0], x.Finds[:0]
		*x = Extraction{}
		x.Nodes, x.Last.Nodes, x.Finds = nodes, last, finds
		spares.Put(x)
	}
}

// skipThinking skips the thinking block that the reply begins with.
func (x *Extraction) skipThinking() objection.Objection {
	start, thought, closed := skipTokens(x.Text, x.Start)
	if !closed {
		return objection.At(x.Start, objection.ThinkingNeverCloses)
	}
	x.skipTo(start, thought)
	tag := openingTag(x.Text, x.Start)
	if tag.end == 0 {
		return objection.Objection{}
	}
	end := closingTag(x.Text, tag)
	if end < 0 && tag.isHeading() {
		return objection.Objection{}
	}
	if end < 0 {
		return objection.At(x.Start, objection.ThinkingNeverCloses)
	}
	x.skipTo(end, true)
	return objection.Objection{}
}

// skipTo lets the reply proper begin at start. thought says that what stands
// before it was thought.
func (x *Extraction) skipTo(start int, thought bool) {
	x.Start, x.Tree.Span.End = start, start
	if thought {
		x.Outer |= Thinking
	}
}

// setText takes text without the blanks around it; offsets stay.
func (x *Extraction) setText(text string) {
	x.size = len(text)
	x.Start = chars.BlankStart(text, 0, len(text))
	x.Text = text[:chars.BlankEnd(text, x.Start, len(text))]
}

// encodedReply returns what text[start:] stands for where all of it is encoded:
// a JSON string, the content of one ({\"pass\": true}), or HTML.
func encodedReply(text string, start int) (string, bool) {
	reply := text[start:]
	switch {
	case len(reply) > 1 && reply[0] == '"':
		end, _ := lenient.StringEnd(reply, 1, lenient.QuoteDouble, 0)
		if end != len(reply)-1 {
			return "", false
		}
		return lenient.Unescape(reply[1:end]), true
	case strings.HasPrefix(reply, `{\`):
		// Only if no quote and no line stands outside of the encoding.
		if end, t := lenient.StringEnd(reply, 0, lenient.QuoteDouble, 0); end >= 0 || t&lenient.TraitRaw != 0 {
			return "", false
		}
		return lenient.Unescape(reply), true
	case strings.HasPrefix(reply, "{&quot;"):
		if strings.IndexByte(reply, '"') >= 0 {
			return "", false
		}
		return html.UnescapeString(reply), true
	}
	return "", false
}

// Next reads the next unit into Tree. It returns false where there is none.
func (x *Extraction) Next() bool {
	at := x.nextOpener()
	if at == len(x.Text) {
		return false
	}
	x.Read(at)
	x.units++
	if x.Ending == lenient.Cut && !x.again {
		x.CutAt = at
	}
	return true
}

// LookAgain goes back to the lines after the unit that the text ends in, once: a
// quote or a brace in the text may have swallowed them. What Next reads then may
// lower what was found, and no more. It returns false where there is no such unit,
// or where that is a find itself, a fail.
func (x *Extraction) LookAgain() bool {
	if x.CutAt < 0 || x.again || len(x.Finds) > 0 && x.Finds[len(x.Finds)-1].End > x.CutAt {
		return false
	}
	x.again = true
	line := strings.IndexByte(x.Text[x.CutAt:], '\n')
	if line < 0 {
		return false
	}
	x.Tree.Span.End = x.CutAt + line
	x.brace, x.bracket = -1, -1
	return true
}

// nextOpener returns the offset of the next { or [ that is read, or the length
// of the text.
func (x *Extraction) nextOpener() int {
	if x.brace < x.Tree.Span.End {
		x.brace = chars.IndexFrom(x.Text, x.Tree.Span.End, '{')
	}
	for x.brace < len(x.Text) && isQuotedAlone(x.Text, x.brace) {
		x.brace = chars.IndexFrom(x.Text, x.brace+1, '{')
	}
	if x.bracket < x.Tree.Span.End {
		x.bracket = chars.IndexFrom(x.Text, x.Tree.Span.End, '[')
	}
	for x.bracket < len(x.Text) && (opensNoList(x.Text, x.bracket) || isQuotedAlone(x.Text, x.bracket)) {
		x.bracket = chars.IndexFrom(x.Text, x.bracket+1, '[')
	}
	return min(x.brace, x.bracket)
}

// opensNoList reports whether the [ at pos opens a closing tag ([/THINK]) or a
// reference ([#12]), which must end on its line and soon.
func opensNoList(text string, pos int) bool {
	if pos+2 >= len(text) || !chars.IsASCIIWord(text[pos+2]) {
		return false
	}
	switch text[pos+1] {
	case '/':
		return chars.Lower(text[pos+2]) >= 'a'
	case '#':
		i := strings.IndexAny(text[pos:min(len(text), pos+maxReference)], "]\n")
		return i > 0 && text[pos+i] == ']'
	}
	return false
}

// Found keeps the unit read last as one that is looked for. It is the Last then,
// and Tree is empty.
func (x *Extraction) Found() {
	x.Finds = append(x.Finds, x.Tree.Span)
	x.hidden = append(x.hidden, x.Asides...)
	nodes, asides := x.Last.Nodes[:0], x.Asides
	x.Last = x.Tree
	x.Last.Asides = nil
	x.Nodes, x.Asides = nodes, asides
}

// FoundAgain keeps the unit read last as a find, and the Last before it as the
// one that counts.
func (x *Extraction) FoundAgain() {
	x.Finds = append(x.Finds, x.Tree.Span)
	x.hidden = append(x.hidden, x.Asides...)
	x.Nodes = x.Nodes[:0]
}

// Doubt keeps the first reason why the finds may not stand, if o is one.
func (x *Extraction) Doubt(o objection.Objection) {
	if !x.Against.Holds() {
		x.Against = o
	}
}

// Inner returns the object in the unit if it is a wrapper, an object with one
// member of a known name, or a list of one; else 0.
func (x *Extraction) Inner() uint32 {
	n := x.Nodes
	if x.Ending != lenient.Whole {
		return 0
	}
	obj := uint32(0)
	if n[0].Kind == lenient.KindArray && len(n) > 1 && n[1].Kind == lenient.KindObject && n[1].Next == n[0].Next {
		obj = 1
	}
	if n[obj].Kind != lenient.KindObject {
		return 0
	}
	if arguments := x.call(obj); arguments > 0 {
		return arguments
	}
	if m, ok := x.Only(0); ok && x.Wraps(m.Key) {
		return m.Value
	}
	return obj
}

// Wraps reports whether the member whose key is at index i is an object under
// the name of a wrapper.
func (x *Extraction) Wraps(i uint32) bool {
	if x.Nodes[i+1].Kind != lenient.KindObject {
		return false
	}
	for _, name := range [...]string{"verdict", "result", "evaluation", "judgment", "judgement",
		"assessment", "review", "output", "response", "answer", "data"} {
		if chars.SameKey(name, x.Str(x.Nodes[i])) {
			return true
		}
	}
	return false
}

// KeyOf returns the first of keys that stands in the unit read last, exactly
// or folded and at any depth, and where.
func (x *Extraction) KeyOf(keys []string) (string, int) {
	for _, n := range x.Nodes {
		if !n.Has(lenient.TraitKey) {
			continue
		}
		name := x.Str(n)
		for _, key := range keys {
			if chars.SameKey(key, name) {
				return key, int(n.Start)
			}
		}
	}
	return "", 0
}
