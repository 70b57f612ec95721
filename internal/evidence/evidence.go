// Package evidence finds what the text around an object says: labels with a
// value, lines that say fail, and what may be a damaged verdict. It knows no
// contract but the keys and words that it is handed.
package evidence

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

const (
	// keyWindow is how far before a colon, or after a brace, a key is looked
	// for: longer than any key with its quotes, short enough to look back.
	KeyWindow = 2 * chars.MaxKey
	// quotes are those that a damaged key is looked for behind.
	Quotes = "\"'`"
)

// A watch looks through the text outside the verdicts for what may be a
// verdict that nobody could read: a quoted pass must not stand beside one.
type Watch struct {
	Text  string
	Keys  []string    // of the contract, folded
	Heard bool        // whether prose may say fail
	Prose vocab.Prose // by which words

	// Keys that speak against the verdict where they stand as labels: passKeys
	// before a word that says fail, scoreKeys before a number that is not from
	// low to high.
	PassKeys, ScoreKeys []string
	Low, High           float64
	Vetoes              bool // whether the words veto and severity speak against it

	decorated int // up to where decoration was passed over: it is read once

	endings      [26]uint32 // the last two letters of keys and labels
	anyEnding    bool       // whether one ends otherwise
	endingsKnown bool
}

// What stray stops at: in keyEvents braces and what may part a key from its
// value, in proseEvents also what may begin a word that stands alone, or
// "verdict".
const (
	keyEvents   = "{:=|?\xef\xe2"
	proseEvents = keyEvents + "vV>\n"
)

// stray returns the first place in text[start:end] that looks like a verdict.
func (w *Watch) Stray(start, end int) objection.Objection {
	if start == end {
		return objection.Objection{}
	}
	events := chars.NewSeeker(w.Text[:end], keyEvents)
	if w.Vetoes {
		if d := w.vetoLines(start, end); d.Holds() {
			return d
		}
	}
	if w.Heard {
		events = chars.NewSeeker(w.Text[:end], proseEvents)
		w.decorated = start
		if w.failsAlone(start, end) {
			return objection.At(start, objection.SaysOtherwise)
		}
	}
	for pos := start; ; {
		at := events.From(pos)
		if at >= end {
			return objection.Objection{}
		}
		var d objection.Objection
		switch w.Text[at] {
		case '{':
			pos = at + 1
			d = w.afterBrace(at, end)
		case 'v', 'V':
			pos = at + 1
			if after, ok := chars.CutFold(w.Text[at:end], vocab.VerdictWord); ok && w.Prose.FailsAfter(after) {
				d = objection.At(at, objection.SaysOtherwise)
			}
		case '\n':
			pos = at + 1
			if w.failsAlone(pos, end) {
				d = objection.At(at, objection.SaysOtherwise)
			}
		case '>':
			pos = at + 1
			before := w.Text[max(start, at-KeyWindow):at]
			if w.labelled(strings.TrimRight(before, " -="), w.Text[pos:end]) != "" || w.failsOverall(before, at-KeyWindow <= start, pos, end) {
				d = objection.At(at, objection.SaysOtherwise)
			}
		default:
			r := w.runAround(pos, at, end)
			pos = r.end
			d = w.aroundRun(start, end, r)
		}
		if d.Holds() {
			return d
		}
	}
}

// vetoLines returns the first line of text[start:end] that says that there is a
// veto.
func (w *Watch) vetoLines(start, end int) objection.Objection {
	for pos := start; pos < end; {
		next := chars.IndexFrom(w.Text[:end], pos, '\n')
		if _, ok := VetoLine(w.Text[pos:next]); ok {
			return objection.At(pos, objection.SaysOtherwise)
		}
		pos = next + 1
	}
	return objection.Objection{}
}

// failsAlone reports whether the line that begins at pos says fail, alone or
// before a reason. An item of a list, or a line of a test's log, says it of one
// thing only.
func (w *Watch) failsAlone(pos, end int) bool {
	if w.cannotFail(pos, end) {
		return false
	}
	if atLineStart := pos == 0 || w.Text[pos-1] == '\n'; atLineStart && (vocab.IsItem(w.Text[pos:end]) || isTestLog(w.Text[pos:end])) {
		return false
	}
	cell, crossed := w.undecorated(pos, end)
	return w.Prose.FailsFirst(cell, crossed)
}

// isTestLog reports whether line is one of the log of a Go test that failed:
// "--- FAIL: TestName (0.00s)".
func isTestLog(line string) bool {
	name, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "--- FAIL: ")
	if !ok {
		return false
	}
	time := strings.TrimLeftFunc(name, func(c rune) bool { return c == '/' || !NotInName(c) })
	return len(time) < len(name) && strings.HasPrefix(time, " (") && lenient.DigitsEnd(time, 2) > 2
}

// failsOverall reports whether the text at pos says fail, and before it stands a
// label for the whole: "overall:", "## final result", "<result>".
func (w *Watch) failsOverall(before string, fromStart bool, pos, end int) bool {
	if w.cannotFail(pos, end) {
		return false
	}
	cell, crossed := w.undecorated(pos, end)
	return w.Prose.FailsFirst(cell, crossed) && vocab.IsOverall(before, fromStart)
}

