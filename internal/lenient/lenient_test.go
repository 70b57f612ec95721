package lenient

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-bcabc8a2/jury/internal/jurytest"
)

// What grammarRows want of a text that is not read to its end.
const (
	wantBroken = "broken"
	wantCut    = "cut"
)

// Shorthands for the columns of grammarRows.
const (
	loose    = BeyondSyntax
	comments = BeyondComments
)

// grammarRows hold the grammar construct by construct. want is the value as
// compact JSON, or how the reading ends.
var grammarRows = []struct {
	name, in, want string
	beyond         Beyond
	reason         string
}{
	{"empty object", `{}`, `{}`, 0, "JSON"},
	{"empty list", `[]`, `[]`, 0, "JSON"},
	{"members", `{"a": 1, "b": [true, false, null], "c": {"d": "e"}}`, `{"a":1,"b":[true,false,null],"c":{"d":"e"}}`, 0, "JSON"},
	{"blanks of JSON", "{ \t\r\n\"a\" :\n1 ,\r\"b\"\t: 2 }", `{"a":1,"b":2}`, 0, "JSON allows four blanks"},
	{"escapes of JSON", `["\"\\\/\b\f\n\r\t\u0041"]`, `["\"\\/\u0008\u000c\n\u000d\tA"]`, 0, "JSON"},
	{"surrogate pair", `["\ud83d\ude00"]`, `["😀"]`, 0, "JSON"},
	{"half a surrogate pair", `["\ud83d", "\ude00x", "\ud83d\u0041"]`, `["�","�x","�A"]`, 0, "encoding/json reads U+FFFD"},
	{"no UTF-8", "[\"a\xffb\xc3\"]", "[\"a�b�\"]", 0, "encoding/json reads U+FFFD for each byte"},
	{"numbers of JSON", `[0, -0, 10, 1.5, -1.25, 1e3, 1E+3, 1.0e-3]`, `[0,-0,10,1.5,-1.25,1e3,1E+3,1.0e-3]`, 0, "JSON"},
	{"delete character", "[\"\x7f\"]", "[\"\x7f\"]", 0, "JSON forbids only what is below a space"},
	{"key of no characters", `{"": 1}`, `{"":1}`, 0, "JSON"},
	{"one key twice", `{"a": 1, "a": 2}`, `{"a":1,"a":2}`, 0, "the grammar keeps both: what they mean is not its business"},

	{"line comment", "{// one\n\"a\": 1}", `{"a":1}`, comments, "a comment of //"},
	{"block comment", `{/* one */"a"/**/:/***/1/* ** / */}`, `{"a":1}`, comments, "a comment of /* */"},
	{"hash comment", "{# one\r\"a\": 1}", `{"a":1}`, comments, "a comment of #, ended by a carriage return"},
	{"comment after the last member", "{\"a\": 1 // one\n}", `{"a":1}`, comments, "a comment may stand wherever a blank may"},
	{"comment in place of a comma", "[1 /* , */ 2]", wantBroken, 0, "a comment is a blank, no comma"},
	{"block comment in place of a line end", "[1 /*\n*/ 2]", wantBroken, 0, "a line end within a comment ends no line of the list"},
	{"line comment, then a missing comma", "[1 // one\n2]", `[1,2]`, comments | loose, "the line ends after the comment"},
	{"comment opener in a string", `["// no", "/* no", "# no"]`, `["// no","/* no","# no"]`, 0, "strings hold no comments"},
	{"block comment never closed", `{"a": 1 /* }`, wantCut, 0, "the text ends in a comment"},
	{"line comment at the end", `{"a": 1 // }`, wantCut, 0, "the brace is a part of the comment"},
	{"hash comment at the end", `{"a": 1 # }`, wantCut, 0, "as for //"},
	{"half of a block comment's end", `{/*/"a": 1}`, wantCut, 0, "the star of the opener closes nothing"},
	{"slash alone", `{"a": / 1}`, wantBroken, 0, "one slash opens no comment"},
	{"XML comment", `{<!-- x -->"a": 1}`, wantBroken, 0, "no comment of the grammar"},
	{"dash comment", "{-- x\n\"a\": 1}", wantBroken, 0, "no comment of the grammar"},

	{"trailing comma in an object", `{"a": 1,}`, `{"a":1}`, loose, "one trailing comma"},
	{"trailing comma in a list", "[1, 2,\n]", `[1,2]`, loose, "one trailing comma"},
	{"two trailing commas", `[1,,]`, wantBroken, 0, "an element between commas is missing"},
	{"leading comma", `{, "a": 1}`, wantBroken, 0, "nothing before the comma"},
	{"only a comma", `[,]`, wantBroken, 0, "nothing before the comma"},
	{"two commas", `[1,, 2]`, wantBroken, 0, "an element is missing"},
	{"semicolon for a comma", `{"a": 1; "b": 2}`, wantBroken, 0, "no comma of the grammar"},
	{"missing comma at a line end", "{\"a\": 1\n\"b\": 2\r\"c\": [1\r\n2]\n}", `{"a":1,"b":2,"c":[1,2]}`, loose, "the line end parts them"},
	{"missing comma on one line", `{"a": 1 "b": 2}`, wantBroken, 0, "nothing parts them"},
	{"no comma between strings", `["a""b"]`, wantBroken, 0, "nothing parts them"},
	{"missing comma at a line separator", "[1\u20282]", wantBroken, 0, "U+2028 is a space here, no line end"},

	{"single quotes", `{'a': 'b "c"'}`, `{"a":"b \"c\""}`, loose, "closed by its own partner only"},
	{"apostrophe escaped", `['it\'s']`, `["it's"]`, loose, `\' is an escape in single quotes`},
	{"apostrophe escaped in double quotes", `["it\'s"]`, `["it's"]`, loose, `\' is an escape, though not of JSON`},
	{"apostrophe not escaped", `['it's']`, wantBroken, 0, "the string ends at the apostrophe: no guess"},
	{"smart double quotes", `{“a”: “b "c" 'd'”}`, `{"a":"b \"c\" 'd'"}`, loose, "closed by ” only"},
	{"smart single quotes", `{‘a’: ‘b “c”’}`, `{"a":"b “c”"}`, loose, "closed by ’ only"},
	{"smart opener twice", `[“a“]`, wantCut, 0, "“ closes nothing"},
	{"smart closer first", `[”a”]`, wantBroken, 0, "” opens nothing"},
	{"low quotes", `[„a”]`, wantBroken, 0, "no quotes of the grammar"},
	{"guillemets", `[«a»]`, wantBroken, 0, "no quotes of the grammar"},
	{"backticks", "[`a`]", wantBroken, 0, "no quotes of the grammar"},
	{"mixed quotes", `["a']`, wantCut, 0, "the closer must be the opener's own partner"},
	{"straight opened, smart closed", `["a”]`, wantCut, 0, "the closer must be the opener's own partner"},
	{"smart opened, straight closed", `[“a"]`, wantCut, 0, "the closer must be the opener's own partner"},
	{"double opened, single smart closed", `[“a’]`, wantCut, 0, "the closer must be the opener's own partner"},
	{"escaped smart closer", `[“a\”b”]`, `["a\\”b"]`, loose, "a backslash keeps the closer in the string; the escape is unknown, so kept"},
	{"three double quotes", `["""a"""]`, wantBroken, 0, "an empty string, then nothing parts it from the next"},
	{"string never closed", `{"a": "b}`, wantCut, 0, "no quote is inserted"},
	{"string ends in a backslash", `{"a": "b\`, wantCut, 0, "the escape is cut"},
	{"quote escaped at the end", `{"a": "b\"}`, wantCut, 0, "the quote is a part of the string"},

	{"raw line break", "[\"a\nb\rc\"]", `["a\nb\u000dc"]`, loose, "raw control characters in strings"},
	{"raw tab and NUL", "[\"a\tb\x00c\"]", `["a\tb\u0000c"]`, loose, "raw control characters in strings"},
	{"unknown escape", `["\d+\.\x41"]`, `["\\d+\\.\\x41"]`, loose, "kept as written"},
	{"short unicode escape", `["\u12", "\u00zz"]`, `["\\u12","\\u00zz"]`, loose, "kept as written"},
	{"escaped line break", "[\"a\\\nb\"]", `["a\\\nb"]`, loose, "no continuation of lines: kept as written"},

	{"bare key", `{pass: 1, $a_b-9: 2, _: 3}`, `{"pass":1,"$a_b-9":2,"_":3}`, loose, "[A-Za-z_$][A-Za-z0-9_$-]*"},
	{"bare key that is a word", `{true: 1, NaN: 2}`, `{"true":1,"NaN":2}`, loose, "keys are keys"},
	{"bare key of digits", `{1: 2}`, wantBroken, 0, "a bare key begins with a letter, _ or $"},
	{"bare key with a dash first", `{-a: 2}`, wantBroken, 0, "a bare key begins with a letter, _ or $"},
	{"bare key with a dot", `{a.b: 2}`, wantBroken, 0, "no character of a bare key"},
	{"bare key with a space", `{a b: 2}`, wantBroken, 0, "no character of a bare key"},
	{"bare key not ASCII", `{é: 2}`, wantBroken, 0, "no character of a bare key"},
	{"bare key without a value", `{a}`, wantBroken, 0, "no colon"},
	{"bare value", `{"a": yes}`, wantBroken, 0, "no quotes are inserted"},
	{"bare value that a word begins", `{"a": trueish}`, wantBroken, 0, "no word prefixes"},
	{"bare element", `[a]`, wantBroken, 0, "no quotes are inserted"},
	{"key without colon", `{"a" 1}`, wantBroken, 0, "no colon is inserted"},
	{"key without value", `{"a":}`, wantBroken, 0, "no value is invented"},
	{"key without value, comma", `{"a":, "b": 1}`, wantBroken, 0, "no value is invented"},
	{"value without key", `{"a"}`, wantBroken, 0, "a set is no object"},
	{"object as key", `{{"a": 1}: 2}`, wantBroken, 0, "a key is a string or bare"},
	{"member in a list", `["a": 1]`, wantBroken, 0, "a list has elements"},
	{"equals for a colon", `{"a" = 1}`, wantBroken, 0, "no colon of the grammar"},
	{"arrow for a colon", `{"a" => 1}`, wantBroken, 0, "no colon of the grammar"},
	{"two colons", `{"a":: 1}`, wantBroken, 0, "no value begins with a colon"},

	{"full-width colon and comma", `{"a"：1，"b"：2}`, `{"a":1,"b":2}`, loose, "outside strings"},
	{"full-width in strings", `{"：": "，"}`, `{"：":"，"}`, 0, "strings keep them"},
	{"full-width trailing comma", `[1，]`, `[1]`, loose, "a comma"},
	{"full-width brace", `{"a": 1｝`, wantBroken, 0, "no brace of the grammar"},
	{"ideographic comma", `[1、2]`, wantBroken, 0, "no comma of the grammar"},
	{"small colon", `{"a"﹕1}`, wantBroken, 0, "no colon of the grammar"},

	{"Unicode spaces", "{\u00a0\"a\"\u3000:\u20091\u2028,\u0085\"b\": 2}", `{"a":1,"b":2}`, loose, "white space of Unicode"},
	{"vertical tab, form feed", "[\v1,\f2]", `[1,2]`, loose, "white space of Unicode"},
	{"zero-width space", "[\u200b1]", wantBroken, 0, "no white space"},
	{"byte order mark inside", "[\ufeff1]", wantBroken, 0, "no white space"},
	{"NUL between", "[\x001]", wantBroken, 0, "no white space"},

	{"Python words", `[True, False, None]`, `[true,false,null]`, loose, "whole tokens"},
	{"other cases", `[TRUE]`, wantBroken, 0, "no word of the grammar"},
	{"null of others", `[nil]`, wantBroken, 0, "no word of the grammar"},
	{"undefined", `[undefined]`, wantBroken, 0, "no word of the grammar"},
	{"Null", `[Null]`, wantBroken, 0, "no word of the grammar"},
	{"not finite", `[NaN, Infinity, -Infinity]`, `["NaN","Infinity","-Infinity"]`, BeyondFinite, "whole tokens"},
	{"lower case nan", `[nan]`, wantBroken, 0, "no word of the grammar"},
	{"inf", `[inf]`, wantBroken, 0, "no word of the grammar"},
	{"+Infinity", `[+Infinity]`, wantBroken, 0, "no word of the grammar"},
	{"-NaN", `[-NaN]`, wantBroken, 0, "no word of the grammar"},
	{"word longer by a letter", `[trues]`, wantBroken, 0, "no word prefixes"},
	{"word longer by a digit", `[null0]`, wantBroken, 0, "no word prefixes"},
	{"word longer by an underscore", `[True_]`, wantBroken, 0, "no word prefixes"},
	{"word longer by a letter not ASCII", `[trueé]`, wantBroken, 0, "no word prefixes"},
	{"word before a quote", `[true"x"]`, wantBroken, 0, "nothing parts them"},
	{"word cut by the end", `{"a": tru`, wantBroken, 0, "no part of a word is a word"},
	{"word at the end", `{"a": true`, wantCut, 0, "the object is not closed"},

	{"point first", `[.9, -.5]`, `[0.9,-0.5]`, loose, "digits on one side of the point are enough"},
	{"point last", `[1., -2.e3]`, `[1,-2e3]`, loose, "digits on one side of the point are enough"},
	{"plus", `[+0.9, +1]`, `[0.9,1]`, loose, "a leading plus has one meaning"},
	{"point alone", `[.]`, wantBroken, 0, "no digits"},
	{"sign alone", `[-]`, wantBroken, 0, "no digits"},
	{"two signs", `[--1]`, wantBroken, 0, "no number"},
	{"sign, then a space", `[- 1]`, wantBroken, 0, "no number"},
	{"leading zero", `[01]`, wantBroken, 0, "it may be octal"},
	{"leading zero before a point", `[00.5]`, wantBroken, 0, "it may be octal"},
	{"zero with a sign", `[-00]`, wantBroken, 0, "it may be octal"},
	{"hexadecimal", `[0x1]`, wantBroken, 0, "nothing parts 0 and x"},
	{"underscores", `[1_000]`, wantBroken, 0, "nothing parts 1 and _"},
	{"decimal comma", `[0,9]`, `[0,9]`, 0, "two elements, as in JSON"},
	{"decimal comma in a member", `{"a": 0,9}`, wantBroken, 0, "9 is no key"},
	{"percent", `[90%]`, wantBroken, 0, "nothing parts 90 and %"},
	{"fraction", `[9/10]`, wantBroken, 0, "one slash opens no comment"},
	{"fraction before a comment", `[9//10` + "\n]", `[9]`, comments, "two slashes open one"},
	{"exponent cut", `[1e]`, wantBroken, 0, "no digits"},
	{"exponent of a sign", `[1e+]`, wantBroken, 0, "no digits"},
	{"two points", `[1.2.3]`, wantBroken, 0, "nothing parts 1.2 and .3"},
	{"suffix", `[1f]`, wantBroken, 0, "nothing parts 1 and f"},
	{"full-width digits", `[１]`, wantBroken, 0, "no digits of the grammar"},
	{"number cut by the end", `{"a": 0.`, wantCut, 0, "the object is not closed"},
	{"minus cut by the end", `{"a": -`, wantBroken, 0, "no number yet"},

	{"ellipsis", `[1, ..., 2]`, `[1,2]`, loose, "an element left out"},
	{"ellipsis alone", `[...]`, `[]`, loose, "elements left out"},
	{"ellipsis at the end", `["a", ...]`, `["a"]`, loose, "elements left out"},
	{"ellipsis of one character", `[…]`, wantBroken, 0, "only three full stops"},
	{"two full stops", `[..]`, wantBroken, 0, "only three full stops"},
	{"four full stops", `[....]`, wantBroken, 0, "only three full stops"},
	{"ellipsis as a value", `{"a": ...}`, wantBroken, 0, "only in lists"},
	{"ellipsis as a member", `{...}`, wantBroken, 0, "only in lists"},
	{"ellipsis before a value", `[...1]`, wantBroken, 0, "nothing parts them"},

	{"wrong closer of an object", `{"a": 1]`, wantBroken, 0, "the opener's partner closes"},
	{"wrong closer of a list", `[1}`, wantBroken, 0, "the opener's partner closes"},
	{"crossed", `{"a": [1}]`, wantBroken, 0, "the innermost closes first"},
	{"parentheses", `{"a": (1)}`, wantBroken, 0, "no tuple of the grammar"},
	{"never closed", `{"a": {"b": 1}`, wantCut, 0, "nothing that is open is closed"},
	{"only the opener", `{`, wantCut, 0, "nothing that is open is closed"},
	{"cut after the key", `{"a"`, wantCut, 0, "nothing that is open is closed"},
	{"cut after the colon", `{"a":`, wantCut, 0, "nothing that is open is closed"},
	{"cut after the comma", `{"a":1,`, wantCut, 0, "nothing that is open is closed"},
	{"ordinary text", `{see below}`, wantBroken, 0, "prose in braces"},
	{"fence inside", "{\"a\": 1\n```\n}", wantBroken, 0, "fences are nothing to the grammar"},
}

func TestGrammar(t *testing.T) {
	seen := map[string]bool{}
	for _, tt := range grammarRows {
		if tt.name == "" || tt.reason == "" || seen[tt.name] {
			t.Fatalf("row %q: a name of its own and a reason are required", tt.name)
		}
		seen[tt.name] = true
		t.Run(tt.name, func(t *testing.T) {
			s := readText(tt.in)
			switch s.Ending {
			case Broken:
				if tt.want != wantBroken {
					t.Errorf("%s: broken at %d, want %s: %s", tt.in, s.Span.End, tt.want, tt.reason)
				}
			case Cut:
				if tt.want != wantCut {
					t.Errorf("%s: cut, want %s: %s", tt.in, tt.want, tt.reason)
				}
				if s.Span.End != len(tt.in) {
					t.Errorf("%s: cut at %d, before the end", tt.in, s.Span.End)
				}
			default:
				if got := string(s.AppendJSON(nil, 0)); got != tt.want {
					t.Errorf("%s: read as %s, want %s: %s", tt.in, got, tt.want, tt.reason)
				}
				if s.Beyond != tt.beyond {
					t.Errorf("%s: quirks %v, want %v", tt.in, s.Beyond, tt.beyond)
				}
				if s.Span.End != len(tt.in) {
					t.Errorf("%s: reading stopped at %d, want %d", tt.in, s.Span.End, len(tt.in))
				}
			}
		})
	}
}

// What is read does not depend on what follows, and what follows is not read.
func TestGrammarStopsAtTheCloser(t *testing.T) {
	for _, tt := range grammarRows {
		if tt.want == wantBroken || tt.want == wantCut {
			continue
		}
		for _, after := range []string{"}", "]", ",", "x", "{", `"`, "/*", "\n", "\xff"} {
			if s := readText(tt.in + after); s.Ending != Whole || s.Span.End != len(tt.in) {
				t.Errorf("%s before %q: ending %d at %d, want whole at %d", tt.in, after, s.Ending, s.Span.End, len(tt.in))
			}
		}
	}
}

// A broken value is broken at the same place whatever follows it, and no part
// of a whole one is whole.
func TestGrammarPrefixes(t *testing.T) {
	for _, tt := range grammarRows {
		for end := 1; end < len(tt.in); end++ {
			if s := readText(tt.in[:end]); s.Ending == Whole && tt.want != wantBroken {
				t.Errorf("%s: its first %d bytes are whole", tt.in, end)
			}
		}
	}
}

// Every node of every row lies within the text and within what holds it.
func TestGrammarNodes(t *testing.T) {
	for _, tt := range grammarRows {
		checkNodes(t, readText(tt.in))
	}
}

func TestGrammarDepth(t *testing.T) {
	for _, tt := range []struct {
		name   string
		opener string
		closer string
		depth  int
		want   Ending
	}{
		{"lists at the limit", "[", "]", MaxDepth, Whole},
		{"lists one past the limit", "[", "]", MaxDepth + 1, Broken},
		{"objects at the limit", `{"a":`, "}", MaxDepth, Whole},
		{"objects one past the limit", `{"a":`, "}", MaxDepth + 1, Broken},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Repeat(tt.opener, tt.depth-1) + tt.opener[:1] + strings.Repeat(tt.closer, tt.depth)
			s := readText(text)
			if s.Ending != tt.want {
				t.Errorf("ending %d, want %d", s.Ending, tt.want)
			}
			checkNodes(t, s)
		})
	}
}

