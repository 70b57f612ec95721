package jury

import (
	"strings"
	"unicode/utf8"
)

const (
	// nearLabel is how many words after a pass key used as a label are read:
	// "pass: absolutely not".
	nearLabel = 4
	// nearVerdict is how many words after the word verdict are read: "the
	// verdict on this submission is a clear fail".
	nearVerdict = 8
	// maxTag is how long a tag is that is skipped in prose.
	maxTag = 24
)

// Words of prose that decide. They are read only beside a passing verdict, and
// only against it.
var (
	// alone are what says fail when it is all that a line, a table cell, or the
	// value of any label says.
	alone = [...]string{"fail", "fails", "failed", "failing", "failure", "reject", "rejected", "denied",
		"not passed", "not approved", "not accepted", "request changes", "changes requested", "needs work", "needs revision"}
	// negatives are what says fail after a label.
	negatives = [...]string{"fails", "rejects", "rejecting", "rejection", "denies", "blocks", "unacceptable", "insufficient",
		"unsatisfactory", "nope", "never", "not", "cannot", "needs", "none", "null", "unclear", "unsure", "unknown",
		"undetermined", "undecided", "inconclusive", "pending", "abstain"}
	// positives are what says pass after a label, besides the assents.
	positives = [...]string{"passes", "approves", "accepts", "lgtm"}
)

// A prose says which words speak for and against a pass.
type prose struct {
	passWords, failWords []string
}

// failsAt reports whether prose that says fail begins at the start of s: with
// the word verdict and what follows it, or after a line end or >, alone.
func (p *prose) failsAt(s string) bool {
	const verdict = "verdict"
	if s[0] == '>' || s[0] == '\n' {
		return p.failsAlone(s[1:])
	}
	return len(s) > len(verdict) && strings.EqualFold(s[:len(verdict)], verdict) &&
		p.says(s[len(verdict):], nearVerdict, ".") == saysFail
}

// failsAlone reports whether the line, cell or tag that s begins with says fail
// and nothing else.
func (p *prose) failsAlone(s string) bool {
	s = s[decorEnd(s):]
	if s == "" || strings.IndexByte("frdnc", lower(s[0])) < 0 {
		return false
	}
	for _, word := range alone {
		if n := wordPrefix(s, word); n > 0 && endsCell(s[n:]) {
			return true
		}
	}
	return false
}

// endsCell reports whether nothing more is said before the line, cell or tag
// ends that s goes on with.
func endsCell(s string) bool {
	for i, c := range s {
		switch {
		case c == '\n' || c == '|' || c == '<' && i > 0 || strings.HasPrefix(s[i:], "</"):
			return true
		case isLetterOrDigit(c) || c == '{' || c == '(' || c == '_' && i == 0:
			return false
		}
	}
	return true
}

// decorEnd returns the end of what s begins with that is neither a letter nor a
// digit, but for a line end, a brace and the bar of a table: emoji, brackets,
// tags.
func decorEnd(s string) int {
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '<':
			n = tagLen(s[i:])
		case strings.HasPrefix(s[i:], "[x]"), strings.HasPrefix(s[i:], "[X]"):
			n = len("[x]")
		case c == '\n', c == '{', c == '|', isLetterOrDigit(c):
			return i
		}
		i += n
	}
	return len(s)
}

// tagLen returns the length of the tag that s begins with, or 1.
func tagLen(s string) int {
	if i := strings.IndexAny(s[:min(len(s), maxTag)], ">\n"); i > 0 && s[i] == '>' {
		return i + 1
	}
	return 1
}

// says returns what the first of limit words of s that decides says, on the
// line that has the first word. Once a word was read, each of stops ends it.
func (p *prose) says(s string, limit int, stops string) says {
	last := ""
	for words := 0; words < limit && s != ""; {
		c, n := utf8.DecodeRuneInString(s)
		switch {
		case c == '{', c == '\n' && words > 0, words > 0 && strings.ContainsRune(stops, c):
			return saysUnclear
		case strings.ContainsRune("❌✗✘✖👎⛔🚫", c):
			return saysFail
		case strings.ContainsRune("✅✔👍", c):
			return saysPass
		case c == '<':
			n = tagLen(s)
		case isLetterOrDigit(c):
			n = proseWordEnd(s)
			if said := p.wordSays(last, s, n); said != saysUnclear {
				return said
			}
			last = s[:n]
			words++
		}
		s = s[n:]
	}
	return saysUnclear
}

// proseWordEnd returns the end of the word that s begins with.
func proseWordEnd(s string) int {
	for i, c := range s {
		if !isLetterOrDigit(c) && c != '\'' && c != '’' {
			return i
		}
	}
	return len(s)
}

// wordSays returns what the word s[:n] says that follows the word last.
func (p *prose) wordSays(last, s string, n int) says {
	word, rest := s[:n], s[n:]
	negated := strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t") || strings.HasSuffix(word, "N'T")
	switch {
	case wordIn(p.passWords, word), wordIn(assents[:], word) && word != "y", wordIn(positives[:], word):
		return saysPass
	case sameWord(word, "no"), sameWord(word, "n"), word == "0", sameWord(word, "f"):
		// "no problems", "0 errors" and "F for effort" are no fails.
		if !goesOn(rest) {
			return saysFail
		}
	case negated, wordIn(negatives[:], word), wordIn(refusals[:], word), startsWithAny(s, p.failWords), startsWithAny(s, alone[:]):
		return saysFail
	case sameWord(last, "changes") && sameWord(word, "requested"):
		return saysFail
	}
	return saysUnclear
}

// goesOn reports whether rest, which follows a word, goes on with another one
// that the first may belong to; not with "pass", "way" or a reason.
func goesOn(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	if c, _ := utf8.DecodeRuneInString(rest); !isLetterOrDigit(c) {
		return strings.HasPrefix(rest, ".") && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9'
	}
	return !startsWithAny(rest, []string{"pass", "way", "go", "because", "since", "as"})
}

// startsWithAny reports whether s begins with one of words, alone.
func startsWithAny(s string, words []string) bool {
	for _, word := range words {
		if n := wordPrefix(s, word); n > 0 && (n == len(s) || !startsWord(s[n:])) {
			return true
		}
	}
	return false
}

// startsWord reports whether s begins with a letter or digit.
func startsWord(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return isLetterOrDigit(c)
}
