package jury

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxDepth is how deep objects and arrays may nest: far past anything a judge
// writes, and shallow enough that no caller of encoding/json recurses far.
const maxDepth = 1000

// A kind says what a node is.
type kind uint8

const (
	kindObject kind = iota + 1
	kindArray
	kindString
	kindNumber
	kindTrue
	kindFalse
	kindNull
	kindNonFinite // NaN, Infinity, -Infinity
	kindEllipsis  // ... in a list
)

// traits are what a later rule needs to know about how a node was written.
type traits uint16

const (
	traitKey     traits = 1 << iota // names a member
	traitEscaped                    // holds a backslash
	traitRaw                        // holds a raw control character
	traitBreak                      // holds a raw line break
	traitSmart                      // in quotes of three bytes
	traitSingle                     // in straight single quotes
	traitBare                       // in no quotes
	traitWide                       // holds a byte that is not ASCII
	// What hear has settled, whatever object the key stands in.
	traitHeard  // names a score, reasons or a hint as the contract does
	traitPasses // names a pass as the contract does, and the value says pass
)

// A node is one value or key of what was read. The nodes of a value stand in
// the order of the text: an object is followed by its keys and values in turn,
// an array by its elements.
type node struct {
	kind    kind
	traits  traits
	offsets // in the text, without quotes
	// next is the index of the first node after this one and all it holds; of an
	// object or array that is not closed yet, it is the index of the one around it.
	next uint32
}

// Offsets are where a part of the text stands. maxReply lets them be short, and
// as one field they leave a node four, which the compiler keeps in registers.
type offsets struct{ start, end uint32 }

// has reports whether n has any of the traits t.
func (n node) has(t traits) bool { return n.traits&t != 0 }

// isString reports whether n is a string and no key.
func (n node) isString() bool { return n.kind == kindString && !n.has(traitKey) }

// An ending says how a reading ended.
type ending uint8

const (
	whole  ending = iota // at the closing brace or bracket
	broken               // at a syntax error
	cut                  // at the end of the text
)

// Beyond says in which ways a value is not strict JSON.
type beyond uint8

const (
	beyondComments beyond = 1 << iota // comments
	beyondFinite                      // NaN, an infinity
	beyondSyntax                      // all else
)

// A reader reads objects and arrays by a grammar larger than JSON, one at a
// time. It guesses nothing: it never closes what is open, inserts a quote, or
// takes a part of a word for a word. Each byte is read once.
type reader struct {
	text   string
	pos    int     // the next byte to read
	nodes  []node  // what was read, the object or array itself first
	open   uint32  // the index of the innermost object or array that is not closed
	depth  int     // how many are not
	ending ending  // how the reading ended
	beyond beyond  // what the value holds beyond strict JSON
	asides []aside // its comments, and the strings that may have swallowed text
}

// An aside is a part of the text in which something may hide: a comment, or a
// string that is not in straight double quotes or holds a raw line break.
type aside struct {
	extent
	comment bool
}

// An extent is a part of the text, by offsets.
type extent struct{ start, end int }

// read reads the object or array that opens at pos. After it, r.nodes holds
// all that was read, also of a broken one, and r.pos is where the reading
// stopped.
func (r *reader) read(pos int) ending {
	r.pos = pos
	r.nodes, r.depth = r.nodes[:0], 0
	r.beyond, r.asides = 0, r.asides[:0]
	r.push()
	r.ending = r.readItems()
	for r.depth > 0 {
		r.close()
	}
	return r.ending
}