// cannotFail reports whether the first byte at pos shows already that neither
// decoration nor a fail stands there, as with most lines.
func (w *Watch) cannotFail(pos, end int) bool {
	return pos < end && (chars.IsASCIILetter(w.Text[pos]) || w.Text[pos] == '\n') && !w.Prose.MayFail(w.Text[pos])
}

// undecorated returns the text at pos without the decoration that it begins
// with, and whether a cross is in that; "" where decoration from further ahead
// was passed over already.
func (w *Watch) undecorated(pos, end int) (cell string, crossed bool) {
	if pos < w.decorated {
		return "", false
	}
	cell = w.Text[pos:min(end, pos+vocab.MaxProse)]
	n, crossed := vocab.DecorEnd(cell)
	w.decorated = pos + n
	return cell[n:], crossed
}

// A run is a stretch of marks between a key and its value.
type run struct {
	start, end int
	sep        mark // the mark that parts key and value, 0 if there is none
	quoted     bool // a quote stands before it
}

// runAround returns the run that holds the character at at, from start on.
func (w *Watch) runAround(start, at, end int) run {
	r := run{start: at}
	for r.start > start {
		_, n := markBefore(w.Text[start:r.start])
		if n == 0 {
			break
		}
		r.start -= n
	}
	for r.end = r.start; r.end < end; {
		m, n := MarkAt(w.Text[r.end:end])
		if n == 0 {
			break
		}
		r.end += n
		switch {
		case m == markColon, m == markEquals && r.sep != markColon:
			r.sep = m
		case m == MarkQuote && r.sep == 0:
			r.quoted = true
		}
	}
	r.end = max(r.end, at+1)
	return r
}

// aroundRun judges what stands around r: a contract key in quotes, a label
// whose value speaks against the verdict, or a fail by itself.
func (w *Watch) aroundRun(start, end int, r run) objection.Objection {
	value := w.Text[r.end:end]
	before := w.Text[max(start, r.start-KeyWindow):r.start]
	if w.Heard {
		marks := w.Text[r.start:r.end]
		line := strings.LastIndexByte(marks, '\n')
		if line >= 0 && w.failsAlone(r.start+line+1, end) || r.sep != 0 && w.failsOverall(before, r.start-KeyWindow <= start, r.end, end) {
			return objection.At(r.end, objection.SaysOtherwise)
		}
	}
	if r.sep == 0 || r.start == start {
		return objection.Objection{}
	}
	mayEnd := w.mayEnd(before)
	if mayEnd && r.sep == markColon {
		if key := w.keyBefore(before, r.quoted); key != "" {
			return objection.To(key, r.start, objection.KeyOutside)
		}
	}
	if r.sep == markColon {
		if key := w.damaged(before, r.quoted, value); key != "" {
			return objection.To(key, r.start, objection.KeyDamaged)
		}
	}
	if mayEnd {
		if key := w.labelled(before, value); key != "" {
			return objection.To(key, r.start, objection.SaysOtherwise)
		}
	}
	return objection.Objection{}
}

// keyBefore returns the key that before ends in, in quotes; "" if there is none.
// quoted says that a quote follows.
func (w *Watch) keyBefore(before string, quoted bool) string {
	for _, key := range w.Keys {
		if i := chars.KeySuffix(before, key); i >= 0 && !endsInWord(before[:i]) && (quoted || endsInQuote(before[:i])) {
			return key
		}
	}
	return ""
}

// appendLabels appends keys to list, each folded and without the marks that it
// ends with, which are looked for between a key and its value: "works?".
func AppendLabels(list, keys []string) []string {
	for _, key := range keys {
		label := strings.TrimRightFunc(chars.Folded(key), func(c rune) bool { return markOf(c) != 0 })
		if label == "" {
			label = chars.Folded(key)
		}
		list = append(list, label)
	}
	return list
}

