package jury

import (
	"fmt"
)

// maxExpected bounds Round.ExpectedCount. A larger number is a caller's mistake
// (a count of bytes, a wrapped integer), and up to here every sum of scores
// fits an int of 32 bits.
const maxExpected = 1_000_000

// maxWeight bounds a criterion's weight, so that a mean of maxExpected scores
// compares exactly with a bar of five decimals: see mean.
const maxWeight = 1000

// A Round is all scores for one candidate, as far as they have arrived.
// [NewRound] makes one and [Round.Add] fills it from replies; a literal does as
// well. The zero value expects nothing and is refused with [ErrRound].
//
// A Round is not for several goroutines at once: where verifiers answer side by
// side, hold a lock around [Round.Add], or a veto can be lost.
type Round struct {
	// Scores are judged in any order. One that is not [ValidScore], or whose
	// CriterionID is empty or not among CriterionIDs, is set aside and listed in
	// Decision.Rejected. Of several valid ones by one Verifier for one criterion
	// the lowest counts, and "GPT " is the same one as "gpt": names are compared
	// without the white space around them and in any case. A Verifier of "" is
	// nobody in particular: two such scores are two votes, even if they are
	// copies.
	Scores []CriterionScore `json:"scores"`
	// InvalidCount is how many replies were no score at all, at least 0. It is
	// echoed in Decision.Invalid and changes nothing else: what could not be
	// read is missing, not bad.
	InvalidCount int `json:"invalid_count"`
	// Abstained is how many replies declined to score ("score": "n/a"), at least
	// 0. Add counts one here, and not in InvalidCount, when its error is
	// ErrAbstained: it is an answer, and asking again only presses for a score. It
	// is echoed in Decision.Abstained and changes nothing else: the score is
	// missing, and what the reply found is in Salvaged.
	Abstained int `json:"abstained,omitempty"`
	// ExpectedCount is how many valid scores a complete round has, from 1 to
	// 1,000,000 and at least one for each of CriterionIDs. It comes from what was
	// asked for, never from what arrived: counting survivors opens the gate.
	ExpectedCount int `json:"expected_count"`
	// CriterionIDs is the closed set of criteria: each needs a valid score, and a
	// score for another one is set aside. Empty means that the set is not known,
	// and any id but "" counts.
	CriterionIDs []string `json:"criterion_ids"`
	// Salvaged are findings of replies that gave no score. They count like any
	// other, so that no veto is lost with its report.
	Salvaged []RoundFinding `json:"salvaged"`
	// Weights are what a score of a criterion weighs in the mean, 1 to 1,000;
	// one that is not listed weighs 1. They count in nothing but means: quorum,
	// vetoes and floors are as without.
	Weights map[string]int `json:"weights,omitempty"`
	// Floors are the least mean, 1 to 20, that a criterion needs for itself; of
	// this and Policy.CriterionFloor the higher counts. Weights and floors of an
	// id that is not among CriterionIDs are refused, for it may be misspelt.
	Floors map[string]float64 `json:"floors,omitempty"`
}

// A RoundFinding is a finding, with where it came from. Its Severity is as the
// verifier wrote it, trimmed and in lower case, until a decision says what it
// counted as.
type RoundFinding struct {
	CriterionID string `json:"criterion_id"` // "" where it is not known
	Verifier    string `json:"verifier"`     // "" where it is not known
	Finding
	// Said is, in a decision under Policy.Severities, the severity as it was
	// written, where it counted as another word: "minor" that counted as a note, or
	// "grave", which no list has, as a veto. It is "" else.
	Said string `json:"said,omitempty"`
}

// NewRound returns an empty round that expects every verifier to score every
// criterion: 5 criteria and 3 verifiers make an ExpectedCount of 15. No
// criteria, fewer than 1 verifier, or more scores than a round may have give a
// round that [DecideVerification] refuses with [ErrRound]. Weights and floors
// are kept where they say something: a weight of 1 or 0 and a floor of 0 do not.
func NewRound(criteria []Criterion, verifiers int) Round {
	r := Round{CriterionIDs: make([]string, len(criteria)), ExpectedCount: expectedCount(len(criteria), verifiers)}
	for i, c := range criteria {
		r.CriterionIDs[i] = c.ID
		if c.Weight != 0 && c.Weight != 1 {
			set(&r.Weights, c.ID, c.Weight)
		}
		if c.Floor != 0 {
			set(&r.Floors, c.ID, c.Floor)
		}
	}
	return r
}

// set sets m[key], in a map that is made if there is none.
func set[V any](m *map[string]V, key string, value V) {
	if *m == nil {
		*m = make(map[string]V)
	}
	(*m)[key] = value
}

// expectedCount multiplies so that a product too large for an int is one too
// large for a round, and not a small number that it wraps to.
func expectedCount(criteria, verifiers int) int {
	if verifiers < 1 {
		return 0
	}
	if criteria > maxExpected/verifiers {
		return maxExpected + 1
	}
	return criteria * verifiers
}

// check reports the counts that no round can have. CriterionIDs are checked
// where they become the rows of the table.
func (r *Round) check() error {
	switch {
	case !(r.ExpectedCount >= 1 && r.ExpectedCount <= maxExpected):
		return roundError("ExpectedCount is %d; set it to the number of scores asked for, 1 to %d", r.ExpectedCount, maxExpected)
	case r.InvalidCount < 0:
		return roundError("InvalidCount is %d; count from 0", r.InvalidCount)
	case r.Abstained < 0:
		return roundError("Abstained is %d; count from 0", r.Abstained)
	case r.ExpectedCount < len(r.CriterionIDs):
		return roundError("ExpectedCount is %d for %d criteria; expect at least one score for each", r.ExpectedCount, len(r.CriterionIDs))
	}
	return nil
}

func roundError(format string, args ...any) error {
	return fmt.Errorf("jury: %w: %s", ErrRound, fmt.Sprintf(format, args...))
}
