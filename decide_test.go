package jury

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	Want       string
	Mean       *float64
	Missing    *int
	OutOfReach *bool `json:"out_of_reach"`
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
				c.OutOfReach != nil && d.OutOfReach != *c.OutOfReach {
				t.Errorf("%v (mean %v, missing %d, out of reach %t); want %s, mean %v, missing %v, out of reach %v",
					d, d.Mean, d.Missing, d.OutOfReach, c.Want, c.Mean, c.Missing, c.OutOfReach)
			}
		})
	}
}

// scores returns one score for criterion "a" for each number, by verifiers v0,
// v1 and so on.
func scores(numbers ...float64) []CriterionScore {
	all := make([]CriterionScore, len(numbers))
	for i, n := range numbers {
		all[i] = CriterionScore{CriterionID: "a", Verifier: "v" + strconv.Itoa(i), Score: n}
	}
	return all
}

func withFinding(s []CriterionScore, severity Severity) []CriterionScore {
	s[0].Findings = []Finding{{Text: "found", Severity: severity}}
	return s
}

// fullRound returns a round of good scores, complete.
func fullRound(criteria, verifiers int) Round {
	r := Round{ExpectedCount: criteria * verifiers}
	for c := range criteria {
		id := fmt.Sprintf("criterion_%d", c)
		r.CriterionIDs = append(r.CriterionIDs, id)
		for v := range verifiers {
			r.Scores = append(r.Scores, CriterionScore{CriterionID: id, Verifier: fmt.Sprintf("verifier_%d", v), Score: float64(14 + (c+v)%6)})
		}
	}
	return r
}

