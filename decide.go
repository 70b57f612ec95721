package jury

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// quorumSlack is how far, relatively, a product may be from a whole number and
// still be meant as that number. Two roundings put 25 × 0.28 at
// 7.000000000000001, about 2e-16 off; a fraction of five decimals times a
// million scores that is not whole is 1e-11 off or more.
const quorumSlack = 1e-12

// A Policy says what a round must reach to be accepted. The zero value is
// refused with [ErrPolicy]: a gate that nobody configured is shut, not open.
type Policy struct {
	// AcceptMean is the bar: the least mean of valid scores, from 1 to 20, that is
	// accepted. 13, 14 and 15 reach a bar of 14.
	AcceptMean float64 `json:"accept_mean"`
	// QuorumFraction, above 0 and at most 1, is the part of the expected scores
	// that must be valid: 0.28 of 25 needs 7, 0.5 of 3 needs 2.
	QuorumFraction float64 `json:"quorum_fraction"`
	// CriterionFloor is the least mean, from 1 to 20, that each criterion needs for
	// itself, so that high scores elsewhere cannot make up for one; 0 is none.
	CriterionFloor float64 `json:"criterion_floor"`
	// RepairOnBlocking makes a blocking finding count against accepting, as a veto
	// always does.
	RepairOnBlocking bool `json:"repair_on_blocking"`
	// MinPerCriterion is how many valid scores each criterion needs, at least 0:
	// below it a round is [Indeterminate]. 0 and 1 ask for no more than
	// Round.CriterionIDs does. Where those are not known it is for each criterion
	// that has a score.
	MinPerCriterion int `json:"min_per_criterion,omitempty"`
	// MaxSpread is how far, from 1 to 19, the highest score of a criterion may be
	// above its lowest; 0 is no bound. Beyond it a round is [Indeterminate], and an
	// accept OutOfReach: another score settles no such quarrel, a person does.
	MaxSpread int `json:"max_spread,omitempty"`
	// Severities says what words that are none of ours count as: "minor": Note.
	// They are compared as severities are, trimmed and in any ASCII case, and must
	// be none of ours; a word in no list vetoes, as without.
	Severities map[string]Severity `json:"severities,omitempty"`
}

// DefaultPolicy returns the policy of the original gate: a mean of 14, and every
// expected score.
func DefaultPolicy() Policy { return Policy{AcceptMean: 14, QuorumFraction: 1} }

// DecideVerification decides a round:
//
//   - [Indeterminate] if fewer scores are valid than the quorum asks for, which
//     is ExpectedCount × QuorumFraction rounded up, or one of CriterionIDs has no
//     valid score, or a criterion has fewer than MinPerCriterion, or its scores are
//     further apart than MaxSpread;
//   - else [Repair] if any finding vetoes, or blocks under RepairOnBlocking, or
//     the mean of the valid scores, each times the weight of its criterion over the
//     sum of these weights, is below AcceptMean, or a criterion's own mean is below
//     its floor;
//   - else [Accept].
//
// An Accept with Decision.Missing above 0 is what the quorum asked for; a score
// that is still to come may bring a veto.
//
// The record holds every reason, whichever came first. Scores off the scale or
// for unknown criteria are set aside, never clamped, and their findings still
// count: a veto gives Repair at a mean of 20, be it on a score of NaN.
//
// Scores 13, 14, 15 of 3 expected under [DefaultPolicy] are accepted at a mean
// of 14. Scores 20, 20, NaN of 3 are indeterminate, with one missing.
//
// Policies and rounds that mean nothing (a bar of 0 or NaN, no expectation, a
// criterion listed twice, more valid scores than expected) are [ErrPolicy] and
// [ErrRound], with the zero Decision. The order of Scores changes nothing but
// the order of Findings and Rejected, and the time taken is linear.
func DecideVerification(round Round, policy Policy) (Decision, error) {
	if err := policy.check(); err != nil {
		return Decision{}, err
	}
	if err := round.check(); err != nil {
		return Decision{}, err
	}
	table, err := newTable(&round)
	if err != nil {
		return Decision{}, err
	}
	d := Decision{Policy: policy.forRecord(), Expected: round.ExpectedCount, Invalid: round.InvalidCount, Abstained: round.Abstained}
	d.countScores(round.Scores, &table)
	if d.Valid > d.Expected {
		return Decision{}, roundError("%d valid scores, but ExpectedCount is %d; set it to the number of scores asked for", d.Valid, d.Expected)
	}
	d.countFindings(&round, &table)
	d.Criteria, d.MissingCriteria = table.sorted(), table.missing()
	d.measure(&table)
	d.rule(&table)
	return d, nil
}

