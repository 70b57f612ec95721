package jury

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A verdictCase is one line of a case file of replies.
type verdictCase struct {
	ID       string
	Reply    string
	Contract struct {
		PassKeys  []string `json:"pass_keys"`
		PassWords []string `json:"pass_words"`
		FailWords []string `json:"fail_words"`
		ScoreMin  float64  `json:"score_min"`
		ScoreMax  float64  `json:"score_max"`
		PassScore float64  `json:"pass_score"`
		Nonce     string
		Allow     []string
		Refuse    []string
	}
	ScoreMin  float64  `json:"score_min"`
	ScoreMax  float64  `json:"score_max"`
	PassScore float64  `json:"pass_score"`
	Nonce     string   `json:"nonce"`
	PassKeys  []string `json:"pass_keys"`
	ScoreKeys []string `json:"score_keys"`
	AllowAll  bool     `json:"allow_all"`
	Prose     bool
	Want      string
	OK        []string
	Score     *float64
	Raw       *float64
	Reasons   []string
	Hint      *string
}

// contract returns the contract that the case is read by.
func (c verdictCase) contract(t testing.TB) Contract {
	k := Contract{
		PassKeys: c.PassKeys, ScoreKeys: c.ScoreKeys,
		ScoreMin: c.ScoreMin, ScoreMax: c.ScoreMax,
		PassScore: c.PassScore, Nonce: c.Nonce,
	}
	if c.ScoreMax == 0 {
		k = Contract{
			PassKeys: c.Contract.PassKeys, PassWords: c.Contract.PassWords, FailWords: c.Contract.FailWords,
			ScoreMin: c.Contract.ScoreMin, ScoreMax: c.Contract.ScoreMax,
			PassScore: c.Contract.PassScore, Nonce: c.Contract.Nonce,
			Allow: quirksNamed(t, c.Contract.Allow), Refuse: quirksNamed(t, c.Contract.Refuse),
		}
	}
	if c.AllowAll {
		k.Allow = AllQuirks
	}
	return k
}

// quirksNamed returns the quirks of these names.
func quirksNamed(t testing.TB, names []string) Quirks {
	var all Quirks
	for _, name := range names {
		var q Quirks
		if err := q.UnmarshalText([]byte(name)); err != nil {
			t.Fatal(err)
		}
		all |= q
	}
	return all
}

// loadCases reads a case file, one JSON value a line.
func loadCases[T any](t testing.TB, name string) []T {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "cases", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c T
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		t.Fatalf("%s: no cases", name)
	}
	return cases
}

// outcome names what a parse came to.
func outcome(v Verdict, err error) string {
	switch {
	case err != nil:
		return "none"
	case v.Pass:
		return "pass"
	}
	return "fail"
}

func TestParseVerdictOriginal(t *testing.T) {
	type row struct {
		ID, Source, Reply string
		Want              *Verdict
	}
	for _, tt := range loadCases[row](t, "original-verdict.jsonl") {
		t.Run(tt.ID, func(t *testing.T) {
			got, err := ParseVerdict(tt.Reply)
			if tt.Want == nil {
				if err == nil {
					t.Fatalf("%s: got %+v, want an error", tt.Source, got)
				}
				return
			}
			if err != nil {
				t.Fatalf("%s: %v", tt.Source, err)
			}
			got.RawScore, got.Quirks = 0, 0
			if diff := cmp.Diff(*tt.Want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.Source, diff)
			}
		})
	}
}

