package veto

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// begun returns what the line says after the word, if that begins it or a sentence,
// marks and brackets aside, and states a veto: "**VETO:** leaks". In a string of a report,
// "veto power" states none.
func (w *word) begun() (said string, ok bool) {
	if !w.beginsLine() && !w.beginsSentence() {
		return "", false
	}
	said = trimSaid(w.after())
	if vocab.SameWord(Word, w.text[w.start:w.end]) {
		return said, w.source == Prose || !vocab.StartsWord(strings.TrimLeft(w.after(), " ")) || startsAny(said, reasons[:])
	}
	if _, ok := w.value(); ok && said != "" { // else it stands above a list, which may be empty
		return said, true
	}
	isVerb := vocab.WordIn([]string{"vetoed", "vetoing"}, w.text[w.start:w.end])
	if strings.Trim(said, ".!") == "" {
		return said, isVerb || w.listFollows()
	}
	return said, isVerb && startsAny(said, reasons[:])
}

// reasons are words that a veto goes on with in a sentence of its own.
var reasons = [...]string{"because", "since", "as", "this", "due", "until", "unless", "it"}

// trimSaid returns what a line says after a label.
func trimSaid(s string) string {
	return strings.TrimFunc(s, func(c rune) bool { return vocab.IsMark(c) || strings.ContainsRune(":)]—–", c) })
}

// beginsLine reports whether the word begins its line, but for decoration.
func (w *word) beginsLine() bool {
	line := w.lineStart()
	before := w.text[line:w.start]
	if number, rest, ok := strings.Cut(strings.TrimLeft(before, blanks+">"), ") "); ok && len(number) <= 2 {
		before = rest // "1) "
	}
	decor, _ := vocab.DecorEnd(before)
	return decor >= len(before) && w.isLineStart(line)
}

// beginsSentence reports whether a sentence ends before the word.
func (w *word) beginsSentence() bool {
	before := strings.TrimRight(w.before(), blanks+quotes)
	return before != "" && len(before) < len(w.before()) && strings.IndexByte(".!?", before[len(before)-1]) >= 0
}

// listFollows reports whether the next line that is not blank is an item of a list.
func (w *word) listFollows() bool {
	rest := w.text[w.end:min(len(w.text), w.end+window)]
	_, below, _ := strings.Cut(rest, "\n")
	return vocab.IsItem(strings.TrimLeft(below, blanks+"\n"))
}

// isLineStart reports whether a line starts at the offset, and not only the window.
func (w *word) isLineStart(at int) bool { return at == 0 || w.text[at-1] == '\n' }

// isStated reports whether the word, which does not begin its line, states a veto.
func (w *word) isStated() bool {
	return w.statesSeverity() || w.isTag() || w.isMarked() || w.isValue() || w.isTitle() || w.isHeader() || w.isCounted() || w.isSaidBy()
}

// statesSeverity reports whether the word is the value of a severity. In a string of
// a report that must begin the line.
func (w *word) statesSeverity() bool {
	start, ok := w.severityStart()
	if !ok || w.source == Prose {
		return ok
	}
	line := w.lineStart()
	decor, _ := vocab.DecorEnd(w.text[line:start])
	return line+decor >= start && w.isLineStart(line)
}

// followsSeverity reports whether a severity is what the word is the value of.
func (w *word) followsSeverity() bool {
	_, ok := w.severityStart()
	return ok
}

// severityStart returns where the label severity starts that the word is the value
// of: "severity: veto", severity="veto", <severity> veto.
func (w *word) severityStart() (int, bool) {
	from := max(0, w.start-window)
	before := w.text[from:w.start]
	label := strings.TrimRightFunc(before, func(c rune) bool {
		return strings.ContainsRune(blanks+quotes+"\n:=>([|：＝", c) || c >= utf8.RuneSelf && !vocab.IsLetterOrDigit(c)
	})
	if rest, ok := strings.CutSuffix(label, " is"); ok {
		label = strings.TrimRight(rest, blanks+quotes)
	} else if rest, ok := cutEnum(label); ok {
		label = rest
	} else if !strings.ContainsAny(before[len(label):], ":=>([|：＝") {
		return 0, false
	}
	i := chars.KeySuffix(label, severity)
	if i < 0 || endsWord(label[:i]) && !(label[i] == 'S' && label[i-1] >= 'a') {
		return 0, false
	}
	return from + i, true
}

