package evidence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/objection"
)

// strays names what a Watch objects to.
var strays = map[objection.Why]string{
	objection.None: "", objection.SaysOtherwise: "says otherwise", objection.KeyOutside: "key", objection.KeyDamaged: "damaged", objection.KeyAfterBrace: "brace",
}

func TestStray(t *testing.T) {
	words := Watch{Keys: []string{"pass", "score"}, Heard: true, PassKeys: []string{"pass"}}
	short, hyphened := Watch{Keys: []string{"ok"}}, Watch{Keys: []string{"is-ok"}}
	numbers := Watch{Keys: []string{"pass", "score"}, ScoreKeys: []string{"score"}, Low: 7, High: 10, Max: 10}
	both := numbers
	both.Heard = true
	for _, tt := range []struct {
		w      Watch
		text   string
		want   string
		reason string
	}{
		{words, "All is well.", "", "prose"},
		{words, "Verdict: FAIL", "says otherwise 0", "a label"},
		{words, "hooks status:\nmajor issues", "", "a part, and no refusal of the whole"},
		{words, "overall status:\nmajor issues", "says otherwise 0", "the whole"},
		{words, "--- FAIL: TestX (0.00s)", "", "the log of a test"},
		{words, "--- FAIL: TestX/a_b (12.30s)", "", "the log of one below it"},
		{words, "--- FAIL: TestX (slow)", "says otherwise 0", "no time"},
		{words, "--- FAIL: TestX", "says otherwise 0", "no time"},
		{words, "--- FAIL:  (12.00s)", "says otherwise 0", "no test"},
		{words, `{"verdict": "fail"`, "says otherwise 9", "a name in quotes, of what nobody can read"},
		{words, `{"verdict": "fine"`, "", "a value that only begins like one"},
		{words, `pass": no`, "key 4", "a key that lost a quote, at the start"},
		{words, `"pass: no`, "key 5", "the other"},
		{words, `"x-pass": no`, "damaged 7", "one letter from it, before a fail"},
		{words, `"bypass": no`, "", "a part of another name"},
		{words, `pas": no`, "damaged 3", "and a letter"},
		{words, `pas: no`, "", "prose"},
		{words, `"pas: no`, "damaged 4", "with the other quote"},
		{words, `_pass": no`, "damaged 5", "a part of a word, one letter from it"},
		{words, "it's `pas: no", "", "code"},
		{words, `"passs": no`, "damaged 6", "a letter too many"},
		{words, `"passsss": no`, "", "more of them"},
		{words, `\u0022pass\u0022: no`, "key 10", "quotes as JSON escapes them"},
		{words, `\u0027pass\u0027: no`, "key 10", "likewise"},
		{words, `&quot;pass&quot;: no`, "key 10", "as HTML does"},
		{short, `"ok": no`, "key 3", "a short key"},
		{short, `"ol": no`, "", "too short to be suspected"},
		{hyphened, `"is-ol": no`, "damaged 6", "a key with a hyphen"},
		{words, "{ pass: x", "brace 0", "before a colon"},
		{words, "{ passed_by: x", "", "of a longer name"},
		{words, "{ pass ", "brace 0", "a brace before a key"},
		{words, `{ "pass": x`, "brace 0", "and its quote"},
		{words, `{ "store": x`, "", "a brace before another name"},
		{words, strings.Repeat("(", 70) + ` "score": 3`, "", "what a line begins with are looked back for as far as a key may be long"},
		{words, strings.Repeat("(", 50) + ` "score": 3`, "key 57", "and no further"},
		{numbers, "Score: 3", "says otherwise 0", "a score below the bar"},
		{numbers, "Score: 8", "", "one above it"},
		{numbers, "Total: 3", "", "a name is heard where words are"},
		{both, "Total: 3", "says otherwise 0", "a name of the whole"},
		{both, "ministry score: 3", "says otherwise 9", "ends in a key"},
		{both, "ministry rating: 3", "", "a part"},
		{numbers, "Verdict: FAIL", "", "words are not heard"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			w := tt.w
			w.Text = tt.text
			o := w.Stray(0, len(tt.text))
			got := strays[o.Why]
			if o.Holds() {
				got = fmt.Sprintf("%s %d", got, o.Offset)
			}
			if got != tt.want {
				t.Errorf("%q: %q, want %q: %s", tt.text, got, tt.want, tt.reason)
			}
		})
	}
}

