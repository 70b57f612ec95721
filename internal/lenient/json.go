package lenient

import "strings"

// AppendJSON appends the value at index i as strict, compact JSON. What JSON
// cannot say, NaN and the infinities, becomes a string; ... is left out.
func (t *Tree) AppendJSON(b []byte, i uint32) []byte {
	from := len(b)
	var open []uint32 // the objects and arrays that are not closed yet
	closeUpTo := func(i uint32) {
		for len(open) > 0 && t.Nodes[open[len(open)-1]].Next <= i {
			if t.Nodes[open[len(open)-1]].Kind == KindObject {
				b = append(b, '}')
			} else {
				b = append(b, ']')
			}
			open = open[:len(open)-1]
		}
	}
	end := t.Nodes[i].Next
	for ; i < end; i++ {
		closeUpTo(i)
		n := t.Nodes[i]
		if n.Kind == KindEllipsis {
			continue
		}
		if len(b) > from && strings.IndexByte("{[:", b[len(b)-1]) < 0 {
			b = append(b, ',')
		}
		if n.Kind == KindObject || n.Kind == KindArray {
			open = append(open, i)
			b = append(b, t.Text[n.Start])
		} else {
			b = t.appendScalar(b, n)
		}
	}
	closeUpTo(end)
	return b
}

// appendScalar appends n, which holds no other nodes, and its colon if it is a
// key.
func (t *Tree) appendScalar(b []byte, n Node) []byte {
	raw := t.Text[n.Start:n.End]
	switch n.Kind {
	case KindTrue:
		return append(b, "true"...)
	case KindFalse:
		return append(b, "false"...)
	case KindNull:
		return append(b, "null"...)
	case KindNumber:
		return appendNumber(b, raw)
	case KindNonFinite:
		return append(append(append(b, '"'), raw...), '"')
	}
	b = appendQuoted(b, t.Str(n))
	if n.Has(TraitKey) {
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
	if end := point + 1; point >= 0 && DigitsEnd(raw, end) == end {
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