// cutEnum returns label without the dot that makes it the type of an enum: Severity.
func cutEnum(label string) (string, bool) { return strings.CutSuffix(label, ".") }

// endsValue reports whether the word ends its value: it is in quotes, or a mark, a line
// end or a tag follows.
func (w *word) endsValue() bool {
	if c := w.after(); c != "" && strings.IndexByte("\"'`", c[0]) >= 0 && strings.HasSuffix(w.before(), c[:1]) {
		return true
	}
	rest := strings.TrimLeftFunc(w.after(), func(c rune) bool {
		return strings.ContainsRune(blanks+quotes, c) || c >= utf8.RuneSelf && !vocab.IsLetterOrDigit(c) && c != '—' && c != '–'
	})
	return rest == "" || strings.HasPrefix(rest, "—") || strings.HasPrefix(rest, "–") || strings.IndexByte(".,;)]}|<!/", rest[0]) >= 0 || len(rest) < len(w.after()) && strings.IndexByte("-(:", rest[0]) >= 0
}

// endsLine reports whether nothing but marks follows the word on its line.
func (w *word) endsLine() bool {
	return strings.IndexFunc(w.after(), vocab.IsLetterOrDigit) < 0 && !strings.Contains(w.after(), "?")
}

// isTag reports whether the word is the name of a tag.
func (w *word) isTag() bool {
	return strings.HasSuffix(w.before(), "<") && (w.source == Prose || strings.TrimSpace(w.before()) == "<")
}

// isMarked reports whether the word stands alone in brackets, or after a dash at the
// end of its line, as what an item or a heading is marked with: "leaks (veto)".
func (w *word) isMarked() bool {
	before := strings.TrimRightFunc(w.before(), func(c rune) bool {
		return strings.ContainsRune(blanks+quotes, c) || c >= utf8.RuneSelf && !vocab.IsLetterOrDigit(c) && c != '—' && c != '–'
	})
	after := strings.TrimLeft(w.after(), blanks+quotes)
	last, _ := utf8.DecodeLastRuneInString(before)
	switch last {
	case '(', '[':
		return after != "" && strings.IndexByte(")],;:", after[0]) >= 0 &&
			(w.endsLine() || vocab.IsItem(w.before()) || isHeading(w.before()) || w.source == Prose && strings.HasPrefix(after[1:], ":"))
	case '—', '–', '-':
		return w.endsLine()
	}
	return false
}

// maxLabel is how many words a label may have: "My vote on this criterion is: veto".
const maxLabel = 8

// isValue reports whether the word is all that a label or a cell says: "Verdict: VETO".
func (w *word) isValue() bool {
	if !w.endsValue() {
		return false
	}
	before := strings.TrimRightFunc(w.before(), func(c rune) bool {
		return strings.ContainsRune(blanks+quotes, c) || c >= utf8.RuneSelf && !vocab.IsLetterOrDigit(c) && c != '→'
	})
	if enum, ok := strings.CutSuffix(before, "."); ok { // level=Level.VETO
		if enum = enum[:len(enum)-len(enum[identStart(enum, len(enum)):])]; isValueAt(enum) {
			before = enum
		}
	}
	last, n := utf8.DecodeLastRuneInString(before)
	if n == 0 || !strings.ContainsRune(":=|→>", last) {
		return false
	}
	if last == '|' || last == '>' {
		return w.source == Prose
	}
	label := before[:len(before)-n]
	if w.source == Prose && last == '=' {
		return true
	}
	decor, _ := vocab.DecorEnd(label)
	words := strings.Fields(label[decor:])
	stops, most := ".,;:!?", maxLabel
	if w.source == Quoted && last == '=' {
		most = 1
	}
	if w.source == Quoted {
		stops += `{[("` // what code a piece of evidence shows
	}
	return w.isLineStart(w.lineStart()) && len(words) > 0 && len(words) <= most && !strings.ContainsAny(label[decor:], stops)
}

// maxTitle is how many words stand before the word in a label that ends in it: "Hard
// veto: leaks". Evidence has more of its own.
var maxTitle = [...]int{Prose: 4, Quoted: 1}

