package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/outline"
)

// noSection explains that no ## heading owns criteria.
func (r *rubricReader) noSection() error {
	for i := range r.doc.Headings {
		h := &r.doc.Headings[i]
		if h.Level == 2 || h.Level == 3 {
			if err := r.checkForm(h); err != nil && h.Form != outline.FormInItem {
				return err
			}
		}
	}
	line, advice := r.nearestLayout()
	e := &RubricError{Err: ErrNoCriteria, detail: "no ## Criteria section; " + advice}
	if line >= 0 {
		e.Line = r.doc.Line(line)
	}
	return e
}

// nearestLayout returns what would make a rubric of the document, and the
// offset of the line to blame, or -1.
func (r *rubricReader) nearestLayout() (int, string) {
	if at, advice := r.otherTitle(); advice != "" {
		return at, advice
	}
	if len(r.sections) == 0 {
		return r.hiddenHeadings()
	}
	for _, wanted := range []func(s *section) bool{
		func(s *section) bool { return s.kind == sectionMentions && s.firstCriterion() >= 0 },
		func(s *section) bool { return s.namesRubric() && s.firstCriterion() >= 0 },
		func(s *section) bool { return s.kind == sectionMentions || s.namesRubric() },
	} {
		for i := range r.sections {
			if s := &r.sections[i]; wanted(s) {
				return s.title.At, "no heading ends in Criteria; did you mean " + excerpt(s.title.Text) + "? Then write it as ## Criteria" + r.notRows(s)
			}
		}
	}
	if r.count(3) == 0 {
		return r.sections[0].title.At, "put ## Criteria above and write each ## as ###; found " + r.titles()
	}
	return -1, "write the heading above the criteria as ## Criteria; found " + r.titles()
}

// otherTitle looks for a title of criteria that is no ## heading.
func (r *rubricReader) otherTitle() (int, string) {
	for _, h := range r.doc.Headings {
		if k := kindOf(h.Text); k != sectionExact && k != sectionEdge || h.Form > outline.FormSetext {
			continue
		}
		switch {
		case h.Form == outline.FormSetext || h.Level > 2:
			return h.At, "write this heading as ## Criteria and each criterion below it as ###"
		case r.count(2) == 0 && r.count(3) > 0:
			return h.At, "write this heading as ## Criteria"
		case r.count(2) > 0 && r.count(3) == 0:
			return h.At, "put ## Criteria below this title and write each ## as ###"
		}
	}
	return -1, ""
}

// hiddenHeadings explains why a document has no ## heading.
func (r *rubricReader) hiddenHeadings() (int, string) {
	src := r.doc.Src
	if at := strings.Index(src, `\n#`); at >= 0 {
		return at, `the text holds \n where a line should end; write real line ends`
	}
	text := strings.TrimLeftFunc(src, chars.IsBlankRune)
	if line, _, _ := strings.Cut(text, "\n"); line != "" && (line[0] == '`' || line[0] == '~') && outline.FenceOpener(line) > 0 {
		return len(src) - len(text), "the rubric stands in a code fence; remove the lines that open and close it"
	}
	for _, deep := range [...]string{"    #", "\t#", "> #"} {
		if at := strings.Index("\n"+src, "\n"+deep); at >= 0 {
			return at, "headings that are quoted, or indented by 4 or more, are text; start them at the left margin"
		}
	}
	return -1, "put ## Criteria above the criteria and write each as ### Name" + rowAdvice(src)
}

// noHeadings explains that the sections for criteria hold none.
func (r *rubricReader) noHeadings(least sectionKind) error {
	s := r.first(least)
	advice := "; write each criterion as ### Name"
	switch {
	case len(s.inside) > 0 && s.inside[0].Level > 3:
		advice = "; write each criterion as ### Name, not deeper"
	case s.end < len(r.doc.Src) && outline.IsBlank(r.doc.Text(outline.Span{Start: s.title.End, End: s.end})):
		advice = "; write each ## below it as ###"
	}
	return &RubricError{Err: ErrNoCriteria, Line: r.doc.Line(s.title.At),
		detail: "the section on this line has no ###" + advice + r.notRows(s)}
}

// notRows returns advice for a section that writes criteria as something else.
func (r *rubricReader) notRows(s *section) string {
	if s.firstCriterion() >= 0 {
		return ""
	}
	return rowAdvice(r.doc.Text(outline.Span{Start: s.title.End, End: s.end}))
}

// rowAdvice returns advice for criteria that are table rows or list items.
func rowAdvice(text string) string {
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		if i, _ := outline.Indent(line, 0, 0); i < len(line) {
			if line[i] == '|' {
				return "; criteria are ### headings, not table rows"
			}
			if n, _ := outline.Marker(line[i:]); n > 0 {
				return "; criteria are ### headings, not list items"
			}
		}
		text = rest
	}
	return ""
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
	for _, w := range titleWords(s.title.Text) {
		for _, known := range [...]string{"rubric", "rubrics", "checklist", "checks", "requirements", "evaluation", "grading", "scoring", "rules"} {
			if strings.EqualFold(w, known) {
				return true
			}
		}
	}
	return false
}
