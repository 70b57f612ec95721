package jury

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/seed-bcabc8a2/jury/internal/outline"
)

// A Criterion is one thing to judge.
type Criterion struct {
	ID          string `json:"id"` // [A-Za-z0-9_-], 1 to 40 characters
	Name        string `json:"name"`
	Description string `json:"description"`

	Weight int     `json:"weight,omitempty"` // in the mean of a round, 1 to 1000; 0 is 1
	Floor  float64 `json:"floor,omitempty"`  // the least mean that it may have, 1 to 20; 0 is none
}

// A Rubric is a criteria.md file. The zero value has no criteria: nothing
// accepts it.
type Rubric struct {
	GroundTruthNote string      `json:"ground_truth_note"` // "" if there is none
	Criteria        []Criterion `json:"criteria"`          // at least one after a parse, in file order
}

// ParseRubric reads a criteria.md file:
//
//	# Title, ignored
//
//	## Ground Truth Note
//
//	What every verifier must know. This section may be left out.
//
//	## Criteria
//
//	### Root cause {#root}
//
//	Does the change repair the cause of the fault?
//
// A ## heading whose first or last word is Criteria or Criterion owns the ###
// headings below it; if some heading is just Criteria, only such ones do. The
// {#id} may be left out: the id is then derived from the name. Headings in
// code, quotes, list items and comments are not read as headings, and HTML
// comments outside of code are left out. A description is verbatim but for
// comments, blank lines around it, and spaces and tabs at its end; line ends
// are LF.
//
// A file in which a criterion could get lost is an error, a *RubricError with
// the line and what to change. It wraps ErrNoCriteria, ErrEmptyCriterion (with
// all such ids), ErrInvalidID (a {#id} that is none, or is longer than 40) or
// ErrMalformed (everything else). A {#id} given twice is not an error: the
// second becomes id_2.
//
// "## Criteria\n### Fit\nFits.\n" has the one criterion {"fit", "Fit", "Fits."};
// "## Criteria\n### Fit\n" is ErrEmptyCriterion.
func ParseRubric(markdown string) (Rubric, error) {
	doc, fault := outline.ReadOutline(markdown)
	if fault != nil {
		return Rubric{}, &RubricError{Err: ErrMalformed, Line: doc.Line(fault.At), detail: fault.Advice}
	}
	r := rubricReader{doc: doc, sections: splitSections(doc)}
	if err := r.read(); err != nil {
		return Rubric{}, err
	}
	return Rubric{r.note, r.criteria}, nil
}

// Format writes the rubric as a criteria.md file, every id pinned. ParseRubric
// reads it back equal: a rubric of which that is not true, say because a
// description holds a line "### Name" outside of code, is an error. It is a
// *RubricError that wraps ErrNoCriteria, ErrEmptyCriterion, ErrInvalidID,
// ErrDuplicateID or ErrMalformed.
func (r Rubric) Format() (string, error) {
	var b strings.Builder
	if r.GroundTruthNote != "" {
		b.WriteString("## Ground Truth Note\n\n" + r.GroundTruthNote + "\n\n")
	}
	b.WriteString("## Criteria\n")
	for _, c := range r.Criteria {
		b.WriteString("\n### " + c.Name + " {#" + c.ID + "}\n\n" + c.Description + "\n")
	}
	if err := r.checkReadsBack(b.String()); err != nil {
		return "", err
	}
	return b.String(), nil
}

// checkReadsBack returns an error if markdown does not read as r.
func (r Rubric) checkReadsBack(markdown string) error {
	if len(r.Criteria) == 0 {
		return &RubricError{Err: ErrNoCriteria, detail: "the rubric has nothing to write"}
	}
	if err := checkPins(r.Criteria); err != nil {
		return err
	}
	back, err := ParseRubric(markdown)
	if err != nil {
		e := *err.(*RubricError)
		e.Line = 0 // a line of a file that nobody has
		e.detail = "the rubric cannot be written: " + e.detail
		return &e
	}
	if back.GroundTruthNote != r.GroundTruthNote {
		return &RubricError{Err: ErrMalformed, Key: "ground_truth_note",
			detail: "the ground truth note would not read back; drop blank space around it, and headings and comments outside of code"}
	}
	same := 0
	for same < min(len(r.Criteria), len(back.Criteria)) && r.Criteria[same] == back.Criteria[same] {
		same++
	}
	if same == len(r.Criteria) && same == len(back.Criteria) {
		return nil
	}
	same = min(same, len(r.Criteria)-1)
	id := r.Criteria[same].ID
	return &RubricError{Err: ErrMalformed, Key: fmt.Sprintf("[%d]", same), IDs: []string{id},
		detail: "the criterion " + excerpt(id) + " would not read back; drop blank space around its name and description, and headings and comments outside of code"}
}

// A sectionKind says what a ## heading makes of its section.
type sectionKind uint8

const (
	sectionOther    sectionKind = iota
	sectionMentions             // the word criteria stands inside the heading
	sectionEdge                 // ... is its first or last word
	sectionExact                // ... is all of it
	sectionNote
)

