package jury

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lawRounds is over how many random rounds the laws are checked.
const lawRounds = 200_000

// dice is splitmix64: small, and the same on every GOARCH and in every release.
type dice uint64

func (d *dice) next() uint64 {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (d *dice) below(n int) int { return int(d.next() % uint64(n)) }

func (d *dice) oneIn(n int) bool { return d.below(n) == 0 }

func pick[T any](d *dice, from ...T) T { return from[d.below(len(from))] }

// hundredths is a policy in whole numbers, with which the slow twin reckons
// exactly.
type hundredths struct {
	mean, quorum, floor int
	blocking            bool
}

func (h hundredths) policy() Policy {
	return Policy{
		AcceptMean:       float64(h.mean) / 100,
		QuorumFraction:   float64(h.quorum) / 100,
		CriterionFloor:   float64(h.floor) / 100,
		RepairOnBlocking: h.blocking,
	}
}

func randomPolicy(d *dice) hundredths {
	h := hundredths{
		mean:     pick(d, 100, 500, 1000, 1000, 1400, 1433, 1950, 2000, 100+d.below(1901)),
		quorum:   pick(d, 1, 28, 33, 50, 67, 100, 1+d.below(100)),
		blocking: d.oneIn(2),
	}
	if d.oneIn(3) {
		h.floor = pick(d, 100, 500, 1000, 2000, 100+d.below(1901))
	}
	return h
}

var (
	wildScores     = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 0.5, 14.5, 19.999999999999996, 20.5, 21, 200, -3, 1e300, -1e300, 5e-324}
	wildIDs        = []string{"", "z", "A", " a", "a\x00"}
	noteSpelling   = []Severity{"note", "Note", " NOTE\n"}
	blockSpelling  = []Severity{"blocking", "BLOCKING", "\tBlocking "}
	vetoSpelling   = []Severity{"veto", "VETO ", "", "critical", "no te", "bloc\u212aing", "notе", "note\u200b", "blocking."}
	randomVerifier = []string{"", "v", "w", "x"}
)

// randomRound returns a round that DecideVerification takes: small, since faults
// show in small ones, but one in 64 is past maxScan. A wild one has scores off
// the scale and ids out of the set.
func randomRound(d *dice, wild bool) Round {
	ids := []string{"a", "b", "c", "d"}[:1+d.below(4)]
	n := d.below(9)
	if d.oneIn(64) {
		n = maxScan - 2 + d.below(40)
		for i := range n {
			ids = append(slices.Clip(ids), "n"+strings.Repeat("i", i))
		}
	}
	var r Round
	low := pick(d, 1, 1, 10, 14, 18)
	for range n {
		s := CriterionScore{CriterionID: pick(d, ids...), Verifier: pick(d, randomVerifier...), Score: float64(low + d.below(21-low))}
		if wild && d.oneIn(5) {
			s.Score = pick(d, wildScores...)
		}
		if wild && d.oneIn(8) {
			s.CriterionID = pick(d, wildIDs...)
		}
		if d.oneIn(16) {
			s.Findings = append(s.Findings, randomFinding(d))
		}
		r.Scores = append(r.Scores, s)
	}
	if d.oneIn(16) {
		r.Salvaged = append(r.Salvaged, RoundFinding{CriterionID: pick(d, append(ids, wildIDs...)...), Finding: randomFinding(d)})
	}
	if d.oneIn(2) {
		r.CriterionIDs = slices.Clone(ids)
	}
	r.InvalidCount = d.below(3)
	r.ExpectedCount = max(1, len(r.CriterionIDs), len(r.Scores)-d.below(2)) + pick(d, 0, 0, 0, 1, 2, 5)
	for len(validVotes(r)) > r.ExpectedCount {
		r.ExpectedCount++
	}
	return r
}

func randomFinding(d *dice) Finding {
	return Finding{Text: "f", Severity: pick(d, pick(d, noteSpelling...), pick(d, blockSpelling...), pick(d, vetoSpelling...))}
}

// A slowVote is a score that counts, with its index.
type slowVote struct {
	criterion string
	index     int
	score     int
}

