package jury

import (
	"fmt"
	"testing"
)

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

func BenchmarkDecideVerification(b *testing.B) {
	for _, size := range []struct{ criteria, verifiers int }{{1, 1}, {5, 3}, {8, 4}, {11, 3}, {30, 30}, {100, 100}, {1000, 100}, {1000, 1000}} {
		b.Run(fmt.Sprintf("%dx%d", size.criteria, size.verifiers), func(b *testing.B) {
			r, p := fullRound(size.criteria, size.verifiers), DefaultPolicy()
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if d, err := DecideVerification(r, p); err != nil || d.Kind != Accept {
					b.Fatal(d, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(r.Scores)), "ns/score")
		})
	}
}