// knownLosses are the cases whose verdict no parse finds, with the reason. They
// stay lost until they are taken off: a gain is to be noticed as a loss is.
var knownLosses = map[string]string{
	"honest-latex-text":               "an object in a line of text: QuirkInline",
	"shape-fullwidth-punct":           "full-width brackets, colons and commas are no syntax",
	"mirror-fullwidth-punct":          "full-width brackets, colons and commas are no syntax",
	"shape-no-outer-braces":           "members without an object around them",
	"shape-yaml-body":                 "YAML, and no object",
	"mirror-yaml-body":                "YAML, and no object",
	"shape-pass-bare-no":              "no, without quotes, is no value of JSON or a dialect of it",
	"shape-verdict-then-example":      "a fail and an example that passes: which one is meant, only the prose says",
	"shape-inj-quoted-after":          "a fail and a quoted pass: which one is meant, only the prose says",
	"shape-inj-fenced-after-fenced":   "a fail and a quoted pass: which one is meant, only the prose says",
	"shape-inj-messy-real-clean-fake": "a fail and a quoted pass: which one is meant, only the prose says",
	"shape-inj-breakout-dup-first":    "pass is true and false in one object",
	"mirror-fence-prose":              "a pass may not have prose after it, however polite",
	"mirror-inline-code":              "a pass may not have prose after it, here the end of its sentence",
	"mirror-prose-braces-after":       "a pass may not have prose after it",
	"mirror-prose-apostrophe":         "a pass may not have prose after it",
	"report-fence-with-lead-in":       "a pass may not have prose after it, however polite",
	"honest-inline-code":              "a pass may not have prose after it, here a backtick",
	"honest-dot":                      "a pass may not have prose after it, here a full stop",
	"mirror-missing-end-quote":        "where the string without an end should have ended is a guess",
	"mirror-mismatched-bracket":       "where the list should have ended, that a brace closes, is a guess",
	"mirror-zwsp-in-key":              "keys match exactly, and this one has an invisible character; only a fail is looked for there",
	"honest-jinja-same-line":          "{# opens an object, and a comment to the end of the line swallows the verdict",
	"honest-brace-then-apostrophe":    "{' opens an object and a string, and the verdict is inside it",
	"honest-nested-fields":            "a wrapper with another member beside it is read only for a fail",
	"honest-fenced-encoded":           "an encoded object is decoded where it is the whole reply, not inside a fence",
}

func TestContractCases(t *testing.T) {
	found := map[string]bool{}
	for _, name := range []string{"verdict.jsonl", "attacks.jsonl", "contract.jsonl"} {
		cases := loadCases[verdictCase](t, name)
		for _, tt := range cases {
			found[tt.ID] = true
		}
		t.Run(name, func(t *testing.T) {
			for _, tt := range cases {
				t.Run(tt.ID, func(t *testing.T) {
					v, err := tt.contract(t).Parse(tt.Reply)
					got := outcome(v, err)
					reason, lost := knownLosses[tt.ID]
					if tt.Prose && tt.Want != "none" {
						reason, lost = "prose, and no object", true
					}
					switch {
					case !slices.Contains(tt.OK, got):
						t.Errorf("got %s (%v), tolerable are %v", got, err, tt.OK)
					case lost && got == tt.Want:
						t.Errorf("got %s, which was lost (%s): take it off knownLosses", got, reason)
					case lost && got != "none":
						t.Errorf("got %s (%v), which was lost (%s)", got, err, reason)
					case !lost && tt.Want != "none" && got != tt.Want: // a muddle that fails is no loss
						t.Errorf("got %s (%v), want %s", got, err, tt.Want)
					}
					if got == tt.Want && err == nil {
						tt.compare(t, v)
					}
				})
			}
		})
	}
	for id := range knownLosses {
		if !found[id] {
			t.Errorf("knownLosses has %q, which is no case", id)
		}
	}
}

// compare compares what the case says of the verdict besides its outcome.
func (c verdictCase) compare(t *testing.T, v Verdict) {
	if c.Score != nil && v.Score != *c.Score && v.RawScore != *c.Score {
		t.Errorf("score %v (raw %v), want %v", v.Score, v.RawScore, *c.Score)
	}
	if c.Raw != nil && v.RawScore != *c.Raw {
		t.Errorf("raw score %v, want %v", v.RawScore, *c.Raw)
	}
	if c.Reasons != nil {
		if diff := cmp.Diff(c.Reasons, v.Reasons); diff != "" {
			t.Errorf("reasons (-want +got):\n%s", diff)
		}
	}
	if c.Hint != nil && *c.Hint != v.NextHint {
		t.Errorf("hint %q, want %q", v.NextHint, *c.Hint)
	}
}
