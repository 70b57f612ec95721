package jury

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAddAll(t *testing.T) {
	const a, b = `{"criterion_id": "a", "score": 18}`, `{"criterion_id": "b", "score": 12}`
	const leak = `{"finding": "leaks", "severity": "veto"}`
	ab := map[string]float64{"a": 18, "b": 12}
	for _, tt := range []struct {
		name, reply string
		scores      map[string]float64 // of the round, by criterion
		err         error
		ids         []string // to ask again for
		invalid     int
		vetoes      string // the criteria of what vetoes, in order
		reason      string
	}{
		{"list", "[" + a + ", " + b + "]", ab, nil, nil, 0, "", "a list of reports"},
		{"wrapper", `{"reports": [` + a + ", " + b + "]}", ab, nil, nil, 0, "", "one member around it"},
		{"any wrapper", `{"my_scores": {"all": [` + a + ", " + b + "]}}", ab, nil, nil, 0, "", "of any name, and another around that"},
		{"map", `{"a": {"score": 18}, "b": {"score": 12}}`, ab, nil, nil, 0, "", "reports under their ids"},
		{"map with ids", `{"a": ` + a + `, "b": ` + b + "}", ab, nil, nil, 0, "", "the key and the id are the same"},
		{"map in a wrapper", `{"result": {"a": {"score": 18}, "b": {"score": 12}}}`, ab, nil, nil, 0, "", "both"},
		{"list of maps", `[{"a": {"score": 18}}, {"b": {"score": 12}}]`, ab, nil, nil, 0, "", "each with its id for a key"},
		{"list of wrappers", `[{"result": ` + a + `}, {"result": ` + b + `}]`, ab, nil, nil, 0, "", "a wrapper is no id"},
		{"one after the other", a + "\n" + b, ab, nil, nil, 0, "", "nothing stands between them"},
		{"fenced", "Both:\n```json\n[" + a + ", " + b + "]\n```", ab, nil, nil, 0, "", "as every reply"},
		{"in a call", `{"name": "report", "arguments": "[{\"criterion_id\": \"a\", \"score\": 18}, {\"criterion_id\": \"b\", \"score\": 12}]"}`, ab, nil, nil, 0, "", "the string is the reply"},
		{"twice the same list", "[" + a + ", " + b + "]\n\nSo:\n[" + a + ", " + b + "]", ab, nil, nil, 0, "", "they are equal"},

		{"one report", a, map[string]float64{"a": 18}, ErrNoVerdict, []string{"b"}, 0, "", "the other is missing"},
		{"one of two", "[" + a + "]", map[string]float64{"a": 18}, ErrNoVerdict, []string{"b"}, 0, "", "the other is missing"},
		{"one in a map", `{"a": {"score": 18}}`, map[string]float64{"a": 18}, ErrNoVerdict, []string{"b"}, 0, "", "a known id is no wrapper"},
		{"null in a map", `{"a": {"score": 18}, "b": null}`, map[string]float64{"a": 18}, ErrNoVerdict, []string{"b"}, 0, "", "nothing is no report"},
		{"no report", `{"a": 18, "b": 12}`, nil, ErrNoVerdict, []string{"a", "b"}, 1, "", "a number is no report"},
		{"empty", "[]", nil, ErrNoVerdict, []string{"a", "b"}, 1, "", "nothing is in it"},
		{"prose", "Both look fine, 18 and 12.", nil, ErrNoVerdict, []string{"a", "b"}, 1, "", "nothing is there"},

		{"a bad score", `[{"criterion_id": "a", "score": 25}, ` + b + "]", map[string]float64{"b": 12}, ErrBadValue, []string{"a"}, 1, "", "the other counts"},
		{"no id", `[{"score": 18}, ` + b + "]", map[string]float64{"b": 12}, ErrBadValue, []string{"a"}, 1, "", "it is for none"},
		{"no score", `[{"criterion_id": "a", "findings": [` + leak + "]}, " + b + "]", map[string]float64{"b": 12}, ErrBadValue, []string{"a"}, 1, "a", "its findings are kept"},
		{"another key", `{"a": {"criterion_id": "c", "score": 18, "findings": [` + leak + `]}, "b": {"score": 12}}`, map[string]float64{"b": 12}, ErrBadValue, []string{"a"}, 1, "?", "it counts for neither"},
		{"declined", `[{"criterion_id": "a", "score": "n/a"}, ` + b + "]", map[string]float64{"b": 12}, ErrAbstained, nil, 0, "", "there is nothing to ask for"},
		{"declined, and missing", `[{"criterion_id": "a", "score": "n/a"}]`, nil, ErrNoVerdict, []string{"b"}, 0, "", "the other is to be asked for"},

		{"twice, lower last", "[" + a + ", " + b + `, {"criterion_id": "a", "score": 6}]`, map[string]float64{"a": 6, "b": 12}, nil, nil, 0, "", "the lowest counts"},
		{"twice, lower first", `[{"criterion_id": "a", "score": 6}, ` + a + ", " + b + "]", map[string]float64{"a": 6, "b": 12}, nil, nil, 0, "", "the lowest counts"},
		{"twice, with a veto", "[" + a + ", " + b + `, {"criterion_id": "a", "score": 20, "findings": [` + leak + "]}]", ab, nil, nil, 0, "a", "the findings of both count"},
		{"twice, one unreadable", "[" + a + ", " + b + `, {"criterion_id": "a", "score": 0}]`, map[string]float64{"b": 12}, ErrBadValue, []string{"a"}, 1, "", "nobody knows which is meant"},
		{"unknown", "[" + a + ", " + b + `, {"criterion_id": "c", "score": 2, "findings": [` + leak + "]}]", map[string]float64{"a": 18, "b": 12, "c": 2}, nil, nil, 0, "c", "the decision sets it aside"},

		{"cut off", "[" + a + `, {"criterion_id": "b", "sco`, nil, ErrTruncated, []string{"a", "b"}, 1, "", "no score of it counts"},
		{"cut off after a veto", `[{"criterion_id": "a", "findings": [` + leak + `], "score": 4}, {"criterion_id": "b", "sco`, nil, ErrTruncated, []string{"a", "b"}, 1, "a", "the finding is that of its criterion"},
		{"cut off in a finding", "[" + a + `, {"criterion_id": "b", "findings": [{"finding": "lea`, nil, ErrTruncated, []string{"a", "b"}, 1, "b", "nobody knows its severity"},
		{"text after it", "[" + a + ", " + b + "]\nBut b has not been checked.", nil, ErrUntrusted, []string{"a", "b"}, 1, "", "it may take all back"},
		{"a veto in words", "Veto: leaks\n[" + a + ", " + b + "]", nil, ErrConflict, []string{"a", "b"}, 1, "?", "nobody knows of which"},
		{"a veto as a member", `{"a": {"score": 18}, "b": {"score": 12}, "vetoes": ["leaks"]}`, nil, ErrConflict, []string{"a", "b"}, 1, "?", "nobody knows of which"},
		{"a veto in one report", `[{"criterion_id": "a", "score": 18, "evidence": ["VETO: leaks"]}, ` + b + "]", map[string]float64{"b": 12}, ErrConflict, []string{"a"}, 1, "a", "the other counts"},
		{"two lists", `[{"criterion_id": "a", "score": 9}]` + "\nFinal:\n[" + a + ", " + b + "]", nil, ErrConflict, []string{"a", "b"}, 1, "", "one may be quoted"},
		{"another score in words", "Score: 3\n[" + a + ", " + b + "]", nil, ErrConflict, []string{"a", "b"}, 1, "", "it may be the one that is meant"},
		{"a report beside a map", `{"a": {"score": 18}, "b": {"score": 12}, "finding": "leaks"}`, nil, ErrConflict, []string{"a", "b"}, 1, "?", "a finding of nobody knows what"},
		{"a denial beside a map", `{"a": {"score": 18}, "b": {"score": 12}, "pass": false}`, nil, ErrConflict, []string{"a", "b"}, 1, "?", "it says fail of the whole"},
		{"a denial in one report", `[{"criterion_id": "a", "score": 18, "verdict": "rejected"}, ` + b + "]", map[string]float64{"b": 12}, ErrConflict, []string{"a"}, 1, "a", "the other counts"},
		{"an id twice in a map", `{"a": {"score": 18}, "b": {"score": 12}, "a": {"score": 3}}`, map[string]float64{"a": 3, "b": 12}, nil, nil, 0, "", "the lowest counts"},
		{"an id named veto", `{"a": {"score": 18}, "b": {"score": 12}, "veto_path": {"score": 9}}`, map[string]float64{"a": 18, "b": 12, "veto_path": 9}, nil, nil, 0, "", "an id is no finding"},
		{"two scores in one report", `[{"criterion_id": "a", "score": 18, "score": 3}, ` + b + "]", map[string]float64{"b": 12}, ErrConflict, []string{"a"}, 1, "", "nobody knows which is meant"},
		{"a veto in a comment", "[" + a + ", // Veto: leaks\n" + b + "]", nil, ErrConflict, []string{"a", "b"}, 1, "?", "nobody knows of which"},
		{"spoken of in the evidence", `[{"criterion_id": "a", "score": 18, "evidence": ["the veto path is tested"]}, ` + b + "]", ab, nil, nil, 0, "", "beside a score that is none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			round := NewRound([]Criterion{{ID: "a"}, {ID: "b"}}, 1)
			err := round.AddAll(tt.reply, "v")
			if !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
				t.Errorf("%v, want %v: %s", err, tt.err, tt.reason)
			}
			var e *ReplyError
			if errors.As(err, &e); err != nil && !slices.Equal(e.IDs, tt.ids) {
				t.Errorf("ask again for %v, want %v: %s", e.IDs, tt.ids, tt.reason)
			}
			scores, vetoes := map[string]float64{}, []string{}
			for _, s := range round.Scores {
				scores[s.CriterionID] = s.Score
				if s.Verifier != "v" {
					t.Errorf("a score by %q", s.Verifier)
				}
				for _, f := range s.Findings {
					vetoes = append(vetoes, vetoOf(s.CriterionID, f)...)
				}
			}
			for _, f := range round.Salvaged {
				vetoes = append(vetoes, vetoOf(f.CriterionID, f.Finding)...)
			}
			if tt.scores == nil {
				tt.scores = map[string]float64{}
			}
			if diff := cmp.Diff(tt.scores, scores); diff != "" || round.InvalidCount != tt.invalid {
				t.Errorf("%d invalid, scores (-want +got):\n%s%s", round.InvalidCount, diff, tt.reason)
			}
			if got := strings.Join(vetoes, " "); got != tt.vetoes {
				t.Errorf("vetoes on %q, want %q: %s", got, tt.vetoes, tt.reason)
			}
		})
	}
}

