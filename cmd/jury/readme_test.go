package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury"
)

// A block is a fenced block of a Markdown file.
type block struct{ info, text string }

func blocks(t testing.TB, file string) []block {
	t.Helper()
	var all []block
	var open *block
	for _, line := range strings.Split(readFile(t, file), "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open == nil:
			open = &block{info: info}
		case fence:
			all = append(all, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	return all
}

func readFile(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// after returns the block that follows the one that begins so.
func after(t testing.TB, file, start string) (first, next string) {
	t.Helper()
	all := blocks(t, file)
	for i, b := range all {
		if strings.HasPrefix(b.text, start) && i+1 < len(all) {
			return b.text, all[i+1].text
		}
	}
	t.Fatalf("%s has no block that begins with %q, and another after it", file, start)
	return "", ""
}

// TestREADMEExample: the program that README shows is Example_readme, which
// go test runs, and so is its output.
func TestREADMEExample(t *testing.T) {
	code, output := after(t, "README.md", "for _, reply := range []string{")
	example := readFile(t, "example_readme_test.go")
	_, body, _ := strings.Cut(example, "func Example_readme() {\n")
	body, wanted, found := strings.Cut(body, "\t// Output:\n")
	if !found {
		t.Fatal("example_readme_test.go has no Example_readme with an output")
	}
	wanted, _, _ = strings.Cut(wanted, "}\n")
	if got := dedent(body, "\t"); got != code {
		t.Errorf("README shows\n%s\nthe example is\n%s", code, got)
	}
	if got := dedent(wanted, "\t// "); got != output {
		t.Errorf("README shows the output\n%s\nthe example has\n%s", output, got)
	}
}

// dedent takes prefix off every line.
func dedent(text, prefix string) string {
	return strings.ReplaceAll(strings.TrimPrefix("\n"+text, "\n"+prefix), "\n"+prefix, "\n")
}

// TestREADMECommand runs the command that README shows.
func TestREADMECommand(t *testing.T) {
	command, output := after(t, "README.md", "go run ./cmd/jury ")
	args := strings.Fields(strings.TrimPrefix(command, "go run ./cmd/jury "))
	status, stdout, stderr := try("", args...)
	if status != statusBad || stderr != "" {
		t.Errorf("exit status %d, want %d: %s", status, statusBad, stderr)
	}
	if got := filepath.ToSlash(stdout); got != output {
		t.Errorf("README shows\n%s\nthe command prints\n%s", output, got)
	}
}

// TestREADMECommands: README names no command that nothing runs. The tests of
// internal/tools/publish run go get and go install.
func TestREADMECommands(t *testing.T) {
	var got []string
	for _, b := range blocks(t, "README.md") {
		if b.info == "sh" {
			got = append(got, strings.Split(strings.TrimSpace(b.text), "\n")...)
		}
	}
	want := []string{
		"go get github.com/seed-bcabc8a2/jury",
		"go test ./...",
		"go run ./cmd/jury decide -rubric testdata/demo/criteria.md -verifiers 3 -quorum 0.75 testdata/demo/*.txt",
		"go install github.com/seed-bcabc8a2/jury/cmd/jury@latest",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("README's commands are\n%s\nand those that tests run\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestREADMEDemo: as README says, a program that drops what it cannot read
// accepts the change of the demo.
func TestREADMEDemo(t *testing.T) {
	args := []string{"decide", "-rubric", "testdata/demo/criteria.md", "-verifiers", "3", "-quorum", "0.75"}
	for _, file := range demoReplies(t) {
		if !strings.HasSuffix(file, "leaks.cleo.txt") && !strings.HasSuffix(file, "callers.ben.txt") {
			args = append(args, file)
		}
	}
	if status, stdout, stderr := try("", args...); status != statusGood {
		t.Errorf("exit status %d: %s%s", status, stdout, stderr)
	}
}

func demoReplies(t testing.TB) []string {
	t.Helper()
	replies, err := filepath.Glob("testdata/demo/*.txt")
	if err != nil || len(replies) != 12 {
		t.Fatalf("the demo has %d replies, want 12", len(replies))
	}
	return replies
}

// TestREADMETable runs every row of README's table.
func TestREADMETable(t *testing.T) {
	seen := map[string]bool{}
	rows := 0
	for _, cells := range tableRows(t, "README.md", "| reply | outcome | quirks | why |") {
		rows++
		t.Run(cells[0], func(t *testing.T) {
			verdict, err := jury.SafeVerdict(codeSpan(t, cells[0]))
			quirks := verdict.Quirks
			var e *jury.ReplyError
			if errors.As(err, &e) {
				quirks = e.Quirks
			}
			var want jury.Quirks
			if err := want.UnmarshalText([]byte(strings.ReplaceAll(cells[2], ",", "|"))); err != nil {
				t.Fatal(err)
			}
			if quirks != want {
				t.Errorf("quirks %v, README says %v", quirks, want)
			}
			seen[cells[1]] = true
			if got := outcome(verdict, err); got != cells[1] {
				t.Errorf("%s, README says %s", got, cells[1])
			}
			if cells[3] == "" {
				t.Error("the row gives no reason")
			}
		})
	}
	if rows < 12 || len(seen) != 6 {
		t.Errorf("%d rows show %d outcomes; want a dozen rows, and every outcome", rows, len(seen))
	}
}

// tableRows returns the cells of the table with that head.
func tableRows(t testing.TB, file, head string) [][]string {
	t.Helper()
	_, rest, found := strings.Cut(readFile(t, file), head+"\n")
	if !found {
		t.Fatalf("%s has no table %s", file, head)
	}
	var rows [][]string
	for i, line := range strings.Split(rest, "\n") {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if len(cells) != strings.Count(head, "|")-1 {
			t.Fatalf("row %d has %d cells: %s", i, len(cells), line)
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if i > 0 { // below the line of dashes
			rows = append(rows, cells)
		}
	}
	return rows
}

// codeSpan returns the reply in a cell: a code span as CommonMark has it, with
// ⏎ for the end of a line.
func codeSpan(t testing.TB, cell string) string {
	t.Helper()
	text := strings.TrimLeft(cell, "`")
	ticks := cell[:len(cell)-len(text)]
	text, closed := strings.CutSuffix(text, ticks)
	if ticks == "" || !closed {
		t.Fatalf("%s is no code span", cell)
	}
	if strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") {
		text = text[1 : len(text)-1]
	}
	return strings.ReplaceAll(text, "⏎", "\n")
}

// TestREADMEUnknowable: what README says of the one thing that no parser can
// know is so, and so is what it says of the nonce.
func TestREADMEUnknowable(t *testing.T) {
	var reply string
	for _, b := range blocks(t, "README.md") {
		if strings.HasPrefix(b.text, "I could not run it.") {
			reply = b.text
		}
	}
	if v, err := jury.SafeVerdict(reply); err != nil || !v.Pass {
		t.Errorf("SafeVerdict says %v, %v; README says that it passes", v.Pass, err)
	}
	contract := jury.Contract{Nonce: "k7fq"}
	if v, err := contract.Parse(reply); !errors.Is(err, jury.ErrNoVerdict) {
		t.Errorf("with a nonce: %v, %v", v, err)
	}
	if v, err := (jury.Contract{Refuse: jury.QuirkProseBefore}).Parse(reply); !errors.Is(err, jury.ErrUntrusted) {
		t.Errorf("with nothing before it: %v, %v", v, err)
	}
}

// TestCHANGELOGTable runs the last column of the table of divergences.
func TestCHANGELOGTable(t *testing.T) {
	rows := tableRows(t, "CHANGELOG.md", "| reply | original | `ParseVerdict` | why |")
	if len(rows) < 10 {
		t.Errorf("%d rows; the doors differ in ten ways at least", len(rows))
	}
	for _, cells := range rows {
		t.Run(cells[0], func(t *testing.T) {
			v, err := jury.ParseVerdict(codeSpan(t, cells[0]))
			if got := outcome(v, err); got != cells[2] {
				t.Errorf("%s, CHANGELOG says %s", got, cells[2])
			}
			reasons := "the reasons are `" + strings.Join(v.Reasons, "` and `") + "`"
			if cells[1] == cells[2] && !strings.HasPrefix(cells[3], reasons) {
				t.Errorf("the row shows no difference; %s", reasons)
			}
		})
	}
}

// outcome names what came of a parse.
func outcome(v jury.Verdict, err error) string {
	switch {
	case err == nil && v.Pass:
		return "pass"
	case err == nil:
		return "fail"
	}
	for name, sentinel := range map[string]error{
		"ErrNoVerdict": jury.ErrNoVerdict, "ErrConflict": jury.ErrConflict, "ErrTruncated": jury.ErrTruncated,
		"ErrUntrusted": jury.ErrUntrusted, "ErrTooLarge": jury.ErrTooLarge,
	} {
		if errors.Is(err, sentinel) {
			return name
		}
	}
	return err.Error()
}
