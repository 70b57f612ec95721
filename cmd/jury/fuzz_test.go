package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/seed-bcabc8a2/jury"
)

// FuzzCommand gives one text to every command: the exit status is what the
// library says, JSON reads back to the same values, wrong use is one line, and
// nothing that steers a terminal is printed.
func FuzzCommand(f *testing.F) {
	for _, cells := range tableRows(f, "README.md", "| reply | outcome | quirks | why |") {
		f.Add(codeSpan(f, cells[0]))
	}
	for _, file := range append(demoReplies(f), "testdata/demo/criteria.md") {
		f.Add(readFile(f, file))
	}
	f.Add("VERDICT: FAIL")
	f.Add("## Criteria\n### A\x1b[2J {#a}\n\u202eA?\t\xff\n")
	f.Add(`{"criterion_id": "a", "score": 20, "findings": ["\u001b[2J", {"finding": "\u009b2J", "severity": "note"}]}`)
	rubric := filepath.Join(f.TempDir(), "criteria.md")
	if err := os.WriteFile(rubric, []byte("## Criteria\n### A\nA?\n"), 0o600); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := jury.SafeVerdict(text)
		fuzzVerdict(t, text, v, err, "verdict")
		v, err = jury.ParseVerdict(text)
		fuzzVerdict(t, text, v, err, "verdict", "-original")
		fuzzRubric(t, text)
		fuzzDecide(t, text, rubric)
	})
}

func fuzzVerdict(t *testing.T, text string, want jury.Verdict, err error, args ...string) {
	status, stdout, stderr := try(text, args...)
	checkLaws(t, status, stdout, stderr)
	fails := err == nil && !want.Pass || errors.Is(err, jury.ErrFailed)
	if (status == statusGood) != (err == nil && want.Pass) || (status == statusBad) != fails || status == statusWrong {
		t.Errorf("%q: status %d of %v, %v", args, status, want, err)
	}
	if err != nil {
		return
	}
	sameJSON(t, stdout, want)
}

// sameJSON reports a text that does not read back as what encoding/json writes
// of want.
func sameJSON[T any](t *testing.T, text string, want T) {
	t.Helper()
	plain, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got, back T
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if err := json.Unmarshal(plain, &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, back) {
		t.Errorf("printed %+v, want %+v", got, back)
	}
}

func fuzzRubric(t *testing.T, text string) {
	want, err := jury.ParseRubric(text)
	for _, args := range [][]string{{"rubric", "-"}, {"rubric", "-json", "-"}} {
		status, stdout, stderr := try(text, args...)
		checkLaws(t, status, stdout, stderr)
		if (status == statusGood) != (err == nil) || status != statusGood && status != statusWrong {
			t.Errorf("%q: status %d of %v", args, status, err)
		}
		if status == statusGood && len(args) == 3 {
			sameJSON(t, stdout, want)
		}
	}
}

func fuzzDecide(t *testing.T, text, rubric string) {
	round := jury.NewRound([]jury.Criterion{{ID: "a"}}, 1)
	_ = round.Add(text, "a", "-")
	want, err := jury.DecideVerification(round, jury.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"decide", "-rubric", rubric, "a=-"}, {"decide", "-json", "-rubric", rubric, "a=-"}} {
		status, stdout, stderr := try(text, args...)
		checkLaws(t, status, stdout, stderr)
		if status != statusOf(want) {
			t.Errorf("%q: status %d of %v", args, status, want)
		}
		if args[1] == "-json" {
			sameJSON(t, stdout, want)
		}
	}
}
