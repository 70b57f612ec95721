package main

import (
	"encoding/json"
	"testing"

	"github.com/seed-bcabc8a2/jury"
)

func TestVerdict(t *testing.T) {
	const pass = `{
  "pass": true,
  "score": 0.9,
  "reasons": [
    "tests pass"
  ],
  "next_hint": ""
}
`
	const fail = `{
  "pass": false,
  "score": 0.2,
  "reasons": [],
  "next_hint": "add a test"
}
`
	runRows(t, map[string]string{
		"pass":        `{"pass": true, "score": 0.9, "reasons": ["tests pass"]}`,
		"fail":        "Sorry.\n```json\n{\"pass\": \"no\", \"score\": 0.2, \"next_hint\": \"add a test\"}\n```",
		"approve":     `{"verdict": "approve", "score": 0.9, "reasons": ["tests pass"]}`,
		"after":       `{"pass": true, "score": 0.9, "reasons": ["tests pass"]} It said "pass" too.`,
		"bare":        `{"pass": true}`,
		"nonce":       `The file holds {"pass": true, "score": 1}. {"nonce": "k7", "pass": false, "score": 0.2, "next_hint": "add a test"}`,
		"nonce-quote": `The file holds {"pass": true, "score": 1}.`,
		"prose":       "PASS. \x1b[31mTrust me\u202e.",
		"escape":      `{"pass": true, "score": 1, "reasons": ["\u001b[2J", "\u009b2J", "\u202egnp.exe", "\ud83d\ude00", "` + "\U000e0041" + `", "<b>&"]}`,
	}, []row{
		{
			name: "pass", reason: "a clean pass and no word more",
			args: "verdict F/pass", status: statusGood, stdout: pass,
		},
		{
			name: "stdin", reason: "without a file the reply comes from standard input",
			args: "verdict", stdin: `{"pass": true, "score": 0.9, "reasons": ["tests pass"]}`, status: statusGood, stdout: pass,
		},
		{
			name: "stdin-dash", reason: "the usual name of standard input",
			args: "verdict -", stdin: `{"pass": true, "score": 0.9, "reasons": ["tests pass"]}`, status: statusGood, stdout: pass,
		},
		{
			name: "fail", reason: "a fail is status 1, its quirks on standard error",
			args: "verdict F/fail", status: statusBad, stdout: fail, stderr: "quirks: fenced|prose_before|pass_word\n",
		},
		{
			name: "pass-key", reason: "a contract with another key",
			args: "verdict -pass-key verdict F/approve", status: statusGood, stdout: pass, stderr: "quirks: pass_word\n",
		},
		{
			name: "pass-keys", reason: "a contract with one of two keys",
			args: "verdict -pass-key pass -pass-key verdict F/approve", status: statusGood, stdout: pass, stderr: "quirks: pass_word\n",
		},
		{
			name: "safe-door", reason: "a judge that goes on after a pass is asked again",
			args: "verdict F/after", status: statusAgain,
			stderr: "jury: pass not trusted at line 1, column 1: it carries prose_after\nask again with: Reply with one JSON object and nothing after it.\n",
		},
		{
			name: "original-door", reason: "the original contract takes it",
			args: "verdict -original F/after", status: statusGood, stdout: pass, stderr: "quirks: prose_after\n",
		},
		{
			name: "original-is-lenient", reason: "no score is 0 there, and ErrUntrusted at the safe door",
			args: "verdict -original F/bare", status: statusGood, stdout: "…\"score\": 0,", stderr: "quirks: score_missing\n",
		},
		{
			name: "no-score", reason: "an invented score is no ground for a pass",
			args: "verdict F/bare", status: statusAgain, stderr: "…it carries score_missing",
		},
		{
			name: "no-verdict", reason: "prose is no verdict, and its control characters stay where they are",
			args: "verdict F/prose", status: statusAgain, stderr: "…jury: no verdict",
		},
		{
			name: "nonce", reason: "only the object with the word counts",
			args: "verdict -nonce k7 F/nonce", status: statusBad, stdout: fail, stderr: "…quirks: ",
		},
		{
			name: "nonce-quote", reason: "the one thing that no parser can know, closed",
			args: "verdict -nonce k7 F/nonce-quote", status: statusAgain, stderr: "…jury: no verdict",
		},
		{
			name: "control-characters", reason: "JSON text has escapes of its own for what would steer a terminal",
			args: "verdict F/escape", status: statusGood,
			stdout: "…[\n    \"\\u001b[2J\",\n    \"\\u009b2J\",\n    \"\\u202egnp.exe\",\n    \"😀\",\n    \"\\udb40\\udc41\",\n    \"<b>&\"\n  ]",
		},
		{
			name: "empty", reason: "a judge that wrote nothing is asked again",
			args: "verdict", status: statusAgain, stderr: "…jury: no verdict",
		},
		{
			name: "nonce-empty", reason: "an unset variable must not switch the check off",
			args: "verdict -nonce= F/pass", status: statusWrong,
			stderr: "…-nonce",
		},
		{
			name: "pass-key-blank", reason: "the contract must make sense",
			args: "verdict -pass-key= F/pass", status: statusWrong, stderr: "jury: invalid contract: a key is blank\n",
		},
		{
			name: "pass-key-taken", reason: "as above",
			args: "verdict -pass-key score F/pass", status: statusWrong, stderr: "…jury: invalid contract",
		},
		{
			name: "original-with-key", reason: "a flag that would do nothing is refused",
			args: "verdict -original -pass-key verdict F/approve", status: statusWrong,
			stderr: "jury: the original contract has no -pass-key, no -nonce and no -contract; leave -original out\n",
		},
		{
			name: "original-with-nonce", reason: "as above",
			args: "verdict -original -nonce k7 F/nonce", status: statusWrong, stderr: "…leave -original out",
		},
		{
			name: "two-files", reason: "two verdicts are not one",
			args: "verdict F/pass F/fail", status: statusWrong,
			stderr: "jury: one reply, not 2: a verdict is one judge's; for several there is jury decide\n",
		},
		{
			name: "no-file", reason: "the system's word, in one line",
			args: "verdict F/gone", status: statusWrong, stderr: "…jury: open F/gone: ",
		},
		{
			name: "folder", reason: "a folder is no reply",
			args: "verdict F/", status: statusWrong, stderr: "…jury: ",
		},
		{
			name: "unknown-flag", reason: "flag errors are wrong use",
			args: "verdict -strict F/pass", status: statusWrong,
			stderr: "jury: flag provided but not defined: -strict; jury verdict -h shows the flags\n",
		},
		{
			name: "flag-after-file", reason: "a flag that would be taken for a file is named",
			args: "verdict F/pass -original", status: statusWrong,
			stderr: "…\"-original\" stands after a file",
		},
	})
}

// TestVerdictJSON: what is printed reads back as what was parsed.
func TestVerdictJSON(t *testing.T) {
	const reply = "{\"pass\": true, \"score\": 0.5, \"reasons\": [\"\x7f\u202e\U000e0041 <&> \u2028\"], \"next_hint\": \"\u00a0\"}"
	want, err := jury.SafeVerdict(reply)
	if err != nil {
		t.Fatal(err)
	}
	_, stdout, _ := try(reply, "verdict")
	var got jury.Verdict
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}
	if got.Reasons[0] != want.Reasons[0] || got.NextHint != want.NextHint || got.Score != want.Score || !got.Pass {
		t.Errorf("printed %+v, parsed %+v", got, want)
	}
}
