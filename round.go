package jury

import (
	"fmt"
	"slices"
	"strings"
)

// maxExpected bounds Round.ExpectedCount. A larger number is a caller's mistake
// (a count of bytes, a wrapped integer), and up to here every sum of scores
// fits an int of 32 bits.
const maxExpected = 1_000_000

// A Round is all scores for one candidate, as far as they have arrived.
// [NewRound] makes one and [Round.Add] fills it from replies; a literal does as
// well. The zero value expects nothing and is refused with [ErrRound].
type Round struct {
	// Scores are judged in any order. One that is not [ValidScore], or whose
	// CriterionID is empty or not among CriterionIDs, is set aside and listed in
	// Decision.Rejected. Of several valid ones by one Verifier for one criterion
	// the lowest counts. A Verifier of "" is nobody in particular: two such
	// scores are two votes, even if they are copies.
	Scores []CriterionScore `json:"scores"`
	// InvalidCount is how many replies were no score at all, at least 0. It is
	// echoed in Decision.Invalid and changes nothing else: what could not be
	// read is missing, not bad.
	InvalidCount int `json:"invalid_count"`
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
}

// A RoundFinding is a finding, with where it came from.
type RoundFinding struct {
	CriterionID string `json:"criterion_id"` // "" where it is not known
	Verifier    string `json:"verifier"`     // "" where it is not known
	Finding
}

// NewRound returns an empty round that expects every verifier to score every
// criterion: 5 criteria and 3 verifiers make an ExpectedCount of 15. No
// criteria, fewer than 1 verifier, or more scores than a round may have give a
// round that [DecideVerification] refuses with [ErrRound].
func NewRound(criteria []Criterion, verifiers int) Round {
	ids := make([]string, len(criteria))
	for i, c := range criteria {
		ids[i] = c.ID
	}
	return Round{CriterionIDs: ids, ExpectedCount: expectedCount(len(criteria), verifiers)}
}

// Add reads reply, a report on the criterion by the verifier, with
// [ParseCriterionScore], and appends its score with the verifier's name. On an
// error it counts the reply as invalid and keeps in Salvaged every finding that
// can be read in it, from a broken report too, so that no veto is lost with its
// report; where none of them is as grave, also a "severity": "veto" that only the
// text shows. The error says why, and is for asking again (see [RetryHint]):
// the round itself is ready to be decided after any Add. A kept finding stays,
// also when a second reply can be read, and one whose severity was cut off or
// could not be read vetoes: nobody knows that it was a note.
//
// With criterionID "" the reply's own id is taken, which must be one of
// CriterionIDs if there are any; else Add fails with ErrBadValue. With verifier
// "" the score is nobody's in particular, and a copy of it counts again.
//
// The errors are those of ParseCriterionScore; one about a criterionID that is
// none of CriterionIDs wraps ErrUnknownID too, and no reply can help.
//
// {"score": 17} for "tests" is appended; of what was cut off after
// {"findings": [{"finding": "leaks the key", "severity": "veto"}], "sc
// the veto is kept, with ErrTruncated.
func (r *Round) Add(reply, criterionID, verifier string) error {
	score, err := ParseCriterionScore(reply, criterionID)
	if err == nil || criterionID != "" {
		if unknown := r.unknown(criterionID, score.CriterionID); unknown != nil {
			err = unknown
		}
	}
	if err != nil {
		r.InvalidCount++
		r.Salvaged = append(r.Salvaged, salvage(reply, criterionID, verifier)...)
		return err
	}
	score.Verifier = verifier
	r.Scores = append(r.Scores, score)
	return nil
}

// unknown reports that an id is none of the round's: asked, which the caller
// names, or else the reply's own.
func (r *Round) unknown(asked, own string) error {
	switch {
	case len(r.CriterionIDs) == 0:
		return nil
	case asked != "" && !slices.Contains(r.CriterionIDs, asked):
		return &ReplyError{Err: caused{ErrBadValue, ErrUnknownID}, Key: criterionKey,
			detail: excerpt(asked) + " is no criterion of the round; known are " + excerpt(strings.Join(r.CriterionIDs, ", "))}
	case asked == "" && !slices.Contains(r.CriterionIDs, own):
		return &ReplyError{Err: ErrBadValue, Key: criterionKey, detail: "it names " + excerpt(own) + ", which is no criterion of the round"}
	}
	return nil
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
	case r.ExpectedCount < len(r.CriterionIDs):
		return roundError("ExpectedCount is %d for %d criteria; expect at least one score for each", r.ExpectedCount, len(r.CriterionIDs))
	}
	return nil
}

func roundError(format string, args ...any) error {
	return fmt.Errorf("jury: %w: %s", ErrRound, fmt.Sprintf(format, args...))
}
