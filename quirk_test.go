package jury

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// quirkRows hold the input and outcome of each constant's comment. quirks is
// all that the reply carries; on an error, all that is not trusted.
var quirkRows = []struct {
	quirk  Quirks
	name   string
	input  string
	want   string // pass, fail, or the text of the sentinel
	quirks Quirks
}{
	{QuirkFenced, "fenced", "```json\n{\"pass\": true, \"score\": 1}\n```", "pass", QuirkFenced},
	{QuirkProseBefore, "prose_before", "Looks good.\n{\"pass\": true, \"score\": 1}", "pass", QuirkProseBefore},
	{QuirkProseAfter, "prose_after", `{"pass": true, "score": 1} Bye.`, ErrUntrusted.Error(), QuirkProseAfter},
	{QuirkThinking, "thinking", `<think>Hm.</think>{"pass": true, "score": 1}`, "pass", QuirkThinking},
	{QuirkNested, "nested", `{"verdict": {"pass": true, "score": 1}}`, "pass", QuirkNested},
	{QuirkEncoded, "encoded", `"{\"pass\": true, \"score\": 1}"`, "pass", QuirkEncoded},
	{QuirkComments, "comments", `{"pass": true, /* sure */ "score": 1}`, "pass", QuirkComments},
	{QuirkLooseSyntax, "loose_syntax", `{pass: True, 'score': 1,}`, "pass", QuirkLooseSyntax},
	{QuirkNonFinite, "non_finite", `{"pass": true, "score": NaN}`, ErrUntrusted.Error(), QuirkNonFinite | QuirkScoreDefaulted},
	{QuirkKeyCase, "key_case", `{"Pass": false}`, "fail", QuirkKeyCase | QuirkScoreMissing},
	{QuirkRepeated, "repeated", `{"pass": true, "score": 1} {"pass": true, "score": 1}`, "pass", QuirkRepeated},
	{QuirkDuplicateKey, "duplicate_key", `{"pass": false, "pass": false}`, "fail", QuirkDuplicateKey | QuirkScoreMissing},
	{QuirkOverruled, "overruled", "{\"pass\": true, \"score\": 1}\nNo:\n{\"pass\": false}", "fail", QuirkOverruled | QuirkRepeated | QuirkProseBefore | QuirkScoreMissing},
	{QuirkBroken, "broken", `{"pass": false, "reasons": ["no te`, "fail", QuirkBroken | QuirkScoreMissing},
	{QuirkPassWord, "pass_word", `{"pass": "approved", "score": 1}`, "pass", QuirkPassWord},
	{QuirkPassUnclear, "pass_unclear", `{"pass": null, "score": 1}`, ErrUntrusted.Error(), QuirkPassUnclear},
	{QuirkScoreText, "score_text", `{"pass": true, "score": "0.9"}`, "pass", QuirkScoreText},
	{QuirkScoreBool, "score_bool", `{"pass": true, "score": true}`, ErrUntrusted.Error(), QuirkScoreBool},
	{QuirkScoreMissing, "score_missing", `{"pass": true}`, ErrUntrusted.Error(), QuirkScoreMissing},
	{QuirkScoreDefaulted, "score_defaulted", `{"pass": true, "score": "high"}`, ErrUntrusted.Error(), QuirkScoreDefaulted},
	{QuirkScoreClamped, "score_clamped", `{"pass": true, "score": 1.5}`, ErrUntrusted.Error(), QuirkScoreClamped},
	{QuirkReasonsCoerced, "reasons_coerced", `{"pass": true, "score": 1, "reasons": "clean"}`, "pass", QuirkReasonsCoerced},
	{QuirkHintDropped, "hint_dropped", `{"pass": true, "score": 1, "next_hint": 3}`, "pass", QuirkHintDropped},
	{QuirkInline, "inline", `The file ends with {"pass": true, "score": 1}`, ErrUntrusted.Error(), QuirkInline},
	{QuirkExtraMember, "extra_member", `{"pass": true, "score": 1, "model": "m"}`, "pass", QuirkExtraMember},
}

