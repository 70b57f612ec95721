package jury

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStrictJSON(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		text         string
		into         json.Unmarshaler
		want         error
		message      string
	}{
		{"policy", "every member is known", `{"accept_mean": 14, "quorum_fraction": 1, "criterion_floor": 8, "repair_on_blocking": true, "min_per_criterion": 2, "max_spread": 6, "severities": {"minor": "note"}}`, new(Policy), nil, ""},
		{"policy, no member", "it is refused where it is used", `{}`, new(Policy), nil, ""},
		{"null", "it changes nothing, as everywhere in JSON", ` null `, new(Policy), nil, ""},
		{"name of the field", "the floor would be 0", `{"accept_mean": 14, "criterionFloor": 18}`, new(Policy), ErrPolicy, `"criterionFloor" is no member; known are accept_mean, criterion_floor, `},
		{"another case", "it would count", `{"accept_mean": 14, "ACCEPT_MEAN": 1}`, new(Policy), ErrPolicy, `"ACCEPT_MEAN" is no member`},
		{"member twice", "the last would count", `{"accept_mean": 19, "accept_mean": 1}`, new(Policy), ErrPolicy, `the member "accept_mean" stands twice`},
		{"escaped twice", "an escape is no other name", `{"accept_mean": 19, "accept\u005fmean": 1}`, new(Policy), ErrPolicy, "stands twice"},
		{"word twice", "the last would count", `{"severities": {"minor": "veto", "minor": "note"}}`, new(Policy), ErrPolicy, `"minor" stands twice`},
		{"another type", "it is no number", `{"accept_mean": "14"}`, new(Policy), ErrPolicy, "accept_mean"},
		{"policy of another kind", "it is no object", `[]`, new(Policy), ErrPolicy, ""},
		{"not JSON", "called by hand", `{"accept_mean": 14`, new(Policy), ErrPolicy, "unexpected end"},
		{"round", "every member is known", `{"scores": [{"criterion_id": "a", "verifier": "v", "score": 18, "evidence": ["e"], "findings": [{"finding": "f", "severity": "note"}]}],
			"invalid_count": 1, "abstained": 1, "expected_count": 3, "criterion_ids": ["a"], "weights": {"a": 2}, "floors": {"a": 3},
			"salvaged": [{"criterion_id": "a", "verifier": "v", "finding": "f", "severity": "veto", "said": "grave"}]}`, new(Round), nil, ""},
		{"no lists", "they are null where there are none", `{"scores": null, "criterion_ids": null, "salvaged": null, "weights": null}`, new(Round), nil, ""},
		{"veto of a score", "nobody would read it", `{"scores": [{"score": 18, "veto": true}]}`, new(Round), ErrRound, `"veto" is no member; known are criterion_id, evidence, findings, score, verifier`},
		{"findings of a round", "they stand in its scores", `{"findings": [{"severity": "veto"}]}`, new(Round), ErrRound, `"findings" is no member`},
		{"severity twice", "the second would count", `{"scores": [{"findings": [{"severity": "veto", "severity": "note"}]}]}`, new(Round), ErrRound, `"severity" stands twice`},
		{"severity in capitals", "it would count", `{"scores": [{"findings": [{"severity": "veto", "SEVERITY": "note"}]}]}`, new(Round), ErrRound, `"SEVERITY" is no member; known are finding, severity`},
		{"salvaged severity", "as in a score", `{"salvaged": [{"Severity": "note"}]}`, new(Round), ErrRound, "known are criterion_id, finding, said, severity, verifier"},
		{"embedded field", "Finding is no member of its own", `{"salvaged": [{"Finding": "f"}]}`, new(Round), ErrRound, `"Finding" is no member`},
		{"weight twice", "the last would count", `{"weights": {"a": 1000, "a": 1}}`, new(Round), ErrRound, `"a" stands twice`},
		{"second object", "it would be lost", `{} {}`, new(Round), ErrRound, ""},
		{"member of no name", "there is none", `{"": 1}`, new(Round), ErrRound, `"" is no member`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := reflect.ValueOf(tt.into).Elem().Interface()
			err := tt.into.UnmarshalJSON([]byte(tt.text))
			if !errors.Is(err, tt.want) || err != nil && !strings.Contains(err.Error(), tt.message) {
				t.Errorf("%s: %v, want %v with %s", tt.reason, err, tt.want, tt.message)
			}
			if after := reflect.ValueOf(tt.into).Elem().Interface(); err != nil && !reflect.DeepEqual(before, after) {
				t.Errorf("an error left %+v", after)
			}
		})
	}
}

// TestStrictJSONLeavesItsTarget: a round is read anew, a policy over the one that
// is there, and an error changes neither.
func TestStrictJSONLeavesItsTarget(t *testing.T) {
	r := Round{Scores: scores(20), Abstained: 3, Weights: map[string]int{"a": 2}}
	if err := json.Unmarshal([]byte(`{"scores": [{"score": 1}]}`), &r); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Round{Scores: []CriterionScore{{Score: 1}}}, r); diff != "" {
		t.Errorf("something of the round before is left (-want +got):\n%s", diff)
	}
	p := DefaultPolicy()
	p.Severities = map[string]Severity{"minor": Note}
	if err := json.Unmarshal([]byte(`{"severities": {"major": "blocking"}, "Floor": 1}`), &p); err == nil || len(p.Severities) != 1 {
		t.Errorf("an error left %v, %v", p.Severities, err)
	}
	if err := json.Unmarshal([]byte(`{"criterion_floor": 8}`), &p); err != nil || p.AcceptMean != 14 || p.CriterionFloor != 8 || len(p.Severities) != 1 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestStrictJSONInARecord: a record holds its policy, which is read as strictly.
func TestStrictJSONInARecord(t *testing.T) {
	var d Decision
	if err := json.Unmarshal([]byte(`{"policy": {"accept_mean": 14, "later": 1}}`), &d); !errors.Is(err, ErrPolicy) {
		t.Errorf("a policy of a later release: %v, want ErrPolicy", err)
	}
}

// TestStrictJSONDeep: what nests deeper than encoding/json reads is an error, and
// what it reads needs no stack here.
func TestStrictJSONDeep(t *testing.T) {
	for _, deep := range []string{
		`{"scores": ` + strings.Repeat("[", 1_000_000),
		`{"later": ` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `}`,
		`{"severities": ` + strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000) + `}`,
	} {
		if json.Unmarshal([]byte(deep), new(Round)) == nil || json.Unmarshal([]byte(deep), new(Policy)) == nil {
			t.Errorf("%.40s reads", deep)
		}
	}
}
