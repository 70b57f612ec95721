// Package jurytest holds what the tests of several packages share: random
// edits, random JSON, and slow ways to fold a word.
package jurytest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"os"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Exhaustive reports whether all of a long test is asked for, and not a share.
func Exhaustive() bool { return os.Getenv("JURY_EXHAUSTIVE") == "1" }

// RandomEdits returns text after n edits, each of one byte or of a run of a few,
// which is removed or repeated.
func RandomEdits(rng *rand.Rand, text string, n int, alphabet string) string {
	for ; n > 0 && len(text) > 1; n-- {
		if rng.Intn(6) > 0 {
			text = RandomEdit(rng, text, alphabet)
			continue
		}
		at := rng.Intn(len(text))
		end := min(len(text), at+1+rng.Intn(4))
		if rng.Intn(2) == 0 {
			text = text[:at] + text[end:]
		} else {
			text = text[:end] + text[at:]
		}
	}
	return text
}

// RandomEdit returns text, which is not empty, with a byte removed, replaced,
// put in, or swapped with the next.
func RandomEdit(rng *rand.Rand, text, alphabet string) string {
	at, c := rng.Intn(len(text)), rng.Intn(len(alphabet))
	switch kind := rng.Intn(5); {
	case kind < 2 || kind == 4 && at+1 == len(text):
		return text[:at] + text[at+1:]
	case kind == 2:
		return text[:at] + alphabet[c:c+1] + text[at+1:]
	case kind == 3:
		return text[:at] + alphabet[c:c+1] + text[at:]
	}
	return text[:at] + text[at+1:at+2] + text[at:at+1] + text[at+2:]
}

// RandomJSON returns an object or list of strict JSON with blanks in it.
func RandomJSON(rng *rand.Rand) string {
	var b bytes.Buffer
	if rng.Intn(4) == 0 {
		appendRandomList(&b, rng, 4)
	} else {
		appendRandomObject(&b, rng, 4)
	}
	return b.String()
}

func appendRandomJSON(b *bytes.Buffer, rng *rand.Rand, depth int) {
	switch n := rng.Intn(10); {
	case n == 0 && depth > 0:
		appendRandomList(b, rng, depth-1)
	case n == 1 && depth > 0:
		appendRandomObject(b, rng, depth-1)
	case n < 5:
		appendRandomString(b, rng)
	case n < 8:
		appendRandomNumber(b, rng)
	default:
		b.WriteString([]string{"true", "false", "null"}[rng.Intn(3)])
	}
}

func appendRandomList(b *bytes.Buffer, rng *rand.Rand, depth int) {
	b.WriteByte('[')
	for i, n := 0, rng.Intn(4); i < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		appendBlanks(b, rng)
		appendRandomJSON(b, rng, depth)
		appendBlanks(b, rng)
	}
	b.WriteByte(']')
}

func appendRandomObject(b *bytes.Buffer, rng *rand.Rand, depth int) {
	b.WriteByte('{')
	for i, n := 0, rng.Intn(5); i < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		appendBlanks(b, rng)
		appendRandomString(b, rng)
		appendBlanks(b, rng)
		b.WriteByte(':')
		appendBlanks(b, rng)
		appendRandomJSON(b, rng, depth)
		appendBlanks(b, rng)
	}
	b.WriteByte('}')
}

func appendBlanks(b *bytes.Buffer, rng *rand.Rand) {
	for rng.Intn(3) == 0 {
		b.WriteByte(" \t\r\n"[rng.Intn(4)])
	}
}

func appendRandomString(b *bytes.Buffer, rng *rand.Rand) {
	parts := []string{"pass", "score", "é", "😀", "\xff", "\xe2\x80", "”", "’", "'", "：", `\"`, `\\`, `\/`, `\n`, `\u0041`,
		`\ud83d\ude00`, `\ud83d`, `\udead`, `\u2028`, "{", "}", "//", "#", " ", "\u200b", "\x7f"}
	b.WriteByte('"')
	for n := rng.Intn(5); n > 0; n-- {
		b.WriteString(parts[rng.Intn(len(parts))])
	}
	b.WriteByte('"')
}

func appendRandomNumber(b *bytes.Buffer, rng *rand.Rand) {
	switch rng.Intn(4) {
	case 0:
		fmt.Fprint(b, rng.Intn(300)-100)
	case 1:
		data, _ := json.Marshal(math.Float64frombits(rng.Uint64() &^ (1 << 62))) // below 2, so finite
		b.Write(data)
	case 2:
		b.WriteString([]string{"-0", "0.0", "1e400", "1E-400", "0e0", "12345678901234567890123"}[rng.Intn(6)])
	default:
		fmt.Fprintf(b, "%d.%03de%+d", rng.Intn(10), rng.Intn(1000), rng.Intn(40)-20)
	}
}

// MeasureJSON returns how deep text, which is strict JSON, nests, and whether
// no object of it has a key twice.
func MeasureJSON(text string) (depth int, unique bool) {
	d := json.NewDecoder(strings.NewReader(text))
	type level struct {
		keys  map[string]bool
		isKey bool
	}
	var open []level
	unique = true
	for {
		token, err := d.Token()
		if err != nil {
			return depth, unique
		}
		top := len(open) - 1
		if key, ok := token.(string); ok && top >= 0 && open[top].keys != nil && open[top].isKey {
			unique = unique && !open[top].keys[key]
			open[top].keys[key] = true
			open[top].isKey = false
			continue
		}
		if top >= 0 {
			open[top].isKey = true
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{keys: map[string]bool{}, isKey: true})
		case json.Delim('['):
			open = append(open, level{})
		case json.Delim('}'), json.Delim(']'):
			open = open[:top]
			if top > 0 {
				open[top-1].isKey = true
			}
		}
		depth = max(depth, len(open))
	}
}

// FoldWord writes the gaps of word as one space, and folds its case.
func FoldWord(word string) string {
	return LowerASCII(gaps.ReplaceAllString(word, " "))
}

func LowerASCII(s string) string {
	return strings.Map(func(c rune) rune {
		if c < utf8.RuneSelf {
			return unicode.ToLower(c)
		}
		return c
	}, s)
}

// Space is what Python calls so, in brackets.
const Space = `\t-\r\x1c-\x20\x{85}\pZ`

// gaps parts the words of a phrase.
var gaps = regexp.MustCompile(`[-_` + Space + `]+`)
