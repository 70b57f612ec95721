// Package lenient reads objects and lists by a grammar larger than JSON: values,
// where they stand in the text, and how the text ends. It guesses nothing, and
// knows no verdict and no contract.
package lenient

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// MaxDepth is how deep objects and arrays may nest: far past anything a judge
// writes, and shallow enough that no caller of encoding/json recurses far.
const MaxDepth = 1000

// A Reader reads objects and lists by a grammar larger than JSON, one at a
// time, into its Tree. It guesses nothing: it never closes what is open, inserts
// a quote, or takes a part of a word for a word. Each byte is read once.
type Reader struct {
	Tree
	pos   int    // the next byte to read
	open  uint32 // the index of the innermost object or list that is not closed
	depth int    // how many are not
}

// Read reads the object or list that opens at pos in the text. The tree then
// has all that was read, also of a broken one; what it had before is lost.
func (r *Reader) Read(pos int) {
	r.pos = pos
	r.Nodes, r.depth = r.Nodes[:0], 0
	r.Beyond, r.Asides = 0, r.Asides[:0]
	r.push()
	r.Ending = r.readItems()
	for r.depth > 0 {
		r.Nodes[r.open].Traits |= TraitOpen
		r.close()
	}
	r.Span = chars.Span{Start: pos, End: r.pos}
}

// readItems reads until the outermost value is closed. Each turn reads one
// item (a member or an element) and what separates it from the next.
func (r *Reader) readItems() Ending {
	fresh := true // nothing stands between the opener or comma and here
	first := true // nothing was read in the innermost value yet
	for {
		lineEnd, ok := r.skipBlank()
		if !ok || r.pos == len(r.Text) {
			return Cut
		}
		c := r.Text[r.pos]
		switch {
		case c == '}' || c == ']':
			if !r.pop(c) {
				return Broken
			}
			if fresh && !first {
				r.Beyond |= BeyondSyntax // a trailing comma
			}
			if r.depth == 0 {
				return Whole
			}
			fresh, first = false, false
			continue
		case !fresh:
			if n := commaLen(r.Text, r.pos); n > 0 {
				if n > 1 {
					r.Beyond |= BeyondSyntax
				}
				r.pos += n
				fresh = true
				continue
			}
			if !lineEnd {
				return Broken
			}
			r.Beyond |= BeyondSyntax // a missing comma
		}
		opened, end := r.readItem()
		if end != Whole {
			return end
		}
		fresh, first = opened, opened
	}
}

// readItem reads a member or an element, as the innermost open value demands.
// It reports whether the item opened an object or array.
func (r *Reader) readItem() (opened bool, end Ending) {
	inObject := r.Nodes[r.open].Kind == KindObject
	if inObject {
		if end := r.readKey(); end != Whole {
			return false, end
		}
	}
	c := r.Text[r.pos]
	if c == '{' || c == '[' {
		if r.depth == MaxDepth {
			return false, Broken
		}
		r.push()
		return true, Whole
	}
	if !inObject && strings.HasPrefix(r.Text[r.pos:], "...") {
		r.add(KindEllipsis, 0, r.pos, r.pos+3)
		r.pos += 3
		r.Beyond |= BeyondSyntax
		return false, Whole
	}
	return false, r.readScalar(c)
}

// readKey reads a key, its colon, and the blanks up to the value.
func (r *Reader) readKey() Ending {
	if quote := quoteAt(r.Text, r.pos); quote != 0 {
		if !r.readString(quote, TraitKey) {
			return Cut
		}
	} else if !r.readBareKey() {
		return Broken
	}
	if _, ok := r.skipBlank(); !ok || r.pos == len(r.Text) {
		return Cut
	}
	n := colonLen(r.Text, r.pos)
	if n == 0 {
		return Broken
	}
	if n > 1 {
		r.Beyond |= BeyondSyntax
	}
	r.pos += n
	if _, ok := r.skipBlank(); !ok || r.pos == len(r.Text) {
		return Cut
	}
	return Whole
}

