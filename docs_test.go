package jury_test

import (
	"encoding/json"
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
	"Form.String":                "the Example of Form.UnmarshalText prints it",
	"Form.MarshalText":           "as Reason.MarshalText",
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

// A replyLine says what becomes of a reply.
var replyLine = regexp.MustCompile(`^(.*\S) {2,}(passes|fails|Err[A-Za-z]+)(?:: ([a-z_ ]+))?$`)

// The least number of such lines, so that a change of their form does not
// leave this test without any.
const (
	leastSpecReplies = 46
	leastPageReplies = 5
)

// TestDocReplies runs the replies of SPEC.md and of the package comment.
func TestDocReplies(t *testing.T) {
	checkReplies(t, "SPEC.md", specReplies(t), leastSpecReplies, jury.SafeVerdict)
	checkReplies(t, "doc.go", pageReplies(t), leastPageReplies, jury.SafeVerdict)
}

func checkReplies(t *testing.T, name string, lines []string, least int, parse func(string) (jury.Verdict, error)) {
	t.Helper()
	for _, line := range lines {
		m := replyLine.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("%s: %q says of no reply what becomes of it", name, line)
			continue
		}
		reply, want := strings.ReplaceAll(m[1], "⏎", "\n"), m[2]
		if m[3] != "" {
			want += ": " + m[3]
		}
		if got := docOutcomeOf(parse(reply)); got != want {
			t.Errorf("%s says of %s\n%s; it is\n%s", name, m[1], want, got)
		}
	}
	if len(lines) < least {
		t.Errorf("%s: found %d replies, not %d", name, len(lines), least)
	}
}

// TestDocContracts runs the blocks of SPEC.md that begin with a contract, each line
// of which is a reply to it.
func TestDocContracts(t *testing.T) {
	blocks := strings.Split(specification(t), "```contract\n")[1:]
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "\n```")
		lines := strings.Split(block, "\n")
		var c jury.Contract
		if err := json.Unmarshal([]byte(lines[0]), &c); err != nil || c.Validate() != nil {
			t.Errorf("%s: %v, %v", lines[0], err, c.Validate())
		}
		checkReplies(t, lines[0], lines[1:], 3, c.Parse)
	}
	if len(blocks) < 6 {
		t.Errorf("%d blocks, not 6", len(blocks))
	}
}

// specReplies returns the lines of the text blocks of SPEC.md, each of which
// must be a reply.
func specReplies(t *testing.T) []string {
	var lines []string
	info, open := "", false
	for _, line := range strings.Split(specification(t), "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence:
			info, open = fence, !open
		case open && info == "text":
			lines = append(lines, line)
		case !open && replyLine.MatchString(line):
			t.Errorf("SPEC.md: %q stands in no text block", line)
		}
	}
	if open {
		t.Error("SPEC.md ends inside a block")
	}
	return lines
}

// pageReplies returns the indented lines of the package comment that say what
// becomes of a reply; what else is indented is Go.
func pageReplies(t *testing.T) []string {
	var lines []string
	for _, line := range strings.Split(packageComment(t), "\n") {
		if code, ok := strings.CutPrefix(line, "\t"); ok && replyLine.MatchString(code) {
			lines = append(lines, code)
		}
	}
	return lines
}

// docOutcome returns what SafeVerdict makes of reply, as the documents say it.
func docOutcome(reply string) string { return docOutcomeOf(jury.SafeVerdict(reply)) }

func docOutcomeOf(v jury.Verdict, err error) string {
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
	case jury.ErrAbstained:
		return "ErrAbstained"
	case jury.ErrFailed:
		return "ErrFailed"
	}
	return err.Error()
}