func TestDecideVerification(t *testing.T) {
	floor := func(x float64) Policy { return Policy{AcceptMean: 10, QuorumFraction: 1, CriterionFloor: x} }
	half := Policy{AcceptMean: 14, QuorumFraction: 0.5}
	onBlocking := Policy{AcceptMean: 14, QuorumFraction: 1, RepairOnBlocking: true}
	for _, tt := range []struct {
		name, reason string
		round        Round
		policy       Policy
		want         Kind
		reasons      []Reason
		outOfReach   bool
	}{
		{"at the bar", "equality counts", Round{Scores: scores(13, 14, 15), ExpectedCount: 3}, DefaultPolicy(), Accept, nil, false},
		{"just below the bar", "41 of 3 is below 14", Round{Scores: scores(13, 14, 14), ExpectedCount: 3}, DefaultPolicy(), Repair, []Reason{ReasonMeanBelowAccept}, true},
		{"lowest bar", "a bar of 1 is met by every score", Round{Scores: scores(1), ExpectedCount: 1}, Policy{AcceptMean: 1, QuorumFraction: 1}, Accept, nil, false},
		{"highest bar", "a bar of 20 can be met", Round{Scores: scores(20), ExpectedCount: 1}, Policy{AcceptMean: 20, QuorumFraction: 1}, Accept, nil, false},
		{"nothing yet", "no score speaks for or against", Round{ExpectedCount: 3}, DefaultPolicy(), Indeterminate, []Reason{ReasonBelowQuorum}, false},
		{"quorum met", "2 of 3 are half", Round{Scores: scores(14, 14), ExpectedCount: 3}, half, Accept, nil, false},
		{"quorum missed", "1 of 3 is not", Round{Scores: scores(20), ExpectedCount: 3}, half, Indeterminate, []Reason{ReasonBelowQuorum}, false},
		{"NaN", "a score that is none is missing, not good", Round{Scores: scores(20, 20, math.NaN()), ExpectedCount: 3}, DefaultPolicy(), Indeterminate, []Reason{ReasonBelowQuorum}, false},
		{"veto at 20", "no mean outweighs a veto", Round{Scores: withFinding(scores(20), "veto"), ExpectedCount: 1}, DefaultPolicy(), Repair, []Reason{ReasonVeto}, true},
		{"veto below quorum", "it is not forgotten", Round{Scores: withFinding(scores(20), "veto"), ExpectedCount: 2}, DefaultPolicy(), Indeterminate, []Reason{ReasonBelowQuorum, ReasonVeto}, true},
		{"veto on NaN", "findings of scores set aside count", Round{Scores: withFinding(scores(math.NaN(), 20), "veto"), ExpectedCount: 1}, DefaultPolicy(), Repair, []Reason{ReasonVeto}, true},
		{"veto on an unknown criterion", "they count too", Round{Scores: append(scores(20), CriterionScore{CriterionID: "z", Findings: []Finding{{"f", Veto}}}), ExpectedCount: 1, CriterionIDs: []string{"a"}}, DefaultPolicy(), Repair, []Reason{ReasonVeto}, true},
		{"salvaged veto", "it outlives its report", Round{Scores: scores(20), ExpectedCount: 1, Salvaged: []RoundFinding{{Finding: Finding{"f", "veto"}}}}, DefaultPolicy(), Repair, []Reason{ReasonVeto}, true},
		{"salvaged note", "it changes nothing", Round{Scores: scores(20), ExpectedCount: 1, Salvaged: []RoundFinding{{Finding: Finding{"f", "note"}}}}, DefaultPolicy(), Accept, nil, false},
		{"blocking", "by default it does not block", Round{Scores: withFinding(scores(20), "blocking"), ExpectedCount: 1}, DefaultPolicy(), Accept, nil, false},
		{"blocking, asked for", "then it does", Round{Scores: withFinding(scores(20), "blocking"), ExpectedCount: 1}, onBlocking, Repair, []Reason{ReasonBlocking}, true},
		{"note, blocking asked for", "a note does not block", Round{Scores: withFinding(scores(20), " Note "), ExpectedCount: 1}, onBlocking, Accept, nil, false},
		{"Kelvin sign", "what only looks like blocking vetoes", Round{Scores: withFinding(scores(20), "bloc\u212aing"), ExpectedCount: 1}, DefaultPolicy(), Repair, []Reason{ReasonVeto}, true},
		{"criterion missing", "the quorum does not make up for one", Round{Scores: scores(20, 20), ExpectedCount: 4, CriterionIDs: []string{"a", "b"}}, half, Indeterminate, []Reason{ReasonCriterionMissing}, false},
		{"criterion missing at the end", "nothing is left to score it with", Round{Scores: scores(20, 20), ExpectedCount: 2, CriterionIDs: []string{"a", "b"}}, half, Indeterminate, []Reason{ReasonCriterionMissing}, true},
		{"one missing score, two missing criteria", "one cannot do for both", Round{Scores: scores(20, 20), ExpectedCount: 3, CriterionIDs: []string{"a", "b", "c"}}, half, Indeterminate, []Reason{ReasonCriterionMissing}, true},
		{"empty set of criteria", "empty is as none", Round{Scores: scores(20), ExpectedCount: 1, CriterionIDs: []string{}}, DefaultPolicy(), Accept, nil, false},
		{"floor met", "equality counts", Round{Scores: scores(10, 10), ExpectedCount: 2}, floor(10), Accept, nil, false},
		{"floor missed", "the bar is met, the floor is not", Round{Scores: append(scores(9, 10), CriterionScore{CriterionID: "b", Score: 20}), ExpectedCount: 3}, floor(10), Repair, []Reason{ReasonCriterionBelowFloor}, true},
		{"floor within reach", "one 20 lifts 9 and 10 to 13", Round{Scores: append(scores(9, 10), CriterionScore{CriterionID: "b", Score: 20}), ExpectedCount: 4}, floor(10), Indeterminate, []Reason{ReasonBelowQuorum, ReasonCriterionBelowFloor}, false},
		{"floor just out of reach", "one 20 lifts 1 and 1 to 7.33", Round{Scores: append(scores(1, 1), CriterionScore{CriterionID: "b", Score: 20}), ExpectedCount: 4}, floor(7.34), Indeterminate, []Reason{ReasonBelowQuorum, ReasonMeanBelowAccept, ReasonCriterionBelowFloor}, true},
		{"two floors, one missing score", "it can lift either, not both", Round{Scores: []CriterionScore{{CriterionID: "a", Score: 9}, {CriterionID: "b", Score: 9}, {CriterionID: "c", Score: 20}}, ExpectedCount: 4}, floor(10), Indeterminate, []Reason{ReasonBelowQuorum, ReasonCriterionBelowFloor}, true},
		{"a floor and a missing criterion", "the one missing score cannot do for both", Round{Scores: append(scores(9), CriterionScore{CriterionID: "b", Score: 20}), ExpectedCount: 3, CriterionIDs: []string{"a", "b", "c"}}, floor(10), Indeterminate, []Reason{ReasonBelowQuorum, ReasonCriterionMissing, ReasonCriterionBelowFloor}, true},
		{"floor of 20", "one score below it is final", Round{Scores: scores(19), ExpectedCount: 1_000_000}, floor(20), Indeterminate, []Reason{ReasonBelowQuorum, ReasonCriterionBelowFloor}, true},
		{"negative zero floor", "it is zero", Round{Scores: scores(10), ExpectedCount: 1}, floor(math.Copysign(0, -1)), Accept, nil, false},
		{"bar at the edge of reach", "20 and 20 make 1 into 13.67", Round{Scores: scores(1), ExpectedCount: 3}, Policy{AcceptMean: 41. / 3, QuorumFraction: 1}, Indeterminate, []Reason{ReasonBelowQuorum, ReasonMeanBelowAccept}, false},
		{"bar just out of reach", "and not into 13.68", Round{Scores: scores(1), ExpectedCount: 3}, Policy{AcceptMean: 13.68, QuorumFraction: 1}, Indeterminate, []Reason{ReasonBelowQuorum, ReasonMeanBelowAccept}, true},
		{"repair within reach", "below the bar with a quorum, and one score missing", Round{Scores: scores(13, 14), ExpectedCount: 3}, half, Repair, []Reason{ReasonMeanBelowAccept}, false},
		{"everything at once", "every reason is told, in order", Round{
			Scores:        append(withFinding(scores(1), "veto"), CriterionScore{CriterionID: "a", Verifier: "w", Score: 0, Findings: []Finding{{"f", Blocking}}}),
			ExpectedCount: 2, CriterionIDs: []string{"a", "b"},
		}, Policy{AcceptMean: 14, QuorumFraction: 1, CriterionFloor: 5, RepairOnBlocking: true}, Indeterminate,
			[]Reason{ReasonBelowQuorum, ReasonCriterionMissing, ReasonVeto, ReasonBlocking, ReasonMeanBelowAccept, ReasonCriterionBelowFloor}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := decide(t, tt.round, tt.policy)
			if d.Kind != tt.want || d.OutOfReach != tt.outOfReach || !slices.Equal(d.Reasons, tt.reasons) {
				t.Errorf("%s:\n got %v, %v, out of reach %t\nwant %v, %v, out of reach %t", tt.reason, d.Kind, d.Reasons, d.OutOfReach, tt.want, tt.reasons, tt.outOfReach)
			}
		})
	}
}

