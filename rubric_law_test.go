package jury

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-bcabc8a2/jury/internal/outline"
)

// rubricErrors are the sentinels of a *RubricError.
var rubricErrors = []error{ErrNoCriteria, ErrEmptyCriterion, ErrUnknownID, ErrDuplicateID, ErrInvalidID, ErrMalformed, ErrInputType}

// An error wraps a sentinel, comes without a result, and is one line that says
// what to do.
func lawOfRubricErrors(t *testing.T, r Rubric, err error) {
	t.Helper()
	if !cmp.Equal(Rubric{}, r) {
		t.Errorf("%v beside %v", r, err)
	}
	last := 0
	for _, e := range rubricFaults(err) {
		if !slices.Contains(rubricErrors, e.Err) || e.detail == "" {
			t.Fatalf("%v is no error of rubrics", err)
		}
		if text := e.Error(); !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r\x00") || utf8.RuneCountInString(text) > 900 {
			t.Errorf("%q is no short line", text)
		}
		if e.Line < last {
			t.Errorf("%v is not in order of lines", err)
		}
		last = e.Line
	}
	var first *RubricError
	if !errors.As(err, &first) || first != rubricFaults(err)[0] || len(rubricFaults(err)) > maxFaults {
		t.Errorf("%v does not begin with the first fault", err)
	}
}

