package jury

import "strings"

// maxShared is the longest reply of which a result may be a part. A string cut
// from a longer one would keep all of it in memory, so it is copied.
const maxShared = 4 << 10

// keep returns the string n stands for, for a result. A part of a long reply
// is copied, since it would keep the whole reply in memory.
func (s *source) keep(n node) string {
	text := s.str(n)
	if s.size > maxShared && !n.has(traitEscaped) {
		return strings.Clone(text)
	}
	return text
}

// strings returns the value at index i as a list of strings: a list with what
// is no string as JSON and without nulls, a lone string, or the strings of an
// object. listsOnly drops what is no list.
func (s *source) strings(i uint32, listsOnly bool) []string {
	list := []string{}
	n := s.nodes[i]
	switch {
	case i == 0:
	case n.kind == kindArray:
		list = make([]string, 0, s.count(i))
		for k := i + 1; k < n.next; k = s.nodes[k].next {
			switch item := s.nodes[k]; item.kind {
			case kindString:
				list = append(list, s.keep(item))
			case kindNull, kindEllipsis:
			default:
				list = append(list, string(s.appendJSON(nil, k)))
			}
		}
	case listsOnly:
	case n.kind == kindString:
		list = append(list, s.keep(n))
	case n.kind == kindObject:
		for k := i + 1; k+1 < n.next; k = s.nodes[k+1].next {
			if s.nodes[k+1].kind == kindString {
				list = append(list, s.keep(s.nodes[k+1]))
			}
		}
	}
	return list
}
