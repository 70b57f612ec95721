package jury

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
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

var normalizeTests = []struct {
	name, reason string
	in           any
	want         []Criterion
}{
	{"map of strings", "sorted by name", map[string]string{"b": "y", "a": "x"}, []Criterion{{ID: "a", Name: "a", Description: "x"}, {ID: "b", Name: "b", Description: "y"}}},
	{"map of any", "sorted by name", map[string]any{"b": "y", "a": "x"}, []Criterion{{ID: "a", Name: "a", Description: "x"}, {ID: "b", Name: "b", Description: "y"}}},
	{"strings", "name and description", []string{"Is it so?"}, []Criterion{{ID: "is_it_so", Name: "Is it so?", Description: "Is it so?"}}},
	{"criteria", "completed", []Criterion{{ID: "", Name: "A b", Description: "x"}, {ID: "b", Name: "", Description: "y"}, {ID: "", Name: "", Description: "z Z"}}, []Criterion{{ID: "a_b", Name: "A b", Description: "x"}, {ID: "b", Name: "b", Description: "y"}, {ID: "z_z", Name: "z_z", Description: "z Z"}}},
	{"any", "of every element", []any{"s", Criterion{ID: "c", Name: "C", Description: "x"}, map[string]any{"description": "m"}, map[string]string{"id": "n", "description": "y"}}, []Criterion{{ID: "s", Name: "s", Description: "s"}, {ID: "c", Name: "C", Description: "x"}, {ID: "m", Name: "m", Description: "m"}, {ID: "n", Name: "n", Description: "y"}}},
	{"list of maps of any", "as in any", []map[string]any{{"name": "A", "description": "x"}}, []Criterion{{ID: "a", Name: "A", Description: "x"}}},
	{"list of maps of strings", "as in any", []map[string]string{{"name": "A", "description": "x"}}, []Criterion{{ID: "a", Name: "A", Description: "x"}}},
	{"JSON object", "in document order", []byte(`{"b":"y","a":"x"}`), []Criterion{{ID: "b", Name: "b", Description: "y"}, {ID: "a", Name: "a", Description: "x"}}},
	{"JSON list", "as in any", json.RawMessage(` [ "s" , {"id":"i","description":"x"} ] `), []Criterion{{ID: "s", Name: "s", Description: "s"}, {ID: "i", Name: "i", Description: "x"}}},
	{"blank name", "is absent", []Criterion{{ID: "a", Name: " \u200B", Description: "x"}}, []Criterion{{ID: "a", Name: "a", Description: "x"}}},
	{"blank id", "is absent", []Criterion{{ID: " ", Name: "A", Description: "x"}}, []Criterion{{ID: "a", Name: "A", Description: "x"}}},
	{"blank name of a map", "is absent", map[string]string{"": "x y"}, []Criterion{{ID: "x_y", Name: "x_y", Description: "x y"}}},
	{"texts", "kept as written", []Criterion{{ID: "A-1", Name: " A ", Description: " x\r\n"}}, []Criterion{{ID: "A-1", Name: " A ", Description: " x\r\n"}}},
	{"weight and floor", "kept", []byte("\uFEFF[{\"name\": \"A\", \"description\": \"x\", \"weight\": 1000, \"floor\": 12.5}, {\"name\": \"B\", \"description\": \"x\", \"floor\": 1}]"), []Criterion{{ID: "a", Name: "A", Description: "x", Weight: 1000, Floor: 12.5}, {ID: "b", Name: "B", Description: "x", Floor: 1}}},
	{"names that differ by signs alone", "neither gets the slug that the other may have had", []Criterion{{Name: "C", Description: "x"}, {Name: "C++", Description: "x"}, {Name: "C", Description: "y"}}, []Criterion{{ID: "c_c60bf9f2", Name: "C", Description: "x"}, {ID: "c_2ead0510", Name: "C++", Description: "x"}, {ID: "c_c60bf9f2_2", Name: "C", Description: "y"}}},
	{"pins first", "no derived id takes one", []Criterion{{ID: "", Name: "Fit", Description: "x"}, {ID: "fit", Name: "", Description: "y"}, {ID: "fit_2", Name: "", Description: "z"}}, []Criterion{{ID: "fit_3", Name: "Fit", Description: "x"}, {ID: "fit", Name: "fit", Description: "y"}, {ID: "fit_2", Name: "fit_2", Description: "z"}}},
}