func TestQuirkExamples(t *testing.T) {
	docs := quirkDocs(t)
	var all Quirks
	for _, tt := range quirkRows {
		all |= tt.quirk
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(docs["Quirk"+camel(tt.name)], tt.input) {
				t.Errorf("the comment of the constant does not give this input: %s", tt.input)
			}
			v, err := SafeVerdict(tt.input)
			got, quirks := outcome(v, nil), v.Quirks
			if err != nil {
				reply := err.(*ReplyError)
				got, quirks = reply.Err.Error(), reply.Quirks
			}
			if got != tt.want || quirks != tt.quirks {
				t.Errorf("%s: %s with %v (%v); want %s with %v", tt.input, got, quirks, err, tt.want, tt.quirks)
			}
			if v, err := ParseVerdict(tt.input); tt.want == ErrUntrusted.Error() && (err != nil || !v.Quirks.Has(tt.quirks)) {
				t.Errorf("%s: ParseVerdict returns %+v, %v", tt.input, v, err)
			}
		})
	}
	if all != AllQuirks {
		t.Errorf("no example of %v", AllQuirks&^all)
	}
	if len(docs) != len(quirkRows) {
		t.Errorf("%d constants, %d examples", len(docs), len(quirkRows))
	}
}

// A pass with a quirk passes iff the contract lets it.
func TestQuirksAllowAndRefuse(t *testing.T) {
	for _, tt := range quirkRows {
		v, err := ParseVerdict(tt.input)
		if err != nil || !v.Pass {
			continue
		}
		for _, c := range []Contract{{}, {Allow: tt.quirks}, {Allow: AllQuirks}, {Refuse: tt.quirk}, {Allow: AllQuirks, Refuse: tt.quirk}} {
			allowed := (SafeQuirks | c.Allow) &^ c.Refuse
			got, err := c.Parse(tt.input)
			if want := allowed.Has(tt.quirks); got.Pass != want || (err == nil) != want {
				t.Errorf("%s by Allow %v, Refuse %v: %+v, %v", tt.input, c.Allow, c.Refuse, got, err)
			}
		}
	}
}

// A fail stands whatever is refused.
func TestQuirksNeverStopAFail(t *testing.T) {
	for _, tt := range quirkRows {
		if tt.want != "fail" {
			continue
		}
		if v, err := (Contract{Refuse: AllQuirks}).Parse(tt.input); err != nil || v.Pass {
			t.Errorf("%s: %+v, %v", tt.input, v, err)
		}
	}
}

func TestQuirksText(t *testing.T) {
	for _, tt := range quirkRows {
		if got := tt.quirk.String(); got != tt.name {
			t.Errorf("%#x is %q, want %q", uint32(tt.quirk), got, tt.name)
		}
	}
	if got := (QuirkFenced | 1<<31).String(); got != "fenced|0x80000000" {
		t.Errorf("a bit without a name is %q", got)
	}
	for _, q := range []Quirks{0, QuirkFenced, QuirkFenced | QuirkComments, SafeQuirks, AllQuirks, AllQuirks &^ QuirkBroken} {
		text, err := q.MarshalText()
		if err != nil || string(text) != q.String() {
			t.Errorf("%v: MarshalText returns %q, %v", q, text, err)
		}
		back := AllQuirks
		if err := back.UnmarshalText(text); err != nil || back != q {
			t.Errorf("%q reads back as %v, %v", text, back, err)
		}
	}
}

