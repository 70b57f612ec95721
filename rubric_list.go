package jury

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/outline"
)

// maxLeadName is the most characters of a name that ends at a colon: more is a
// sentence.
const maxLeadName = 60

// readList reads the criteria of a section that has no ### heading: one flat
// list, with nothing that may be a criterion above it, and nothing below it.
func (r *rubricReader) readList(s *section) {
	body := s.body()
	lines := r.doc.Lines(body)
	start := 0
	for start < len(lines) && lines[start].Kind != outline.LineItem {
		start++
	}
	where, cure := "above the list", besideList
	if start == len(lines) {
		where, cure = "where criteria are ### headings, or one list", besideHeadings
	}
	above := candidates(lines[:start])
	for _, c := range above {
		r.refuse(c, where, cure)
	}
	if start == len(lines) || len(above) > 0 {
		return
	}
	r.checkShape(s, shapeList, lines[start].Start)
	items, ok := r.splitItems(lines[start:], body.End)
	if ok && len(items) == 1 {
		r.malformed(items[0].line.Start, "a list of one item; write it as ### Name, with what to judge below it, or, if what is nested in it are the criteria, write each of these so")
		return
	}
	for i := 0; i < len(items) && !r.full(); i++ {
		r.addItem(items[i])
	}
}

// An item is one of the items of a list, and where it ends.
type item struct {
	line outline.Line
	base int // the column where its text starts
	kind byte
	end  int
}

func newItem(l outline.Line, end int) item {
	n, _ := outline.Marker(l.Text)
	_, base := outline.ItemText(l)
	return item{line: l, base: base, kind: l.Text[n-1], end: end}
}

// holds reports whether the line belongs to the item: it is nested, or goes on
// with its last paragraph.
func (it item) holds(l outline.Line) bool {
	switch {
	case l.Kind == outline.LineItem && l.Col < it.base && newItem(l, 0).kind == it.kind:
		return false
	case l.Kind == outline.LineMore:
		return true
	}
	return l.Col > it.line.Col
}

// splitItems splits the lines of a list into its items, and refuses what is in
// no item. It reports whether there is nothing such.
func (r *rubricReader) splitItems(lines []outline.Line, end int) ([]item, bool) {
	items := []item{newItem(lines[0], end)}
	for i := 1; i < len(lines); i++ {
		l, last := lines[i], &items[len(items)-1]
		switch {
		case last.holds(l):
			if l.Col <= last.line.Col && formOf(l) != formNone {
				r.malformed(l.Start, "this line goes on with the item above it; if it is a criterion, begin it as the others, else put it into the line above")
				return items, false
			}
		case l.Kind == outline.LineItem && newItem(l, 0).kind == last.kind:
			last.end = l.Start
			items = outline.AppendDoubling(items, newItem(l, end))
		case endsList(lines[i:]):
			last.end = l.Start
			return items, true
		default:
			r.refuseAfter(lines[i:])
			return items, false
		}
	}
	return items, true
}

// endsList reports whether nothing but rules stands on the lines, or, after
// such, a # heading, which begins another part of the document, with nothing
// below it that may be a criterion.
func endsList(lines []outline.Line) bool {
	for i, l := range lines {
		if l.Kind == outline.LineHeading && strings.HasPrefix(l.Text, "#") && !strings.HasPrefix(l.Text, "##") {
			return len(candidates(lines[i+1:])) == 0
		}
		if l.Kind != outline.LineRule {
			return false
		}
	}
	return true
}

// refuseAfter refuses the lines that stand after a list.
func (r *rubricReader) refuseAfter(lines []outline.Line) {
	for len(lines) > 1 && lines[0].Kind == outline.LineRule {
		lines = lines[1:]
	}
	l := lines[0]
	if l.Kind == outline.LineItem {
		r.malformed(l.Start, "a second list, or one with another marker, begins here; write the items of both as one list, with one marker and nothing between them, or all as ### headings")
		return
	}
	if formOf(l) == formHeading {
		r.refuse(candidate{formHeading, []int{l.Start}}, "in the list", besideList)
		return
	}
	for _, more := range lines {
		if more.Kind == outline.LineItem {
			r.malformed(l.Start, "a list of criteria ends above this line, and another begins on line %d; write the items of both as one list, with what stands between them put into the items, or write each item as ### Name", r.doc.Line(more.Start))
			return
		}
	}
	r.malformed(l.Start, "a list of criteria has nothing below it; move this above the list, or under a ## heading of another name, or, if it belongs to the item above it, indent it further than that")
}