func TestOneEdit(t *testing.T) {
	for _, tt := range []struct {
		a    string
		want edit
	}{
		{"pass", editNone}, {"pas", EditTypo}, {"passs", EditTypo}, {"p4ss", EditTypo}, {"psas", EditTypo}, {"ass", EditLetter}, {"xpass", EditLetter},
		{"pasb", EditLetter}, {"bass", EditLetter}, {"pa", EditMany}, {"", EditMany}, {"fail", EditMany}, {"apss", EditTypo},
	} {
		t.Run(tt.a, func(t *testing.T) {
			if got := OneEdit([]byte(tt.a), "pass"); got != tt.want {
				t.Errorf("%q is %d from pass, want %d", tt.a, got, tt.want)
			}
		})
	}
}

func TestCellEnd(t *testing.T) {
	for _, tt := range []struct {
		text string
		pos  int
		want int
	}{{"a|b", 0, 1}, {"|", 0, 0}, {`a\|b|c`, 0, 4}, {`\||`, 0, 2}, {"a|b", 2, 3}, {"", 0, 0}} {
		t.Run(tt.text, func(t *testing.T) {
			if got := cellEnd(tt.text, tt.pos); got != tt.want {
				t.Errorf("the cell of %q at %d ends at %d, want %d", tt.text, tt.pos, got, tt.want)
			}
		})
	}
}

// bracketsOf lists what stands in brackets in text, and where.
func bracketsOf(text string) string {
	s := Scanner{Text: text}
	s.Begin(0, len(text))
	var all []Statement
	for more := true; more; {
		all, more = s.Brackets(all)
	}
	var list []string
	for _, st := range all {
		value := st.Value
		if st.Cut {
			value += "…"
		}
		list = append(list, strings.TrimSpace(value+" "+places(st.Place)))
	}
	return strings.Join(list, "; ")
}

func TestBrackets(t *testing.T) {
	for _, tt := range []struct{ text, want, reason string }{
		{"no brackets [8]", "", "one pair is a reference"},
		{"[[8]]", "8 begins,ends", "alone"},
		{"# [[8]]", "8 begins,ends", "a heading"},
		{"$[[8]]$", "8 begins,ends", "a formula"},
		{"Rating: [[8]].", "8 ends,colon", "behind a label, with a full stop"},
		{"[[8]] it is", "8 begins", "text follows"},
		{"So [[8]] it is", "8", "in a sentence"},
		{"[[A]] or [[B]]", "A begins; B ends", "two"},
		{"It writes \"[[9]]\" here.", "9 quotes", "in quotes"},
		{"It writes “[[9]]” here.", "9 quotes", "of either kind"},
		{"It \"writes\" [[9]] here.", "9", "after quotes"},
		{"\"[[9]]\"", "9 begins,ends", "quotes around all are decoration"},
		{"It prints `[[9]]` here.", "9 code", "in code"},
		{"`[[9]]`", "9 begins,ends", "code that is all of the line"},
		{"> [[9]]", "9 begins,ends,block", "in a block quote"},
		{"```\n[[9]]\n```\n[[8]]", "9 begins,ends,fence; 8 begins,ends", "in a fence, and after it"},
		{"<!--\n[[9]]\n-->\n[[8]]", "9 begins,ends,comment; 8 begins,ends", "in a comment, and after it"},
		{"x <!-- say [[9]] --> [[8]]", "9 comment; 8 ends", "in a comment of the same line, and after it"},
		{"<answer>[[B]]</answer>", "B begins,ends", "in a tag"},
		{`So \boxed{a{b}c}`, "a{b}c ends", "braces in braces"},
		{"Rating: [[8", "8… ends,colon", "cut off"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			if got := bracketsOf(tt.text); got != tt.want {
				t.Errorf("%q: %q, want %q: %s", tt.text, got, tt.want, tt.reason)
			}
		})
	}
}

// Of a table with numbers a contract may ask for the score in a row.
func TestNumbersInRows(t *testing.T) {
	for _, tt := range []struct {
		numbers bool
		text    string
		want    int
	}{
		{true, "| score | 3 |", 1}, {false, "| score | 3 |", 0}, {true, "| rating | 3 |", 0}, {true, "| 3 | score |", 0}, {true, "| score | 3 | 4 |", 1}, {false, "score: 3\nscore: 4", 2},
	} {
		t.Run(tt.text, func(t *testing.T) {
			s := Scanner{Text: tt.text, Keys: []string{"score"}, Numbers: tt.numbers}
			n := 0
			s.Scan(0, len(tt.text), func(st *Statement) bool { n++; return true })
			if n != tt.want {
				t.Errorf("%q with numbers %v: %d statements, want %d", tt.text, tt.numbers, n, tt.want)
			}
		})
	}
}