// validVotes is the slow twin of countScores: of all scores on the scale and in
// the set, those that no other one of the same vote undercuts.
func validVotes(r Round) []slowVote {
	counts := func(s CriterionScore) bool {
		return s.Score >= 1 && s.Score <= 20 && s.Score == math.Floor(s.Score) && s.CriterionID != "" &&
			(len(r.CriterionIDs) == 0 || slices.Contains(r.CriterionIDs, s.CriterionID))
	}
	var votes []slowVote
	for i, s := range r.Scores {
		lowest := counts(s)
		for j, other := range r.Scores {
			if i != j && s.Verifier != "" && other.Verifier != "" && strings.EqualFold(strings.TrimSpace(s.Verifier), strings.TrimSpace(other.Verifier)) && s.CriterionID == other.CriterionID && counts(other) &&
				(other.Score < s.Score || other.Score == s.Score && j < i) {
				lowest = false
			}
		}
		if lowest {
			votes = append(votes, slowVote{s.CriterionID, i, int(s.Score)})
		}
	}
	return votes
}

func allFindings(r Round) []RoundFinding {
	all := []RoundFinding{}
	for _, s := range r.Scores {
		for _, f := range s.Findings {
			all = append(all, RoundFinding{CriterionID: s.CriterionID, Verifier: s.Verifier, Finding: f})
		}
	}
	return append(all, r.Salvaged...)
}

// slowDecide is the slow twin of DecideVerification, in whole numbers and the
// order of the rule as it is written down.
func slowDecide(r Round, h hundredths) (kind Kind, reasons []Reason, outOfReach bool) {
	votes := validVotes(r)
	sum, sums, counts := 0, map[string]int{}, map[string]int{}
	for _, v := range votes {
		sum += v.score
		sums[v.criterion] += v.score
		counts[v.criterion]++
	}
	missing := 0
	for _, id := range r.CriterionIDs {
		if counts[id] == 0 {
			missing++
		}
	}
	veto, blocking := false, false
	for _, f := range allFindings(r) {
		switch strings.TrimSpace(strings.ToUpper(strings.ReplaceAll(string(f.Severity), "\u212a", "?"))) {
		case "NOTE":
		case "BLOCKING":
			blocking = true
		default:
			veto = true
		}
	}
	lifts, low := 0, false
	for id, n := range counts {
		extra := 0
		for (sums[id]+20*extra)*100 < h.floor*(n+extra) && extra <= r.ExpectedCount {
			extra++
		}
		low = low || extra > 0
		lifts += extra
	}
	open := r.ExpectedCount - len(votes)
	reasons = []Reason{}
	for _, x := range []struct {
		holds  bool
		reason Reason
	}{
		{len(votes)*100 < r.ExpectedCount*h.quorum, ReasonBelowQuorum},
		{missing > 0, ReasonCriterionMissing},
		{veto, ReasonVeto},
		{blocking && h.blocking, ReasonBlocking},
		{len(votes) > 0 && sum*100 < h.mean*len(votes), ReasonMeanBelowAccept},
		{low, ReasonCriterionBelowFloor},
	} {
		if x.holds {
			reasons = append(reasons, x.reason)
		}
	}
	switch {
	case len(reasons) == 0:
		return Accept, reasons, false
	case reasons[0] <= ReasonCriterionMissing:
		kind = Indeterminate
	default:
		kind = Repair
	}
	outOfReach = veto || blocking && h.blocking || missing+lifts > open || (sum+20*open)*100 < h.mean*r.ExpectedCount
	return kind, reasons, outOfReach
}

func decide(t *testing.T, r Round, p Policy) Decision {
	t.Helper()
	d, err := DecideVerification(r, p)
	if err != nil {
		t.Fatalf("%+v, %+v: %v", r, p, err)
	}
	return d
}