// mayEnd reports whether before may end in a key or a label: in two letters that
// one ends in, or in what may follow it, a remark or an invisible character. Most
// words of prose do not.
func (w *Watch) mayEnd(before string) bool {
	if !w.endingsKnown {
		w.endingsKnown = true
		for _, words := range [...][]string{w.Keys, w.PassKeys, w.ScoreKeys, denialLabels[:], plainLabels[:], choiceLabels[:], {"severity"}} {
			for _, word := range words {
				i, j, ok := lastLetters(word)
				w.anyEnding = w.anyEnding || !ok
				w.endings[i] |= 1 << j
			}
		}
	}
	if w.anyEnding {
		return true
	}
	if i, j, ok := lastLetters(before); ok {
		return w.endings[i]&(1<<j) != 0
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	return last >= utf8.RuneSelf || last == ')' || last == ']' || chars.IsASCIILetter(byte(last))
}

// lastLetters returns the places in the alphabet of the last two letters of s;
// false if they are not both ASCII letters.
func lastLetters(s string) (i, j byte, ok bool) {
	if len(s) < 2 {
		return 0, 0, false
	}
	i, j = chars.Lower(s[len(s)-2])-'a', chars.Lower(s[len(s)-1])-'a'
	if i >= 26 || j >= 26 {
		return 0, 0, false
	}
	return i, j, true
}

// holdsQuote reports whether one of quotes stands in s.
func holdsQuote(s string) bool {
	return strings.IndexByte(s, '"') >= 0 || strings.IndexByte(s, '\'') >= 0 || strings.IndexByte(s, '`') >= 0
}

// afterBrace judges what follows the brace at at: the name of a contract key,
// or nearly so, is a verdict that broke early.
func (w *Watch) afterBrace(at, end int) objection.Objection {
	pos := at + 1
	for pos < end {
		m, n := MarkAt(w.Text[pos:end])
		if m != markBlank && m != MarkQuote {
			break
		}
		pos += n
	}
	after := w.Text[pos:min(end, pos+KeyWindow)]
	if after == "" || after[0] == '{' {
		return objection.Objection{}
	}
	key := w.keyAt(after)
	if i := nameEnd(after); key == "" && i > 0 {
		key = w.near(after[:i], ValueAfter(after[i:]))
	}
	if i := strings.IndexAny(after, ":{}\n"); key == "" && i > 0 && after[i] == ':' {
		key = w.near(after[:i], ValueAfter(after[i:]))
		if key == "" {
			key = w.bothDamaged(after[:i], ValueAfter(after[i:]))
		}
	}
	if key == "" {
		return objection.Objection{}
	}
	return objection.To(key, at, objection.KeyAfterBrace)
}

// keyAt returns the key that s begins with, or "".
func (w *Watch) keyAt(s string) string {
	for _, key := range w.Keys {
		if i := chars.KeyPrefix(s, key); i >= 0 && nameEnd(s[i:]) == 0 {
			return key
		}
	}
	return ""
}

// valueAfter returns what follows the marks that s begins with, if a colon is
// among them, else "".
func ValueAfter(s string) string {
	colon := false
	for s != "" {
		m, n := MarkAt(s)
		if n == 0 {
			break
		}
		colon = colon || m == markColon
		s = s[n:]
	}
	if !colon {
		return ""
	}
	return s
}

// nameStart returns the start of the name that s ends with.
func nameStart(s string) int {
	return strings.LastIndexFunc(s, NotInName) + 1
}

// nameEnd returns the end of the name that s begins with.
func nameEnd(s string) int {
	if i := strings.IndexFunc(s, NotInName); i >= 0 {
		return i
	}
	return len(s)
}

// notInName reports whether c cannot be a part of a name.
func NotInName(c rune) bool {
	return c != '_' && c != '-' && c != '$' && !vocab.IsLetterOrDigit(c)
}

// endsInQuote reports whether a quote stands at the end of s.
func endsInQuote(s string) bool {
	m, _ := markBefore(s)
	return m == MarkQuote
}

// endsInWord reports whether a letter or digit stands at the end of s.
func endsInWord(s string) bool {
	if m, _ := markBefore(s); m != 0 {
		return false // the 2 of \u0022
	}
	c, _ := utf8.DecodeLastRuneInString(s)
	return vocab.IsLetterOrDigit(c)
}

// A mark is a character that may stand between a key and its value.
type mark uint8

const (
	markBlank  mark = iota + 1
	MarkQuote       // in any spelling, or a backslash before one
	markPlain       // * _ >
	markColon       // of either width
	markEquals      // = | ? →
)

// markAt returns the mark that s begins with, and its length; 0, 0 if none.
func MarkAt(s string) (mark, int) {
	if s != "" && chars.IsASCIIWord(s[0]) { // what ends most runs
		return 0, 0
	}
	c, n := utf8.DecodeRuneInString(s)
	if c == '\\' || c == '&' {
		for _, spelling := range quoteSpellings {
			if strings.HasPrefix(s, spelling) {
				return MarkQuote, len(spelling)
			}
		}
	}
	if m := markOf(c); m != 0 {
		return m, n
	}
	return 0, 0
}

// markBefore returns the mark that s ends with, and its length; 0, 0 if none.
func markBefore(s string) (mark, int) {
	c, n := utf8.DecodeLastRuneInString(s)
	if c == ';' || c == '2' || c == '7' {
		for _, spelling := range quoteSpellings {
			if strings.HasSuffix(s, spelling) {
				return MarkQuote, len(spelling)
			}
		}
	}
	if m := markOf(c); m != 0 {
		return m, n
	}
	return 0, 0
}

// quoteSpellings are the escapes that stand for a quote in JSON and HTML.
var quoteSpellings = [...]string{"&quot;", "&#34;", "&#39;", "&apos;", "&#x22;", "&#x27;", `\u0022`, `\u0027`}

// markOf returns the mark that c is, or 0.
func markOf(c rune) mark {
	switch c {
	case '"', '\'', '`', '“', '”', '‘', '’', '\\':
		return MarkQuote
	case '*', '_', '>':
		return markPlain
	case ':', '：':
		return markColon
	case '=', '|', '?', '＝', '？', '→', '⇒', '➜', '⟶':
		return markEquals
	}
	if c < ' ' || chars.IsBlankRune(c) {
		return markBlank
	}
	return 0
}