// check writes each condition so that NaN fails it.
func (p *Policy) check() error {
	switch {
	case !onScale(p.AcceptMean):
		return policyError("AcceptMean is %v; set it from %d to %d", p.AcceptMean, MinScore, MaxScore)
	case !(p.QuorumFraction > 0 && p.QuorumFraction <= 1):
		return policyError("QuorumFraction is %v; set it above 0 and up to 1", p.QuorumFraction)
	case !(p.CriterionFloor == 0 || onScale(p.CriterionFloor)):
		return policyError("CriterionFloor is %v; set it from %d to %d, or to 0 for none", p.CriterionFloor, MinScore, MaxScore)
	case !(p.MinPerCriterion >= 0 && p.MinPerCriterion <= maxExpected):
		return policyError("MinPerCriterion is %d; set it from 1 to %d, or to 0 for none", p.MinPerCriterion, maxExpected)
	case !(p.MaxSpread >= 0 && p.MaxSpread <= maxSpread):
		return policyError("MaxSpread is %d; set it from 1 to %d, or to 0 for none", p.MaxSpread, maxSpread)
	}
	_, err := p.words()
	return err
}

// maxSpread is the largest bound that scores can break, or meet.
const maxSpread = MaxScore - MinScore

// words returns Severities by their folded keys, or nil for none.
func (p *Policy) words() (map[Severity]Severity, error) {
	if len(p.Severities) == 0 {
		return nil, nil
	}
	words := make(map[Severity]Severity, len(p.Severities))
	for _, key := range sortedKeys(p.Severities) {
		word, value := foldSeverity(key), p.Severities[key]
		_, twice := words[word]
		switch {
		case word == "":
			return nil, policyError("Severities has a blank word; a finding without a severity vetoes")
		case isOwn(word):
			return nil, policyError("Severities says what %s counts as, which is a severity of its own; leave it out", excerpt(key))
		case !isOwn(value):
			return nil, policyError("Severities has %s count as %s; it must be %s, %s or %s", excerpt(key), excerpt(string(value)), Veto, Blocking, Note)
		case twice:
			return nil, policyError("Severities has %s twice, in another case", excerpt(string(word)))
		}
		words[word] = value
	}
	return words, nil
}

func isOwn(s Severity) bool { return s == Veto || s == Blocking || s == Note }

// forRecord returns p without a -0, and with no map that the caller can change.
func (p Policy) forRecord() Policy {
	p.CriterionFloor = math.Abs(p.CriterionFloor)
	if len(p.Severities) > 0 {
		p.Severities = maps.Clone(p.Severities)
	} else {
		p.Severities = nil
	}
	return p
}

// floor returns the least mean that a criterion needs, or 0.
func (p *Policy) floor(c *CriterionSummary) float64 { return max(p.CriterionFloor, c.Floor) }

// isLow reports whether a criterion has a mean, and it is below its floor.
func (p *Policy) isLow(c *CriterionSummary) bool { return c.Valid > 0 && !(c.Mean >= p.floor(c)) }

// isScarce reports whether a criterion has a score, but too few.
func (p *Policy) isScarce(c *CriterionSummary) bool {
	return c.Valid > 0 && !(c.Valid >= p.MinPerCriterion)
}

// isSplit reports whether the scores of a criterion are too far apart.
func (p *Policy) isSplit(c *CriterionSummary) bool {
	return p.MaxSpread > 0 && !(c.Max-c.Min <= p.MaxSpread)
}

func onScale(x float64) bool { return x >= MinScore && x <= MaxScore }

func policyError(format string, args ...any) error {
	return fmt.Errorf("jury: %w: %s", ErrPolicy, fmt.Sprintf(format, args...))
}

// measure works out the numbers that the rule compares.
//
// Of what may come, most of one score in the heaviest criterion moves the mean
// furthest: the more weight is added to one end of the scale, the nearer it is.
func (d *Decision) measure(t *table) {
	d.Missing = d.Expected - d.Valid
	d.QuorumNeeded = quorumNeeded(d.Expected, d.Policy.QuorumFraction)
	d.Shortfall = max(0, d.QuorumNeeded-d.Valid)
	all, heaviest := d.weigh(), t.heaviest()
	d.Mean = all.mean()
	d.MeanLow = all.with(d.Missing, MinScore, heaviest).mean()
	d.MeanHigh = all.with(d.Missing, MaxScore, heaviest).mean()
}