// TestDecideLaws checks the laws of the decision, and the slow twin, on random
// rounds. Each law gets the round and the decision on it.
func TestDecideLaws(t *testing.T) {
	laws := []struct {
		name string
		law  func(*testing.T, *dice, Round, Policy, Decision)
	}{
		{"record", lawRecord},
		{"accept implies", lawAccept},
		{"veto", lawVeto},
		{"raise", lawRaise},
		{"same verifier", lawSameVerifier},
		{"set aside", lawSetAside},
		{"order", lawOrder},
		{"invalid count", lawInvalidCount},
		{"multiply", lawMultiply},
		{"text", lawText},
	}
	rounds := lawRounds
	if testing.Short() {
		rounds /= 20
	}
	d := dice(1)
	var kinds [Accept + 1]int
	var reasons [ReasonCriterionBelowFloor + 1]int // the others need a policy that asks for more
	outOfReach := 0
	for i := range rounds {
		r, h := randomRound(&d, i%2 == 1), randomPolicy(&d)
		got := decide(t, r, h.policy())
		kinds[got.Kind]++
		for _, reason := range got.Reasons {
			reasons[reason]++
		}
		if got.OutOfReach {
			outOfReach++
		}
		if kind, reasons, outOfReach := slowDecide(r, h); got.Kind != kind || !slices.Equal(got.Reasons, reasons) || got.OutOfReach != outOfReach {
			t.Fatalf("round %d: %+v\n%+v\n%v\nthe slow twin says %v, %v, out of reach %t", i, r, h.policy(), got, kind, reasons, outOfReach)
		}
		for _, l := range laws {
			if l.law(t, &d, r, h.policy(), got); t.Failed() {
				t.Fatalf("law %q, round %d: %+v\n%+v\n%v", l.name, i, r, h.policy(), got)
			}
		}
	}
	t.Logf("kinds %v, reasons %v, out of reach %d", kinds, reasons[1:], outOfReach)
	if low := min(slices.Min(kinds[:]), slices.Min(reasons[1:]), outOfReach); low < rounds/50 {
		t.Errorf("an outcome is too rare to have been tested: kinds %v, reasons %v, out of reach %d", kinds, reasons[1:], outOfReach)
	}
}

// lawRecord checks that every number of the record follows from the round.
func lawRecord(t *testing.T, _ *dice, r Round, p Policy, got Decision) {
	votes := validVotes(r)
	sum := 0
	for _, v := range votes {
		sum += v.score
	}
	if got.Valid != len(votes) || got.Sum != sum || got.Valid+len(got.Rejected) != len(r.Scores) {
		t.Errorf("want %d valid, sum %d", len(votes), sum)
	}
	for _, rejected := range got.Rejected {
		if slices.ContainsFunc(votes, func(v slowVote) bool { return v.index == rejected.Index }) {
			t.Errorf("score %d counts and is rejected", rejected.Index)
		}
	}
	if !slices.IsSortedFunc(got.Rejected, func(a, b Rejection) int { return a.Index - b.Index }) {
		t.Error("rejections are out of order")
	}
	if got.Expected != r.ExpectedCount || got.Invalid != r.InvalidCount || !reflect.DeepEqual(got.Policy, p) {
		t.Error("an input is not echoed")
	}
	if got.Missing != got.Expected-got.Valid || got.Missing < 0 || got.Shortfall != max(0, got.QuorumNeeded-got.Valid) {
		t.Error("counts do not add up")
	}
	if got.QuorumNeeded < 1 || got.QuorumNeeded > got.Expected {
		t.Error("quorum out of range")
	}
	if !(got.MeanLow >= 1 && got.MeanLow <= got.MeanHigh && got.MeanHigh <= 20) {
		t.Error("bounds out of order")
	}
	if got.Valid == 0 && got.Mean != 0 || got.Valid > 0 && !(got.MeanLow <= got.Mean && got.Mean <= got.MeanHigh) {
		t.Error("mean out of bounds")
	}
	lawTable(t, r, got, votes)
}