func TestQuirksUnmarshalText(t *testing.T) {
	for _, tt := range []struct {
		text   string
		want   Quirks
		ok     bool
		reason string
	}{
		{"", 0, true, "the empty set"},
		{" ", 0, true, "the empty set"},
		{"comments|fenced", QuirkFenced | QuirkComments, true, "any order"},
		{" fenced | comments\n", QuirkFenced | QuirkComments, true, "white space"},
		{"fenced|fenced", QuirkFenced, true, "a set"},
		{"Fenced", 0, false, "names are exact"},
		{"fenced|", 0, false, "an empty name"},
		{"|", 0, false, "empty names"},
		{"fenced,comments", 0, false, "no such separator"},
		{"fence", 0, false, "no prefix"},
		{"broken|unheard_of", 0, false, "an unknown name"},
		{"0x80000000", 0, false, "a bit without a name"},
		{strings.Repeat("x", 1000), 0, false, "a long name"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			q := QuirkEncoded
			err := q.UnmarshalText([]byte(tt.text))
			if (err == nil) != tt.ok {
				t.Fatalf("%q: %v", tt.text, err)
			}
			if tt.ok && q != tt.want {
				t.Errorf("%q: %v, want %v", tt.text, q, tt.want)
			}
			if !tt.ok && q != QuirkEncoded {
				t.Errorf("%q: an error changed the set to %v", tt.text, q)
			}
			if !tt.ok && strings.Contains(err.Error(), strings.Repeat("x", maxExcerpt+1)) {
				t.Errorf("%q: the error spills it: %v", tt.text, err)
			}
		})
	}
}

func TestQuirksHas(t *testing.T) {
	q := QuirkFenced | QuirkComments
	for _, tt := range []struct {
		other Quirks
		want  bool
	}{{0, true}, {QuirkFenced, true}, {q, true}, {QuirkBroken, false}, {q | QuirkBroken, false}} {
		if got := q.Has(tt.other); got != tt.want {
			t.Errorf("%v has %v: %v, want %v", q, tt.other, got, tt.want)
		}
	}
}

func TestQuirksList(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		q            Quirks
		want         []Quirks
	}{
		{"none", "the empty set", 0, []Quirks{}},
		{"one", "is itself", QuirkFenced, []Quirks{QuirkFenced}},
		{"two", "in the order of the constants", QuirkInline | QuirkComments, []Quirks{QuirkComments, QuirkInline}},
		{"a bit without a name", "it is not lost", QuirkFenced | 1<<31, []Quirks{QuirkFenced, 1 << 31}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.q.List()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
	var names []string
	for _, q := range AllQuirks.List() {
		names = append(names, q.String())
	}
	if got := strings.Join(names, "|"); got != quirkNames {
		t.Errorf("all are %s", got)
	}
}

// A contract fits a configuration file: its quirks are written by name.
func TestQuirksInJSON(t *testing.T) {
	want := Contract{Allow: QuirkProseAfter | QuirkScoreMissing, Refuse: QuirkNested}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `"prose_after|score_missing"`) {
		t.Errorf("%s: quirks are not written by name", data)
	}
	var got Contract
	if err := json.Unmarshal(data, &got); err != nil || got.Allow != want.Allow || got.Refuse != want.Refuse {
		t.Errorf("%s reads back as %+v, %v", data, got, err)
	}
}

// SafeQuirks is frozen: a quirk may leave it, none may join.
func TestSafeQuirks(t *testing.T) {
	const unsafe = "prose_after|non_finite|overruled|broken|pass_unclear|score_bool|score_missing|score_defaulted|score_clamped|inline"
	var never Quirks
	if err := never.UnmarshalText([]byte(unsafe)); err != nil {
		t.Fatal(err)
	}
	if SafeQuirks&never != 0 {
		t.Errorf("%v joined SafeQuirks", SafeQuirks&never)
	}
}

// camel writes a_name as AName.
func camel(name string) string {
	var b strings.Builder
	for _, word := range strings.Split(name, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// quirkDocs returns the comments of the constants, by name.
func quirkDocs(t *testing.T) map[string]string {
	file, err := parser.ParseFile(token.NewFileSet(), "quirk.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	docs := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(spec.Names[0].Name, "Quirk") {
			docs[spec.Names[0].Name] = strings.NewReplacer(`\n`, "\n").Replace(spec.Doc.Text())
		}
		return true
	})
	return docs
}
