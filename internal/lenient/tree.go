package lenient

import "github.com/seed-bcabc8a2/jury/internal/chars"

// A Kind says what a node is.
type Kind uint8

const (
	KindObject Kind = iota + 1
	KindArray
	KindString
	KindNumber
	KindTrue
	KindFalse
	KindNull
	KindNonFinite // NaN, Infinity, -Infinity
	KindEllipsis  // ... in a list
)

// Traits are what a later rule needs to know about how a node was written.
type Traits uint16

const (
	TraitKey     Traits = 1 << iota // names a member
	TraitEscaped                    // holds a backslash
	TraitRaw                        // holds a raw control character
	traitBreak                      // holds a raw line break
	traitSmart                      // in quotes of three bytes
	traitSingle                     // in straight single quotes
	traitBare                       // in no quotes
	traitWide                       // holds a byte that is not ASCII
	TraitOpen                       // was not closed where the reading stopped
	// Mark and OtherMark are for whoever walks the tree to set, and nothing here.
	Mark
	OtherMark
)

// A Node is one value or key of what was read. The nodes of a value stand in
// the order of the text: an object is followed by its keys and values in turn,
// an array by its elements.
type Node struct {
	Kind    Kind
	Traits  Traits
	offsets // in the text, without quotes
	// Next is the index of the first node after this one and all it holds; of an
	// object or array that is not closed yet, it is the index of the one around it.
	Next uint32
}

// Offsets are where a part of the text stands. maxReply lets them be short, and
// as one field they leave a node four, which the compiler keeps in registers.
type offsets struct{ Start, End uint32 }

// Has reports whether n has any of the traits t.
func (n Node) Has(t Traits) bool { return n.Traits&t != 0 }

// IsString reports whether n is a string and no key.
func (n Node) IsString() bool { return n.Kind == KindString && !n.Has(TraitKey) }

// An Ending says how a reading ended.
type Ending uint8

const (
	Whole  Ending = iota // at the closing brace or bracket
	Broken               // at a syntax error
	Cut                  // at the end of the text
)

// Beyond says in which ways a value is not strict JSON.
type Beyond uint8

const (
	BeyondComments Beyond = 1 << iota // comments
	BeyondFinite                      // NaN, an infinity
	BeyondSyntax                      // all else
)

// A Tree is an object or list as it was read: values and keys, where they stand
// in the text, and how the text ends.
type Tree struct {
	Text   string
	Span   chars.Span // where it stands; it ends where the reading stopped
	Nodes  []Node     // the object or list itself first
	Ending Ending
	Beyond Beyond  // what it holds beyond strict JSON
	Asides []Aside // its comments, and the strings that may have swallowed text
}

// An Aside is a part of the text in which something may hide: a comment, or a
// string that is not in straight double quotes or holds a raw line break.
type Aside struct {
	chars.Span
	Comment bool
}

// A Member is a member of an object: its key and its value, by index.
type Member struct{ Key, Value uint32 }

// Members goes through the members of the object at index obj, with the key at
// the end of a broken one, which has no value, left out.
//
//	for m := t.Members(obj); m.Next(); {
//		... m.Key, m.Value
//	}
func (t *Tree) Members(obj uint32) Members {
	return Members{nodes: t.Nodes[:t.Nodes[obj].Next], next: obj + 1}
}

// Members are the members of an object that are still to come, and the one at
// hand.
type Members struct {
	Member
	nodes []Node
	next  uint32
}

// Next goes on to the next member. It returns false where there is none.
func (m *Members) Next() bool {
	value := m.next + 1
	if int(value) >= len(m.nodes) {
		return false
	}
	m.Member = Member{m.next, value}
	m.next = m.nodes[value].Next
	return true
}

// Member returns the first member of the object at index obj that has the key;
// false if none has.
func (t *Tree) Member(obj uint32, key string) (Member, bool) {
	for m := t.Members(obj); m.Next(); {
		if t.Str(t.Nodes[m.Key]) == key {
			return m.Member, true
		}
	}
	return Member{}, false
}

// Only returns the only member of the object at index obj, if it has one.
func (t *Tree) Only(obj uint32) (Member, bool) {
	n := t.Nodes
	if n[obj].Kind != KindObject || n[obj].Next <= obj+2 || n[obj+2].Next != n[obj].Next {
		return Member{}, false
	}
	return Member{obj + 1, obj + 2}, true
}

// IsWhole reports whether the value at index i was read to its end.
func (t *Tree) IsWhole(i uint32) bool { return t.Ending == Whole || t.isFollowed(i) }

// isFollowed reports whether something follows the value at index i that cannot
// be a part of it, as must be where the object is broken.
func (t *Tree) isFollowed(i uint32) bool {
	end := t.TokenEnd(t.Nodes[i])
	if end >= len(t.Text) {
		return false
	}
	switch t.Text[end] {
	case ',', '}', ']', '/', '#':
		return true
	}
	return commaLen(t.Text, end) > 0 || IsSpaceAt(t.Text, end)
}

// TokenEnd returns the end of n in the text, with its closing quote.
func (t *Tree) TokenEnd(n Node) int {
	switch {
	case n.Kind != KindString || n.Has(traitBare):
		return int(n.End)
	case n.Has(traitSmart):
		return int(n.End) + len("”")
	}
	return int(n.End) + 1
}

// Str returns what the string or key n stands for.
func (t *Tree) Str(n Node) string {
	if n.Traits&(TraitEscaped|traitWide) != 0 {
		return t.decoded(n)
	}
	return t.Text[n.Start:n.End]
}

// decoded is str for what stands for another text, or may not be UTF-8.
func (t *Tree) decoded(n Node) string {
	raw := t.Text[n.Start:n.End]
	if n.Has(TraitEscaped) {
		raw = Unescape(raw)
	}
	return validUTF8(raw)
}

// Equal reports whether the values at indices a and b are the same once
// decoded: 1 and 1.0 are, and so are "a" and 'a'; members in another order
// are not.
func (t *Tree) Equal(a, b uint32) bool {
	if t.Nodes[a].Next-a != t.Nodes[b].Next-b {
		return false
	}
	for end := t.Nodes[a].Next; a < end; a, b = a+1, b+1 {
		x, y := t.Nodes[a], t.Nodes[b]
		if x.Kind != y.Kind || x.Next-a != y.Next-b {
			return false
		}
		switch x.Kind {
		case KindString:
			if t.Str(x) != t.Str(y) {
				return false
			}
		case KindNumber, KindNonFinite:
			p, q := t.Text[x.Start:x.End], t.Text[y.Start:y.End]
			if p != q && !(ParseFloat(p) == ParseFloat(q)) {
				return false
			}
		}
	}
	return true
}

// Count returns how many elements the list at index i has.
func (t *Tree) Count(i uint32) int {
	n := 0
	for k := i + 1; k < t.Nodes[i].Next; k = t.Nodes[k].Next {
		n++
	}
	return n
}