// LF, CRLF and CR give the same, and so does a BOM.
func lawOfLineEnds(t *testing.T, markdown string, r Rubric, err error) {
	t.Helper()
	if strings.Contains(markdown, "\r") || strings.HasPrefix(markdown, "\uFEFF") {
		return
	}
	for _, other := range []string{strings.ReplaceAll(markdown, "\n", "\r\n"), strings.ReplaceAll(markdown, "\n", "\r"), "\uFEFF" + markdown} {
		r2, err2 := ParseRubric(other)
		if !cmp.Equal(r, r2) || errorText(err) != errorText(err2) {
			t.Fatalf("%q reads as %v, %v, but with other line ends as %v, %v", markdown, r, err, r2, err2)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A comment above a text changes nothing but line numbers.
func lawOfComments(t *testing.T, markdown string, r Rubric, err error) {
	t.Helper()
	if strings.HasPrefix(markdown, "\uFEFF") {
		return // only the first character is a BOM
	}
	r2, err2 := ParseRubric("<!-- a note\n### of the author\n-->\n" + markdown)
	if !cmp.Equal(r, r2) || faultKinds(err, 0) != faultKinds(err2, 3) {
		t.Errorf("%v, %v; below a comment %v, %v", r, err, r2, err2)
	}
}

// faultKinds lists the sentinels and lines of the faults, those lines less by
// some.
func faultKinds(err error, less int) string {
	if err == nil {
		return ""
	}
	var b strings.Builder
	for _, e := range rubricFaults(err) {
		line := max(0, e.Line-less)
		if e.Err == ErrNoCriteria {
			line = 0 // the first line of a text tells more than others
		}
		fmt.Fprintln(&b, e.Err, line)
	}
	return b.String()
}

// Ids are unique, at most 40 long, in the alphabet.
func lawOfIDs(t *testing.T, criteria []Criterion) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range criteria {
		if seen[c.ID] || !isID(c.ID) || outline.IsBlank(c.Name) {
			t.Errorf("the id %q of %q is taken or no id", c.ID, c.Name)
		}
		seen[c.ID] = true
	}
	if len(criteria) == 0 {
		t.Error("no criteria, and no error")
	}
}

// Descriptions hold no comment, no heading of the document, no blank edge.
func lawOfDescriptions(t *testing.T, r Rubric) {
	t.Helper()
	for _, c := range append([]Criterion{{Description: r.GroundTruthNote}}, r.Criteria...) {
		doc, err := outline.ReadOutline("\n" + c.Description) // what it starts with starts no document
		if err != nil || len(doc.Comments) > 0 {
			t.Fatalf("%q holds a comment outside of code: %v", c.Description, err)
		}
		if trimmed := outline.TrimBlankLines(c.Description); trimmed != c.Description {
			t.Errorf("%q trims to %q", c.Description, trimmed)
		}
		for _, h := range doc.Headings {
			if h.Form == outline.FormATX && (h.Level == 2 || h.Level == 3 && c.ID != "") {
				t.Errorf("%q holds a heading", c.Description)
			}
		}
	}
}

// What Format writes reads back equal.
func lawOfFormat(t *testing.T, r Rubric) {
	t.Helper()
	text, err := r.Format()
	if err != nil {
		t.Fatalf("%v is not written: %v", r, err)
	}
	if back, err := ParseRubric(text); err != nil || !cmp.Equal(r, back) {
		t.Errorf("%v reads back as %v, %v", r, back, err)
	}
}

// What stands above cannot swallow a criterion: it is read, or there is an
// error.
func lawOfNoLoss(t *testing.T, markdown string, r Rubric) {
	t.Helper()
	doc, _ := outline.ReadOutline(markdown)
	if reader := (rubricReader{doc: doc, sections: splitSections(doc)}); reader.chooseKind() == sectionWrapper {
		return // read for want of a heading that says Criteria
	}
	more, err := ParseRubric(markdown + "\n\n## Criteria\n\n### Added {#added}\n\nx\n")
	if err == nil && len(more.Criteria) != len(r.Criteria)+1 {
		t.Errorf("%d criteria, and with one more %d", len(r.Criteria), len(more.Criteria))
	}
}

// lawLines are lines that pull at each other. Documents of them are what the
// laws of rubrics are tried on; fuzzing rarely puts such lines together.
var lawLines = []string{
	"## Criteria", "### A", "### B {#b}", "## Other", "## Security criteria", "## Ground Truth Note", "Criteria",
	"", "text", "---", "-", "- item", "  ### in item", "1. a", "   ```", "```", "~~~~", "    code", "\tcode `<!--`",
	"<!--", "-->", "<!-- x -->", "  <!-- x -->### C", "x <!-- y --> z", "`<!--`", "``", "<pre>", "</pre>", "> quote",
	"- **A**: x", "- [ ] task {weight=2}", "* star", "• dot", "| a | b |", "**Bold**", "> ### quoted", "#### deep", "### {#c floor=2}", "## Rubric",
	"\u00A0", "\u200B---", "###C", "###\u00A0C", "# title", "<!-- a --> <!-- b", "- <!-- x --> y", "      <!-- deep -->",
}

// lawBlots are put into such lines, where they make or unmake what a line is.
var lawBlots = []string{
	" ", "\t", "    ", "\u00A0", "\f", "\u200B", "\uFEFF", "\u3000", "\x00", "#", "-", "`", "\\", "{#q}", "<!--", "-->", "<!-- -->", "\r",
}

// checkRubricLaws holds one document to the laws that FuzzParseRubric states.
func checkRubricLaws(t *testing.T, markdown string) (parsed bool) {
	t.Helper()
	r, err := ParseRubric(markdown)
	lawOfLineEnds(t, markdown, r, err)
	lawOfComments(t, markdown, r, err)
	if err != nil {
		lawOfRubricErrors(t, r, err)
		return false
	}
	lawOfIDs(t, r.Criteria)
	lawOfDescriptions(t, r)
	lawOfFormat(t, r)
	lawOfNoLoss(t, markdown, r)
	return true
}

func TestRubricLawsOnRandomDocuments(t *testing.T) {
	state, parsed := uint32(1), 0
	next := func(n int) int {
		state = state*1664525 + 1013904223
		return int(state>>8) % n
	}
	const documents = 20_000
	for i := 0; i < documents; i++ {
		lines := []string{"## Criteria", "### A", "text"}
		if i%2 == 1 {
			lines = []string{"## Criteria", "- one", "- two"}
		}
		for k := next(9); k > 0; k-- {
			line := lawLines[next(len(lawLines))]
			for next(4) == 0 {
				at := []int{0, next(len(line) + 1), len(line)}[next(3)]
				line = line[:at] + lawBlots[next(len(lawBlots))] + line[at:]
			}
			lines = append(lines, line)
			if next(3) == 0 {
				lines = append(lines, "text")
			}
		}
		markdown := strings.Join(lines, "\n")
		if checkRubricLaws(t, markdown) {
			parsed++
		}
		if t.Failed() {
			t.Fatalf("in %q", markdown)
		}
	}
	if parsed < documents/10 {
		t.Errorf("only %d of %d documents are rubrics", parsed, documents)
	}
}

// TestRubricLawsExhaustive tries every document of three lines below a first
// criterion, and every one of four below a title.
func TestRubricLawsExhaustive(t *testing.T) {
	if os.Getenv("JURY_EXHAUSTIVE") == "" {
		t.Skip("set JURY_EXHAUSTIVE to run it")
	}
	var try func(markdown string, left int)
	try = func(markdown string, left int) {
		checkRubricLaws(t, markdown)
		if t.Failed() {
			t.Fatalf("in %q", markdown)
		}
		if left > 0 {
			for _, line := range lawLines {
				try(markdown+"\n"+line, left-1)
			}
		}
	}
	try("## Criteria\n### A\ntext", 3)
	try("", 3)
}

// What is put in front of a description by an author's list, quote or code
// does not reach beyond it: the criterion after it is read, or there is an
// error.
func TestNoLineSwallowsTheNextCriterion(t *testing.T) {
	for _, first := range lawLines {
		for _, second := range lawLines {
			markdown := "## Criteria\n### A\ntext\n" + first + "\n" + second + "\n\n### Last {#last}\nx\n"
			r, err := ParseRubric(markdown)
			if err != nil {
				continue
			}
			last := r.Criteria[len(r.Criteria)-1]
			inOther := false
			for _, other := range []string{"## Other", "## Ground", "## Rubric"} {
				inOther = inOther || strings.HasPrefix(first, other) || strings.HasPrefix(second, other)
			}
			if !inOther && !cmp.Equal(Criterion{ID: "last", Name: "Last", Description: "x"}, last) {
				t.Errorf("%q ends in %v", markdown, last)
			}
		}
	}
}

// A rubric reads the same in front of any other section.
func TestSectionsDoNotMeet(t *testing.T) {
	for _, line := range lawLines {
		head := "## Criteria\n### A\ntext\n" + line
		alone, err := ParseRubric(head)
		both, err2 := ParseRubric(head + "\n\n## Appendix\n\n### Not one\n")
		if err == nil && (err2 != nil || !cmp.Equal(alone, both)) || err != nil && !errors.Is(err2, errors.Unwrap(err)) && !strings.HasPrefix(line, "## Sec") {
			t.Errorf("%q: %v, %v, before a section %v, %v", head, alone, err, both, err2)
		}
	}
}
