package jury_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite api.txt")

const apiHeader = "# Every exported name of package jury, with its signature.\n" +
	"# go test -run TestAPI -update rewrites this file; a line that changes or goes breaks callers.\n"

// TestAPI compares the exported names with api.txt, so that no name comes,
// goes or changes unseen.
func TestAPI(t *testing.T) {
	got := exportedNames(typeCheck(t, "."))
	if *update {
		if err := os.WriteFile("api.txt", []byte(apiHeader+strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile("api.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, ok := strings.CutPrefix(string(data), apiHeader)
	if !ok {
		t.Error("api.txt does not begin with its header")
	}
	want := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("in api.txt, not in the package: %s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("in the package, not in api.txt: %s", line)
		}
	}
	if !t.Failed() && !slices.Equal(got, want) {
		t.Error("api.txt is out of order")
	}
	if t.Failed() {
		t.Log("if that is meant: go test -run TestAPI -update, and say so in CHANGELOG.md")
	}
}

// exportedNames returns one line for each exported constant, function, type,
// field, method and variable, by name, members after their type.
func exportedNames(pkg *types.Package) []string {
	var lines []string
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			lines = append(lines, constLine(obj))
		case *types.TypeName:
			lines = append(lines, typeLines(obj)...)
		default:
			lines = append(lines, types.ObjectString(obj, types.RelativeTo(pkg)))
		}
	}
	return lines
}

// constLine gives the value of a constant, except where the type is a number
// of ours: callers rely on the name of a quirk, never on its bit.
func constLine(c *types.Const) string {
	basic, _ := c.Type().Underlying().(*types.Basic)
	if _, named := c.Type().(*types.Named); named && basic.Info()&types.IsNumeric != 0 {
		return fmt.Sprintf("const %s %s", c.Name(), types.TypeString(c.Type(), types.RelativeTo(c.Pkg())))
	}
	if basic.Info()&types.IsUntyped != 0 {
		return fmt.Sprintf("const %s = %s", c.Name(), c.Val().ExactString())
	}
	return types.ObjectString(c, types.RelativeTo(c.Pkg())) + " = " + c.Val().ExactString()
}

func typeLines(name *types.TypeName) []string {
	local := types.RelativeTo(name.Pkg())
	named, ok := name.Type().(*types.Named)
	if !ok || name.IsAlias() {
		return []string{types.ObjectString(name, local)}
	}
	line := "type " + types.TypeString(named, local)
	fields, ok := named.Underlying().(*types.Struct)
	if !ok {
		return append([]string{line + " " + types.TypeString(named.Underlying(), local)}, methodLines(named)...)
	}
	lines := []string{line + " struct"}
	for i := range fields.NumFields() {
		field := fields.Field(i)
		if !field.Exported() {
			continue
		}
		text := fmt.Sprintf("field %s.%s %s", name.Name(), field.Name(), types.TypeString(field.Type(), local))
		if field.Embedded() {
			text = fmt.Sprintf("field %s embeds %s", name.Name(), types.TypeString(field.Type(), local))
		}
		if tag := fields.Tag(i); tag != "" {
			text += " `" + tag + "`"
		}
		lines = append(lines, text)
	}
	return append(lines, methodLines(named)...)
}

func methodLines(named *types.Named) []string {
	var lines []string
	for i := range named.NumMethods() {
		m := named.Method(i)
		if !m.Exported() {
			continue
		}
		sig := m.Type().(*types.Signature)
		local := types.RelativeTo(m.Pkg())
		var b strings.Builder
		fmt.Fprintf(&b, "method (%s) %s", types.TypeString(sig.Recv().Type(), local), m.Name())
		b.WriteString(strings.TrimPrefix(types.TypeString(sig, local), "func"))
		lines = append(lines, b.String())
	}
	slices.Sort(lines)
	return lines
}

// typeCheck type-checks the files of dir that this platform builds, tests left
// out, and what they import of this module.
func typeCheck(t *testing.T, dir string) *types.Package {
	t.Helper()
	if pkg, ok := typeChecked[dir]; ok {
		return pkg
	}
	pkg, err := build.ImportDir(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	module, standard := moduleLine(t, "module"), importer.Default()
	config := types.Config{Importer: importerFunc(func(path string) (*types.Package, error) {
		if inside, ok := strings.CutPrefix(path, module+"/"); ok {
			return typeCheck(t, inside), nil
		}
		return standard.Import(path)
	})}
	checked, err := config.Check(pkg.Name, fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	typeChecked[dir] = checked
	return checked
}

// typeChecked are the packages of this module by folder: two of one path would
// be strangers to each other.
var typeChecked = map[string]*types.Package{}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
