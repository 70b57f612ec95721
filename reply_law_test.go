package jury

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// A door is one way to read a reply, with what its laws are checked by.
type door struct {
	name    string
	parse   func(reply string) (Verdict, error)
	terms   resolved
	allowed Quirks   // what a pass may carry
	fails   []string // failing verdicts of the contract, in a few spellings
}

// safeDoor is Contract.Parse.
func safeDoor(c Contract) door {
	return door{"Contract.Parse", c.Parse, c.resolve(), (SafeQuirks | c.Allow) &^ c.Refuse, failsOf(c)}
}

// originalDoor is ParseVerdict.
func originalDoor() door {
	return door{"ParseVerdict", ParseVerdict, Contract{}.resolve(), AllQuirks, failsOf(Contract{})}
}

// failsOf returns failing verdicts of the contract: the words that matter in a
// few spellings, for laws that are checked on many replies.
func failsOf(c Contract) []string {
	t := c.resolve()
	pass, score := t.keys[rolePass][0], t.keys[roleScore][0]
	if !utf8.ValidString(pass) || !utf8.ValidString(t.nonce) {
		return nil // no reply has such a key
	}
	low := `, ` + quoteJSON(score) + `: ` + strconv.FormatFloat(t.min, 'g', -1, 64)
	if t.nonce != "" {
		low += `, "nonce": ` + quoteJSON(t.nonce)
	}
	upper := strings.ToUpper(pass[:1]) + pass[1:] // folded, or the same
	fails := []string{
		`{` + quoteJSON(pass) + `: false` + low + `}`,
		`{` + quoteJSON(upper) + `:"No."` + low + `,}`,
		`{` + quoteJSON(pass) + `: 0, "reasons": ["{\"pass\": true}", "it's /* bad */"]` + low + "\n}",
		"{// {\n" + quoteJSON("\u200b"+pass+" ") + `: 'failed: "x" {'` + low + `}`,
		`{“x”: ‘"’, ` + quoteJSON(pass) + `/**/：False，"n":NaN` + low + `}`,
	}
	if bareKey(pass) {
		fails = append(fails, `{`+pass+`: "rejected"`+low+`}`)
	}
	for _, word := range c.FailWords {
		fails = append(fails, `{`+quoteJSON(pass)+`: `+quoteJSON(word)+low+`}`)
	}
	return fails
}

// check checks the laws of section "Laws" of SPEC.md on one reply.
func (d door) check(t testing.TB, reply string) {
	t.Helper()
	v, err := d.parse(reply)
	again, againErr := d.parse(reply)
	if !reflect.DeepEqual(v, again) || !reflect.DeepEqual(err, againErr) {
		t.Errorf("%s(%q): %+v, %v; then %+v, %v", d.name, reply, v, err, again, againErr)
	}
	d.checkPrefixes(t, reply)
	if err != nil {
		d.checkError(t, reply, v, err)
		return
	}
	if !(v.Score >= 0 && v.Score <= 1) || !(v.RawScore >= d.terms.min && v.RawScore <= d.terms.max) || v.Reasons == nil {
		t.Errorf("%s(%q): %+v is out of range", d.name, reply, v)
	}
	if !v.Pass {
		return
	}
	if bad := v.Quirks &^ d.allowed; bad != 0 {
		t.Errorf("%s(%q) passes with %v", d.name, reply, bad)
	}
	for _, fail := range d.fails {
		for _, both := range [...]string{reply + "\n" + fail, fail + "\n" + reply} {
			if v, _ := d.parse(both); v.Pass {
				t.Errorf("%s(%q) passes, beside %q", d.name, both, fail)
			}
		}
	}
	d.checkBare(t, reply, v)
}

// checkError checks what an error implies.
func (d door) checkError(t testing.TB, reply string, v Verdict, err error) {
	t.Helper()
	if !reflect.DeepEqual(v, Verdict{}) {
		t.Errorf("%s(%q): %+v beside the error %v", d.name, reply, v, err)
	}
	checkReplyError(t, reply, err)
	if e := err.(*ReplyError); errors.Is(err, ErrUntrusted) != (e.Quirks != 0) || e.Quirks&d.allowed != 0 {
		t.Errorf("%s(%q): %v with the quirks %v", d.name, reply, err, e.Quirks)
	}
}

