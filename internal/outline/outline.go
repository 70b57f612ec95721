// Package outline reads lines, fences, comments and headings of Markdown. It
// knows no rubric.
package outline

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

const (
	commentOpen  = "<!--"
	commentClose = "-->"
)

// A span is a range of bytes of a document.
type Span struct{ Start, End int }

// A headingForm says in which form a heading was written. Those from
// formInItem on are no headings of the document, yet a person may have meant
// them as such.
type headingForm uint8

const (
	FormATX      headingForm = iota // ## Name
	FormSetext                      // a line with dashes under it
	FormInItem                      // an ATX heading inside a list item
	FormInFence                     // in a fence that was to close one in a list item, by the looks of it
	FormNoBlank                     // ##Name
	FormOddBlank                    // hashes after, or before, a blank that is neither space nor tab
)

// A heading is one heading, or near heading, of a document.
type Heading struct {
	Span              // whole lines, line end included
	At    int         // where the line with its text starts
	Text  string      // without hashes, comments and blanks around it
	Form  headingForm // formNoBlank and formOddBlank are noted at levels 2 and 3 only
	Level int         // the number of hashes, 1 to 6
}

// An outline is what the lines of a document say about its structure.
type Outline struct {
	Src      string // the document with LF line ends and without BOM
	Headings []Heading
	Comments []Span // in order, none empty
}

// A markdownError says which line cannot be read, and why.
type markdownError struct {
	At     int // an offset into the line
	Advice string
}

// readOutline finds the headings and comments of a document. It makes one pass,
// and time and memory are linear in its length.
func ReadOutline(markdown string) (Outline, *markdownError) {
	s := scanner{src: normalizeLines(markdown)}
	for s.pos < len(s.src) {
		if err := s.readLine(); err != nil {
			return Outline{Src: s.src}, err
		}
	}
	// What ends with a list item cannot swallow a heading outside of it.
	if s.leaf != leafNone && s.leafDepth == 0 {
		return Outline{Src: s.src}, &markdownError{s.leafAt, unclosedAdvice(s.leaf)}
	}
	return Outline{s.src, s.headings, s.Comments}, nil
}

// text returns what stands in sp, without comments. It copies only where it
// must leave something out.
func (o *Outline) Text(sp Span) string {
	return o.join(sp, commentsWithin(o.Comments, sp))
}

// trimmed returns the text in sp without spaces, tabs and line ends at its end.
// Comments that only such follow, as at the end of a section, cost no copy.
func (o *Outline) Trimmed(sp Span) string {
	comments := commentsWithin(o.Comments, sp)
	for {
		sp.End = sp.Start + len(strings.TrimRight(o.Src[sp.Start:sp.End], " \t\n"))
		last := len(comments) - 1
		if last < 0 || comments[last].End != sp.End {
			return o.join(sp, comments)
		}
		sp.End, comments = comments[last].Start, comments[:last]
	}
}

// join puts together what the comments in sp leave of it.
func (o *Outline) join(sp Span, comments []Span) string {
	if len(comments) == 0 {
		return o.Src[sp.Start:sp.End]
	}
	var b strings.Builder
	b.Grow(sp.End - sp.Start)
	from := sp.Start
	for _, c := range comments {
		b.WriteString(o.Src[from:c.Start])
		from = c.End
	}
	b.WriteString(o.Src[from:sp.End])
	return b.String()
}

// line returns the number, from 1, of the line that holds the byte at offset at.
func (o *Outline) Line(at int) int {
	return 1 + strings.Count(o.Src[:at], "\n")
}

// commentsWithin returns those of the sorted spans that lie within sp.
func commentsWithin(sorted []Span, sp Span) []Span {
	return sorted[countBefore(sorted, sp.Start):countBefore(sorted, sp.End)]
}

