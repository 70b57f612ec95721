package jury

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
)

// FuzzDecideVerification decides rounds that are read from JSON, where a score
// of -1 stands for wild, which may be what JSON cannot say. The laws of the
// decision hold for every one that is not refused.
func FuzzDecideVerification(f *testing.F) {
	for _, c := range decideCases(f) {
		round, policy := c.input()
		round.Scores = slices.Clone(round.Scores)
		wild := math.NaN()
		for i := range round.Scores {
			if s := &round.Scores[i].Score; math.IsNaN(*s) || math.IsInf(*s, 0) {
				wild, *s = *s, -1
			}
		}
		text, err := json.Marshal(round)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, wild, policy.AcceptMean, policy.QuorumFraction, policy.CriterionFloor, policy.RepairOnBlocking, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, wild, mean, quorum, floor float64, blocking bool, seed uint64) {
		var round Round
		if json.Unmarshal(text, &round) != nil || len(round.Scores) > 100 {
			return
		}
		for i := range round.Scores {
			if s := &round.Scores[i].Score; *s == -1 {
				*s = wild
			}
		}
		policy := Policy{AcceptMean: mean, QuorumFraction: quorum, CriterionFloor: floor, RepairOnBlocking: blocking}
		got, err := DecideVerification(round, policy)
		again, err2 := DecideVerification(round, policy)
		if !reflect.DeepEqual(got, again) || (err == nil) != (err2 == nil) {
			t.Fatal("twice is not the same")
		}
		if err != nil {
			if !errors.Is(err, ErrPolicy) && !errors.Is(err, ErrRound) || !reflect.DeepEqual(got, Decision{}) {
				t.Fatalf("%+v, %v", got, err)
			}
			return
		}
		if len(round.CriterionIDs) == 0 {
			round.CriterionIDs = nil // what the laws go by
		}
		d := dice(seed)
		for _, law := range []func(*testing.T, *dice, Round, Policy, Decision){
			lawRecord, lawAccept, lawVeto, lawRaise, lawSameVerifier, lawSetAside, lawOrder, lawInvalidCount, lawText,
		} {
			law(t, &d, round, policy, got)
		}
	})
}
