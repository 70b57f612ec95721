package jury

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/objection"
)

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
	// IDs are the criteria to ask again for, after [Round.AddAll]; nil else.
	IDs []string

	why          objection.Why
	line, column int // of Offset, from 1, in bytes; 0 where no place is to blame
	detail       string
}

// Error returns one line: the fault, the place, and what was there, in at most
// 60 runes of the reply.
func (e *ReplyError) Error() string {
	detail := e.detail
	if len(e.IDs) > 0 {
		detail += "; ask again for " + excerpt(strings.Join(e.IDs, ", "))
	}
	return "jury: " + e.message(e.Err, detail)
}

// message tells the fault, the place, and detail.
func (e *ReplyError) message(fault error, detail string) string {
	var b strings.Builder
	b.WriteString(fault.Error())
	if e.line > 0 {
		fmt.Fprintf(&b, " at line %d, column %d", e.line, e.column)
	}
	if detail != "" {
		b.WriteString(": ")
		b.WriteString(detail)
	}
	return b.String()
}

// Unwrap returns Err.
func (e *ReplyError) Unwrap() error { return e.Err }

// MarshalJSON returns what a log may keep of the error. Nothing of the reply is in it,
// which leaves out IDs, and those parts of the text of Error that quote.
//
// The members are error, the name of the sentinel (no_verdict, conflict, abstained,
// failed, truncated, untrusted, bad_value, too_large, contract; "" if Err is none of
// them), message, offset, and where there are such key, quirks and hint, the sentence
// of [RetryHint].
//
// SafeVerdict(`{"pass": true, "score": 1`) gives
// {"error":"truncated","message":"reply cut off at line 1, column 1: the text ends
// inside what opens here","offset":0,"key":"pass","hint":"Your reply was cut off; be shorter."}.
func (e *ReplyError) MarshalJSON() ([]byte, error) {
	record := struct {
		Error   string `json:"error"`
		Message string `json:"message"`
		Offset  int    `json:"offset"`
		Key     string `json:"key,omitempty"`
		Quirks  Quirks `json:"quirks,omitempty"`
		Hint    string `json:"hint,omitempty"`
	}{Offset: e.Offset, Key: e.Key, Quirks: e.Quirks}
	for _, s := range sentinels {
		if errors.Is(e.Err, s.err) {
			record.Error, record.Message = s.name, e.message(s.err, e.unquoted())
		}
	}
	record.Hint, _ = RetryHint(e)
	return json.Marshal(record)
}

// sentinels are those for replies, of which an error wraps one, by their names in JSON.
var sentinels = [...]struct {
	name string
	err  error
}{
	{"no_verdict", ErrNoVerdict},
	{"conflict", ErrConflict},
	{"abstained", ErrAbstained},
	{"failed", ErrFailed},
	{"truncated", ErrTruncated},
	{"untrusted", ErrUntrusted},
	{"bad_value", ErrBadValue},
	{"too_large", ErrTooLarge},
	{"contract", ErrContract},
}

// unquoted returns the detail of e without what may be a quote of the reply.
func (e *ReplyError) unquoted() string {
	if why := whys[e.why]; !why.plain {
		return why.text
	}
	return e.detail
}

// newReplyError returns the error that o, an objection to text, comes to.
func newReplyError(text string, o objection.Objection) *ReplyError {
	why := whys[o.Why]
	e := &ReplyError{Err: why.err, Offset: o.Offset, Key: o.Key, why: o.Why, detail: why.text + o.Note}
	if !why.nowhere {
		before := text[:o.Offset]
		e.line = strings.Count(before, "\n") + 1
		e.column = o.Offset - strings.LastIndexByte(before, '\n')
	}
	return e
}

