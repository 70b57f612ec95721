package jury

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// roundCase is a row of testdata/cases/rounds.jsonl: replies and what becomes of
// them, or a round and a policy as they were stored.
type roundCase struct {
	ID, Kind  string
	Criteria  []Criterion
	Verifiers int
	Policy    Policy
	Calls     []struct {
		Reply, Criterion, Verifier string
		ReplyBase64                []byte `json:"reply_base64"`
	}
	RoundJSON  string `json:"round_json"`
	PolicyJSON string `json:"policy_json"`

	Want       string
	OK         []string // outcomes that are no fault; only Want where there are none
	Vetoes     *int
	Blocking   *int
	Mean       string
	Missing    *int
	Scored     []string
	OutOfReach *bool `json:"out_of_reach"`
	Why        string
}

func roundCases(tb testing.TB) []roundCase {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "cases", "rounds.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	var cases []roundCase
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c roundCase
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

// decide returns the decision on a row.
func (c *roundCase) decide() (Decision, error) {
	if c.RoundJSON != "" {
		return decideStored(c.RoundJSON, c.PolicyJSON)
	}
	round := NewRound(c.Criteria, c.Verifiers)
	for _, call := range c.Calls {
		reply := call.Reply
		if call.ReplyBase64 != nil {
			reply = string(call.ReplyBase64)
		}
		_ = addCase(&round, reply, call.Criterion, call.Verifier)
	}
	return DecideVerification(round, c.Policy)
}

// addCase adds the reply of a row. The criterion "*" is for reports on several.
func addCase(round *Round, reply, criterion, verifier string) error {
	if criterion == "*" {
		return round.AddAll(reply, verifier)
	}
	return round.Add(reply, criterion, verifier)
}

func decideStored(roundJSON, policyJSON string) (Decision, error) {
	var round Round
	policy := DefaultPolicy()
	if err := json.Unmarshal([]byte(roundJSON), &round); err != nil {
		return Decision{}, err
	}
	if policyJSON != "" {
		if err := json.Unmarshal([]byte(policyJSON), &policy); err != nil {
			return Decision{}, err
		}
	}
	return DecideVerification(round, policy)
}

// fault says what is wrong with the decision on a row, or "".
func (c *roundCase) fault(d Decision, err error) string {
	got := d.Kind.String()
	if err != nil {
		got = "error"
	}
	if got != c.Want && !slices.Contains(c.OK, got) {
		return fmt.Sprintf("%s, want %s", got, c.Want)
	}
	if err != nil || c.OK != nil {
		return ""
	}
	vetoes, blocking, scored := 0, 0, []string{}
	for _, f := range d.Findings {
		switch f.Severity {
		case Veto:
			vetoes++
		case Blocking:
			blocking++
		}
	}
	for _, row := range d.Criteria {
		if row.Valid > 0 {
			scored = append(scored, row.ID)
		}
	}
	mean, _ := new(big.Rat).SetString(c.Mean)
	switch {
	case c.Vetoes != nil && (vetoes > 0) != (*c.Vetoes > 0):
		return fmt.Sprintf("%d vetoes, want %d", vetoes, *c.Vetoes)
	case c.Blocking != nil && blocking != *c.Blocking:
		return fmt.Sprintf("%d blocking, want %d", blocking, *c.Blocking)
	case mean != nil && d.Mean != float(mean):
		return fmt.Sprintf("a mean of %v, want %s", d.Mean, c.Mean)
	case c.Missing != nil && d.Missing != *c.Missing:
		return fmt.Sprintf("%d missing, want %d", d.Missing, *c.Missing)
	case c.Scored != nil && !slices.Equal(scored, c.Scored):
		return fmt.Sprintf("scores for %v, want %v", scored, c.Scored)
	case c.OutOfReach != nil && d.OutOfReach != *c.OutOfReach:
		return fmt.Sprintf("out of reach %t", d.OutOfReach)
	}
	return ""
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

func TestRoundCases(t *testing.T) {
	accepted := 0
	for _, c := range roundCases(t) {
		t.Run(c.Kind+"/"+c.ID, func(t *testing.T) {
			d, err := c.decide()
			if d.Kind == Accept && c.Want != "accept" && !slices.Contains(c.OK, "accept") {
				accepted++
			}
			if fault := c.fault(d, err); fault != "" {
				t.Errorf("%s; %s\n%v, %v", fault, c.Why, d, err)
			}
		})
	}
	t.Logf("%d false accepts", accepted)
}