func TestDecideRefuses(t *testing.T) {
	policy := func(mean, quorum, floor float64) Policy {
		return Policy{AcceptMean: mean, QuorumFraction: quorum, CriterionFloor: floor}
	}
	round := func(expected, invalid int, ids ...string) Round {
		return Round{Scores: scores(20), ExpectedCount: expected, InvalidCount: invalid, CriterionIDs: ids}
	}
	for _, tt := range []struct {
		name, reason string
		round        Round
		policy       Policy
		want         error
		text         string
	}{
		{"zero policy", "a gate that nobody set is shut", round(1, 0), Policy{}, ErrPolicy, "AcceptMean is 0; set it from 1 to 20"},
		{"bar below the scale", "it is met by every round", round(1, 0), policy(0.999, 1, 0), ErrPolicy, "AcceptMean is 0.999"},
		{"bar above the scale", "it is met by none", round(1, 0), policy(20.001, 1, 0), ErrPolicy, "AcceptMean is 20.001"},
		{"bar NaN", "every comparison with it fails", round(1, 0), policy(math.NaN(), 1, 0), ErrPolicy, "AcceptMean is NaN"},
		{"bar infinite", "it is no mean", round(1, 0), policy(math.Inf(1), 1, 0), ErrPolicy, "AcceptMean is +Inf"},
		{"no quorum", "it is met by nothing", round(1, 0), policy(14, 0, 0), ErrPolicy, "QuorumFraction is 0; set it above 0 and up to 1"},
		{"negative quorum", "it is met by nothing", round(1, 0), policy(14, -1, 0), ErrPolicy, "QuorumFraction is -1"},
		{"quorum above one", "it is never met", round(1, 0), policy(14, math.Nextafter(1, 2), 0), ErrPolicy, "QuorumFraction is 1.0000000000000002"},
		{"quorum NaN", "every comparison with it fails", round(1, 0), policy(14, math.NaN(), 0), ErrPolicy, "QuorumFraction is NaN"},
		{"floor below the scale", "it is met by every score", round(1, 0), policy(14, 1, 0.5), ErrPolicy, "CriterionFloor is 0.5; set it from 1 to 20, or to 0 for none"},
		{"floor above the scale", "it is met by none", round(1, 0), policy(14, 1, 20.5), ErrPolicy, "CriterionFloor is 20.5"},
		{"floor negative", "it is no mean", round(1, 0), policy(14, 1, -1), ErrPolicy, "CriterionFloor is -1"},
		{"floor NaN", "every comparison with it fails", round(1, 0), policy(14, 1, math.NaN()), ErrPolicy, "CriterionFloor is NaN"},
		{"zero round", "nothing expected is nothing asked", Round{}, DefaultPolicy(), ErrRound, "ExpectedCount is 0; set it to the number of scores asked for, 1 to 1000000"},
		{"negative expectation", "it is no count", round(-1, 0), DefaultPolicy(), ErrRound, "ExpectedCount is -1"},
		{"one past the limit", "a million is the limit", round(maxExpected+1, 0), DefaultPolicy(), ErrRound, "ExpectedCount is 1000001"},
		{"negative invalid", "it is no count", round(1, -1), DefaultPolicy(), ErrRound, "InvalidCount is -1; count from 0"},
		{"fewer expected than criteria", "one would go without a score", round(1, 0, "a", "b"), DefaultPolicy(), ErrRound, "ExpectedCount is 1 for 2 criteria"},
		{"criterion twice", "its scores would count for both", round(3, 0, "a", "b", "a"), DefaultPolicy(), ErrRound, `CriterionIDs[2] repeats "a"`},
		{"criterion without id", "no score can name it", round(3, 0, "a", ""), DefaultPolicy(), ErrRound, "CriterionIDs[1] is empty"},
		{"more scores than expected", "somebody was not asked", Round{Scores: scores(20, 20), ExpectedCount: 1}, DefaultPolicy(), ErrRound, "2 valid scores, but ExpectedCount is 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := DecideVerification(tt.round, tt.policy)
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%s: %v", tt.reason, err)
			}
			if diff := cmp.Diff(Decision{}, d); diff != "" {
				t.Errorf("an error must come with the zero Decision:\n%s", diff)
			}
		})
	}
}

