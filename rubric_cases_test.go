package jury

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A layoutCase is a row of testdata/cases/rubrics2.jsonl: a file as people lay
// it out, and what it should read as or on which lines it is to blame.
type layoutCase struct {
	ID       string
	Markdown string
	Want     []struct {
		ID, Name    string
		Description *string
		Contains    []string
		Weight      int
		Floor       float64
	}
	Note         *string
	NoteContains string `json:"note_contains"`
	Error        string
	ErrorOK      bool `json:"error_ok"`
	Lines        [][2]int
	Names        []string // of the criteria once the advice was followed
}

func TestParseRubricLayouts(t *testing.T) {
	for _, tt := range readCases[layoutCase](t, "testdata/cases/rubrics2.jsonl") {
		t.Run(tt.ID, func(t *testing.T) {
			got, err := ParseRubric(tt.Markdown)
			switch {
			case err == nil && tt.Error == "":
				tt.checkRubric(t, got)
			case err == nil:
				t.Errorf("no error; read %q", names(got))
			case tt.Error == "" && !tt.ErrorOK:
				t.Error(err)
			default:
				tt.checkError(t, err)
				tt.checkAdvice(t, err)
			}
		})
	}
}

func (tt layoutCase) checkRubric(t *testing.T, got Rubric) {
	var want Rubric
	for i, w := range tt.Want {
		c := Criterion{ID: w.ID, Name: w.Name, Weight: w.Weight, Floor: w.Floor}
		if i < len(got.Criteria) {
			c.Description = got.Criteria[i].Description
			for _, part := range w.Contains {
				if !strings.Contains(c.Description, part) {
					t.Errorf("%q does not hold %q", c.Description, part)
				}
			}
		}
		if w.Description != nil {
			c.Description = *w.Description
		}
		want.Criteria = append(want.Criteria, c)
	}
	if want.GroundTruthNote = got.GroundTruthNote; tt.Note != nil {
		want.GroundTruthNote = *tt.Note
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !strings.Contains(got.GroundTruthNote, tt.NoteContains) {
		t.Errorf("the note %q does not hold %q", got.GroundTruthNote, tt.NoteContains)
	}
	lawOfFormat(t, got)
}

func (tt layoutCase) checkError(t *testing.T, err error) {
	want := map[string]error{"malformed": ErrMalformed, "no criteria": ErrNoCriteria}[tt.Error]
	if want != nil && !errors.Is(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
	for _, lines := range tt.Lines {
		if !slices.ContainsFunc(rubricFaults(err), func(e *RubricError) bool { return e.Line >= lines[0] && e.Line <= lines[1] }) {
			t.Errorf("no fault on lines %d to %d: %v", lines[0], lines[1], err)
		}
	}
}

// checkAdvice follows the advice and looks whether it loses or invents anything.
func (tt layoutCase) checkAdvice(t *testing.T, err error) {
	if tt.Names == nil {
		return
	}
	if r, err := followChoice(tt.Markdown, err, tt.Names); err != nil || !sameNames(tt.Names, r.Criteria) {
		t.Errorf("advice followed: %q, %v", names(r), err)
	}
}

// rubricFaults lists the errors that were joined.
func rubricFaults(err error) []*RubricError {
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	var faults []*RubricError
	for _, err := range all {
		faults = append(faults, err.(*RubricError))
	}
	return faults
}

// TestSpecLayouts runs the table of SPEC.md on what a criteria file may look
// like.
func TestSpecLayouts(t *testing.T) {
	data, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	sentinels := map[string]error{"ErrMalformed": ErrMalformed, "ErrInvalidID": ErrInvalidID, "ErrEmptyCriterion": ErrEmptyCriterion, "ErrNoCriteria": ErrNoCriteria}
	const least = 24
	rows := 0
	_, text, _ := strings.Cut(string(data), "What a criteria file may look like")
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "### ") {
			break
		}
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		rows++
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
		file := strings.NewReplacer("⏎", "\n", "\x00", "|").Replace(strings.Trim(cells[1], " `"))
		want := strings.ReplaceAll(strings.Trim(cells[2], " `"), "` `", "; ")
		r, err := ParseRubric(file)
		var got []string
		for _, c := range r.Criteria {
			got = append(got, c.ID+": "+c.Name)
		}
		if sentinel := sentinels[want]; !errors.Is(err, sentinel) || sentinel == nil && strings.Join(got, "; ") != want {
			t.Errorf("%q reads as %q, %v, want %s", file, got, err, want)
		}
	}
	if rows < least {
		t.Errorf("found %d rows, not %d", rows, least)
	}
}