func TestNormalizeCriteria(t *testing.T) {
	for _, tt := range normalizeTests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := NormalizeCriteria(tt.in)
			if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
				t.Fatalf("%s: error %v (-want +got):\n%s", tt.reason, err, diff)
			}
			again, err := NormalizeCriteria(got)
			if diff := cmp.Diff(got, again); err != nil || diff != "" {
				t.Errorf("normalized twice: error %v (-once +twice):\n%s", err, diff)
			}
		})
	}
}

func TestNormalizeCriteriaErrors(t *testing.T) {
	type named []string
	for _, tt := range []struct {
		name, reason string
		in           any
		err          error
		key, advice  string
	}{
		{"nil", "nothing", nil, ErrNoCriteria, "", "at least one"},
		{"nil map", "nothing", map[string]string(nil), ErrNoCriteria, "", "at least one"},
		{"nil bytes", "nothing", []byte(nil), ErrNoCriteria, "", "at least one"},
		{"blank JSON", "nothing", []byte(" \n"), ErrNoCriteria, "", "at least one"},
		{"JSON null", "nothing", json.RawMessage("null"), ErrNoCriteria, "", "at least one"},
		{"empty JSON object", "nothing", json.RawMessage("{}"), ErrNoCriteria, "", "at least one"},
		{"string", "the text of a file?", "## Criteria", ErrInputType, "", "use ParseRubric"},
		{"JSON string", "the text of a file?", []byte(`"## Criteria"`), ErrInputType, "", "ParseRubric"},
		{"rubric", "not a list", Rubric{}, ErrInputType, "", "jury.Rubric"},
		{"named type", "not guessed at", named{"a"}, ErrInputType, "", "jury.named"},
		{"pointer", "not followed", &Criterion{}, ErrInputType, "", "*jury.Criterion"},
		{"number", "no criteria", 1, ErrInputType, "", "int"},
		{"value of a map", "the first in order", map[string]any{"b": 1, "a": []any{}}, ErrInputType, "a", `"a" is a []interface {}`},
		{"null in a map", "no description", map[string]any{"a": nil}, ErrInputType, "a", "null"},
		{"element", "the first", []any{"a", 1.5, nil}, ErrInputType, "[1]", "float64"},
		{"null element", "no criterion", []any{nil}, ErrInputType, "[0]", "null"},
		{"member", "the first in order", []any{map[string]any{"name": 1, "id": true}}, ErrInputType, "[0].id", "bool"},
		{"weight as text", "a number is wanted", []map[string]any{{"description": "x"}, {"description": "x", "weight": "2"}}, ErrInputType, "[1].weight", "without quotes"},
		{"unknown member", "a limit nobody heeds", []map[string]any{{"description": "x"}, {"description": "x", "limit": 2}}, ErrInputType, "[1].limit", "the members are"},
		{"weight 0", "not a way to leave one out", []any{map[string]any{"description": "x", "weight": 0}}, ErrInputType, "[0].weight", "from 1 to 1000"},
		{"weight of 1001", "one past the limit", []byte(`[{"description": "x", "weight": 1001}]`), ErrInputType, "[0].weight", "from 1 to 1000"},
		{"weight and a half", "no whole number", []byte(`[{"description": "x", "weight": 1.5}]`), ErrInputType, "[0].weight", "whole"},
		{"negative weight", "none", []Criterion{{ID: "a", Description: "x", Weight: -1}}, ErrInputType, "[0].weight", "from 1"},
		{"floor off the scale", "no mean reaches it", []Criterion{{ID: "a", Description: "x", Floor: 20.5}}, ErrInputType, "[0].floor", "to 20"},
		{"floor that is no number", "NaN", []Criterion{{ID: "a", Description: "x", Floor: math.NaN()}}, ErrInputType, "[0].floor", "to 20"},
		{"whole rubric", "not criteria", []byte(`{"name": "Review", "version": "2", "criteria": [{"name": "Fit", "description": "Fits."}]}`), ErrInputType, "criteria", `give the value of "criteria" alone`},
		{"whole rubric of texts", "not criteria", map[string]string{"Name": "Review", "Version": "2", "Fit": "Fits."}, ErrInputType, "Name", "whole rubric"},
		{"number in a map", "a weight?", []byte(`{"Fit": 3}`), ErrInputType, "Fit", "the number 3 (float64); a description is text in quotes"},
		{"YAML", "named", []byte("criteria:\n  - name: Fit\n"), ErrInputType, "", "looks like YAML"},
		{"YAML list", "named", []byte("- Fit\n- Safe\n"), ErrInputType, "", "looks like YAML"},
		{"UTF-16", "named", []byte("[\x00\"\x00"), ErrInputType, "", "UTF-16"},
		{"member by case", "nothing is folded", []map[string]string{{"Description": "x"}}, ErrInputType, "[0].Description", "the members are"},
		{"JSON element", "the first", []byte(`["a", 7]`), ErrInputType, "[1]", "float64"},
		{"JSON nested list", "no criterion", []byte(`[["a"]]`), ErrInputType, "[0]", "a list"},
		{"JSON nested object", "no description", []byte(`{"a":{}}`), ErrInputType, "a", "an object"},
		{"JSON member", "no string", []byte(`[{"name":null}]`), ErrInputType, "[0].name", "null"},
		{"JSON unknown member", "a limit nobody heeds", []byte(`[{"limit":"2"}]`), ErrInputType, "[0].limit", "the members are"},
		{"JSON name twice", "which one?", []byte(`{"a":"x","a":"y"}`), ErrInputType, "a", "stands twice"},
		{"JSON name twice by escape", "the same name", []byte(`{"a":"x","\u0061":"y"}`), ErrInputType, "a", "stands twice"},
		{"JSON member twice", "which one?", []byte(`[{"id":"a","id":"b","description":"x"}]`), ErrInputType, "[0].id", "stands twice"},
		{"two JSON values", "which one?", []byte(`["a"]["b"]`), ErrInputType, "", "follows"},
		{"Markdown", "the text of a file?", []byte("## Criteria"), ErrInputType, "", "ParseRubric"},
		{"no JSON", "what is it?", []byte("<criteria>"), ErrInputType, "", "byte 1"},
		{"JSON cut off", "part of it is lost", []byte(`["a"`), ErrInputType, "", "too early"},
		{"JSON object cut off", "part of it is lost", []byte(`{"a"`), ErrInputType, "", "too early"},
		{"JSON member cut off", "part of it is lost", []byte(`{"a":"x",`), ErrInputType, "", "too early"},
		{"bad id", "not repaired", []Criterion{{ID: "a b", Name: "A", Description: "x"}}, ErrInvalidID, "[0]", `"a b"`},
		{"long id", "one past the limit", []Criterion{{ID: strings.Repeat("a", maxID+1), Name: "A", Description: "x"}}, ErrInvalidID, "[0]", "1 to 40"},
		{"id twice", "which one is scored?", []Criterion{{ID: "a", Name: "A", Description: "x"}, {ID: "a", Name: "B", Description: "y"}}, ErrDuplicateID, "[1]", "stands twice"},
		{"empty", "nothing to judge", []string{"a", " \u2060"}, ErrEmptyCriterion, "", "criterion"},
		{"separators", "say no more than in a file", map[string]string{"a": "\n---\n\u00A0\n --- \n"}, ErrEmptyCriterion, "", `for "a"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := NormalizeCriteria(tt.in)
			var e *RubricError
			if !errors.As(err, &e) || e.Err != tt.err || e.Key != tt.key || !strings.Contains(err.Error(), tt.advice) || got != nil {
				t.Errorf("%s: %v, error %v, want %v at %q with %q", tt.reason, got, err, tt.err, tt.key, tt.advice)
			}
		})
	}
}

func TestNormalizeCriteriaNamesAllEmpty(t *testing.T) {
	_, err := NormalizeCriteria([]Criterion{{ID: "a", Name: "A", Description: ""}, {ID: "b", Name: "B", Description: "x"}, {ID: "", Name: "C", Description: "\n"}})
	var e *RubricError
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a", "c"}, e.IDs); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNormalizeCriteriaKeepsInput(t *testing.T) {
	in := []Criterion{{ID: "", Name: "A", Description: "x"}}
	if _, err := NormalizeCriteria(in); err != nil || in[0].ID != "" {
		t.Errorf("the input became %v, error %v", in, err)
	}
}

func TestSelectCriteria(t *testing.T) {
	all := []Criterion{{ID: "a", Name: "A", Description: "x"}, {ID: "b", Name: "B", Description: "y"}, {ID: "c", Name: "C", Description: "z"}}
	for _, tt := range []struct {
		name, reason string
		from         []Criterion
		ids, want    []string
		err          error
		blamed       []string
	}{
		{"all", "no ids", all, nil, []string{"a", "b", "c"}, nil, nil},
		{"order of the ids", "not of the criteria", all, []string{"c", "a"}, []string{"c", "a"}, nil, nil},
		{"unknown", "all are named, once", all, []string{"x", "a", "y", "x"}, nil, ErrUnknownID, []string{"x", "y"}},
		{"unknown before repeated", "the worse one", all, []string{"a", "a", "x"}, nil, ErrUnknownID, []string{"x"}},
		{"by case", "ids match exactly", all, []string{"A"}, nil, ErrUnknownID, []string{"A"}},
		{"repeated", "scored twice?", all, []string{"a", "b", "a"}, nil, ErrDuplicateID, []string{"a"}},
		{"repeated in criteria", "which one?", append(all, all[1]), nil, nil, ErrDuplicateID, []string{"b"}},
		{"of none", "nothing to select", nil, []string{"a"}, nil, ErrUnknownID, []string{"a"}},
		{"none of none", "as many as there are", nil, nil, []string{}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := SelectCriteria(tt.from, tt.ids...)
			if !errors.Is(err, tt.err) {
				t.Fatalf("%s: error %v, want %v", tt.reason, err, tt.err)
			}
			if tt.err != nil {
				if diff := cmp.Diff(tt.blamed, err.(*RubricError).IDs); diff != "" || got != nil {
					t.Errorf("%s: %v (-want +got):\n%s", tt.reason, got, diff)
				}
				return
			}
			if diff := cmp.Diff(tt.want, CriterionIDs(got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

func TestSelectCriteriaCopies(t *testing.T) {
	all := []Criterion{{ID: "a", Name: "A", Description: "x"}}
	got, err := SelectCriteria(all)
	if err != nil {
		t.Fatal(err)
	}
	got[0].ID = "changed"
	if all[0].ID != "a" {
		t.Error("the result shares memory with the input")
	}
}

func TestNormalizeOneCriterion(t *testing.T) {
	for _, tt := range []struct {
		reason string
		input  any
		ok     bool
	}{
		{"a map of the members", map[string]string{"id": "a", "name": "A", "description": "x"}, false},
		{"a map of some members", map[string]any{"name": "A", "description": "x"}, false},
		{"the same as JSON", []byte(`{"description": "x", "id": "a"}`), false},
		{"a criterion that is called so", map[string]string{"description": "x"}, true},
		{"names that are called so", map[string]string{"name": "x", "id": "y"}, true},
		{"a criterion with more members", map[string]string{"name": "x", "description": "y", "size": "z"}, false},
	} {
		criteria, err := NormalizeCriteria(tt.input)
		if (err == nil) != tt.ok || err != nil && !errors.Is(err, ErrInputType) {
			t.Errorf("%s: %v, %v", tt.reason, criteria, err)
		}
	}
}