func TestDecideLimits(t *testing.T) {
	d := decide(t, Round{Scores: scores(20), ExpectedCount: maxExpected}, Policy{AcceptMean: 14, QuorumFraction: 1e-6})
	if d.Kind != Accept || d.Missing != maxExpected-1 {
		t.Errorf("a million may be expected: %v", d)
	}
	// Every criterion below a floor that none can reach: the lifts must not add
	// up past what an int of 32 bits holds.
	r := Round{ExpectedCount: maxExpected}
	for i := range 5000 {
		r.Scores = append(r.Scores, CriterionScore{CriterionID: strconv.Itoa(i), Score: 19})
	}
	if d := decide(t, r, Policy{AcceptMean: 14, QuorumFraction: 1, CriterionFloor: 20}); !d.OutOfReach {
		t.Errorf("5,000 criteria out of reach: %v", d)
	}
	var ids []string
	for i := range 2 * maxScan {
		ids = append(ids, strconv.Itoa(i))
	}
	for i := range ids {
		repeated := slices.Clone(ids)
		repeated[len(ids)-1] = ids[i]
		_, err := DecideVerification(Round{ExpectedCount: len(ids), CriterionIDs: repeated}, DefaultPolicy())
		if wantErr := i < len(ids)-1; errors.Is(err, ErrRound) != wantErr {
			t.Errorf("with %s twice among %d: %v", ids[i], len(ids), err)
		}
	}
}

