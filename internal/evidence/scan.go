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
	// maxInner is how much is read of a value whose label stands in another value, so
	// that a line in which labels crowd is not read again for each.
	maxInner = 48
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
	from       int // where its text begins, quotes aside
	body       int // and all other decoration
	place      Place
	commented  int  // up to where comments were looked for
	whole      bool // it begins after a line end, or at the start of the text
	heading    bool
}

// readLine finds the statements of the line Text[start:end].
func (s *Scanner) readLine(start, end int) {
	l := line{start: start, end: end, commented: start, whole: start == 0 || s.Text[start-1] == '\n'}
	text := s.Text[start:end]
	first := chars.BlankStart(text, 0, len(text))
	if first == len(text) {
		s.text = false
		return
	}
	if l.whole && s.readFence(text[first:]) {
		s.text, s.waits = false, false
		return
	}
	s.lead(&l, first)
	s.readStatements(&l)
	s.text = !l.heading && l.place&InRow == 0
	s.readComment(&l, end)
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
	case rest[0] == '|', strings.IndexByte(rest, '|') >= 0 && strings.Count(rest, " | ") > 1:
		l.place |= InRow
	}
	decor := 0
	if rest != "" && !chars.IsASCIILetter(rest[0]) {
		decor, _ = vocab.DecorEnd(rest)
	}
	l.from, l.body = l.start+first, l.start+first+decor
	if c, _ := utf8.DecodeRuneInString(s.Text[l.body:l.end]); s.text && unicode.IsLower(c) {
		l.place |= Wrapped
	}
}

// readStatements reads the statements of l.
func (s *Scanner) readStatements(l *line) {
	if l.place&InRow != 0 {
		s.readRow(l)
		return
	}
	s.columns = s.columns[:0]
	if isRule(s.Text[l.start:l.end]) { // below a heading
		return
	}
	if s.waits {
		s.waits = false
		s.say(KindLabel, &s.waiting, l.from, l.end, s.waiting.place|ValueBelow|l.place&(InFence|InComment))
	} else {
		s.readWord(l)
	}
	s.readLabels(l)
}

// readWord reads a line that says fail by itself.
func (s *Scanner) readWord(l *line) {
	text := s.Text[l.body:l.end]
	if text != "" && chars.IsASCIILetter(text[0]) && !s.Words.MayRefuse(text) {
		return
	}
	text = s.Text[l.from:min(l.end, l.body+maxValue)]
	if strings.HasPrefix(text, "//") || s.Words.Refused(strings.TrimLeft(text, "# ")) == 0 {
		return
	}
	s.found = append(s.found, Statement{Kind: KindWord, Place: l.place | BeginsLine, Start: l.from, End: l.end, Key: -1, Value: s.Text[l.body:l.end], Says: vocab.SaysFail})
}

// say adds the statement of the label p whose value is Text[start:end].
func (s *Scanner) say(kind Kind, p *label, start, end int, place Place) {
	limit := maxValue
	if kind != KindWord && p.start < s.said && p.start >= s.saidFrom {
		limit = maxInner
	}
	cut := end-start > limit
	if cut {
		end = start + limit
	}
	if end > s.said {
		s.saidFrom, s.said = start, end
	}
	if after := strings.TrimLeft(s.Text[start:end], " *_"); strings.HasPrefix(after, "</") { // <b>Score:</b> 3
		start = end - len(after) + vocab.TagLen(after)
	}
	value := s.Text[start:end]
	if i := strings.Index(value, "</"); i >= 0 {
		value, cut = value[:i], false
	}
	if value == "" {
		return
	}
	st := Statement{Kind: kind, Place: place, Start: min(p.start, start), End: start + len(value), Label: p.text, Name: p.name, Key: p.key, Value: value, Cut: cut}
	if st.Says = s.Words.Value(value); cut && st.Says == vocab.SaysPass {
		st.Says = vocab.SaysUnclear
	}
	s.found = append(s.found, st)
}

