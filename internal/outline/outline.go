// Package outline reads lines, fences, comments and headings of Markdown. It
// knows no rubric.
package outline

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// A Span is a range of bytes of a document.
type Span struct{ Start, End int }

// A headingForm says in which form a heading was written. Those from
// formInItem on are no headings of the document, yet a person may have meant
// them as such.
type headingForm uint8

const (
	FormATX      headingForm = iota // ## Name
	FormSetext                      // a line with dashes under it
	FormInItem                      // an ATX heading in a list item
	FormInQuote                     // an ATX heading in a quote
	FormInFence                     // in a fence that was to close another, by the looks of it
	FormNoBlank                     // ##Name
	FormOddBlank                    // hashes after, or before, a blank that is neither space nor tab
)

// A Heading is one heading, or near heading, of a document.
type Heading struct {
	Span              // whole lines, line end included
	At    int         // where the line with its text starts
	Text  string      // without hashes, comments and blanks around it
	Form  headingForm // those from FormInQuote on are noted at levels 2 and 3 only
	Level int         // the number of hashes, 1 to 6
}

// An Outline is what the lines of a document say about its structure.
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

// ReadOutline finds the headings and comments of a document. It makes one pass,
// and time and memory are linear in its length.
func ReadOutline(markdown string) (Outline, *markdownError) {
	s := scanner{src: normalizeLines(markdown)}
	for s.pos < len(s.src) {
		if _, err := s.readLine(); err != nil {
			return Outline{Src: s.src}, err
		}
	}
	// What ends with a list item cannot swallow a heading outside of it.
	if s.leaf != leafNone && s.leafDepth == 0 {
		return Outline{Src: s.src}, &markdownError{s.leafAt, unclosedAdvice(s.leaf)}
	}
	return Outline{s.src, s.headings, s.Comments}, nil
}

// Text returns what stands in sp, without comments. It copies only where it
// must leave something out.
func (o *Outline) Text(sp Span) string {
	return o.join(sp, commentsWithin(o.Comments, sp))
}

// Trimmed returns the text in sp without spaces, tabs and line ends at its end.
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

// Line returns the number, from 1, of the line that holds the byte at offset at.
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
	cutFence  bool    // an item ended before a fence in it was closed, and no heading since
	doubtful  bool    // the open fence may be the end of that one
	blank     bool    // the last line of the fence was blank
	swallowed Heading // the first heading in the open fence; level 0 if there is none

	paragraph  bool    // a paragraph is open in the innermost item
	textBefore bool    // the last line was text, if only of a quote or an ended item: this one may go on with it
	oneLine    bool    // the open paragraph is one line long and in no item, and
	maybe      Heading // a heading, should dashes follow

	nextComment int         // the next comment opener, if it is at or after pos
	lastRun     map[int]int // where the last backtick run of a length starts

	kind LineKind // what the last line is

	headings []Heading
	Comments []Span
}

// readLine reads one line, or several that a comment joins, and returns it
// without its comments.
func (s *scanner) readLine() (string, *markdownError) {
	s.start, s.at = s.pos, s.pos
	line := s.src[s.start:s.lineEnd(s.start)]
	s.pos = min(s.start+len(line)+1, len(s.src))
	if s.leaf == leafFence && s.readFence(line) {
		if s.kind = LineCode; s.blank {
			s.kind = LineBlank
		}
		return line, nil
	}
	if s.hasComment() && !s.isIndentedCode(line) {
		var err *markdownError
		if line, err = s.dropComments(); err != nil {
			return "", err
		}
	}
	s.readBlock(line)
	return line, nil
}

// lineEnd returns where the line that holds the byte at offset at ends.
func (s *scanner) lineEnd(at int) int { return chars.IndexFrom(s.src, at, '\n') }

// readFence reads a line in a fence. It reports false where the item that holds
// the fence has ended before it.
func (s *scanner) readFence(line string) bool {
	i, col := Indent(line, 0, 0)
	afterBlank := s.blank
	if s.blank = IsBlank(line[i:]); s.blank {
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
	case line[i] == s.fence[0] && n >= len(s.fence):
		isCloser := strings.Trim(line[i+n:], " \t") == ""
		if !isCloser || afterBlank && !IsBlank(s.src[s.pos:s.lineEnd(s.pos)]) {
			s.noteSwallowed()
		}
		if isCloser {
			s.leaf = leafNone
		}
	case line[i] == '#':
		s.readFencedHeading(line[i:])
	}
	return true
}