// checkReplyError checks what holds for the error of every door.
func checkReplyError(t testing.TB, reply string, err error) {
	t.Helper()
	e, ok := err.(*ReplyError)
	if !ok {
		t.Fatalf("%q: %T is no *ReplyError", reply, err)
	}
	known := 0
	for _, sentinel := range []error{ErrNoVerdict, ErrConflict, ErrTruncated, ErrUntrusted, ErrBadValue, ErrTooLarge, ErrContract, ErrAbstained, ErrFailed} {
		if errors.Is(err, sentinel) {
			known++
		}
	}
	if known != 1 || errors.Is(err, ErrTruncated) != errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q: %v wraps %d sentinels", reply, err, known)
	}
	decoded, _ := chars.FromUTF16(reply) // Chinese is longer in UTF-8; other codes only shrink
	if e.Offset < 0 || e.Offset > len(decoded) {
		t.Errorf("%q: %v at offset %d", reply, err, e.Offset)
	}
	text := err.Error()
	if strings.ContainsAny(text, "\n\r") || utf8.RuneCountInString(text) > 400 || !strings.HasPrefix(text, "jury: ") {
		t.Errorf("%q: the error is no short line: %s", reply, text)
	}
	if hint, ok := RetryHint(err); ok != (hint != "") {
		t.Errorf("%q: RetryHint returns %q, %v", reply, hint, ok)
	}
}

// checkPrefixes checks, where reply is one object or list, that no part of it
// passes.
func (d door) checkPrefixes(t testing.TB, reply string) {
	t.Helper()
	bare := bareUnit(reply)
	step := 1 + len(bare)/500
	for end := 1; end < len(bare); end += step {
		if v, _ := d.parse(bare[:end]); v.Pass {
			t.Errorf("%s(%q) passes, a part of %q", d.name, bare[:end], bare)
		}
	}
}

// bareUnit returns reply without the blanks around it if it is one object or
// list, else "".
func bareUnit(reply string) string {
	bare := strings.TrimFunc(reply, chars.IsBlankRune)
	if bare == "" || bare[0] != '{' && bare[0] != '[' {
		return ""
	}
	if s := readText(bare); s.Ending != lenient.Whole || s.Span.End != len(bare) {
		return ""
	}
	return bare
}

// checkBare checks that a fence and prose around an object that passes change
// nothing.
func (d door) checkBare(t testing.TB, reply string, v Verdict) {
	t.Helper()
	bare := bareUnit(reply)
	const before, after = "Here is what I found.\n\n```json\n", "\n```\n"
	if bare == "" || bare[0] != '{' || !d.allowed.Has(QuirkFenced|QuirkProseBefore) {
		return
	}
	if nonce := d.terms.nonce; nonce != "" && strings.Contains(before+after, nonce) {
		return
	}
	if _, err := (Contract{Allow: AllQuirks}).Parse(bare); d.name == "ParseVerdict" && errors.Is(err, ErrConflict) {
		return // the original looked at no member but its four
	}
	got, err := d.parse(before + bare + after)
	got.Quirks &^= QuirkFenced | QuirkProseBefore
	want := v
	want.Quirks &^= QuirkFenced | QuirkProseBefore
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: in a fence %q becomes %+v, %v; want %+v", d.name, bare, got, err, want)
	}
}

