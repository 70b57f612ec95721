package jury

import (
	"strings"
	"unicode/utf8"
)

const (
	// keyWindow is how far before a colon, or after a brace, a key is looked
	// for: longer than any key with its quotes, short enough to look back.
	keyWindow = 2 * maxKey
	// quotes are those that a damaged key is looked for behind.
	quotes = "\"'`"
)

// A watch looks through the text outside the verdicts for what may be a
// verdict that nobody could read: a quoted pass must not stand beside one.
type watch struct {
	text  string
	keys  []string // of the contract, folded
	heard bool     // whether prose may say fail
	prose prose    // by which words

	// Keys that speak against the verdict where they stand as labels: passKeys
	// before a word that says fail, scoreKeys before a number that is not from
	// low to high.
	passKeys, scoreKeys []string
	low, high           float64
	vetoes              bool // whether the words veto and severity speak against it

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
func (w *watch) stray(start, end int) doubt {
	if start == end {
		return doubt{}
	}
	events := newSeeker(w.text[:end], keyEvents)
	if w.vetoes {
		if d := w.vetoLines(start, end); d.detail != "" {
			return d
		}
	}
	if w.heard {
		events = newSeeker(w.text[:end], proseEvents)
		w.decorated = start
		if w.failsAlone(start, end) {
			return doubt{start, "", saysOtherwise}
		}
	}
	for pos := start; ; {
		at := events.from(pos)
		if at >= end {
			return doubt{}
		}
		var d doubt
		switch w.text[at] {
		case '{':
			pos = at + 1
			d = w.afterBrace(at, end)
		case 'v', 'V':
			pos = at + 1
			if after, ok := cutFold(w.text[at:end], verdictWord); ok && w.prose.failsAfter(after) {
				d = doubt{at, "", saysOtherwise}
			}
		case '\n':
			pos = at + 1
			if w.failsAlone(pos, end) {
				d = doubt{at, "", saysOtherwise}
			}
		case '>':
			pos = at + 1
			before := w.text[max(start, at-keyWindow):at]
			if w.labelled(strings.TrimRight(before, " -="), w.text[pos:end]) != "" || w.failsOverall(before, at-keyWindow <= start, pos, end) {
				d = doubt{at, "", saysOtherwise}
			}
		default:
			r := w.runAround(pos, at, end)
			pos = r.end
			d = w.aroundRun(start, end, r)
		}
		if d.detail != "" {
			return d
		}
	}
}

// vetoLines returns the first line of text[start:end] that says that there is a
// veto.
func (w *watch) vetoLines(start, end int) doubt {
	for pos := start; pos < end; {
		next := indexFrom(w.text[:end], pos, '\n')
		if _, ok := vetoLine(w.text[pos:next]); ok {
			return doubt{pos, "", saysOtherwise}
		}
		pos = next + 1
	}
	return doubt{}
}

// failsAlone reports whether the line that begins at pos says fail, alone or
// before a reason. An item of a list, or a line of a test's log, says it of one
// thing only.
func (w *watch) failsAlone(pos, end int) bool {
	if w.cannotFail(pos, end) {
		return false
	}
	if atLineStart := pos == 0 || w.text[pos-1] == '\n'; atLineStart && (isItem(w.text[pos:end]) || isTestLog(w.text[pos:end])) {
		return false
	}
	cell, crossed := w.undecorated(pos, end)
	return w.prose.failsFirst(cell, crossed)
}

// isTestLog reports whether line is one of the log of a Go test that failed:
// "--- FAIL: TestName (0.00s)".
func isTestLog(line string) bool {
	name, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), "--- FAIL: ")
	if !ok {
		return false
	}
	time := strings.TrimLeftFunc(name, func(c rune) bool { return c == '/' || !notInName(c) })
	return len(time) < len(name) && strings.HasPrefix(time, " (") && digitsEnd(time, 2) > 2
}

