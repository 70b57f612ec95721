package jury

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
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

func TestContractCases(t *testing.T) {
	for _, name := range []string{"verdict.jsonl", "attacks.jsonl", "contract.jsonl"} {
		t.Run(name, func(t *testing.T) {
			right, recoverable := 0, 0
			for _, tt := range loadCases[verdictCase](t, name) {
				t.Run(tt.ID, func(t *testing.T) {
					v, err := tt.contract(t).Parse(tt.Reply)
					got := outcome(v, err)
					ok := false
					for _, o := range tt.OK {
						ok = ok || o == got
					}
					if !ok {
						t.Errorf("got %s (%v), tolerable are %v", got, err, tt.OK)
					}
					if !tt.Prose && tt.Want != "none" {
						recoverable++
						if got == tt.Want {
							right++
						} else {
							t.Logf("LOST want %s: %v", tt.Want, err)
						}
					}
					if got != tt.Want || err != nil {
						return
					}
					if tt.Score != nil && v.Score != *tt.Score && v.RawScore != *tt.Score {
						t.Errorf("score %v (raw %v), want %v", v.Score, v.RawScore, *tt.Score)
					}
					if tt.Raw != nil && v.RawScore != *tt.Raw {
						t.Errorf("raw score %v, want %v", v.RawScore, *tt.Raw)
					}
					if tt.Reasons != nil {
						if diff := cmp.Diff(tt.Reasons, v.Reasons); diff != "" {
							t.Errorf("reasons (-want +got):\n%s", diff)
						}
					}
					if tt.Hint != nil && *tt.Hint != v.NextHint {
						t.Errorf("hint %q, want %q", v.NextHint, *tt.Hint)
					}
				})
			}
			t.Logf("recovered %d of %d", right, recoverable)
		})
	}
}
