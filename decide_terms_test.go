package jury

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// termedRound returns a small round with weights, floors and names in several
// spellings, and a policy that sets everything that there is.
func termedRound(d *dice) (Round, Policy) {
	ids := []string{"a", "b", "c"}[:1+d.below(3)]
	var r Round
	low := pick(d, 1, 8, 12, 14, 18)
	for range d.below(7) {
		s := CriterionScore{CriterionID: pick(d, ids...), Verifier: pick(d, "", "v", "V ", "w", "\tW", "K", "\u212a"), Score: float64(low + d.below(21-low))}
		if d.oneIn(8) {
			s.Findings = []Finding{{"f", pick[Severity](d, "minor", " Minor", "MAJOR", "note", "veto", "grave", "")}}
		}
		r.Scores = append(r.Scores, s)
	}
	if d.oneIn(12) {
		r.Salvaged = []RoundFinding{{CriterionID: pick(d, "a", "", "y"), Finding: Finding{"f", pick[Severity](d, "minor", "major", "Note")}}}
	}
	named := ids
	if d.oneIn(2) {
		r.CriterionIDs = slices.Clone(ids)
	} else {
		named = append(slices.Clip(ids), "y", "z")
	}
	for _, id := range named {
		if d.oneIn(2) {
			set(&r.Weights, id, pick(d, 1, 2, 3, 7, 50, 999, maxWeight))
		}
		if d.oneIn(3) {
			set(&r.Floors, id, pick(d, 1, 5, 10, 12, 13.6667, 14, 20))
		}
	}
	r.ExpectedCount = max(1, len(r.CriterionIDs), len(validVotes(r))) + d.below(4)
	return r, termedPolicy(d)
}

func termedPolicy(d *dice) Policy {
	p := Policy{
		AcceptMean:       pick(d, 1, 5, 10, 12.5, 13, 14, 14.31, 14.3333, 15.5, 19.5, 20),
		QuorumFraction:   pick(d, 0.01, 0.34, 0.5, 0.75, 1),
		CriterionFloor:   pick(d, 0, 0, 0, 5, 10, 13.5),
		RepairOnBlocking: d.oneIn(2),
		MinPerCriterion:  pick(d, 0, 0, 1, 2, 3),
		MaxSpread:        pick(d, 0, 0, 1, 3, 6, 10, 19),
	}
	if d.oneIn(2) {
		p.Severities = map[string]Severity{"Minor": Note, " major": Blocking, "P0": Veto}
	}
	return p
}

// exact returns the number that somebody wrote for x.
func exact(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'f', -1, 64))
	return r
}

// ratTwin is the rule in rational numbers, in the order in which it is written
// down.
func ratTwin(r Round, p Policy) (kind Kind, reasons []Reason, mean *big.Rat) {
	sum, weights := new(big.Rat), new(big.Rat)
	byID := map[string][]int{}
	for _, v := range validVotes(r) {
		w := big.NewRat(int64(max(1, r.Weights[v.criterion])), 1)
		sum.Add(sum, new(big.Rat).Mul(w, big.NewRat(int64(v.score), 1)))
		weights.Add(weights, w)
		byID[v.criterion] = append(byID[v.criterion], v.score)
	}
	mean = new(big.Rat)
	if weights.Sign() > 0 {
		mean.Quo(sum, weights)
	}
	var low, few, split, missing bool
	valid := 0
	for id, scores := range byID {
		total := 0
		for _, s := range scores {
			total += s
		}
		own, floor := big.NewRat(int64(total), int64(len(scores))), exact(p.CriterionFloor)
		if f := exact(r.Floors[id]); f.Cmp(floor) > 0 {
			floor = f
		}
		valid += len(scores)
		low = low || own.Cmp(floor) < 0
		few = few || len(scores) < p.MinPerCriterion
		split = split || p.MaxSpread > 0 && slices.Max(scores)-slices.Min(scores) > p.MaxSpread
	}
	for _, id := range r.CriterionIDs {
		missing = missing || len(byID[id]) == 0
	}
	quorum := new(big.Rat).Mul(exact(p.QuorumFraction), big.NewRat(int64(r.ExpectedCount), 1))
	veto, blocking := gravest(r, p)
	for _, x := range []struct {
		holds  bool
		reason Reason
	}{
		{big.NewRat(int64(valid), 1).Cmp(quorum) < 0, ReasonBelowQuorum},
		{missing, ReasonCriterionMissing},
		{veto, ReasonVeto},
		{blocking && p.RepairOnBlocking, ReasonBlocking},
		{valid > 0 && mean.Cmp(exact(p.AcceptMean)) < 0, ReasonMeanBelowAccept},
		{low, ReasonCriterionBelowFloor},
		{few, ReasonCriterionBelowMin},
		{split, ReasonDisagreement},
	} {
		if x.holds {
			reasons = append(reasons, x.reason)
		}
	}
	undecided := func(r Reason) bool { return r <= ReasonCriterionMissing || r >= ReasonCriterionBelowMin }
	switch {
	case len(reasons) == 0:
		return Accept, reasons, mean
	case slices.ContainsFunc(reasons, undecided):
		return Indeterminate, reasons, mean
	}
	return Repair, reasons, mean
}