// whys says what each reason comes to: the sentinel, what the error tells, before
// what the objection notes, and the hint where it is not that of the sentinel.
// nowhere marks those for which no place in the reply is to blame, plain those of
// which the note never quotes it.
var whys = [objection.Count]struct {
	err     error
	text    string
	hint    string
	nowhere bool
	plain   bool
}{
	objection.TooLarge: {err: ErrTooLarge, text: "it has more than 16 MiB", nowhere: true},

	objection.CutInside:           {err: ErrTruncated, text: "the text ends inside what opens here"},
	objection.BraceOpen:           {err: ErrTruncated, text: "the brace that opens here is never closed"},
	objection.ThinkingOpen:        {err: ErrTruncated, text: "the thinking block that opens here is not closed before the object"},
	objection.ThinkingEnds:        {err: ErrTruncated, text: "the thinking block that the object stands in ends here, and nothing follows"},
	objection.ThinkingNeverCloses: {err: ErrTruncated, text: "the thinking block that opens here is never closed"},

	objection.NoObject:  {err: ErrNoVerdict, text: "there is no object", nowhere: true},
	objection.NoList:    {err: ErrNoVerdict, text: "there is no list of objects", nowhere: true},
	objection.OnlyList:  {err: ErrNoVerdict, text: "a list of several objects is no verdict", nowhere: true},
	objection.NoNonce:   {err: ErrNoVerdict, text: "no object has the nonce", nowhere: true},
	objection.OtherKeys: {err: ErrNoVerdict, text: "no object has what the contract asks for", nowhere: true},
	objection.NoReport:  {err: ErrNoVerdict, text: "a report is missing", nowhere: true},

	objection.NoStatement: {err: ErrNoVerdict, text: "nothing is written in the form that was asked for", nowhere: true},
	objection.NoNonced:    {err: ErrNoVerdict, text: "nothing in the form that was asked for has the nonce", nowhere: true},
	objection.OnlyQuoted:  {err: ErrNoVerdict, text: "what was asked for stands only where it may be quoted", nowhere: true},
	objection.NoWord:      {err: ErrNoVerdict, text: "the value is none that was asked for"},

	objection.Contradicts:    {err: ErrConflict, text: "the verdict contradicts itself"},
	objection.Enclosed:       {err: ErrConflict, text: "the verdict stands in an element that may hold another's text"},
	objection.Disagree:       {err: ErrConflict, text: "the verdicts do not agree"},
	objection.JudgeDifferent: {err: ErrConflict, text: "the verdicts judge different things"},
	objection.FoundDiffer:    {err: ErrConflict, text: "several objects or lists could be meant, and they differ"},
	objection.ReportsDiffer:  {err: ErrConflict, text: "the reports differ"},
	objection.Template: {err: ErrConflict, text: "all of it is placeholders",
		hint: "Fill in every value of the JSON object; do not repeat the template."},
	objection.DeniesPass: {err: ErrConflict, text: "a member denies the pass",
		hint: "No member of the JSON object may contradict the pass value."},
	objection.SaysOtherwise: {err: ErrConflict, text: "the text outside the verdict says otherwise",
		hint: "Reply with the JSON object alone, with nothing before or after it."},
	objection.FoldedKey:      {err: ErrConflict, text: "a key that differs only in case or blanks does not say pass"},
	objection.KeyFolded:      {err: ErrConflict, text: "its key differs from what was asked for in case or blanks"},
	objection.TwiceDifferent: {err: ErrConflict, text: "it stands twice, with different values"},
	objection.TwiceNull:      {err: ErrConflict, text: "it stands twice, once with null"},
	objection.SameNames:      {err: ErrConflict, text: "encoding/json would take two names in one object for each other"},
	objection.KeyElsewhere:   {err: ErrConflict, text: "the key stands in something that is no verdict"},
	objection.KeyInOther:     {err: ErrConflict, text: "the key stands in something else, too"},
	objection.KeyInNoReport:  {err: ErrConflict, text: "the key stands in something that is no report"},
	objection.KeyOutside:     {err: ErrConflict, text: "a contract key stands outside the verdict"},
	objection.KeyDamaged:     {err: ErrConflict, text: "what may be a damaged contract key stands outside the verdict"},
	objection.KeyAfterBrace:  {err: ErrConflict, text: "a brace before the name of a contract key stands outside the verdict"},
	objection.KeyHidden:      {err: ErrConflict, text: "a contract key stands in a comment or a loose string of the verdict"},
	objection.BraceHidden:    {err: ErrConflict, text: "a brace stands in a comment or a loose string of the verdict"},
	objection.NonceOutside:   {err: ErrConflict, text: "the nonce stands outside the verdict"},
	objection.FindingOutside: {err: ErrConflict, text: "what may be a finding stands outside the list of findings"},
	objection.FindingInside:  {err: ErrConflict, text: "a finding holds another"},

	objection.Abstains: {err: ErrAbstained, text: "the verdict declines to decide"},
	objection.OnlyFail: {err: ErrFailed, text: "there is no verdict as it was asked for, and the text says fail", nowhere: true},

	objection.Untrusted: {err: ErrUntrusted, text: "it carries ", plain: true},

	objection.NoJSON:  {err: ErrBadValue, text: "JSON has no such value"},
	objection.Misread: {err: ErrBadValue},

	objection.BadContract: {err: ErrContract, nowhere: true, plain: true},
}

// RetryHint returns one sentence to add to the prompt when the verifier is
// asked again after err, an error of a parse. The sentence is fixed: nothing of
// the reply is in it. ok is false where asking again cannot help: err is nil,
// wraps ErrContract, or is no error of a parse; or is wrong: it wraps ErrFailed or
// ErrAbstained. For a contract of your own there is [Contract.RetryHint].
//
// Asking again until it passes is how a gate is worn down. Cap it, at two or
// three times, then treat the candidate as failed.
//
// After ErrTruncated the hint is "Your reply was cut off; be shorter."
func RetryHint(err error) (hint string, ok bool) {
	switch {
	case err == nil || errors.Is(err, ErrContract) || errors.Is(err, ErrUnknownID):
		return "", false
	case errors.Is(err, ErrAbstained) || errors.Is(err, ErrFailed):
		return "", false // an answer
	case errors.Is(err, ErrTruncated):
		return "Your reply was cut off; be shorter.", true
	case errors.Is(err, ErrTooLarge):
		return "Your reply was too long; be shorter.", true
	case errors.Is(err, ErrNoVerdict):
		return "Reply with one JSON object that has all the keys you were asked for, and nothing after it.", true
	}
	e := &ReplyError{}
	errors.As(err, &e)
	switch {
	case errors.Is(err, ErrConflict):
		return cmp.Or(whys[e.why].hint, "Reply with one JSON object, each key in it once, and quote no other."), true
	case errors.Is(err, ErrBadValue):
		return badValueHint(e), true
	case errors.Is(err, ErrUntrusted):
		return untrustedHint(e), true
	}
	return "", false
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
	score := e.Quirks&unusableScore != 0
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
