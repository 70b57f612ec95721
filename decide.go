package jury

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

// maxScan is up to how many criteria or scores a look at each of them is faster
// than a map, and needs no memory.
const maxScan = 32

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
	// above its lowest; 0 is no bound. Beyond it a round is [Indeterminate] and
	// Decision.Hopeless: another score settles no such quarrel, a person does.
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
//     valid score;
//   - else [Repair] if any finding vetoes, or blocks under RepairOnBlocking, or
//     the mean of the valid scores is below AcceptMean, or a criterion's own mean
//     is below CriterionFloor;
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
	table, err := newTable(round.CriterionIDs)
	if err != nil {
		return Decision{}, err
	}
	policy.CriterionFloor = math.Abs(policy.CriterionFloor) // no -0 in the record
	d := Decision{Policy: policy, Expected: round.ExpectedCount, Invalid: round.InvalidCount}
	d.countScores(round.Scores, &table)
	if d.Valid > d.Expected {
		return Decision{}, roundError("%d valid scores, but ExpectedCount is %d; set it to the number of scores asked for", d.Valid, d.Expected)
	}
	d.countFindings(round, &table)
	d.Criteria = table.sorted()
	d.measure(table.missing())
	d.rule()
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
	}
	return nil
}

func onScale(x float64) bool { return x >= MinScore && x <= MaxScore }

func policyError(format string, args ...any) error {
	return fmt.Errorf("jury: %w: %s", ErrPolicy, fmt.Sprintf(format, args...))
}

// A table has a row for each criterion: for those of a closed set and no others,
// or, open, for each that is named.
type table struct {
	rows   []CriterionTally
	byID   map[string]int // every row by its id, once there are more than maxScan
	closed bool
}

// newTable returns the table of a closed set of ids, or of an open one if there
// are none.
func newTable(ids []string) (table, error) {
	t := table{rows: make([]CriterionTally, 0, len(ids)), closed: len(ids) > 0}
	for i, id := range ids {
		if id == "" {
			return table{}, roundError("CriterionIDs[%d] is empty; give every criterion an id", i)
		}
		if _, ok := t.find(id); ok {
			return table{}, roundError("CriterionIDs[%d] repeats %s; list every criterion once", i, excerpt(id))
		}
		t.add(id)
	}
	return t, nil
}

// row returns the row of an id. An open table makes room for a new one.
func (t *table) row(id string) (int, bool) {
	if row, ok := t.find(id); ok || t.closed || id == "" {
		return row, ok
	}
	return t.add(id), true
}

func (t *table) find(id string) (int, bool) {
	if t.byID != nil {
		row, ok := t.byID[id]
		return row, ok
	}
	for row := range t.rows {
		if t.rows[row].ID == id {
			return row, true
		}
	}
	return 0, false
}

func (t *table) add(id string) int {
	row := len(t.rows)
	t.rows = append(t.rows, CriterionTally{ID: id})
	if t.byID == nil && len(t.rows) > maxScan {
		t.byID = make(map[string]int, cap(t.rows))
		for row := range t.rows {
			t.byID[t.rows[row].ID] = row
		}
	} else if t.byID != nil {
		t.byID[id] = row
	}
	return row
}

// sorted returns the rows in the order of the rubric, which a closed table has
// from the start, else of their ids.
func (t *table) sorted() []CriterionTally {
	if !t.closed {
		slices.SortFunc(t.rows, func(a, b CriterionTally) int { return strings.Compare(a.ID, b.ID) })
	}
	return t.rows
}

// missing returns the criteria of a closed set without a valid score.
func (t *table) missing() []string {
	ids := []string{}
	for row := range t.rows {
		if t.closed && t.rows[row].Valid == 0 {
			ids = append(ids, t.rows[row].ID)
		}
	}
	return ids
}

// countScores adds up the scores that count and lists those that do not.
func (d *Decision) countScores(scores []CriterionScore, t *table) {
	var few [maxScan]int
	p := placing{scores: scores, places: few[:]}
	if len(scores) > maxScan {
		p.places = make([]int, len(scores))
		p.lowest = make(map[vote]int, votes(scores))
	}
	for i := range scores {
		p.places[i] = p.place(i, t)
	}
	d.Rejected = make([]Rejection, 0, p.rejected)
	for i := range scores {
		place := p.places[i]
		if place < 0 {
			d.Rejected = append(d.Rejected, Rejection{Index: i, Reason: RejectReason(-place)})
			continue
		}
		t.rows[place].add(int(scores[i].Score))
	}
	for row := range t.rows {
		c := &t.rows[row]
		c.Mean = mean(c.Sum, c.Valid)
		d.Valid += c.Valid
		d.Sum += c.Sum
	}
}

// votes returns how many scores say who gave them.
func votes(scores []CriterionScore) int {
	n := 0
	for i := range scores {
		if scores[i].Verifier != "" {
			n++
		}
	}
	return n
}

func (c *CriterionTally) add(score int) {
	if c.Valid == 0 {
		c.Min = score
	}
	c.Min, c.Max = min(c.Min, score), max(c.Max, score)
	c.Sum += score
	c.Valid++
}

