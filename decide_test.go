package jury

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// decideCase is a row of testdata/cases/decide.jsonl.
type decideCase struct {
	ID    string
	Round struct {
		Expected int
		Invalid  int
		Criteria []string
		Salvaged []caseFinding
		Scores   []struct {
			Criterion, Verifier string
			Score               looseFloat
			Findings            []caseFinding
		}
	}
	Policy struct {
		AcceptMean       looseFloat `json:"accept_mean"`
		QuorumFraction   looseFloat `json:"quorum_fraction"`
		CriterionFloor   looseFloat `json:"criterion_floor"`
		RepairOnBlocking bool       `json:"repair_on_blocking"`
	}
	Want     string
	Mean     *float64
	Missing  *int
	Hopeless *bool
}

type caseFinding struct{ Criterion, Verifier, Finding, Severity string }

// looseFloat reads NaN and the infinities, which JSON lacks, from strings.
type looseFloat float64

func (f *looseFloat) UnmarshalJSON(b []byte) error {
	x, err := strconv.ParseFloat(string(bytes.Trim(b, `"`)), 64)
	*f = looseFloat(x)
	return err
}

func (c decideCase) input() (Round, Policy) {
	r := Round{ExpectedCount: c.Round.Expected, InvalidCount: c.Round.Invalid, CriterionIDs: c.Round.Criteria}
	for _, s := range c.Round.Scores {
		score := CriterionScore{CriterionID: s.Criterion, Verifier: s.Verifier, Score: float64(s.Score)}
		for _, f := range s.Findings {
			score.Findings = append(score.Findings, Finding{Text: f.Finding, Severity: Severity(f.Severity)})
		}
		r.Scores = append(r.Scores, score)
	}
	for _, f := range c.Round.Salvaged {
		r.Salvaged = append(r.Salvaged, RoundFinding{CriterionID: f.Criterion, Verifier: f.Verifier, Finding: Finding{Text: f.Finding, Severity: Severity(f.Severity)}})
	}
	return r, Policy{
		AcceptMean:       float64(c.Policy.AcceptMean),
		QuorumFraction:   float64(c.Policy.QuorumFraction),
		CriterionFloor:   float64(c.Policy.CriterionFloor),
		RepairOnBlocking: c.Policy.RepairOnBlocking,
	}
}

func decideCases(tb testing.TB) []decideCase {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "cases", "decide.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	var cases []decideCase
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var c decideCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			tb.Fatalf("%s: %v", lines.Bytes(), err)
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		tb.Fatal("no cases")
	}
	return cases
}

func TestDecideCases(t *testing.T) {
	for _, c := range decideCases(t) {
		t.Run(c.ID, func(t *testing.T) {
			round, policy := c.input()
			d, err := DecideVerification(round, policy)
			if c.Want == "error" {
				if !errors.Is(err, ErrPolicy) && !errors.Is(err, ErrRound) {
					t.Fatalf("%v, %v; want ErrPolicy or ErrRound", d, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d.Kind.String() != c.Want ||
				c.Mean != nil && d.Mean != *c.Mean ||
				c.Missing != nil && d.Missing != *c.Missing ||
				c.Hopeless != nil && d.Hopeless != *c.Hopeless {
				t.Errorf("%v (mean %v, missing %d, hopeless %t); want %s, mean %v, missing %v, hopeless %v",
					d, d.Mean, d.Missing, d.Hopeless, c.Want, c.Mean, c.Missing, c.Hopeless)
			}
		})
	}
}
