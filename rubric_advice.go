package jury

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/outline"
)

// noSection explains that no ## heading owns criteria.
func (r *rubricReader) noSection() {
	for i := range r.doc.Headings {
		h := &r.doc.Headings[i]
		if (h.Level == 2 || h.Level == 3) && h.Form > outline.FormInFence {
			r.checkForm(h)
		}
	}
	if len(r.faults) == 0 {
		at, advice := r.nearestLayout()
		r.noCriteria(at, "no ## Criteria section; "+advice)
	}
}

// noHeadings explains that the sections for criteria hold none.
func (r *rubricReader) noHeadings(chosen sectionKind) {
	s := r.first(chosen)
	advice := "write each criterion as ### Name, with what to judge below it"
	if outline.IsBlank(r.doc.Text(outline.Span{Start: s.title.End, End: s.end})) {
		if below := r.eachSection(s.title.At); below != "" {
			advice = below
		}
	}
	r.noCriteria(s.title.At, "the section on this line has no ### and no list; "+advice)
}

func (r *rubricReader) noCriteria(at int, advice string) {
	r.fault(at, &RubricError{Err: ErrNoCriteria, detail: advice})
}

// nearestLayout returns the offset of the line to blame, or -1, and what would
// make a rubric of the document.
func (r *rubricReader) nearestLayout() (int, string) {
	switch at := strings.Index(r.doc.Src, `\n#`); {
	case isUTF16(r.doc.Src):
		return 0, "this is UTF-16; save it as UTF-8"
	case at >= 0:
		return at, `the text holds \n where a line should end; write real line ends` + thenAdvice(strings.ReplaceAll(r.doc.Src, `\n`, "\n"))
	}
	if at, advice := r.otherTitle(); advice != "" {
		return at, advice
	}
	if len(r.sections) == 0 {
		return r.noSections()
	}
	for _, wanted := range []func(s *section) bool{
		func(s *section) bool { return s.kind == sectionMentions && r.holds(s) != formNone },
		func(s *section) bool { return s.namesRubric() && r.holds(s) != formNone },
		func(s *section) bool { return s.kind == sectionMentions || s.namesRubric() },
		func(s *section) bool { return s.kind == sectionNever },
	} {
		for i := range r.sections {
			if s := &r.sections[i]; wanted(s) {
				return s.title.At, r.meant(s)
			}
		}
	}
	if advice := r.eachSection(-1); advice != "" {
		return r.sections[0].title.At, advice
	}
	return -1, "write the ## heading above the criteria as ## Criteria, or put it there; found " + r.titles()
}

// meant returns the advice for a section that may be the one with the criteria.
func (r *rubricReader) meant(s *section) string {
	const rows, prose = ", and each row of its table as ### Name, with the rest of the row below it", ", and each criterion in it as ### Name, with what to judge below it"
	if options, more := r.options(); len(options) > 1 {
		return "which ## holds the criteria? Found " + strings.Join(options, ", ") + more + "; write the title of that one as ## Criteria" + rows +
			", and give others that say criteria another name; if each ## is one criterion, write each ## as ### and each ### as ####, all below one ## Criteria"
	}
	advice := "did you mean " + excerpt(s.title.Text) + "? Then write its title as ## Criteria"
	switch r.holds(s) {
	case formTable:
		return advice + rows
	case formHeading, formItem:
		return advice
	}
	return advice + prose
}

// maxOptions is how many sections one error names.
const maxOptions = 5

// options names the sections that hold what may be criteria, and says how many
// more there are.
func (r *rubricReader) options() (options []string, more string) {
	left := 0
	for i := range r.sections {
		s := &r.sections[i]
		if s.kind >= sectionNearNote || s.isAbout() && s.kind != sectionMentions {
			continue
		}
		switch form := r.holds(s); {
		case form == formNone:
		case len(options) == maxOptions:
			left++
		default:
			options = append(options, fmt.Sprintf("%q (line %d, a %s)", clip(s.title.Text, maxExcerpt/maxOptions-1), r.doc.Line(s.title.At), form))
		}
	}
	if left > 0 {
		more = fmt.Sprintf(" and %d more", left)
	}
	return options, more
}

// eachSection returns the advice for a document in which each ## below an
// offset may be a criterion, "" if that cannot be.
func (r *rubricReader) eachSection(from int) string {
	var likely, others, deeper []int
	for i := range r.sections {
		s := &r.sections[i]
		switch {
		case s.title.At <= from || s.kind >= sectionNearNote:
			continue
		case s.kind == sectionNever || s.isAbout():
			others = append(others, s.title.At)
			continue
		}
		likely = append(likely, s.title.At)
		for _, h := range s.inside {
			if h.Level == 3 && h.Form == outline.FormATX {
				deeper = append(deeper, h.At)
			}
		}
	}
	if len(likely) == 0 {
		return ""
	}
	advice := "if each ## is one criterion, put ## Criteria above the first of them and write each ## as ### (" + r.lines(likely) + ")"
	if from >= 0 {
		advice = "if each ## below is one criterion, write each ## below it as ### (" + r.lines(likely) + ")"
	}
	if len(deeper) > 0 {
		advice += ", and each ### as #### (" + r.lines(deeper) + ")"
	}
	if len(others) > 0 {
		advice += "; move what is none, such as " + r.lines(others) + ", below the last of them and keep its ##"
	}
	return advice
}