// readFencedHeading keeps in mind, or notes where the fence itself is in doubt,
// what would be a heading if it stood in no fence.
func (s *scanner) readFencedHeading(line string) {
	level, text := atxHeading(line)
	switch {
	case level == 0:
	case s.doubtful:
		s.note(FormInFence, level, text)
	case isNear(level) && s.swallowed.Level == 0:
		s.swallowed = Heading{Span{s.start, s.pos}, s.at, text, FormInFence, level}
	}
}

// noteSwallowed notes the first heading in the open fence, as a line after it
// looks like one that opens a fence: the closing line of this one was forgotten.
func (s *scanner) noteSwallowed() {
	if s.swallowed.Level > 0 {
		s.headings = AppendDoubling(s.headings, s.swallowed)
		s.swallowed.Level = 0
	}
}

// isNear reports whether a near heading of the level is worth a note.
func isNear(level int) bool { return level == 2 || level == 3 }

// note notes the line as a heading, or near heading.
func (s *scanner) note(form headingForm, level int, text string) {
	s.headings = AppendDoubling(s.headings, Heading{Span{s.start, s.pos}, s.at, text, form, level})
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
		s.kind = LineCode
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
	marked := len(s.items) > opened
	if kind := s.readLeaf(line[i:], col-s.base()); !marked {
		s.kind = kind
	}
}

func (s *scanner) readBlank() {
	s.kind = LineBlank
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
	s.kind = LineHeading
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
	tail, opened := -1, len(s.items)
	for col-s.base() < codeIndent {
		if isRuleByte(line[i]) {
			if tail < 0 {
				tail = ruleTail(line)
			}
			if i >= tail && isRule(line[i:]) {
				s.endParagraph()
				if len(s.items) == opened {
					s.kind = LineRule
				}
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
		s.kind = LineItem
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
func (s *scanner) readLeaf(line string, col int) LineKind {
	if col >= codeIndent {
		s.oneLine = false // code, or more of a paragraph
		if s.paragraph || s.textBefore {
			return LineMore
		}
		return LineCode
	}
	switch line[0] {
	case '#':
		level, text := atxHeading(line)
		if level == 0 {
			break
		}
		s.endParagraph()
		form := FormATX
		if len(s.items) > 0 {
			form = FormInItem
		}
		s.note(form, level, text)
		s.cutFence = false
		return LineHeading
	case '`', '~':
		if n := FenceOpener(line); n > 0 {
			s.openLeaf(leafFence)
			s.fence = line[:n]
			s.doubtful = s.cutFence && len(s.items) == 0 && IsBlank(line[n:])
			s.blank, s.swallowed.Level = false, 0
			return LineCode
		}
	case '<':
		if isPre(line) {
			s.openLeaf(leafPre)
			s.readPre(line)
			return LineCode
		}
	case '>':
		s.endParagraph()
		s.textBefore = quotesText(line)
		s.noteQuoted(line)
		return LineQuote
	}
	if len(s.items) == 0 {
		s.noteNearHeading(line)
	}
	return s.readText(line)
}

// noteQuoted notes the heading that a line which starts with > holds.
func (s *scanner) noteQuoted(line string) {
	line = strings.TrimLeft(line, "> \t")
	if line == "" || line[0] != '#' {
		return
	}
	if level, text := atxHeading(line); isNear(level) {
		s.note(FormInQuote, level, text)
	}
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
	if line[i] != '#' || !isNear(n) {
		return
	}
	form := FormNoBlank
	if r, _ := utf8.DecodeRuneInString(line[i+n:]); i > 0 || chars.IsBlankRune(r) {
		form = FormOddBlank
	}
	s.note(form, n, strings.TrimFunc(line[i+n:], chars.IsBlankRune))
}

// readText reads a line of a paragraph.
func (s *scanner) readText(line string) LineKind {
	if s.textBefore {
		s.oneLine = false
		return LineMore
	}
	s.paragraph, s.textBefore = true, true
	if s.oneLine = len(s.items) == 0; s.oneLine {
		s.maybe = Heading{Span{s.start, s.pos}, s.at, line, FormSetext, 2}
	}
	return LineText
}