// weigh puts the valid scores together.
func (d *Decision) weigh() weighed {
	var all weighed
	for i := range d.Criteria {
		c := &d.Criteria[i]
		w := int64(c.weight())
		all.sum += w * int64(c.Sum)
		all.weight += w * int64(c.Valid)
	}
	return all
}

// A weighed is a number of scores: the sum of each times its weight, and of the
// weights. The largest round has 2e10 and 1e9.
type weighed struct{ sum, weight int64 }

// with returns w with n more scores.
func (w weighed) with(n, score, weight int) weighed {
	more := int64(n) * int64(weight)
	return weighed{w.sum + more*int64(score), w.weight + more}
}

func (w weighed) mean() float64 { return mean(w.sum, w.weight) }

// quorumNeeded returns expected × fraction, rounded up, for the fraction that
// the caller wrote and not for the float64 next to it. It is at least 1: the
// product is above 0, and only a whole number above 0 has anything near it.
func quorumNeeded(expected int, fraction float64) int {
	product := float64(float64(expected) * fraction) // the conversion keeps it from being fused with the subtraction
	whole := math.Round(product)
	if math.Abs(product-whole) <= quorumSlack*whole {
		return int(whole)
	}
	return int(math.Ceil(product))
}

// rule decides. It is the only place that sets Kind, and Accept needs every
// condition to hold.
func (d *Decision) rule(t *table) {
	quorum := d.Valid >= d.QuorumNeeded
	covered := len(d.MissingCriteria) == 0
	unvetoed := !d.found(Veto)
	unblocked := !(d.Policy.RepairOnBlocking && d.found(Blocking))
	reached := d.Mean >= d.Policy.AcceptMean // not without scores: the mean is 0 then, and no bar is below 1
	floored, enough, agreed := d.standing()
	switch {
	case !(quorum && covered && enough && agreed):
		d.Kind = Indeterminate
	case unvetoed && unblocked && reached && floored:
		d.Kind = Accept
	default:
		d.Kind = Repair
	}
	d.Reasons = []Reason{}
	for _, c := range [...]struct {
		holds  bool
		reason Reason
	}{
		{quorum, ReasonBelowQuorum},
		{covered, ReasonCriterionMissing},
		{unvetoed, ReasonVeto},
		{unblocked, ReasonBlocking},
		{reached || d.Valid == 0, ReasonMeanBelowAccept}, // no mean, nothing to say of it
		{floored, ReasonCriterionBelowFloor},
		{enough, ReasonCriterionBelowMin},
		{agreed, ReasonDisagreement},
	} {
		if !c.holds {
			d.Reasons = append(d.Reasons, c.reason)
		}
	}
	d.OutOfReach = d.Kind != Accept && !(unvetoed && unblocked && d.reachable(t))
}

// mean returns sum/n, or 0 if n is 0.
//
// It compares with a bar as the true numbers do. A quotient of two whole numbers
// is rounded once, to the nearest float64, and so was the bar when somebody wrote
// it as a decimal: equal numbers round to equal floats, and rounding never turns
// two numbers around. Unequal ones could only meet if they were nearer than one
// step of a float64, 4e-15 below 20; a mean of n scores and a bar of k decimals
// are at least 1/(n × 10^k) apart, which for a million scores and six decimals
// is 1e-12, and for a million of weight 1,000 and five decimals 1e-14. A running
// mean would round n times and is why one must not be used.
func mean(sum, n int64) float64 {
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

func (d *Decision) found(s Severity) bool {
	return slices.ContainsFunc(d.Findings, func(f RoundFinding) bool { return f.Severity == s })
}

// standing reports whether every criterion reaches its floor, has enough scores,
// and has scores that agree.
func (d *Decision) standing() (floored, enough, agreed bool) {
	floored, enough, agreed = true, true, true
	for i := range d.Criteria {
		c := &d.Criteria[i]
		floored = floored && !d.Policy.isLow(c)
		enough = enough && !d.Policy.isScarce(c)
		agreed = agreed && !d.Policy.isSplit(c)
	}
	return floored, enough, agreed
}