// vetoOf returns the id if the finding vetoes, "?" for none.
func vetoOf(id string, f Finding) []string {
	switch {
	case f.Severity.weight() != Veto:
		return nil
	case id == "":
		return []string{"?"}
	}
	return []string{id}
}

// What names no criteria takes every report, and a wrapper is one of the known ones.
func TestAddAllOfAnOpenRound(t *testing.T) {
	for _, tt := range []struct {
		name, reply string
		ids         []string // that get a score
		fails       bool
	}{
		{"list", `[{"criterion_id": "x", "score": 3}, {"criterion_id": "y", "score": 4}]`, []string{"x", "y"}, false},
		{"map", `{"x": {"score": 3}, "y": {"score": 4}}`, []string{"x", "y"}, false},
		{"map of one", `{"x": {"score": 3}}`, []string{"x"}, false},
		{"wrapper", `{"result": {"criterion_id": "x", "score": 3}}`, []string{"x"}, false},
		{"one at fault", `{"x": {"score": 3}, "y": {"score": 0}}`, []string{"x"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			round := Round{ExpectedCount: 2}
			if err := round.AddAll(tt.reply, ""); (err != nil) != tt.fails {
				t.Error(err)
			}
			var ids []string
			for _, s := range round.Scores {
				ids = append(ids, s.CriterionID)
			}
			if !slices.Equal(ids, tt.ids) {
				t.Errorf("scores of %v, want %v", ids, tt.ids)
			}
		})
	}
}

