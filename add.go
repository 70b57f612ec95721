package jury

import (
	"errors"
	"slices"
	"strings"
)

// Add reads reply, a report on the criterion by the verifier, as
// [ParseCriterionScore] does, and appends its score with the verifier's name. On an
// error it counts the reply as invalid, or as an abstention (ErrAbstained), and
// keeps in Salvaged every finding that can be read in it, from a broken report too,
// and with its line every mention of a veto that is not negated, so that no veto is
// lost with its report. The error says why, and is for asking again (see
// [RetryHint]): the round itself is ready to be decided after any Add. A kept
// finding stays, also when a second reply can be read, and one whose severity was
// cut off or could not be read vetoes: nobody knows that it was a note.
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
// the veto is kept, with ErrTruncated, as it is of "I veto this: it leaks the key",
// with ErrNoVerdict.
func (r *Round) Add(reply, criterionID, verifier string) error {
	p := reporting{criterionID: criterionID}
	var err error
	if fault := p.parse(reply, p.search); fault != nil {
		err = fault
	}
	if err == nil || criterionID != "" {
		if unknown := r.unknown(criterionID, p.score.CriterionID); unknown != nil {
			err = unknown
		}
	}
	if err != nil {
		r.count(err)
		r.Salvaged = append(r.Salvaged, p.kept(criterionID, verifier)...)
		return err
	}
	p.score.Verifier = verifier
	r.Scores = append(r.Scores, p.score)
	return nil
}

// count counts a report that gave no score.
func (r *Round) count(err error) {
	if errors.Is(err, ErrAbstained) {
		r.Abstained++
	} else {
		r.InvalidCount++
	}
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
