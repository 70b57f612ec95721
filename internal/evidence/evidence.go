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
	// KeyWindow is how far before a colon, or after a brace, a key is looked
	// for: longer than any key with its quotes, short enough to look back.
	KeyWindow = 2 * chars.MaxKey
	// Quotes are those that a damaged key is looked for behind.
	Quotes = "\"'`"
)

// A Watch looks through the text outside the verdicts for what says otherwise, and
// for what may be a verdict that nobody could read: a quoted pass must not stand
// beside one.
type Watch struct {
	Text  string
	Keys  []string    // of the contract, folded
	Heard bool        // whether words may say fail
	Words vocab.Words // by which ones

	// Keys that speak against the verdict where they stand as labels, the one a part
	// of a list that goes on with the other: PassKeys
	// before a word that says fail, ScoreKeys, and names of a score of the whole,
	// before a number of the scale from Min to Max that is not from Low to High.
	PassKeys, ScoreKeys []string
	Low, High, Min, Max float64

	scanner Scanner
}

// Stray returns the first place in text[start:end] that looks like a verdict.
func (w *Watch) Stray(start, end int) objection.Objection {
	if start == end {
		return objection.Objection{}
	}
	d := w.fragments(start, end)
	if !d.Holds() && (w.Heard || len(w.ScoreKeys) > 0) {
		d = w.statements(start, end)
	}
	return d
}

// statements returns the first statement of text[start:end] that speaks against
// the verdict.
func (w *Watch) statements(start, end int) objection.Objection {
	if w.scanner.Text == "" {
		w.scanner = Scanner{Text: w.Text, Words: w.Words, Keys: w.labels()}
	}
	var columns columns
	w.scanner.Begin(start, end)
	for {
		st, ok := w.scanner.Next()
		if !ok {
			return columns.objection()
		}
		denies := w.Heard && w.denies(st) || w.scoresLow(st)
		if st.Place&UnderHeader != 0 {
			columns.add(st, denies)
			continue
		}
		if denies {
			return st.objection(w.scanner.Keys)
		}
	}
}

// inline reports whether before, which a name follows, stands on a line that begins
// with a word: there a name that is no pass key may be code.
func inline(before string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	line = strings.TrimLeft(line, " \t`*->|#+")
	return len(line) >= KeyWindow-chars.MaxKey || vocab.StartsWord(line) && !quoteBegins(line[nameEnd(line):])
}

// labels are PassKeys and ScoreKeys.
func (w *Watch) labels() []string {
	switch {
	case len(w.ScoreKeys) == 0:
		return w.PassKeys
	case len(w.PassKeys) == 0:
		return w.ScoreKeys
	}
	return w.PassKeys[:len(w.PassKeys)+len(w.ScoreKeys)]
}

// objection returns why a pass may not stand beside st.
func (st *Statement) objection(keys []string) objection.Objection {
	o := objection.At(st.Start, objection.SaysOtherwise)
	if st.Key >= 0 {
		o.Key = keys[st.Key]
	}
	return o
}

// columns are what the cells of a few columns say: rows are of parts, and only a
// column of nothing but fails is one of the whole.
type columns [maxColumns]struct {
	at       int
	says, is bool // a cell denies, and all do
}

// add adds st, which stands under a header.
func (c *columns) add(st *Statement, denies bool) {
	at := st.Start + 1 // of its label
	for i := range c {
		switch col := &c[i]; col.at {
		case 0:
			col.at, col.is = at, true
			fallthrough
		case at:
			col.is = col.is && denies
			return
		}
	}
}

// objection returns the first column of nothing but fails.
func (c *columns) objection() objection.Objection {
	for _, col := range c {
		if col.is {
			return objection.At(col.at-1, objection.SaysOtherwise)
		}
	}
	return objection.Objection{}
}

