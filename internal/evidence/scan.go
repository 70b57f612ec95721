package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

const (
	// maxValue is how much of a value is read: a sentence or two.
	maxValue = 256
	// maxColumns is how many columns of a table are known.
	maxColumns = 16
	// minFence is how many marks open a code fence.
	minFence = 3
)

// A label is a name that stands before a value.
type label struct {
	text  string
	start int
	name  vocab.Name
	key   int
	place Place
}

// A line is what is read at once.
type line struct {
	start, end int
	body       int // where its text begins, decoration aside
	place      Place
	whole      bool // it begins after a line end, or at the start of the text
	heading    bool
}

func (s *Scanner) scan(start, end int, visit func(*Statement) bool) {
	if start < s.at || s.at == 0 {
		*s = Scanner{Text: s.Text, Words: s.Words, Keys: s.Keys, endings: s.endings, columns: s.columns[:0]}
	}
	s.endings.learn(s.Keys)
	s.end, s.visit = end, visit
	for s.at = start; s.at < end; {
		next := chars.IndexFrom(s.Text[:end], s.at, '\n')
		at := s.at
		s.at = next + 1
		if !s.readLine(at, next) {
			break
		}
	}
	s.at = end
}

// readLine reads one line. It returns false where visit did.
func (s *Scanner) readLine(start, end int) bool {
	l := line{start: start, end: end, whole: start == 0 || s.Text[start-1] == '\n'}
	text := s.Text[start:end]
	first := chars.BlankStart(text, 0, len(text))
	if first == len(text) {
		s.text, s.columns = false, s.columns[:0]
		return true
	}
	if l.whole && s.readFence(text[first:]) {
		s.text, s.pending = false, nil
		return true
	}
	s.lead(&l, first)
	ok := s.readStatements(&l)
	s.text = !l.heading && l.place&InRow == 0
	if strings.LastIndex(text, "<!--") > strings.LastIndex(text, "-->") {
		s.comment = true
	} else if strings.Contains(text, "-->") {
		s.comment = false
	}
	return ok
}

// readFence reports whether line opens or closes a code fence.
func (s *Scanner) readFence(line string) bool {
	c := line[0]
	if c != '`' && c != '~' {
		return false
	}
	n := 0
	for n < len(line) && line[n] == c {
		n++
	}
	switch {
	case s.fence > 0 && c == s.mark && n >= s.fence && strings.TrimSpace(line[n:]) == "":
		s.fence = 0
	case s.fence == 0 && n >= minFence && (c == '~' || strings.IndexByte(line[n:], '`') < 0):
		s.fence, s.mark = n, c
	default:
		return false
	}
	return true
}

// lead reads what stands before the text of l, which begins at first.
func (s *Scanner) lead(l *line, first int) {
	text := s.Text[l.start:l.end]
	switch {
	case s.fence > 0:
		l.place |= InFence
	case s.comment:
		l.place |= InComment
	}
	if text[first] == '>' {
		l.place |= InBlock
		first += len(text[first:]) - len(strings.TrimLeft(text[first:], "> \t"))
	}
	rest := text[first:]
	switch {
	case rest == "":
	case l.whole && rest[0] == '#' && s.fence == 0:
		l.heading = true
	case l.whole && (vocab.IsItem(rest) || rest[0] == '+'):
		l.place |= InItem
	case rest[0] == '|', strings.Count(rest, " | ") > 1:
		l.place |= InRow
	}
	decor := 0
	if rest != "" && !chars.IsASCIILetter(rest[0]) {
		decor, _ = vocab.DecorEnd(rest)
	}
	l.body = l.start + first + decor
	if c, _ := utf8.DecodeRuneInString(s.Text[l.body:l.end]); s.text && unicode.IsLower(c) {
		l.place |= Wrapped
	}
}

// readStatements reads the statements of l.
func (s *Scanner) readStatements(l *line) bool {
	if l.place&InRow != 0 {
		return s.readRow(l)
	}
	s.columns = s.columns[:0]
	if isRule(s.Text[l.start:l.end]) { // below a heading
		return true
	}
	waited := s.pending != nil
	if p := s.pending; waited {
		s.pending = nil
		if !s.say(l, KindLabel, p, l.body, l.end, p.place|ValueBelow|l.place&(InFence|InComment)) {
			return false
		}
	}
	if !waited && !s.readWord(l) {
		return false
	}
	return s.readLabels(l)
}

