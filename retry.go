package jury

import (
	"errors"
	"strings"
)

// RetryHint returns what [RetryHint] does, in the keys, words and form of c. ok is
// false where asking again is wrong: err is nil or ErrContract, or it is an answer,
// ErrFailed or ErrAbstained. Nothing of the reply is in the sentence.
//
// With PassKeys "verdict", ScoreKeys "-" and FormText the hint after ErrNoVerdict
// is `Write a line "verdict: " with PASS or FAIL behind it, and nothing else in it.`
func (c Contract) RetryHint(err error) (hint string, ok bool) {
	t := c.resolve()
	if hint, ok = RetryHint(err); !ok || t.fault() != "" {
		return "", false
	}
	e := &ReplyError{}
	errors.As(err, &e)
	switch {
	case errors.Is(err, ErrTruncated) || errors.Is(err, ErrTooLarge):
		return hint, true
	case t.form == FormObject:
		return t.objectHint(e, hint), true
	case errors.Is(err, ErrConflict):
		return t.onceHint(), true
	case t.form == FormText:
		return t.lineHint(e), true
	case t.form == FormBrackets:
		return "End your reply with one pair of double square brackets that hold " + t.askForValue(t.theOne(), list) + ", and nothing else.", true
	}
	return "Reply with " + t.askForOnly() + ".", true
}

// objectHint returns the hint for a judge that was asked for an object; general
// is that for any contract.
func (t *resolved) objectHint(e *ReplyError, general string) string {
	pass := e.Quirks&(QuirkPassUnclear|QuirkPassWord) != 0
	score := e.Quirks&unusableScore != 0
	switch {
	case errors.Is(e, ErrNoVerdict):
		return "Reply with one JSON object that has the keys " + t.quotedKeys() + ", and nothing after it."
	case errors.Is(e, ErrUntrusted) && pass && !score && t.needs[rolePass]:
		return "Decide: " + jsonText(t.keys[rolePass][0]) + " is " + t.askForValue(rolePass, quoted) + "."
	case errors.Is(e, ErrUntrusted) && score && !pass && len(t.keys[roleScore]) > 0:
		return "Give " + jsonText(t.keys[roleScore][0]) + " as a plain number " + t.aboutScore() + "."
	}
	return general
}

// quotedKeys lists the keys that the judge is asked for.
func (t *resolved) quotedKeys() string {
	var keys []string
	if t.nonce != "" {
		keys = append(keys, jsonText(nonceKey))
	}
	for _, r := range t.asked() {
		keys = append(keys, jsonText(t.keys[r][0]))
	}
	return strings.Join(keys, ", ")
}

// onceHint returns the hint for a judge whose text says two things.
func (t *resolved) onceHint() string {
	switch t.form {
	case FormText:
		return "Write each of the lines you were asked for once, and nothing else that looks like one; quote none."
	case FormBrackets:
		return "Write double square brackets once, around your answer, and quote no others."
	}
	return "Reply with the answer alone, with nothing before or after it."
}

// lineHint returns the hint for a judge that was asked for lines: the line that e
// is about, or that the verdict stands in.
func (t *resolved) lineHint(e *ReplyError) string {
	asked := t.asked()
	r := asked[len(asked)-1]
	for _, other := range asked {
		if len(t.keys[other]) > 0 && t.keys[other][0] == e.Key {
			r = other
		}
	}
	if e.Quirks&unusableScore != 0 && len(t.keys[roleScore]) > 0 {
		r = roleScore
	}
	beside := ""
	if t.nonce != "" {
		beside = " and the nonce"
	}
	return "Write a line " + jsonText(t.keys[r][0]+": ") + " with " + t.askForValue(r, list) + beside + " behind it, and nothing else in it."
}

// unusableScore is what is wrong with a score.
const unusableScore = QuirkScoreMissing | QuirkScoreDefaulted | QuirkScoreClamped | QuirkScoreBool | QuirkScoreText | QuirkNonFinite