// passingReplies pass by the default contract, each in its own shape.
var passingReplies = []struct{ name, reply string }{
	{"bare", `{"pass": true, "score": 0.9}`},
	{"four keys", `{"pass": true, "score": 0.9, "reasons": ["clean", "fast"], "next_hint": "none"}`},
	{"indented", "{\n  \"pass\": true,\n  \"score\": 0.9\n}\n"},
	{"in a fence", "```json\n{\"pass\": true, \"score\": 0.9}\n```"},
	{"fence never closed", "```\n{\"pass\": true, \"score\": 0.9}"},
	{"tilde fence", "~~~\n{\"pass\": true, \"score\": 0.9}\n~~~\n"},
	{"prose before", "I ran it; all good.\n{\"pass\": true, \"score\": 0.9}"},
	{"thinking", "<think>{\"pass\": false} at first, but {</think>\n{\"pass\": true, \"score\": 0.9}"},
	{"thinking in brackets", "[reasoning]Hm \"[/REASONING]{\"pass\": true, \"score\": 0.9}"},
	{"wrapper", `{"verdict": {"pass": true, "score": 0.9}}`},
	{"list of one", `[{"pass": true, "score": 0.9}]`},
	{"encoded", `"{\"pass\": true, \"score\": 0.9}"`},
	{"comments", "{ // fine\n\"pass\": true, # fine\n\"score\": 0.9 /* fine */ }"},
	{"Python", `{'pass': True, 'score': .9, 'reasons': ['it\'s fine'], 'next_hint': None}`},
	{"smart quotes", `{“pass”: true，“score”：0.9}`},
	{"bare keys", "{pass: true\nscore: 0.9,}"},
	{"word", `{"pass": "Approved", "score": "0.9"}`},
	{"repeated", "{\"pass\": true, \"score\": 0.9}\nFinal:\n{\"pass\": true, \"score\": 0.9}"},
	{"other members", `{"a": {"b": [1, {"c": "{"}]}, "pass": true, "score": 0.9, "d": "\"pass\": false"}`},
	{"code before", "func f() {\n\tx := []int{1}\n}\n{\"pass\": true, \"score\": 0.9}"},
	{"odd quotes before", "It's \"fine, `{a` and /* so on.\n{\"pass\": true, \"score\": 0.9}"},
	{"closing tags after", `<answer>{"pass": true, "score": 0.9}</answer><|im_end|>`},
	{"byte order mark", "\ufeff{\"pass\": true, \"score\": 0.9}\u200b"},
	{"raw line break", "{\"pass\": true, \"score\": 0.9, \"reasons\": [\"one\ntwo\"]}"},
}

// The laws hold for every passing shape, and a failing verdict beside it, in
// any spelling, before or after, is never passed over.
func TestAppendedFailNeverPasses(t *testing.T) {
	fails := failSpellings()
	if len(fails) < 200 {
		t.Fatalf("only %d spellings", len(fails))
	}
	t.Logf("%d spellings", len(fails))
	for _, d := range []door{safeDoor(Contract{}), originalDoor()} {
		inParallel(len(passingReplies), func(n int) {
			tt := passingReplies[n]
			v, err := d.parse(tt.reply)
			if !v.Pass {
				t.Errorf("%s(%s) does not pass: %v", d.name, tt.name, err)
				return
			}
			d.check(t, tt.reply)
			for _, fail := range fails {
				for _, both := range []string{tt.reply + "\n" + fail, fail + "\n" + tt.reply} {
					if v, _ := d.parse(both); v.Pass {
						t.Errorf("%s(%q) passes", d.name, both)
					}
				}
			}
		})
	}
}

// Every spelling is a fail of itself, or at least no pass.
func TestFailSpellingsFail(t *testing.T) {
	unclear := map[string]bool{}
	for _, fail := range unclearSpellings() {
		unclear[fail] = true
	}
	for _, fail := range failSpellings() {
		for name, parse := range doors {
			v, err := parse(fail)
			if v.Pass {
				t.Errorf("%s(%q) passes", name, fail)
			}
			if err != nil && !unclear[fail] {
				t.Errorf("%s(%q): %v, want a fail", name, fail, err)
			}
		}
	}
}

// The laws hold on every reply of the case files, by its contract.
func TestLawsOfCases(t *testing.T) {
	passing := 0
	for _, name := range []string{"verdict.jsonl", "attacks.jsonl", "contract.jsonl"} {
		for _, tt := range loadCases[verdictCase](t, name) {
			c := tt.contract(t)
			safeDoor(c).check(t, tt.Reply)
			originalDoor().check(t, tt.Reply)
			if v, _ := c.Parse(tt.Reply); v.Pass {
				passing++
			}
		}
	}
	if passing < 30 {
		t.Errorf("only %d replies pass: the laws of a pass are hardly checked", passing)
	}
}

// What one door passes, a door that allows more passes too, with the same
// verdict.
func TestSafePassIsAPassOfTheOriginal(t *testing.T) {
	for _, name := range []string{"verdict.jsonl", "attacks.jsonl"} {
		for _, tt := range loadCases[verdictCase](t, name) {
			checkDoorsAgree(t, tt.Reply)
		}
	}
}

