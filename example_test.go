package jury_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"

	"github.com/seed-bcabc8a2/jury"
)

func ExampleDecideVerification() {
	round := jury.NewRound([]jury.Criterion{{ID: "correct"}, {ID: "tested"}}, 1)
	round.Scores = []jury.CriterionScore{
		{CriterionID: "correct", Verifier: "a", Score: 18},
		{CriterionID: "tested", Verifier: "a", Score: 12},
	}
	decision, err := jury.DecideVerification(round, jury.DefaultPolicy())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(decision.Kind, decision.Mean)
	// Output: accept 15
}

// A veto is never outweighed, whatever its spelling.
func ExampleDecideVerification_veto() {
	round := jury.NewRound([]jury.Criterion{{ID: "safe"}}, 2)
	round.Scores = []jury.CriterionScore{
		{CriterionID: "safe", Verifier: "a", Score: 20},
		{CriterionID: "safe", Verifier: "b", Score: 20, Findings: []jury.Finding{{Text: "drops the table", Severity: "VETO "}}},
	}
	decision, _ := jury.DecideVerification(round, jury.DefaultPolicy())
	fmt.Println(decision.Kind, decision.Reasons, decision.Findings[0].Severity)
	// Output: repair [veto] veto
}

// A criterion's floor keeps high scores elsewhere from making up for it.
func ExampleDecideVerification_floor() {
	round := jury.NewRound([]jury.Criterion{{ID: "style"}, {ID: "safe"}}, 1)
	round.Scores = []jury.CriterionScore{
		{CriterionID: "style", Verifier: "a", Score: 20},
		{CriterionID: "safe", Verifier: "a", Score: 8},
	}
	policy := jury.DefaultPolicy()
	policy.CriterionFloor = 10
	decision, _ := jury.DecideVerification(round, policy)
	fmt.Println(decision.Kind, decision.Mean, decision.Reasons)
	// Output: repair 14 [criterion_below_floor]
}

// The zero Policy is an error, not an open gate.
func ExamplePolicy() {
	_, err := jury.DecideVerification(jury.NewRound([]jury.Criterion{{ID: "a"}}, 1), jury.Policy{})
	fmt.Println(err)
	// Output: jury: invalid policy: AcceptMean is 0; set it from 1 to 20
}

func ExampleDecision() {
	round := jury.NewRound([]jury.Criterion{{ID: "correct"}, {ID: "tested"}}, 1)
	round.Scores = []jury.CriterionScore{{CriterionID: "correct", Verifier: "a", Score: 9}}
	decision, _ := jury.DecideVerification(round, jury.DefaultPolicy())
	switch {
	case decision.Kind == jury.Accept:
		fmt.Println("merge")
	case decision.OutOfReach:
		fmt.Println("repair: asking again cannot help")
	default:
		fmt.Println("ask again:", decision.MissingCriteria)
	}
	// Output: ask again: [tested]
}

func ExampleDecision_String() {
	round := jury.Round{ExpectedCount: 4, Scores: []jury.CriterionScore{
		{CriterionID: "correct", Verifier: "a", Score: 13},
		{CriterionID: "correct", Verifier: "b", Score: 14},
		{CriterionID: "correct", Verifier: "c", Score: 200},
	}}
	decision, _ := jury.DecideVerification(round, jury.Policy{AcceptMean: 14, QuorumFraction: 0.5})
	fmt.Println(decision)
	// Output: repair: mean 13.5 is 0.5 below the bar of 14, 2 of 4 scores; with the missing 2 the mean will be 7.25 to 16.75
}

func ExampleDecision_LogValue() {
	round := jury.Round{ExpectedCount: 1, Scores: []jury.CriterionScore{{CriterionID: "correct", Verifier: "a", Score: 16}}}
	decision, _ := jury.DecideVerification(round, jury.DefaultPolicy())
	timeless().Info("decided", "d", decision)
	// Output: level=INFO msg=decided d.kind=accept d.reasons=[] d.out_of_reach=false d.mean=16 d.accept_mean=14 d.valid=1 d.expected=1 d.invalid=0 d.quorum_needed=1 d.findings=0 d.rejected=0
}