// Strict JSON without duplicate keys is read to the values that encoding/json
// reads, and carries no quirk.
func TestGrammarStrictJSON(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for n := 0; n < 20_000; n++ {
		text := jurytest.RandomJSON(rng)
		checkStrictJSON(t, text)
		if t.Failed() {
			return
		}
	}
}

// Damage to strict JSON either leaves it strict, and the two readers agree, or
// makes it no JSON; then the larger grammar may read it, with a quirk.
func TestGrammarDamagedJSON(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	strict := 0
	for n := 0; n < 40_000; n++ {
		text := jurytest.RandomEdits(rng, jurytest.RandomJSON(rng), 1, grammarBytes)
		if checkStrictJSON(t, text) {
			strict++
		}
		if t.Failed() {
			return
		}
	}
	if strict < 1000 {
		t.Errorf("only %d of the damaged texts are strict JSON: this tests too little", strict)
	}
}

// grammarBytes are the bytes that the grammar gives a meaning.
const grammarBytes = "{}[]\",:'\\/*#\n\t\r 0123456789.eE+-truefalsenullNaIifinity_$x\x00\xe2\x80\x9c\xef\xbc"

// readText reads text, which opens with a brace or bracket.
func readText(text string) *Reader {
	s := new(Reader)
	s.Text = text
	s.Read(0)
	return s
}

