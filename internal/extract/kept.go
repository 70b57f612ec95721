package extract

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// MaxShared is the longest reply of which a result may be a part. A string cut
// from a longer one would keep all of it in memory, so it is copied.
const MaxShared = 4 << 10

// Keep returns the string that n of t stands for, for a result. A part of a long reply
// is copied, since it would keep the whole reply in memory.
func (x *Extraction) Keep(t *lenient.Tree, n lenient.Node) string {
	text := t.Str(n)
	if x.size > MaxShared && !n.Has(lenient.TraitEscaped) {
		return strings.Clone(text)
	}
	return text
}

// Strings returns the value at index i of t as a list of strings: a list with what
// is no string as JSON and without nulls, a lone string, or the strings of an
// object. listsOnly drops what is no list.
func (x *Extraction) Strings(t *lenient.Tree, i uint32, listsOnly bool) []string {
	list := []string{}
	n := t.Nodes[i]
	switch {
	case i == 0:
	case n.Kind == lenient.KindArray:
		list = make([]string, 0, t.Count(i))
		for k := i + 1; k < n.Next; k = t.Nodes[k].Next {
			switch item := t.Nodes[k]; item.Kind {
			case lenient.KindString:
				list = append(list, x.Keep(t, item))
			case lenient.KindNull, lenient.KindEllipsis:
			default:
				list = append(list, string(t.AppendJSON(nil, k)))
			}
		}
	case listsOnly:
	case n.Kind == lenient.KindString:
		list = append(list, x.Keep(t, n))
	case n.Kind == lenient.KindObject:
		for k := i + 1; k+1 < n.Next; k = t.Nodes[k+1].Next {
			if t.Nodes[k+1].Kind == lenient.KindString {
				list = append(list, x.Keep(t, t.Nodes[k+1]))
			}
		}
	}
	return list
}
