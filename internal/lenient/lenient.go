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

// A kind says what a node is.
type kind uint8

const (
	KindObject kind = iota + 1
	KindArray
	KindString
	KindNumber
	KindTrue
	KindFalse
	KindNull
	KindNonFinite // NaN, Infinity, -Infinity
	KindEllipsis  // ... in a list
)

// traits are what a later rule needs to know about how a node was written.
type traits uint16

const (
	TraitKey     traits = 1 << iota // names a member
	TraitEscaped                    // holds a backslash
	TraitRaw                        // holds a raw control character
	traitBreak                      // holds a raw line break
	traitSmart                      // in quotes of three bytes
	traitSingle                     // in straight single quotes
	traitBare                       // in no quotes
	traitWide                       // holds a byte that is not ASCII
	// What hear has settled, whatever object the key stands in.
	TraitHeard  // names a score, reasons or a hint as the contract does
	TraitPasses // names a pass as the contract does, and the value says pass
)

// A node is one value or key of what was read. The nodes of a value stand in
// the order of the text: an object is followed by its keys and values in turn,
// an array by its elements.
type Node struct {
	Kind    kind
	Traits  traits
	offsets // in the text, without quotes
	// next is the index of the first node after this one and all it holds; of an
	// object or array that is not closed yet, it is the index of the one around it.
	Next uint32
}

// Offsets are where a part of the text stands. maxReply lets them be short, and
// as one field they leave a node four, which the compiler keeps in registers.
type offsets struct{ Start, End uint32 }

// has reports whether n has any of the traits t.
func (n Node) Has(t traits) bool { return n.Traits&t != 0 }

// isString reports whether n is a string and no key.
func (n Node) IsString() bool { return n.Kind == KindString && !n.Has(TraitKey) }

// An ending says how a reading ended.
type ending uint8

const (
	Whole  ending = iota // at the closing brace or bracket
	broken               // at a syntax error
	Cut                  // at the end of the text
)

// Beyond says in which ways a value is not strict JSON.
type Beyond uint8

const (
	BeyondComments Beyond = 1 << iota // comments
	BeyondFinite                      // NaN, an infinity
	BeyondSyntax                      // all else
)

// A reader reads objects and arrays by a grammar larger than JSON, one at a
// time. It guesses nothing: it never closes what is open, inserts a quote, or
// takes a part of a word for a word. Each byte is read once.
type Reader struct {
	Text   string
	Pos    int     // the next byte to read
	Nodes  []Node  // what was read, the object or array itself first
	open   uint32  // the index of the innermost object or array that is not closed
	depth  int     // how many are not
	Ending ending  // how the reading ended
	Beyond Beyond  // what the value holds beyond strict JSON
	Asides []Aside // its comments, and the strings that may have swallowed text
}

// An aside is a part of the text in which something may hide: a comment, or a
// string that is not in straight double quotes or holds a raw line break.
type Aside struct {
	Extent
	Comment bool
}

// An extent is a part of the text, by offsets.
type Extent struct{ Start, End int }

// read reads the object or array that opens at pos. After it, r.nodes holds
// all that was read, also of a broken one, and r.pos is where the reading
// stopped.
func (r *Reader) Read(pos int) ending {
	r.Pos = pos
	r.Nodes, r.depth = r.Nodes[:0], 0
	r.Beyond, r.Asides = 0, r.Asides[:0]
	r.push()
	r.Ending = r.readItems()
	for r.depth > 0 {
		r.close()
	}
	return r.Ending
}