// TestDecideRecord shows one whole record.
func TestDecideRecord(t *testing.T) {
	round := Round{
		Scores: []CriterionScore{
			{CriterionID: "b", Verifier: "v", Score: 16},
			{CriterionID: "b", Verifier: "w", Score: 18, Findings: []Finding{{"slow", " Blocking"}}},
			{CriterionID: "b", Verifier: "w", Score: 12},
			{CriterionID: "b", Verifier: "v", Score: 16},
			{CriterionID: "b", Verifier: "", Score: 16},
			{CriterionID: "b", Verifier: "", Score: 16},
			{CriterionID: "z", Verifier: "v", Score: 20, Findings: []Finding{{"nice", "note"}}},
			{CriterionID: "z", Verifier: "v", Score: 14.5},
			{CriterionID: "a", Verifier: "v", Score: 21, Findings: []Finding{{"wipes data", "grave"}}},
		},
		InvalidCount:  1,
		ExpectedCount: 8,
		CriterionIDs:  []string{"b", "a"},
		Salvaged:      []RoundFinding{{"a", "x", Finding{"cut off", "VETO"}, ""}},
	}
	policy := Policy{AcceptMean: 14, QuorumFraction: 0.7, CriterionFloor: 3}
	want := Decision{
		Kind:       Indeterminate,
		Reasons:    []Reason{ReasonBelowQuorum, ReasonCriterionMissing, ReasonVeto},
		OutOfReach: true,
		Policy:     policy,
		Mean:       15, MeanLow: 8, MeanHigh: 17.5,
		Sum: 60, Valid: 4, Expected: 8, Invalid: 1, QuorumNeeded: 6, Missing: 4, Shortfall: 2,
		Findings: []RoundFinding{
			{"b", "w", Finding{"slow", Blocking}, ""},
			{"z", "v", Finding{"nice", Note}, ""},
			{"a", "v", Finding{"wipes data", Veto}, ""},
			{"a", "x", Finding{"cut off", Veto}, ""},
		},
		Criteria: []CriterionSummary{
			{ID: "b", Valid: 4, Sum: 60, Mean: 15, Min: 12, Max: 16, Blocking: 1},
			{ID: "a", Vetoes: 2},
		},
		MissingCriteria: []string{"a"},
		Rejected: []Rejection{
			{1, RejectSuperseded}, {3, RejectSuperseded}, {6, RejectUnknownCriterion}, {7, RejectOffScale}, {8, RejectOffScale},
		},
	}
	if diff := cmp.Diff(want, decide(t, round, policy)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDecideNormalizesNegativeZero(t *testing.T) {
	d := decide(t, Round{Scores: scores(20), ExpectedCount: 1}, Policy{AcceptMean: 14, QuorumFraction: 1, CriterionFloor: math.Copysign(0, -1)})
	if math.Signbit(d.Policy.CriterionFloor) {
		t.Error("a floor of -0 must read 0 in the record")
	}
}

// TestDecideLeavesItsInputAlone also checks that a caller who reuses the round
// cannot change a decision, and that there are no nil slices in one.
func TestDecideLeavesItsInputAlone(t *testing.T) {
	d := dice(6)
	for i := range 2000 {
		r, h := randomRound(&d, i%2 == 1), randomPolicy(&d)
		before := fmt.Sprintf("%#v", r) // NaN is not equal to itself, but prints
		got := decide(t, r, h.policy())
		if after := fmt.Sprintf("%#v", r); after != before {
			t.Fatalf("the round was changed from %s to %s", before, after)
		}
		record, err := json.Marshal(got)
		if err != nil || bytes.Contains(record, []byte("null")) {
			t.Fatalf("%s, %v", record, err)
		}
		for i := range r.Scores {
			for j := range r.Scores[i].Findings {
				r.Scores[i].Findings[j] = Finding{"changed", Veto}
			}
			r.Scores[i] = CriterionScore{}
		}
		for i := range r.Salvaged {
			r.Salvaged[i] = RoundFinding{}
		}
		for i := range r.CriterionIDs {
			r.CriterionIDs[i] = "changed"
		}
		if again, _ := json.Marshal(got); !bytes.Equal(record, again) {
			t.Fatalf("the decision was changed from %s to %s", record, again)
		}
	}
}

func TestDecideConcurrently(t *testing.T) {
	d := dice(7)
	r, h := randomRound(&d, true), randomPolicy(&d)
	want := decide(t, r, h.policy())
	var wait sync.WaitGroup
	for range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for range 100 {
				if got, err := DecideVerification(r, h.policy()); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%+v, %v", got, err)
				}
			}
		}()
	}
	wait.Wait()
}

// TestDecideAllocations holds that nothing is allocated but what the record
// keeps, in rounds of up to maxScan scores.
func TestDecideAllocations(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		round        Round
		want         float64
	}{
		{"5 × 3", "the table", fullRound(5, 3), 1},
		{"as many as are scanned", "still the table alone", fullRound(maxScan/2, 2), 1},
		{"findings", "and one list of them", Round{
			ExpectedCount: 1, CriterionIDs: []string{"a"},
			Scores: []CriterionScore{{CriterionID: "a", Score: 20, Findings: make([]Finding, 3)}, {Findings: make([]Finding, 5)}},
		}, 5}, // table, findings, rejections, reasons
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := testing.AllocsPerRun(100, func() { decide(t, tt.round, DefaultPolicy()) })
			if got > tt.want {
				t.Errorf("%s: %v allocations, want %v", tt.reason, got, tt.want)
			}
		})
	}
}
