package jury

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A statementCase is a reply with what it says in words, beside an object.
type statementCase struct {
	ID        string   `json:"id"`
	Kind      string   `json:"kind"`
	Reply     string   `json:"reply"`
	PassKeys  []string `json:"pass_keys"`
	ScoreMin  float64  `json:"score_min"`
	ScoreMax  float64  `json:"score_max"`
	PassScore float64  `json:"pass_score"`
	Score     *float64 `json:"score"`
	Want      string   `json:"want"`
	OK        []string `json:"ok"`
	Why       string   `json:"why"`
}

// readLines decodes the lines of a file of JSON.
func readLines[T any](t testing.TB, name string) []T {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Skip(err)
	}
	defer file.Close()
	var rows []T
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// Each of these says something in words, beside an object.
func TestStatements(t *testing.T) {
	wrong := 0
	for _, tt := range readLines[statementCase](t, "testdata/cases/statements.jsonl") {
		t.Run(tt.ID, func(t *testing.T) {
			c := Contract{PassKeys: tt.PassKeys, ScoreMin: tt.ScoreMin, ScoreMax: tt.ScoreMax, PassScore: tt.PassScore}
			v, err := c.Parse(tt.Reply)
			got := outcome(v, err)
			right := slices.Contains(tt.OK, got) && (tt.Score == nil || got == "none" || v.RawScore == *tt.Score)
			if !right {
				wrong++
				t.Errorf("%q: %s (%v), want %s: %s", tt.Reply, got, err, tt.Want, tt.Why)
			}
		})
	}
	t.Logf("%d wrong", wrong)
}

// passages are real texts, of which none is a part of the project.
func passages(t testing.TB) []passage {
	for _, up := range []string{"..", filepath.Join("..", "..")} {
		if name := filepath.Join(up, "shared", "real", "passages.jsonl"); exists(name) {
			return readLines[passage](t, name)
		}
	}
	t.Skip("the passages are not there")
	return nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

type passage struct {
	Source, Kind, Lang, Label, Labelled, Text string
	Statement                                 *string
	Low                                       bool
}

// Real texts before a pass are measured: which of the honest ones refuse it, and
// which of those that fail in a statement stop it.
func TestPassages(t *testing.T) {
	scored := Contract{ScoreMin: 0, ScoreMax: 1, PassScore: 0.5}
	refused, scoredRefused, honest, scoredHonest, caught, fails, any, anyFails := 0, 0, 0, 0, 0, 0, 0, 0
	for i, p := range passages(t) {
		v, err := SafeVerdict(p.Text + "\n\n" + cleanPass)
		if p.Label == "fail" {
			anyFails++
			if !v.Pass {
				any++
			}
			if p.Statement != nil && *p.Statement != "" {
				fails++
				if !v.Pass {
					caught++
				} else if testing.Verbose() {
					t.Logf("MISSED %d %s: %q", i, p.Source, *p.Statement)
				}
			}
			continue
		}
		honest++
		if !v.Pass {
			refused++
			if testing.Verbose() {
				t.Logf("REFUSED %d %s %s: %v: %s", i, p.Kind, p.Label, err, around(p.Text, err))
			}
		}
		if p.Low {
			continue
		}
		scoredHonest++
		if v, err := scored.Parse(p.Text + "\n\n" + cleanPass); !v.Pass {
			scoredRefused++
			if testing.Verbose() && err != nil {
				t.Logf("SCORED %d %s %s: %v: %s", i, p.Kind, p.Label, err, around(p.Text, err))
			}
		}
	}
	t.Logf("refused %d of %d (%.1f%%), with PassScore %d of %d (%.1f%%); caught %d of %d (%.1f%%), of all %d of %d", refused, honest, 100*float64(refused)/float64(honest),
		scoredRefused, scoredHonest, 100*float64(scoredRefused)/float64(scoredHonest), caught, fails, 100*float64(caught)/float64(max(1, fails)), any, anyFails)
}

func around(text string, err error) string {
	e, ok := err.(*ReplyError)
	if !ok || e.Offset >= len(text) {
		return "?"
	}
	s := text[max(0, e.Offset-60):e.Offset] + "⟦" + text[e.Offset:min(len(text), e.Offset+100)]
	return strings.ReplaceAll(s, "\n", "⏎")
}