// readWord reads a line that says something by itself.
func (s *Scanner) readWord(l *line) bool {
	first := s.Text[l.body:l.end]
	if first != "" && chars.IsASCIILetter(first[0]) && !s.Words.MayRefuse(first) {
		return true
	}
	if s.Words.Refused(s.Text[l.start+l.lead(s):min(l.end, l.body+maxValue)]) == 0 {
		return true
	}
	st := Statement{Kind: KindWord, Place: l.place | BeginsLine, Start: l.body, End: l.end, Key: -1, Value: s.Text[l.body:l.end], Says: vocab.SaysFail}
	return s.visit(&st)
}

// lead returns how much of l is a quote's or a list's, which are no pictures.
func (l *line) lead(s *Scanner) int {
	text := s.Text[l.start:l.end]
	return len(text) - len(strings.TrimLeft(text, "> \t#"))
}

// say visits the statement of the label p whose value is Text[start:end].
func (s *Scanner) say(l *line, kind Kind, p *label, start, end int, place Place) bool {
	value := s.Text[start:end]
	if i := strings.Index(value, "</"); i >= 0 {
		if i == 0 {
			return true
		}
		value = value[:i]
	}
	st := Statement{Kind: kind, Place: place, Start: min(p.start, start), End: start + len(value), Label: p.text, Name: p.name, Key: p.key, Value: value}
	if st.Cut = len(value) > maxValue; st.Cut {
		value = value[:maxValue]
	}
	st.Says = s.Words.Value(value)
	if st.Cut && st.Says == vocab.SaysPass {
		st.Says = vocab.SaysUnclear
	}
	return s.visit(&st)
}

// readRow reads a row of a table.
func (s *Scanner) readRow(l *line) bool {
	if isRule(s.Text[l.start:l.end]) {
		return true
	}
	if s.pending = nil; isRule(s.lineBelow()) {
		s.readHeader(l)
		return true
	}
	var before *label // the first cell, if it is a label
	var known label
	cells, said := 0, 0
	for pos := l.start; pos < l.end; {
		end := cellEnd(s.Text[:l.end], pos)
		cell := s.Text[pos:end]
		text := chars.TrimBlank(cell)
		start := pos + strings.Index(cell, text)
		pos = end + 1
		if text == "" && start == l.start {
			continue
		}
		if before != nil && !s.say(l, KindLabel, before, start, end, l.place|BeginsLine) {
			return false
		}
		before = nil
		if cells < len(s.columns) && s.columns[cells].text != "" && !isNumber(text) {
			if !s.say(l, KindLabel, &s.columns[cells], start, end, l.place) {
				return false
			}
		}
		if said == 0 && s.labelOf(start, end, &known) {
			before = &known
		}
		if text != "" && !isNumber(text) {
			said++
		}
		cells++
	}
	if said == 1 {
		return s.readWord(l)
	}
	return true
}

// readHeader keeps the labels of the columns that the row l is above.
func (s *Scanner) readHeader(l *line) {
	s.columns = s.columns[:0]
	for pos := l.start; pos < l.end && len(s.columns) < maxColumns; {
		end := cellEnd(s.Text[:l.end], pos)
		if !(pos == l.start && chars.TrimBlank(s.Text[pos:end]) == "") {
			var p label
			if !s.labelOf(pos, end, &p) {
				p = label{}
			}
			s.columns = append(s.columns, p)
		}
		pos = end + 1
	}
}

// lineBelow returns the line that is read next.
func (s *Scanner) lineBelow() string {
	if s.at >= s.end {
		return ""
	}
	return s.Text[s.at:chars.IndexFrom(s.Text[:s.end], s.at, '\n')]
}

// cellEnd returns where the cell at pos ends: at the next bar, or at the end.
func cellEnd(text string, pos int) int {
	for i := pos; i < len(text); i++ {
		if text[i] == '|' && (i == 0 || text[i-1] != '\\') {
			return i
		}
	}
	return len(text)
}