func gravest(r Round, p Policy) (veto, blocking bool) {
	for _, f := range allFindings(r) {
		word := strings.ToLower(strings.TrimSpace(string(f.Severity)))
		for key, own := range p.Severities {
			if strings.ToLower(strings.TrimSpace(key)) == word {
				word = string(own)
			}
		}
		veto = veto || word != "blocking" && word != "note"
		blocking = blocking || word == "blocking"
	}
	return veto, blocking
}

// TestDecideLikeTheRationals compares with the twin, and checks what the record
// says of it.
func TestDecideLikeTheRationals(t *testing.T) {
	rounds := 100_000
	if testing.Short() {
		rounds /= 20
	}
	d := dice(11)
	var kinds [Accept + 1]int
	var reasons [ReasonDisagreement + 1]int
	for range rounds {
		r, p := termedRound(&d)
		got := decide(t, r, p)
		kind, why, mean := ratTwin(r, p)
		want, _ := mean.Float64()
		if got.Kind != kind || !slices.Equal(got.Reasons, why) || got.Mean != want {
			t.Fatalf("%+v\n%+v\n%v, mean %v\nthe twin says %v, %v, %v", r, p, got, got.Mean, kind, why, mean)
		}
		if !(got.MeanLow >= 1 && got.MeanLow <= got.MeanHigh && got.MeanHigh <= 20) || got.Valid > 0 && !(got.MeanLow <= got.Mean && got.Mean <= got.MeanHigh) {
			t.Fatalf("%+v\n%+v\nbounds %v to %v of %v", r, p, got.MeanLow, got.MeanHigh, got.Mean)
		}
		lawSaid(t, r, p, got)
		lawText(t, &d, r, p, got)
		kinds[got.Kind]++
		for _, reason := range got.Reasons {
			reasons[reason]++
		}
	}
	if low := min(slices.Min(kinds[:]), slices.Min(reasons[1:])); low < rounds/100 {
		t.Errorf("an outcome is too rare to have been tested: kinds %v, reasons %v", kinds, reasons[1:])
	}
}

// lawSaid: where a finding counts as another word than was written, the record
// has both, if the policy has words at all.
func lawSaid(t *testing.T, r Round, p Policy, got Decision) {
	for i, f := range allFindings(r) {
		word := strings.TrimSpace(string(f.Severity))
		if p.Severities == nil || strings.EqualFold(word, string(got.Findings[i].Severity)) {
			word = ""
		}
		if got.Findings[i].Said != word {
			t.Errorf("%+v counts as %+v", f, got.Findings[i])
		}
	}
}

