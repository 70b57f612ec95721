package jury_test

import (
	"encoding/json"
	"fmt"

	"github.com/seed-bcabc8a2/jury"
)

// Weights and floors come with the criteria. Nothing but the mean is weighed.
func ExampleNewRound_weights() {
	round := jury.NewRound([]jury.Criterion{{ID: "safe", Weight: 3, Floor: 12}, {ID: "neat"}}, 1)
	_ = round.Add(`{"score": 11}`, "safe", "anna")
	_ = round.Add(`{"score": 20}`, "neat", "anna")
	policy := jury.DefaultPolicy()
	policy.AcceptMean = 13
	fmt.Println(jury.DecideVerification(round, policy))
	// Output:
	// repair: mean 13.25 is 0.25 above the bar of 13, 2 of 2 scores; below the floor of 12: "safe"; asking again cannot help <nil>
}

// A judge's own words for severities are mapped to ours. One that is not mapped
// vetoes, and the record says what was written.
func ExamplePolicy_severities() {
	round := jury.NewRound([]jury.Criterion{{ID: "neat"}}, 1)
	_ = round.Add(`{"score": 18, "findings": [{"finding": "a long line", "severity": "Minor"}, {"finding": "odd", "severity": "P7"}]}`, "neat", "anna")
	policy := jury.DefaultPolicy()
	policy.Severities = map[string]jury.Severity{"minor": jury.Note, "P0": jury.Veto}
	decision, err := jury.DecideVerification(round, policy)
	fmt.Println(decision.Kind, err)
	for _, f := range decision.Findings {
		fmt.Printf("%s (said %q): %s\n", f.Severity, f.Said, f.Text)
	}
	// Output:
	// repair <nil>
	// note (said "minor"): a long line
	// veto (said "p7"): odd
}

// A setting that nobody would read is an error, and no gate without it.
func ExamplePolicy_UnmarshalJSON() {
	policy := jury.DefaultPolicy()
	fmt.Println(json.Unmarshal([]byte(`{"criterionFloor": 18}`), &policy))
	fmt.Println(json.Unmarshal([]byte(`{"criterion_floor": 18}`), &policy), policy.AcceptMean, policy.CriterionFloor)
	// Output:
	// jury: invalid policy: "criterionFloor" is no member; known are accept_mean, criterion_floor, max_spread, min_per_criterion, quorum_fraction, repair_on_blocking, severities
	// <nil> 14 18
}

// Nor is a veto lost because its member is misspelt, or stands twice.
func ExampleRound_UnmarshalJSON() {
	var round jury.Round
	fmt.Println(json.Unmarshal([]byte(`{"expected_count": 1, "scores": [{"criterion_id": "a", "score": 18, "veto": true}]}`), &round))
	fmt.Println(json.Unmarshal([]byte(`{"expected_count": 1, "scores": [{"criterion_id": "a", "score": 18}]}`), &round), len(round.Scores))
	// Output:
	// jury: invalid round: "veto" is no member; known are criterion_id, evidence, findings, score, verifier
	// <nil> 1
}
