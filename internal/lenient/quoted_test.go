package lenient

import "testing"

// plainEndSlowly is the twin of plainEnd.
func plainEndSlowly(text string, i int, quote byte) int {
	for i < len(text) {
		c := text[i]
		if c < ' ' || c >= 0x80 || c == quote || c == '\\' {
			return i
		}
		i++
	}
	return i
}

// Two bytes of any value stand at every two places of an eightfold step and
// after it, for one byte must not hide another.
func TestPlainEndAgainstTwin(t *testing.T) {
	const length = 19
	for _, quote := range []byte{QuoteDouble, quoteSingle, quoteSmartDouble, quoteSmartSingle} {
		for at := range length {
			for next := at + 1; next < length; next += 1 + at%3 {
				for a := range 256 {
					for _, b := range []byte{0, 1, '\n', ' ', '!', '"', '#', '&', '\'', '(', '[', '\\', ']', 'a', 0x7f, 0x80, 0x99, 0x9d, 0xe2, 0xff} {
						text := []byte("plain plain plain p")
						text[at], text[next] = byte(a), b
						want := plainEndSlowly(string(text), 1, quote)
						if got := plainEnd(string(text), 1, quote); got != want {
							t.Fatalf("%q, quote %q: %d, want %d", text, quote, got, want)
						}
					}
				}
			}
		}
	}
}
