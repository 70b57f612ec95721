package veto

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// isName reports whether the word is a part of the name of a file, package or
// function, of a path, a call or a URL: "veto.go", "pkg/veto", "veto(x)".
func (w *word) isName() bool {
	start, end := w.start, w.end
	for start > max(0, w.start-window) && inPath(w.text[start-1]) {
		start--
	}
	for end < min(len(w.text), w.end+window) && inPath(w.text[end]) {
		end++
	}
	token := w.text[start:end]
	if strings.IndexByte(token, '/') >= 0 && w.isPath(start, end) {
		return true
	}
	if isMember(w.text[end-len(token[w.end-start:]):end]) || w.isCall() {
		return true
	}
	isAll := strings.IndexFunc(w.text[w.lineStart():start]+w.text[end:w.lineEnd()], vocab.IsLetterOrDigit) < 0
	return isQualified(token[:w.start-start]) && !isAll && !w.isLabel() && !isValueAt(w.text[max(0, start-window):start])
}

// inPath reports whether c may stand in a path.
func inPath(c byte) bool { return chars.IsASCIIWord(c) || strings.IndexByte("_-./@%~", c) >= 0 }

// isPath reports whether text[start:end], which holds a slash, is a path, and not
// words of which one may be chosen, or a tag.
func (w *word) isPath(start, end int) bool {
	if start > 0 && w.text[start-1] == '<' && w.text[start] == '/' {
		return true // a tag that closes says what its opener said
	}
	token := strings.TrimRight(w.text[start:end], "./-")
	for _, part := range strings.Split(token, "/") {
		if part != "" && !vocab.WordIn(alternatives[:], part) { // "/veto" and "//veto" are words still
			return true
		}
	}
	return false
}

// alternatives are what a veto is named beside, with a slash between them.
var alternatives = [...]string{"veto", "vetoes", "vetoed", "blocking", "block", "blocked", "blocker", "note", "notes", "reject", "rejected", "fail", "failed", "no", "yes"}

// isMember reports whether rest, which follows the word, goes on as the extension of
// a file or the member of a package: ".go", but not ". The".
func isMember(rest string) bool {
	rest = strings.TrimLeft(rest, "-_")
	for rest != "" && chars.IsASCIIWord(rest[0]) { // veto-rules.md
		rest = rest[1:]
	}
	return len(rest) > 1 && rest[0] == '.' && (rest[1] >= 'a' && rest[1] <= 'z' || rest[1] >= '0' && rest[1] <= '9')
}

// isQualified reports whether before, which the word follows directly, is what a
// member is named after: "jury.", but not "… ".
func isQualified(before string) bool {
	before, ok := strings.CutSuffix(before, ".")
	return ok && (before == "" || endsWord(before))
}

// isValueAt reports whether before ends in what a value follows: "level=".
func isValueAt(before string) bool {
	before = strings.TrimRight(before, blanks+quotes)
	return strings.HasSuffix(before, "=") || strings.HasSuffix(before, ":")
}

// isCall reports whether the word is called: "veto(x)", "veto()", but not
// "veto (x)", "veto(es)", or "veto(blocking): ".
func (w *word) isCall() bool {
	args, ok := strings.CutPrefix(w.text[w.end:w.lineEnd()], "(")
	if !ok {
		return false
	}
	inside, after, closed := strings.Cut(args, ")")
	return inside != "s" && inside != "es" && !(closed && strings.HasPrefix(strings.TrimLeft(after, blanks+quotes), ":"))
}

// isTemplate reports whether the word is one of those of a template, of which one is
// to be chosen: "veto|blocking|note", "veto, blocking or note". The row of a table
// is none.
func (w *word) isTemplate() bool {
	if w.isRow() {
		return false
	}
	seen := choice(w.text[w.start:w.end])
	for rest := w.text[w.end:min(len(w.text), w.end+window)]; ; {
		next, ok := cutJoiner(rest)
		n := identEnd(next, 0)
		if c := choice(next[:n]); !ok || c == 0 || w.isKey(next[n:]) {
			break
		} else {
			seen |= c
		}
		rest = next[n:]
	}
	for rest := w.text[max(0, w.start-window):w.start]; ; {
		next, ok := cutJoinerBefore(rest)
		start := identStart(next, len(next))
		c := choice(next[start:])
		if !ok || c == 0 {
			break
		}
		seen |= c
		rest = next[:start]
	}
	return seen == 1|2|4
}