// mean returns sum/n, or 0 if n is 0.
//
// It compares with a bar as the true numbers do. A quotient of two whole numbers
// is rounded once, to the nearest float64, and so was the bar when somebody wrote
// it as a decimal: equal numbers round to equal floats, and rounding never turns
// two numbers around. Unequal ones could only meet if they were nearer than one
// step of a float64, 4e-15 below 20; a mean of n scores and a bar of k decimals
// are at least 1/(n × 10^k) apart, which for a million scores and six decimals
// is 1e-12. A running mean would round n times and is why one must not be used.
func mean(sum, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

// A placing finds for each score the row that it counts in, or why it does not.
type placing struct {
	scores   []CriterionScore
	places   []int        // a row, or a RejectReason negated
	lowest   map[vote]int // the score that counts; nil while a scan finds it faster
	rejected int
}

// A vote is what nobody has twice: a verifier's word on a criterion.
type vote struct {
	row      int
	verifier string
}

// place returns the place of scores[i]; the earlier ones have theirs.
func (p *placing) place(i int, t *table) int {
	score := &p.scores[i]
	row, known := t.row(score.CriterionID)
	switch {
	case !ValidScore(score.Score):
		return p.reject(RejectOffScale)
	case !known:
		return p.reject(RejectUnknownCriterion)
	case score.Verifier == "": // nobody in particular: copies cannot be told from votes
		return row
	}
	v := vote{row, score.Verifier}
	earlier, voted := p.earlier(v, i)
	switch {
	case voted && score.Score >= p.scores[earlier].Score:
		return p.reject(RejectSuperseded)
	case voted:
		p.places[earlier] = p.reject(RejectSuperseded)
	}
	if p.lowest != nil {
		p.lowest[v] = i
	}
	return row
}

func (p *placing) reject(why RejectReason) int {
	p.rejected++
	return -int(why)
}

// earlier returns the score before scores[i] that counts for the vote.
func (p *placing) earlier(v vote, i int) (int, bool) {
	if p.lowest != nil {
		j, ok := p.lowest[v]
		return j, ok
	}
	for j, place := range p.places[:i] {
		if place == v.row && p.scores[j].Verifier == v.verifier {
			return j, true
		}
	}
	return 0, false
}

// countFindings gathers the findings of all scores, set aside or not, and the
// salvaged ones, each with the severity that it counts as.
func (d *Decision) countFindings(round Round, t *table) {
	n := len(round.Salvaged)
	for i := range round.Scores {
		n += len(round.Scores[i].Findings)
	}
	d.Findings = make([]RoundFinding, 0, n)
	for i := range round.Scores {
		s := &round.Scores[i]
		for _, f := range s.Findings {
			d.addFinding(RoundFinding{CriterionID: s.CriterionID, Verifier: s.Verifier, Finding: f}, t)
		}
	}
	for _, f := range round.Salvaged {
		d.addFinding(f, t)
	}
}

func (d *Decision) addFinding(f RoundFinding, t *table) {
	f.Severity = f.Severity.weight()
	d.Findings = append(d.Findings, f)
	row, ok := t.row(f.CriterionID)
	switch {
	case ok && f.Severity == Veto:
		t.rows[row].Vetoes++
	case ok && f.Severity == Blocking:
		t.rows[row].Blocking++
	}
}

// measure works out the numbers that the rule compares.
func (d *Decision) measure(missing []string) {
	d.MissingCriteria = missing
	d.Missing = d.Expected - d.Valid
	d.QuorumNeeded = quorumNeeded(d.Expected, d.Policy.QuorumFraction)
	d.Shortfall = max(0, d.QuorumNeeded-d.Valid)
	d.Mean = mean(d.Sum, d.Valid)
	d.MeanLow = mean(d.Sum+d.Missing*MinScore, d.Expected)
	d.MeanHigh = mean(d.Sum+d.Missing*MaxScore, d.Expected)
}

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
func (d *Decision) rule() {
	quorum := d.Valid >= d.QuorumNeeded
	covered := len(d.MissingCriteria) == 0
	unvetoed := !d.found(Veto)
	unblocked := !(d.Policy.RepairOnBlocking && d.found(Blocking))
	reached := d.Mean >= d.Policy.AcceptMean // not without scores: the mean is 0 then, and no bar is below 1
	floored := len(d.belowFloor()) == 0
	switch {
	case !(quorum && covered):
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
	} {
		if !c.holds {
			d.Reasons = append(d.Reasons, c.reason)
		}
	}
	d.Hopeless = d.Kind != Accept && !(unvetoed && unblocked && d.reachable())
}

func (d *Decision) found(s Severity) bool {
	return slices.ContainsFunc(d.Findings, func(f RoundFinding) bool { return f.Severity == s })
}

// reachable reports whether the missing scores could still lead to accepting, as
// far as scores go. The best that can come is a MaxScore for each: those that a
// criterion without a score or below its floor needs go there, the rest
// anywhere. They all count towards quorum, since a quorum is at most Expected,
// and no other completion has a higher mean, as rounding turns no two around.
// So this is exact: it holds if and only if some completion is accepted.
func (d *Decision) reachable() bool {
	if !(d.MeanHigh >= d.Policy.AcceptMean) {
		return false
	}
	needed := len(d.MissingCriteria)
	for i := range d.Criteria {
		if needed > d.Missing { // before the sum can overflow
			break
		}
		if c := &d.Criteria[i]; c.Valid > 0 {
			needed += c.lift(d.Policy.CriterionFloor, d.Missing)
		}
	}
	return needed <= d.Missing
}

// lift returns how many scores of MaxScore bring the mean to the floor: 0 if it
// is there, most+1 if even that many do not. It asks the comparison that will be
// made, since a formula would round differently.
func (c *CriterionTally) lift(floor float64, most int) int {
	return sort.Search(most+1, func(n int) bool {
		return mean(c.Sum+n*MaxScore, c.Valid+n) >= floor
	})
}