// readRow reads a row of a table: what its first cell labels, what its columns do,
// and a cell that is all of it.
func (s *Scanner) readRow(l *line) {
	if isRule(s.Text[l.start:l.end]) {
		return
	}
	if s.waits = false; isRule(s.lineBelow()) {
		s.readHeader(l)
		return
	}
	var first label
	labelled := false
	cells, said := 0, 0
	for pos := l.start; pos < l.end; {
		end := cellEnd(s.Text[:l.end], pos)
		start, last := chars.BlankStart(s.Text, pos, end), end
		if start < end {
			last = chars.BlankEnd(s.Text, start, end)
		}
		outer := start == end && pos == l.start // before the first bar
		pos = end + 1
		if outer {
			continue
		}
		number := isNumber(s.Text[start:last])
		if number && labelled && s.Numbers && first.key >= 0 {
			s.say(KindLabel, &first, start, last, l.place|BeginsLine)
			labelled = false
		}
		if start < last && !number {
			if labelled {
				s.say(KindLabel, &first, start, last, l.place|BeginsLine)
			}
			if cells < len(s.columns) && s.columns[cells].text != "" {
				s.say(KindLabel, &s.columns[cells], start, last, l.place|UnderHeader)
			}
			labelled = said == 0 && s.labelOf(start, last, &first)
			said++
		}
		cells++
	}
	if said == 1 {
		s.readWord(l)
	}
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
	if line = strings.TrimLeft(line, " \t"); line == "" || strings.IndexByte("-=|:", line[0]) < 0 {
		return false
	}
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
	if before = withoutRemark(before); before == "" {
		return false
	}
	decor, _ := vocab.DecorEnd(before)
	text := before[decor:]
	if text == "" {
		text, decor = before, 0
	}
	*p = label{text: text, start: start + decor, key: -1}
	if (vocab.EndsName(text) || vocab.BeginsName(text) || text[len(text)-1] >= utf8.RuneSelf) && !strings.ContainsAny(text, ".,;={}<>$\"") {
		p.name = vocab.NameOf(text)
	}
	for i, key := range s.Keys {
		if isLabel(before, key) {
			p.key = i
			if at := chars.KeySuffix(before, key); p.name&vocab.NameKnown == 0 && at > decor { // the last word of more
				p.text, p.start = before[at:], start+at
			}
			break
		}
	}
	const known = vocab.NameVerdict | vocab.NameJudges | vocab.NameScore
	return p.key >= 0 || p.name&known != 0
}

// readLabels reads the labels of l, and what stands in tags.
func (s *Scanner) readLabels(l *line) {
	from := l.from    // where the label that ends next may begin
	first := true     // and that is the start of the line, or of a sentence
	code := -1        // where inline code opened
	closes := l.start // and a backtick after that
	for i := s.marks.From(l.from); i < l.end; i = s.marks.From(i + 1) {
		if s.Text[i] == '`' {
			if code >= 0 {
				code = -1
			} else if closes = chars.IndexFrom(s.Text[:l.end], i+1, '`'); closes < l.end {
				code = i
			}
			continue
		}
		n, sep := s.separator(l, i)
		if n == 0 {
			continue
		}
		var place Place
		if code >= 0 && !(l.blank(s, l.from, code) && l.blank(s, closes, l.end)) {
			place = InCode
		}
		if s.readComment(l, i); s.comment {
			place |= InComment
		}
		if sep == 'v' {
			s.readVerdict(l, i, place)
			continue
		}
		s.readLabel(l, separation{from, i, i + n, sep, first}, place)
		i += n - 1
		from, first = i+1, false
	}
	s.readTitle(l, from)
}

// blank reports whether no letter or digit stands in Text[start:end], of which
// little is looked at.
func (l *line) blank(s *Scanner, start, end int) bool {
	return end-start <= vocab.MaxProse && strings.IndexFunc(s.Text[start:end], vocab.IsLetterOrDigit) < 0
}

// separators are the bytes that may part a label and its value, or begin
// "verdict".
const separators = ":=|?>]vV\xe2\xef-`"