// A section is a level 2 heading and what stands below it.
type section struct {
	kind   sectionKind
	title  *outline.Heading
	inside []outline.Heading // the other headings and near headings in it
	end    int
}

// splitSections returns the sections of the document.
func splitSections(doc outline.Outline) []section {
	var sections []section
	for i := range doc.Headings {
		h := &doc.Headings[i]
		kind := sectionOther
		if h.Level == 2 && (h.Form == outline.FormATX || h.Form == outline.FormSetext) {
			kind = kindOf(h.Text)
		}
		isSection := h.Level == 2 && h.Form == outline.FormATX || h.Form == outline.FormSetext && kind >= sectionExact
		if isSection {
			if len(sections) > 0 {
				sections[len(sections)-1].end = h.Start
			}
			sections = outline.AppendDoubling(sections, section{kind: kind, title: h, inside: doc.Headings[i+1 : i+1], end: len(doc.Src)})
		} else if len(sections) > 0 {
			last := &sections[len(sections)-1]
			last.inside = last.inside[:len(last.inside)+1]
		}
	}
	return sections
}

// kindOf returns what a level 2 heading makes of its section.
func kindOf(title string) sectionKind {
	words := titleWords(title)
	if len(words) == 3 && strings.EqualFold(words[0], "ground") && strings.EqualFold(words[1], "truth") && strings.EqualFold(words[2], "note") {
		return sectionNote
	}
	kind := sectionOther
	for i, w := range words {
		if !strings.EqualFold(w, "criteria") && !strings.EqualFold(w, "criterion") {
			continue
		}
		switch {
		case len(words) == 1:
			return sectionExact
		case i == 0 || i == len(words)-1:
			return sectionEdge
		}
		kind = sectionMentions
	}
	return kind
}

// titleWords returns the words of a heading, without a number before them and a
// remark in parentheses after them.
func titleWords(title string) []string {
	for {
		short := dropRemark(title)
		if len(short) == len(title) {
			break
		}
		title = short
	}
	words := strings.FieldsFunc(title, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
	for len(words) > 1 && strings.Trim(words[0], "0123456789") == "" {
		words = words[1:]
	}
	return words
}

// dropRemark drops a remark in parentheses from the end of the title.
func dropRemark(title string) string {
	s := strings.TrimRight(title, " \t:*_")
	if !strings.HasSuffix(s, ")") {
		return title
	}
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ')':
			depth++
		case '(':
			depth--
		}
		if depth == 0 {
			return s[:i]
		}
	}
	return title
}

// A rubricReader makes a rubric of the sections of a document.
type rubricReader struct {
	doc      outline.Outline
	sections []section

	note     string
	criteria []Criterion
	empty    int // the offset of the first criterion without description
}

func (r *rubricReader) read() error {
	if err := r.checkTitles(); err != nil {
		return err
	}
	least := r.leastKind()
	if least == sectionOther {
		return r.noSection()
	}
	if err := r.checkSplit(); err != nil {
		return err
	}
	r.criteria, r.empty = make([]Criterion, 0, r.count(3)), -1
	for i := range r.sections {
		if err := r.readSection(&r.sections[i], least); err != nil {
			return err
		}
	}
	if len(r.criteria) == 0 {
		return r.noHeadings(least)
	}
	assignIDs(r.criteria)
	return r.checkDescriptions()
}

// checkTitles refuses what would title the criteria or the note if it were a
// heading, wherever it stands.
func (r *rubricReader) checkTitles() error {
	for i := range r.doc.Headings {
		h := &r.doc.Headings[i]
		if h.Level == 2 && h.Form >= outline.FormInItem && kindOf(h.Text) >= sectionEdge {
			return r.checkForm(h)
		}
	}
	return nil
}

// checkSplit refuses a section for each criterion, "## Criterion 2: Safety":
// the ### headings below would be taken for the criteria.
func (r *rubricReader) checkSplit() error {
	split := 0
	for _, s := range r.sections {
		words := titleWords(s.title.Text)
		if s.kind != sectionEdge || !strings.EqualFold(words[0], "criterion") {
			continue
		}
		if split++; split > 1 {
			return r.malformed(s.title.At, "several ## headings are each one criterion; put ## Criteria above the first, write each ## as ### and each ### as ####")
		}
	}
	return nil
}

// leastKind returns the kind of the sections whose ### headings are criteria,
// or sectionOther if there is none.
func (r *rubricReader) leastKind() sectionKind {
	least := sectionOther
	for _, s := range r.sections {
		if s.kind == sectionEdge || s.kind == sectionExact {
			least = max(least, s.kind)
		}
	}
	return least
}

func (r *rubricReader) readSection(s *section, least sectionKind) error {
	switch {
	case s.kind == sectionNote:
		if r.note == "" {
			r.note = outline.TrimBlankLines(r.doc.Trimmed(outline.Span{Start: s.title.End, End: s.end}))
		}
	case s.kind == least:
		return r.readCriteria(s)
	case s.kind >= sectionMentions && s.firstCriterion() >= 0:
		return r.malformed(s.title.At, "%s both hold ### headings; rename this one if it is not to be judged, or write its title as ## Criteria if it is", r.pairWith(s, least))
	case s.title.Text == "" && s.firstCriterion() >= 0:
		return r.malformed(s.title.At, "this ## has no name, yet ### headings below it; name it, or remove it")
	}
	return nil
}

