// Command mutate asks whether the tests of the decision would notice a fault in
// it. It makes one small change at a time to the files that decide, to each
// comparison, connective, negation, arithmetic operator and constant, runs the
// tests of those files, and lists the changes that no test noticed.
//
//	cd internal/tools && go run ./mutate             the files that decide
//	cd internal/tools && go run ./mutate decide.go   this one
//	cd internal/tools && go run ./mutate -all        more changes of each place
//	cd internal/tools && go run ./mutate -lines 210-310 decide.go
//
// Nothing in the tree is changed: the tests are built with -overlay, which also
// leaves out the tests of other files. The exit status is 1 if a change survives
// that explained does not account for.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// decideFiles are the files that decide.
var decideFiles = []string{"decide.go", "decide_count.go", "decide_reach.go", "round.go", "scale.go", "strict.go"}

// decideTests are the files of tests that run on every change, without the rest
// of the package's.
var decideTests = []string{"decide_test.go", "decide_exact_test.go", "decide_law_test.go", "decide_terms_test.go", "decision_test.go", "round_test.go", "scale_test.go",
	"strict_test.go"}

// maxRun is how long the tests of one change may take; one that makes a loop
// run forever is noticed by it.
const maxRun = 90 * time.Second

func main() {
	root := flag.String("root", filepath.Join("..", ".."), "the root of the repository")
	workers := flag.Int("p", 2, "how many changes to try at a time")
	everything := flag.Bool("all", false, "make every change of each place, not one")
	lines := flag.String("lines", "", "change these lines only, as first-last")
	verbose := flag.Bool("v", false, "print every change, not only survivors")
	flag.Parse()
	files := flag.Args()
	if len(files) == 0 {
		files = decideFiles
	}
	m := &mutator{root: *root, everything: *everything, verbose: *verbose, last: math.MaxInt}
	if *lines != "" {
		if _, err := fmt.Sscanf(*lines, "%d-%d", &m.first, &m.last); err != nil {
			fmt.Fprintf(os.Stderr, "mutate: -lines %s: %v\n", *lines, err)
			os.Exit(2)
		}
	}
	unexplained, err := m.run(files, *workers)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if unexplained > 0 {
		os.Exit(1)
	}
}

// A mutation is one change of one file.
type mutation struct {
	file       string // within the root
	line       int
	start, end int // offsets of what is replaced
	old, new   string
	source     string // the line, trimmed
}

func (m mutation) String() string {
	return fmt.Sprintf("%s:%d: %s → %s in: %s", m.file, m.line, m.old, m.new, m.source)
}

type mutator struct {
	root       string
	everything bool
	verbose    bool

	first, last int      // lines
	leftOut     []string // files of tests, by their whole path

	mu                                      sync.Mutex
	killed, invalid, explained, unexplained int
}

// run tries the mutations of the files and returns how many survived without an
// explanation.
func (m *mutator) run(files []string, workers int) (int, error) {
	if err := m.prepare(); err != nil {
		return 0, err
	}
	all, sources, err := m.read(files)
	if err != nil {
		return 0, err
	}
	started := time.Now()
	queue := make(chan mutation, len(all))
	for _, mut := range all {
		queue <- mut
	}
	close(queue)
	failures := make(chan error, workers)
	for range workers {
		go func() {
			for mut := range queue {
				outcome, err := m.test(mut, sources[mut.file])
				if err != nil {
					failures <- err
					return
				}
				m.count(mut, outcome)
			}
			failures <- nil
		}()
	}
	for range workers {
		if err := <-failures; err != nil {
			return 0, err
		}
	}
	fmt.Printf("%d changes in %s: %d noticed, %d do not compile, %d survive with a reason, %d without\n",
		len(all), time.Since(started).Round(time.Second), m.killed, m.invalid, m.explained, m.unexplained)
	return m.unexplained, nil
}

// prepare finds the tests to leave out, and sees the others pass.
func (m *mutator) prepare() error {
	root, err := filepath.Abs(m.root)
	if err != nil {
		return err
	}
	m.root = root
	tests, err := filepath.Glob(filepath.Join(root, "*_test.go"))
	if err != nil {
		return err
	}
	for _, name := range tests {
		if !slices.Contains(decideTests, filepath.Base(name)) {
			m.leftOut = append(m.leftOut, name)
		}
	}
	outcome, err := m.test(mutation{}, nil)
	if err == nil && outcome != survived {
		err = errors.New("the tests fail before anything is changed")
	}
	return err
}

// read returns the mutations to try, in the order of the files, and the files.
func (m *mutator) read(files []string) (all []mutation, sources map[string][]byte, err error) {
	sources = map[string][]byte{}
	for _, file := range files {
		src, err := os.ReadFile(filepath.Join(m.root, file))
		if err != nil {
			return nil, nil, err
		}
		found, err := mutations(file, src)
		if err != nil {
			return nil, nil, err
		}
		sources[file] = src
		for i, mut := range found {
			if mut.line >= m.first && mut.line <= m.last && (m.everything || i == 0 || mut.start != found[i-1].start) {
				all = append(all, mut)
			}
		}
	}
	return all, sources, nil
}

