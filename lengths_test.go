package jury_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	maxFileLines = 600
	maxFuncLines = 60
)

func TestFileLength(t *testing.T) {
	for _, name := range goFiles(t) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(data, []byte("\n")); n > maxFileLines {
			t.Errorf("%s has %d lines, more than %d: split it by subject", name, n, maxFileLines)
		}
	}
}

// Test functions may be longer, since their tables stand in them.
func TestFunctionLength(t *testing.T) {
	for _, name := range goFiles(t) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				first, last := fset.Position(f.Pos()).Line, fset.Position(f.End()).Line
				if n := last - first + 1; n > maxFuncLines {
					t.Errorf("%s:%d: %s has %d lines, more than %d", name, first, f.Name.Name, n, maxFuncLines)
				}
			}
		}
	}
}

// goFiles returns the Go files of the repository, those of its other modules
// too where they are there.
func goFiles(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			names = append(names, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(names, "doc.go") {
		t.Fatal("the tests must run in the root of the repository")
	}
	return names
}

// moduleLine returns what follows the keyword in go.mod.
func moduleLine(t *testing.T, keyword string) string {
	t.Helper()
	data, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		if value, ok := strings.CutPrefix(line, keyword+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	t.Fatalf("go.mod has no %s line", keyword)
	return ""
}
