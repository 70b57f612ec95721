package jury

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
//	### Root cause {#root weight=3 floor=12}
//
//	Does the change repair the cause of the fault?
//
// The criteria are the ### headings of the sections whose ## heading begins or
// ends in Criteria, or, where such a section has none, its one flat list; if some
// heading is just Criteria, only those of such ones. A rubric, dimensions and an
// evaluation hold them where no heading says so. The attributes in braces may be
// left out: an id is then derived from the name. Headings and lists in code and
// comments are not read, and HTML comments outside of code are left out. A
// description is verbatim but for comments, blank lines around it, spaces and
// tabs at its end, and, of an item, its indent; line ends are LF.
//
// A file in which a criterion could get lost is an error: a *RubricError with the
// line and what to change, or several of up to 100 faults, joined in order of
// lines, of which errors.As finds the first. It wraps ErrNoCriteria,
// ErrEmptyCriterion (the first with all such ids), ErrInvalidID (a {#id} that is
// none, or is longer than 40) or ErrMalformed (everything else). A {#id} given
// twice is not an error: the second becomes id_2. SPEC.md has all the rules.
//
// "## Criteria\n### Fit\nFits.\n" has the one criterion {"fit", "Fit", "Fits."};
// "## Criteria\n- Fast\n- Safe\n" has two; "## Criteria\n### Fit\n" is
// ErrEmptyCriterion.
func ParseRubric(markdown string) (Rubric, error) {
	doc, fault := outline.ReadOutline(markdown)
	if fault != nil {
		return Rubric{}, &RubricError{Err: ErrMalformed, Line: doc.Line(fault.At), detail: fault.Advice}
	}
	r := rubricReader{doc: doc, sections: splitSections(doc)}
	r.read()
	if len(r.faults) > 0 {
		return Rubric{}, r.joinFaults()
	}
	return Rubric{r.note, r.criteria}, nil
}

