package vocab

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

const (
	// nearLabel is how many words after a pass key used as a label are read:
	// "pass: absolutely not".
	NearLabel = 4
	// nearVerdict is how many words after the word verdict are read: "the
	// verdict on this submission is a clear fail".
	NearVerdict = 8
	// maxProse is how much text is looked at for what a label says, so that
	// text in which labels crowd is not read again for each.
	MaxProse = 128
	// maxTag is how long a tag is that is skipped in prose.
	maxTag = 24
	// verdictWord is the word that prose gives its verdict by.
	VerdictWord = "verdict"
)

// failures are what says fail when it is all that a line, a table cell or the
// value of a label says. Like all words of prose they are read only beside a
// passing verdict, and only against it.
var failures = [...]string{"fail", "fails", "failed", "failing", "failure", "reject", "rejected", "denied",
	"not passed", "not approved", "not accepted", "does not pass", "not ok", "request changes", "changes requested",
	"needs work", "needs revision", "unacceptable", "unsuccessful"}

// A proseKind says what a word of prose after a label means.
type proseKind uint8

const (
	proseOther  proseKind = iota
	prosePass             // says pass, unless more follows
	proseFail             // says fail
	proseDoubt            // says fail if nothing follows: "no", but not "no problems"
	proseChange           // says fail beside another of its kind: "changes requested", "needs work"
)

// proseKinds are the words of prose that decide, in lower case.
var proseKinds = map[string]proseKind{
	"true": prosePass, "yes": prosePass, "pass": prosePass, "passed": prosePass, "passes": prosePass, "passing": prosePass,
	"ok": prosePass, "approve": prosePass, "approved": prosePass, "approves": prosePass, "accept": prosePass,
	"accepted": prosePass, "accepts": prosePass, "correct": prosePass, "valid": prosePass, "lgtm": prosePass,

	"false": proseFail, "fail": proseFail, "fails": proseFail, "failed": proseFail, "failing": proseFail, "failure": proseFail,
	"reject": proseFail, "rejects": proseFail, "rejected": proseFail, "rejecting": proseFail, "rejection": proseFail,
	"deny": proseFail, "denies": proseFail, "denied": proseFail, "declined": proseFail, "refused": proseFail,
	"unsuccessful": proseFail, "blocked": proseFail, "incorrect": proseFail,
	"wrong": proseFail, "invalid": proseFail, "unacceptable": proseFail, "unsatisfactory": proseFail, "nope": proseFail,
	"not": proseFail, "cannot": proseFail, "revise": proseFail, "repair": proseFail,

	"no": proseDoubt, "n": proseDoubt, "0": proseDoubt, "f": proseDoubt, "none": proseDoubt, "null": proseDoubt,
	"never": proseDoubt, "block": proseDoubt, "blocks": proseDoubt, "unclear": proseDoubt, "unsure": proseDoubt,
	"unknown": proseDoubt, "undetermined": proseDoubt, "undecided": proseDoubt, "inconclusive": proseDoubt,
	"pending": proseDoubt, "abstain": proseDoubt, "insufficient": proseDoubt,

	"changes": proseChange, "request": proseChange, "requested": proseChange, "needs": proseChange, "work": proseChange,
	"revision": proseChange,
}

// A prose reads text outside the verdicts, with the words that the contract
// adds.
type Prose struct {
	PassWords, FailWords []string
}

// failsAfter reports whether s, the text after the word verdict, says fail, at
// once or after the first colon of its line: "verdict on a.go and b.go: fail".
func (p *Prose) FailsAfter(s string) bool {
	if said := p.Says(s, NearVerdict, "."); said != SaysUnclear {
		return said == SaysFail
	}
	s = s[:min(len(s), MaxProse)]
	i := strings.IndexAny(s, ":\n")
	return i > 0 && s[i] == ':' && p.FailsAt(s[i+1:])
}

// failsAt is failsFirst for a value that may have decoration before it.
func (p *Prose) FailsAt(value string) bool {
	decor, crossed := DecorEnd(value)
	return p.FailsFirst(value[decor:], crossed)
}