// TestDocQuirks compares the quirks that SPEC.md lists with the constants:
// those that a pass may carry first, then the others.
func TestDocQuirks(t *testing.T) {
	safe, rest, ok := strings.Cut(section(t, "Quirks"), "Contract.Allow")
	if !ok {
		t.Fatal("SPEC.md has no section on quirks of the known form")
	}
	for _, list := range []struct {
		text string
		want jury.Quirks
	}{{safe, jury.SafeQuirks}, {rest, jury.AllQuirks &^ jury.SafeQuirks}} {
		var names []string
		for _, m := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| \\S").FindAllStringSubmatch(list.text, -1) {
			names = append(names, m[1])
		}
		if want := strings.Split(list.want.String(), "|"); !equalSets(names, want) {
			t.Errorf("SPEC.md lists the quirks\n%s; the constants are\n%s", names, want)
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

// TestDocWords reads each word and each name that SPEC.md lists.
func TestDocWords(t *testing.T) {
	text := strings.Join(strings.Fields(specification(t)), " ")
	value, tag := `{"pass": "%", "score": 1}`, `{"pass": true, "score": 1}`
	for _, list := range []struct {
		before, after string
		reply, want   string
		least         int
	}{
		{"An explicit pass: `true`, and the words ", ".", value, "passes: pass_word", 13},
		{"An explicit fail: `false`, the number `0`, and the words ", ";", value, "fails: pass_word", 24},
		{"An abstention, an answer and no pass: ", ".", value, "ErrAbstained", 9},
		{"The thinking tags are ", ", in `< >`", "<%>Hm.</%>" + tag, "passes: thinking", 13},
		{"The thinking tags are ", ", in `< >`", "[%]Hm.[/%]" + tag, "passes: thinking", 13},
		{"A wrapper is an object of one member, named ", "; -", `{"%": ` + tag + `}`, "passes: nested", 11},
	} {
		_, rest, ok := strings.Cut(text, list.before)
		listed, _, ok2 := strings.Cut(rest, list.after)
		if !ok || !ok2 {
			t.Errorf("SPEC.md has no %q", list.before)
		}
		words := listOf(listed)
		for _, word := range words {
			if got := docOutcome(strings.ReplaceAll(list.reply, "%", word)); got != list.want {
				t.Errorf("%q is listed after %q, and %s", word, list.before, got)
			}
		}
		if len(words) < list.least {
			t.Errorf("%d words are listed after %q, not %d", len(words), list.before, list.least)
		}
	}
}

// listOf returns the words of "`a`, `b` and `c`". What stands in no code span
// of its own is a word with its marks, which no list has.
func listOf(s string) []string {
	words := regexp.MustCompile(", | (?:and|or) `").Split(s, -1)
	for i, word := range words {
		words[i] = strings.Trim(word, "`")
	}
	return words
}

// notNames are code spans of SPEC.md that look like names of this package.
var notNames = map[string]string{
	"True":     "a literal of the grammar",
	"False":    "a literal of the grammar",
	"None":     "a literal of the grammar",
	"NaN":      "a literal of the grammar",
	"Infinity": "a literal of the grammar",
	"FAIL":     "what a verifier says",
}

// TestDocNames finds names in the package comment and in SPEC.md that the
// package does not export: links that lead nowhere, and code spans.
func TestDocNames(t *testing.T) {
	pkg := documented(t)
	exported := listedNames(t)
	name := `[A-Z]\w*(?:\.[A-Z]\w*)?`
	for _, list := range []struct {
		file, text, form string
		least            int
	}{
		{"doc.go", pkg.Doc, `\[\*?(` + name + `)\]`, 15},
		{"SPEC.md", specification(t), "`\\*?(?:jury\\.)?(" + name + ")`", 60},
	} {
		found := regexp.MustCompile(list.form).FindAllStringSubmatch(list.text, -1)
		for _, m := range found {
			if !exported[m[1]] && notNames[m[1]] == "" {
				t.Errorf("%s names %s, which is not exported", list.file, m[1])
			}
		}
		if len(found) < list.least {
			t.Errorf("%s: found %d names, not %d", list.file, len(found), list.least)
		}
	}
}

// listedNames returns the names that api.txt lists, fields and methods both
// with their type and alone.
func listedNames(t *testing.T) map[string]bool {
	t.Helper()
	data := readFile(t, "api.txt")
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(?:const|var|type|func|field) ([A-Z]\w*)(?:\.(\w+))?`).FindAllStringSubmatch(data, -1) {
		names[strings.TrimSuffix(m[1]+"."+m[2], ".")], names[m[2]] = true, true
	}
	for _, m := range regexp.MustCompile(`(?m)^method \(\*?(\w+)\) (\w+)`).FindAllStringSubmatch(data, -1) {
		names[m[1]+"."+m[2]], names[m[2]] = true, true
	}
	return names
}

// TestDocSections holds the order of SPEC.md, and the links inside it.
func TestDocSections(t *testing.T) {
	var sections []string
	anchors := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^## (.+)$`).FindAllStringSubmatch(specification(t), -1) {
		sections = append(sections, m[1])
		anchors[strings.NewReplacer(" ", "-", "?", "").Replace(strings.ToLower(m[1]))] = true
	}
	want := []string{"Terms", "Grammar", "Finding the verdict", "Values", "Several verdicts", "When a pass stands", "With a nonce", "Contracts and forms", "What was the judge asked to write?", "Quirks",
		"Divergences from the original contract", "Payloads of your own", "Reports and rounds", "Rubrics", "The decision", "Limits", "Laws"}
	if !slices.Equal(sections, want) {
		t.Errorf("SPEC.md has the sections\n%q, not\n%q", sections, want)
	}
	for _, name := range []string{"SPEC.md", "README.md", "CONTRIBUTING.md"} {
		for _, m := range regexp.MustCompile(`\]\((?:SPEC\.md)?#([a-z-]+)\)`).FindAllStringSubmatch(readFile(t, name), -1) {
			if !anchors[m[1]] {
				t.Errorf("%s: no section of SPEC.md is #%s", name, m[1])
			}
		}
	}
}

// TestDocPage holds the package comment short, so that go doc shows the first
// symbol soon, and the way from it to the rules.
func TestDocPage(t *testing.T) {
	const maxLines = 130
	page := packageComment(t)
	if n := strings.Count(page, "\n"); n > maxLines {
		t.Errorf("the package comment has %d lines, more than %d: rules belong in SPEC.md", n, maxLines)
	}
	if !strings.Contains(page, "SPEC.md") {
		t.Error("the package comment does not say where the rules are")
	}
}

// section returns what SPEC.md says below the heading name.
func section(t *testing.T, name string) string {
	t.Helper()
	_, text, ok := strings.Cut(specification(t), "\n## "+name+"\n")
	if !ok {
		t.Fatalf("SPEC.md has no section %q", name)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// specification returns the text of SPEC.md.
func specification(t *testing.T) string {
	t.Helper()
	return readFile(t, "SPEC.md")
}

// readFile returns the text of a file, with the line ends that it has in git.
func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

// packageComment returns the text of the package comment.
func packageComment(t *testing.T) string {
	t.Helper()
	return documented(t).Doc
}
