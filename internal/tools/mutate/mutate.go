// Command mutate asks whether the tests would notice a fault in what decides, and
// in what reads words. It makes one small change at a time, to each comparison,
// connective, negation, arithmetic operator and constant, runs the tests that are
// about the file, and lists the changes that no test noticed.
//
//	cd internal/tools && go run ./mutate                    the files that decide
//	cd internal/tools && go run ./mutate decide.go          this one
//	cd internal/tools && go run ./mutate internal/vocab     all files of the package
//	cd internal/tools && go run ./mutate -n 60 -seed 1 internal/vocab internal/evidence
//	cd internal/tools && go run ./mutate -all               more changes of each place
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
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// decideFiles are the files that decide.
var decideFiles = []string{"decide.go", "decide_count.go", "decide_reach.go", "round.go", "scale.go", "strict.go"}

// A suite is tests that run on a change.
type suite struct {
	dir   string   // of their package, within the root
	files []string // those of its test files that are built; none means all
	run   string   // the pattern of those that run, as of go test; "" means all
}

// suites are those that run on a change, by the folder of the file that is changed,
// one after the other until one notices.
var suites = map[string][]suite{
	".":                 {{dir: ".", files: decideTests}},
	"internal/vocab":    {{dir: "internal/vocab"}, statementTables},
	"internal/evidence": {{dir: "internal/evidence"}, statementTables},
}

// decideTests are the tests of what decides, without the rest of the package's.
var decideTests = []string{"decide_test.go", "decide_exact_test.go", "decide_law_test.go", "decide_terms_test.go", "decision_test.go", "round_test.go", "scale_test.go",
	"strict_test.go"}

// statementTables are the tables, and no laws, of what words say in a whole reply.
var statementTables = suite{dir: ".", run: "^Test(Statements|Forms|ContractCases|WordSpellings|ScoreScale|RefusalsInFrames|FailPhrases|" +
	"PassStandsBeside|FailBesideQuotedPass|PassThatDoesNotStand|ContractDoubts)$"}

// maxRun is how long the tests of one change may take; one that makes a loop
// run forever is noticed by it.
const maxRun = 90 * time.Second

const help = `usage: mutate [flags] [file or folder...]

Makes one small change at a time to the files, paths within the repository, and
says which of them no test notices. Without arguments it changes the files that
decide. Run it in internal/tools.

`

func main() {
	root := flag.String("root", filepath.Join("..", ".."), "the root of the repository")
	workers := flag.Int("p", 2, "how many changes to try at a time")
	everything := flag.Bool("all", false, "make every change of each place, not one")
	lines := flag.String("lines", "", "change these lines only, as first-last")
	verbose := flag.Bool("v", false, "print every change, not only survivors")
	sample := flag.Int("n", 0, "try this many changes of each argument, by chance; 0 means all")
	seed := flag.Uint64("seed", 1, "what the chance begins with: the same seed, the same changes")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), help)
		flag.PrintDefaults()
	}
	flag.Parse()
	files := flag.Args()
	if len(files) == 0 {
		files = decideFiles
	}
	m := &mutator{root: *root, everything: *everything, verbose: *verbose, last: math.MaxInt, sample: *sample, seed: *seed}
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
	nth        int    // which of several such changes of the line, from 0, outer operators first
}

func (m mutation) String() string {
	return fmt.Sprintf("%s:%d: %s → %s in: %s", m.file, m.line, m.old, m.new, m.source)
}

type mutator struct {
	root       string
	everything bool
	verbose    bool

	first, last int // lines
	sample      int // how many changes of each argument, or 0
	seed        uint64

	mu                                      sync.Mutex
	killed, invalid, explained, unexplained int
}

