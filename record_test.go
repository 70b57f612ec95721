package jury

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// logged returns what a handler of log/slog in JSON writes of value.
func logged(value any) string {
	var log bytes.Buffer
	handler := slog.NewJSONHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && a.Key != "it" {
			return slog.Attr{}
		}
		return a
	}})
	slog.New(handler).Info("", "it", value)
	line, _ := strings.CutPrefix(strings.TrimSpace(log.String()), `{"it":`)
	return strings.TrimSuffix(line, "}")
}

func TestVerdictLogValue(t *testing.T) {
	long := strings.Repeat("é", maxExcerpt+1)
	for _, tt := range []struct {
		name, reason string
		v            Verdict
		want         string
	}{
		{"zero", "a fail with nothing to show", Verdict{},
			`{"pass":false,"score":0,"raw_score":0,"quirks":"","reasons":[]}`},
		{"full", "all that there is", Verdict{true, 0.75, []string{"a", "b", "c"}, "go on", 4, QuirkFenced | QuirkPassWord, "ship it"},
			`{"pass":true,"score":0.75,"raw_score":4,"quirks":"fenced|pass_word","word":"ship it","reasons":["a","b","c"],"next_hint":"go on"}`},
		{"many reasons", "three are shown, and how many there are beside them", Verdict{Reasons: []string{"a", "b", "c", "d", "e"}},
			`{"pass":false,"score":0,"raw_score":0,"quirks":"","reasons":["a","b","c"],"more_reasons":2}`},
		{"long texts", "each is cut to 60 runes", Verdict{Reasons: []string{long}, NextHint: long, Word: long},
			`{"pass":false,"score":0,"raw_score":0,"quirks":"","word":"` + long[2:] + `…","reasons":["` + long[2:] + `…"],"next_hint":"` + long[2:] + `…"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, logged(tt.v)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

// TestVerdictLogValueIsBounded logs what a reply of a megabyte says.
func TestVerdictLogValueIsBounded(t *testing.T) {
	reasons := make([]string, 1000)
	for i := range reasons {
		reasons[i] = strings.Repeat("x", 1000)
	}
	v := Verdict{Reasons: reasons, NextHint: strings.Repeat("y", 1<<20)}
	if line := logged(v); len(line) > 500 {
		t.Errorf("a line of %d bytes", len(line))
	}
	if !slices.Equal(v.Reasons, reasons) {
		t.Error("logging changed the verdict")
	}
}

// TestVerdictJSON holds the four keys of the original contract: the JSON of a verdict
// that passed is read as that verdict, without a quirk.
func TestVerdictJSON(t *testing.T) {
	v, err := SafeVerdict("```\n" + `{"pass": "approved", "score": 0.9, "reasons": ["clean"], "next_hint": "merge"}` + "\n```")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v)
	if want := `{"pass":true,"score":0.9,"reasons":["clean"],"next_hint":"merge"}`; err != nil || string(data) != want {
		t.Errorf("%s, %v; want %s", data, err, want)
	}
	back, err := SafeVerdict(string(data))
	v.Quirks, v.Word = 0, ""
	if diff := cmp.Diff(v, back); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestVerdictRecord(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		v            Verdict
		want         string
	}{
		{"zero", "a fail", Verdict{}, `{"pass":false,"score":0,"reasons":null,"next_hint":"","raw_score":0,"quirks":""}`},
		{"full", "nothing is left out", Verdict{true, 0.75, []string{"a"}, "go on", 4, QuirkFenced | QuirkPassWord, "ship it"},
			`{"pass":true,"score":0.75,"reasons":["a"],"next_hint":"go on","raw_score":4,"quirks":"fenced|pass_word","word":"ship it"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data, err := json.Marshal(VerdictRecord(tt.v))
			if diff := cmp.Diff(tt.want, string(data)); diff != "" || err != nil {
				t.Errorf("%s: %v (-want +got):\n%s", tt.reason, err, diff)
			}
			var back VerdictRecord
			err = json.Unmarshal(data, &back)
			if diff := cmp.Diff(tt.v, Verdict(back)); diff != "" || err != nil {
				t.Errorf("round trip: %v (-want +got):\n%s", err, diff)
			}
		})
	}
	if err := json.Unmarshal([]byte(`{"quirks":"unheard_of"}`), new(VerdictRecord)); err == nil {
		t.Error("a record with a quirk that is none reads back")
	}
}

