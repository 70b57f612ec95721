package jury

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A scoreCase is one line of score.jsonl.
type scoreCase struct {
	ID          string
	CriterionID string `json:"criterion_id"`
	Reply       string
	Score       *float64
	Findings    [][2]string
	Error       bool
	IDWant      string `json:"id_want"`
}

func TestParseCriterionScoreCases(t *testing.T) {
	for _, tt := range loadCases[scoreCase](t, "score.jsonl") {
		t.Run(tt.ID, func(t *testing.T) {
			got, err := ParseCriterionScore(tt.Reply, tt.CriterionID)
			var round Round
			if addErr := round.Add(tt.Reply, tt.CriterionID, "v"); (addErr == nil) != (err == nil) {
				t.Fatalf("Add: %v, ParseCriterionScore: %v", addErr, err)
			}
			if tt.Error {
				if err == nil {
					t.Fatalf("got %+v, want an error", got)
				}
				findings := [][2]string{}
				for _, f := range round.Salvaged {
					findings = append(findings, [2]string{f.Text, string(f.Severity)})
				}
				if diff := cmp.Diff(tt.Findings, findings); diff != "" {
					t.Errorf("salvaged (-want +got):\n%s", diff)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := tt.CriterionID
			if tt.IDWant != "" {
				want = tt.IDWant
			}
			if got.CriterionID != want || got.Score != *tt.Score || got.Verifier != "" {
				t.Errorf("got %+v, want a score of %v for %q", got, *tt.Score, want)
			}
			if diff := cmp.Diff("v", round.Scores[0].Verifier); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDecodeCases(t *testing.T) {
	type row struct {
		ID    string
		Keys  []string
		Reply string
		Want  any
		Error *string
	}
	sentinels := map[string]error{
		"no verdict": ErrNoVerdict, "conflict": ErrConflict, "truncated": ErrTruncated, "bad value": ErrBadValue,
	}
	for _, tt := range loadCases[row](t, "decode.jsonl") {
		t.Run(tt.ID, func(t *testing.T) {
			var got any
			var err error
			if _, list := tt.Want.([]any); list || tt.ID == "decode-slice-missing-key" {
				got, err = Decode[[]any](tt.Reply, tt.Keys...)
			} else {
				got, err = Decode[map[string]any](tt.Reply, tt.Keys...)
			}
			if tt.Error != nil {
				if !errors.Is(err, sentinels[*tt.Error]) {
					t.Errorf("got %v and %v, want %q", got, err, *tt.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want, _ := json.Marshal(tt.Want)
			text, _ := json.Marshal(got)
			if diff := cmp.Diff(string(want), string(text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