// countBefore counts the sorted spans that start before at.
func countBefore(sorted []Span, at int) int {
	lo, hi := 0, len(sorted)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if sorted[mid].Start < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// normalizeLines drops a BOM and turns CRLF and CR into LF.
func normalizeLines(s string) string {
	s = strings.TrimPrefix(s, "\uFEFF")
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// A leafKind is a block that runs on until a line of its own ends it.
type leafKind uint8

const (
	leafNone leafKind = iota
	leafFence
	leafPre
)

func unclosedAdvice(k leafKind) string {
	if k == leafPre {
		return "the <pre> block that opens here is never closed; add </pre>"
	}
	return "the code fence that opens here is never closed; add a line with as many backticks or tildes"
}

// A scanner reads a document line by line.
type scanner struct {
	src   string
	start int // where the line being read starts, and
	at    int // its last line, should a comment join several
	pos   int // where the next line starts

	items     []int // the content columns of the open list items, outermost first
	emptyItem bool  // the last line opened an item and left it empty

	leaf      leafKind
	leafAt    int // where its first line starts
	leafDepth int // how many items it stands in
	fence     string
	cutFence  bool // an item ended before a fence in it was closed, and no heading since
	doubtful  bool // the open fence may be the end of that one

	paragraph  bool    // a paragraph is open in the innermost item
	textBefore bool    // the last line was text, if only of a quote or an ended item: this one may go on with it
	oneLine    bool    // the open paragraph is one line long and in no item, and
	maybe      Heading // a heading, should dashes follow

	nextComment int         // the next comment opener, if it is at or after pos
	lastRun     map[int]int // where the last backtick run of a length starts

	headings []Heading
	Comments []Span
}

// readLine reads one line, or several that a comment joins.
func (s *scanner) readLine() *markdownError {
	s.start, s.at = s.pos, s.pos
	line := s.src[s.start:s.lineEnd(s.start)]
	s.pos = min(s.start+len(line)+1, len(s.src))
	if s.leaf == leafFence && s.readFence(line) {
		return nil
	}
	if s.hasComment() && !s.isIndentedCode(line) {
		var err *markdownError
		if line, err = s.dropComments(); err != nil {
			return err
		}
	}
	s.readBlock(line)
	return nil
}

// lineEnd returns where the line that holds the byte at offset at ends.
func (s *scanner) lineEnd(at int) int { return chars.IndexFrom(s.src, at, '\n') }

// readFence reads a line in a fence. It reports false where the item that holds
// the fence has ended before it.
func (s *scanner) readFence(line string) bool {
	i, col := Indent(line, 0, 0)
	if IsBlank(line[i:]) {
		return true
	}
	base := 0
	if s.leafDepth > 0 {
		base = s.items[s.leafDepth-1]
	}
	if col < base {
		s.leaf, s.cutFence = leafNone, true
		return false
	}
	if col-base >= codeIndent {
		return true
	}
	switch n := runLength(line, i); {
	case line[i] == s.fence[0] && n >= len(s.fence) && strings.Trim(line[i+n:], " \t") == "":
		s.leaf = leafNone
	case line[i] == '#' && s.doubtful:
		if level, text := atxHeading(line[i:]); level > 0 {
			s.note(FormInFence, level, text)
		}
	}
	return true
}

// note notes the line as a heading, or near heading.
func (s *scanner) note(form headingForm, level int, text string) {
	s.headings = AppendDoubling(s.headings, Heading{Span{s.start, s.pos}, s.at, text, form, level})
}

// hasComment reports whether a comment opener stands on the line.
func (s *scanner) hasComment() bool {
	if s.nextComment < s.start {
		s.nextComment = len(s.src)
		if n := strings.Index(s.src[s.start:], commentOpen); n >= 0 {
			s.nextComment = s.start + n
		}
	}
	return s.nextComment < s.pos
}

// isIndentedCode reports whether the line is code by its indent alone: inside
// lists an indent says too little.
func (s *scanner) isIndentedCode(line string) bool {
	_, col := Indent(line, 0, 0)
	return col >= codeIndent && (len(s.items) == 0 || col < s.items[0])
}

// dropComments returns the line without its comments. One that runs on takes
// along the lines that it covers.
func (s *scanner) dropComments() (string, *markdownError) {
	var kept joined
	end, runsKnown := s.lineEnd(s.start), false
	from, textBefore := s.start, false // what is kept next starts at from
	for i := s.start; i < end; {
		switch {
		case s.src[i] == '`':
			if !runsKnown {
				s.findRuns(i, end)
				runsKnown = true
			}
			i = s.skipCode(i)
		case strings.HasPrefix(s.src[i:], commentOpen):
			kept.add(s.src[from:i])
			textBefore = textBefore || !IsBlank(s.src[from:i])
			c, err := s.comment(i)
			if err == nil && c.End > end && textBefore {
				err = &markdownError{i, "this comment opens after other text and does not close on its line; close it there, or give it lines of its own"}
			}
			if err == nil && kept.wouldJoin(s.src[c.End:]) {
				err = &markdownError{c.End, "without this comment the text around it would read as other markup; put a space beside it"}
			}
			if err != nil {
				return "", err
			}
			s.Comments = AppendDoubling(s.Comments, c)
			from, i = c.End, c.End
			if c.End > end {
				end, runsKnown = s.lineEnd(c.End), false
				s.at = strings.LastIndexByte(s.src[:c.End], '\n') + 1
			}
		default:
			i++
		}
	}
	kept.add(s.src[from:end])
	s.pos = min(end+1, len(s.src))
	return kept.String(), nil
}

// comment returns the comment that opens at offset at.
func (s *scanner) comment(at int) (Span, *markdownError) {
	rest := s.src[at+len(commentOpen):]
	for _, whole := range []string{">", "->"} {
		if strings.HasPrefix(rest, whole) {
			return Span{at, at + len(commentOpen) + len(whole)}, nil
		}
	}
	n := strings.Index(rest, commentClose)
	if n < 0 {
		return Span{}, &markdownError{at, "the comment that opens here is never closed; add -->"}
	}
	if strings.Contains(rest[:min(n+len(commentClose), len(rest))], commentOpen) {
		return Span{}, &markdownError{at, "the comment that opens here holds another <!-- before it closes; close the first one"}
	}
	return Span{at, at + len(commentOpen) + n + len(commentClose)}, nil
}

// findRuns notes for every length of backtick run between start and end where
// its last one starts. What it noted of earlier lines lies before start, so
// nothing needs to be cleared.
func (s *scanner) findRuns(start, end int) {
	if s.lastRun == nil {
		s.lastRun = make(map[int]int)
	}
	for i := start; i < end; {
		if s.src[i] != '`' {
			i++
			continue
		}
		n := runLength(s.src, i)
		s.lastRun[n] = i
		i += n
	}
}

// skipCode returns where the code span that opens at offset at ends; where no
// run of the same length closes it on the line, the run is text and ends there.
func (s *scanner) skipCode(at int) int {
	n := runLength(s.src, at)
	i := at + n
	if s.lastRun[n] < i {
		return i
	}
	for {
		i += strings.IndexByte(s.src[i:], '`')
		m := runLength(s.src, i)
		i += m
		if m == n {
			return i
		}
	}
}

// A joined string is made of the parts that comments leave of a line.
// One part alone is not copied.
type joined struct {
	one  string
	many []byte
}

func (j *joined) add(part string) {
	switch {
	case part == "":
	case j.many != nil:
		j.many = append(j.many, part...)
	case j.one == "":
		j.one = part
	default:
		j.many = append(append(j.many, j.one...), part...)
	}
}

func (j *joined) String() string {
	if j.many != nil {
		return string(j.many)
	}
	return j.one
}

// wouldJoin reports whether the text so far and rest, put together, make a
// comment opener or one run of backticks that neither holds alone.
func (j *joined) wouldJoin(rest string) bool {
	const most = len(commentOpen) - 1
	left := j.one
	if j.many != nil {
		left = string(j.many[max(0, len(j.many)-most):])
	}
	left, rest = left[max(0, len(left)-most):], rest[:min(most, len(rest))]
	return strings.HasSuffix(left, "`") && strings.HasPrefix(rest, "`") ||
		strings.Contains(left+rest, commentOpen)
}

// readBlock reads a line, without its comments, that is in no fence.
func (s *scanner) readBlock(line string) {
	i, col := Indent(line, 0, 0)
	if IsBlank(line[i:]) {
		s.readBlank()
		return
	}
	s.emptyItem = false
	s.closeItems(col)
	if s.leaf == leafPre {
		s.readPre(line)
		return
	}
	if s.paragraph && isUnderline(line[i:]) && col-s.base() < codeIndent {
		s.readUnderline(line[i] == '-')
		return
	}
	opened := len(s.items)
	i, col = s.openItems(line, i, col)
	if i == len(line) {
		return
	}
	s.readLeaf(line[i:], col-s.base(), len(s.items) > opened)
}

func (s *scanner) readBlank() {
	if s.emptyItem {
		s.items = s.items[:len(s.items)-1] // an item starts with one blank line at most
	}
	s.emptyItem = false
	s.endParagraph()
}

func (s *scanner) endParagraph() {
	s.paragraph, s.textBefore, s.oneLine = false, false, false
}

// closeItems closes the items whose content starts right of col.
func (s *scanner) closeItems(col int) {
	keep := 0
	for keep < len(s.items) && s.items[keep] <= col {
		keep++
	}
	if keep == len(s.items) {
		return
	}
	s.items = s.items[:keep]
	s.paragraph, s.oneLine = false, false
	if keep < s.leafDepth {
		s.leaf = leafNone
	}
}

// base returns the column where the content of the innermost item starts.
func (s *scanner) base() int {
	if len(s.items) == 0 {
		return 0
	}
	return s.items[len(s.items)-1]
}

// readUnderline reads the line under a paragraph that makes it a heading.
func (s *scanner) readUnderline(dashes bool) {
	if dashes && s.oneLine {
		h := s.maybe
		h.End, h.Text = s.pos, strings.TrimRight(h.Text, " \t")
		s.headings = AppendDoubling(s.headings, h)
	}
	s.endParagraph()
}

// openItems opens the list items whose markers start at offset i, which is
// column col, and returns where their content goes on: at the end of the line
// if there is none, or if the line is a thematic break.
func (s *scanner) openItems(line string, i, col int) (int, int) {
	tail := -1
	for col-s.base() < codeIndent {
		if isRuleByte(line[i]) {
			if tail < 0 {
				tail = ruleTail(line)
			}
			if i >= tail && isRule(line[i:]) {
				s.endParagraph()
				return len(line), col
			}
		}
		n, first := Marker(line[i:])
		if n == 0 {
			break
		}
		j, after := Indent(line, i+n, col+n)
		if s.paragraph && (j == len(line) || !first) {
			break // a paragraph goes on where it might be text
		}
		s.endParagraph()
		if j == len(line) {
			s.items = append(s.items, col+n+1)
			s.emptyItem = true
			return j, after
		}
		if after-(col+n) > maxItemBlank {
			s.items = append(s.items, col+n+1)
		} else {
			s.items = append(s.items, after)
		}
		i, col = j, after
	}
	return i, col
}

// readLeaf reads what stands in the innermost item, indented by col columns.
func (s *scanner) readLeaf(line string, col int, marked bool) {
	if col >= codeIndent {
		s.oneLine = false // code, or more of a paragraph
		return
	}
	switch line[0] {
	case '#':
		level, text := atxHeading(line)
		if level == 0 {
			break
		}
		s.endParagraph()
		switch {
		case marked:
		case len(s.items) > 0:
			s.note(FormInItem, level, text)
		default:
			s.note(FormATX, level, text)
		}
		s.cutFence = false
		return
	case '`', '~':
		if n := FenceOpener(line); n > 0 {
			s.openLeaf(leafFence)
			s.fence = line[:n]
			s.doubtful = s.cutFence && len(s.items) == 0 && IsBlank(line[n:])
			return
		}
	case '<':
		if isPre(line) {
			s.openLeaf(leafPre)
			s.readPre(line)
			return
		}
	case '>':
		s.endParagraph()
		s.textBefore = quotesText(line)
		return
	}
	if len(s.items) == 0 {
		s.noteNearHeading(line)
	}
	s.readText(line)
}

func (s *scanner) openLeaf(k leafKind) {
	s.leaf, s.leafAt, s.leafDepth = k, s.at, len(s.items)
	s.endParagraph()
}

// readPre reads a line of a <pre> block.
func (s *scanner) readPre(line string) {
	if endsPre(line) {
		s.leaf = leafNone
	}
}

// noteNearHeading notes a line that looks like a heading of level 2 or 3 and is
// none, for want of a blank.
func (s *scanner) noteNearHeading(line string) {
	if chars.IsVisibleASCII(line[0]) && line[0] != '#' {
		return // nearly every line ends here
	}
	i := chars.BlankStart(line, 0, len(line))
	n := runLength(line, i)
	if line[i] != '#' || n < 2 || n > 3 {
		return
	}
	form := FormNoBlank
	if r, _ := utf8.DecodeRuneInString(line[i+n:]); i > 0 || chars.IsBlankRune(r) {
		form = FormOddBlank
	}
	s.note(form, n, strings.TrimFunc(line[i+n:], chars.IsBlankRune))
}

// readText reads a line of a paragraph.
func (s *scanner) readText(line string) {
	if s.textBefore {
		s.oneLine = false
		return
	}
	s.paragraph, s.textBefore = true, true
	if s.oneLine = len(s.items) == 0; s.oneLine {
		s.maybe = Heading{Span{s.start, s.pos}, s.at, line, FormSetext, 2}
	}
}
