package speed

import (
	"fmt"

	"github.com/seed-bcabc8a2/jury"
)

// roundOf returns a full round of good scores: so many criteria, each scored
// by so many verifiers, a note on every seventh score.
func roundOf(criteria, verifiers int) jury.Round {
	round := jury.Round{ExpectedCount: criteria * verifiers}
	for c := range criteria {
		id := fmt.Sprintf("criterion_%d", c)
		round.CriterionIDs = append(round.CriterionIDs, id)
		for v := range verifiers {
			score := jury.CriterionScore{CriterionID: id, Verifier: fmt.Sprintf("verifier_%d", v), Score: float64(15 + (c+v)%5)}
			if (c+v)%7 == 0 {
				score.Findings = []jury.Finding{{Text: "a nit", Severity: jury.Note}}
			}
			round.Scores = append(round.Scores, score)
		}
	}
	return round
}

func decisionLine(criteria, verifiers int) Line {
	round, policy := roundOf(criteria, verifiers), jury.DefaultPolicy()
	return Line{"jury.DecideVerification", len(round.Scores), func() bool {
		decision, err := jury.DecideVerification(round, policy)
		return err == nil && decision.Kind == jury.Accept
	}}
}

func decisionRaces() []Race {
	return []Race{{Input: "decision on 5 × 3 scores", Ours: decisionLine(5, 3), MaxNanos: 2000}}
}

// decisionGrowths counts scores where the others count bytes.
func decisionGrowths() []Growth {
	return []Growth{
		{Shape: "decision: 31,250 scores to 1,000,000", Small: decisionLine(250, 125), Large: decisionLine(1000, 1000), Ratio: 3},
		{Shape: "decision: one criterion, 31,250 to 1,000,000", Small: decisionLine(1, 31_250), Large: decisionLine(1, 1_000_000), Ratio: 3},
	}
}
