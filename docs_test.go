package jury_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury"
)

// noExample lists what has no Example of its own, and why none is missed.
var noExample = map[string]string{
	"Kind.String":                "the Example of Kind prints it",
	"Kind.MarshalText":           "the Example of Kind marshals it",
	"Reason.String":              "the Example of Reason prints it",
	"Reason.MarshalText":         "the Example of Reason marshals it",
	"Reason.UnmarshalText":       "the Example of Reason unmarshals it",
	"RejectReason.String":        "the Example of RejectReason prints it",
	"RejectReason.MarshalText":   "the Example of RejectReason marshals it",
	"RejectReason.UnmarshalText": "as Reason.UnmarshalText",
	"ReplyError.Error":           "the Example of ReplyError prints it",
	"ReplyError.Unwrap":          "the Example of ReplyError uses it through errors.Is",
	"RubricError.Error":          "the Example of RubricError prints it",
	"RubricError.Unwrap":         "the Example of RubricError uses it through errors.Is",
}

// TestDocExamples finds every exported function, method and type with methods
// that has no Example.
func TestDocExamples(t *testing.T) {
	lacking := func(name string, examples []*doc.Example) {
		reason, exempt := noExample[name]
		switch {
		case exempt && reason == "":
			t.Errorf("noExample gives no reason for %s", name)
		case exempt && len(examples) > 0:
			t.Errorf("%s has an Example: take it out of noExample", name)
		case !exempt && len(examples) == 0:
			t.Errorf("%s has no Example", name)
		}
		for _, e := range examples {
			if e.Output == "" && !e.EmptyOutput {
				t.Errorf("Example%s has no output, so that it never runs", e.Name)
			}
		}
	}
	pkg := documented(t)
	known := map[string]bool{}
	functions := slices.Clone(pkg.Funcs)
	for _, typ := range pkg.Types {
		functions = append(functions, typ.Funcs...)
		known[typ.Name] = true
		if len(typ.Methods) > 0 {
			lacking(typ.Name, typ.Examples)
		}
		for _, method := range typ.Methods {
			known[typ.Name+"."+method.Name] = true
			lacking(typ.Name+"."+method.Name, method.Examples)
		}
	}
	for _, function := range functions {
		known[function.Name] = true
		lacking(function.Name, function.Examples)
	}
	for name := range noExample {
		if !known[name] {
			t.Errorf("noExample names %s, which is not there", name)
		}
	}
}

// documented returns the documentation of the package, with its Examples.
func documented(t *testing.T) *doc.Package {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	pkg, err := doc.NewFromFiles(fset, files, moduleLine(t, "module"))
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// A replyLine is a line of the package comment that says what becomes of a
// reply.
var replyLine = regexp.MustCompile(`^\t(.*\S) {2,}(passes|fails|Err[A-Za-z]+)(?:: ([a-z_ ]+))?$`)

// leastReplies is how many such lines there are at least, so that a change of
// their form does not leave this test without any.
const leastReplies = 40

// TestDocReplies runs the replies of the package comment.
func TestDocReplies(t *testing.T) {
	n := 0
	for _, line := range strings.Split(packageComment(t), "\n") {
		m := replyLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		n++
		reply, want := strings.ReplaceAll(m[1], "⏎", "\n"), m[2]
		if m[3] != "" {
			want += ": " + m[3]
		}
		if got := docOutcome(reply); got != want {
			t.Errorf("doc.go says of %s\n%s; it is\n%s", m[1], want, got)
		}
	}
	if n < leastReplies {
		t.Errorf("found %d replies in the package comment, not %d", n, leastReplies)
	}
}

// docOutcome returns what SafeVerdict makes of reply, as the package comment
// says it.
func docOutcome(reply string) string {
	v, err := jury.SafeVerdict(reply)
	quirks, outcome := v.Quirks, "fails"
	switch {
	case err != nil:
		e := err.(*jury.ReplyError)
		quirks, outcome = e.Quirks, sentinelName(e.Err)
	case v.Pass:
		outcome = "passes"
	}
	if quirks == 0 {
		return outcome
	}
	names := strings.Split(quirks.String(), "|")
	slices.Sort(names)
	return outcome + ": " + strings.Join(names, " ")
}

func sentinelName(err error) string {
	switch err {
	case jury.ErrNoVerdict:
		return "ErrNoVerdict"
	case jury.ErrConflict:
		return "ErrConflict"
	case jury.ErrTruncated:
		return "ErrTruncated"
	case jury.ErrUntrusted:
		return "ErrUntrusted"
	}
	return err.Error()
}

// TestDocQuirks compares the quirks that the package comment lists with the
// constants: those that a pass may carry first, then the others.
func TestDocQuirks(t *testing.T) {
	_, text, ok := strings.Cut(packageComment(t), "\n# Quirks\n")
	safe, rest, ok2 := strings.Cut(text, "Contract.Allow")
	rest, _, ok3 := strings.Cut(rest, "\n#")
	if !ok || !ok2 || !ok3 {
		t.Fatal("the package comment has no section on quirks of the known form")
	}
	for _, list := range []struct {
		text string
		want jury.Quirks
	}{{safe, jury.SafeQuirks}, {rest, jury.AllQuirks &^ jury.SafeQuirks}} {
		var names []string
		for _, m := range regexp.MustCompile(`(?m)^\t([a-z_]+) {2,}\S`).FindAllStringSubmatch(list.text, -1) {
			names = append(names, m[1])
		}
		if want := strings.Split(list.want.String(), "|"); !equalSets(names, want) {
			t.Errorf("the package comment lists the quirks\n%s; the constants are\n%s", names, want)
		}
	}
}

// equalSets reports whether a and b hold the same, each once.
func equalSets(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// TestDocWords reads each word that the package comment lists.
func TestDocWords(t *testing.T) {
	text := strings.Join(strings.Fields(packageComment(t)), " ")
	for _, list := range []struct {
		before, after, want string
	}{
		{"An explicit pass: true, and the words ", ".", "passes: pass_word"},
		{"An explicit fail: false, the number 0, and the words ", ";", "fails: pass_word"},
		{"An abstention, unclear and no pass: ", ".", "ErrUntrusted: pass_unclear"},
	} {
		_, rest, ok := strings.Cut(text, list.before)
		words, _, ok2 := strings.Cut(rest, list.after)
		if !ok || !ok2 {
			t.Errorf("the package comment has no %q", list.before)
		}
		for _, word := range strings.Split(words, ", ") {
			if got := docOutcome(`{"pass": "` + word + `", "score": 1}`); got != list.want {
				t.Errorf("%q is listed after %q, and %s", word, list.before, got)
			}
		}
	}
}

// packageComment returns the text of the package comment.
func packageComment(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "doc.go", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	return file.Doc.Text()
}
