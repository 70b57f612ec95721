package jury

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"testing"
)

// TestQuorumNeededIsExact compares with whole numbers: every expected count up
// to 1,000 with every fraction of two and three decimals, and with every k/n.
func TestQuorumNeededIsExact(t *testing.T) {
	for expected := 1; expected <= 1000; expected++ {
		for _, parts := range []int{100, 1000, expected} {
			for k := 1; k <= parts; k++ {
				want := (expected*k + parts - 1) / parts
				if got := quorumNeeded(expected, float64(k)/float64(parts)); got != want {
					t.Fatalf("%d × %d/%d needs %d, want %d", expected, k, parts, got, want)
				}
			}
		}
	}
}

func TestQuorumNeeded(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		expected     int
		fraction     float64
		want         int
	}{
		{"rounding of a product", "25 × 0.28 is 7.000000000000001 in floats", 25, 0.28, 7},
		{"half of an odd number", "a part of a score is a score", 3, 0.5, 2},
		{"all", "1 is every score", 15, 1, 15},
		{"nearly all", "0.99 of 100 is 99", 100, 0.99, 99},
		{"smallest fraction", "no quorum is 0", maxExpected, 5e-324, 1},
		{"tiny product", "near 0 is not 0", 10, 1e-12, 1},
		{"largest round", "the limit is exact", maxExpected, 1, maxExpected},
		{"largest round, six decimals", "the last decimal counts", maxExpected, 0.999999, maxExpected - 1},
		{"within the slack", "5e-13 over 1 is meant as 1", 1000, 0.0010000000000005, 1},
		{"beyond the slack", "2e-12 over 1 is more than 1", 1000, 0.001000000000002, 2},
		{"below, within the slack", "5e-13 under 2 is meant as 2", 1000, 0.0019999999999995, 2},
		{"below, beyond the slack", "2e-12 under 2 needs 2 too", 1000, 0.001999999999996, 2},
		{"largest fraction below 1", "less than all, rounded up, is all", 7, math.Nextafter(1, 0), 7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := quorumNeeded(tt.expected, tt.fraction); got != tt.want {
				t.Errorf("%s: got %d, want %d", tt.reason, got, tt.want)
			}
		})
	}
}

// TestMeanIsExact compares the mean with every bar of two decimals (those of one
// are among them) for up to 100 scores, with the sum that meets the bar and the
// ones beside it. Bars come from their text, as in a policy file.
func TestMeanIsExact(t *testing.T) {
	for p := 100; p <= 2000; p++ {
		bar, err := strconv.ParseFloat(strconv.Itoa(p/100)+"."+strconv.Itoa(100 + p%100)[1:], 64)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 100; n++ {
			for sum := p*n/100 - 1; sum <= p*n/100+1; sum++ {
				if got, want := mean(int64(sum), int64(n)) >= bar, 100*sum >= p*n; got != want {
					t.Fatalf("mean of %d scores with sum %d at least %v: %t", n, sum, bar, got)
				}
			}
		}
	}
}

// TestMeanIsExactInLargeRounds does the same for six decimals and up to a
// million scores.
func TestMeanIsExactInLargeRounds(t *testing.T) {
	d := dice(2)
	for range 200_000 {
		n := 1 + d.below(maxExpected)
		p := 1_000_000 + d.below(19_000_001)
		bar := float64(p) / 1e6
		meets := int64(p) * int64(n)
		for sum := meets/1e6 - 1; sum <= meets/1e6+1; sum++ {
			if got, want := mean(sum, int64(n)) >= bar, sum*1e6 >= meets; got != want {
				t.Fatalf("mean of %d scores with sum %d at least %v: %t", n, sum, bar, got)
			}
		}
	}
}

// originalDecide is the rule of the original gate, as it was written down, with
// its own float ceil and its own missing count.
func originalDecide(r Round, p Policy) (kind Kind, mean float64, missing int) {
	sum, veto := 0.0, false
	for _, s := range r.Scores {
		sum += s.Score
		veto = veto || slices.ContainsFunc(s.Findings, func(f Finding) bool { return f.Severity == Veto })
	}
	missing = r.ExpectedCount - len(r.Scores)
	if n := len(r.Scores); n > 0 {
		mean = sum / float64(n)
	}
	if float64(len(r.Scores)) < math.Ceil(float64(r.ExpectedCount)*p.QuorumFraction) {
		return Indeterminate, mean, missing
	}
	if veto {
		return Repair, mean, missing
	}
	if mean < p.AcceptMean {
		return Repair, mean, missing
	}
	return Accept, mean, missing
}