// TestRealLayouts measures how many rubrics of strangers read as a person reads
// them, as they are and after their advice was followed once, if they lie beside
// the repository. None may read as something else.
func TestRealLayouts(t *testing.T) {
	if _, err := os.Stat("../shared/real/rubrics2.jsonl"); err != nil {
		t.Skip("the real rubrics are not here")
	}
	type file struct {
		ID, Code, Markdown string
		Names              []string
	}
	total, right, followed := map[string]int{}, map[string]int{}, map[string]int{}
	for _, f := range readCases[file](t, "../shared/real/rubrics2.jsonl") {
		kind := "rubric"
		if f.Code == "list-rule" {
			kind = "list"
		}
		total[kind]++
		r, err := ParseRubric(f.Markdown)
		if err == nil {
			right[kind]++
		} else {
			t.Logf("%s: %v", f.ID, err)
			if r, err = followChoice(f.Markdown, err, f.Names); err != nil {
				t.Logf("%s, after its advice was followed: %v", f.ID, err)
				continue
			}
		}
		lawOfFormat(t, r)
		if !sameNames(f.Names, r.Criteria) {
			t.Errorf("%s: read as %q, want %q", f.ID, names(r), f.Names)
			continue
		}
		followed[kind]++
	}
	t.Logf("of %v, right as they are %v, and once their advice was followed %v", total, right, followed)
}

// sameNames reports whether the criteria are those that a person noted down,
// who may have cut a name short.
func sameNames(want []string, criteria []Criterion) bool {
	if len(want) != len(criteria) {
		return false
	}
	for i, c := range criteria {
		a, b := bareName(want[i]), bareName(c.Name)
		if !strings.HasPrefix(a, b) && !strings.HasPrefix(b, a) {
			return false
		}
	}
	return true
}

func bareName(s string) string {
	return strings.Join(strings.Fields(strings.Trim(s, "*_`.: ")), " ")
}

// followChoice follows an advice, and where it leaves the choice of a section
// makes it as somebody who knows the names of the criteria.
func followChoice(markdown string, err error, names []string) (Rubric, error) {
	var e *RubricError
	errors.As(err, &e)
	for _, option := range strings.Split(e.detail, "(line ")[1:] {
		if !strings.Contains(e.detail, "which ## holds the criteria?") {
			break
		}
		n, _ := strconv.Atoi(option[:strings.IndexByte(option, ',')])
		chosen := &RubricError{Line: n, detail: "title as ## Criteria"}
		if strings.Contains(strings.SplitN(option, ")", 2)[0], "table") {
			chosen.detail += ", each row of its table"
		}
		followed := strings.ReplaceAll(followAdvice(markdown, chosen), "## Criteria", "## *")
		followed = strings.NewReplacer("criteri", "not", "Criteri", "Not", "CRITERI", "NOT").Replace(followed)
		if r, err := ParseRubric(strings.Replace(followed, "## *", "## Criteria", 1)); err == nil && sameNames(names, r.Criteria) {
			return r, nil
		}
	}
	if strings.Contains(e.detail, "which ## holds the criteria?") {
		return Rubric{}, err
	}
	return ParseRubric(followAdvice(markdown, err))
}

