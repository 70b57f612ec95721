package jury

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/extract"
)

// The laws of Decode and of reports hold on every reply of the case files.
func TestReportLawsOfCases(t *testing.T) {
	type row struct{ Reply string }
	for _, name := range []string{"verdict.jsonl", "attacks.jsonl", "contract.jsonl", "score.jsonl", "decode.jsonl"} {
		for _, tt := range loadCases[row](t, name) {
			for _, id := range []string{"", "a", "tests"} {
				checkCriterionScore(t, tt.Reply, id)
				checkRoundAdd(t, tt.Reply, id)
			}
			for _, key := range []string{"", "pass", "verdict", "score"} {
				checkDecode[map[string]any](t, tt.Reply, key)
				checkDecode[[]map[string]any](t, tt.Reply, key)
			}
		}
	}
}

// Each one-byte mutant of a report is counted once, and gives up no veto that
// it can still be seen to hold.
func TestReportMutants(t *testing.T) {
	const report = `{"criterion_id": "a", "score": 17, "evidence": ["x"], "findings": [{"finding": "leak", "severity": "veto"}]}`
	forEachMutant(report, func(mutant string) {
		checkRoundAdd(t, mutant, "a")
		score, err := ParseCriterionScore(mutant, "a")
		if err == nil && len(score.Findings) == 0 && strings.Contains(mutant, `"findings": [{"finding": "leak", "severity": "veto"}]`) {
			t.Errorf("%q: the finding is lost: %+v", mutant, score)
		}
	})
}

// A low report beside a high one, in whatever state, is never passed over.
func TestReportMutantsBesideAnother(t *testing.T) {
	const low, high = `{"criterion_id": "a", "score": 2, "evidence": ["x"], "findings": []}`, `{"criterion_id": "a", "score": 19}`
	lost := 0
	forEachMutant(low, func(mutant string) {
		for _, reply := range []string{mutant + "\n" + high, high + "\n" + mutant} {
			if score, err := ParseCriterionScore(reply, "a"); err == nil {
				if lost++; lost <= 10 {
					t.Errorf("%q: %+v", reply, score)
				}
			}
		}
	})
}

// checkDecode checks the laws of Decode on one reply; key "" is no key.
func checkDecode[T any](t testing.TB, reply, key string) {
	t.Helper()
	var keys []string
	if key != "" {
		keys = []string{key}
	}
	got, err := Decode[T](reply, keys...)
	again, againErr := Decode[T](reply, keys...)
	if !reflect.DeepEqual(got, again) || (err == nil) != (againErr == nil) {
		t.Errorf("Decode(%q, %q): %v, %v; then %v, %v", reply, keys, got, err, again, againErr)
	}
	if err != nil {
		var zero T
		if !reflect.DeepEqual(got, zero) {
			t.Errorf("Decode(%q, %q): %v beside the error %v", reply, keys, got, err)
		}
		checkReplyError(t, reply, err)
		return
	}
	bare := bareUnit(reply)
	if json.Valid([]byte(bare)) {
		var want T
		if err := json.Unmarshal([]byte(bare), &want); err == nil && !reflect.DeepEqual(got, want) && decodesItself(bare, key, got) {
			t.Errorf("Decode(%q, %q): %v, want %v", reply, keys, got, want)
		}
	}
	if key == "" || !utf8.ValidString(key) || isEncoded(reply) {
		return
	}
	other := `{` + quoteJSON(key) + `: {"an": "other"}}`
	if reflect.TypeOf(got).Kind() == reflect.Slice {
		other = "[" + other + "]"
	}
	for _, both := range []string{reply + "\n" + other, other + "\n" + reply} {
		if v, err := Decode[T](both, keys...); err == nil && !reflect.DeepEqual(v, got) {
			t.Errorf("Decode(%q, %q): %v beside another", both, keys, v)
		} else if err == nil && !strings.Contains(reply, `"other"`) {
			t.Errorf("Decode(%q, %q): %v, though there are two", both, keys, v)
		}
	}
	for end := 1; end < len(bare); end += 1 + len(bare)/200 {
		if v, err := Decode[T](bare[:end], keys...); err == nil {
			t.Errorf("Decode(%q, %q): %v, a part of %q", bare[:end], keys, v, bare)
		}
	}
}

