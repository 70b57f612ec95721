package jury

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/outline"
)

// A shape says what the criteria of a section are.
type shape string

const (
	shapeHeadings shape = "### headings"
	shapeList     shape = "a list"
)

// A form is one in which people write criteria. A section of criteria is read
// in one form, headings or a list; what stands in another one is refused, for
// else it would be lost.
type form string

const (
	formNone    form = ""
	formHeading form = "heading"
	formItem    form = "list"
	formLoose   form = "line with a bullet or number that makes no list"
	formTable   form = "table"
	formTag     form = "line of HTML"
	formBold    form = "bold line"
	formLabel   form = "line with a label" // two of them: one may be a remark
)

// formOf returns the form of criteria that a line may be.
func formOf(l outline.Line) form {
	switch l.Kind {
	case outline.LineItem:
		return formItem
	case outline.LineHeading:
		return formHeading
	case outline.LineQuote:
		if text := strings.TrimLeft(l.Text, "> \t"); text != "" && (isTableRow(text) || isLooseItem(text)) {
			return formLoose
		}
	case outline.LineText, outline.LineMore:
		switch {
		case isTableRow(l.Text):
			return formTable
		case isTag(l.Text):
			return formTag
		case isLooseItem(l.Text):
			return formLoose
		case isBold(l.Text):
			return formBold
		case isLabelled(l.Text):
			return formLabel
		}
	}
	return formNone
}

// A candidate is all that a section has in one form.
type candidate struct {
	form form
	at   []int // the offsets of its lines
}

// candidates returns what in these lines may be criteria.
func candidates(lines []outline.Line) []candidate {
	var all []candidate
	for _, l := range lines {
		f := formOf(l)
		if f == formNone {
			continue
		}
		i := 0
		for i < len(all) && all[i].form != f {
			i++
		}
		if i == len(all) {
			all = append(all, candidate{form: f})
		}
		all[i].at = append(all[i].at, l.Start)
	}
	for i, c := range all {
		if c.form == formLabel && len(c.at) == 1 {
			return append(all[:i:i], all[i+1:]...)
		}
	}
	return all
}

// isTableRow reports whether the line is a row of a table, or the line below
// its heads.
func isTableRow(line string) bool {
	return line[0] == '|' || strings.IndexByte(line, '|') > 0 && strings.Contains(line, "-") && strings.Trim(line, " \t|:-") == ""
}

// bullets are signs that people put in front of items, though Markdown knows
// them not.
const bullets = "•‣◦●○▪▫■□☐☑☒✓✔✗✘✅❌·–—:"

// isLooseItem reports whether a line of a paragraph begins as an item of a list
// does.
func isLooseItem(line string) bool {
	line = strings.TrimLeftFunc(line, chars.IsBlankRune)
	if line == "" || isNearMarker(line) || cutCheckbox(line) != line {
		return line != ""
	}
	first, size := utf8.DecodeRuneInString(line)
	rest := strings.TrimPrefix(line[size:], "\uFE0F") // makes an emoji of a sign
	if strings.ContainsRune(bullets, first) {
		return startsBlank(rest)
	}
	body := strings.TrimPrefix(line, "(")
	end := strings.IndexAny(body, ") \t")
	if end < 1 || end > 3 || strings.IndexFunc(body[:end], func(r rune) bool { return !isWordRune(r) }) >= 0 {
		return len(line) > size+1 && unicode.IsUpper(first) && line[size] == '.' && startsBlank(line[size+1:])
	}
	return body[end] == ')' && startsBlank(body[end+1:])
}

// isNearMarker reports whether the line starts with a list marker, or with what
// would be one if a plain blank followed it.
func isNearMarker(line string) bool {
	n := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if n == len(line) || n == 0 && strings.IndexByte("-+*", line[0]) < 0 || n > 0 && line[n] != '.' && line[n] != ')' {
		return false
	}
	next, size := utf8.DecodeRuneInString(line[n+1:])
	return size == 0 || chars.IsBlankRune(next) || line[0] != '*' && unicode.IsLetter(next)
}