// choice returns the bit of the severity that is written, or 0.
func choice(text string) int {
	for i, word := range [...]string{Word, blocking, "note"} {
		if vocab.SameWord(word, text) {
			return 1 << i
		}
	}
	return 0
}

// isKey reports whether rest, which follows a severity, makes it a key: "note": …
func (w *word) isKey(rest string) bool {
	return strings.HasPrefix(strings.TrimLeft(rest, blanks+quotes), ":")
}

const joiners = "|/,"

// cutJoiner returns s without what joins one word to choose to the next.
func cutJoiner(s string) (string, bool) {
	next := strings.TrimLeft(s, blanks+quotes+"\n"+joiners)
	or, ok := vocab.CutWord(next, "or")
	if !ok {
		return next, strings.ContainsAny(s[:len(s)-len(next)], joiners)
	}
	return strings.TrimLeft(or, blanks+quotes+"\n"), true
}

// cutJoinerBefore is cutJoiner from the end of s.
func cutJoinerBefore(s string) (string, bool) {
	next := strings.TrimRight(s, blanks+quotes+"\n"+joiners)
	joined := strings.ContainsAny(s[len(next):], joiners)
	if start := identStart(next, len(next)); vocab.SameWord("or", next[start:]) && len(next) < len(s) {
		return strings.TrimRight(next[:start], blanks+quotes+"\n"+joiners), true
	}
	return next, joined
}

// maxTable is how much of a table is looked at for what stands below a word.
const maxTable = 512

// isRow reports whether the word stands in the row of a table: a line that begins
// with a bar, one above the rule of a table, or one above a line of counts.
func (w *word) isRow() bool {
	line := strings.TrimLeft(w.before(), blanks+">")
	if strings.HasPrefix(line, "|") {
		return true
	}
	_, below, _ := strings.Cut(w.text[w.end:min(len(w.text), w.end+maxTable)], "\n")
	return isRule(below) || below != "" && below[0] >= '0' && below[0] <= '9'
}

// isRule reports whether the line that s begins with is the rule below the header of
// a table.
func isRule(s string) bool {
	line, _, _ := strings.Cut(s, "\n")
	return strings.Contains(line, "|") && strings.Contains(line, "-") && strings.Trim(line, "|-: \t\r>") == ""
}

// isEmptyColumn reports whether the word is the header of a column in which every
// cell says that there is nothing.
func (w *word) isEmptyColumn() bool {
	from := max(0, w.start-maxTable)
	before := w.text[from+strings.LastIndexByte(w.text[from:w.start], '\n')+1 : w.start]
	_, below, _ := strings.Cut(w.text[w.end:min(len(w.text), w.end+maxTable)], "\n")
	if !isRule(below) {
		return false
	}
	column := strings.Count(before, "|")
	if !strings.HasPrefix(strings.TrimLeft(before, blanks+">"), "|") {
		column++
	}
	_, rows, _ := strings.Cut(below, "\n")
	cells := 0
	for rows != "" {
		var row string
		row, rows, _ = strings.Cut(rows, "\n")
		if !strings.Contains(row, "|") {
			break
		}
		cell, ok := cellOf(row, column)
		if !ok || !isEmptyCell(cell) {
			return false
		}
		cells++
	}
	return cells > 0
}

// cellOf returns the cell of that number, from 1, in the row of a table.
func cellOf(row string, column int) (string, bool) {
	row = strings.TrimLeft(row, blanks+">")
	row = strings.TrimPrefix(row, "|")
	for ; column > 1; column-- {
		var ok bool
		if _, row, ok = strings.Cut(row, "|"); !ok {
			return "", false
		}
	}
	cell, _, _ := strings.Cut(row, "|")
	return cell, true
}