// readItems reads until the outermost value is closed. Each turn reads one
// item (a member or an element) and what separates it from the next.
func (r *reader) readItems() ending {
	fresh := true // nothing stands between the opener or comma and here
	first := true // nothing was read in the innermost value yet
	for {
		lineEnd, ok := r.skipBlank()
		if !ok || r.pos == len(r.text) {
			return cut
		}
		c := r.text[r.pos]
		switch {
		case c == '}' || c == ']':
			if !r.pop(c) {
				return broken
			}
			if fresh && !first {
				r.beyond |= beyondSyntax // a trailing comma
			}
			if r.depth == 0 {
				return whole
			}
			fresh, first = false, false
			continue
		case !fresh:
			if n := commaLen(r.text, r.pos); n > 0 {
				if n > 1 {
					r.beyond |= beyondSyntax
				}
				r.pos += n
				fresh = true
				continue
			}
			if !lineEnd {
				return broken
			}
			r.beyond |= beyondSyntax // a missing comma
		}
		opened, end := r.readItem()
		if end != whole {
			return end
		}
		fresh, first = opened, opened
	}
}

// readItem reads a member or an element, as the innermost open value demands.
// It reports whether the item opened an object or array.
func (r *reader) readItem() (opened bool, end ending) {
	inObject := r.nodes[r.open].kind == kindObject
	if inObject {
		if end := r.readKey(); end != whole {
			return false, end
		}
	}
	c := r.text[r.pos]
	if c == '{' || c == '[' {
		if r.depth == maxDepth {
			return false, broken
		}
		r.push()
		return true, whole
	}
	if !inObject && strings.HasPrefix(r.text[r.pos:], "...") {
		r.add(kindEllipsis, 0, r.pos, r.pos+3)
		r.pos += 3
		r.beyond |= beyondSyntax
		return false, whole
	}
	return false, r.readScalar(c)
}

// readKey reads a key, its colon, and the blanks up to the value.
func (r *reader) readKey() ending {
	if quote := quoteAt(r.text, r.pos); quote != 0 {
		if !r.readString(quote, traitKey) {
			return cut
		}
	} else if !r.readBareKey() {
		return broken
	}
	if _, ok := r.skipBlank(); !ok || r.pos == len(r.text) {
		return cut
	}
	n := colonLen(r.text, r.pos)
	if n == 0 {
		return broken
	}
	if n > 1 {
		r.beyond |= beyondSyntax
	}
	r.pos += n
	if _, ok := r.skipBlank(); !ok || r.pos == len(r.text) {
		return cut
	}
	return whole
}

// readBareKey reads a key in no quotes.
func (r *reader) readBareKey() bool {
	end := r.pos
	for end < len(r.text) && isBareKey(r.text[end], end == r.pos) {
		end++
	}
	if end == r.pos {
		return false
	}
	r.add(kindString, traitKey|traitBare, r.pos, end)
	r.pos = end
	r.beyond |= beyondSyntax
	return true
}

// isBareKey reports whether c may stand in a key in no quotes, or begin it.
func isBareKey(c byte, first bool) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c == '$':
		return true
	case c >= '0' && c <= '9', c == '-':
		return !first
	}
	return false
}

// readScalar reads a string, a number or a word that begins with c.
func (r *reader) readScalar(c byte) ending {
	if quote := quoteAt(r.text, r.pos); quote != 0 {
		if !r.readString(quote, 0) {
			return cut
		}
		return whole
	}
	if k, n := wordAt(r.text[r.pos:]); n > 0 {
		r.add(k, 0, r.pos, r.pos+n)
		r.pos += n
		switch {
		case k == kindNonFinite:
			r.beyond |= beyondFinite
		case c < 'a':
			r.beyond |= beyondSyntax
		}
		return whole
	}
	end, strict := numberEnd(r.text, r.pos)
	if end == 0 {
		return broken
	}
	if !strict {
		r.beyond |= beyondSyntax
	}
	r.add(kindNumber, 0, r.pos, end)
	r.pos = end
	return whole
}

// wordAt returns what word s begins with, and its length. What follows the
// word is the business of the caller: no item may follow another directly, so
// a longer word breaks the reading.
func wordAt(s string) (kind, int) {
	switch s[0] {
	case 't', 'T':
		if len(s) >= 4 && s[1:4] == "rue" {
			return kindTrue, 4
		}
	case 'f', 'F':
		if len(s) >= 5 && s[1:5] == "alse" {
			return kindFalse, 5
		}
	case 'n':
		if strings.HasPrefix(s, "null") {
			return kindNull, 4
		}
	case 'N':
		if strings.HasPrefix(s, "None") {
			return kindNull, 4
		}
		if strings.HasPrefix(s, "NaN") {
			return kindNonFinite, 3
		}
	case 'I':
		if strings.HasPrefix(s, "Infinity") {
			return kindNonFinite, 8
		}
	case '-':
		if strings.HasPrefix(s, "-Infinity") {
			return kindNonFinite, 9
		}
	}
	return 0, 0
}