func TestReplyErrorJSON(t *testing.T) {
	safe := func(reply string) error { _, err := SafeVerdict(reply); return err }
	payload := func(reply string) error { _, err := Decode[struct{ A int }](reply, "A"); return err }
	add := func(reply string) error {
		return (&Round{ExpectedCount: 1, CriterionIDs: []string{"a"}}).Add(reply, "", "v")
	}
	for _, tt := range []struct {
		name, reason string
		err          error
		want         string
	}{
		{"no verdict", "the keys of the reply are left out", safe(`{"secret": 1}`),
			`{"error":"no_verdict","message":"no verdict: no object has what the contract asks for","offset":0,"key":"pass",` +
				`"hint":"Reply with one JSON object that has all the keys you were asked for, and nothing after it."}`},
		{"conflict", "the place of it", safe(`{"pass": true, "score": 0.9, "secret": "FAIL", "status": "FAIL"}`),
			`{"error":"conflict","message":"conflict at line 1, column 31: a member denies the pass","offset":30,` +
				`"hint":"No member of the JSON object may contradict the pass value."}`},
		{"abstained", "an answer has no hint", safe(`{"pass": "unknown"}`),
			`{"error":"abstained","message":"abstained at line 1, column 1: the verdict declines to decide","offset":0}`},
		{"failed", "likewise", safe("VERDICT: FAIL"),
			`{"error":"failed","message":"fail in another form: there is no verdict as it was asked for, and the text says fail","offset":0,"key":"pass"}`},
		{"truncated", "errors that have a cause have one name", safe(`{"pass": true, "score": 1`),
			`{"error":"truncated","message":"reply cut off at line 1, column 1: the text ends inside what opens here","offset":0,"key":"pass",` +
				`"hint":"Your reply was cut off; be shorter."}`},
		{"untrusted", "the quirks are named", safe(`{"pass": true}`),
			`{"error":"untrusted","message":"pass not trusted at line 1, column 1: it carries score_missing","offset":0,"quirks":"score_missing",` +
				`"hint":"Give the score as a plain number on the scale you were asked for."}`},
		{"too large", "no place", safe(strings.Repeat(" ", 1<<24) + "x"),
			`{"error":"too_large","message":"reply too large: it has more than 16 MiB","offset":0,"hint":"Your reply was too long; be shorter."}`},
		{"bad value", "what encoding/json says may quote", payload(`{"A": "secret"}`),
			`{"error":"bad_value","message":"bad value","offset":0,"hint":"Give each value of the JSON object in the form you were asked for."}`},
		{"bad id", "the id of the reply is left out", add(`{"criterion_id": "secret", "score": 17}`),
			`{"error":"bad_value","message":"bad value","offset":0,"key":"criterion_id","hint":"Give each value of the JSON object in the form you were asked for."}`},
		{"contract", "no reply, and so nothing of one", Contract{ScoreMin: 5, ScoreMax: 1}.Validate(),
			`{"error":"contract","message":"invalid contract: the scale must be finite, with ScoreMin 5 below ScoreMax 1","offset":0}`},
		{"zero", "nobody's fault", &ReplyError{}, `{"error":"","message":"","offset":0}`},
		{"foreign", "what a caller wraps may hold anything", &ReplyError{Err: errors.New("secret")}, `{"error":"","message":"","offset":0}`},
		{"wrapped", "likewise", &ReplyError{Err: fmt.Errorf("secret: %w", ErrConflict), Offset: 3, Key: "k", IDs: []string{"secret"}},
			`{"error":"conflict","message":"conflict","offset":3,"key":"k","hint":"Reply with one JSON object, each key in it once, and quote no other."}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data, err := json.Marshal(tt.err)
			if diff := cmp.Diff(tt.want, string(data)); diff != "" || err != nil {
				t.Errorf("%s: %v (-want +got):\n%s", tt.reason, err, diff)
			}
			if strings.Contains(string(data), "secret") {
				t.Error("it holds what the reply says")
			}
			if diff := cmp.Diff(string(data), logged(tt.err)); diff != "" {
				t.Errorf("log/slog writes another (-JSON +log):\n%s", diff)
			}
		})
	}
}

// TestReplyErrorJSONHoldsNothingOfTheReply marks every word of the cases, and looks
// for the mark.
func TestReplyErrorJSONHoldsNothingOfTheReply(t *testing.T) {
	const mark = "§"
	marked := 0
	for _, c := range append(loadCases[verdictCase](t, "verdict.jsonl"), loadCases[verdictCase](t, "attacks.jsonl")...) {
		reply := strings.ReplaceAll(c.Reply, "e", "e"+mark)
		round := Round{ExpectedCount: 1}
		for _, err := range []error{errOf(SafeVerdict(reply)), errOf(ParseCriterionScore(reply, "a")), errOf(Decode[map[string]int](reply)), round.AddAll(reply, "v")} {
			if err == nil {
				continue
			}
			data, jsonErr := json.Marshal(err)
			if jsonErr != nil || strings.Contains(string(data), mark) || !utf8.Valid(data) {
				t.Errorf("%s: %s, %v", c.ID, data, jsonErr)
			}
			if strings.Contains(err.Error(), mark) {
				marked++
			}
		}
	}
	if marked < 20 {
		t.Errorf("%d texts of errors quote the reply: too few to have been tested", marked)
	}
}

func errOf[T any](_ T, err error) error { return err }

// TestSentinelNames finds a reason whose sentinel has no name in JSON.
func TestSentinelNames(t *testing.T) {
	for why, w := range whys {
		named := 0
		for _, s := range sentinels {
			if errors.Is(w.err, s.err) {
				named++
			}
		}
		if want := min(why, 1); named != want { // the reason 0 is none
			t.Errorf("reason %d comes to %v, which has %d names", why, w.err, named)
		}
	}
}
