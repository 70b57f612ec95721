package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

func TestReplacePath(t *testing.T) {
	const from, to = "example.com/a/jury", "example.org/b"
	for _, tt := range []struct{ name, in, want string }{
		{"alone", "example.com/a/jury", "example.org/b"},
		{"import", `import "example.com/a/jury"`, `import "example.org/b"`},
		{"package in it", `"example.com/a/jury/cmd/jury"`, `"example.org/b/cmd/jury"`},
		{"end of a sentence", "Get example.com/a/jury.", "Get example.org/b."},
		{"version", "example.com/a/jury@v0.1.0", "example.org/b@v0.1.0"},
		{"in an address", "https://pkg.go.dev/example.com/a/jury", "https://pkg.go.dev/example.org/b"},
		{"longer last element", "example.com/a/jury-box", "example.com/a/jury-box"},
		{"longer host", "my.example.com/a/jury", "my.example.com/a/jury"},
		{"twice", "example.com/a/jury=>example.com/a/jury2 example.com/a/jury", "example.org/b=>example.com/a/jury2 example.org/b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(replacePath([]byte(tt.in), from, to)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestChange gives a copy of the repository another path, finds the old one
// nowhere, builds and tests the copy, and gives it the old path back: nothing
// has changed then.
func TestChange(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	from := modfile.ModulePath(data)
	dir := t.TempDir()
	files := copyTree(t, root, dir)
	run(t, dir, "git", "init", "-q")
	run(t, dir, "git", "add", "-A")

	// In two parts, so that the way back does not change this file.
	if err := change(dir, "example.com/zz/"+"verdicts", io.Discard); err != nil {
		t.Fatal(err)
	}
	for name := range files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), from) {
			t.Errorf("%s still names %s", name, from)
		}
	}
	run(t, dir, "go", "vet", "./...")
	run(t, dir, "go", "test", "-run", "House|API|Example", "./...")
	run(t, dir, "go", "-C", "internal/bench", "vet", "./...")
	run(t, dir, "go", "-C", "internal/examples", "vet", "./...")
	run(t, dir, "go", "-C", "internal/tools", "vet", "./...")
	if out := run(t, dir, "gofmt", "-l", "."); out != "" {
		t.Errorf("not formatted after the change: %s", out)
	}

	if err := change(dir, from, io.Discard); err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s differs after the change and back", name)
		}
	}
}

func TestChangeRefusesBadPath(t *testing.T) {
	for _, path := range []string{"", "jury box", "/jury", "Jury"} {
		if err := change(t.TempDir(), path, io.Discard); err == nil {
			t.Errorf("path %q was accepted", path)
		}
	}
}

// copyTree copies the files that git knows or would add, and returns them.
func copyTree(t *testing.T, root, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	names := strings.TrimSuffix(run(t, root, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00")
	for _, name := range strings.Split(names, "\x00") {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, not yet committed
		} else if err != nil {
			t.Fatal(err)
		}
		files[name] = string(data)
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