// TestOutOfReachInTerms is TestOutOfReachByCompletion for weights, floors, least
// numbers and spreads: it tries completions of small rounds by scores that are of
// use there, for every criterion that there may be.
func TestOutOfReachInTerms(t *testing.T) {
	d := dice(12)
	rounds, outOfReach, want := 0, 0, 6000
	if testing.Short() {
		want /= 10
	}
	for rounds < want {
		r, p := termedRound(&d)
		got := decide(t, r, p)
		if veto, blocking := gravest(r, p); got.Kind == Accept || got.Missing > 3 || (veto || blocking) && !d.oneIn(20) {
			continue
		}
		rounds++
		if got.OutOfReach {
			outOfReach++
		}
		if accepted := usefulScores(r, p, got).accepts(r, got.Missing); accepted == got.OutOfReach {
			t.Fatalf("%+v\n%+v\n%v; a completion that is accepted: %t", r, p, got, accepted)
		}
	}
	if outOfReach < rounds/10 || rounds-outOfReach < rounds/10 {
		t.Errorf("%d of %d out of reach: too one-sided to have been tested", outOfReach, rounds)
	}
}

// usefulScores returns what completions are made of: all scores for one that is
// missing, else the ends of the scale, and those about as far from a score as
// they may be.
func usefulScores(r Round, p Policy, got Decision) completion {
	c := completion{policy: p, ids: r.CriterionIDs}
	if c.ids == nil {
		c.ids = []string{"a", "b", "c", "new", "y", "z"}
	}
	var numbers [MaxScore + 1]bool
	numbers[MaxScore] = true
	for _, row := range got.Criteria {
		if top := row.Min + p.MaxSpread; row.Valid > 0 && top <= MaxScore {
			numbers[top] = true
			numbers[max(MinScore, top-1)] = numbers[max(MinScore, top-1)] || got.Missing < 3
		}
	}
	for s := range numbers {
		if s > 0 && (numbers[s] || got.Missing == 1) {
			c.scores = append(c.scores, float64(s))
		}
	}
	return c
}

// TestWeightsOfOneChangeNothing: nor do floors of 1, a least number of 1, or the
// widest spread.
func TestWeightsOfOneChangeNothing(t *testing.T) {
	d := dice(13)
	for range 5000 {
		r, h := randomRound(&d, true), randomPolicy(&d)
		want := decide(t, r, h.policy())
		p := h.policy()
		p.MinPerCriterion, p.MaxSpread = 1, maxSpread
		for _, id := range r.CriterionIDs {
			set(&r.Weights, id, 1)
			set(&r.Floors, id, MinScore)
		}
		got := decide(t, r, p)
		got.Policy = want.Policy
		for i := range got.Criteria {
			got.Criteria[i].Weight, got.Criteria[i].Floor = 0, 0
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\n%+v\n%+v\nwant %+v", r, p, got, want)
		}
	}
}

func TestWeighedMeanIsExact(t *testing.T) {
	d := dice(14)
	for range 200_000 {
		weight := int64(1 + d.below(maxExpected*maxWeight))
		p := int64(100_000 + d.below(1_900_001)) // five decimals
		bar := float64(p) / 1e5
		for sum := p*weight/1e5 - 1; sum <= p*weight/1e5+1; sum++ {
			whole := new(big.Int).Mul(big.NewInt(sum), big.NewInt(1e5))
			if got, want := mean(sum, weight) >= bar, whole.Cmp(new(big.Int).Mul(big.NewInt(p), big.NewInt(weight))) >= 0; got != want {
				t.Fatalf("mean of weight %d with sum %d at least %v: %t", weight, sum, bar, got)
			}
		}
	}
}