// pairWith names a section and the first one of a kind, for an error text.
func (r *rubricReader) pairWith(s *section, k sectionKind) string {
	other := r.first(k)
	return fmt.Sprintf("%q and %q (line %d)", clip(s.title.Text, halfExcerpt), clip(other.title.Text, halfExcerpt), r.doc.Line(other.title.At))
}

// first returns the first section of a kind that there is.
func (r *rubricReader) first(k sectionKind) *section {
	return &r.sections[slices.IndexFunc(r.sections, func(s section) bool { return s.kind == k })]
}

// firstCriterion returns the index of the first ### heading, or -1.
func (s *section) firstCriterion() int {
	for i, h := range s.inside {
		if h.Level == 3 && h.Form == outline.FormATX {
			return i
		}
	}
	return -1
}

// readCriteria reads the criteria of a section.
func (r *rubricReader) readCriteria(s *section) error {
	var open *outline.Heading // of the criterion whose description is being read
	for i := range s.inside {
		h := &s.inside[i]
		if h.Level != 2 && h.Level != 3 {
			continue
		}
		if err := r.checkForm(h); err != nil {
			return err
		}
		if h.Form != outline.FormATX {
			continue
		}
		r.endCriterion(open, h.Start)
		if err := r.addCriterion(h); err != nil {
			return err
		}
		open = h
	}
	r.endCriterion(open, s.end)
	return nil
}

// checkForm refuses what a person may have meant as a heading.
func (r *rubricReader) checkForm(h *outline.Heading) error {
	switch h.Form {
	case outline.FormInItem:
		return r.malformed(h.At, "this heading is indented under a list item and so belongs to it; start it at the left margin, or put it in a code fence")
	case outline.FormInFence:
		return r.malformed(h.At, "this heading stands in a code fence, as one in the list item above ended without its closing line; indent that line, and the code, as far as the item")
	case outline.FormNoBlank:
		return r.malformed(h.At, "put a space after the hashes, or the line in a code fence")
	case outline.FormOddBlank:
		return r.malformed(h.At, "a blank beside these hashes is a no-break or other special space; write a plain one")
	}
	return nil
}

// addCriterion adds the criterion that a heading opens.
func (r *rubricReader) addCriterion(h *outline.Heading) error {
	name, id, err := r.splitPin(h)
	if err != nil {
		return err
	}
	if outline.IsBlank(name) {
		if id == "" {
			return r.malformed(h.At, "this ### has no name; give it one, or remove it")
		}
		name = id
	}
	r.criteria = append(r.criteria, Criterion{ID: id, Name: name})
	return nil
}

// splitPin splits the text of a heading into name and pinned id, "" if it has
// none.
func (r *rubricReader) splitPin(h *outline.Heading) (name, id string, err error) {
	name, rest, found := strings.Cut(h.Text, "{#")
	if !found {
		return strings.TrimSpace(h.Text), "", nil
	}
	id, rest, found = strings.Cut(rest, "}")
	switch {
	case !found:
		return "", "", r.malformed(h.At, "the {#id} of this heading is not closed; add }")
	case !outline.IsBlank(rest):
		return "", "", r.malformed(h.At, "{#id} must stand at the end of the heading")
	case !isIDText(id) || id == "":
		return "", "", r.invalidID(h.At, id, "an id is made of letters, digits, _ and -")
	case len(id) > maxID:
		return "", "", r.invalidID(h.At, id, fmt.Sprintf("an id has at most %d characters", maxID))
	}
	return strings.TrimSpace(name), id, nil
}

// endCriterion gives the last criterion, if h opened one, the description that
// ends at offset end.
func (r *rubricReader) endCriterion(h *outline.Heading, end int) {
	if h == nil {
		return
	}
	text := outline.TrimBlankLines(r.doc.Trimmed(outline.Span{Start: h.End, End: end}))
	r.criteria[len(r.criteria)-1].Description = text
	if text == "" && r.empty < 0 {
		r.empty = h.At
	}
}

func (r *rubricReader) checkDescriptions() error {
	if r.empty < 0 {
		return nil
	}
	var ids []string
	for _, c := range r.criteria {
		if c.Description == "" {
			ids = append(ids, c.ID)
		}
	}
	return &RubricError{Err: ErrEmptyCriterion, Line: r.doc.Line(r.empty), IDs: ids,
		detail: "write below the heading what to judge, for " + excerptList(ids)}
}

func (r *rubricReader) malformed(at int, advice string, args ...any) error {
	return &RubricError{Err: ErrMalformed, Line: r.doc.Line(at), detail: fmt.Sprintf(advice, args...)}
}

func (r *rubricReader) invalidID(at int, id, advice string) error {
	return &RubricError{Err: ErrInvalidID, Line: r.doc.Line(at), IDs: []string{id}, detail: excerpt(id) + ": " + advice}
}
