package jury

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNewRound(t *testing.T) {
	criteria := []Criterion{{ID: "a", Name: "A", Description: "d"}, {ID: "b", Name: "B", Description: "d"}}
	for _, tt := range []struct {
		name, reason string
		criteria     []Criterion
		verifiers    int
		want         int // ExpectedCount
		err          error
	}{
		{"two by three", "each verifier scores each criterion", criteria, 3, 6, nil},
		{"one verifier", "the shortest loop", criteria, 1, 2, nil},
		{"no verifier", "nobody scores", criteria, 0, 0, ErrRound},
		{"negative verifiers", "no count, and no wrapping around", criteria, -1, 0, ErrRound},
		{"fewest verifiers", "math.MinInt times 2 is 0", criteria, math.MinInt, 0, ErrRound},
		{"no criteria", "a rubric that failed to load", nil, 3, 0, ErrRound},
		{"at the limit", "a million scores", criteria, maxExpected / 2, maxExpected, nil},
		{"past the limit", "one verifier more", criteria, maxExpected/2 + 1, maxExpected + 1, ErrRound},
		{"a product that wraps", "2 × 2^31 is 0 in 32 bits", criteria, math.MaxInt32, maxExpected + 1, ErrRound},
		{"most verifiers", "2 × math.MaxInt is -2", criteria, math.MaxInt, maxExpected + 1, ErrRound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := NewRound(tt.criteria, tt.verifiers)
			if r.ExpectedCount != tt.want || len(r.CriterionIDs) != len(tt.criteria) {
				t.Errorf("%s: %d expected of %v, want %d", tt.reason, r.ExpectedCount, r.CriterionIDs, tt.want)
			}
			if _, err := DecideVerification(r, DefaultPolicy()); !errors.Is(err, tt.err) {
				t.Errorf("%s: %v, want %v", tt.reason, err, tt.err)
			}
		})
	}
}

func TestNewRoundKeepsNothing(t *testing.T) {
	criteria := []Criterion{{ID: "a"}, {ID: "b"}}
	r := NewRound(criteria, 1)
	criteria[0].ID = "changed"
	if diff := cmp.Diff(Round{CriterionIDs: []string{"a", "b"}, ExpectedCount: 2}, r); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRoundJSON keeps a round for a replay.
func TestRoundJSON(t *testing.T) {
	r := Round{
		Scores:       []CriterionScore{{CriterionID: "a", Verifier: "v", Score: 12, Evidence: []string{"e"}, Findings: []Finding{{"f", Note}}}},
		InvalidCount: 1, ExpectedCount: 3, CriterionIDs: []string{"a"},
		Salvaged: []RoundFinding{{"a", "w", Finding{"g", Veto}, ""}},
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"scores":[{"criterion_id":"a","verifier":"v","score":12,"evidence":["e"],"findings":[{"finding":"f","severity":"note"}]}],` +
		`"invalid_count":1,"expected_count":3,"criterion_ids":["a"],"salvaged":[{"criterion_id":"a","verifier":"w","finding":"g","severity":"veto"}]}`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var back Round
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Errorf("round trip (-want +got):\n%s", diff)
	}
}

// TestRoundAddThenDecide walks the shortest loop: add every reply, decide.
func TestRoundAddThenDecide(t *testing.T) {
	const good, off = `{"score": 18}`, `{"score": 21, "findings": [{"finding": "leaks", "severity": "veto"}]}`
	named := func(id string) string { return `{"criterion_id": "` + id + `", "score": 18}` }
	for _, tt := range []struct {
		name, reason string
		ids          []string
		reply, id    string
		err          error
		want         Kind
	}{
		{"good", "one score of one", []string{"a"}, good, "a", nil, Accept},
		{"id from the reply", "it is one of the set", []string{"a"}, named("a"), "", nil, Accept},
		{"unknown id from the reply", "it is none of the set", []string{"a"}, named("b"), "", ErrBadValue, Indeterminate},
		{"any id where the set is open", "none is known", nil, named("b"), "", nil, Accept},
		{"off the scale", "it is counted, and its veto kept", []string{"a"}, off, "a", ErrBadValue, Indeterminate},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Round{CriterionIDs: tt.ids, ExpectedCount: 1}
			err := r.Add(tt.reply, tt.id, "v")
			d := decide(t, r, DefaultPolicy())
			if !errors.Is(err, tt.err) || d.Kind != tt.want || d.Valid+d.Invalid != 1 || (d.Invalid == 1) != (err != nil) {
				t.Errorf("%s: %v, %v", tt.reason, d, err)
			}
			if err == nil && r.Scores[0].Verifier != "v" {
				t.Errorf("the verifier is %q", r.Scores[0].Verifier)
			}
			if vetoed := len(r.Salvaged) == 1; vetoed != (tt.reply == off) || d.OutOfReach != vetoed {
				t.Errorf("salvaged %+v", r.Salvaged)
			}
		})
	}
}

// An id that the caller misspells is no fault of the reply, whatever that is.
func TestRoundAddAskedID(t *testing.T) {
	round := NewRound([]Criterion{{ID: "a"}}, 1)
	for _, reply := range []string{`{"score": 12}`, "I give it 12."} {
		if err := round.Add(reply, "typo", "v"); !errors.Is(err, ErrUnknownID) {
			t.Errorf("Add(%q, typo): %v, want ErrUnknownID", reply, err)
		}
		if err := round.Add(reply, "", "v"); err == nil || errors.Is(err, ErrUnknownID) {
			t.Errorf("Add(%q) without an id: %v, want the reply's own fault", reply, err)
		}
	}
	if err := round.Add("I give it 12.", "", "v"); !errors.Is(err, ErrNoVerdict) {
		t.Errorf("prose without an id: %v, want ErrNoVerdict", err)
	}
}
