// Package veto finds where a text speaks of a veto. One detector says both that a
// report is in doubt and what is kept of it: a mention that is not negated, and
// among the mentions those that state a veto. It knows lines, words, names of code
// and tables, but no report and no JSON.
package veto

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

const (
	// Word is the stem of all that is looked for.
	Word = "veto"
	// blocking is looked for as the value of a severity alone: as a word of prose
	// it says too much else.
	blocking = "blocking"
	// severity is the label that both stand after.
	severity = "severity"
	// window is how far around a word is looked, so that a text in which vetoes
	// crowd is not read again for each.
	window = vocab.MaxProse
	// maxIdent is how long a name is that the word may be a part of.
	maxIdent = 64
)

// A Mention is a place where a text speaks of a veto, or says that a severity is
// blocking.
type Mention struct {
	Start    int    // of the word
	Blocking bool   // and not a veto
	Stated   bool   // it is stated, and not only spoken of
	Text     string // what is said: what follows a label, else the line, or what of it is near
}

// A Source says what a text is, which decides how much must be there to state a veto.
type Source uint8

const (
	Prose  Source = iota // what a judge wrote around a report
	Quoted               // a string of a report: evidence may speak of vetoes
)

// Mentions calls each with the mention of every line of text[start:end] that has
// one, a stated one before others. What stands around it in text says what it means.
func Mentions(text string, start, end int, source Source, each func(Mention)) {
	var best Mention
	found, lineEnd := false, 0
	flush := func() {
		if found {
			each(best)
		}
		found = false
	}
	letters := chars.NewSeeker(text[:end], "vVbB")
	for at := letters.From(start); at < end; at = letters.From(at + 1) {
		if !begins(text[at:end]) {
			continue
		}
		if at >= lineEnd {
			flush()
			lineEnd = chars.IndexFrom(text[:end], at, '\n')
		}
		if found && best.Stated && !best.Blocking {
			continue
		}
		m, ok := mentionAt(text, at, source)
		if ok && (!found || rank(m) > rank(best)) {
			best, found = m, true
		}
	}
	flush()
}

// begins reports whether one of the words that are looked for may begin s.
func begins(s string) bool {
	return chars.KeyPrefix(s, Word) >= 0 || chars.KeyPrefix(s, blocking) >= 0
}

// rank orders the mentions of one line.
func rank(m Mention) int {
	switch {
	case m.Blocking:
		return 0
	case m.Stated:
		return 2
	}
	return 1
}

// A word is where a text may speak of a veto: text[start:end] is the word, or the
// name that it is a part of.
type word struct {
	text       string
	start, end int
	source     Source
}

// mentionAt returns the mention that begins at at, where one of the words does.
func mentionAt(text string, at int, source Source) (Mention, bool) {
	if n := chars.KeyPrefix(text[at:], blocking); n > 0 {
		w := word{text, at, at + n, source}
		if identStart(text, at) < at || identEnd(text, w.end) > w.end || w.isTemplate() || !w.statesSeverity() || !w.endsValue() || w.noneFollows() {
			return Mention{}, false
		}
		return Mention{at, true, true, w.line()}, true
	}
	n := chars.KeyPrefix(text[at:], Word)
	w := word{text, identStart(text, at), identEnd(text, at+n), source}
	if !isForm(text[at+n:w.end]) || w.start < at {
		return w.named(at, at+n)
	}
	if w.isName() && !w.followsSeverity() || w.isNegated() || w.noneFollows() || w.isTemplate() || w.isEmptyColumn() {
		return Mention{}, false
	}
	said, begins := w.begun()
	if begins && vocab.IsPlaceholder(said) { // "VETO..."
		said = w.line()
	}
	if begins {
		return Mention{w.start, false, true, said}, true
	}
	return Mention{w.start, false, w.isStated(), w.line()}, true
}

// named returns the mention by a name that the word, at text[at:end], is a part of:
// "veto_reason: leaks", "hasVeto: true". It is one if it begins or ends with the
// word, stands before a value, and that says something.
func (w *word) named(at, end int) (Mention, bool) {
	value, ok := w.value()
	isFlag := startsAny(strings.TrimLeft(value, blanks+quotes), []string{"true", "yes", "1"})
	if !ok || w.start < at && w.end > end && !isFlag || w.isName() || w.noneFollows() {
		return Mention{}, false
	}
	if decor, _ := vocab.DecorEnd(w.text[w.lineStart():w.start]); w.lineStart()+decor >= w.start {
		return Mention{w.start, false, true, trimSaid(w.text[max(w.start, at+len(Word)):w.lineEnd()])}, true
	}
	return Mention{w.start, false, false, w.line()}, true
}

// isForm reports whether suffix, which follows the stem, makes a form of the word.
func isForm(suffix string) bool {
	switch len(suffix) {
	case 0:
		return true
	case 1, 2, 3:
		return vocab.WordIn([]string{"es", "s", "ed", "ing"}, suffix)
	}
	return false
}

// identStart returns where the name that holds the offset at starts: letters,
// digits and _, but for those that it begins with, and an escape before it.
func identStart(text string, at int) int {
	from := max(0, at-maxIdent)
	start := at - len(text[from:at]) + strings.LastIndexFunc(text[from:at], notInIdent)
	if start < from {
		start = from
	} else {
		_, n := utf8.DecodeRuneInString(text[start:])
		start += n
	}
	if start > 0 && text[start-1] == '\\' && start < at {
		switch text[start] {
		case 'n', 'r', 't', 'b', 'f':
			start++
		case 'u':
			start = min(at, start+len("u0022"))
		}
	}
	for start < at && text[start] == '_' {
		start++
	}
	return start
}

// identEnd returns where the name that holds the offset at ends, but for the _ that
// it ends with.
func identEnd(text string, at int) int {
	end := min(len(text), at+maxIdent)
	if i := strings.IndexFunc(text[at:end], notInIdent); i >= 0 {
		end = at + i
	}
	for end > at && text[end-1] == '_' {
		end--
	}
	return end
}

func notInIdent(c rune) bool { return c != '_' && !vocab.IsLetterOrDigit(c) }

// lineStart returns where the line of the word starts, or where the window does.
func (w *word) lineStart() int {
	from := max(0, w.start-window)
	return from + strings.LastIndexByte(w.text[from:w.start], '\n') + 1
}

// lineEnd returns where the line of the word ends, or where the window does.
func (w *word) lineEnd() int {
	return chars.IndexFrom(w.text[:min(len(w.text), w.end+window)], w.end, '\n')
}

// line returns what stands near the word on its line.
func (w *word) line() string {
	return strings.TrimSpace(strings.ToValidUTF8(w.text[w.lineStart():w.lineEnd()], ""))
}

// before returns the text of the line before the word.
func (w *word) before() string { return w.text[w.lineStart():w.start] }

// after returns the text of the line after the word.
func (w *word) after() string { return w.text[w.end:w.lineEnd()] }
