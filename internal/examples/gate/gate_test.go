package gate

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The rubric of the base, and what the change under review makes of it.
const (
	strictRubric = "## Criteria\n\n### Repairs the cause {#cause}\n\nIs it repaired?\n\n### Is held by a test {#test floor=12}\n\nDoes a test fail without it?\n"
	weakRubric   = "## Criteria\n\n### Repairs the cause {#cause}\n\nIs it repaired?\n\n### Is held by a test {#test}\n\nDoes a test fail without it?\n"
)

// report is what a verifier writes with score.
func report(score string) string {
	return `{"evidence": ["ran it"], "findings": [], "score": ` + score + `}`
}

// good is a reply of each verifier on each criterion.
func good() map[string]string {
	return map[string]string{
		"cause.anna.txt": report("18"), "cause.ben.txt": report("17"),
		"test.anna.txt": report("16"), "test.ben.txt": report("15"),
	}
}

// with returns good with other files; one that is "" is not there.
func with(files ...string) map[string]string {
	replies := good()
	for i := 0; i < len(files); i += 2 {
		replies[files[i]] = files[i+1]
		if files[i+1] == "" {
			delete(replies, files[i])
		}
	}
	return replies
}

// The statuses of jury decide, and of a shell.
const (
	accepted    = 0
	repair      = 1
	again       = 2
	wrong       = 3
	stuck       = 4
	noBase      = 128
	notFound    = 127
	wasKilled   = 128 + 9
	killsItself = "#!/bin/sh\necho '<testsuites/>' >half\nkill -9 $$\n"
)

// built is the folder in which TestMain builds the command.
var built string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "jury")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	built = dir
	cmd := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "./cmd/jury")
	cmd.Dir = filepath.Join("..", "..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

func TestGate(t *testing.T) {
	for _, tt := range []struct {
		name    string
		replies map[string]string
		env     []string
		tool    string // a script in place of jury
		status  int
		summary string
		reason  string
	}{
		{"pass", good(), nil, "", accepted, "## jury: accept", "all is well"},
		{"fail", with("cause.anna.txt", report("3"), "cause.ben.txt", report("4")), nil, "", repair, "## jury: repair", "below the bar"},
		{"rubric weakened by the change", with("test.anna.txt", report("11"), "test.ben.txt", report("11")), nil, "", repair, "criterion_below_floor", "the floor of the base counts, which the change takes out"},
		{"veto in a reply that was cut off", with("test.ben.txt", `{"findings": [{"finding": "the test is skipped", "severity": "veto"}], "sc`), nil, "", stuck, "the test is skipped", "no veto is lost, and none can be asked away"},
		{"muddle", with("test.anna.txt", "Fine, I think.", "test.ben.txt", "LGTM"), nil, "", again, "## jury: indeterminate", "nobody scored the test"},
		{"a verifier that wrote nothing", with("test.anna.txt", "", "cause.anna.txt", "", "test.ben.txt", "\n"), nil, "", again, "## jury: indeterminate", "two were asked, however many replies came"},
		{"missing files", map[string]string{}, nil, "", wrong, "", "the pattern matches nothing"},
		{"no such base", good(), []string{"BASE_SHA=0000000000000000000000000000000000000000"}, "", noBase, "", "without the rubric of the base there is no gate"},
		{"rubric that only the change has", good(), []string{"RUBRIC=review/new.md"}, "", noBase, "", "likewise"},
		{"more verifiers than were asked", good(), []string{"VERIFIERS=1"}, "", wrong, "", "one could stand in for another"},
		{"killed tool", good(), nil, killsItself, wasKilled, "", "no answer is no accept"},
		{"no tool", good(), nil, "-", notFound, "", "likewise"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepository(t, tt.replies)
			if tt.tool != "" {
				r.replaceTool(tt.tool)
			}
			r.write("../jury.xml", "<old/>")
			status, out := r.bash(decideStep(t), tt.env...)
			if status != tt.status {
				t.Errorf("exit status %d, want %d: %s\n%s", status, tt.status, tt.reason, out)
			}
			if summary := r.read("../summary.md"); !strings.Contains(summary, tt.summary) || (summary == "") != (tt.summary == "") {
				t.Errorf("the summary is to hold %q; it is\n%s", tt.summary, summary)
			}
			if junit := r.read("../jury.xml"); strings.Contains(junit, "<testsuites>") != (tt.summary != "") || strings.Contains(junit, "<old/>") {
				t.Errorf("the test report is\n%s", junit)
			}
		})
	}
}

// TestGateNeedsToBeTold: without a base or the number of verifiers nothing runs.
func TestGateNeedsToBeTold(t *testing.T) {
	r := newRepository(t, good())
	for _, env := range []string{"BASE_SHA=", "VERIFIERS="} {
		if status, out := r.bash(decideStep(t), env); status == accepted || !strings.Contains(out, strings.TrimSuffix(env, "=")) {
			t.Errorf("%s: exit status %d: %s", env, status, out)
		}
	}
}

