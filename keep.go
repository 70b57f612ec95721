package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// maxShared is the longest reply of which a result may be a part. A string cut
// from a longer one would keep all of it in memory, so it is copied.
const maxShared = 4 << 10

// keep returns the string n stands for, for a result. A part of a long reply
// is copied, since it would keep the whole reply in memory.
func (s *source) keep(n lenient.Node) string {
	text := s.Str(n)
	if s.size > maxShared && !n.Has(lenient.TraitEscaped) {
		return strings.Clone(text)
	}
	return text
}

// strings returns the value at index i as a list of strings: a list with what
// is no string as JSON and without nulls, a lone string, or the strings of an
// object. listsOnly drops what is no list.
func (s *source) strings(i uint32, listsOnly bool) []string {
	list := []string{}
	n := s.Nodes[i]
	switch {
	case i == 0:
	case n.Kind == lenient.KindArray:
		list = make([]string, 0, s.Count(i))
		for k := i + 1; k < n.Next; k = s.Nodes[k].Next {
			switch item := s.Nodes[k]; item.Kind {
			case lenient.KindString:
				list = append(list, s.keep(item))
			case lenient.KindNull, lenient.KindEllipsis:
			default:
				list = append(list, string(s.AppendJSON(nil, k)))
			}
		}
	case listsOnly:
	case n.Kind == lenient.KindString:
		list = append(list, s.keep(n))
	case n.Kind == lenient.KindObject:
		for k := i + 1; k+1 < n.Next; k = s.Nodes[k+1].Next {
			if s.Nodes[k+1].Kind == lenient.KindString {
				list = append(list, s.keep(s.Nodes[k+1]))
			}
		}
	}
	return list
}