// timeless returns a logger whose lines are the same every time.
func timeless() *slog.Logger {
	return slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
}

// Kinds have names in text and JSON; the zero value is indeterminate.
func ExampleKind() {
	var kind jury.Kind
	fmt.Println(kind, jury.Accept)
	text, err := json.Marshal([]jury.Kind{jury.Repair, jury.Accept})
	fmt.Println(string(text), err)
	// Output:
	// indeterminate accept
	// ["repair","accept"] <nil>
}

// Reasons have names in text and JSON, and come in one order.
func ExampleReason() {
	round := jury.Round{ExpectedCount: 2, Scores: []jury.CriterionScore{
		{CriterionID: "safe", Score: 9, Findings: []jury.Finding{{Text: "leaks the key", Severity: jury.Veto}}},
	}}
	decision, _ := jury.DecideVerification(round, jury.DefaultPolicy())
	fmt.Println(decision.Reasons)

	text, _ := json.Marshal(decision.Reasons)
	var back []jury.Reason
	fmt.Println(json.Unmarshal(text, &back), len(back), back[1] == jury.ReasonVeto)
	// Output:
	// [below_quorum veto mean_below_accept]
	// <nil> 3 true
}

// What does not count is set aside, with the reason, and never clamped.
func ExampleRejectReason() {
	round := jury.NewRound([]jury.Criterion{{ID: "safe"}}, 2)
	round.Scores = []jury.CriterionScore{
		{CriterionID: "safe", Verifier: "a", Score: 200},
		{CriterionID: "style", Verifier: "a", Score: 15},
		{CriterionID: "safe", Verifier: "b", Score: 15},
		{CriterionID: "safe", Verifier: "b", Score: 9},
	}
	decision, _ := jury.DecideVerification(round, jury.DefaultPolicy())
	for _, rejection := range decision.Rejected {
		fmt.Println(rejection.Index, rejection.Reason)
	}
	text, err := json.Marshal(jury.RejectSuperseded)
	fmt.Println(string(text), err)
	// Output:
	// 0 off_scale
	// 1 unknown_criterion
	// 2 superseded
	// "superseded" <nil>
}

func ExampleDefaultPolicy() {
	policy := jury.DefaultPolicy()
	policy.CriterionFloor = 8
	fmt.Println(policy.AcceptMean, policy.QuorumFraction, policy.CriterionFloor)
	// Output: 14 1 8
}

func ExampleKind_UnmarshalText() {
	var kind jury.Kind
	fmt.Println(json.Unmarshal([]byte(`"repair"`), &kind), kind)
	fmt.Println(json.Unmarshal([]byte(`"lgtm"`), &kind), kind)
	// Output:
	// <nil> repair
	// jury: jury.Kind has no value "lgtm" repair
}

func ExampleNewRound() {
	round := jury.NewRound([]jury.Criterion{{ID: "correct"}, {ID: "tested"}}, 3)
	fmt.Println(round.CriterionIDs, round.ExpectedCount)
	// Output: [correct tested] 6
}

func ExampleValidScore() {
	fmt.Println(jury.ValidScore(1), jury.ValidScore(20), jury.ValidScore(14.5), jury.ValidScore(0))
	// Output: true true false false
}

func ExampleScoreSchema() {
	fmt.Println(string(jury.ScoreSchema()))
	// Output: {"type":"integer","minimum":1,"maximum":20,"description":"1 = certainly fails … 10 = borderline … 20 = verified correct"}
}

func ExampleCriterionScoreSchema() {
	var schema struct{ Required []string }
	if err := json.Unmarshal(jury.CriterionScoreSchema(), &schema); err != nil {
		fmt.Println(err)
	}
	fmt.Println(schema.Required)
	// Output: [criterion_id evidence findings score]
}

// The pass comes last, after what it rests on; a nonce comes first.
func ExampleContract_Schema() {
	contract := jury.Contract{PassKeys: []string{"verdict"}, Nonce: "k7Q"}
	var schema struct{ Required []string }
	if err := json.Unmarshal(contract.Schema(), &schema); err != nil {
		fmt.Println(err)
	}
	fmt.Println(schema.Required)
	// Output: [nonce reasons next_hint score verdict]
}