// checkDoorsAgree checks that the safe door is that of the zero contract, and
// passes nothing that the original contract does not pass with the same score.
func checkDoorsAgree(t testing.TB, reply string) {
	t.Helper()
	safe, err := SafeVerdict(reply)
	zero, zeroErr := Contract{}.Parse(reply)
	if !reflect.DeepEqual(safe, zero) || !reflect.DeepEqual(err, zeroErr) {
		t.Errorf("%q: SafeVerdict returns %+v, %v, the zero contract %+v, %v", reply, safe, err, zero, zeroErr)
	}
	original, originalErr := ParseVerdict(reply)
	if err == nil && (originalErr != nil || safe.Pass != original.Pass || safe.Score != original.Score || safe.Quirks != original.Quirks) {
		t.Errorf("%q: SafeVerdict returns %+v, ParseVerdict %+v, %v", reply, safe, original, originalErr)
	}
}

// Results share no memory that a caller can write through, neither with each
// other nor with the contract.
func TestResultsAreIndependent(t *testing.T) {
	const reply = `{"ok": true, "score": 0.9, "reasons": ["a", "b"]}`
	c := Contract{PassKeys: []string{"ok"}, PassWords: []string{"fine"}}
	first, err := c.Parse(reply)
	if err != nil {
		t.Fatal(err)
	}
	first.Reasons[0] = "changed"
	first.Reasons = append(first.Reasons[:1], "changed")
	second, err := c.Parse(reply)
	if err != nil || second.Reasons[0] != "a" || second.Reasons[1] != "b" {
		t.Errorf("%+v, %v after the first result was changed", second, err)
	}
	c.PassKeys[0], c.PassWords[0] = "changed", "changed"
	if second.Reasons[0] != "a" {
		t.Errorf("%+v after the contract was changed", second)
	}
}

// One contract may be used by many at once; run with -race.
func TestContractIsSafeForConcurrentUse(t *testing.T) {
	c := Contract{PassKeys: []string{"ok", "pass"}, FailWords: []string{"bad"}}
	want := map[string]Verdict{}
	for _, tt := range passingReplies {
		want[tt.reply], _ = c.Parse(tt.reply)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, tt := range passingReplies {
				if v, _ := c.Parse(tt.reply); !reflect.DeepEqual(v, want[tt.reply]) {
					t.Errorf("%q: %+v, want %+v", tt.reply, v, want[tt.reply])
				}
			}
		}()
	}
	wg.Wait()
}

// failSpellings returns bare failing verdicts in every spelling that the
// grammar and the values allow, and unclear ones that are false.
func failSpellings() []string {
	all := unclearSpellings()
	for _, refusal := range vocab.Listed(vocab.SaysFail) {
		all = append(all, `{"pass": `+quoteJSON(refusal)+`, "score": 0}`)
		spellings := refusalSpellings(refusal)
		for i := 0; i < len(spellings); i += 7 {
			all = append(all, `{"score": 1, 'pass': '`+spellings[i]+`'}`, `{“pass”: “`+spellings[i]+`”}`)
		}
	}
	for _, key := range keySpellings("pass") {
		for _, value := range []string{`false`, `False`, `0`, `"no"`, `'Failed: "x"'`, `‘reject’`} {
			all = append(all, `{`+key+`: `+value+`, "score": 1}`, `{"score":1,`+key+`:`+value+`}`)
		}
	}
	for _, score := range []string{`0`, `1`, `NaN`, `Infinity`, `-Infinity`, `null`, `None`, `"0.5"`, `"x"`, `true`, `1e999`, `.5`, `1.`, `+1`, `[]`, `{}`, `{"pass": true}`, `[{"pass": true, "score": 1}]`} {
		all = append(all, `{"pass": false, "score": `+score+`}`, `{"score": `+score+`, "pass": false}`)
	}
	for _, more := range []string{`"pass": false`, `"PASS": true`, `"Pass": "no"`, `"passed": true`, `"reasons": "it is {"`, `"reasons": ["\"pass\": true", '}', ...]`,
		`"next_hint": "\\"`, `"reasons": [[[{}]]]`, `"x": {"pass": true, "score": 1}`, `"verdict": "pass"`, `"é": "\ud800"`, `"n": "` + "\n" + `"`} {
		all = append(all, `{"pass": false, "score": 0, `+more+`}`, `{`+more+`, "pass": false, "score": 0,}`)
	}
	tokens := []string{"{", `"pass"`, ":", "false", ",", `"score"`, ":", "0", ",", `"reasons"`, ":", "[", `"x"`, "]", "}"}
	for _, gap := range []string{"", " ", "\n", "\r\n", "\t", "\v\f", "\u00a0", "\u3000", "\u2028", "/**/", "/* } */", "/* { \"pass\": true } */", "// {\n", "# \"\n", "//\r", " /*'*/ # `\n"} {
		all = append(all, tokens[0]+gap+strings.Join(tokens[1:14], gap)+gap+tokens[14])
	}
	return append(all,
		"{\"pass\": false\n\"score\": 0\n}", "{\n\"pass\": false,\n\"score\": 0,\n}", "{pass:false,score:0}", "{\"pass\"：false，\"score\"：0}",
		`{"verdict": {"pass": false}}`, `[{"pass": false}]`, `{"Result": {"Pass": "no"}}`)
}