// TestWhatTheGateAvoids shows that each of these would have let a change through
// that the gate does not.
func TestWhatTheGateAvoids(t *testing.T) {
	low := with("test.anna.txt", report("11"), "test.ben.txt", report("11"))
	for _, tt := range []struct {
		name, shell, script string
		status              int
		reason              string
	}{
		{"the rubric of the change", "-eo pipefail", `jury decide -rubric review/criteria.md -verifiers 2 ../replies/*.txt`, accepted, "the floor is gone"},
		{"a pipe in the default shell of a step", "-e", `git show "$BASE_SHA:review/criteria.md" >../c.md; jury decide -rubric ../c.md -verifiers 2 ../replies/*.txt | tee ../log`, accepted, "the status is that of tee"},
		{"the same with shell: bash", "-eo pipefail", `git show "$BASE_SHA:review/criteria.md" >../c.md; jury decide -rubric ../c.md -verifiers 2 ../replies/*.txt | tee ../log`, repair, "pipefail"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepository(t, low)
			if status, out := r.run(strings.Fields(tt.shell), tt.script); status != tt.status {
				t.Errorf("exit status %d, want %d: %s\n%s", status, tt.status, tt.reason, out)
			}
		})
	}
}

// decideStep returns what the step of gate.yml runs that decides.
func decideStep(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("gate.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, step, found := strings.Cut(string(data), "- name: Decide\n")
	_, script, ok := strings.Cut(step, "run: ")
	script, rest, more := strings.Cut(script, "\n")
	if !found || !ok || !more || !strings.HasPrefix(strings.TrimSpace(rest), "shell: bash ") {
		t.Fatal("gate.yml has no step Decide with a run and shell: bash")
	}
	return script
}

// A repository has a base, a change that weakens the rubric and is checked out, and
// beside it the replies of verifiers and a folder for tools.
type repository struct {
	t     *testing.T
	dir   string
	base  string
	tools string // where the commands are
}

func newRepository(t *testing.T, replies map[string]string) *repository {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	r := &repository{t: t, dir: filepath.Join(t.TempDir(), "work"), tools: built}
	script, err := os.ReadFile("gate.sh")
	if err != nil {
		t.Fatal(err)
	}
	r.write(".ci/gate.sh", string(script))
	r.write("review/criteria.md", strictRubric)
	r.git("init", "-q")
	r.base = r.commit("base")
	r.write("review/criteria.md", weakRubric)
	r.write("review/new.md", weakRubric)
	r.commit("change")
	for name, text := range replies {
		r.write("../replies/"+name, text)
	}
	return r
}

// replaceTool puts a script in the place of the command, or for "-" nothing.
func (r *repository) replaceTool(script string) {
	if runtime.GOOS == "windows" {
		r.t.Skip("a script is no command on Windows")
	}
	r.tools = filepath.Join(r.dir, "..", "tools")
	if script != "-" {
		r.write("../tools/jury", script)
	}
}

// bash runs script as a step with shell: bash runs it.
func (r *repository) bash(script string, env ...string) (status int, out string) {
	return r.run([]string{"-eo", "pipefail"}, script, env...)
}

// run runs script in a bash with flags and returns its exit status.
func (r *repository) run(flags []string, script string, env ...string) (status int, out string) {
	r.t.Helper()
	cmd := exec.Command("bash", append([]string{"--noprofile", "--norc"}, append(flags, "-c", script)...)...)
	cmd.Dir = r.dir
	temp := filepath.Dir(r.dir)
	cmd.Env = append(os.Environ(),
		"PATH="+r.tools+string(os.PathListSeparator)+pathWithoutJury(),
		"BASE_SHA="+r.base, "VERIFIERS=2", "RUNNER_TEMP="+temp,
		"JUNIT="+filepath.Join(temp, "jury.xml"), "GITHUB_STEP_SUMMARY="+filepath.Join(temp, "summary.md"))
	cmd.Env = append(cmd.Env, env...)
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		r.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// pathWithoutJury returns PATH without the folders that have a jury installed.
func pathWithoutJury() string {
	var dirs []string
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, "jury")); err != nil {
			dirs = append(dirs, dir)
		}
	}
	return strings.Join(dirs, string(os.PathListSeparator))
}

// commit commits all files and returns the commit.
func (r *repository) commit(message string) string {
	r.git("add", "-A")
	r.git("-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-q", "-m", message)
	return strings.TrimSpace(r.git("rev-parse", "HEAD"))
}

func (r *repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (r *repository) write(name, text string) {
	r.t.Helper()
	file := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
		r.t.Fatal(err)
	}
}

// read returns the text of a file, "" where there is none.
func (r *repository) read(name string) string {
	r.t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(name)))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		r.t.Fatal(err)
	}
	return string(data)
}
