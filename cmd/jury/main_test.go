package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// TestMain runs the tests in the root of the repository, where README's
// commands run. The processes that fuzz begin there.
func TestMain(m *testing.M) {
	if _, err := os.Stat("go.mod"); err != nil {
		if err := os.Chdir(filepath.Join("..", "..")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// A row is a command line and what comes of it. Texts that begin with "…" need
// only be contained.
type row struct {
	name   string
	reason string
	args   string // at blanks; files are written F/name
	stdin  string
	status int
	stdout string
	stderr string
}

// runRows runs each row in a folder of its own that holds files.
func runRows(t *testing.T, files map[string]string, rows []row) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range rows {
		if r.name == "" || r.reason == "" {
			t.Fatalf("a row needs a name and a reason: %+v", r)
		}
		t.Run(r.name, func(t *testing.T) {
			args := strings.Fields(r.args)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "F/", dir+string(filepath.Separator))
			}
			status, stdout, stderr := try(r.stdin, args...)
			clean := strings.NewReplacer(dir+string(filepath.Separator), "F/")
			if status != r.status {
				t.Errorf("exit status %d, want %d (%s)", status, r.status, r.reason)
			}
			compare(t, "standard output", clean.Replace(stdout), r.stdout)
			compare(t, "standard error", clean.Replace(stderr), r.stderr)
			checkLaws(t, status, stdout, stderr)
		})
	}
}

func try(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

func compare(t *testing.T, what, got, want string) {
	t.Helper()
	part, partial := strings.CutPrefix(want, "…")
	if partial && strings.Contains(got, part) || !partial && got == want {
		return
	}
	t.Errorf("%s is\n%s\nwant\n%s", what, got, want)
}

// checkLaws holds what is true of every run.
func checkLaws(t *testing.T, status int, stdout, stderr string) {
	t.Helper()
	if status == statusWrong && stdout != "" && !strings.HasPrefix(stdout, "usage: ") {
		t.Errorf("wrong use printed an answer:\n%s", stdout)
	}
	if status == statusWrong && stdout == "" && (stderr == "" || strings.Count("\n"+stderr, "\njury: ") != strings.Count(stderr, "\n")) {
		t.Errorf("wrong use gets one line, or one for each fault of a rubric, not\n%s", stderr)
	}
	for _, r := range stdout + stderr {
		if r != '\n' && r != '\t' && !unicode.IsGraphic(r) {
			t.Errorf("%U reaches the terminal", r)
		}
	}
}

func TestCommand(t *testing.T) {
	runRows(t, nil, []row{
		{
			name: "no-command", reason: "one line, and not an accept",
			status: statusWrong,
			stderr: "jury: which command? decide, verdict, rubric, schema or prompt; jury -h shows their use\n",
		},
		{
			name: "unknown-command", reason: "a typing error is named",
			args: "decde", status: statusWrong,
			stderr: "jury: there is no command \"decde\"; there are decide, verdict, rubric, schema and prompt, and jury -h shows their use\n",
		},
		{
			name: "hostile-command", reason: "arguments can hold control characters too",
			args: "\x1b]0;hi\a", status: statusWrong,
			stderr: "…there is no command \"\\x1b]0;hi\\a\"",
		},
		{
			name: "help", reason: "help says what the statuses mean, and is not an accept",
			args: "-h", status: statusWrong, stdout: usage,
		},
		{
			name: "help-decide", reason: "a stray -h in a script must not open the gate",
			args: "decide -h", status: statusWrong, stdout: "…  -accept mean\n    \tthe least mean that is accepted, 1 to 20 (default 14)\n",
		},
		{
			name: "help-decide-statuses", reason: "the statuses are part of every help",
			args: "decide -h", status: statusWrong, stdout: "…  2  indeterminate or no verdict: ask again\n",
		},
		{
			name: "help-verdict", reason: "as above",
			args: "verdict -help", status: statusWrong, stdout: "…  -pass-key key\n",
		},
		{
			name: "help-rubric", reason: "as above",
			args: "rubric --help", status: statusWrong, stdout: "…usage: jury rubric [-json] file\n",
		},
	})
}

func TestOutputFails(t *testing.T) {
	var stderr bytes.Buffer
	status := run([]string{"verdict"}, strings.NewReader(`{"pass": true, "score": 1}`), brokenPipe{}, &stderr)
	if status != statusWrong || stderr.String() != "jury: the disk is full\n" {
		t.Errorf("an answer that cannot be written: status %d, %q", status, stderr.String())
	}
}

func TestInputFails(t *testing.T) {
	var stdout, stderr bytes.Buffer
	status := run([]string{"verdict"}, brokenPipe{}, &stdout, &stderr)
	if status != statusWrong || stdout.Len() > 0 || stderr.String() != "jury: the disk is full\n" {
		t.Errorf("a reply that cannot be read: status %d, %q", status, stderr.String())
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }
func (brokenPipe) Read([]byte) (int, error)  { return 0, errors.New("the disk is full") }

// TestEndlessInput: a reply is read up to its limit, not until memory ends.
func TestEndlessInput(t *testing.T) {
	var stdout, stderr bytes.Buffer
	status := run([]string{"verdict"}, endless{}, &stdout, &stderr)
	if status != statusAgain || !strings.Contains(stderr.String(), "reply too large") {
		t.Errorf("status %d, %s", status, stderr.String())
	}
	stderr.Reset()
	if status := run([]string{"rubric", "-"}, endless{}, &stdout, &stderr); status != statusWrong || stderr.String() != "jury: -: a rubric may have 16 MiB\n" {
		t.Errorf("status %d, %s", status, stderr.String())
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

var _ io.Reader = endless{}