// isTag reports whether the line starts with a tag of a list, a table or a
// heading.
func isTag(line string) bool {
	if line[0] != '<' {
		return false
	}
	name, _ := cutWord(line)
	return isOneOf(name, "ul", "ol", "li", "dl", "dt", "table", "tr", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6")
}

// startsBlank reports whether s is empty or starts with a blank.
func startsBlank(s string) bool { return s == "" || s[0] == ' ' || s[0] == '\t' }

// isBold reports whether all of the line is bold, as a heading may be written.
// One that ends in a colon introduces what follows it.
func isBold(line string) bool {
	lead, rest := cutBold(line)
	return lead != "" && strings.Trim(rest, " \t.") == "" && !strings.HasSuffix(lead, ":") && !strings.HasSuffix(lead, "：")
}

// isLabelled reports whether the line begins with something bold, or with a
// code such as AC1 before a colon or dash.
func isLabelled(line string) bool {
	if lead, _ := cutBold(line); lead != "" {
		return true
	}
	const longest = 6
	code := line[:min(len(line), longest+1)]
	end := strings.IndexAny(code, ":) \t")
	if end < 1 || !strings.ContainsAny(code[:end], "0123456789") || strings.IndexFunc(code[:end], func(r rune) bool { return !isWordRune(r) && r != '.' && r != '-' }) >= 0 {
		return false
	}
	rest := strings.TrimLeft(line[end:], " \t")
	_, size := utf8.DecodeRuneInString(rest)
	return rest != "" && strings.ContainsAny(rest[:size], ":)-–—") && startsBlank(rest[size:])
}

// holds returns the first form in which a section holds what may be criteria.
func (r *rubricReader) holds(s *section) form {
	if s.firstHeading(3) >= 0 {
		return formHeading
	}
	for _, c := range candidates(r.doc.Lines(s.body())) {
		return c.form
	}
	return formNone
}

// checkLead refuses what stands above the first ### and may be a criterion.
func (r *rubricReader) checkLead(s *section) {
	body := s.body()
	if outline.IsBlank(r.doc.Src[body.Start:body.End]) {
		return // as nearly always
	}
	for _, c := range candidates(r.doc.Lines(body)) {
		r.refuse(c, "above the first ###, where nobody would be asked to judge it", besideHeadings)
	}
}

// What to do about a candidate, by what the criteria beside it are.
const (
	besideHeadings = "write each as ### Name, with what to judge below it"
	besideList     = besideHeadings + "; write each item of the list so, too"
)

// refuse refuses a candidate, says where it stands, and what to do about it.
func (r *rubricReader) refuse(c candidate, where, cure string) {
	const otherwise = "; what is not to be judged, move below the criteria, under a ## heading of another name"
	lines := r.lines(c.at)
	switch {
	case c.form == formHeading && cure == besideList:
		r.malformed(c.at[0], "the heading on %s stands %s; leave such headings out and write all items as one list, or, if each is one criterion, write it as ###, for which the items below it are what to judge%s", lines, where, otherwise)
	case c.form == formHeading:
		r.malformed(c.at[0], "the heading on %s stands %s; write each that is one criterion as ###; where one stands for several, write these as ### and leave it out%s", lines, where, otherwise)
	case c.form == formTable:
		r.malformed(c.at[0], "the table on %s stands %s; write each of its rows as ### Name, with the rest of the row below it%s%s", lines, where, strings.TrimPrefix(cure, besideHeadings), otherwise)
	case c.form == formItem:
		r.malformed(c.at[0], "the list on %s stands %s; write each item as ### Name, with what to judge below it%s", lines, where, otherwise)
	default:
		r.malformed(c.at[0], "%s (%s) may be criteria, %s; %s%s", lines, c.form, where, cure, otherwise)
	}
}

// checkShape refuses a section whose criteria are of another shape than those
// of the first.
func (r *rubricReader) checkShape(s *section, now shape, at int) {
	if r.shaped == nil {
		r.shaped, r.shape = s, now
		return
	}
	if now != r.shape {
		r.malformed(at, "the criteria of this section are %s, those of line %d %s; write all as ### headings, or, if these are not to be judged, give the section another name", now, r.doc.Line(r.shaped.title.At), r.shape)
	}
}
