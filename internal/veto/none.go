package veto

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

const (
	blanks = " \t\r"
	quotes = "\"'`*_\\“”‘’«»"
)

// nothings are what a judge writes in place of a veto or a finding. more says that
// anything may follow: "none found in the diff" is none, "none of it works" is not.
var nothings = [...]struct {
	text string
	more bool
}{
	{"none", false}, {"none found", true}, {"none raised", true}, {"none needed", true}, {"none required", true},
	{"none applicable", true}, {"none here", true},
	{"nothing", false}, {"nothing found", true}, {"nothing to report", true},
	{"no", false}, {"no veto", true}, {"no vetoes", true}, {"no issues", false}, {"no issues found", true}, {"no findings", false},
	{"no blocking issues", false}, {"no blocking issues found", true}, {"no blockers", false},
	{"not blocking", false}, {"non blocking", false}, {"not needed", true}, {"not required", true}, {"not applicable", true},
	{"not raised", true}, {"not warranted", true}, {"not justified", true}, {"not triggered", true}, {"not necessary", true},
	{"not met", true}, {"isn't needed", true}, {"isn't warranted", true},
	{"false", false}, {"null", false}, {"nil", false}, {"n/a", false},
	{"0", false}, {"0 found", true}, {"0 veto", true}, {"0 vetoes", true},
	{"zero", false}, {"zero found", true}, {"zero veto", true}, {"zero vetoes", true},
}

// IsNothing reports whether all of text says that there is nothing.
func IsNothing(text string) bool {
	text = strings.TrimFunc(text, func(c rune) bool { return vocab.IsMark(c) || c == '.' })
	for _, none := range nothings {
		if vocab.SameWord(none.text, text) {
			return true
		}
	}
	return text == ""
}

// SaysNothing reports whether text, the value of a label, begins by saying that
// there is nothing: none, no, 0, false, null, [], {} or "".
func SaysNothing(text string) bool {
	for _, empty := range [...]string{"[]", "{}", `""`, "''", `\"\"`} {
		if strings.HasPrefix(text, empty) || len(empty) == 2 && strings.HasPrefix(text, empty[:1]) && strings.HasPrefix(strings.TrimLeft(text[1:], blanks+"\n"), empty[1:]) {
			return true
		}
	}
	text = strings.TrimLeftFunc(text, func(c rune) bool {
		return strings.ContainsRune(blanks+quotes+"([{<", c) || c >= utf8.RuneSelf && !vocab.IsLetterOrDigit(c)
	})
	for _, none := range nothings {
		if rest, ok := vocab.CutWord(text, none.text); ok && (none.more || endsThere(rest)) {
			return true
		}
	}
	return false
}

// endsThere reports whether rest, which follows a word, says nothing more of it:
// neither another word nor the other half of a compound or a number.
func endsThere(rest string) bool {
	rest = strings.TrimLeft(rest, blanks+quotes)
	if rest != "" && strings.IndexByte("-./", rest[0]) >= 0 {
		return !vocab.StartsWord(rest[1:])
	}
	return !vocab.StartsWord(rest)
}

// separators part a label from its value. A comma does not: "1 veto, 0 notes".
const separators = ":=?(|>-–—→："

// value returns what follows the word after a separator, and whether there is one.
func (w *word) value() (string, bool) {
	rest := strings.TrimLeft(w.text[w.end:min(len(w.text), w.end+window)], blanks+quotes+")]")
	value := strings.TrimLeft(rest, separators+blanks)
	return value, value != rest && !vocab.StartsWord(rest)
}

// noneFollows reports whether what follows the word says that there is none.
func (w *word) noneFollows() bool {
	rest := strings.TrimLeft(w.text[w.end:min(len(w.text), w.end+window)], blanks+quotes+")]")
	if strings.HasPrefix(rest, "|") {
		line, _, _ := strings.Cut(rest[1:], "\n")
		cell, _, closed := strings.Cut(line, "|")
		return isEmptyCell(cell) && (closed || strings.TrimSpace(cell) != "") // else its row ends
	}
	value, ok := w.value()
	if !ok {
		return w.isNotNeeded(rest)
	}
	if below := strings.TrimLeft(value, quotes+blanks+")]"); below == "" || below[0] == '\n' {
		return w.noneBelow(below)
	}
	if strings.TrimLeft(rest, "-") != rest && vocab.StartsWord(strings.TrimLeft(rest, "-")) { // veto-free, veto-worthy
		return startsAny(strings.TrimLeft(rest, "-"), []string{"free"})
	}
	return SaysNothing(value)
}

// isNotNeeded reports whether rest, which follows the word directly, says that there
// is none: "veto is not needed", "vetoes: none" without its colon.
func (w *word) isNotNeeded(rest string) bool {
	if rest == "" || rest[0] == '\n' {
		return isHeading(w.before()) && w.noneBelow(rest)
	}
	for _, is := range [...]string{"is", "was", "are", "were"} {
		if after, ok := vocab.CutWord(rest, is); ok {
			rest = strings.TrimLeft(after, blanks)
			return vocab.StartsWord(rest) && startsAny(rest, []string{"not"}) && SaysNothing(rest)
		}
	}
	return startsAny(rest, []string{"free", "none", "not", "isn't"}) && SaysNothing(rest)
}

