package jury

import (
	"strings"
	"unicode/utf8"
)

const (
	commentOpen  = "<!--"
	commentClose = "-->"
)

// A span is a range of bytes of a document.
type span struct{ start, end int }

// A headingForm says in which form a heading was written. Those from
// formInItem on are no headings of the document, yet a person may have meant
// them as such.
type headingForm uint8

const (
	formATX      headingForm = iota // ## Name
	formSetext                      // a line with dashes under it
	formInItem                      // an ATX heading inside a list item
	formInFence                     // in a fence that was to close one in a list item, by the looks of it
	formNoBlank                     // ##Name
	formOddBlank                    // hashes after, or before, a blank that is neither space nor tab
)

// A heading is one heading, or near heading, of a document.
type heading struct {
	span              // whole lines, line end included
	at    int         // where the line with its text starts
	text  string      // without hashes, comments and blanks around it
	form  headingForm // formNoBlank and formOddBlank are noted at levels 2 and 3 only
	level int         // the number of hashes, 1 to 6
}

// An outline is what the lines of a document say about its structure.
type outline struct {
	src      string // the document with LF line ends and without BOM
	headings []heading
	comments []span // in order, none empty
}

// A markdownError says which line cannot be read, and why.
type markdownError struct {
	at     int // an offset into the line
	advice string
}

// readOutline finds the headings and comments of a document. It makes one pass,
// and time and memory are linear in its length.
func readOutline(markdown string) (outline, *markdownError) {
	s := scanner{src: normalizeLines(markdown)}
	for s.pos < len(s.src) {
		if err := s.readLine(); err != nil {
			return outline{src: s.src}, err
		}
	}
	// What ends with a list item cannot swallow a heading outside of it.
	if s.leaf != leafNone && s.leafDepth == 0 {
		return outline{src: s.src}, &markdownError{s.leafAt, unclosedAdvice(s.leaf)}
	}
	return outline{s.src, s.headings, s.comments}, nil
}

// text returns what stands in sp, without comments. It copies only where it
// must leave something out.
func (o *outline) text(sp span) string {
	comments := commentsWithin(o.comments, sp)
	if len(comments) == 0 {
		return o.src[sp.start:sp.end]
	}
	var b strings.Builder
	b.Grow(sp.end - sp.start)
	from := sp.start
	for _, c := range comments {
		b.WriteString(o.src[from:c.start])
		from = c.end
	}
	b.WriteString(o.src[from:sp.end])
	return b.String()
}

// line returns the number, from 1, of the line that holds the byte at offset at.
func (o *outline) line(at int) int {
	return 1 + strings.Count(o.src[:at], "\n")
}

// commentsWithin returns those of the sorted spans that lie within sp.
func commentsWithin(sorted []span, sp span) []span {
	return sorted[countBefore(sorted, sp.start):countBefore(sorted, sp.end)]
}

// countBefore counts the sorted spans that start before at.
func countBefore(sorted []span, at int) int {
	lo, hi := 0, len(sorted)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if sorted[mid].start < at {
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
	src string
	pos int // where the next line starts

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
	maybe      heading // a heading, should dashes follow

	nextComment int         // the next comment opener, if it is at or after pos
	lastRun     map[int]int // where the last backtick run of a length starts

	headings []heading
	comments []span
}

// readLine reads one line, or several that a comment joins.
func (s *scanner) readLine() *markdownError {
	start := s.pos
	line := s.src[start:s.lineEnd(start)]
	s.pos = min(start+len(line)+1, len(s.src))
	if s.leaf == leafFence && s.readFence(line, start) {
		return nil
	}
	at := start
	if s.hasComment(start) && !s.isIndentedCode(line) {
		var err *markdownError
		if line, at, err = s.dropComments(start); err != nil {
			return err
		}
	}
	s.readBlock(line, heading{span: span{start, s.pos}, at: at})
	return nil
}

// lineEnd returns where the line that holds the byte at offset at ends.
func (s *scanner) lineEnd(at int) int { return indexFrom(s.src, at, '\n') }

// readFence reads a line in a fence. It reports false where the item that holds
// the fence has ended before it.
func (s *scanner) readFence(line string, start int) bool {
	i, col := indent(line, 0, 0)
	if isBlank(line[i:]) {
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
			s.headings = appendDoubling(s.headings, heading{span{start, s.pos}, start, text, formInFence, level})
		}
	}
	return true
}

// hasComment reports whether a comment opener stands between start and the end
// of the line.
func (s *scanner) hasComment(start int) bool {
	if s.nextComment < start {
		s.nextComment = len(s.src)
		if n := strings.Index(s.src[start:], commentOpen); n >= 0 {
			s.nextComment = start + n
		}
	}
	return s.nextComment < s.pos
}

// isIndentedCode reports whether the line is code by its indent alone: inside
// lists an indent says too little.
func (s *scanner) isIndentedCode(line string) bool {
	_, col := indent(line, 0, 0)
	return col >= codeIndent && (len(s.items) == 0 || col < s.items[0])
}