// addItem adds the criterion that an item is.
func (r *rubricReader) addItem(it item) {
	text, at := r.itemText(it), it.line.Start
	first, rest, more := strings.Cut(text, "\n")
	before, c, after := r.readAttributes(at, first)
	if before != first {
		if t := strings.TrimLeft(after, " \t"); t != "" && !strings.ContainsRune("*_:：-–—.", firstRune(t)) {
			r.malformed(at, "attributes such as {#id} must stand after the name of an item, before a colon, a dash or the end of the line")
		}
		first = strings.TrimRight(before, " \t") + after
	}
	if outline.IsBlank(first) {
		r.malformed(at, "this item is empty; say in it what to judge, or remove it")
		return
	}
	if n, _ := outline.Marker(first); n > 0 {
		r.malformed(at, "this item begins with another one; write text before that, or remove a marker")
	}
	c.Name, c.Description = itemName(first), first
	if more {
		c.Description = outline.TrimBlankLines(first + "\n" + rest)
	}
	if err := readsBack(c); err != nil && !r.hasFault(at, it.end) {
		r.malformed(at, "this item cannot stand as a section of its own: %s; write it as ### Name, with what to judge below it", err.detail)
	}
	r.add(at, c)
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// itemText returns the text of an item, without marker, checkbox and indent.
func (r *rubricReader) itemText(it item) string {
	text := r.doc.Trimmed(outline.Span{Start: it.line.Start, End: it.end})
	_, rest, more := strings.Cut(text, "\n")
	first, base := outline.ItemText(it.line)
	if !more {
		return cutCheckbox(strings.TrimRight(first, " \t"))
	}
	var b strings.Builder
	b.Grow(len(text))
	b.WriteString(first)
	for more {
		var line string
		line, rest, more = strings.Cut(rest, "\n")
		b.WriteString("\n" + outline.Dedent(line, base))
	}
	return cutCheckbox(outline.TrimBlankLines(b.String()))
}

// cutCheckbox drops the box of a task.
func cutCheckbox(text string) string {
	for _, box := range [...]string{"[ ]", "[x]", "[X]"} {
		if rest, ok := strings.CutPrefix(text, box); ok && (startsBlank(rest) || rest[0] == '\n') {
			return strings.TrimLeft(rest, " \t\n")
		}
	}
	return text
}

// readsBack returns an error if the criterion would not read back equal as a
// section.
func readsBack(c Criterion) *RubricError {
	if c.ID == "" {
		c.ID = fallbackID
	}
	_, err := Rubric{Criteria: []Criterion{c}}.Format()
	var e *RubricError
	errors.As(err, &e)
	return e
}

// itemName returns the name of the criterion whose text begins with the line.
func itemName(line string) string {
	if lead, _ := cutBold(line); lead != "" {
		return strings.TrimSpace(trimStop(lead))
	}
	if i := leadColon(line); i > 0 {
		return strings.TrimSpace(line[:i])
	}
	if text := strings.TrimLeft(line, "#"); startsBlank(text) && !outline.IsBlank(text) {
		line = text // a heading of a deeper level
	}
	return strings.TrimSpace(strings.TrimSuffix(line, "\\"))
}

// trimStop drops a colon or full stop from the end of a name.
func trimStop(name string) string {
	for _, stop := range [...]string{":", "：", "."} {
		if short, ok := strings.CutSuffix(name, stop); ok && !outline.IsBlank(short) {
			return short
		}
	}
	return name
}

// cutBold returns what is bold at the start of the line, "" if nothing is, and
// what follows it.
func cutBold(line string) (lead, rest string) {
	if line == "" || line[0] != '*' && line[0] != '_' {
		return "", line
	}
	inner := strings.TrimLeft(line, line[:1])
	run := line[:len(line)-len(inner)]
	if len(run) < 2 || len(run) > 3 || startsBlank(inner) {
		return "", line
	}
	code := codeSpans{text: inner}
	for i := 0; i < len(inner); i++ {
		switch {
		case inner[i] == '`':
			i = code.skip(i) - 1
		case i > 0 && strings.HasPrefix(inner[i:], run) && inner[i-1] != ' ' && inner[i-1] != '\t':
			return inner[:i], inner[i+len(run):]
		}
	}
	return "", line
}

// leadColon returns the offset of the colon that ends the name at the start of
// the line, 0 if there is none: the first that a blank or the end follows, or a
// full-width one, that stands in no code, link or address.
func leadColon(line string) int {
	code := codeSpans{text: line}
	runes, brackets, target, word := 0, 0, false, 0
	for i := 0; i < len(line) && runes <= maxLeadName; {
		r, size := utf8.DecodeRuneInString(line[i:])
		next := i + size
		switch {
		case r == '`':
			next = code.skip(i)
		case r == '[':
			brackets++
		case r == ']' && brackets > 0:
			brackets--
			target = strings.HasPrefix(line[next:], "(")
		case r == ')':
			target = false
		case r == ' ' || r == '\t':
			word = next
		case r == '：' || r == ':' && startsBlank(line[next:]):
			inLink := target || brackets > 0 && closesLink(line[next:])
			if !inLink && !strings.Contains(line[word:i], "://") {
				return i
			}
		}
		runes += utf8.RuneCountInString(line[i:next])
		i = next
	}
	return 0
}

// closesLink reports whether the bracket that closes next is that of a link.
func closesLink(s string) bool {
	_, rest, _ := strings.Cut(s, "]")
	return strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "[")
}