// separator returns the length of what stands at i and parts a label and its
// value, and what it is: ':', '=' or, for the word verdict, 'v'; 0 for a mark that
// parts nothing.
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
	case '-':
		if strings.HasPrefix(rest, "->") || i > l.body && s.Text[i-1] == ' ' && strings.HasPrefix(strings.TrimLeft(rest, "-"), " ") {
			return len(rest) - len(strings.TrimLeft(rest, "->")), '-'
		}
		return 0, 0
	}
	c, n := utf8.DecodeRuneInString(rest)
	switch c {
	case '：', '？', '→', '⇒', '➜', '⟶':
		return n, ':'
	case '—', '–':
		return n, '-'
	case '＝':
		return n, '='
	}
	return 0, 0
}

// isNameByte reports whether c is a part of a name.
func isNameByte(c byte) bool { return c == '_' || chars.IsASCIIWord(c) }

// A separation is what parts a label and its value.
type separation struct {
	from, at, after int  // where the label may begin, where it ends, and where the value begins
	sep             byte // what stands between
	first           bool // the label begins the line, or a sentence
}

// readLabel reads the label and the value that d parts.
func (s *Scanner) readLabel(l *line, d separation, place Place) {
	start := max(d.from, d.at-KeyWindow)
	for start > d.from && start < d.at && s.Text[start]&0xc0 == 0x80 {
		start++
	}
	for i := d.at - 1; i >= max(start, l.body); i-- { // a sentence ends before it
		if c := s.Text[i]; (c == '.' || c == ';') && s.Text[i+1] == ' ' {
			start, d.from, d.first = i+1, i+1, true
			break
		}
	}
	var p label
	if !s.labelOf(start, d.at, &p) {
		return
	}
	kind, mark := KindLabel, s.Text[d.at]
	place |= l.place
	if p.start <= l.body {
		place |= BeginsLine
	}
	if d.sep == '=' {
		place |= ByEquals
	}
	open := byte(' ')
	if p.start > l.start {
		open = s.Text[p.start-1]
	}
	switch {
	case mark == '>' && open == '<', mark == ']' && open == '[':
		kind = KindTag
	case mark == '>' && p.key >= 0, mark != '>' && mark != ']' && (d.first && start == d.from || p.key >= 0 && d.sep != '-'):
	default:
		return
	}
	if d.sep == '-' && p.name&vocab.NameKnown == 0 {
		return
	}
	value := s.Text[d.after:min(l.end, d.after+vocab.MaxProse)]
	if strings.Trim(value, " \t\r*_:|#`") == "" {
		if strings.Contains(p.text, "</") || strings.HasSuffix(s.Text[:p.start], "</") {
			place |= Closing
		}
		s.waits, s.waiting = true, p
		s.waiting.place = place | AfterColon
		return
	}
	end := l.end
	if mark == '|' {
		end = cellEnd(s.Text[:min(l.end, d.after+maxValue+1)], d.after)
	}
	s.say(kind, &p, d.after, end, place)
}

// readVerdict reads what a line says after the word verdict, which stands at at.
func (s *Scanner) readVerdict(l *line, at int, place Place) {
	after := at + len("verdict")
	place |= l.place
	if at <= l.body {
		place |= BeginsLine
	}
	if vocab.Asks(s.Text[max(l.from, at-KeyWindow):at]) {
		place |= InCondition
	}
	p := label{text: s.Text[at:after], start: at, name: vocab.NameVerdict | vocab.NameJudges | vocab.NameKnown, key: -1}
	s.say(KindLabel, &p, after, l.end, place)
}

// readTitle keeps a line that is a label alone for the line below.
func (s *Scanner) readTitle(l *line, from int) {
	if from != l.from || s.waits || l.end-l.from > KeyWindow || l.place&(InFence|Wrapped) != 0 || strings.IndexByte(".,;", s.Text[l.end-1]) >= 0 {
		return
	}
	if s.waits = s.labelOf(l.from, l.end, &s.waiting) && s.waiting.name&(vocab.NameVerdict|vocab.NameKnown) != 0 || s.waiting.key >= 0; s.waits {
		s.waiting.place = l.place | BeginsLine
	}
}