// run tries the mutations of the files and returns how many survived without an
// explanation.
func (m *mutator) run(files []string, workers int) (int, error) {
	var err error
	if m.root, err = filepath.Abs(m.root); err != nil {
		return 0, err
	}
	all, sources, err := m.read(files)
	if err != nil {
		return 0, err
	}
	var folders []string
	for _, mut := range all {
		if folder := path.Dir(mut.file); !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	if err := m.prepare(folders); err != nil {
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
				outcome, err := m.test(suites[path.Dir(mut.file)], mut, sources[mut.file])
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

// prepare sees the tests pass that run on changes of the files in folders.
func (m *mutator) prepare(folders []string) error {
	for _, folder := range folders {
		if suites[folder] == nil {
			return fmt.Errorf("no tests are named for files in %s", folder)
		}
		outcome, err := m.test(suites[folder], mutation{}, nil)
		if err == nil && outcome != survived {
			err = fmt.Errorf("the tests for %s fail before anything is changed", folder)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// read returns the mutations to try, in the order of the arguments, and the files.
func (m *mutator) read(args []string) (all []mutation, sources map[string][]byte, err error) {
	sources = map[string][]byte{}
	for _, arg := range args {
		files, err := m.files(arg)
		if err != nil {
			return nil, nil, err
		}
		var some []mutation
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
					some = append(some, mut)
				}
			}
		}
		all = append(all, m.choose(some)...)
	}
	return all, sources, nil
}

// files returns the files that arg names, itself or those of the folder that it is.
func (m *mutator) files(arg string) ([]string, error) {
	info, err := os.Stat(filepath.Join(m.root, arg))
	if err != nil || !info.IsDir() {
		return []string{filepath.ToSlash(arg)}, err
	}
	names, err := filepath.Glob(filepath.Join(m.root, arg, "*.go"))
	var files []string
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			files = append(files, path.Join(filepath.ToSlash(arg), filepath.Base(name)))
		}
	}
	return files, err
}

// choose returns as many of all as the sample has, in their order.
func (m *mutator) choose(all []mutation) []mutation {
	if m.sample == 0 || m.sample >= len(all) {
		return all
	}
	chosen := rand.New(rand.NewPCG(m.seed, 0)).Perm(len(all))[:m.sample]
	slices.Sort(chosen)
	var some []mutation
	for _, i := range chosen {
		some = append(some, all[i])
	}
	return some
}

func (m *mutator) count(mut mutation, outcome string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch reason, ok := explain(mut); {
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

// test runs the suites with one file changed, or none for the zero mutation, until
// one of them notices.
func (m *mutator) test(suites []suite, mut mutation, src []byte) (string, error) {
	for _, s := range suites {
		if outcome, err := m.testSuite(s, mut, src); err != nil || outcome != survived {
			return outcome, err
		}
	}
	return survived, nil
}

func (m *mutator) testSuite(s suite, mut mutation, src []byte) (string, error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	overlay, err := m.writeOverlay(dir, s, mut, src)
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "jury.test")
	ctx, cancel := context.WithTimeout(context.Background(), 2*maxRun)
	defer cancel()
	build := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", binary, "-overlay", overlay, "./"+s.dir)
	build.Dir = m.root
	if out, err := build.CombinedOutput(); err != nil {
		if mut.file != "" && (bytes.Contains(out, []byte(mutatedName)) || bytes.Contains(out, []byte(mut.file))) {
			return uncompiled, nil
		}
		return "", fmt.Errorf("go test -c: %v\n%s", err, out)
	}
	run := exec.CommandContext(ctx, binary, "-test.short", "-test.failfast", "-test.timeout", maxRun.String(), "-test.run", s.run)
	run.Dir = filepath.Join(m.root, s.dir)
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
func (m *mutator) writeOverlay(dir string, s suite, mut mutation, src []byte) (string, error) {
	replace := map[string]string{}
	tests, err := filepath.Glob(filepath.Join(m.root, s.dir, "*_test.go"))
	if err != nil {
		return "", err
	}
	for _, name := range tests {
		if len(s.files) > 0 && !slices.Contains(s.files, filepath.Base(name)) {
			replace[name] = ""
		}
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
			m := mutation{file, at.Line, at.Offset, at.Offset + len(old), old, new, strings.TrimSpace(string(line)), 0}
			for i := len(all) - 1; i >= 0 && all[i].line == m.line; i-- {
				if all[i].old == old && all[i].new == new {
					m.nth++
				}
			}
			all = append(all, m)
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