// dropComments returns the line that starts at start without its comments, and
// where its last line starts: a comment that runs on takes along the lines that
// it covers.
func (s *scanner) dropComments(start int) (string, int, *markdownError) {
	var kept joined
	at, end, runsKnown := start, s.lineEnd(start), false
	from, textBefore := start, false // what is kept next starts at from
	for i := start; i < end; {
		switch {
		case s.src[i] == '`':
			if !runsKnown {
				s.findRuns(i, end)
				runsKnown = true
			}
			i = s.skipCode(i)
		case strings.HasPrefix(s.src[i:], commentOpen):
			kept.add(s.src[from:i])
			textBefore = textBefore || !isBlank(s.src[from:i])
			c, err := s.comment(i)
			if err == nil && c.end > end && textBefore {
				err = &markdownError{i, "this comment opens after other text and does not close on its line; close it there, or give it lines of its own"}
			}
			if err == nil && kept.wouldJoin(s.src[c.end:]) {
				err = &markdownError{c.end, "without this comment the text around it would read as other markup; put a space beside it"}
			}
			if err != nil {
				return "", 0, err
			}
			s.comments = appendDoubling(s.comments, c)
			from, i = c.end, c.end
			if c.end > end {
				end, runsKnown = s.lineEnd(c.end), false
				at = strings.LastIndexByte(s.src[:c.end], '\n') + 1
			}
		default:
			i++
		}
	}
	kept.add(s.src[from:end])
	s.pos = min(end+1, len(s.src))
	return kept.String(), at, nil
}

// comment returns the comment that opens at offset at.
func (s *scanner) comment(at int) (span, *markdownError) {
	rest := s.src[at+len(commentOpen):]
	for _, whole := range []string{">", "->"} {
		if strings.HasPrefix(rest, whole) {
			return span{at, at + len(commentOpen) + len(whole)}, nil
		}
	}
	n := strings.Index(rest, commentClose)
	if n < 0 {
		return span{}, &markdownError{at, "the comment that opens here is never closed; add -->"}
	}
	if strings.Contains(rest[:min(n+len(commentClose), len(rest))], commentOpen) {
		return span{}, &markdownError{at, "the comment that opens here holds another <!-- before it closes; close the first one"}
	}
	return span{at, at + len(commentOpen) + n + len(commentClose)}, nil
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

// readBlock reads a line, without its comments, that is in no fence. h is the
// heading that it may turn out to be.
func (s *scanner) readBlock(line string, h heading) {
	i, col := indent(line, 0, 0)
	if isBlank(line[i:]) {
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
		s.readUnderline(line[i] == '-', h.end)
		return
	}
	opened := len(s.items)
	i, col = s.openItems(line, i, col)
	if i == len(line) {
		return
	}
	s.readLeaf(line[i:], col-s.base(), len(s.items) > opened, h)
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
func (s *scanner) readUnderline(dashes bool, end int) {
	if dashes && s.oneLine {
		s.maybe.end = end
		s.maybe.form, s.maybe.level = formSetext, 2
		s.headings = appendDoubling(s.headings, s.maybe)
	}
	s.endParagraph()
}

// openItems opens the list items whose markers start at offset i, which is
// column col, and returns where their content goes on: at the end of the line
// if there is none, or if the line is a thematic break.
func (s *scanner) openItems(line string, i, col int) (int, int) {
	tail := -1
	for col-s.base() < codeIndent {
		if strings.IndexByte("-*_", line[i]) >= 0 {
			if tail < 0 {
				tail = ruleTail(line)
			}
			if i >= tail && isRule(line[i:]) {
				s.endParagraph()
				return len(line), col
			}
		}
		n, first := marker(line[i:])
		if n == 0 {
			break
		}
		j, after := indent(line, i+n, col+n)
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
func (s *scanner) readLeaf(line string, col int, marked bool, h heading) {
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
		if h.level, h.text = level, text; len(s.items) > 0 {
			h.form = formInItem
		}
		if !marked {
			s.headings = appendDoubling(s.headings, h)
		}
		s.cutFence = false
		return
	case '`', '~':
		if n := fenceOpener(line); n > 0 {
			s.openLeaf(leafFence, h.at)
			s.fence = line[:n]
			s.doubtful = s.cutFence && len(s.items) == 0 && isBlank(line[n:])
			return
		}
	case '<':
		if isPre(line) {
			s.openLeaf(leafPre, h.at)
			s.readPre(line)
			return
		}
	case '>':
		s.endParagraph()
		s.textBefore = quotesText(line)
		return
	}
	if len(s.items) == 0 {
		s.noteNearHeading(line, h)
	}
	s.readText(line, h)
}

func (s *scanner) openLeaf(k leafKind, at int) {
	s.leaf, s.leafAt, s.leafDepth = k, at, len(s.items)
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
func (s *scanner) noteNearHeading(line string, h heading) {
	i := blankStart(line, 0, len(line))
	n := runLength(line, i)
	if line[i] != '#' || n < 2 || n > 3 {
		return
	}
	h.level, h.text, h.form = n, strings.TrimFunc(line[i+n:], isBlankRune), formNoBlank
	if r, _ := utf8.DecodeRuneInString(line[i+n:]); i > 0 || isBlankRune(r) {
		h.form = formOddBlank
	}
	s.headings = appendDoubling(s.headings, h)
}

// readText reads a line of a paragraph.
func (s *scanner) readText(line string, h heading) {
	if s.textBefore {
		s.oneLine = false
		return
	}
	s.paragraph, s.textBefore = true, true
	s.oneLine = len(s.items) == 0
	s.maybe = h
	s.maybe.text = strings.TrimRight(line, " \t")
}