// readItems reads until the outermost value is closed. Each turn reads one
// item (a member or an element) and what separates it from the next.
func (r *Reader) readItems() ending {
	fresh := true // nothing stands between the opener or comma and here
	first := true // nothing was read in the innermost value yet
	for {
		lineEnd, ok := r.skipBlank()
		if !ok || r.Pos == len(r.Text) {
			return Cut
		}
		c := r.Text[r.Pos]
		switch {
		case c == '}' || c == ']':
			if !r.pop(c) {
				return broken
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
			if n := commaLen(r.Text, r.Pos); n > 0 {
				if n > 1 {
					r.Beyond |= BeyondSyntax
				}
				r.Pos += n
				fresh = true
				continue
			}
			if !lineEnd {
				return broken
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
func (r *Reader) readItem() (opened bool, end ending) {
	inObject := r.Nodes[r.open].Kind == KindObject
	if inObject {
		if end := r.readKey(); end != Whole {
			return false, end
		}
	}
	c := r.Text[r.Pos]
	if c == '{' || c == '[' {
		if r.depth == MaxDepth {
			return false, broken
		}
		r.push()
		return true, Whole
	}
	if !inObject && strings.HasPrefix(r.Text[r.Pos:], "...") {
		r.add(KindEllipsis, 0, r.Pos, r.Pos+3)
		r.Pos += 3
		r.Beyond |= BeyondSyntax
		return false, Whole
	}
	return false, r.readScalar(c)
}

// readKey reads a key, its colon, and the blanks up to the value.
func (r *Reader) readKey() ending {
	if quote := quoteAt(r.Text, r.Pos); quote != 0 {
		if !r.readString(quote, TraitKey) {
			return Cut
		}
	} else if !r.readBareKey() {
		return broken
	}
	if _, ok := r.skipBlank(); !ok || r.Pos == len(r.Text) {
		return Cut
	}
	n := colonLen(r.Text, r.Pos)
	if n == 0 {
		return broken
	}
	if n > 1 {
		r.Beyond |= BeyondSyntax
	}
	r.Pos += n
	if _, ok := r.skipBlank(); !ok || r.Pos == len(r.Text) {
		return Cut
	}
	return Whole
}

// readBareKey reads a key in no quotes.
func (r *Reader) readBareKey() bool {
	end := r.Pos
	for end < len(r.Text) && IsBareKey(r.Text[end], end == r.Pos) {
		end++
	}
	if end == r.Pos {
		return false
	}
	r.add(KindString, TraitKey|traitBare, r.Pos, end)
	r.Pos = end
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
func (r *Reader) readScalar(c byte) ending {
	if quote := quoteAt(r.Text, r.Pos); quote != 0 {
		if !r.readString(quote, 0) {
			return Cut
		}
		return Whole
	}
	if k, n := wordAt(r.Text[r.Pos:]); n > 0 {
		r.add(k, 0, r.Pos, r.Pos+n)
		r.Pos += n
		switch {
		case k == KindNonFinite:
			r.Beyond |= BeyondFinite
		case c < 'a':
			r.Beyond |= BeyondSyntax
		}
		return Whole
	}
	end, strict := NumberEnd(r.Text, r.Pos)
	if end == 0 {
		return broken
	}
	if !strict {
		r.Beyond |= BeyondSyntax
	}
	r.add(KindNumber, 0, r.Pos, end)
	r.Pos = end
	return Whole
}

// wordAt returns what word s begins with, and its length. What follows the
// word is the business of the caller: no item may follow another directly, so
// a longer word breaks the reading.
func wordAt(s string) (kind, int) {
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

// numberEnd returns the end of the number that begins at pos, and whether it
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

// parseFloat returns the value of s, a number by our grammar; infinite past
// the range of float64.
func ParseFloat(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

// digitsEnd returns the end of the run of digits that begins at pos.
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
		r.Asides = append(r.Asides, Aside{Extent{start, end}, comment})
	}
}

// skipBlank skips white space and comments. It reports whether a line ended,
// and returns false where a comment does not end.
func (r *Reader) skipBlank() (lineEnd, ok bool) {
	for r.Pos < len(r.Text) {
		switch c := r.Text[r.Pos]; {
		case c == ' ' || c == '\t':
			r.Pos++
		case c == '\n' || c == '\r':
			lineEnd = true
			r.Pos++
		case c == '/' || c == '#':
			n := commentLen(r.Text[r.Pos:])
			if n == 0 {
				return lineEnd, true
			}
			r.Beyond |= BeyondComments
			if n < 0 {
				r.Pos = len(r.Text)
				return lineEnd, false
			}
			r.aside(r.Pos, r.Pos+n, true)
			r.Pos += n
		case chars.IsVisibleASCII(c):
			return lineEnd, true
		default:
			n := wideSpaceLen(r.Text, r.Pos)
			if n == 0 {
				return lineEnd, true
			}
			r.Beyond |= BeyondSyntax
			r.Pos += n
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
	if r.Text[r.Pos] == '[' {
		k = KindArray
	}
	around := r.open
	r.open = uint32(len(r.Nodes))
	r.depth++
	r.add(k, 0, r.Pos, r.Pos)
	r.Nodes[r.open].Next = around
	r.Pos++
}

// pop closes the innermost open value with c. It returns false, and closes
// nothing, where c is the wrong bracket.
func (r *Reader) pop(c byte) bool {
	if (r.Nodes[r.open].Kind == KindObject) != (c == '}') {
		return false
	}
	r.Pos++
	r.close()
	return true
}

// close ends the innermost open value at r.pos.
func (r *Reader) close() {
	n := &r.Nodes[r.open]
	around := n.Next
	n.End = uint32(r.Pos)
	n.Next = uint32(len(r.Nodes))
	r.open = around
	r.depth--
}

// add appends a node that holds no others.
func (r *Reader) add(k kind, t traits, start, end int) {
	if len(r.Nodes) == cap(r.Nodes) {
		r.Nodes = slices.Grow(r.Nodes, len(r.Nodes)+1) // twofold: append would copy more often
	}
	r.Nodes = append(r.Nodes, Node{
		Kind: k, Traits: t,
		offsets: offsets{uint32(start), uint32(end)},
		Next:    uint32(len(r.Nodes) + 1),
	})
}