// readBareKey reads a key in no quotes.
func (r *Reader) readBareKey() bool {
	end := r.pos
	for end < len(r.Text) && IsBareKey(r.Text[end], end == r.pos) {
		end++
	}
	if end == r.pos {
		return false
	}
	r.add(KindString, TraitKey|traitBare, r.pos, end)
	r.pos = end
	r.Beyond |= BeyondSyntax
	return true
}

// IsBareKey reports whether c may stand in a key in no quotes, or begin it.
func IsBareKey(c byte, first bool) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c == '$':
		return true
	case c >= '0' && c <= '9', c == '-':
		return !first
	}
	return false
}

// readScalar reads a string, a number or a word that begins with c.
func (r *Reader) readScalar(c byte) Ending {
	if quote := quoteAt(r.Text, r.pos); quote != 0 {
		if !r.readString(quote, 0) {
			return Cut
		}
		return Whole
	}
	if k, n := wordAt(r.Text[r.pos:]); n > 0 {
		r.add(k, 0, r.pos, r.pos+n)
		r.pos += n
		switch {
		case k == KindNonFinite:
			r.Beyond |= BeyondFinite
		case c < 'a':
			r.Beyond |= BeyondSyntax
		}
		return Whole
	}
	end, strict := NumberEnd(r.Text, r.pos)
	if end == 0 {
		return Broken
	}
	if !strict {
		r.Beyond |= BeyondSyntax
	}
	r.add(KindNumber, 0, r.pos, end)
	r.pos = end
	return Whole
}

// wordAt returns what word s begins with, and its length. What follows the
// word is the business of the caller: no item may follow another directly, so
// a longer word breaks the reading.
func wordAt(s string) (Kind, int) {
	switch s[0] {
	case 't', 'T':
		if len(s) >= 4 && s[1:4] == "rue" {
			return KindTrue, 4
		}
	case 'f', 'F':
		if len(s) >= 5 && s[1:5] == "alse" {
			return KindFalse, 5
		}
	case 'n':
		if strings.HasPrefix(s, "null") {
			return KindNull, 4
		}
	case 'N':
		if strings.HasPrefix(s, "None") {
			return KindNull, 4
		}
		if strings.HasPrefix(s, "NaN") {
			return KindNonFinite, 3
		}
	case 'I':
		if strings.HasPrefix(s, "Infinity") {
			return KindNonFinite, 8
		}
	case '-':
		if strings.HasPrefix(s, "-Infinity") {
			return KindNonFinite, 9
		}
	}
	return 0, 0
}

// NumberEnd returns the end of the number that begins at pos, and whether it
// is one of strict JSON (the others: .9, 1., +1). It returns 0 for what is no
// number.
func NumberEnd(text string, pos int) (end int, strict bool) {
	strict = true
	i := pos
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		strict = text[i] == '-'
		i++
	}
	whole := DigitsEnd(text, i)
	if whole > i+1 && text[i] == '0' {
		return 0, false // a leading zero: 010 may mean 8
	}
	end = whole
	if end < len(text) && text[end] == '.' {
		fraction := DigitsEnd(text, end+1)
		if whole == i && fraction == end+1 {
			return 0, false
		}
		strict = strict && whole > i && fraction > end+1
		end = fraction
	} else if whole == i {
		return 0, false
	}
	if end < len(text) && (text[end] == 'e' || text[end] == 'E') {
		e := end + 1
		if e < len(text) && (text[e] == '+' || text[e] == '-') {
			e++
		}
		end = DigitsEnd(text, e)
		if end == e {
			return 0, false
		}
	}
	return end, strict
}

