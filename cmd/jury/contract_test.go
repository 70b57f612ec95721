package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestContractFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "contract.json")
	const text = `{"form": "text", "pass_keys": ["verdict"], "score_keys": ["-"]}`
	for _, tt := range []struct {
		name, contract, args, stdin string
		status                      int
		out, reason                 string
	}{
		{"pass", text, "verdict", "Fine.\n\nVerdict: PASS", statusGood, `"pass": true`, "a line passes by a contract of text"},
		{"fail", text, "verdict", "Verdict: FAIL", statusBad, `"pass": false`, "a line fails"},
		{"fail in another form", text, "verdict", "FAIL", statusBad, "fail in another form", "asking again would wear the gate down"},
		{"abstention", text, "verdict", "Verdict: n/a", statusStuck, "abstained", "an answer is not asked for again"},
		{"none", text, "verdict", "Fine.", statusAgain, `ask again with: Write a line`, "the hint has the contract's keys"},
		{"unknown member", `{"pass_key": ["ok"]}`, "verdict", "x", statusWrong, "pass_key", "what is not known is an error"},
		{"prompt", text, "prompt", "", statusGood, "verdict: <PASS or FAIL>", "what to write into a prompt"},
		{"schema", `{"hint_keys": ["-"]}`, "schema", "", statusGood, `"required":["reasons","score","pass"]`, "what is not asked for is left out"},
		{"no schema", text, "schema", "", statusWrong, "the form text has no schema", "there is no object"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(tt.contract), 0o600); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			status := run([]string{tt.args, "-contract", file}, strings.NewReader(tt.stdin), &out, &out)
			if status != tt.status || !strings.Contains(out.String(), tt.out) {
				t.Errorf("status %d, want %d, with %q in\n%s: %s", status, tt.status, tt.out, out.String(), tt.reason)
			}
		})
	}
}