// Format writes the rubric as a criteria.md file, every id pinned, each criterion
// a ### heading, with its weight and floor if it has such. ParseRubric
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
		b.WriteString("\n### " + c.Name + " " + c.attributes() + "\n\n" + c.Description + "\n")
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
		var first *RubricError
		errors.As(err, &first)
		e := *first
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
		if h.Level == 2 && h.Form <= outline.FormSetext {
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

// firstHeading returns the index of the first heading of a level, or -1.
func (s *section) firstHeading(level int) int {
	return slices.IndexFunc(s.inside, func(h outline.Heading) bool { return h.Level == level && h.Form == outline.FormATX })
}

// body returns what may hold criteria that are no ### headings: all above the
// first ###.
func (s *section) body() outline.Span {
	end := s.end
	if i := s.firstHeading(3); i >= 0 {
		end = s.inside[i].Start
	}
	return outline.Span{Start: s.title.End, End: end}
}

// A rubricReader makes a rubric of the sections of a document.
type rubricReader struct {
	doc      outline.Outline
	sections []section
	faults   []fault

	note     string
	noteAt   *section // the section that note is of
	criteria []Criterion
	opened   []int    // the offset of the heading or item of each criterion
	shaped   *section // the first section that holds criteria, and
	shape    shape    // what they are in it
}

func (r *rubricReader) read() {
	r.checkTitles()
	chosen := r.chooseKind()
	if chosen == sectionOther {
		r.readNotes()
		r.noSection()
		return
	}
	r.checkSplit()
	headings := r.count(3)
	r.criteria, r.opened = make([]Criterion, 0, headings), make([]int, 0, headings)
	for i := 0; i < len(r.sections) && !r.full(); i++ {
		r.readSection(&r.sections[i], chosen)
	}
	if len(r.criteria) == 0 && len(r.faults) == 0 {
		r.noHeadings(chosen)
	}
	assignIDs(r.criteria)
	r.checkDescriptions()
	r.checkScale()
}

// checkTitles refuses what would title the criteria or the note if it were a
// heading of level 2, wherever it stands.
func (r *rubricReader) checkTitles() {
	for i := range r.doc.Headings {
		h := &r.doc.Headings[i]
		isTitle := h.Form <= outline.FormSetext
		switch {
		case h.Level == 2 && h.Form >= outline.FormInItem && h.Form != outline.FormInQuote && kindOf(h.Text) >= sectionEdge:
			r.checkForm(h)
		case h.Level != 2 && isTitle && namesTruth(h.Text) && kindOf(h.Text) == sectionNote:
			r.malformed(h.At, "write this heading as ## Ground Truth Note, or give it another name")
		}
	}
}

// checkSplit refuses a section for each criterion, "## Criterion 2: Safety":
// the ### headings below would be taken for the criteria.
func (r *rubricReader) checkSplit() {
	var split []int
	for _, s := range r.sections {
		words := titleWords(s.title.Text)
		if s.kind == sectionEdge && len(words) > 0 && strings.EqualFold(words[0], "criterion") {
			split = append(split, s.title.At)
		}
	}
	if len(split) > 1 {
		r.malformed(split[1], "the ## headings of %s are each one criterion; put ## Criteria above the first, write each of these ## as ###, and each ### below them as ####", r.lines(split))
	}
}

// chooseKind returns the kind of the sections that hold the criteria, or
// sectionOther if there is none.
func (r *rubricReader) chooseKind() sectionKind {
	chosen := sectionOther
	for i := range r.sections {
		s := &r.sections[i]
		switch {
		case s.kind == sectionEdge || s.kind == sectionExact:
			chosen = max(chosen, s.kind)
		case s.kind == sectionWrapper && s.firstHeading(3) >= 0:
			chosen = max(chosen, s.kind)
		}
	}
	return chosen
}

// readNotes reads the ground truth notes.
func (r *rubricReader) readNotes() {
	for i := range r.sections {
		if r.sections[i].kind >= sectionNearNote {
			r.readNote(&r.sections[i])
		}
	}
}

func (r *rubricReader) readSection(s *section, chosen sectionKind) {
	switch {
	case s.kind >= sectionNearNote:
		r.readNote(s)
	case s.kind == sectionWrapper && s.firstHeading(3) < 0:
	case s.kind == sectionWrapper && chosen == sectionWrapper && r.isOtherWrapper(s),
		s.kind == sectionWrapper && chosen == sectionEdge:
		r.malformed(s.title.At, "%s both may hold the criteria; write the title of the one that does as ## Criteria", r.pairWith(s, chosen))
	case s.kind == chosen:
		r.readCriteria(s)
	case s.kind >= sectionMentions && s.kind != sectionWrapper:
		if form := r.holds(s); form != "" {
			r.malformed(s.title.At, "%s both hold what may be criteria, here a %s; rename this one if it is not to be judged, or write its title as ## Criteria if it is", r.pairWith(s, chosen), form)
		}
	case s.title.Text == "" && s.firstHeading(3) >= 0:
		r.malformed(s.title.At, "this ## has no name, yet ### headings below it; name it, or remove it")
	}
}

// isOtherWrapper reports whether the section wraps another thing than the first
// one that wraps criteria, say dimensions, not a rubric.
func (r *rubricReader) isOtherWrapper(s *section) bool {
	return r.shaped != nil && wrapperOf(titleWords(s.title.Text)) != wrapperOf(titleWords(r.shaped.title.Text))
}

// readNote reads the ground truth note, of which there is one at most.
func (r *rubricReader) readNote(s *section) {
	text := outline.TrimBlankLines(r.doc.Trimmed(outline.Span{Start: s.title.End, End: s.end}))
	switch {
	case text == "":
	case s.kind == sectionNearNote:
		r.malformed(s.title.At, "is this the ground truth note? Then write its title as ## Ground Truth Note; if it is not, give it a title that begins with another word")
	case r.noteAt != nil:
		r.malformed(s.title.At, "a second ground truth note; move its text below that of line %d", r.doc.Line(r.noteAt.title.At))
	default:
		r.note, r.noteAt = text, s
	}
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

// readCriteria reads the criteria of a section: its ### headings or else, where
// it has none, its list.
func (r *rubricReader) readCriteria(s *section) {
	for i := range s.inside {
		if h := &s.inside[i]; h.Level == 2 || h.Level == 3 {
			r.checkForm(h)
		}
	}
	if s.firstHeading(3) < 0 {
		r.readList(s)
		return
	}
	r.checkShape(s, shapeHeadings, s.inside[s.firstHeading(3)].At)
	r.checkLead(s)
	var open *outline.Heading // of the criterion whose description is being read
	for i := range s.inside {
		h := &s.inside[i]
		if h.Level != 3 || h.Form != outline.FormATX {
			continue
		}
		r.endCriterion(open, h.Start)
		r.addHeading(h)
		open = h
	}
	r.endCriterion(open, s.end)
}

// checkForm refuses what a person may have meant as a heading.
func (r *rubricReader) checkForm(h *outline.Heading) {
	switch h.Form {
	case outline.FormInItem:
		r.malformed(h.At, "this heading is indented under a list item, or begins one, and so belongs to it; start it at the left margin, without a marker, or put it in a code fence")
	case outline.FormInQuote:
		r.malformed(h.At, "this heading is quoted and so is text; remove the > here and on the lines below that belong to it, or put the quote in a code fence")
	case outline.FormInFence:
		r.malformed(h.At, "this heading stands in a code fence, as one above it ended without its closing line, by the looks of it; close that one there, or, if this line is code, indent it by 4")
	case outline.FormNoBlank:
		r.malformed(h.At, "put a space after the hashes, or the line in a code fence")
	case outline.FormOddBlank:
		r.malformed(h.At, "a blank beside these hashes is a no-break or other special space; write a plain one")
	}
}

// addHeading adds the criterion that a heading opens.
func (r *rubricReader) addHeading(h *outline.Heading) {
	name, c, after := r.readAttributes(h.At, h.Text)
	if !outline.IsBlank(after) {
		r.malformed(h.At, "attributes such as {#id} must stand at the end of the heading, in one pair of braces")
	}
	c.Name = strings.TrimSpace(name)
	if outline.IsBlank(name) {
		if c.ID == "" && name == h.Text {
			r.malformed(h.At, "this ### has no name; give it one, or remove it and what is below it")
		}
		c.Name = c.ID
	}
	r.add(h.At, c)
}

// add adds the criterion that opens at an offset.
func (r *rubricReader) add(at int, c Criterion) {
	r.criteria, r.opened = append(r.criteria, c), append(r.opened, at)
}

// endCriterion gives the last criterion, if h opened one, the description that
// ends at offset end.
func (r *rubricReader) endCriterion(h *outline.Heading, end int) {
	if h != nil {
		r.checkGroup(h, end)
		r.criteria[len(r.criteria)-1].Description = outline.TrimBlankLines(r.doc.Trimmed(outline.Span{Start: h.End, End: end}))
	}
}

// checkDescriptions refuses every criterion that says nothing. The first such
// error names the ids of all.
func (r *rubricReader) checkDescriptions() {
	var ids []string
	for _, c := range r.criteria {
		if c.Description == "" {
			ids = append(ids, c.ID)
		}
	}
	blamed := ids
	for i := 0; i < len(r.criteria) && !r.full(); i++ {
		if c := r.criteria[i]; c.Description == "" {
			if len(blamed) == 0 {
				blamed = []string{c.ID}
			}
			r.fault(r.opened[i], &RubricError{Err: ErrEmptyCriterion, IDs: blamed, detail: "write below the heading what to judge, for " + excerptList(blamed)})
			blamed = nil
		}
	}
}

// checkScale refuses criteria that are all steps of a scale.
func (r *rubricReader) checkScale() {
	if isScale(r.criteria) {
		r.malformed(r.opened[0], "the criteria on %s are by their names the steps of a scale; write what is judged as ### Name, and the steps below it as ####", r.lines(r.opened))
	}
}

// checkGroup refuses a ### that by its name is none of the criteria, but the
// title of several, or of what is not to be judged.
func (r *rubricReader) checkGroup(h *outline.Heading, end int) {
	name := r.criteria[len(r.criteria)-1].Name
	if !saysCriteria(name) {
		return // as nearly always
	}
	switch kind := kindOf(name); {
	case kind == sectionNever:
		r.malformed(h.At, "this is by its name not to be judged; move it, as a ##, below the criteria, or give it another name")
	case kind == sectionWrapper || kind == sectionEdge || kind == sectionExact:
		if found := candidates(r.doc.Lines(outline.Span{Start: h.End, End: end})); len(found) > 0 {
			r.malformed(h.At, "this is by its name the title of several criteria, and below it stands a %s; write it as ##, or give it another name if it is one criterion", found[0].form)
		}
	}
}