// failsAlone reports whether s, the text of a line, cell or tag after its
// decoration, says fail and nothing else. crossed says that a cross was in the
// decoration.
func (p *Prose) FailsAlone(s string, crossed bool) bool {
	return p.fails(s, crossed, func(_, rest string) bool { return endsCell(rest) })
}

// failsFirst is failsAlone for the value of a label, which may explain its
// fail: "FAIL (2 of 5)".
func (p *Prose) FailsFirst(s string, crossed bool) bool { return p.fails(s, crossed, endsOrExplains) }

// fails reports whether s begins with a word that says fail before a rest that
// ends it.
func (p *Prose) fails(s string, crossed bool, ends func(word, rest string) bool) bool {
	if s == "" || crossed && !StartsWord(s) {
		return crossed
	}
	if !p.MayFail(s[0]) {
		return false
	}
	for _, words := range [...][]string{failures[:], p.FailWords} {
		for _, word := range words {
			if n := wordPrefix(s, word); n > 0 && ends(word, s[n:]) {
				return true
			}
		}
	}
	return false
}

// mayFail reports whether a word that says fail may begin with first.
func (p *Prose) MayFail(first byte) bool {
	switch chars.Lower(first) {
	case 'f', 'r', 'd', 'n', 'c', 'u':
		return true
	}
	return len(p.FailWords) > 0
}

// saysNo reports whether the value of a label is no or another of words, alone
// or before a reason, or has a cross in front.
func SaysNo(value string, words []string) bool {
	decor, crossed := DecorEnd(value)
	if crossed {
		return true
	}
	value = value[decor:min(len(value), decor+MaxProse)]
	for _, word := range words {
		if rest, ok := CutWord(value, word); ok && !goesOn(strings.TrimLeft(rest, "`*_\"'")) {
			return true
		}
	}
	return false
}

// endsOrExplains reports whether rest, which follows a word that says fail, ends
// its cell or gives a reason for the fail.
func endsOrExplains(word, rest string) bool {
	return endsCell(rest) || !StartsWord(rest) && explains(word, rest)
}

// explains reports whether rest, which follows a word that says fail, gives a
// reason for it; "failed: 0" and "failed: none of them" do not, while "rejected:
// none of it works", "failed: no tests were added" and "fail (0/5)" do.
func explains(word, rest string) bool {
	rest = strings.TrimLeft(rest, " \t*_`")
	reason := strings.TrimLeft(rest, "(:-,;–— \t*_`")
	if len(reason) == len(rest) {
		c, _ := utf8.DecodeRuneInString(rest)
		return strings.ContainsRune(".![→…", c) || StartsWithAny(rest, noTails[3:])
	}
	counts := strings.HasPrefix(word, "fail") && word != "fail"
	for _, none := range nothings {
		more, ok := CutWord(reason, none)
		switch {
		case !ok:
		case counts && none == "0":
			return saysMet(more)
		case counts:
			return !onlyCounts(more)
		case rest[0] == '(' && strings.HasPrefix(more, "/"):
			return true
		case !StartsWord(strings.TrimLeft(more, " \t")):
			return false
		}
	}
	return true
}

// saysMet reports whether rest, which follows a 0, says that so many were met:
// "0 of 5 passed", but not "0 passed: 12".
func saysMet(rest string) bool {
	clause, after := cutClause(rest, ":,;.)|\n")
	if strings.HasPrefix(after, ":") {
		return false
	}
	for _, word := range wordsOf(clause) {
		if WordIn([]string{"met", "satisfied", "fulfilled", "pass", "passed", "passing", "succeeded"}, word) {
			return true
		}
	}
	return false
}

// onlyCounts reports whether rest, which follows a "no" or "none" of what
// failed, says up to the next punctuation no more than of what there is none.
func onlyCounts(rest string) bool {
	clause, _ := cutClause(rest, ":,;.()|\n")
	for _, word := range wordsOf(clause) {
		if lenient.DigitsEnd(word, 0) < len(word) && !WordIn(countedWords[:], word) {
			return false
		}
	}
	return true
}

// cutClause cuts s at the first of stops, or after maxProse bytes.
func cutClause(s, stops string) (clause, after string) {
	end := min(len(s), MaxProse)
	if i := strings.IndexAny(s[:end], stops); i >= 0 {
		end = i
	}
	return s[:end], s[end:]
}