// followAdvice does to a file, without a thought, what the first of its errors
// says, where it says how.
func followAdvice(markdown string, err error) string {
	var e *RubricError
	errors.As(err, &e)
	lines := strings.Split(strings.ReplaceAll(markdown, "\r\n", "\n"), "\n")
	advice := e.detail
	switch {
	case strings.Contains(advice, "write real line ends"):
		mended := strings.ReplaceAll(markdown, `\n`, "\n")
		if _, err := ParseRubric(mended); err != nil {
			return followAdvice(mended, err)
		}
		return mended
	case strings.Contains(advice, "remove the lines that open and close it"):
		return strings.Replace(strings.Join(append(lines[:e.Line-1:e.Line-1], lines[e.Line:]...), "\n"), "\n```", "", 1)
	case strings.Contains(advice, "put a space after the hashes"):
		lines[e.Line-1] = strings.Replace(lines[e.Line-1], "###", "### ", 1)
	case strings.Contains(advice, "write each ## "):
		return eachAsHeading(lines, advice)
	case strings.Contains(advice, "## Criteria above"):
		lines[e.Line-1] = "## Criteria\n\n" + lines[e.Line-1]
	case strings.Contains(advice, "title as ## Criteria"), strings.Contains(advice, "this heading as ## Criteria"):
		for _, n := range linesAfter(advice, "below it as ### (") {
			lines[n-1] = "### " + strings.TrimLeft(lines[n-1], "# ")
		}
		for _, n := range linesAfter(advice, "the next heading of its level, on ") {
			lines[n-1] = "## " + strings.TrimLeft(lines[n-1], "# ")
		}
		lines[e.Line-1] = "## Criteria"
		if strings.Contains(advice, "each row of its table") {
			rowsAsHeadings(lines, e.Line)
		}
	case strings.Contains(advice, "each of its rows as ### Name"):
		rowsAsHeadings(lines, e.Line-1)
	case strings.Contains(advice, "a list of one item; write it as ### Name"):
		text := strings.TrimLeft(lines[e.Line-1], "-* ")
		lines[e.Line-1] = "### " + text + "\n\n" + text
	case strings.Contains(advice, "move this above the list"):
		moved := lines[e.Line-1]
		lines[e.Line-1] = ""
		for i := e.Line - 1; ; i-- {
			if strings.HasPrefix(lines[i], "## ") {
				lines[i] += "\n\n" + moved
				break
			}
		}
	}
	return strings.Join(lines, "\n")
}

// eachAsHeading writes sections as criteria, as the advice says.
func eachAsHeading(lines []string, advice string) string {
	for i, n := range linesAfter(advice, "as ### (") {
		lines[n-1] = "#" + lines[n-1]
		if i == 0 && strings.Contains(advice, "put ## Criteria above") {
			lines[n-1] = "## Criteria\n\n" + lines[n-1]
		}
	}
	for _, n := range linesAfter(advice, "as #### (") {
		lines[n-1] = "#" + lines[n-1]
	}
	var moved []string
	for _, n := range linesAfter(advice, "none, such as ") {
		for i := n - 1; i < len(lines) && (i == n-1 || !strings.HasPrefix(strings.TrimPrefix(lines[i], "## Criteria\n\n"), "## ") && !strings.HasPrefix(lines[i], "### ") && !strings.HasPrefix(lines[i], "## Criteria")); i++ {
			moved = append(moved, lines[i])
			lines[i] = ""
		}
	}
	return strings.Join(append(lines, moved...), "\n")
}

// rowsAsHeadings writes the rows of the first table from a line on as sections.
func rowsAsHeadings(lines []string, from int) {
	row := 0
	for i := from; i < len(lines) && (row == 0 || strings.HasPrefix(lines[i], "|")); i++ {
		if !strings.HasPrefix(lines[i], "|") {
			continue
		}
		row++
		cells := strings.Split(strings.Trim(lines[i], "| "), "|")
		if lines[i] = ""; row > 2 {
			lines[i] = "### " + strings.TrimSpace(cells[0]) + "\n\n" + strings.TrimSpace(strings.Join(cells[1:], "; "))
		}
	}
}

// linesAfter returns the line numbers that follow a phrase in an advice.
func linesAfter(advice, phrase string) []int {
	_, rest, found := strings.Cut(advice, phrase)
	if !found {
		return nil
	}
	if i := strings.IndexAny(rest, ";)"); i >= 0 {
		rest = rest[:i]
	}
	var all []int
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == ',' }) {
		if n, err := strconv.Atoi(word); err == nil {
			all = append(all, n)
		} else if word != "line" && word != "lines" && word != "and" {
			break
		}
	}
	return all
}