func TestDecideTerms(t *testing.T) {
	ab := func(a, b float64) []CriterionScore {
		return []CriterionScore{{CriterionID: "a", Verifier: "v", Score: a}, {CriterionID: "b", Verifier: "v", Score: b}}
	}
	ids := []string{"a", "b"}
	weights := func(a, b int) map[string]int { return map[string]int{"a": a, "b": b} }
	floors := func(a float64) map[string]float64 { return map[string]float64{"a": a} }
	policy := func(mean, quorum float64, least, spread int) Policy {
		return Policy{AcceptMean: mean, QuorumFraction: quorum, MinPerCriterion: least, MaxSpread: spread}
	}
	for _, tt := range []struct {
		name, reason string
		round        Round
		policy       Policy
		want         string
	}{
		{"weighed up", "15 × 9 + 5 over 10 is 14", Round{Scores: ab(15, 5), ExpectedCount: 2, CriterionIDs: ids, Weights: weights(9, 1)}, DefaultPolicy(),
			"accept: mean 14 is at the bar of 14, 2 of 2 scores"},
		{"weighed down", "the light 20 does not help", Round{Scores: ab(13, 20), ExpectedCount: 2, CriterionIDs: ids, Weights: map[string]int{"a": 999}}, DefaultPolicy(),
			"repair: mean 13.007 is 0.993 below the bar of 14, 2 of 2 scores; asking again cannot help"},
		{"what may come weighs", "the missing score may be for the heavy one", Round{Scores: ab(10, 10)[1:], ExpectedCount: 2, CriterionIDs: ids, Weights: weights(3, 1)}, DefaultPolicy(),
			`indeterminate: mean 10 is 4 below the bar of 14, 1 of 2 scores, 1 short of the quorum of 2; no score for "a"; with the missing 1 the mean will be 3.25 to 17.5`},
		{"needed where it does not weigh", "a 20 for the light one that has none is not enough", Round{Scores: ab(10, 10)[:1], ExpectedCount: 2, CriterionIDs: ids, Weights: weights(3, 1)}, DefaultPolicy(),
			`indeterminate: mean 10 is 4 below the bar of 14, 1 of 2 scores, 1 short of the quorum of 2; no score for "b"; asking again cannot help`},
		{"floor of its own", "19 elsewhere does not make up for it", Round{Scores: ab(11, 19), ExpectedCount: 2, CriterionIDs: ids, Floors: floors(12)}, DefaultPolicy(),
			`repair: mean 15 is 1 above the bar of 14, 2 of 2 scores; below the floor of 12: "a"; asking again cannot help`},
		{"two floors", "each has its own", Round{Scores: ab(11, 9), ExpectedCount: 2, CriterionIDs: ids, Floors: floors(12)}, Policy{AcceptMean: 10, QuorumFraction: 1, CriterionFloor: 10},
			`repair: mean 10 is at the bar of 10, 2 of 2 scores; below their floors: "a", "b"; asking again cannot help`},
		{"the higher floor", "a low one of its own does not lower it", Round{Scores: ab(9, 20), ExpectedCount: 2, CriterionIDs: ids, Floors: floors(5)}, Policy{AcceptMean: 10, QuorumFraction: 1, CriterionFloor: 10},
			`repair: mean 14.5 is 4.5 above the bar of 10, 2 of 2 scores; below the floor of 10: "a"; asking again cannot help`},
		{"too few", "each needs two", Round{Scores: append(ab(18, 18), CriterionScore{CriterionID: "a", Verifier: "w", Score: 18}), ExpectedCount: 4, CriterionIDs: ids}, policy(14, 0.5, 2, 0),
			`indeterminate: mean 18 is 4 above the bar of 14, 3 of 4 scores; fewer than 2 scores for "b"; with the missing 1 the mean will be 13.75 to 18.5`},
		{"too few for ever", "nothing is missing", Round{Scores: ab(18, 18), ExpectedCount: 2, CriterionIDs: ids}, policy(14, 1, 2, 0),
			`indeterminate: mean 18 is 4 above the bar of 14, 2 of 2 scores; fewer than 2 scores for "a", "b"; asking again cannot help`},
		{"apart", "a quarrel is for a person, and the veto is told", Round{Scores: append(withFinding(ab(20, 18), Veto), CriterionScore{CriterionID: "a", Verifier: "w", Score: 13}), ExpectedCount: 4, CriterionIDs: ids}, policy(14, 0.5, 0, 6),
			`indeterminate: mean 17 is 3 above the bar of 14, 3 of 4 scores; veto: "a"; scores more than 6 apart for "a"; asking again cannot help`},
		{"as far apart as allowed", "equality counts", Round{Scores: append(ab(20, 18), CriterionScore{CriterionID: "a", Verifier: "w", Score: 14}), ExpectedCount: 3, CriterionIDs: ids}, policy(14, 1, 0, 6),
			"accept: mean 17.3333 is 3.33333 above the bar of 14, 3 of 3 scores"},
		{"a top below the bar", "11 and 15 make 13", Round{Scores: ab(11, 0)[:1], ExpectedCount: 2, CriterionIDs: ids[:1]}, policy(14, 1, 0, 4),
			"indeterminate: mean 11 is 3 below the bar of 14, 1 of 2 scores, 1 short of the quorum of 2; asking again cannot help"},
		{"a top below the floor", "12 cannot be lifted to 14 by 13s", Round{Scores: ab(12, 20), ExpectedCount: 9, Floors: floors(14)}, policy(5, 0.1, 0, 1),
			`repair: mean 16 is 11 above the bar of 5, 2 of 9 scores; below the floor of 14: "a"; asking again cannot help`},
		{"a new criterion needs its least number", "one score is missing, and two for a new one would be needed", Round{Scores: append(ab(10, 0)[:1], CriterionScore{CriterionID: "a", Verifier: "w", Score: 10}), ExpectedCount: 3}, policy(13, 1, 2, 2),
			"indeterminate: mean 10 is 3 below the bar of 13, 2 of 3 scores, 1 short of the quorum of 3; asking again cannot help"},
		{"a criterion that only a finding names", "it needs its least number as well", Round{
			Scores: append(ab(10, 0)[:1], CriterionScore{CriterionID: "a", Verifier: "w", Score: 10}), ExpectedCount: 3,
			Salvaged: []RoundFinding{{CriterionID: "y", Finding: Finding{"f", Note}}},
		}, policy(13, 1, 2, 2),
			"indeterminate: mean 10 is 3 below the bar of 13, 2 of 3 scores, 1 short of the quorum of 3; asking again cannot help"},
		{"the largest least number", "no round reaches it", Round{Scores: ab(18, 18), ExpectedCount: 2, CriterionIDs: ids}, policy(14, 1, maxExpected, 0),
			`indeterminate: mean 18 is 4 above the bar of 14, 2 of 2 scores; fewer than 1000000 scores for "a", "b"; asking again cannot help`},
		{"abstained", "it is counted, and missing", Round{Scores: ab(18, 0)[:1], ExpectedCount: 2, Abstained: 1}, policy(14, 0.5, 0, 0),
			"accept: mean 18 is 4 above the bar of 14, 1 of 2 scores, 1 abstained"},
		{"one verifier in two spellings", "its lowest score counts", Round{Scores: []CriterionScore{{CriterionID: "a", Verifier: "Über", Score: 20}, {CriterionID: "a", Verifier: " üBER\n", Score: 5}}, ExpectedCount: 2}, policy(14, 0.5, 0, 0),
			"repair: mean 5 is 9 below the bar of 14, 1 of 2 scores; asking again cannot help"},
		{"blank verifier", "white space is a name, and one vote", Round{Scores: []CriterionScore{{CriterionID: "a", Verifier: " ", Score: 20}, {CriterionID: "a", Verifier: "\t", Score: 20}, {CriterionID: "a", Score: 20}}, ExpectedCount: 3}, policy(14, 1, 0, 0),
			"indeterminate: mean 20 is 6 above the bar of 14, 2 of 3 scores, 1 short of the quorum of 3; with the missing 1 the mean will be 13.6667 to 20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, decide(t, tt.round, tt.policy).String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

func TestDecideRefusesTerms(t *testing.T) {
	closed := func(r Round) Round {
		r.CriterionIDs, r.ExpectedCount = []string{"a"}, 2
		return r
	}
	severities := func(m map[string]Severity) Policy {
		return Policy{AcceptMean: 14, QuorumFraction: 1, Severities: m}
	}
	for _, tt := range []struct {
		name, reason string
		round        Round
		policy       Policy
		want         error
		text         string
	}{
		{"weight 0", "one that counts for nothing is no criterion", closed(Round{Weights: map[string]int{"a": 0}}), DefaultPolicy(), ErrRound, `the weight of "a" is 0; set it from 1 to 1000`},
		{"weight negative", "a good score would do harm", closed(Round{Weights: map[string]int{"a": -1}}), DefaultPolicy(), ErrRound, `the weight of "a" is -1`},
		{"weight past the limit", "means would not be exact", closed(Round{Weights: map[string]int{"a": maxWeight + 1}}), DefaultPolicy(), ErrRound, `the weight of "a" is 1001`},
		{"weight of another", "it is misspelt", closed(Round{Weights: map[string]int{"b": 2}}), DefaultPolicy(), ErrRound, `Weights has "b", which is none of CriterionIDs`},
		{"weight of nobody", "no score is for it", Round{ExpectedCount: 1, Weights: map[string]int{"": 2}}, DefaultPolicy(), ErrRound, `Weights has ""`},
		{"floor 0", "leave it out for none", closed(Round{Floors: map[string]float64{"a": 0}}), DefaultPolicy(), ErrRound, `the floor of "a" is 0; set it from 1 to 20`},
		{"floor above the scale", "none can meet it", closed(Round{Floors: map[string]float64{"a": 20.5}}), DefaultPolicy(), ErrRound, `the floor of "a" is 20.5`},
		{"floor NaN", "every comparison with it fails", closed(Round{Floors: map[string]float64{"a": math.NaN()}}), DefaultPolicy(), ErrRound, `the floor of "a" is NaN`},
		{"floor of another", "it is misspelt, and the gate has no floor", closed(Round{Floors: map[string]float64{"b": 12}}), DefaultPolicy(), ErrRound, `Floors has "b", which is none of CriterionIDs`},
		{"abstained negative", "it is no count", closed(Round{Abstained: -1}), DefaultPolicy(), ErrRound, "Abstained is -1; count from 0"},
		{"least number negative", "it is no count", closed(Round{}), Policy{AcceptMean: 14, QuorumFraction: 1, MinPerCriterion: -1}, ErrPolicy, "MinPerCriterion is -1; set it from 1 to 1000000, or to 0 for none"},
		{"least number past the limit", "no round has as many", closed(Round{}), Policy{AcceptMean: 14, QuorumFraction: 1, MinPerCriterion: maxExpected + 1}, ErrPolicy, "MinPerCriterion is 1000001"},
		{"spread negative", "it is met by nothing", closed(Round{}), Policy{AcceptMean: 14, QuorumFraction: 1, MaxSpread: -3}, ErrPolicy, "MaxSpread is -3; set it from 1 to 19, or to 0 for none"},
		{"spread past the scale", "scores cannot be as far apart", closed(Round{}), Policy{AcceptMean: 14, QuorumFraction: 1, MaxSpread: 20}, ErrPolicy, "MaxSpread is 20"},
		{"own word", "a veto stays one", closed(Round{}), severities(map[string]Severity{" VETO": Note}), ErrPolicy, `Severities says what " VETO" counts as, which is a severity of its own`},
		{"other value", "it is none of ours", closed(Round{}), severities(map[string]Severity{"minor": "low"}), ErrPolicy, `Severities has "minor" count as "low"; it must be veto, blocking or note`},
		{"value in capitals", "it is a constant, not what a judge wrote", closed(Round{}), severities(map[string]Severity{"minor": "Note"}), ErrPolicy, `count as "Note"`},
		{"two cases", "which of them counts is chance", closed(Round{}), severities(map[string]Severity{"minor": Note, "MINOR ": Veto}), ErrPolicy, `Severities has "minor" twice, in another case`},
		{"blank word", "a severity that was cut off would count as it", closed(Round{}), severities(map[string]Severity{" ": Note}), ErrPolicy, "Severities has a blank word; a finding without a severity vetoes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for range 5 { // maps have no order
				d, err := DecideVerification(tt.round, tt.policy)
				if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.text) || !reflect.DeepEqual(d, Decision{}) {
					t.Fatalf("%s: %v", tt.reason, err)
				}
			}
		})
	}
}