// wordsOf returns the words of s: runs of letters and digits.
func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return !IsLetterOrDigit(c) })
}

// countedWords are the words of which, and with which, there are none.
var countedWords = [...]string{"of", "out", "the", "them", "these", "those", "all", "new", "test", "tests", "check", "checks",
	"case", "cases", "criteria", "item", "items", "unit", "suites", "specs", "files", "regressions", "errors", "failures", "issues",
	"problems", "failed", "failing", "found", "observed", "seen", "at", "so", "far", "for", "this", "change", "total"}

// nothings are what stands after a label of which there is none.
var nothings = [...]string{"no", "none", "false", "0", "null", "n/a"}

// overallLabels are what a verifier calls its word on the whole.
var overallLabels = [...]string{"overall", "final", "conclusion", "result", "outcome", "decision", "recommendation", "judgment",
	"judgement", "assessment", "evaluation", "answer", "review", "status", "grade"}

// wholeLabels are those that an item of a list may begin with, too, and names of
// the verdict on the whole.
var WholeLabels = [...]string{"overall", "final"}

// maxLabel is how many words a label may have.
const maxLabel = 4

// isOverall reports whether the line that before ends in is a label for the
// whole: a few words, of which the first or the last is one of overallLabels. An
// item of a list is a label for one thing, unless it begins with one of
// wholeLabels, its number aside, and ends in one of overallLabels. fromStart says
// that nothing stands in front of before.
func IsOverall(before string, fromStart bool) bool {
	line := strings.LastIndexByte(before, '\n')
	if line < 0 && !fromStart {
		return false
	}
	words := wordsOf(before[line+1:])
	if len(words) == 0 || len(words) > maxLabel {
		return false
	}
	first, last := words[0], words[len(words)-1]
	if !IsItem(before[line+1:]) {
		return WordIn(overallLabels[:], first) || WordIn(overallLabels[:], last)
	}
	if len(words) > 1 && lenient.DigitsEnd(first, 0) == len(first) {
		first = words[1]
	}
	return WordIn(WholeLabels[:], first) && WordIn(overallLabels[:], last)
}

// isItem reports whether line is an item of a list.
func IsItem(line string) bool {
	start := 0
	for start < len(line) && (line[start] == ' ' || line[start] == '\t' || line[start] == '>') {
		start++
	}
	number := lenient.DigitsEnd(line, start)
	marker := line[number:]
	if len(marker) < 2 || marker[1] != ' ' {
		return strings.HasPrefix(marker, "•")
	}
	if number > start {
		return marker[0] == '.' || marker[0] == ')'
	}
	return marker[0] == '-' || marker[0] == '*' || marker[0] == '+'
}

// endsCell reports whether nothing more is said before the line, cell or tag
// ends that s goes on with.
func endsCell(s string) bool {
	underscores := len(s) - len(strings.TrimLeft(s, "_"))
	if StartsWord(s[underscores:]) { // fail_fast
		return false
	}
	for i, c := range s {
		switch {
		case c == '\n' || c == '|' || c == '<' && i > 0 || strings.HasPrefix(s[i:], "</"):
			return true
		case IsLetterOrDigit(c) || c == '{' || c == '(':
			return false
		}
	}
	return true
}

// decorEnd returns the end of what s begins with that is neither a letter nor a
// digit, but for a line end, a brace and the bar of a table: emoji, brackets,
// tags. It looks at maxProse bytes. crossed reports whether a cross or the like is in it.
func DecorEnd(s string) (end int, crossed bool) {
	s = s[:min(len(s), MaxProse)]
	for end < len(s) {
		c, n := utf8.DecodeRuneInString(s[end:])
		switch {
		case c == '<' && !strings.HasPrefix(s[end:], "</"):
			n = TagLen(s[end:])
		case c == '[' && len(s) > end+2 && chars.Lower(s[end+1]) == 'x' && s[end+2] == ']':
			n = len("[x]")
		case c >= '0' && c <= '9' && strings.HasPrefix(s[lenient.DigitsEnd(s, end):], ". "): // a list
			n = lenient.DigitsEnd(s, end) - end + len(". ")
		case c == '\n', c == '{', c == '|', c == '<', IsLetterOrDigit(c):
			return end, crossed
		}
		crossed = crossed || isCross(c)
		end += n
	}
	return end, crossed
}