// isRule reports whether line is made of dashes, equals signs, colons and bars alone.
func isRule(line string) bool {
	return strings.Contains(line, "--") && strings.Trim(line, "-=|: \t\r") == "" || strings.Contains(line, "==") && strings.Trim(line, "= \t\r") == ""
}

// isNumber reports whether text is a number.
func isNumber(text string) bool {
	end, _ := lenient.NumberEnd(text, 0)
	return end > 0 && end == len(text)
}

// labelOf reads Text[start:end] as a label into p. It returns false where that is
// no name that is known.
func (s *Scanner) labelOf(start, end int, p *label) bool {
	before := strings.TrimRightFunc(s.Text[start:end], func(c rune) bool { return markOf(c) != 0 || c == '#' || c == '~' })
	before = withoutRemark(before)
	decor, _ := vocab.DecorEnd(before)
	text := before[decor:]
	if text == "" || !s.endings.mayEnd(text) && !vocab.BeginsName(text) {
		return false
	}
	*p = label{text: text, start: start + decor, name: vocab.NameOf(text), key: -1}
	for i, key := range s.Keys {
		if isLabel(before, key) {
			p.key = i
			break
		}
	}
	const known = vocab.NameVerdict | vocab.NameJudges | vocab.NameScore
	return p.key >= 0 || p.name&known != 0
}

// readLabels reads the labels of l, and what stands in tags and brackets.
func (s *Scanner) readLabels(l *line) bool {
	from := l.body // where the label that ends next may begin
	for i := l.body; i < l.end; i++ {
		c := s.Text[i]
		if !separates[c] {
			continue
		}
		n, sep := s.separator(l, i)
		switch {
		case n == 0:
			continue
		case sep == 'v':
			if !s.readVerdict(l, i) {
				return false
			}
			continue
		}
		if !s.readLabel(l, from, i, i+n, sep) {
			return false
		}
		if i += n - 1; sep != '=' {
			from = i + 1
		}
	}
	return s.readTitle(l, from)
}

// separates are the bytes that may part a label and its value, or begin "verdict".
var separates = [256]bool{':': true, '=': true, '|': true, '?': true, '>': true, ']': true, 'v': true, 'V': true, 0xe2: true, 0xef: true, '-': true, '.': true, ';': true}

// separator returns the length of what stands at i and parts a label and its
// value, and what it is: ':', '=' or, for the word verdict, 'v'; 0 for a mark that
// parts nothing. A full stop ends what may be a label.
func (s *Scanner) separator(l *line, i int) (n int, sep byte) {
	rest := s.Text[i:l.end]
	switch rest[0] {
	case 'v', 'V':
		after, ok := chars.CutFold(rest, "verdict")
		if !ok || i > l.start && isNameByte(s.Text[i-1]) || after != "" && isNameByte(after[0]) || len(after) > 1 && after[0] == '.' && vocab.StartsWord(after[1:]) {
			return 0, 0
		}
		return len("verdict"), 'v'
	case ':', '|', '?', '>', ']':
		return 1, ':'
	case '=':
		return 1, '='
	case '.', ';':
		if len(rest) == 1 || rest[1] == ' ' {
			return 1, '.'
		}
		return 0, 0
	case '-':
		if strings.HasPrefix(rest, "->") || i > l.body && s.Text[i-1] == ' ' && strings.HasPrefix(strings.TrimLeft(rest, "-"), " ") {
			return len(rest) - len(strings.TrimLeft(rest, "->")), ':'
		}
		return 0, 0
	}
	c, n := utf8.DecodeRuneInString(rest)
	switch c {
	case '：', '？', '→', '⇒', '➜', '⟶', '—', '–':
		return n, ':'
	case '＝':
		return n, '='
	}
	return 0, 0
}

// isNameByte reports whether c is a part of a name.
func isNameByte(c byte) bool { return c == '_' || chars.IsASCIIWord(c) }