// ParseFloat returns the value of s, a number by our grammar; infinite past
// the range of float64.
func ParseFloat(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

// DigitsEnd returns the end of the run of digits that begins at pos.
func DigitsEnd(text string, pos int) int {
	for pos < len(text) && text[pos] >= '0' && text[pos] <= '9' {
		pos++
	}
	return pos
}

// aside keeps text[start:end] as an aside if something may hide in it: there is
// no object without a brace, and no member without a colon.
func (r *Reader) aside(start, end int, comment bool) {
	text := r.Text[start:end]
	if strings.IndexByte(text, '{') >= 0 || strings.IndexByte(text, ':') >= 0 || strings.Contains(text, "：") {
		r.Asides = append(r.Asides, Aside{chars.Span{Start: start, End: end}, comment})
	}
}

// skipBlank skips white space and comments. It reports whether a line ended,
// and returns false where a comment does not end.
func (r *Reader) skipBlank() (lineEnd, ok bool) {
	for r.pos < len(r.Text) {
		switch c := r.Text[r.pos]; {
		case c == ' ' || c == '\t':
			r.pos++
		case c == '\n' || c == '\r':
			lineEnd = true
			r.pos++
		case c == '/' || c == '#':
			n := commentLen(r.Text[r.pos:])
			if n == 0 {
				return lineEnd, true
			}
			r.Beyond |= BeyondComments
			if n < 0 {
				r.pos = len(r.Text)
				return lineEnd, false
			}
			r.aside(r.pos, r.pos+n, true)
			r.pos += n
		case chars.IsVisibleASCII(c):
			return lineEnd, true
		default:
			n := wideSpaceLen(r.Text, r.pos)
			if n == 0 {
				return lineEnd, true
			}
			r.Beyond |= BeyondSyntax
			r.pos += n
		}
	}
	return lineEnd, true
}

// commentLen returns the length of the comment that s begins with, without
// the line end that closes it: 0 if there is none, -1 if it does not end.
func commentLen(s string) int {
	switch {
	case strings.HasPrefix(s, "/*"):
		if n := strings.Index(s[2:], "*/"); n >= 0 {
			return n + 4
		}
		return -1
	case s[0] == '#', strings.HasPrefix(s, "//"):
		for i := 0; i < len(s); i++ {
			if s[i] == '\n' || s[i] == '\r' {
				return i
			}
		}
		return -1
	}
	return 0
}

// commaLen returns the length of the comma at pos, or 0.
func commaLen(text string, pos int) int { return eitherLen(text, pos, ',', "，") }

// colonLen returns the length of the colon at pos, or 0.
func colonLen(text string, pos int) int { return eitherLen(text, pos, ':', "：") }

// eitherLen returns the length of the mark at pos, of either width, or 0.
func eitherLen(text string, pos int, narrow byte, wide string) int {
	if text[pos] == narrow {
		return 1
	}
	if strings.HasPrefix(text[pos:], wide) {
		return len(wide)
	}
	return 0
}

// push opens the object or array at r.pos.
func (r *Reader) push() {
	k := KindObject
	if r.Text[r.pos] == '[' {
		k = KindArray
	}
	around := r.open
	r.open = uint32(len(r.Nodes))
	r.depth++
	r.add(k, 0, r.pos, r.pos)
	r.Nodes[r.open].Next = around
	r.pos++
}

// pop closes the innermost open value with c. It returns false, and closes
// nothing, where c is the wrong bracket.
func (r *Reader) pop(c byte) bool {
	if (r.Nodes[r.open].Kind == KindObject) != (c == '}') {
		return false
	}
	r.pos++
	r.close()
	return true
}

// close ends the innermost open value at r.pos.
func (r *Reader) close() {
	n := &r.Nodes[r.open]
	around := n.Next
	n.End = uint32(r.pos)
	n.Next = uint32(len(r.Nodes))
	r.open = around
	r.depth--
}

// add appends a node that holds no others.
func (r *Reader) add(k Kind, t Traits, start, end int) {
	if len(r.Nodes) == cap(r.Nodes) {
		r.Nodes = slices.Grow(r.Nodes, len(r.Nodes)+1) // twofold: append would copy more often
	}
	r.Nodes = append(r.Nodes, Node{
		Kind: k, Traits: t,
		offsets: offsets{uint32(start), uint32(end)},
		Next:    uint32(len(r.Nodes) + 1),
	})
}
