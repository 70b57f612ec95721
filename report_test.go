package jury

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
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

// What Round.Add makes of reports that carry a veto, or seem to.
func TestRoundAddFindings(t *testing.T) {
	veto := []Finding{{Text: "leaks", Severity: Veto}}
	unsaid := []Finding{{Text: "leaks"}}
	for _, tt := range []struct {
		reason, reply string
		want          error // nil for a report that counts
		findings      []Finding
	}{
		{"a report", `{"score": 17, "findings": [{"finding": "leaks", "severity": " VETO "}]}`, nil, veto},
		{"a string is a finding", `{"score": 17, "findings": ["leaks"]}`, nil, unsaid},
		{"no severity", `{"score": 17, "findings": [{"finding": "leaks", "severity": null}]}`, nil, unsaid},
		{"nothing found, in words", `{"score": 17, "findings": ["None", "No issues found.", ""]}`, nil, []Finding{}},
		{"no list", `{"score": 17, "findings": null}`, nil, []Finding{}},
		{"twice the same", "{\"score\": 17}\n{\"score\": 17.0}", nil, []Finding{}},
		{"its own words beside it", "I give it a score: 17.\n{\"score\": 17}", nil, []Finding{}},

		{"cut inside a number", `{"findings": [{"finding": "leaks", "severity": "veto"}], "score": 1`, ErrTruncated, veto},
		{"cut before the severity", `{"score": 17, "findings": [{"finding": "leaks", "sev`, ErrTruncated, unsaid},
		{"cut after a string", `{"score": 17, "findings": ["leaks"`, ErrTruncated, unsaid},
		{"cut inside the text", `{"score": 17, "findings": [{"finding": "lea`, ErrTruncated, []Finding{{Text: `{"finding": "lea`}}},
		{"the text comes last", `{"findings": [{"severity": "veto", "finding": "lea`, ErrTruncated, []Finding{{Text: `{"severity": "veto", "finding": "lea`, Severity: Veto}}},
		{"quotes inside break it", `{"evidence": ["says "no" here"], "score": 17, "findings": ["leaks"]}`, ErrNoVerdict, unsaid},
		{"a missing comma", `{"score": 3 "findings": [{"finding": "leaks", "severity": "veto"}]}`, ErrNoVerdict, veto},
		{"off the scale", `{"score": 14.5, "findings": [{"finding": "leaks", "severity": "veto"}]}`, ErrBadValue, veto},
		{"no score", `{"findings": [{"finding": "leaks", "severity": "veto"}]}`, ErrNoVerdict, veto},
		{"another criterion", `{"criterion_id": "b", "score": 17, "findings": [{"finding": "leaks", "severity": "veto"}]}`, ErrBadValue, veto},
		{"a finding that is a number", `{"score": 17, "findings": [{"finding": 5, "severity": "veto"}]}`, ErrBadValue, []Finding{{Text: `{"finding":5,"severity":"veto"}`, Severity: Veto}}},
		{"an id that is no string", `{"criterion_id": 3, "score": 17}`, ErrBadValue, []Finding{}},
		{"prose after it", `{"score": 17, "findings": [{"finding": "leaks", "severity": "veto"}]} Bye.`, ErrUntrusted, veto},
		{"NaN in it", `{"score": 17, "p": NaN}`, ErrUntrusted, []Finding{}},
		{"under another key", `{"score": 17, "issues": [{"finding": "leaks", "severity": "veto"}]}`, ErrConflict, veto},
		{"under a damaged key", `{"score": 17, "findngs": ["leaks"]}`, ErrConflict, unsaid},
		{"in the evidence", `{"score": 17, "evidence": [{"finding": "leaks", "severity": "veto"}]}`, ErrConflict, veto},
		{"beside the score", `{"score": 17, "finding": "leaks", "severity": "veto"}`, ErrConflict, veto},
		{"the key in capitals", `{"score": 17, "Findings": [{"finding": "leaks", "severity": "veto"}]}`, ErrConflict, veto},
		{"a member named veto", `{"score": 17, "veto": "leaks"}`, ErrConflict, veto},
		{"a list of vetoes", `{"score": 17, "vetoes": ["leaks"]}`, ErrConflict, veto},
		{"a veto that is true", `{"score": 17, "veto": true}`, ErrConflict, []Finding{{Severity: Veto}}},
		{"no vetoes", `{"score": 17, "veto": false, "vetoes": [], "vetoed": "none", "veto_reason": {}}`, nil, []Finding{}},
		{"a veto in words", "**VETO:** leaks\n{\"score\": 17}", ErrConflict, veto},
		{"vetoes in words", "Vetoes: leaks\n{\"score\": 17}", ErrConflict, veto},
		{"vetoed in words", "**Vetoed:** leaks\n{\"score\": 17}", ErrConflict, veto},
		{"the title of a list of vetoes", "## Vetoes\n\nVetoes:\n\nVetoed by none of the others.\n{\"score\": 17}", nil, []Finding{}},
		{"a veto in brackets", "- [veto] leaks\n{\"score\": 17}", ErrConflict, veto},
		{"a veto in the evidence, as text", `{"score": 17, "evidence": ["VETO: leaks"]}`, ErrConflict, veto},
		{"a veto inside a finding", `{"score": 17, "findings": [{"finding": "leaks", "severity": "note", "veto": true}]}`, ErrConflict, []Finding{{Text: "leaks", Severity: Note}, {Severity: Veto}}},
		{"a finding inside a finding", `{"score": 17, "findings": [{"finding": "leaks", "severity": "veto", "details": {"severity": "veto"}}]}`, ErrConflict, veto},
		{"another word for it", `{"score": 17, "hard_veto": "leaks"}`, ErrConflict, veto},
		{"a status of veto", `{"score": 17, "status": "veto"}`, ErrConflict, []Finding{{Text: "status: veto", Severity: Veto}}},
		{"a list of one, without findings", `[{"score": 17}]`, nil, []Finding{}},
		{"a label with its scale", "Score (1-20): 3\nIt printed:\n{\"score\": 17}", ErrConflict, []Finding{}},
		{"the end of a thinking block", "{\"score\": 17}\n</think>", ErrTruncated, []Finding{}},
		{"no veto, in words", "Veto: none\n{\"score\": 17}", nil, []Finding{}},
		{"a veto for want of something", "Veto: no authentication at all.\n{\"score\": 17}", ErrConflict, []Finding{{Text: "no authentication at all.", Severity: Veto}}},
		{"a veto that is not needed", "Veto: not needed.\nVetoes - no veto.\nVeto: 0\n{\"score\": 17}", nil, []Finding{}},
		{"a veto that is an object", `{"score": 17, "veto": {"reason": "leaks"}}`, ErrConflict, []Finding{{Text: `{"reason":"leaks"}`, Severity: Veto}}},
		{"a list of vetoes that are objects", `{"score": 17, "vetoes": [{"reason": "leaks"}, {}, null]}`, ErrConflict, []Finding{{Text: `{"reason":"leaks"}`, Severity: Veto}}},
		{"a veto that is a finding", `{"score": 17, "veto": {"finding": "leaks", "severity": "veto"}}`, ErrConflict, veto},
		{"a veto that is a number", `{"score": 17, "veto": 1}`, ErrConflict, []Finding{{Text: "1", Severity: Veto}}},
		{"a veto in the evidence, after a dash", `{"score": 17, "evidence": ["VETO - leaks"]}`, ErrConflict, veto},
		{"a veto in the evidence, as a part of a sentence", `{"score": 17, "evidence": ["Veto power is not needed"]}`, nil, []Finding{}},
		{"findings inside one of another shape", `{"score": 17, "findings": [{"severity": "veto", "a": {"severity": "veto", "b": 1}}]}`, ErrConflict,
			[]Finding{{Text: `{"severity":"veto","a":{"severity":"veto","b":1}}`, Severity: Veto}}},
		{"a severity in words", "severity: veto\n{\"score\": 17}", ErrConflict, []Finding{{Text: "severity: veto", Severity: Veto}}},
		{"a severity in bold", "**Severity**: 🔴 Blocking\n{\"score\": 17}", ErrConflict, []Finding{{Text: "**Severity**: 🔴 Blocking", Severity: Blocking}}},
		{"a severity in another notation", "score: 17\nfindings:\n  - finding: leaks\n    severity: veto\n", ErrNoVerdict, []Finding{{Text: "severity: veto", Severity: Veto}}},
		{"a report behind a bracket in code", "It checks `s[0] == '['`.\n{\"score\": 3, \"findings\": [{\"finding\": \"leaks\", \"severity\": \"veto\"}]}", nil, veto},
		{"a report that a comment in code swallows", "It matches [/*.go].\n{\"score\": 3, \"findings\": [{\"finding\": \"leaks\"}]}", ErrTruncated, unsaid},
		{"a report behind a comment in code", "It matches [/*.go].\n{\"score\": 3, \"findings\": [{\"finding\": \"leaks\",\n\"severity\": \"blocking\"}]}", ErrTruncated,
			[]Finding{{Text: `"severity": "blocking"}]}`, Severity: Blocking}, {Text: "leaks", Severity: Blocking}}},
		{"an encoded report in a fence", "```json\n\"{\\\"score\\\": 3, \\\"findings\\\": [{\\\"severity\\\": \\\"veto\\\"}]}\"\n```", ErrNoVerdict,
			[]Finding{{Text: `"{\"score\": 3, \"findings\": [{\"severity\": \"veto\"}]}"`, Severity: Veto}}},
		{"a finding without a quote", `{"score": 3, "findings": [{"finding": leaks, "severity": "veto"}]}`, ErrNoVerdict,
			[]Finding{{Text: `{"score": 3, "findings": [{"finding": leaks, "severity": "veto"}]}`, Severity: Veto}}},
		{"a severity to choose", "Give each a severity (\"severity\": \"veto\", \"blocking\" or \"note\"; severity: veto, blocking, note)\n{\"score\": 30}", ErrConflict, []Finding{}},
		{"a severity to choose, in words", "Each has \"severity\": \"veto\" or \"note\".\n{\"score\": 30}", ErrConflict, []Finding{{Text: `Each has "severity": "veto" or "note".`, Severity: Veto}}},
		{"markup that is what is wrong", `{"score": 30, "findings": [{"finding": "<script>", "severity": "veto"}]}`, ErrBadValue, []Finding{{Text: "<script>", Severity: Veto}}},
		{"a blocking finding under other keys", `{"score": 30, "issues": [{"issue": "leaks", "severity": "blocking"}]}`, ErrConflict,
			[]Finding{{Text: `{"issue":"leaks","severity":"blocking"}`, Severity: Blocking}}},
		{"a level of veto", `{"score": 17, "issues": [{"text": "leaks", "level": "veto"}]}`, ErrConflict, []Finding{{Text: `{"text":"leaks","level":"veto"}`, Severity: Veto}}},
		{"a finding that speaks of a veto", `{"score": 30, "findings": [{"finding": "veto: see below", "severity": "note"}]}`, ErrConflict, []Finding{{Text: "veto: see below", Severity: Note}, {Text: "see below", Severity: Veto}}},
		{"blocking, beside the list", `{"score": 17, "findings": [], "blocking": ["leaks"]}`, ErrConflict, []Finding{{Text: "leaks", Severity: Blocking}}},
		{"blocking, in a note", `{"score": 17, "findings": [{"finding": "leaks", "severity": "note", "blocking": true}]}`, ErrConflict, []Finding{{Text: "leaks", Severity: Note}, {Severity: Blocking}}},
		{"severities with their numbers", "Findings by severity:\n- Veto: none\n- Blocking: 0\n- Note: 1\n{\"score\": 17}", nil, []Finding{}},
		{"empty members on lines of their own", "{\n\"score\": 18.5,\n\"vetoes\": [],\n\"vetoed\": \"\",\n\"veto\": {},\n\"veto_reason\": null,\n\"findings\": []\n}", ErrBadValue, []Finding{}},
		{"empty members of a broken report", "{\n\"score\": 17,\n\"vetoes\": [],\n\"veto\": \"\",\n\"findings\": [", ErrTruncated, []Finding{}},
		{"a veto on a line of its own in a broken report", "{\"score\": 17, \"findings\": [{\"finding\": leaks, \"level\":\n\"veto\"}]}", ErrNoVerdict, []Finding{{Text: `{"finding": leaks, "level":`}, {Text: "}]}", Severity: Veto}}},
		{"ways to say that there is no veto", "Vetoes: (none)\nVetoes: ✅ none\nVeto: No issues found.\nVeto: nothing\nVeto: not triggered\nVetoes: zero\n{\"score\": 17}", nil, []Finding{}},
		{"a veto for what is null", "Veto: null pointer dereference\n{\"score\": 17}", ErrConflict, []Finding{{Text: "null pointer dereference", Severity: Veto}}},
		{"a veto for none of many", "Veto: none of the endpoints checks the token\n{\"score\": 17}", ErrConflict, []Finding{{Text: "none of the endpoints checks the token", Severity: Veto}}},
		{"a veto for want of what is required", "Veto: no required auth check\n{\"score\": 17}", ErrConflict, []Finding{{Text: "no required auth check", Severity: Veto}}},
		{"a veto as nothing works", "Veto: nothing works\n{\"score\": 17}", ErrConflict, []Finding{{Text: "nothing works", Severity: Veto}}},
		{"a veto for a compound with no", "Veto: no-op auth check\n{\"score\": 17}", ErrConflict, []Finding{{Text: "no-op auth check", Severity: Veto}}},
		{"a veto for a number with a hyphen", "Veto: 0-day in libfoo\n{\"score\": 17}", ErrConflict, []Finding{{Text: "0-day in libfoo", Severity: Veto}}},
		{"the template of a prompt, with dots", "Format: {\"finding\": \"...\", \"severity\": \"veto\"}\n{\"score\": 30}", ErrConflict, []Finding{}},
		{"the template of a prompt, broken", "So {\"finding\": \"<text>\", \"severity\": \"veto\" | \"blocking\" | \"note\"}.\n{\"score\": 30}", ErrConflict, []Finding{}},
		{"the words to choose from", "One of [\"veto\", \"blocking\", \"note\"], as in {\"severity\": [\"blocking\", \"note\", \"veto\"]}.\n{\"score\": 30}", ErrConflict, []Finding{}},
		{"files and functions named veto", `{"score": 30, "evidence": ["veto.go handles nil", "veto(x) is called", "veto_test.go:14 covers it"]}`, ErrBadValue, []Finding{}},
		{"a label that goes on", "veto_reason: leaks\n{\"score\": 17}", ErrConflict, []Finding{{Text: "reason: leaks", Severity: Veto}}},
		{"a sentence about the label", "The fixture says `severity: veto`; nothing of severity: veto was found.\n{\"score\": 30}", ErrConflict,
			[]Finding{{Text: "The fixture says `severity: veto`; nothing of severity: veto was found.", Severity: Veto}}},
		{"the label in the evidence of a broken report", `{"score": 17, "evidence": ["TestVeto feeds {\"severity\": \"veto\"} to it"], "findings": []`, ErrTruncated,
			[]Finding{{Text: `TestVeto feeds {"severity": "veto"} to it`, Severity: Veto}}},
		{"the label in the evidence of a report", `{"score": 17, "evidence": ["TestVeto feeds {\"severity\": \"veto\"} to it"], "findings": []}`, nil, []Finding{}},
		{"the label in a note", `{"score": 30, "findings": [{"finding": "severity: blocking is misspelt", "severity": "note"}]}`, ErrBadValue, []Finding{{Text: "severity: blocking is misspelt", Severity: Note}}},
		{"severities that are explained", "Severity: veto means that it must not ship.\nSeverity: veto?\nSeverity: veto > blocking > note\n{\"score\": 30}", ErrConflict,
			[]Finding{{Text: "Severity: veto means that it must not ship.", Severity: Veto}, {Text: "Severity: veto?", Severity: Veto}, {Text: "Severity: veto > blocking > note", Severity: Veto}}},
		{"nothing blocks, in other words", `{"score": 17, "blocking": 0, "blockers": ["none", null], "blocking_issues": "No blocking issues found."}`, nil, []Finding{}},
		{"blocking, said twice", `{"score": 17, "findings": [{"finding": "leaks", "severity": "blocking", "blocking": true}]}`, nil, []Finding{{Text: "leaks", Severity: Blocking}}},
		{"a veto before another member", `{"score": 3, "findings": [{"finding": leaks, "severity": "veto", "note": "fix it"}]}`, ErrNoVerdict,
			[]Finding{{Text: `{"score": 3, "findings": [{"finding": leaks, "severity": "veto", "note": "fix it"}]}`, Severity: Veto}}},
		{"a veto of bare words", `{"score": 3, "findings": [{finding: leaks, severity: veto}]}`, ErrNoVerdict,
			[]Finding{{Text: `{"score": 3, "findings": [{finding: leaks, severity: veto}]}`, Severity: Veto}}},
		{"a veto in the evidence, numbered", `{"score": 17, "evidence": ["1. VETO: leaks"]}`, ErrConflict, veto},
		{"vetoed in the evidence", `{"score": 17, "evidence": ["Vetoed: leaks"]}`, ErrConflict, veto},
		{"a list of vetoes with labels", `{"score": 17, "vetoes": ["VETO: leaks"]}`, ErrConflict, []Finding{{Text: "VETO: leaks", Severity: Veto}}},
		{"a cut report of another shape", `{"score": 17, "findings": [{"issue": "leaks", "level": "veto"}], "evid`, ErrTruncated, []Finding{{Text: "level: veto", Severity: Veto}}},
		{"a blocking label, then a veto", "severity: blocking\nseverity: veto\n", ErrNoVerdict, []Finding{{Text: "severity: blocking", Severity: Blocking}, {Text: "severity: veto", Severity: Veto}}},
		{"a label far into a line", strings.Repeat("x", vocab.MaxProse+1) + ` "severity": "veto"` + strings.Repeat("y", vocab.MaxProse+1), ErrNoVerdict,
			[]Finding{{Text: strings.Repeat("x", vocab.MaxProse-len(` "severity": "`)) + ` "severity": "veto"` + strings.Repeat("y", vocab.MaxProse-1), Severity: Veto}}},
		{"nothing blocks", `{"score": 17, "blocking": false, "blockers": [], "blocking_issues": "none", "non_blocking": ["slow"]}`, nil, []Finding{}},
		{"another score in words", "Score: 3\nIt printed:\n{\"score\": 17}", ErrConflict, []Finding{}},
		{"two severities", `{"score": 17, "findings": [{"finding": "leaks", "severity": "note", "severity": "veto"}]}`, ErrConflict, veto},
		{"two reports", "{\"score\": 17, \"findings\": [{\"finding\": \"leaks\", \"severity\": \"veto\"}]}\n{\"score\": 17}", ErrConflict, veto},
		{"findings of another shape", `{"score": 17, "findings": [{"issue": "leaks"}]}`, ErrBadValue, []Finding{{Text: `{"issue":"leaks"}`}}},
		{"findings that are an object", `{"score": 17, "findings": {"finding": "leaks", "severity": "veto"}}`, ErrBadValue, veto},
		{"findings that are text", `{"score": 17, "findings": "leaks"}`, ErrBadValue, unsaid},
		{"findings that are a number", `{"score": 17, "findings": [3]}`, ErrBadValue, []Finding{}},
		{"a severity that is no string", `{"score": 17, "findings": [{"finding": "leaks", "severity": 1}]}`, ErrBadValue, unsaid},
		{"findings that are left out", `{"score": 17, "findings": [...]}`, ErrBadValue, []Finding{}},
		{"the template of a prompt", "Format: {\"finding\": \"<text>\", \"severity\": \"veto|blocking|note\"}\n{\"score\": 17}", ErrConflict, []Finding{}},
		{"a swallowed score", "{\"evidence\": [\"says \"], \"score\": 20 //\"], \"score\": 2, \"findings\": [\"leaks\"]\n}", ErrConflict, []Finding{}},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			round := NewRound([]Criterion{{ID: "a"}}, 1)
			err := round.Add(tt.reply, "a", "v")
			if !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
				t.Fatalf("%v, want %v", err, tt.want)
			}
			got := []Finding{}
			if err == nil {
				got = append(got, round.Scores[0].Findings...)
			}
			for _, f := range round.Salvaged {
				if f.CriterionID != "a" || f.Verifier != "v" {
					t.Errorf("filed under %q by %q", f.CriterionID, f.Verifier)
				}
				got = append(got, f.Finding)
			}
			if diff := cmp.Diff(tt.findings, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRoundAddIDs(t *testing.T) {
	round := NewRound([]Criterion{{ID: "a"}, {ID: "b"}}, 1)
	for _, tt := range []struct {
		reason, reply string
		want          error
		invalid       int
	}{
		{"the reply's own id", `{"criterion_id": "b", "score": 12}`, nil, 0},
		{"no id at all", `{"score": 12}`, ErrBadValue, 1},
		{"an id of no criterion", `{"criterion_id": "c", "score": 12}`, ErrBadValue, 2},
	} {
		if err := round.Add(tt.reply, "", "v"); !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
			t.Errorf("%s: %v, want %v", tt.reason, err, tt.want)
		}
		if round.InvalidCount != tt.invalid || len(round.Scores) != 1 {
			t.Errorf("%s: %d invalid, %d scores", tt.reason, round.InvalidCount, len(round.Scores))
		}
	}
	for _, reply := range []string{`{"score": 12}`, "I give it 12."} {
		err := round.Add(reply, "typo", "v")
		if _, ok := RetryHint(err); !errors.Is(err, ErrUnknownID) || !errors.Is(err, ErrBadValue) || ok {
			t.Errorf("the caller names no criterion of the round: %v, and asking again is %v", err, ok)
		}
	}
}

// What is kept of a report of another shape does not grow with its depth.
func TestSalvagedTextIsOfTheReply(t *testing.T) {
	reply := strings.Repeat(`{"severity": "veto", "a": `, lenient.MaxDepth-1) + `"` + strings.Repeat("x", 4000) + `"` + strings.Repeat("}", lenient.MaxDepth-1)
	round := NewRound([]Criterion{{ID: "a"}}, 1)
	if err := round.Add(reply, "a", "v"); err == nil {
		t.Fatal("the reply is no report")
	}
	if len(round.Salvaged) != 1 {
		t.Errorf("%d findings are kept, want the outermost", len(round.Salvaged))
	}
	size := 0
	for _, f := range round.Salvaged {
		size += len(f.Text)
	}
	if size == 0 || size > len(reply) {
		t.Errorf("%d bytes are kept of a reply of %d", size, len(reply))
	}
}
