package jury_test

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// What a reader can rely on in every file.
const (
	maxFileLines = 600
	maxFuncLines = 60
)

// rooms lists the files of the package from the leaves up. A function may call
// what is declared in its own room, in the files that its row names, and in
// what those may use. Since a row may name only rows above it, no two rooms
// call each other. A new file is a new row, or joins the row of the room that
// it was split from. Types are words, not calls: any file may use any of them.
var rooms = []struct{ files, calls string }{
	{"doc.go", ""},
	{"text.go", ""},
	{"errors.go", "text.go"},
	{"quirk.go", "text.go errors.go"},

	{"lenient.go quoted.go", common},
	{"source.go", common + " lenient.go"},
	{"json.go", common + " source.go"},
	{"value.go", common + " lenient.go"},
	{"claim.go", common + " value.go json.go"},
	{"prose.go", common + " value.go"},
	{"near.go stray.go label.go", common + " prose.go"},
	{"around.go buffers.go", common + " source.go stray.go"},
	{"denial.go", common + " claim.go around.go prose.go near.go"},
	{"reply.go", common + " denial.go"},
	{"decode.go", common + " json.go around.go"},
	{"verdict.go", common + " reply.go"},

	{"line.go", common},
	{"markdown.go", common + " line.go"},
	{"id.go", common + " line.go"},
	{"normalize.go", common + " id.go"},
	{"rubric.go rubric_advice.go", common + " markdown.go normalize.go"},

	{"scale.go", common},
	{"report.go salvage.go", common + " scale.go json.go value.go prose.go stray.go around.go"},
	{"schema.go", common + " scale.go verdict.go"},
	{"round.go", common + " scale.go rubric.go report.go"},
	{"decision.go", common + " round.go scale.go"},
	{"decide.go", common + " decision.go"},
}

// common is what every room may call.
const common = "text.go errors.go quirk.go"

func TestHouseFileLength(t *testing.T) {
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
func TestHouseFunctionLength(t *testing.T) {
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

func TestHouseDirectionOfCalls(t *testing.T) {
	may := map[string]map[string]bool{} // by file: the files that it may call
	for _, room := range rooms {
		reach := map[string]bool{}
		for _, callee := range strings.Fields(room.calls) {
			if may[callee] == nil {
				t.Fatalf("rooms: %s may call %s only from a row below it", room.files, callee)
			}
			maps.Copy(reach, may[callee])
		}
		for _, file := range strings.Fields(room.files) {
			reach[file] = true
			may[file] = reach
		}
	}
	src := load(t, ".")
	for _, file := range src.names {
		if may[file] == nil {
			t.Errorf("%s is in no row of rooms: say what it may call", file)
		}
	}
	for ident, obj := range src.info.Uses {
		from, to := src.file(ident.Pos()), src.file(obj.Pos())
		if obj.Pkg() == src.pkg && isCall(obj) && may[from] != nil && !may[from][to] {
			t.Errorf("%s: calls %s of %s, against the direction in rooms", src.fset.Position(ident.Pos()), ident.Name, to)
		}
	}
}

// TestHouseRoomsAreTold makes sure that a newcomer finds every file of the
// package in CONTRIBUTING.md, with what is in it.
func TestHouseRoomsAreTold(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range load(t, ".").names {
		if !bytes.Contains(text, []byte("`"+name+"`")) {
			t.Errorf("CONTRIBUTING.md does not say what is in %s", name)
		}
	}
}

// isCall says whether a use of obj ties the two files: functions, methods,
// package variables and constants do; types, fields and local names do not.
func isCall(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return true
	case *types.Var:
		return !obj.IsField() && obj.Parent() == obj.Pkg().Scope()
	case *types.Const:
		return obj.Parent() == obj.Pkg().Scope() && !obj.Exported()
	}
	return false
}

func TestHouseImports(t *testing.T) {
	module := moduleLine(t, "module")
	for _, name := range goFiles(t) {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(filepath.ToSlash(name), "internal/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(path, "/")
			ours := path == module || strings.HasPrefix(path, module+"/")
			if strings.Contains(first, ".") && !ours {
				t.Errorf("%s imports %s, which is not in the standard library", name, path)
			}
			if path == "unsafe" || path == "C" {
				t.Errorf("%s imports %s: no unsafe code, no cgo", name, path)
			}
		}
	}
}

// TestHouseStandardLibraryVersion holds the go line of go.mod: nothing of the
// standard library that a later release brought is used.
func TestHouseStandardLibraryVersion(t *testing.T) {
	declared, err := strconv.Atoi(strings.Split(moduleLine(t, "go"), ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	newer := newerAPI(t, declared)
	for _, dir := range []string{".", filepath.Join("cmd", "jury")} {
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		src := load(t, dir)
		for ident, obj := range src.info.Uses {
			if obj.Pkg() == nil || obj.Pkg() == src.pkg {
				continue
			}
			if since := newer[apiName(obj)]; since > 0 {
				t.Errorf("%s: %s came with Go 1.%d; go.mod says 1.%d", src.fset.Position(ident.Pos()), apiName(obj), since, declared)
			}
		}
	}
}

// apiName names obj as newerAPI does: "strings.Lines", "time.Time.Compare".
// Fields are left out: a field cannot be told from its struct here.
func apiName(obj types.Object) string {
	name := obj.Pkg().Path() + "."
	if f, ok := obj.(*types.Func); ok {
		if recv := f.Type().(*types.Signature).Recv(); recv != nil {
			name += strings.TrimPrefix(types.TypeString(recv.Type(), func(*types.Package) string { return "" }), "*") + "."
		}
	}
	return name + obj.Name()
}

// newerAPI reads which release brought each name of the standard library from
// the lists that a Go tree carries; the test is skipped where there are none.
func newerAPI(t *testing.T, declared int) map[string]int {
	t.Helper()
	lists, err := filepath.Glob(filepath.Join(runtime.GOROOT(), "api", "go1.*.txt"))
	if err != nil || len(lists) == 0 {
		t.Skip("this Go tree has no api lists")
	}
	since := map[string]int{}
	for _, list := range lists {
		minor, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(list), "go1."), ".txt"))
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(data), "\n") {
			if name := apiLineName(line); name != "" && (since[name] == 0 || minor < since[name]) {
				since[name] = minor
			}
		}
	}
	for name, minor := range since {
		if minor <= declared {
			delete(since, name)
		}
	}
	return since
}