// numberEnd returns the end of the number that begins at pos, and whether it
// is one of strict JSON (the others: .9, 1., +1). It returns 0 for what is no
// number.
func numberEnd(text string, pos int) (end int, strict bool) {
	strict = true
	i := pos
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		strict = text[i] == '-'
		i++
	}
	whole := digitsEnd(text, i)
	if whole > i+1 && text[i] == '0' {
		return 0, false // a leading zero: 010 may mean 8
	}
	end = whole
	if end < len(text) && text[end] == '.' {
		fraction := digitsEnd(text, end+1)
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
		end = digitsEnd(text, e)
		if end == e {
			return 0, false
		}
	}
	return end, strict
}

// parseFloat returns the value of s, a number by our grammar; infinite past
// the range of float64.
func parseFloat(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

// digitsEnd returns the end of the run of digits that begins at pos.
func digitsEnd(text string, pos int) int {
	for pos < len(text) && text[pos] >= '0' && text[pos] <= '9' {
		pos++
	}
	return pos
}

// aside keeps text[start:end] as an aside if something may hide in it: there is
// no object without a brace, and no member without a colon.
func (r *reader) aside(start, end int, comment bool) {
	text := r.text[start:end]
	if strings.IndexByte(text, '{') >= 0 || strings.IndexByte(text, ':') >= 0 || strings.Contains(text, "：") {
		r.asides = append(r.asides, aside{extent{start, end}, comment})
	}
}

// skipBlank skips white space and comments. It reports whether a line ended,
// and returns false where a comment does not end.
func (r *reader) skipBlank() (lineEnd, ok bool) {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case c == ' ' || c == '\t':
			r.pos++
		case c == '\n' || c == '\r':
			lineEnd = true
			r.pos++
		case c == '/' || c == '#':
			n := commentLen(r.text[r.pos:])
			if n == 0 {
				return lineEnd, true
			}
			r.beyond |= beyondComments
			if n < 0 {
				r.pos = len(r.text)
				return lineEnd, false
			}
			r.aside(r.pos, r.pos+n, true)
			r.pos += n
		case isVisibleASCII(c):
			return lineEnd, true
		default:
			n := wideSpaceLen(r.text, r.pos)
			if n == 0 {
				return lineEnd, true
			}
			r.beyond |= beyondSyntax
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
func (r *reader) push() {
	k := kindObject
	if r.text[r.pos] == '[' {
		k = kindArray
	}
	around := r.open
	r.open = uint32(len(r.nodes))
	r.depth++
	r.add(k, 0, r.pos, r.pos)
	r.nodes[r.open].next = around
	r.pos++
}

// pop closes the innermost open value with c. It returns false, and closes
// nothing, where c is the wrong bracket.
func (r *reader) pop(c byte) bool {
	if (r.nodes[r.open].kind == kindObject) != (c == '}') {
		return false
	}
	r.pos++
	r.close()
	return true
}

// close ends the innermost open value at r.pos.
func (r *reader) close() {
	n := &r.nodes[r.open]
	around := n.next
	n.end = uint32(r.pos)
	n.next = uint32(len(r.nodes))
	r.open = around
	r.depth--
}

// add appends a node that holds no others.
func (r *reader) add(k kind, t traits, start, end int) {
	if len(r.nodes) == cap(r.nodes) {
		r.nodes = slices.Grow(r.nodes, len(r.nodes)+1) // twofold: append would copy more often
	}
	r.nodes = append(r.nodes, node{
		kind: k, traits: t,
		offsets: offsets{uint32(start), uint32(end)},
		next:    uint32(len(r.nodes) + 1),
	})
}