// checkAddAll checks the laws of AddAll on one reply.
func checkAddAll(t testing.TB, reply string) {
	t.Helper()
	round := NewRound([]Criterion{{ID: "a"}, {ID: "tests"}}, 1)
	err := round.AddAll(reply, "v")
	again := NewRound([]Criterion{{ID: "a"}, {ID: "tests"}}, 1)
	if againErr := again.AddAll(reply, "v"); cmp.Diff(round, again) != "" || (err == nil) != (againErr == nil) {
		t.Errorf("%q: %+v, %v; then %+v, %v", reply, round, err, again, againErr)
	}
	scored := map[string]bool{}
	for _, s := range round.Scores {
		if scored[s.CriterionID] || !ValidScore(s.Score) || s.CriterionID == "" || s.Verifier != "v" {
			t.Errorf("%q: %+v", reply, round)
		}
		scored[s.CriterionID] = true
	}
	var e *ReplyError
	switch {
	case err == nil:
		if !scored["a"] || !scored["tests"] {
			t.Errorf("%q: no error, and %+v", reply, round)
		}
	case !errors.As(err, &e):
		t.Errorf("%q: %v is no ReplyError", reply, err)
	default:
		checkReplyError(t, reply, err)
		for _, id := range e.IDs {
			if scored[id] {
				t.Errorf("%q: ask again for %q, which has a score", reply, id)
			}
		}
	}
	// What one report comes to by Add is what it comes to here.
	one := Round{ExpectedCount: 1}
	if one.Add(reply, "", "v") == nil {
		if all := (Round{ExpectedCount: 1}); all.AddAll(reply, "v") != nil || cmp.Diff(one.Scores, all.Scores) != "" {
			t.Errorf("%q: %+v by Add, %+v by AddAll", reply, one, all)
		}
	}
	bare := bareUnit(reply)
	for end := 1; end < len(bare); end += 1 + len(bare)/200 {
		cut := NewRound([]Criterion{{ID: "a"}, {ID: "tests"}}, 1)
		if err := cut.AddAll(bare[:end], "v"); err == nil || len(cut.Scores) > 0 {
			t.Errorf("%q: %+v, a part of %q", bare[:end], cut, bare)
		}
	}
}

func TestAddAllLaws(t *testing.T) {
	type row struct{ Reply string }
	for _, name := range []string{"verdict.jsonl", "attacks.jsonl", "score.jsonl", "decode.jsonl"} {
		for _, tt := range loadCases[row](t, name) {
			checkAddAll(t, tt.Reply)
		}
	}
	for _, c := range roundCases(t) {
		for _, call := range c.Calls {
			checkAddAll(t, call.Reply)
		}
	}
}