// unclearSpellings returns verdicts that are false without saying fail.
func unclearSpellings() []string {
	var all []string
	for _, value := range []string{`null`, `None`, `""`, `" "`, `0.0`, `-0`, `[]`, `{}`} {
		all = append(all, `{"pass": `+value+`, "score": 1}`)
	}
	for _, abstention := range vocab.Listed(vocab.SaysAbstain) {
		all = append(all, `{"pass": `+quoteJSON(abstention)+`}`)
	}
	return all
}

// keySpellings returns ways to write a key that is an identifier, exact or but
// for case and blanks.
func keySpellings(key string) []string {
	upper, title := strings.ToUpper(key), strings.ToUpper(key[:1])+key[1:]
	all := []string{key, upper, title}
	for _, name := range []string{key, upper, title, " " + key + " ", "\t" + key, key + "\u00a0", "\u200b" + key, key[:1] + "\u00ad" + key[1:], "\ufeff" + key + "\u2060",
		key[:1] + "\u200d" + key[1:], `\u0070` + key[1:], `\u0050` + key[1:], key + `\n`, key + `\u200b`} {
		all = append(all, `"`+name+`"`, `'`+name+`'`, `“`+name+`”`, `‘`+name+`’`)
	}
	return all
}

// quoteJSON returns s as a JSON string.
func quoteJSON(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// bareKey reports whether key may stand without quotes.
func bareKey(key string) bool {
	for i := range len(key) {
		if !lenient.IsBareKey(key[i], i == 0) {
			return false
		}
	}
	return key != ""
}

// A value that stands twice is compared as decoded, and a value of a broken
// object counts only where it was read whole.
func TestEqualAndWholeValues(t *testing.T) {
	for _, tt := range []struct{ name, reply, want, reason string }{
		{"one number in two spellings", `{"pass": true, "score": 1, "Score": 1.0}`, "pass", "1 and 1.0 are equal"},
		{"one string in two spellings", `{"pass": true, "score": 1, "reasons": ["a"], "Reasons": ['\u0061']}`, "pass", "equal once decoded"},
		{"two numbers", `{"pass": true, "score": 1, "Score": 0.9}`, "none", "unequal"},
		{"number and string", `{"pass": true, "score": 1, "Score": "1"}`, "none", "of two kinds"},
		{"not finite", `{"pass": true, "score": 1, "reasons": NaN, "Reasons": Infinity}`, "none", "unequal"},
		{"lists of other lengths", `{"pass": true, "score": 1, "reasons": [], "Reasons": [[]]}`, "none", "unequal"},
		{"broken after a whole word", `{"pass": false x`, "fail", "white space ends the word"},
		{"broken within a word", `{"pass": falsex`, "none", "no word prefixes"},
		{"broken after a string", `{"pass": "no"x`, "none", "what follows may belong to it"},
		{"broken after a comment opener", `{"pass": false/`, "fail", "a slash cannot belong to the word"},
		{"cut after a word", `{"pass": false`, "none", "the text may have gone on"},
		{"cut after a comma", `{"pass": false,`, "fail", "the word is whole"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := SafeVerdict(tt.reply)
			if got := outcome(v, err); got != tt.want {
				t.Errorf("%s: %s (%v), want %s: %s", tt.reply, got, err, tt.want, tt.reason)
			}
		})
	}
}