// noneBelow reports whether the next line that is not blank says that there is none.
func (w *word) noneBelow(rest string) bool {
	line, _, _ := strings.Cut(strings.TrimLeft(rest, blanks+"\n"), "\n")
	return strings.TrimSpace(line) != "" && IsNothing(strings.TrimLeft(line, "-*+• \t([_"))
}

// isEmptyCell reports whether cell, of a table, says that there is nothing.
func isEmptyCell(cell string) bool { return IsNothing(strings.Trim(cell, blanks+quotes+"–—-")) }

// startsAny reports whether s begins with one of words, alone.
func startsAny(s string, words []string) bool { return vocab.StartsWithAny(s, words) }

// isHeading reports whether a line that begins with before is a heading.
func isHeading(before string) bool {
	return strings.HasPrefix(strings.TrimLeft(before, blanks+">"), "#")
}

// The words of negations. A negation counts only if it governs the word: between
// them stand words that carry it on, "no reason to veto", and no others, "no tests,
// a veto".
var (
	negators = [...]string{"no", "not", "never", "without", "neither", "nor", "non", "cannot", "none", "nothing", "nobody", "zero", "0"}
	carriers = [...]string{"a", "an", "any", "the", "my", "our", "hard", "single", "actual", "real", "formal", "to", "for", "of", "with", "as", "be", "been",
		"see", "find", "found", "have", "has", "had", "think", "warrant", "warrants", "justify", "justifies", "deserve", "deserves", "merit", "merits",
		"need", "needs", "require", "requires", "constitute", "constitutes", "issue", "raise", "raised", "cast", "use", "recommend", "worth", "going",
		"want", "wish", "plan", "intend", "grounds", "ground", "reason", "reasons", "cause", "case", "basis", "anything", "enough", "amount", "rise",
		"level", "severe", "serious", "would", "should", "will", "could", "must", "do", "did", "does", "or", "blocking", "blocker", "blockers", "note", "notes"}
	// carriersOn stand between two negations of which one takes the other back: "no
	// reason why I should not veto".
	carriersOn = [...]string{"why", "i", "we", "that", "it"}
	// undoers stand before a negation that is none: "if not a veto", "why not veto",
	// "hard not to veto".
	undoers = [...]string{"if", "why", "how", "who", "or", "whether", "hard", "difficult", "impossible"}
	// articles and the like go on, on the next line, too.
	articles = [...]string{"a", "an", "any", "to", "the"}
)

// isNegated reports whether a negation governs the word. Two of them, or one in
// doubt, do not count.
func (w *word) isNegated() bool {
	before := w.text[max(0, w.start-window):w.start]
	negations := 0
	for {
		rest, word, ok := lastWord(before)
		switch {
		case !ok:
			return negations%2 == 1
		case isNegator(word):
			if word == "0" && (strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "/") || w.isLabel()) {
				return false
			}
			negations++
		case negations > 0 && vocab.WordIn(undoers[:], word):
			return false
		case vocab.WordIn(carriers[:], word), negations > 0 && vocab.WordIn(carriersOn[:], word):
		default:
			return negations%2 == 1
		}
		before = rest
	}
}

// isLabel reports whether a colon follows the word.
func (w *word) isLabel() bool {
	return strings.HasPrefix(strings.TrimLeft(w.after(), blanks+quotes), ":")
}

// isNegator reports whether word negates: no, never, isn't.
func isNegator(word string) bool {
	return vocab.WordIn(negators[:], word) || strings.HasSuffix(strings.ReplaceAll(strings.ToLower(word), "’", "'"), "n't")
}

// lastWord returns the last word of s and what stands before it; false where a clause
// ends between the word and the end of s. A line ends one, unless it ends in an
// article.
func lastWord(s string) (rest, word string, ok bool) {
	lines := false
	for s != "" {
		c, n := utf8.DecodeLastRuneInString(s)
		switch {
		case vocab.IsLetterOrDigit(c):
			start := strings.LastIndexFunc(s, func(c rune) bool { return !vocab.IsLetterOrDigit(c) && c != '\'' && c != '’' }) + 1
			for start > 0 && strings.HasPrefix(s[start:], "'") {
				start++
			}
			word = s[start:]
			return s[:start], word, !lines || vocab.WordIn(articles[:], word)
		case c == '\n':
			if lines {
				return s, "", false
			}
			lines = true
		case strings.ContainsRune(blanks+quotes, c), c == '-' && endsWord(s[:len(s)-n]), chars.IsInvisible(c):
		default:
			return s, "", false
		}
		s = s[:len(s)-n]
	}
	return s, "", false
}

// endsWord reports whether s ends in a letter or digit.
func endsWord(s string) bool {
	c, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && vocab.IsLetterOrDigit(c)
}