// denies reports whether st says that the candidate fails.
func (w *Watch) denies(st *Statement) bool {
	isKey := st.Key >= 0 && st.Key < len(w.PassKeys)
	verdict := isKey || st.Name&vocab.NameVerdict != 0
	switch st.Says {
	case vocab.SaysFail, vocab.SaysBoth:
	case vocab.SaysAbstain:
		return verdict && st.Place&(InCode|InCondition|InFence|InItem|InRow) == 0 && st.Kind == KindLabel && vocab.WordIn(decisive[:], st.Label)
	default:
		return false
	}
	refused := func() bool { return w.Words.Refused(st.Value) > 0 }
	switch {
	case st.Kind == KindWord:
		return st.Place&(InItem|Wrapped) == 0 && (st.Place&InFence == 0 || strings.ToUpper(st.Value) == st.Value) && !(w.atLineStart(st.Start) && isTestLog(w.Text[st.Start:st.End]))
	case st.Place&(InCode|InCondition) != 0, st.Has(InFence | ByEquals), st.Name&vocab.NameNeutral != 0 && !isKey:
		return false
	case isKey:
		return st.Place&InFence == 0 || st.Has(BeginsLine)
	case st.Name&vocab.NameScore != 0 && startsNumber(st.Value):
		return false
	case st.Name&(vocab.NameVerdict|vocab.NameJudges) == 0, st.Has(ByEquals) && !st.Has(BeginsLine):
		return false
	case st.Has(InItem):
		return st.Has(BeginsLine) && verdict && st.Name&vocab.NameKnown != 0
	case st.Has(ValueBelow):
		return verdict || refused() || st.Has(AfterColon) && st.Name&vocab.NameKnown != 0
	case st.Name&vocab.NameKnown != 0, vocab.WordIn(decisive[:1], st.Label):
		return true
	}
	return st.Place&(InFence|InRow) == 0 && refused() && !vocab.WordIn([]string{"false"}, chars.TrimBlank(st.Value))
}

// startsNumber reports whether value begins with a digit, blanks aside.
func startsNumber(value string) bool {
	value = strings.TrimLeft(value, " \t")
	return value != "" && value[0] >= '0' && value[0] <= '9'
}

// atLineStart reports whether a line begins at pos.
func (w *Watch) atLineStart(pos int) bool {
	before := strings.TrimRight(w.Text[max(0, pos-KeyWindow):pos], " \t")
	return before == "" || before[len(before)-1] == '\n'
}

// decisive are the labels whose abstention is one from the verdict.
var decisive = [...]string{"verdict", "decision", "pass", "final verdict", "overall verdict"}

// scoresLow reports whether st is a score of the whole that would not pass.
func (w *Watch) scoresLow(st *Statement) bool {
	isKey := st.Key >= len(w.PassKeys)
	ofWhole := w.Heard && st.Name&(vocab.NameScore|vocab.NameKnown) == vocab.NameScore|vocab.NameKnown
	if len(w.ScoreKeys) == 0 || !isKey && !ofWhole || st.Place&InCode != 0 {
		return false
	}
	x, scale, _ := vocab.Score(st.Value, w.Min, w.Max)
	return scale != vocab.ScaleNone && !(x >= w.Low && x <= w.High)
}

// fragments returns the first place in text[start:end] that looks like a verdict
// that could not be read.
func (w *Watch) fragments(start, end int) objection.Objection {
	events := chars.NewSeeker(w.Text[:end], "{:\xef")
	for pos := start; ; {
		at := events.From(pos)
		if at >= end {
			return objection.Objection{}
		}
		var d objection.Objection
		if w.Text[at] == '{' {
			pos = at + 1
			d = w.afterBrace(at, end)
		} else {
			r := w.runAround(pos, at, end)
			pos = r.end
			d = w.aroundRun(start, end, r)
		}
		if d.Holds() {
			return d
		}
	}
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
		case m == MarkQuote && r.sep == 0 && w.Text[r.end-n] != '`':
			r.quoted = true
		}
	}
	r.end = max(r.end, at+1)
	return r
}