// TestDecideLikeTheOriginal compares with the original rule where that is right:
// valid policies, distinct votes, scores on the scale, severities spelled out,
// and a product that floats do not push over a whole number.
func TestDecideLikeTheOriginal(t *testing.T) {
	d := dice(3)
	rounds, kinds := 0, [3]int{}
	for rounds < 30_000 {
		var r Round
		for c := range d.below(6) {
			for v := range 1 + d.below(3) {
				s := CriterionScore{CriterionID: string(rune('a' + c)), Verifier: string(rune('v' + v)), Score: float64(8 + d.below(13))}
				if d.oneIn(20) {
					s.Findings = []Finding{{"f", pick(&d, Veto, Blocking, Note)}}
				}
				r.Scores = append(r.Scores, s)
			}
		}
		r.ExpectedCount = len(r.Scores) + d.below(4)
		h := hundredths{mean: pick(&d, 1000, 1400, 1433, 100+d.below(1901)), quorum: 1 + d.below(100)}
		p := h.policy()
		if exact := (r.ExpectedCount*h.quorum + 99) / 100; r.ExpectedCount < 1 || int(math.Ceil(float64(r.ExpectedCount)*p.QuorumFraction)) != exact {
			continue
		}
		rounds++
		got := decide(t, r, p)
		kind, mean, missing := originalDecide(r, p)
		if got.Kind != kind || got.Mean != mean || got.Missing != missing {
			t.Fatalf("%+v, %+v: %v; the original says %v, %v, %d", r, p, got, kind, mean, missing)
		}
		kinds[kind]++
	}
	if slices.Min(kinds[:]) < rounds/50 {
		t.Errorf("a kind is too rare to have been tested: %v", kinds)
	}
}

// TestOutOfReachByCompletion tries every completion of small rounds: each missing
// score absent or any of 1, 10, 19, 20 (all of 1 to 20 for few missing), for any
// criterion, by a new verifier. OutOfReach must hold exactly if none is accepted.
func TestOutOfReachByCompletion(t *testing.T) {
	d := dice(4)
	rounds, outOfReach := 0, 0
	for rounds < 8000 {
		r, h := randomRound(&d, d.oneIn(2)), randomPolicy(&d)
		if len(r.Scores) > maxScan-2 {
			continue
		}
		got := decide(t, r, h.policy())
		if got.Kind == Accept || got.Missing > 3 {
			continue
		}
		rounds++
		if got.OutOfReach {
			outOfReach++
		}
		c := completion{policy: h.policy(), ids: r.CriterionIDs, scores: []float64{1, 10, 19, 20}}
		if c.ids == nil {
			c.ids = []string{"new"}
			for _, row := range got.Criteria {
				c.ids = append(c.ids, row.ID)
			}
		}
		if got.Missing < 2 {
			c.scores = nil
			for s := MinScore; s <= MaxScore; s++ {
				c.scores = append(c.scores, float64(s))
			}
		}
		if accepted := c.accepts(r, got.Missing); accepted == got.OutOfReach {
			t.Fatalf("%+v, %+v: %v; a completion that is accepted: %t", r, h.policy(), got, accepted)
		}
	}
	if outOfReach < rounds/10 || rounds-outOfReach < rounds/10 {
		t.Errorf("%d of %d out of reach: too one-sided to have been tested", outOfReach, rounds)
	}
}

type completion struct {
	policy Policy
	ids    []string
	scores []float64
}

// accepts reports whether some completion of r by up to n scores is accepted.
func (c completion) accepts(r Round, n int) bool {
	if d, err := DecideVerification(r, c.policy); err == nil && d.Kind == Accept {
		return true
	}
	if n == 0 {
		return false
	}
	// Scores are interchangeable, so each completion is tried in one order.
	for _, id := range c.ids {
		for _, score := range c.scores {
			more := CriterionScore{CriterionID: id, Verifier: "new" + strconv.Itoa(n), Score: score}
			if last := len(r.Scores) - 1; last >= 0 && len(r.Scores[last].Verifier) > 3 && after(r.Scores[last], more) {
				continue
			}
			next := r
			next.Scores = append(slices.Clip(r.Scores), more)
			if c.accepts(next, n-1) {
				return true
			}
		}
	}
	return false
}

func after(a, b CriterionScore) bool {
	return a.CriterionID > b.CriterionID || a.CriterionID == b.CriterionID && a.Score > b.Score
}

// TestDecideIsTheSameEverywhere pins the records of generated rounds, byte for
// byte. It runs on every GOARCH that is tested: a fused multiply-add, an int of
// 32 bits or the order of a map would show.
func TestDecideIsTheSameEverywhere(t *testing.T) {
	const want = "f95d5b1bbe4a4360fdbbf9167fff3d53b69c06ef403ea34c708f7680ec366104"
	d := dice(5)
	digest := sha256.New()
	for i := range 20_000 {
		r, h := randomRound(&d, i%2 == 1), randomPolicy(&d)
		p := h.policy()
		if d.oneIn(2) {
			p.AcceptMean = 1 + 19*float64(d.next()>>11)/(1<<53)
			p.QuorumFraction = float64(1+d.next()>>11) / (1 << 53)
		}
		got, err := DecideVerification(r, p)
		if err != nil {
			digest.Write([]byte(err.Error()))
			continue
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		digest.Write(text)
	}
	if got := hex.EncodeToString(digest.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}
