// Package ossfuzz tests what internal/oss-fuzz holds for OSS-Fuzz.
package ossfuzz

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// builder stands in for the one of OSS-Fuzz: it compiles a package with its tests,
// once, and refuses tests of an external package.
const builder = `#!/bin/bash -eu
[ "$2" != "${LOSE:-}" ] || exit 0
[ -z "$(go list -f '{{range .XTestGoFiles}}{{.}} {{end}}' "$1")" ]
tests=$SRC/$(basename "$1").test
[ -x "$tests" ] || go test -c -o "$tests" "$1"
ln "$tests" "$OUT/$3"
`

// goTool is the go command, but that it gets no module.
const goTool = `#!/bin/bash -eu
[ "$1" = get ] || exec %GO% "$@"
`

// TestBuild runs build.sh on a copy of the repository: every target of the library
// is built, and finds its seeds from a folder that is not the repository.
func TestBuild(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the image of OSS-Fuzz is a Linux")
	}
	dir := t.TempDir()
	copyTree(t, filepath.Join("..", "..", ".."), filepath.Join(dir, "jury"))
	want := targets(t, filepath.Join(dir, "jury"))
	if out, err := build(t, dir); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	entries, err := filepath.Glob(filepath.Join(dir, "out", "Fuzz*"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		got = append(got, filepath.Base(entry))
	}
	if slices.Sort(want); !slices.Equal(got, want) || len(want) < 10 {
		t.Errorf("built %q, want %q", got, want)
	}
	run := exec.Command(filepath.Join(dir, "out", "FuzzParseRubric"), "-test.run", "^FuzzParseRubric$")
	run.Dir = t.TempDir()
	if text, err := run.CombinedOutput(); err != nil || !strings.Contains(string(text), "PASS") {
		t.Errorf("FuzzParseRubric elsewhere: %v\n%s", err, text)
	}
}

// TestBuildLosesNoTarget: one that the builder passes over is an error.
func TestBuildLosesNoTarget(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the image of OSS-Fuzz is a Linux")
	}
	dir := t.TempDir()
	copyTree(t, filepath.Join("..", "..", ".."), filepath.Join(dir, "jury"))
	if out, err := build(t, dir, "LOSE=FuzzFormObject"); err == nil || !strings.Contains(out, "FuzzFormObject was not built") {
		t.Errorf("%v\n%s", err, out)
	}
}

// build runs build.sh as OSS-Fuzz does, and returns what it prints.
func build(t *testing.T, dir string, env ...string) (string, error) {
	t.Helper()
	goPath, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "bin", "compile_native_go_fuzzer_v2"), builder)
	write(t, filepath.Join(dir, "bin", "go"), strings.ReplaceAll(goTool, "%GO%", goPath))
	if err := os.Mkdir(filepath.Join(dir, "out"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("bash", "-eu", filepath.Join(dir, "jury", "internal", "oss-fuzz", "build.sh"))
	// With -trimpath what was compiled in one folder serves in the next.
	cmd.Env = append(append(os.Environ(), "GOFLAGS=-trimpath", "SRC="+dir, "OUT="+filepath.Join(dir, "out"),
		"PATH="+filepath.Join(dir, "bin")+string(os.PathListSeparator)+os.Getenv("PATH")), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// targets returns the fuzz functions that stand in the sources, those of programs
// aside.
func targets(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	inside, err := filepath.Glob(filepath.Join(dir, "internal", "*", "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, inside...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if rest, ok := strings.CutPrefix(line, "func Fuzz"); ok {
				name, _, _ := strings.Cut(rest, "(")
				found = append(found, "Fuzz"+name)
			}
		}
	}
	return found
}

// copyTree copies the files that git knows or would add.
func copyTree(t *testing.T, root, dir string) {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	names, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, not yet committed
		} else if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(data))
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}
