package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// maxInput bounds what is read of a file: one byte more than the largest reply
// that the library takes, so that a larger one is still seen to be too large.
const maxInput = 16<<20 + 1

// input reads files, and standard input once.
type input struct {
	stdin io.Reader
	used  bool
}

// read returns the text of the named file; "-" is standard input.
func (in *input) read(name string) (string, error) {
	if name == "-" {
		if in.used {
			return "", errors.New("standard input can be read only once; name a file in place of the second -")
		}
		in.used = true
		return readSome(in.stdin)
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return readSome(f)
}

// readSome reads a text, also one in UTF-16, which some shells write. What may
// have been cut at the limit stays as it is, to be refused.
func readSome(r io.Reader) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput))
	if len(data) == maxInput {
		return string(data), err
	}
	text, decoded := chars.FromUTF16(string(data))
	if decoded && len(data)%2 == 1 {
		text += "\ufffd" // half a character: what follows was cut off
	}
	return text, err
}

// visible returns s with every character that would steer a terminal, rather
// than show on it, written as an escape such as \x1b or \u202e.
func visible(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
		s = s[size:]
	}
	return b.String()
}

// quoteName returns a file name or an id, in quotes where it would not read as
// one word.
func quoteName(s string) string {
	if s == "" || s != visible(s) || strings.ContainsRune(s, '"') || strings.ContainsFunc(s, unicode.IsSpace) {
		return strconv.QuoteToGraphic(s)
	}
	return s
}

// clip quotes s on one line and shortens it to n characters.
func clip(s string, n int) string {
	for i := range s {
		if n == 0 {
			s = s[:i] + "…"
			break
		}
		n--
	}
	return strconv.QuoteToGraphic(s)
}

// writeJSON writes v indented. What would steer a terminal is escaped: outside
// of strings JSON has none of it.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	var safe strings.Builder
	for _, r := range b.String() {
		switch {
		case r == '\n' || unicode.IsGraphic(r):
			safe.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&safe, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&safe, `\u%04x`, r)
		}
	}
	_, err := io.WriteString(w, safe.String())
	return err
}
