package jury

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/evidence"
)

// Errors of replies. Every error of a parse is a [*ReplyError] that wraps one
// of these.
var (
	// ErrNoVerdict: no object is what was asked for.
	ErrNoVerdict = errors.New("no verdict")
	// ErrConflict: verdicts disagree, or something beside a pass may be a fail.
	ErrConflict = errors.New("conflict")
	// ErrTruncated: the reply ends too early; io.ErrUnexpectedEOF holds too.
	ErrTruncated = error(caused{errors.New("reply cut off"), io.ErrUnexpectedEOF})
	// ErrUntrusted: ReplyError.Quirks are not among those that a pass may carry.
	ErrUntrusted = errors.New("pass not trusted")
	// ErrBadValue: a payload or a report has a value that it may not have.
	ErrBadValue = errors.New("bad value")
	// ErrTooComplex: the reply has more than 16 MiB.
	ErrTooComplex = errors.New("reply too large")
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
	// ErrInputType: the input, or RubricError.Key in it, is of a type that is not taken.
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

// A ReplyError says why a reply was not read. Every error of a parse is one.
type ReplyError struct {
	// Err is one of the sentinels for replies, or wraps one.
	Err error
	// Offset is where the trouble is, in bytes from the start of the reply; of
	// the decoded reply where all of it is encoded (QuirkEncoded).
	Offset int
	// Key is the member to blame, as the contract spells it; "" if none is.
	Key string
	// Quirks are those that the contract does not let pass, with ErrUntrusted.
	Quirks Quirks

	line, column int // of Offset, from 1, in bytes; 0 where no place is to blame
	detail       string
}

// Error returns one line: the fault, the place, and what was there, in at most
// 60 runes of the reply.
func (e *ReplyError) Error() string {
	var b strings.Builder
	b.WriteString("jury: ")
	b.WriteString(e.Err.Error())
	if e.line > 0 {
		fmt.Fprintf(&b, " at line %d, column %d", e.line, e.column)
	}
	if e.detail != "" {
		b.WriteString(": ")
		b.WriteString(e.detail)
	}
	return b.String()
}

// Unwrap returns Err.
func (e *ReplyError) Unwrap() error { return e.Err }

// caused is a sentinel with the error that brought it about.
type caused struct{ sentinel, cause error }

func (c caused) Error() string   { return c.sentinel.Error() }
func (c caused) Unwrap() []error { return []error{c.sentinel, c.cause} }

// RetryHint returns one sentence to add to the prompt when the verifier is
// asked again after err, an error of a parse. The sentence is fixed: nothing of
// the reply is in it. ok is false where asking again cannot help: err is nil,
// wraps ErrContract, or is no error of a parse.
//
// Asking again until it passes is how a gate is worn down. Cap it, at two or
// three times, then treat the candidate as failed.
//
// After ErrTruncated the hint is "Your reply was cut off; be shorter."
func RetryHint(err error) (hint string, ok bool) {
	switch {
	case err == nil || errors.Is(err, ErrContract) || errors.Is(err, ErrUnknownID):
		return "", false
	case errors.Is(err, ErrTruncated):
		return "Your reply was cut off; be shorter.", true
	case errors.Is(err, ErrTooComplex):
		return "Your reply was too long; be shorter.", true
	case errors.Is(err, ErrNoVerdict):
		return "Reply with one JSON object that has all the keys you were asked for, and nothing after it.", true
	}
	e := &ReplyError{}
	errors.As(err, &e)
	switch {
	case errors.Is(err, ErrConflict):
		return conflictHint(e), true
	case errors.Is(err, ErrBadValue):
		return badValueHint(e), true
	case errors.Is(err, ErrUntrusted):
		return untrustedHint(e), true
	}
	return "", false
}

// conflictHint returns the hint for what e is about.
func conflictHint(e *ReplyError) string {
	switch e.detail {
	case evidence.SaysOtherwise:
		return "Reply with the JSON object alone, with nothing before or after it."
	case evidence.DeniesPass:
		return "No member of the JSON object may contradict the pass value."
	case evidence.IsTemplate:
		return "Fill in every value of the JSON object; do not repeat the template."
	}
	return "Reply with one JSON object, each key in it once, and quote no other."
}

// badValueHint returns the hint for the value that e is about.
func badValueHint(e *ReplyError) string {
	if e.Key == "score" {
		return "Give the score as a whole number from " + strconv.Itoa(MinScore) + " to " + strconv.Itoa(MaxScore) + "."
	}
	return "Give each value of the JSON object in the form you were asked for."
}

// untrustedHint returns the hint for the first thing that e did not trust.
func untrustedHint(e *ReplyError) string {
	const plain = "Reply with one object in plain JSON, just as you were asked for, and nothing else."
	pass := e.Quirks&(QuirkPassUnclear|QuirkPassWord) != 0
	score := e.Quirks&(QuirkScoreMissing|QuirkScoreDefaulted|QuirkScoreClamped|QuirkScoreBool|QuirkScoreText|QuirkNonFinite) != 0
	switch {
	case pass && !score:
		return "Decide: the pass value is either true or false."
	case score && !pass:
		return "Give the score as a plain number on the scale you were asked for."
	case e.Quirks&QuirkProseAfter != 0:
		return "Reply with one JSON object and nothing after it."
	}
	return plain
}

// newReplyError returns the error err about the place of d in text.
func newReplyError(text string, err error, d evidence.Doubt) *ReplyError {
	before := text[:d.Offset]
	return &ReplyError{
		Err: err, Offset: d.Offset, Key: d.Key, detail: d.Detail,
		line:   strings.Count(before, "\n") + 1,
		column: d.Offset - strings.LastIndexByte(before, '\n'),
	}
}

// excerpt quotes s for an error text, on one line and shortened to maxExcerpt
// runes.
func excerpt(s string) string {
	n := 0
	for i := range s {
		if n == maxExcerpt {
			return strconv.Quote(s[:i] + "…")
		}
		n++
	}
	return strconv.Quote(s)
}
