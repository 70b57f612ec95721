package jury

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Errors of replies. Every error of a parse is a [*ReplyError] that wraps one
// of these.
var (
	// ErrNoVerdict: no object is what was asked for.
	ErrNoVerdict = errors.New("no verdict")
	// ErrConflict: verdicts disagree, or something beside a pass may be a fail.
	ErrConflict = errors.New("conflict")
	// ErrAbstained: the verifier declined to decide. That is an answer: asking
	// again only presses for a pass.
	ErrAbstained = errors.New("abstained")
	// ErrFailed: no verdict is in the form asked for, but the reply says fail.
	// Treat it as one: asking again until it passes would wear the gate down.
	ErrFailed = errors.New("fail in another form")
	// ErrTruncated: the reply ends too early; io.ErrUnexpectedEOF holds too.
	ErrTruncated = error(caused{errors.New("reply cut off"), io.ErrUnexpectedEOF})
	// ErrUntrusted: ReplyError.Quirks are not among those that a pass may carry.
	ErrUntrusted = errors.New("pass not trusted")
	// ErrBadValue: a payload or a report has a value that it may not have.
	ErrBadValue = errors.New("bad value")
	// ErrTooLarge: the reply has more than 16 MiB.
	ErrTooLarge = errors.New("reply too large")
	// ErrContract: the caller's Contract is wrong; no reply can help.
	ErrContract = errors.New("invalid contract")
)

// Errors of rubrics. Every error of a rubric is a [*RubricError] that wraps one
// of these.
var (
	// ErrNoCriteria: nothing in it is a criterion.
	ErrNoCriteria = errors.New("no criteria")
	// ErrEmptyCriterion: a criterion has no description.
	ErrEmptyCriterion = errors.New("empty criterion")
	// ErrUnknownID: RubricError.IDs are not among the criteria.
	ErrUnknownID = errors.New("unknown criterion id")
	// ErrDuplicateID: an id is given twice.
	ErrDuplicateID = errors.New("duplicate criterion id")
	// ErrInvalidID: not 1 to 40 letters, digits, _ and -.
	ErrInvalidID = errors.New("invalid criterion id")
	// ErrMalformed: a criterion could get lost.
	ErrMalformed = errors.New("malformed rubric")
	// ErrInputType: the input, or RubricError.Key in it, is of a type, or a number, that is not taken.
	ErrInputType = errors.New("unusable input type")
)

// Errors of decisions.
var (
	// ErrPolicy: a bar, quorum or floor that means nothing, as in the zero Policy.
	ErrPolicy = errors.New("invalid policy")
	// ErrRound: counts or ids that no round can have, as in the zero Round.
	ErrRound = errors.New("invalid round")
)

// maxExcerpt bounds, in runes, what an error text may carry of somebody's
// input: enough to recognize it, too little to spill it into a log.
const maxExcerpt = 60

// A RubricError says what is wrong with a rubric, and where.
type RubricError struct {
	Err    error    // one of the sentinels for rubrics
	Line   int      // from 1; 0 where no line is to blame
	Key    string   // the element or member to blame, as "[2]", "Fit" or "[2].weight"; "" if none
	IDs    []string // the ids to blame, in order of appearance
	detail string   // what to do about it
}

// Error returns one line: the place, the fault, and what to do about it.
func (e *RubricError) Error() string {
	var b strings.Builder
	b.WriteString("jury: ")
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	b.WriteString(e.Err.Error())
	if e.detail != "" {
		b.WriteString(": ")
		b.WriteString(e.detail)
	}
	return b.String()
}

// Unwrap returns the sentinel.
func (e *RubricError) Unwrap() error { return e.Err }

// caused is a sentinel with the error that brought it about.
type caused struct{ sentinel, cause error }

func (c caused) Error() string   { return c.sentinel.Error() }
func (c caused) Unwrap() []error { return []error{c.sentinel, c.cause} }

// excerpt quotes s for an error text, on one line and shortened.
func excerpt(s string) string { return strconv.Quote(shorten(s)) }

// shorten returns the first maxExcerpt runes of s, and a sign that there are more.
func shorten(s string) string {
	n := 0
	for i := range s {
		if n == maxExcerpt {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
