package jury

import (
	"errors"
	"os"
	"slices"
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

// TestRealLayouts measures how many rubrics of strangers read as a person reads
// them, if they lie beside the repository. None may read as something else.
func TestRealLayouts(t *testing.T) {
	if _, err := os.Stat("../shared/real/rubrics2.jsonl"); err != nil {
		t.Skip("the real rubrics are not here")
	}
	type file struct {
		ID, Code, Markdown string
		Names              []string
	}
	right := map[string]int{}
	total := map[string]int{}
	for _, f := range readCases[file](t, "../shared/real/rubrics2.jsonl") {
		kind := "rubric"
		if f.Code == "list-rule" {
			kind = "list"
		}
		total[kind]++
		r, err := ParseRubric(f.Markdown)
		if err != nil {
			t.Logf("%s: %v", f.ID, err)
			continue
		}
		lawOfFormat(t, r)
		if !sameNames(f.Names, r.Criteria) {
			t.Errorf("%s: read as %q, want %q", f.ID, names(r), f.Names)
			continue
		}
		right[kind]++
	}
	t.Logf("right as they are: %v of %v", right, total)
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