// aroundRun judges what stands around r: a contract key in quotes, or what may be
// a damaged one.
func (w *Watch) aroundRun(start, end int, r run) objection.Objection {
	if r.sep != markColon || r.start == start {
		return objection.Objection{}
	}
	value := w.Text[r.end:end]
	before := w.Text[max(start, r.start-KeyWindow):r.start]
	if key := w.keyBefore(before, r.quoted, value); key != "" {
		return objection.To(key, r.start, objection.KeyOutside)
	}
	if w.Heard && r.quoted && w.namesFail(before, value) {
		return objection.At(r.start, objection.SaysOtherwise)
	}
	if key := w.damaged(before, r.quoted, value); key != "" {
		return objection.To(key, r.start, objection.KeyDamaged)
	}
	return objection.Objection{}
}

// namesFail reports whether before ends in a name of the verdict in quotes, and
// value says fail: an object that nobody could read.
func (w *Watch) namesFail(before, value string) bool {
	start := nameStart(before)
	if !endsInQuote(before[:start]) || before[start-1] == '`' || vocab.NameOf(before[start:])&vocab.NameVerdict == 0 {
		return false
	}
	return vocab.MayBeFalse(value) && w.Words.Value(value[:min(len(value), maxInner)]) == vocab.SaysFail
}

// keyBefore returns the key that before ends in, in quotes; "" if there is none.
// quoted says that a quote follows. One of the two may be lost, before what could
// speak against a pass.
func (w *Watch) keyBefore(before string, quoted bool, value string) string {
	for k, key := range w.Keys {
		i := chars.KeySuffix(before, key)
		if i < 0 || endsInWord(before[:i]) || i > 0 && strings.IndexByte("_-", before[i-1]) >= 0 {
			continue
		}
		if k >= w.sure() && inline(before[:i]) {
			continue
		}
		if opened := endsInQuote(before[:i]) && before[i-1] != '`'; opened && quoted || (opened || quoted) && failsOrCounts(value) {
			return key
		}
	}
	return ""
}

// AppendLabels appends keys to list, each folded and without the marks that it
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

// holdsQuote reports whether one of quotes stands in s.
func holdsQuote(s string) bool {
	return strings.IndexByte(s, '"') >= 0 || strings.IndexByte(s, '\'') >= 0
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
		key = w.near(w.Keys, after[:i], ValueAfter(after[i:]))
	}
	if i := strings.IndexByte(after, '"'); key == "" && i > 0 { // the colon is lost
		key = w.near(w.Keys[:min(len(w.Keys), w.sure())], after[:i], strings.TrimLeft(after[i:], "\" :"))
	}
	if i := strings.IndexAny(after, ":{}\n"); key == "" && i > 0 && after[i] == ':' {
		key = w.near(w.Keys, after[:i], ValueAfter(after[i:]))
	}
	if key == "" {
		return objection.Objection{}
	}
	return objection.To(key, at, objection.KeyAfterBrace)
}

// keyAt returns the key that s begins with, or "".
func (w *Watch) keyAt(s string) string {
	for k, key := range w.Keys {
		if i := chars.KeyPrefix(s, key); i >= 0 && nameEnd(s[i:]) == 0 && (ValueAfter(s[i:]) != "" || k < w.sure() && (quoteBegins(strings.TrimLeft(s[i:], " \t")) || endsLine(s[i:]) || vocab.MayBeFalse(s[i:]))) {
			return key
		}
	}
	return ""
}

// endsLine reports whether s holds nothing before its line ends.
func endsLine(s string) bool {
	s = strings.TrimLeft(s, " \t\r")
	return s == "" || s[0] == '\n'
}

// quoteBegins reports whether s begins with a quote.
func quoteBegins(s string) bool {
	m, _ := MarkAt(s)
	return m == MarkQuote
}

// ValueAfter returns what follows the marks that s begins with, if a colon is
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

// NotInName reports whether c cannot be a part of a name.
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

// MarkAt returns the mark that s begins with, and its length; 0, 0 if none.
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