// isTitle reports whether the word ends a label, or a heading.
func (w *word) isTitle() bool {
	before := w.before()
	decor, _ := vocab.DecorEnd(before)
	words := strings.Fields(before[decor:])
	if !w.isLineStart(w.lineStart()) || len(words) == 0 || len(words) > maxTitle[w.source] || strings.ContainsAny(before[decor:], ".,;:!?(){}[]\"'`|") {
		return false
	}
	rest := strings.TrimLeft(w.after(), quotes+")]")
	if isHeading(before) && strings.TrimSpace(rest) == "" {
		return vocab.SameWord(Word, w.text[w.start:w.end])
	}
	rest, spaced := strings.CutPrefix(rest, " ")
	if strings.HasPrefix(rest, ":") {
		return true
	}
	return spaced && (strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "—") || strings.HasPrefix(rest, "–"))
}

// isCounted reports whether a number that is not 0 stands before the word.
func (w *word) isCounted() bool {
	_, last, _ := lastWord(w.text[max(0, w.start-window):w.start])
	count := strings.Trim(last, "0123456789") == "" && strings.Trim(last, "0") != ""
	return w.source == Prose && (count || vocab.WordIn([]string{"one", "two", "three"}, last))
}

// isHeader reports whether the word is the header of a column; one in which there is
// nothing is no mention at all.
func (w *word) isHeader() bool {
	_, below, _ := strings.Cut(w.text[w.end:min(len(w.text), w.end+maxTable)], "\n")
	return w.source == Prose && isRule(below)
}

// The words between a speaker and a veto, and between the candidate and one.
var (
	speakers = [...]string{"i", "we", "i'm", "i'd", "i'll", "i've", "we're", "we'd", "we'll"}
	givers   = [...]string{"must", "will", "would", "have", "to", "do", "hereby", "therefore", "thus", "also", "am", "are", "should", "shall", "need", "had", "going", "raising", "be",
		"recommend", "suggest", "propose", "vote", "cast", "issue", "raise", "request", "demand", "record", "give", "a", "an", "my", "this", "for",
		"strongly", "firmly", "clearly", "hard", "formal"}
	candidates = [...]string{"change", "verdict", "vote", "decision", "recommendation", "pr", "request", "patch", "submission", "candidate", "diff", "commit", "it", "this", "that", "it's", "that's"}
	verdicts   = [...]string{"is", "are", "be", "being", "was", "gets", "must", "should", "has", "been", "a", "an", "clear", "hard", "definite", "clearly",
		"therefore", "hence", "hereby", "deserves", "warrants", "merits", "earns", "gets", "needs"}
	// openers begin a sentence about a veto as well as one that states it.
	openers = [...]string{"a", "an", "to", "the", "for", "this", "my"}
)

// isSaidBy reports whether the veto is said by whom it takes, or of what it hits: "I
// veto this", "I recommend a veto", "my veto", "the change is vetoed".
func (w *word) isSaidBy() bool {
	before := w.text[max(0, w.start-window):w.start]
	_, last, _ := lastWord(before)
	if vocab.WordIn([]string{"my", "our"}, last) {
		return true
	}
	if reaches(before, givers[:], speakers[:]) || w.source == Prose && w.isFragment(before) {
		return true
	}
	isVerb := vocab.SameWord("vetoed", w.text[w.start:w.end])
	return (isVerb || vocab.WordIn(verdicts[:], last)) && reaches(before, verdicts[:], candidates[:]) && (w.source == Prose || w.endsValue())
}

// isFragment reports whether the veto is all that its clause says, without a speaker:
// "Recommend a veto.", "Must be vetoed", "Therefore a veto."
func (w *word) isFragment(before string) bool {
	says := false
	for {
		rest, word, ok := lastWord(before)
		switch {
		case !ok:
			isTitle := vocab.WordIn([]string{"vetoes", "vetos"}, w.text[w.start:w.end]) // of a list, which may be empty
			return says || !isTitle && (w.endsValue() || w.isLabel()) || startsAny(strings.TrimLeft(w.after(), " "), []string{"from"})
		case !vocab.WordIn(givers[:], word) && !vocab.WordIn(verdicts[:], word):
			return false
		}
		says = says || !vocab.WordIn(openers[:], word)
		before = rest
	}
}

// reaches reports whether walking back over words from the end of before leads to one
// of ends.
func reaches(before string, words, ends []string) bool {
	for {
		rest, word, ok := lastWord(before)
		word = strings.ReplaceAll(word, "’", "'")
		switch {
		case !ok:
			return false
		case vocab.WordIn(ends, word):
			return true
		case !vocab.WordIn(words, word):
			return false
		}
		before = rest
	}
}
