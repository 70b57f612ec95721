package jury

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A rubricCase is a row of testdata/cases/rubric.jsonl.
type rubricCase struct {
	ID       string
	Markdown string
	Want     *struct {
		Note     string
		Criteria []Criterion
	}
	Error string
}

// readCases decodes the rows of a case file.
func readCases[T any](t testing.TB, path string) []T {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var row T
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%s: %v in %s", path, err, line)
		}
		rows = append(rows, row)
	}
	return rows
}

// rubricSentinels maps the words of the case file to sentinels.
var rubricSentinels = map[string]error{
	"HTML comment is never closed":                           ErrMalformed,
	"criterion alpha has no instruction":                     ErrEmptyCriterion,
	"criterion a has no instruction":                         ErrEmptyCriterion,
	"no criteria found":                                      ErrNoCriteria,
	"no criteria section":                                    ErrNoCriteria,
	"a comment that opens after text must close on its line": ErrMalformed,
	"a <pre> block is never closed":                          ErrMalformed,
	"a heading indented under a list item":                   ErrMalformed,
	"a heading without a name":                               ErrMalformed,
	"not an id":                                              ErrInvalidID,
	"an id is at most 40 characters":                         ErrInvalidID,
	"a no-break space after the hashes":                      ErrMalformed,
}

func TestParseRubricCases(t *testing.T) {
	for _, tt := range readCases[rubricCase](t, "testdata/cases/rubric.jsonl") {
		t.Run(tt.ID, func(t *testing.T) {
			got, err := ParseRubric(tt.Markdown)
			if tt.Error != "" {
				want := rubricSentinels[tt.Error]
				if want == nil || !errors.Is(err, want) {
					t.Errorf("error %v, want %v (%s)", err, want, tt.Error)
				}
				if diff := cmp.Diff(Rubric{}, got); diff != "" {
					t.Errorf("a result beside an error:\n%s", diff)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(Rubric{tt.Want.Note, tt.Want.Criteria}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