// apiLineName reads "pkg strings, func Lines(string) iter.Seq[string] #61901"
// as "strings.Lines", and a method with its type before its name.
func apiLineName(line string) string {
	pkg, rest, ok := strings.Cut(strings.TrimPrefix(line, "pkg "), ", ")
	if !ok {
		return ""
	}
	pkg, _, _ = strings.Cut(pkg, " ")
	kind, rest, _ := strings.Cut(rest, " ")
	recv := ""
	if kind == "method" {
		recv, rest, _ = strings.Cut(strings.TrimPrefix(rest, "("), ") ")
		recv = strings.TrimPrefix(recv, "*") + "."
	}
	if end := strings.IndexAny(rest, " ([,="); end >= 0 {
		if kind == "type" && strings.Contains(rest, ", ") {
			return "" // one field or method of a type that an earlier line names
		}
		rest = rest[:end]
	}
	return pkg + "." + recv + rest
}

// source is a package of this module, parsed and type-checked.
type source struct {
	fset  *token.FileSet
	names []string
	pkg   *types.Package
	info  *types.Info
}

func (s *source) file(pos token.Pos) string { return filepath.Base(s.fset.Position(pos).Filename) }

var (
	loaded   sync.Map // by folder: *source
	standard = importer.Default()
)

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// load type-checks the files of dir that this platform builds, tests left out.
func load(t *testing.T, dir string) *source {
	t.Helper()
	if src, ok := loaded.Load(dir); ok {
		return src.(*source)
	}
	pkg, err := build.ImportDir(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	src := &source{fset: token.NewFileSet(), names: pkg.GoFiles, info: &types.Info{Uses: map[*ast.Ident]types.Object{}}}
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(src.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	config := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
		if path == moduleLine(t, "module") {
			return load(t, ".").pkg, nil
		}
		return standard.Import(path)
	})}
	if src.pkg, err = config.Check(pkg.Name, src.fset, files, src.info); err != nil {
		t.Fatal(err)
	}
	loaded.Store(dir, src)
	return src
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