// isEncoded reports whether reply is read only as a whole, and so not beside
// another text.
func isEncoded(reply string) bool {
	x, o := extract.Open(reply)
	defer x.Close()
	return !o.Holds() && x.Outer&extract.Encoded != 0
}

// decodesItself reports whether it is the whole of bare that was decoded, and
// not what it wraps.
func decodesItself(bare, key string, got any) bool {
	var data map[string]json.RawMessage
	if json.Unmarshal([]byte(bare), &data) != nil {
		return reflect.TypeOf(got).Kind() == reflect.Slice
	}
	_, ok := data[key]
	return (ok || key == "") && reflect.TypeOf(got).Kind() != reflect.Slice
}

// checkCriterionScore checks the laws of a report on one reply.
func checkCriterionScore(t testing.TB, reply, id string) {
	t.Helper()
	got, err := ParseCriterionScore(reply, id)
	again, againErr := ParseCriterionScore(reply, id)
	if !reflect.DeepEqual(got, again) || !reflect.DeepEqual(err, againErr) {
		t.Errorf("%q for %q: %+v, %v; then %+v, %v", reply, id, got, err, again, againErr)
	}
	if err != nil {
		if !reflect.DeepEqual(got, CriterionScore{}) {
			t.Errorf("%q for %q: %+v beside the error %v", reply, id, got, err)
		}
		checkReplyError(t, reply, err)
		return
	}
	if !ValidScore(got.Score) || got.CriterionID == "" || id != "" && got.CriterionID != id || got.Verifier != "" || got.Evidence == nil || got.Findings == nil {
		t.Errorf("%q for %q: %+v", reply, id, got)
	}
	other := `{"score": 1}`
	if got.Score == 1 {
		other = `{"score": 20}`
	}
	for _, both := range []string{reply + "\n" + other, other + "\n" + reply} {
		if v, err := ParseCriterionScore(both, id); err == nil {
			t.Errorf("%q for %q: %+v, though there are two", both, id, v)
		}
	}
	bare := bareUnit(reply)
	for end := 1; end < len(bare); end += 1 + len(bare)/200 {
		if v, err := ParseCriterionScore(bare[:end], id); err == nil {
			t.Errorf("%q for %q: %+v, a part of %q", bare[:end], id, v, bare)
		}
	}
}

// checkRoundAdd checks the laws of Round.Add on one reply.
func checkRoundAdd(t testing.TB, reply, id string) {
	t.Helper()
	round := Round{ExpectedCount: 3, CriterionIDs: []string{"a", "tests"}, InvalidCount: 1}
	before := round
	before.CriterionIDs = slices.Clone(round.CriterionIDs)
	err := round.Add(reply, id, "v")
	if round.ExpectedCount != before.ExpectedCount || !slices.Equal(round.CriterionIDs, before.CriterionIDs) {
		t.Errorf("%q for %q changes more than it says: %+v", reply, id, round)
	}
	if err == nil {
		if len(round.Scores) != 1 || round.InvalidCount != 1 || len(round.Salvaged) != 0 || round.Scores[0].Verifier != "v" || !slices.Contains(round.CriterionIDs, round.Scores[0].CriterionID) {
			t.Errorf("%q for %q: %+v", reply, id, round)
		}
	} else {
		checkReplyError(t, reply, err)
		if len(round.Scores) != 0 || round.InvalidCount+round.Abstained != 2 || (round.Abstained == 1) != errors.Is(err, ErrAbstained) {
			t.Errorf("%q for %q: %+v beside the error %v", reply, id, round, err)
		}
		if errors.Is(err, ErrContract) {
			t.Errorf("%q for %q: %v", reply, id, err)
		}
	}
	if len(reply) > extract.MaxReply-100 {
		return
	}
	const veto = `{"findings": [{"finding": "leaks the key", "severity": "veto"}]}`
	vetoed := Round{ExpectedCount: 3}
	addErr := vetoed.Add(veto+"\n"+reply, id, "v")
	found := false
	for _, f := range vetoed.Salvaged {
		found = found || f.Text == "leaks the key" && f.Severity == Veto
	}
	if !found || addErr == nil {
		t.Errorf("%q for %q: the veto before it is lost: %+v, %v", reply, id, vetoed, addErr)
	}
}
