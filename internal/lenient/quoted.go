package lenient

import (
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Quotes are told apart by the byte that a string of theirs ends with.
const (
	QuoteDouble      = '"'
	quoteSingle      = '\''
	quoteSmartDouble = 0x9d // of ”, E2 80 9D
	quoteSmartSingle = 0x99 // of ’, E2 80 99
)

// quoteAt returns the quote that opens at pos, or 0.
func quoteAt(text string, pos int) byte {
	switch c := text[pos]; c {
	case '"', '\'':
		return c
	case 0xe2:
		if strings.HasPrefix(text[pos:], "“") {
			return quoteSmartDouble
		}
		if strings.HasPrefix(text[pos:], "‘") {
			return quoteSmartSingle
		}
	}
	return 0
}

// readString reads the string that quote opens at r.pos. It returns false where
// the text ends first.
func (r *Reader) readString(quote byte, t Traits) bool {
	start := r.pos + quoteWidth(quote)
	end := plainEnd(r.Text, start, quote)
	if quote != QuoteDouble || end == len(r.Text) || r.Text[end] != quote {
		return r.readOddString(quote, t, start, end)
	}
	r.add(KindString, t, start, end)
	r.pos = end + 1
	return true
}

// quoteWidth returns how many bytes the quote has.
func quoteWidth(quote byte) int {
	if quote < utf8.RuneSelf {
		return 1
	}
	return len("“")
}

// readOddString is readString for a string that begins at start, and is in odd
// quotes or holds at odd what strings seldom hold.
func (r *Reader) readOddString(quote byte, t Traits, start, odd int) bool {
	switch quote {
	case QuoteDouble:
	case quoteSingle:
		t |= traitSingle
	default:
		t |= traitSmart
	}
	end, t := StringEnd(r.Text, odd, quote, t)
	if end < 0 {
		r.pos = len(r.Text)
		return false
	}
	r.add(KindString, t, start, end)
	r.pos = end + quoteWidth(quote)
	if t&(TraitRaw|traitSmart|traitSingle) != 0 {
		r.Beyond |= BeyondSyntax
	}
	if t&(traitBreak|traitSmart|traitSingle) != 0 {
		r.aside(start, end, false)
	}
	if t&TraitEscaped != 0 && !strictEscapes(r.Text[start:end]) {
		r.Beyond |= BeyondSyntax
	}
	return true
}

// StringEnd returns the offset of the quote that closes the string whose
// content begins at i, and the traits of the content added to t; -1 where the
// text ends first.
func StringEnd(text string, i int, quote byte, t Traits) (int, Traits) {
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote && quote < 0x80:
			return i, t
		case c == '\\':
			t |= TraitEscaped
			i++
		case c < ' ':
			t |= TraitRaw
			if c == '\n' || c == '\r' {
				t |= traitBreak
			}
		case c == 0xe2 && quote >= 0x80 && i+2 < len(text) && text[i+1] == 0x80 && text[i+2] == quote:
			return i, t
		case c >= 0x80:
			t |= traitWide
		default:
			i = plainEnd(text, i+1, quote) - 1
		}
	}
	return -1, t
}

// plainEnd returns the end of the run of bytes from i on that mean nothing in a
// string of that quote: all of ASCII but control characters, the quote and the
// backslash. Most of what is read is such bytes, and eight at a time take less
// than half as long: the highest bit of each byte of special says whether that
// byte is, up to the first that is.
func plainEnd(text string, i int, quote byte) int {
	const each = 0x0101010101010101
	quotes := each * uint64(quote&0x7f) // a smart one ends in a byte that is not ASCII
	for ; i+8 <= len(text); i += 8 {
		w := binary.LittleEndian.Uint64([]byte(text[i : i+8]))
		special := ((w ^ quotes) - each) | ((w ^ each*'\\') - each) | (w - each*' ') | w
		if special &= each << 7; special != 0 {
			return i + bits.TrailingZeros64(special)/8
		}
	}
	for i < len(text) && text[i] >= ' ' && text[i] < utf8.RuneSelf && text[i] != '\\' && text[i] != quote {
		i++
	}
	return i
}