// checkNodes checks what the readers of nodes rely on.
func checkNodes(t testing.TB, s *Reader) {
	t.Helper()
	count := uint32(len(s.Nodes))
	var open []uint32
	for i, n := range s.Nodes {
		for len(open) > 0 && s.Nodes[open[len(open)-1]].Next <= uint32(i) {
			open = open[:len(open)-1]
		}
		if n.Start > n.End || int(n.End) > len(s.Text) || n.Next <= uint32(i) || n.Next > count {
			t.Fatalf("%q: node %d of %d is %+v", s.Text, i, count, n)
		}
		if len(open) > 0 {
			if p := s.Nodes[open[len(open)-1]]; n.Next > p.Next || n.Start < p.Start || n.End > p.End {
				t.Fatalf("%q: node %d, %+v, leaves %+v, which holds it", s.Text, i, n, p)
			}
		} else if i > 0 {
			t.Fatalf("%q: node %d is in no other", s.Text, i)
		}
		if n.Kind == KindObject || n.Kind == KindArray {
			open = append(open, uint32(i))
		} else if n.Next != uint32(i)+1 {
			t.Fatalf("%q: node %d, %+v, holds others", s.Text, i, n)
		}
	}
}

// checkStrictJSON checks text against encoding/json, and reports whether it is
// strict JSON that both must read alike.
func checkStrictJSON(t testing.TB, text string) bool {
	t.Helper()
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	s := readText(text)
	checkNodes(t, s)
	if !json.Valid([]byte(text)) {
		if s.Ending == Whole && s.Span.End == len(text) && s.Beyond == 0 {
			t.Errorf("%q: read without a quirk, and is no JSON", text)
		}
		if s.Ending == Whole && !json.Valid(s.AppendJSON(nil, 0)) {
			t.Errorf("%q: written as %q, which is no JSON", text, s.AppendJSON(nil, 0))
		}
		return false
	}
	depth, unique := jurytest.MeasureJSON(text)
	if depth > MaxDepth {
		return false
	}
	end := len(strings.TrimRight(text, " \t\r\n"))
	if s.Ending != Whole || s.Beyond != 0 || s.Span.End != end {
		t.Errorf("%q: ending %d at %d, quirks %v, for strict JSON", text, s.Ending, s.Span.End, s.Beyond)
		return true
	}
	if !unique {
		return true
	}
	if diff := cmp.Diff(decoded(t, text), valueOf(s, 0)); diff != "" {
		t.Errorf("%q (-encoding/json +ours):\n%s", text, diff)
	}
	if diff := cmp.Diff(decoded(t, text), decoded(t, string(s.AppendJSON(nil, 0)))); diff != "" {
		t.Errorf("%q written again (-before +after):\n%s", text, diff)
	}
	return true
}

// decoded returns what encoding/json reads.
func decoded(t testing.TB, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// valueOf returns the value at index i as encoding/json would with UseNumber.
func valueOf(s *Reader, i uint32) any {
	n := s.Nodes[i]
	switch n.Kind {
	case KindObject:
		m := map[string]any{}
		for k := i + 1; k < n.Next; k = s.Nodes[k+1].Next {
			m[s.Str(s.Nodes[k])] = valueOf(s, k+1)
		}
		return m
	case KindArray:
		list := []any{}
		for k := i + 1; k < n.Next; k = s.Nodes[k].Next {
			list = append(list, valueOf(s, k))
		}
		return list
	case KindString:
		return s.Str(n)
	case KindNumber:
		return json.Number(s.Text[n.Start:n.End])
	case KindTrue, KindFalse:
		return n.Kind == KindTrue
	case KindNull:
		return nil
	}
	return fmt.Sprintf("not JSON: %+v", n)
}
