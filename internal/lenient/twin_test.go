package lenient

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/jurytest"
)

// A grammarTwin reads the grammar by recursive descent, a token at a time, as
// one would write it down: slow, and deep where the text is. What stops it is
// an ending, as a panic.
type grammarTwin struct{ text string }

var (
	twinNumber = regexp.MustCompile(`^[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d+)?`)
	twinWord   = regexp.MustCompile(`^(true|false|null|True|False|None|NaN|-?Infinity)`)
	twinKey    = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$-]*`)
	twinQuotes = map[string]string{`"`: `"`, `'`: `'`, `“`: `”`, `‘`: `’`}
)

// readTwin reads the object or list that text begins with. It returns it as
// spell does, and what follows it.
func readTwin(text string) (value, rest string, end Ending) {
	p := &grammarTwin{text}
	defer func() {
		if stopped := recover(); stopped != nil {
			value, rest, end = "", p.text, stopped.(Ending)
		}
	}()
	value = p.collection(1)
	return value, p.text, Whole
}

// collection reads an object or list.
func (p *grammarTwin) collection(depth int) string {
	if depth > MaxDepth {
		panic(Broken)
	}
	opener, closer := p.text[:1], "}"
	if opener == "[" {
		closer = "]"
	}
	p.text = p.text[1:]
	var items []string
	p.blanks()
	for !p.take(closer) {
		items = append(items, p.item(opener == "{", depth))
		lineEnd := p.blanks()
		switch {
		case p.take(",") || p.take("，"):
			p.blanks()
		case !lineEnd && !strings.HasPrefix(p.text, closer):
			panic(Broken)
		}
	}
	return opener + strings.Join(items, ",") + closer
}

// item reads a member or an element.
func (p *grammarTwin) item(isMember bool, depth int) string {
	key := ""
	if isMember {
		key = p.key() + ":"
		p.blanks()
		if !p.take(":") && !p.take("：") {
			panic(Broken)
		}
		p.blanks()
	} else if p.take("...") {
		return "..."
	}
	if strings.HasPrefix(p.text, "{") || strings.HasPrefix(p.text, "[") {
		return key + p.collection(depth+1)
	}
	if s, ok := p.quoted(); ok {
		return key + s
	}
	token := twinWord.FindString(p.text)
	if token == "" {
		token = twinNumber.FindString(p.text)
	}
	if token == "" {
		panic(Broken)
	}
	p.text = p.text[len(token):]
	return key + token
}

// key reads a key.
func (p *grammarTwin) key() string {
	if s, ok := p.quoted(); ok {
		return s
	}
	key := twinKey.FindString(p.text)
	if key == "" {
		panic(Broken)
	}
	p.text = p.text[len(key):]
	return key
}

// quoted reads a string, if one is there.
func (p *grammarTwin) quoted() (string, bool) {
	for opener, closer := range twinQuotes {
		if !p.take(opener) {
			continue
		}
		content := p.text
		for !p.take(closer) {
			p.text = strings.TrimPrefix(p.text, `\`)
			_, n := utf8.DecodeRuneInString(p.text)
			p.text = p.text[n:]
			if p.text == "" {
				panic(Cut)
			}
		}
		return "<" + content[:len(content)-len(p.text)-len(closer)] + ">", true
	}
	return "", false
}

// blanks skips white space and comments, after which something must follow. It
// reports whether a line ended outside a comment.
func (p *grammarTwin) blanks() (lineEnd bool) {
	for {
		c, n := utf8.DecodeRuneInString(p.text)
		end := n
		switch {
		case p.text == "":
			panic(Cut)
		case unicode.IsSpace(c):
			lineEnd = lineEnd || c == '\n' || c == '\r'
		case strings.HasPrefix(p.text, "/*"):
			end = strings.Index(p.text[2:], "*/") + 4
			if end < 4 {
				panic(Cut)
			}
		case strings.HasPrefix(p.text, "//"), c == '#':
			end = strings.IndexAny(p.text, "\r\n")
			if end < 0 {
				panic(Cut)
			}
		default:
			return lineEnd
		}
		p.text = p.text[end:]
	}
}

// take skips token, if it is there.
func (p *grammarTwin) take(token string) bool {
	rest, ok := strings.CutPrefix(p.text, token)
	p.text = rest
	return ok
}

// spell writes the value at index i as readTwin does.
func spell(s *Reader, i uint32) string {
	n := s.Nodes[i]
	raw := s.Text[n.Start:n.End]
	if n.Kind == KindString && !n.Has(traitBare) {
		return "<" + raw + ">"
	}
	if n.Kind != KindObject && n.Kind != KindArray {
		return raw
	}
	var items []string
	for k := i + 1; k < n.Next; k = s.Nodes[k].Next {
		item := spell(s, k)
		if s.Nodes[k].Has(TraitKey) {
			k = s.Nodes[k].Next
			item += ":" + spell(s, k)
		}
		items = append(items, item)
	}
	if n.Kind == KindArray {
		return "[" + strings.Join(items, ",") + "]"
	}
	return "{" + strings.Join(items, ",") + "}"
}

// checkTwin checks that both readers read text alike.
func checkTwin(t testing.TB, text string) Ending {
	t.Helper()
	s := readText(text)
	want, rest, end := readTwin(text)
	switch {
	case s.Ending != end:
		t.Errorf("%q: ending %d, the twin says %d", text, s.Ending, end)
	case end != Whole:
	case spell(s, 0) != want || s.Span.End != len(text)-len(rest):
		t.Errorf("%q: %s up to %d, the twin reads %s up to %d", text, spell(s, 0), s.Span.End, want, len(text)-len(rest))
	}
	return s.Ending
}

// The reader agrees with its twin on every short text of these tokens, and on
// longer ones at random.
func TestGrammarTwin(t *testing.T) {
	tokens := []string{"{", "}", "[", "]", `"a"`, `"`, "'", "“", "”", "a", ":", ",", "1", "true", "\n", "/*", "*/", "//", "...", `\`, "-", "."}
	most := 4
	if jurytest.Exhaustive() {
		most = 5
	}
	var ends [3]int
	var each func(text string, left int)
	each = func(text string, left int) {
		ends[checkTwin(t, text)]++
		for _, token := range tokens {
			if left > 0 && !t.Failed() {
				each(text+token, left-1)
			}
		}
	}
	each("{", most-1)
	each("[", most-1)

	more := append(tokens, "{}", "[]", "a:1", `"b":`, "'c':", "NaN", "-Infinity", "None", "1e5", ".5", "01", "：", "，", "\u00a0", "\r", "#", "‘’", "é", "\xff", " ", " ", ",", ":")
	rng := rand.New(rand.NewSource(6))
	for range 40_000 {
		text := "{["[rng.Intn(2):][:1]
		for range rng.Intn(12) {
			text += more[rng.Intn(len(more))]
		}
		ends[checkTwin(t, text)]++
		if text = jurytest.RandomEdits(rng, jurytest.RandomJSON(rng), 1+rng.Intn(2), grammarBytes); strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") {
			ends[checkTwin(t, text)]++
		}
		if t.Failed() {
			break
		}
	}
	for _, tt := range grammarRows {
		checkTwin(t, tt.in)
	}
	t.Log("whole, broken, cut: ", fmt.Sprint(ends))
}