// otherTitle looks for a title of criteria that is no ## heading.
func (r *rubricReader) otherTitle() (int, string) {
	var titles []int
	for i, h := range r.doc.Headings {
		if h.Form <= outline.FormSetext && kindOf(h.Text) >= sectionEdge && kindOf(h.Text) <= sectionExact {
			titles = append(titles, i)
		}
	}
	if len(titles) == 0 {
		return -1, ""
	}
	h := r.doc.Headings[titles[0]]
	switch {
	case h.Form == outline.FormSetext:
		return h.At, "write this heading as ## Criteria and each criterion below it as ###"
	case h.Level > 2 && len(titles) > 1:
		var at []int
		for _, i := range titles {
			at = append(at, r.doc.Headings[i].At)
		}
		return h.At, "criteria stand under the headings of " + r.lines(at) + "; put those that belong to one decision into a file of their own, under ## Criteria"
	case h.Level > 2:
		return h.At, r.raise(titles[0])
	case r.count(2) == 0:
		return h.At, "write this heading as ## Criteria"
	}
	if each := r.eachSection(-1); each != "" {
		return h.At, each
	}
	return -1, ""
}

// raise returns the advice to write a heading that lies too deep, the i-th, one
// or more levels higher.
func (r *rubricReader) raise(i int) string {
	h := r.doc.Headings[i]
	advice := "write this heading as ## Criteria"
	var below []int
	for _, b := range r.doc.Headings[i+1:] {
		if b.Form != outline.FormATX {
			continue
		}
		if b.Level <= h.Level {
			if b.Level > 2 {
				advice += fmt.Sprintf(", the next heading of its level, on line %d, as ##", r.doc.Line(b.At))
			}
			break
		}
		if b.Level == h.Level+1 {
			below = append(below, b.At)
		}
	}
	if len(below) > 0 {
		advice += ", and each criterion below it as ### (" + r.lines(below) + ")"
	}
	return advice
}

// noSections explains why a document has no ## heading.
func (r *rubricReader) noSections() (int, string) {
	src := r.doc.Src
	text := strings.TrimLeftFunc(src, chars.IsBlankRune)
	if line, _, _ := strings.Cut(text, "\n"); line != "" && (line[0] == '`' || line[0] == '~') && outline.FenceOpener(line) > 0 {
		return len(src) - len(text), "the rubric stands in a code fence; remove the lines that open and close it"
	}
	for _, deep := range [...]string{"    #", "\t#", "> #"} {
		if at := strings.Index("\n"+src, "\n"+deep); at >= 0 {
			return at, "headings that are quoted, or indented by 4 or more, are text; start them at the left margin"
		}
	}
	for _, h := range r.doc.Headings {
		if h.Level == 3 && h.Form == outline.FormATX {
			return h.At, "put ## Criteria above this, the first ###"
		}
	}
	for _, l := range r.doc.Lines(outline.Span{End: len(src)}) {
		switch formOf(l) {
		case formItem:
			return l.Start, "put ## Criteria above the list of the criteria, say, on this line"
		case formTable:
			return l.Start, "put ## Criteria here, and write each row of the table as ### Name, with the rest of the row below it"
		}
	}
	return -1, "put ## Criteria above the criteria and write each as ### Name, with what to judge below it"
}

// thenAdvice returns what is left to do once a text has been mended.
func thenAdvice(mended string) string {
	_, err := ParseRubric(mended)
	var e *RubricError
	if !errors.As(err, &e) {
		return ""
	}
	return fmt.Sprintf("; then, in line %d of that, %s", e.Line, e.detail)
}

// isUTF16 reports whether the text is UTF-16 by its first two bytes: a mark, or
// an ASCII character.
func isUTF16(s string) bool {
	if len(s) < 2 {
		return false
	}
	return s[:2] == "\xff\xfe" || s[:2] == "\xfe\xff" || (s[0] == 0) != (s[1] == 0)
}

// count counts the headings of a level.
func (r *rubricReader) count(level int) int {
	n := 0
	for _, h := range r.doc.Headings {
		if h.Level == level && h.Form == outline.FormATX {
			n++
		}
	}
	return n
}

// titles lists the ## headings for an error text.
func (r *rubricReader) titles() string {
	var all []string
	for i := 0; i < len(r.sections) && i < maxExcerpt; i++ {
		all = append(all, "## "+r.sections[i].title.Text)
	}
	return excerptList(all)
}

// namesRubric reports whether the title is one that people give to criteria.
func (s *section) namesRubric() bool {
	return s.names("rubric", "rubrics", "dimensions", "checklist", "checks", "requirements", "evaluation", "grading", "scoring", "rules")
}

// isAbout reports whether the title is one that people give to what is about
// the criteria, and none itself.
func (s *section) isAbout() bool {
	words := titleWords(s.title.Text)
	if len(words) == 0 {
		return false
	}
	return isOneOf(words[0], "verdict", "scoring", "overview", "introduction", "background", "purpose", "summary", "instructions", "usage", "how", "when", "references", "appendix", "notes", "changelog") ||
		isOneOf(words[len(words)-1], "format", "scale", "logic", "notes", "instructions", "threshold", "thresholds", "example", "examples", "references", "process", "workflow", "weights", "weighting", "output", "verdict", "score", "scores")
}

func (s *section) names(known ...string) bool {
	for _, w := range splitWords(s.title.Text) {
		if isOneOf(w, known...) {
			return true
		}
	}
	return false
}