func lawTable(t *testing.T, r Round, got Decision, votes []slowVote) {
	findings := allFindings(r)
	if len(got.Findings) != len(findings) {
		t.Fatalf("%d findings of %d", len(got.Findings), len(findings))
	}
	for i, f := range got.Findings {
		want := findings[i]
		want.Severity = f.Severity
		if f != want || f.Severity != Veto && f.Severity != Blocking && f.Severity != Note {
			t.Errorf("finding %d is %+v", i, f)
		}
	}
	valid, missing := 0, []string{}
	for i, c := range got.Criteria {
		want := CriterionSummary{ID: c.ID}
		for _, v := range votes {
			if v.criterion == c.ID {
				if want.Valid++; want.Valid == 1 {
					want.Min, want.Max = v.score, v.score
				}
				want.Sum += v.score
				want.Min, want.Max = min(want.Min, v.score), max(want.Max, v.score)
				want.Mean = float64(want.Sum) / float64(want.Valid)
			}
		}
		for _, f := range got.Findings {
			if f.CriterionID == c.ID && f.Severity == Veto {
				want.Vetoes++
			} else if f.CriterionID == c.ID && f.Severity == Blocking {
				want.Blocking++
			}
		}
		if c != want {
			t.Errorf("row %d is %+v, want %+v", i, c, want)
		}
		if r.CriterionIDs != nil && c.ID != r.CriterionIDs[i] || r.CriterionIDs == nil && i > 0 && c.ID <= got.Criteria[i-1].ID {
			t.Errorf("row %d is out of order", i)
		}
		if valid += c.Valid; c.Valid == 0 && r.CriterionIDs != nil {
			missing = append(missing, c.ID)
		}
	}
	if valid != got.Valid || r.CriterionIDs != nil && len(got.Criteria) != len(r.CriterionIDs) || !slices.Equal(missing, got.MissingCriteria) {
		t.Errorf("rows hold %d of %d valid scores, missing %v", valid, got.Valid, missing)
	}
}

// lawAccept recomputes, from the input alone, what an accept stands for.
func lawAccept(t *testing.T, _ *dice, r Round, p Policy, got Decision) {
	if got.Kind != Accept {
		if len(got.Reasons) == 0 {
			t.Error("not accepted without a reason")
		}
		return
	}
	sum, sums, counts := 0, map[string]int{}, map[string]int{}
	votes := validVotes(r)
	for _, v := range votes {
		sum += v.score
		sums[v.criterion] += v.score
		counts[v.criterion]++
	}
	n := len(votes)
	enough := float64(n) >= float64(r.ExpectedCount)*p.QuorumFraction*(1-2*quorumSlack)
	if got.OutOfReach || len(got.Reasons) > 0 || n == 0 || !enough || !(float64(sum)/float64(n) >= p.AcceptMean) {
		t.Errorf("accepted %d scores with sum %d", n, sum)
	}
	for id, n := range counts {
		if !(float64(sums[id])/float64(n) >= p.CriterionFloor) {
			t.Errorf("accepted with %q below the floor", id)
		}
	}
	for _, id := range r.CriterionIDs {
		if counts[id] == 0 {
			t.Errorf("accepted without %q", id)
		}
	}
	for _, f := range allFindings(r) {
		severity := strings.ToLower(strings.TrimSpace(string(f.Severity)))
		if severity != "note" && (severity != "blocking" || p.RepairOnBlocking) {
			t.Errorf("accepted with %+v", f)
		}
	}
}

func lawVeto(t *testing.T, d *dice, r Round, p Policy, _ Decision) {
	f := Finding{Text: "stop", Severity: pick(d, vetoSpelling...)}
	r.Scores = slices.Clone(r.Scores)
	if n := len(r.Scores); n > 0 && d.oneIn(2) {
		s := &r.Scores[d.below(n)]
		s.Findings = append(slices.Clone(s.Findings), f)
	} else {
		r.Salvaged = append(slices.Clone(r.Salvaged), RoundFinding{CriterionID: pick(d, "a", "", "z"), Finding: f})
	}
	got := decide(t, r, p)
	if got.Kind == Accept || !got.OutOfReach || !slices.Contains(got.Reasons, ReasonVeto) {
		t.Errorf("with a veto: %v", got)
	}
}

func lawRaise(t *testing.T, d *dice, r Round, p Policy, before Decision) {
	if len(r.Scores) == 0 {
		return
	}
	r.Scores = slices.Clone(r.Scores)
	s := &r.Scores[d.below(len(r.Scores))]
	if !ValidScore(s.Score) {
		return
	}
	s.Score += float64(d.below(21 - int(s.Score)))
	got := decide(t, r, p)
	if got.Kind < before.Kind || got.OutOfReach && !before.OutOfReach {
		t.Errorf("with a higher score: %v", got)
	}
}