// isCross reports whether c is a picture that says fail.
func isCross(c rune) bool {
	switch c {
	case '❌', '✗', '✘', '✖', '❎', '👎', '⛔', '🚫', '🔴':
		return true
	}
	return false
}

// tagLen returns the length of the tag that s begins with, or 1.
func TagLen(s string) int {
	if i := strings.IndexAny(s[:min(len(s), maxTag)], ">\n"); i > 0 && s[i] == '>' {
		return i + 1
	}
	return 1
}

// says returns what the next limit words of s say, on the line that has the
// first of them: fail if any does, else pass if any does. Once a word was read,
// each of stops ends it.
func (p *Prose) Says(s string, limit int, stops string) Says {
	s = s[:min(len(s), MaxProse)]
	said := SaysUnclear
	last := proseOther
	for words := 0; words < limit && s != ""; {
		c, n := utf8.DecodeRuneInString(s)
		switch {
		case c == '{', c == '\n' && words > 0, words > 0 && strings.ContainsRune(stops, c):
			return said
		case isCross(c):
			return SaysFail
		case c == '<':
			n = TagLen(s)
		case IsLetterOrDigit(c):
			n = proseWordEnd(s)
			kind := p.kindOf(s, n)
			switch {
			case kind == proseFail, kind == proseChange && last == proseChange, kind == proseDoubt && !goesOn(s[n:]):
				return SaysFail
			case kind == prosePass && n < len(s) && (s[n] == '/' || s[n] == '|'): // "(pass/fail)"
				n += 1 + proseWordEnd(s[n+1:])
			case kind == prosePass && settles(s[n:]):
				return SaysPass
			case kind == prosePass:
				said = SaysPass
			}
			last = kind
			words++
		}
		s = s[n:]
	}
	return said
}

// settles reports whether rest, which follows an assent, is a remark on it that
// does not take it back.
func settles(rest string) bool {
	rest = strings.TrimLeft(rest, " \t*_`")
	if c, _ := utf8.DecodeRuneInString(rest); !strings.ContainsRune(",.;(-–—", c) || rest == "" {
		return false
	}
	line, _, _ := strings.Cut(rest, "\n")
	for _, word := range [...]string{"but", "except", "however", "unless", "though", "fail", "reject", "denied", "declined", "wrong"} {
		if strings.Contains(strings.ToLower(line), word) {
			return false
		}
	}
	return true
}

// proseWordEnd returns the end of the word that s begins with.
func proseWordEnd(s string) int {
	for i, c := range s {
		if !IsLetterOrDigit(c) && c != '\'' && c != '’' {
			return i
		}
	}
	return len(s)
}

// kindOf returns the kind of the word s[:n].
func (p *Prose) kindOf(s string, n int) proseKind {
	if StartsWithAny(s, p.FailWords) {
		return proseFail
	}
	if StartsWithAny(s, p.PassWords) {
		return prosePass
	}
	var buf [16]byte
	word := s[:n]
	if len(word) > len(buf) {
		return proseOther
	}
	folded := buf[:len(word)]
	for i := range len(word) {
		folded[i] = chars.Lower(word[i])
	}
	if kind, ok := proseKinds[string(folded)]; ok {
		return kind
	}
	if strings.HasSuffix(string(folded), "n't") || strings.HasSuffix(string(folded), "n’t") {
		return proseFail
	}
	return proseOther
}

// goesOn reports whether rest, which follows a word, goes on with another one
// that the first may belong to; not with "pass", "way" or a reason.
func goesOn(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	if !StartsWord(rest) {
		return len(rest) > 1 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9'
	}
	return !StartsWithAny(rest, noTails[:])
}

// noTails are what may follow a "no" that is a fail.
var noTails = [...]string{"pass", "way", "go", "because", "since", "as"}

// startsWithAny reports whether s begins with one of words, alone.
func StartsWithAny(s string, words []string) bool {
	for _, word := range words {
		if _, ok := CutWord(s, word); ok {
			return true
		}
	}
	return false
}