// readLabel reads the label Text[from:at] and the value after it.
func (s *Scanner) readLabel(l *line, from, at, after int, sep byte) bool {
	if sep == '.' || at == from && s.Text[at] != ']' {
		return true
	}
	start := max(from, at-KeyWindow)
	for start > from && start < at && s.Text[start]&0xc0 == 0x80 {
		start++
	}
	var p label
	if !s.labelOf(start, at, &p) {
		return true
	}
	kind, place := KindLabel, l.place
	if start == l.body {
		place |= BeginsLine
	}
	if sep == '=' {
		place |= ByEquals
	}
	if open := p.start - 1; s.Text[at] == '>' || s.Text[at] == ']' {
		if kind = KindTag; open < l.start || s.Text[open] != '<' && s.Text[open] != '[' && p.key < 0 {
			return true
		}
	}
	if from > l.body && p.key < 0 && kind != KindTag {
		if i := strings.LastIndexAny(s.Text[l.body:start], ".;"); i < 0 || strings.Trim(s.Text[l.body+i+1:start], " \t*_\"") != "" {
			return true
		}
	}
	if s.inCode(l, p.start) {
		place |= InCode
	}
	value := s.Text[after:l.end]
	if strings.Trim(value, " \t\r*_:|#`") == "" {
		if kind != KindTag || s.Text[at] == '>' {
			s.kept = p
			s.kept.place = place
			s.pending = &s.kept
		}
		return true
	}
	end := l.end
	if s.Text[at] == '|' || sep == ':' && s.Text[at] != ':' && strings.Contains(value, "|") {
		end = cellEnd(s.Text[:l.end], after)
	}
	return s.say(l, kind, &p, after, end, place)
}

// inCode reports whether pos is in inline code with other text on its line.
func (s *Scanner) inCode(l *line, pos int) bool {
	before := s.Text[l.start:pos]
	i := strings.LastIndexByte(before, '`')
	if i < 0 || strings.Count(before, "`")%2 == 0 {
		return false
	}
	end := strings.IndexByte(s.Text[pos:l.end], '`')
	if end < 0 {
		return false
	}
	return strings.IndexFunc(before[:i], vocab.IsLetterOrDigit) >= 0 || strings.IndexFunc(s.Text[pos+end:l.end], vocab.IsLetterOrDigit) >= 0
}

// readVerdict reads what a line says after the word verdict, which stands at at.
func (s *Scanner) readVerdict(l *line, at int) bool {
	after := at + len("verdict")
	place := l.place
	if at == l.body {
		place |= BeginsLine
	}
	if s.inCode(l, at) {
		place |= InCode
	}
	if vocab.Asks(s.Text[max(l.body, at-KeyWindow):at]) {
		place |= InCondition
	}
	rest := s.Text[after:l.end]
	if strings.IndexFunc(rest, vocab.IsLetterOrDigit) < 0 && !strings.ContainsAny(rest, "❌✗✘✖❎👎⛔🚫🔴") {
		return true
	}
	p := label{text: s.Text[at:after], start: at, name: vocab.NameVerdict | vocab.NameJudges | vocab.NameKnown, key: -1}
	return s.say(l, KindLabel, &p, after, l.end, place)
}

// readTitle keeps a line that is a label alone for the line below.
func (s *Scanner) readTitle(l *line, from int) bool {
	if from != l.body || s.pending != nil || l.end-l.body > KeyWindow || l.place&(InFence|Wrapped) != 0 {
		return true
	}
	if s.labelOf(l.body, l.end, &s.kept) && s.kept.name&vocab.NameNeutral == 0 {
		s.kept.place = l.place | BeginsLine
		s.pending = &s.kept
	}
	return true
}

// endings are the last two letters of the labels that are known.
type endings struct {
	pairs   [26]uint32
	any     bool // one ends otherwise
	learned bool
}

// learn adds keys to those of the names.
func (e *endings) learn(keys []string) {
	if e.learned {
		return
	}
	e.learned = true
	for _, words := range [...][]string{vocab.Naming(), keys} {
		for _, word := range words {
			i, j, ok := lastLetters(word)
			e.any = e.any || !ok
			e.pairs[i] |= 1 << j
		}
	}
}

// mayEnd reports whether text may end in a label. Most words of prose do not.
func (e *endings) mayEnd(text string) bool {
	if i, j, ok := lastLetters(text); ok {
		return e.any || e.pairs[i]&(1<<j) != 0
	}
	return e.any || text[len(text)-1] >= utf8.RuneSelf
}