func (m *mutator) count(mut mutation, outcome string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch reason, ok := explanation(mut); {
	case outcome == noticed && ok:
		m.unexplained++
		fmt.Printf("NOTICED, but explained as a survivor: %s\n", mut)
	case outcome == noticed:
		m.killed++
	case outcome == uncompiled:
		m.invalid++
	case ok:
		m.explained++
		fmt.Printf("survives: %s\n\t%s\n", mut, reason)
	default:
		m.unexplained++
		fmt.Printf("SURVIVES: %s\n", mut)
	}
	if m.verbose {
		fmt.Printf("%s: %s\n", outcome, mut)
	}
}

// The outcomes of a mutation.
const (
	survived   = "survived"
	noticed    = "noticed"
	uncompiled = "does not compile"
)

// test runs the tests on the root with one file changed; on the root as it is
// for the zero mutation.
func (m *mutator) test(mut mutation, src []byte) (string, error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := m.writeOverlay(dir, mut, src)
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "jury.test")
	args := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", binary, "-overlay", overlay}
	ctx, cancel := context.WithTimeout(context.Background(), 2*maxRun)
	defer cancel()
	build := exec.CommandContext(ctx, "go", append(args, ".")...)
	build.Dir = m.root
	if out, err := build.CombinedOutput(); err != nil {
		if mut.file != "" && (bytes.Contains(out, []byte(mutatedName)) || bytes.Contains(out, []byte(mut.file))) {
			return uncompiled, nil
		}
		return "", fmt.Errorf("go test -c: %v\n%s", err, out)
	}
	run := exec.CommandContext(ctx, binary, "-test.short", "-test.failfast", "-test.timeout", maxRun.String())
	run.Dir = m.root
	err = run.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return survived, nil
	case errors.As(err, &exit):
		return noticed, nil
	}
	return "", err
}

// mutatedName is what the compiler calls a changed file in a syntax error; in
// others it has the name that the change is laid over.
const mutatedName = "mutated.go"

// writeOverlay writes the changed file and the list that go build reads: what
// stands in for which file, "" for one that is left out.
func (m *mutator) writeOverlay(dir string, mut mutation, src []byte) (string, error) {
	replace := map[string]string{}
	for _, name := range m.leftOut {
		replace[name] = ""
	}
	if mut.file != "" {
		replacement := filepath.Join(dir, mutatedName)
		replace[filepath.Join(m.root, mut.file)] = replacement
		changed := string(src[:mut.start]) + mut.new + string(src[mut.end:])
		if err := os.WriteFile(replacement, []byte(changed), 0o644); err != nil {
			return "", err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o644)
}

// replacements says what each operator is changed into: its neighbour at the
// boundary, then its opposite.
var replacements = map[token.Token][]string{
	token.EQL: {"!="}, token.NEQ: {"=="},
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"},
	token.GTR: {">=", "<="}, token.GEQ: {">", "<"},
	token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"/"}, token.QUO: {"*"},
	token.INC: {"--"}, token.ADD_ASSIGN: {"-=", "="},
}

// mutations lists the changes to one file, in its order.
func mutations(file string, src []byte) ([]mutation, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, src, 0)
	if err != nil {
		return nil, err
	}
	var all []mutation
	add := func(pos token.Pos, old string, news ...string) {
		at := fset.Position(pos)
		line, _, _ := bytes.Cut(src[at.Offset-at.Column+1:], []byte("\n"))
		for _, new := range news {
			all = append(all, mutation{file, at.Line, at.Offset, at.Offset + len(old), old, new, strings.TrimSpace(string(line))})
		}
	}
	ast.Inspect(parsed, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.ImportSpec, *ast.Field: // import paths, tags and types
			return false
		case *ast.BinaryExpr:
			add(n.OpPos, n.Op.String(), replacements[n.Op]...)
		case *ast.IncDecStmt:
			add(n.TokPos, n.Tok.String(), replacements[n.Tok]...)
		case *ast.AssignStmt:
			add(n.TokPos, n.Tok.String(), replacements[n.Tok]...)
		case *ast.UnaryExpr:
			if n.Op == token.NOT || n.Op == token.SUB {
				add(n.OpPos, n.Op.String(), "")
			}
		case *ast.BasicLit:
			add(n.Pos(), n.Value, otherConstants(n)...)
		case *ast.Ident:
			if other, ok := otherName[n.Name]; ok {
				add(n.Pos(), n.Name, other)
			}
		}
		return true
	})
	return all, nil
}

// otherConstants returns a number one up and one down, or half and twice it.
func otherConstants(lit *ast.BasicLit) []string {
	switch lit.Kind {
	case token.INT:
		if n, err := strconv.ParseInt(lit.Value, 0, 64); err == nil {
			return []string{strconv.FormatInt(n+1, 10), strconv.FormatInt(n-1, 10)}
		}
	case token.FLOAT:
		return []string{"(" + lit.Value + "*2)", "(" + lit.Value + "/2)"}
	}
	return nil
}

// otherName exchanges names that stand for values.
var otherName = map[string]string{
	"true": "false", "false": "true",
	"MinScore": "MaxScore", "MaxScore": "MinScore",
	"max": "min", "min": "max",
	"Veto": "Blocking", "Blocking": "Note", "Note": "Veto",
	"Accept": "Repair", "Repair": "Indeterminate", "Indeterminate": "Repair",
	"Ceil": "Floor", "Round": "Ceil",
	"maxScan": "(maxScan + 1)", "maxExpected": "(maxExpected + 1)",
}