// TestDecideRecordOfTerms shows what the record holds beyond the numbers.
func TestDecideRecordOfTerms(t *testing.T) {
	r := Round{
		Scores: []CriterionScore{
			{CriterionID: "a", Verifier: "v", Score: 18, Findings: []Finding{{"slow", "minor"}, {"odd", " Note "}, {"wipes data", "grave"}, {"stop", "VETO"}, {"cut off", ""}}},
		},
		ExpectedCount: 2, CriterionIDs: []string{"a", "b"}, Abstained: 1,
		Salvaged: []RoundFinding{{"b", "w", Finding{"leaks", "P1"}, "kept from before"}},
		Weights:  map[string]int{"a": 3}, Floors: map[string]float64{"a": 12.5},
	}
	p := Policy{AcceptMean: 14, QuorumFraction: 0.5, Severities: map[string]Severity{"Minor": Note, "p1": Blocking}}
	d := decide(t, r, p)
	p.Severities["minor"] = Veto // the record has a map of its own
	text, err := json.Marshal(struct {
		Policy    Policy
		Abstained int
		Findings  []RoundFinding
		Criteria  []CriterionSummary
	}{d.Policy, d.Abstained, d.Findings, d.Criteria})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"Policy":{"accept_mean":14,"quorum_fraction":0.5,"criterion_floor":0,"repair_on_blocking":false,"severities":{"Minor":"note","p1":"blocking"}},"Abstained":1,` +
		`"Findings":[{"criterion_id":"a","verifier":"v","finding":"slow","severity":"note","said":"minor"},` +
		`{"criterion_id":"a","verifier":"v","finding":"odd","severity":"note"},` +
		`{"criterion_id":"a","verifier":"v","finding":"wipes data","severity":"veto","said":"grave"},` +
		`{"criterion_id":"a","verifier":"v","finding":"stop","severity":"veto"},` +
		`{"criterion_id":"a","verifier":"v","finding":"cut off","severity":"veto"},` +
		`{"criterion_id":"b","verifier":"w","finding":"leaks","severity":"blocking","said":"P1"}],` +
		`"Criteria":[{"id":"a","valid":1,"sum":18,"mean":18,"min":18,"max":18,"vetoes":3,"blocking":0,"weight":3,"floor":12.5},` +
		`{"id":"b","valid":0,"sum":0,"mean":0,"min":0,"max":0,"vetoes":0,"blocking":1}]}`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDecideKeepsSeverities: the record has the words of the policy, or null.
func TestDecideKeepsSeverities(t *testing.T) {
	for _, words := range []map[string]Severity{nil, {}, {"minor": Note}, {"minor": Note, "major": Blocking}} {
		p := DefaultPolicy()
		p.Severities = words
		got := decide(t, Round{Scores: scores(20), ExpectedCount: 1}, p).Policy.Severities
		if len(got) != len(words) || (got == nil) != (len(words) == 0) {
			t.Errorf("%v are kept as %v", words, got)
		}
	}
}

func TestNewRoundKeepsTerms(t *testing.T) {
	criteria := []Criterion{{ID: "a", Weight: 3, Floor: 12}, {ID: "b", Weight: 1}, {ID: "c"}, {ID: "d", Weight: -2, Floor: -1}}
	want := Round{
		CriterionIDs: []string{"a", "b", "c", "d"}, ExpectedCount: 8,
		Weights: map[string]int{"a": 3, "d": -2}, Floors: map[string]float64{"a": 12, "d": -1},
	}
	r := NewRound(criteria, 2)
	if diff := cmp.Diff(want, r); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := DecideVerification(r, DefaultPolicy()); !errors.Is(err, ErrRound) {
		t.Errorf("a weight of -2: %v, want ErrRound", err)
	}
}

// TestSameVerifier: names are folded as strings.EqualFold compares, for every
// letter that there is.
func TestSameVerifier(t *testing.T) {
	for c := rune(0); c <= unicode.MaxRune; c++ {
		name := "j" + string(c) + "1"
		for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
			if twin := "J" + string(other) + "1 "; !sameVerifier(name, twin) || foldVerifier(name) != foldVerifier(twin) {
				t.Fatalf("%q and %q are two", name, twin)
			}
		}
		if next := "j" + string(c+1) + "1"; sameVerifier(name, next) != strings.EqualFold(name, next) {
			t.Fatalf("%q and %q are the same: %t", name, next, sameVerifier(name, next))
		}
	}
	for _, tt := range []struct {
		name, reason, a, b string
		want               bool
	}{
		{"nobody", "nobody in particular", "", "", false},
		{"blank", "white space is a name", " ", "\t", true},
		{"blank and nobody", "one is a name", " ", "", false},
		{"Kelvin", "it ends in a letter of another script", "k", "\u212a", true},
		{"long s at the end", "as above", "judges", "judge\u017f", true},
		{"inner space", "only the ends are trimmed", "gpt 4", "gpt4", false},
		{"more", "a name is whole", "gpt", "gpt-4", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if sameVerifier(tt.a, tt.b) != tt.want || sameVerifier(tt.b, tt.a) != tt.want {
				t.Errorf("%q and %q: %t; %s", tt.a, tt.b, !tt.want, tt.reason)
			}
		})
	}
}

// FuzzDecideTerms decides what was stored as JSON, with all that a round and a
// policy may have. What is read strictly comes back as it was; an accept has no
// reason against it, and each criterion has what it needs.
func FuzzDecideTerms(f *testing.F) {
	d := dice(15)
	for range 50 {
		r, p := termedRound(&d)
		round, err := json.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		policy, err := json.Marshal(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(round, policy)
	}
	f.Fuzz(func(t *testing.T, roundText, policyText []byte) {
		var round Round
		var policy Policy
		if json.Unmarshal(roundText, &round) != nil || json.Unmarshal(policyText, &policy) != nil || len(round.Scores) > 100 {
			return
		}
		got, err := DecideVerification(round, policy)
		if err != nil {
			if !errors.Is(err, ErrPolicy) && !errors.Is(err, ErrRound) || !reflect.DeepEqual(got, Decision{}) {
				t.Fatalf("%+v, %v", got, err)
			}
			return
		}
		comesBack(t, round)
		comesBack(t, policy)
		comesBack(t, got)
		if (got.Kind == Accept) != (len(got.Reasons) == 0) || got.Kind == Accept && got.OutOfReach {
			t.Fatalf("%+v", got)
		}
		for _, c := range got.Criteria {
			if low := c.Valid > 0 && (c.Mean < round.Floors[c.ID] || c.Mean < policy.CriterionFloor || c.Valid < policy.MinPerCriterion); low && got.Kind == Accept {
				t.Fatalf("accepted with %+v", c)
			}
			if policy.MaxSpread > 0 && c.Max-c.Min > policy.MaxSpread && !(got.Kind == Indeterminate && got.OutOfReach) {
				t.Fatalf("%v with %+v", got, c)
			}
		}
		if veto, blocking := gravest(round, policy); got.Kind == Accept && (veto || blocking && policy.RepairOnBlocking) {
			t.Fatalf("accepted with %+v", got.Findings)
		}
	})
}

// comesBack checks that the JSON of v comes to itself again.
func comesBack[T any](t *testing.T, v T) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back T
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if again, err := json.Marshal(back); err != nil || string(again) != string(text) {
		t.Fatalf("%s comes back as %s, %v", text, again, err)
	}
}
