package jury

import "strings"

// equal reports whether the values at indices a and b are the same once
// decoded: 1 and 1.0 are, and so are "a" and 'a'; members in another order
// are not.
func (s *reader) equal(a, b uint32) bool {
	if s.nodes[a].next-a != s.nodes[b].next-b {
		return false
	}
	for end := s.nodes[a].next; a < end; a, b = a+1, b+1 {
		x, y := s.nodes[a], s.nodes[b]
		if x.kind != y.kind || x.next-a != y.next-b {
			return false
		}
		switch x.kind {
		case kindString:
			if s.str(x) != s.str(y) {
				return false
			}
		case kindNumber, kindNonFinite:
			p, q := s.text[x.start:x.end], s.text[y.start:y.end]
			if p != q && !(parseFloat(p) == parseFloat(q)) {
				return false
			}
		}
	}
	return true
}

// appendJSON appends the value at index i as strict, compact JSON. What JSON
// cannot say, NaN and the infinities, becomes a string; ... is left out.
func (s *reader) appendJSON(b []byte, i uint32) []byte {
	from := len(b)
	var open []uint32 // the objects and arrays that are not closed yet
	closeUpTo := func(i uint32) {
		for len(open) > 0 && s.nodes[open[len(open)-1]].next <= i {
			if s.nodes[open[len(open)-1]].kind == kindObject {
				b = append(b, '}')
			} else {
				b = append(b, ']')
			}
			open = open[:len(open)-1]
		}
	}
	end := s.nodes[i].next
	for ; i < end; i++ {
		closeUpTo(i)
		n := s.nodes[i]
		if n.kind == kindEllipsis {
			continue
		}
		if len(b) > from && strings.IndexByte("{[:", b[len(b)-1]) < 0 {
			b = append(b, ',')
		}
		if n.kind == kindObject || n.kind == kindArray {
			open = append(open, i)
			b = append(b, s.text[n.start])
		} else {
			b = s.appendScalar(b, n)
		}
	}
	closeUpTo(end)
	return b
}

// appendScalar appends n, which holds no other nodes, and its colon if it is a
// key.
func (s *reader) appendScalar(b []byte, n node) []byte {
	raw := s.text[n.start:n.end]
	switch n.kind {
	case kindTrue:
		return append(b, "true"...)
	case kindFalse:
		return append(b, "false"...)
	case kindNull:
		return append(b, "null"...)
	case kindNumber:
		return appendNumber(b, raw)
	case kindNonFinite:
		return append(append(append(b, '"'), raw...), '"')
	}
	b = appendQuoted(b, s.str(n))
	if n.has(traitKey) {
		b = append(b, ':')
	}
	return b
}

// appendNumber appends raw, a number by our grammar, as strict JSON has it.
func appendNumber(b []byte, raw string) []byte {
	raw = strings.TrimPrefix(raw, "+")
	if digits, ok := strings.CutPrefix(raw, "-"); ok {
		b = append(b, '-')
		raw = digits
	}
	if raw[0] == '.' {
		b = append(b, '0')
	}
	point := strings.IndexByte(raw, '.')
	if end := point + 1; point >= 0 && digitsEnd(raw, end) == end {
		return append(append(b, raw[:point]...), raw[end:]...)
	}
	return append(b, raw...)
}

// appendQuoted appends text, which is UTF-8, as a JSON string.
func appendQuoted(b []byte, text string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// count returns how many elements the list at index i has.
func (s *reader) count(i uint32) int {
	n := 0
	for k := i + 1; k < s.nodes[i].next; k = s.nodes[k].next {
		n++
	}
	return n
}
