package clijudge

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury"
)

// TestMain makes the test binary the judge where it is told to be one: it prints
// the next file of the script, notes what it was asked, and ends with a status.
func TestMain(m *testing.M) {
	if dir := os.Getenv("CLIJUDGE_SCRIPT"); dir != "" {
		os.Exit(play(dir))
	}
	os.Exit(m.Run())
}

func play(dir string) int {
	asked, _ := filepath.Glob(filepath.Join(dir, "asked.*"))
	turn := strconv.Itoa(len(asked))
	question, _ := io.ReadAll(os.Stdin)
	if err := os.WriteFile(filepath.Join(dir, "asked."+turn), question, 0o600); err != nil {
		return 97
	}
	reply, err := os.ReadFile(filepath.Join(dir, "reply."+turn))
	if err != nil {
		return 98
	}
	fmt.Print(string(reply))
	status, _ := strconv.Atoi(os.Getenv("CLIJUDGE_STATUS"))
	return status
}

const (
	pass = `{"pass": true, "score": 0.9, "reasons": ["the tests run"]}`
	fail = `{"pass": false, "score": 0.2, "reasons": ["a test fails"]}`
)

// record is what a command prints that wraps its reply.
func record(isError bool, result string) string {
	return fmt.Sprintf(`{"type": "result", "is_error": %v, "duration_ms": 1200, "result": %q, "session_id": "s1"}`, isError, result) + "\n"
}

func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		name    string
		replies []string
		status  int
		pass    bool
		ok      bool
		reason  string
	}{
		{"bare", []string{pass + "\n"}, 0, true, true, "the reply is all it prints"},
		{"record", []string{record(false, "All is well.\n\n"+pass)}, 0, true, true, "the envelope is opened"},
		{"record that fails", []string{record(false, fail)}, 0, false, true, "a fail is not asked for twice"},
		{"record of an error", []string{record(true, pass), record(true, pass), record(true, pass)}, 0, false, false, "an error is not opened, and asked again with a cap"},
		{"record that is no reply", []string{record(false, "Execution error"), record(false, pass)}, 0, true, true, "no verdict, and asked again"},
		{"record that was cut off", []string{strings.TrimSuffix(record(false, pass), "}\n"), record(false, fail)}, 0, false, true, "what is missing may have been an error"},
		{"exit status", []string{record(false, pass)}, 1, false, false, "refused before it is read"},
		{"nothing", []string{"", "", ""}, 0, false, false, "no output is no verdict"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := script(t, tt.status, tt.replies...)
			verdict, err := Judge(t.Context(), jury.Contract{}, "Judge it.", os.Args[0])
			if verdict.Pass != tt.pass || (err == nil) != tt.ok {
				t.Errorf("%v, %v; want %v, no error %v: %s", verdict.Pass, err, tt.pass, tt.ok, tt.reason)
			}
			if asked, _ := filepath.Glob(filepath.Join(dir, "asked.*")); len(asked) != len(tt.replies) {
				t.Errorf("asked %d times, want %d: %s", len(asked), len(tt.replies), tt.reason)
			}
		})
	}
}

// script lets this binary play a judge that gives replies.
func script(t *testing.T, status int, replies ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i, reply := range replies {
		if err := os.WriteFile(filepath.Join(dir, "reply."+strconv.Itoa(i)), []byte(reply), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("CLIJUDGE_SCRIPT", dir)
	t.Setenv("CLIJUDGE_STATUS", strconv.Itoa(status))
	return dir
}

// TestJudgeSaysWhatToDoBetter: the second question is the first with the hint.
func TestJudgeSaysWhatToDoBetter(t *testing.T) {
	dir := script(t, 0, "Probably fine.", pass)
	if _, err := Judge(t.Context(), jury.Contract{}, "Judge it.", os.Args[0]); err != nil {
		t.Fatal(err)
	}
	first, _ := os.ReadFile(filepath.Join(dir, "asked.0"))
	second, _ := os.ReadFile(filepath.Join(dir, "asked.1"))
	if hint, found := strings.CutPrefix(string(second), string(first)); !found || !strings.Contains(hint, "one JSON object") {
		t.Errorf("asked\n%s\nand then\n%s", first, second)
	}
}

// TestJudgeWithoutACommand: a judge that is not there is no verdict.
func TestJudgeWithoutACommand(t *testing.T) {
	verdict, err := Judge(t.Context(), jury.Contract{}, "Judge it.", filepath.Join(t.TempDir(), "none"))
	if verdict.Pass || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, %v", verdict.Pass, err)
	}
}