// failsOverall reports whether the text at pos says fail, and before it stands a
// label for the whole: "overall:", "## final result", "<result>".
func (w *watch) failsOverall(before string, fromStart bool, pos, end int) bool {
	if w.cannotFail(pos, end) {
		return false
	}
	cell, crossed := w.undecorated(pos, end)
	return w.prose.failsFirst(cell, crossed) && isOverall(before, fromStart)
}

// cannotFail reports whether the first byte at pos shows already that neither
// decoration nor a fail stands there, as with most lines.
func (w *watch) cannotFail(pos, end int) bool {
	return pos < end && (isASCIILetter(w.text[pos]) || w.text[pos] == '\n') && !w.prose.mayFail(w.text[pos])
}

// undecorated returns the text at pos without the decoration that it begins
// with, and whether a cross is in that; "" where decoration from further ahead
// was passed over already.
func (w *watch) undecorated(pos, end int) (cell string, crossed bool) {
	if pos < w.decorated {
		return "", false
	}
	cell = w.text[pos:min(end, pos+maxProse)]
	n, crossed := decorEnd(cell)
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
func (w *watch) runAround(start, at, end int) run {
	r := run{start: at}
	for r.start > start {
		_, n := markBefore(w.text[start:r.start])
		if n == 0 {
			break
		}
		r.start -= n
	}
	for r.end = r.start; r.end < end; {
		m, n := markAt(w.text[r.end:end])
		if n == 0 {
			break
		}
		r.end += n
		switch {
		case m == markColon, m == markEquals && r.sep != markColon:
			r.sep = m
		case m == markQuote && r.sep == 0:
			r.quoted = true
		}
	}
	r.end = max(r.end, at+1)
	return r
}

// aroundRun judges what stands around r: a contract key in quotes, a label
// whose value speaks against the verdict, or a fail by itself.
func (w *watch) aroundRun(start, end int, r run) doubt {
	value := w.text[r.end:end]
	before := w.text[max(start, r.start-keyWindow):r.start]
	if w.heard {
		marks := w.text[r.start:r.end]
		line := strings.LastIndexByte(marks, '\n')
		if line >= 0 && w.failsAlone(r.start+line+1, end) || r.sep != 0 && w.failsOverall(before, r.start-keyWindow <= start, r.end, end) {
			return doubt{r.end, "", saysOtherwise}
		}
	}
	if r.sep == 0 || r.start == start {
		return doubt{}
	}
	mayEnd := w.mayEnd(before)
	if mayEnd && r.sep == markColon {
		if key := w.keyBefore(before, r.quoted); key != "" {
			return doubt{r.start, key, "a contract key stands outside the verdict"}
		}
	}
	if r.sep == markColon {
		if key := w.damaged(before, r.quoted, value); key != "" {
			return doubt{r.start, key, "what may be a damaged contract key stands outside the verdict"}
		}
	}
	if mayEnd {
		if key := w.labelled(before, value); key != "" {
			return doubt{r.start, key, saysOtherwise}
		}
	}
	return doubt{}
}

// keyBefore returns the key that before ends in, in quotes; "" if there is none.
// quoted says that a quote follows.
func (w *watch) keyBefore(before string, quoted bool) string {
	for _, key := range w.keys {
		if i := keySuffix(before, key); i >= 0 && !endsInWord(before[:i]) && (quoted || endsInQuote(before[:i])) {
			return key
		}
	}
	return ""
}

// appendLabels appends keys to list, each folded and without the marks that it
// ends with, which are looked for between a key and its value: "works?".
func appendLabels(list, keys []string) []string {
	for _, key := range keys {
		label := strings.TrimRightFunc(folded(key), func(c rune) bool { return markOf(c) != 0 })
		if label == "" {
			label = folded(key)
		}
		list = append(list, label)
	}
	return list
}

// mayEnd reports whether before may end in a key or a label: in two letters that
// one ends in, or in what may follow it, a remark or an invisible character. Most
// words of prose do not.
func (w *watch) mayEnd(before string) bool {
	if !w.endingsKnown {
		w.endingsKnown = true
		for _, words := range [...][]string{w.keys, w.passKeys, w.scoreKeys, denialLabels[:], plainLabels[:], choiceLabels[:], {"severity"}} {
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
	return last >= utf8.RuneSelf || last == ')' || last == ']' || isASCIILetter(byte(last))
}

// lastLetters returns the places in the alphabet of the last two letters of s;
// false if they are not both ASCII letters.
func lastLetters(s string) (i, j byte, ok bool) {
	if len(s) < 2 {
		return 0, 0, false
	}
	i, j = lower(s[len(s)-2])-'a', lower(s[len(s)-1])-'a'
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
func (w *watch) afterBrace(at, end int) doubt {
	pos := at + 1
	for pos < end {
		m, n := markAt(w.text[pos:end])
		if m != markBlank && m != markQuote {
			break
		}
		pos += n
	}
	after := w.text[pos:min(end, pos+keyWindow)]
	if after == "" || after[0] == '{' {
		return doubt{}
	}
	key := w.keyAt(after)
	if i := nameEnd(after); key == "" && i > 0 {
		key = w.near(after[:i], valueAfter(after[i:]))
	}
	if i := strings.IndexAny(after, ":{}\n"); key == "" && i > 0 && after[i] == ':' {
		key = w.near(after[:i], valueAfter(after[i:]))
		if key == "" {
			key = w.bothDamaged(after[:i], valueAfter(after[i:]))
		}
	}
	if key == "" {
		return doubt{}
	}
	return doubt{at, key, "a brace before the name of a contract key stands outside the verdict"}
}

// keyAt returns the key that s begins with, or "".
func (w *watch) keyAt(s string) string {
	for _, key := range w.keys {
		if i := keyPrefix(s, key); i >= 0 && nameEnd(s[i:]) == 0 {
			return key
		}
	}
	return ""
}

// valueAfter returns what follows the marks that s begins with, if a colon is
// among them, else "".
func valueAfter(s string) string {
	colon := false
	for s != "" {
		m, n := markAt(s)
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
	return strings.LastIndexFunc(s, notInName) + 1
}

// nameEnd returns the end of the name that s begins with.
func nameEnd(s string) int {
	if i := strings.IndexFunc(s, notInName); i >= 0 {
		return i
	}
	return len(s)
}

// notInName reports whether c cannot be a part of a name.
func notInName(c rune) bool {
	return c != '_' && c != '-' && c != '$' && !isLetterOrDigit(c)
}

// endsInQuote reports whether a quote stands at the end of s.
func endsInQuote(s string) bool {
	m, _ := markBefore(s)
	return m == markQuote
}

// endsInWord reports whether a letter or digit stands at the end of s.
func endsInWord(s string) bool {
	if m, _ := markBefore(s); m != 0 {
		return false // the 2 of \u0022
	}
	c, _ := utf8.DecodeLastRuneInString(s)
	return isLetterOrDigit(c)
}

// A mark is a character that may stand between a key and its value.
type mark uint8

const (
	markBlank  mark = iota + 1
	markQuote       // in any spelling, or a backslash before one
	markPlain       // * _ >
	markColon       // of either width
	markEquals      // = | ? →
)

// markAt returns the mark that s begins with, and its length; 0, 0 if none.
func markAt(s string) (mark, int) {
	if s != "" && isASCIIWord(s[0]) { // what ends most runs
		return 0, 0
	}
	c, n := utf8.DecodeRuneInString(s)
	if c == '\\' || c == '&' {
		for _, spelling := range quoteSpellings {
			if strings.HasPrefix(s, spelling) {
				return markQuote, len(spelling)
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
				return markQuote, len(spelling)
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
		return markQuote
	case '*', '_', '>':
		return markPlain
	case ':', '：':
		return markColon
	case '=', '|', '?', '＝', '？', '→', '⇒', '➜', '⟶':
		return markEquals
	}
	if c < ' ' || isBlankRune(c) {
		return markBlank
	}
	return 0
}