// lawSameVerifier adds a score to a vote that counts already.
func lawSameVerifier(t *testing.T, d *dice, r Round, p Policy, before Decision) {
	votes := validVotes(r)
	if len(votes) == 0 {
		return
	}
	again := r.Scores[votes[d.below(len(votes))].index]
	if again.Verifier == "" {
		return
	}
	again.Score = pick(d, float64(1+d.below(20)), 20, math.NaN())
	r.Scores = slices.Insert(slices.Clone(r.Scores), d.below(len(r.Scores)+1), again)
	got := decide(t, r, p)
	if got.Kind > before.Kind || got.Valid != before.Valid || got.Sum > before.Sum || before.OutOfReach && !got.OutOfReach {
		t.Errorf("with another score by the same verifier: %v", got)
	}
}

func lawSetAside(t *testing.T, d *dice, r Round, p Policy, before Decision) {
	s := CriterionScore{CriterionID: "a", Verifier: pick(d, randomVerifier...), Score: pick(d, wildScores...)}
	if id := pick(d, wildIDs...); r.CriterionIDs != nil && !slices.Contains(r.CriterionIDs, id) && d.oneIn(2) {
		s.CriterionID, s.Score = id, 20
	}
	r.Scores = append(slices.Clone(r.Scores), s)
	got := decide(t, r, p)
	before.Rejected = append(slices.Clone(before.Rejected), Rejection{Index: len(r.Scores) - 1, Reason: RejectOffScale})
	if s.Score == 20 {
		before.Rejected[len(before.Rejected)-1].Reason = RejectUnknownCriterion
	}
	if r.CriterionIDs == nil {
		before.Criteria, got.Criteria = nil, nil // a set that is not closed may have one id more
	}
	if !reflect.DeepEqual(got, before) {
		t.Errorf("with a score to set aside: %+v", got)
	}
}

func lawOrder(t *testing.T, d *dice, r Round, p Policy, before Decision) {
	r.Scores = slices.Clone(r.Scores)
	for i := len(r.Scores) - 1; i > 0; i-- {
		j := d.below(i + 1)
		r.Scores[i], r.Scores[j] = r.Scores[j], r.Scores[i]
	}
	got := decide(t, r, p)
	if len(got.Findings) != len(before.Findings) || len(got.Rejected) != len(before.Rejected) {
		t.Error("findings or rejections depend on the order")
	}
	got.Findings, got.Rejected = before.Findings, before.Rejected
	if !reflect.DeepEqual(got, before) {
		t.Errorf("in another order: %+v", got)
	}
}

func lawInvalidCount(t *testing.T, d *dice, r Round, p Policy, before Decision) {
	r.InvalidCount = d.below(100)
	got := decide(t, r, p)
	before.Invalid = r.InvalidCount
	if !reflect.DeepEqual(got, before) {
		t.Errorf("with %d invalid: %+v", r.InvalidCount, got)
	}
}

// lawMultiply repeats every score with other verifiers, and expects as many more.
func lawMultiply(t *testing.T, d *dice, r Round, p Policy, before Decision) {
	times := 2 + d.below(3)
	scores := make([]CriterionScore, 0, times*len(r.Scores))
	for k := range times {
		for _, s := range r.Scores {
			if s.Verifier != "" {
				s.Verifier += strconv.Itoa(k)
			}
			scores = append(scores, s)
		}
	}
	r.Scores = scores
	r.ExpectedCount *= times
	if got := decide(t, r, p); got.Kind != before.Kind || !slices.Equal(got.Reasons, before.Reasons) {
		t.Errorf("times %d: %v", times, got)
	}
}

func lawText(t *testing.T, d *dice, r Round, _ Policy, got Decision) {
	ids := strings.Join(r.CriterionIDs, " ")
	for _, s := range r.Scores {
		ids += " " + s.CriterionID
	}
	line := got.String()
	noNumber := strings.Contains(line, "NaN") && !strings.Contains(ids, "NaN")
	if strings.ContainsAny(line, "\n\r") || noNumber || !strings.HasPrefix(line, got.Kind.String()+": ") {
		t.Errorf("String is %q", line)
	}
	if !d.oneIn(16) { // slow
		return
	}
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var back Decision
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(got, back) {
		t.Errorf("%s reads back as %+v, %v", text, back, err)
	}
}
