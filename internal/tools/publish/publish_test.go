package publish

import (
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// version is what the test publishes the working tree as.
const version = "v0.1.0"

// maxUnpacked bounds what a user downloads and unpacks: the library, its
// tests and their cases. Large corpora belong under internal/bench.
const maxUnpacked = 2 << 20

// inZip lists what the module may hold, as patterns of path.Match, each with
// why a user gets it. A folder that grows past this list grows every user's
// module cache: think first, then add a line.
var inZip = []struct{ pattern, reason string }{
	{"go.mod", "what a module is"},
	{"go.sum", "lets the tests run from the module cache"},
	{"LICENSE", "must go with every copy"},
	{"*.go", "the library, its tests and examples"},
	{"cmd/jury/*.go", "the command"},
	{"internal/chars/*.go", "imported by the library"},
	{"internal/evidence/*.go", "imported by the library"},
	{"internal/extract/*.go", "imported by the library"},
	{"internal/lenient/*.go", "imported by the library"},
	{"internal/objection/*.go", "imported by the library"},
	{"internal/outline/*.go", "imported by the library"},
	{"internal/veto/*.go", "imported by the library"},
	{"internal/vocab/*.go", "imported by the library"},
	{"internal/jurytest/*.go", "imported by the tests"},
	{"api.txt", "every exported name, read by a test"},
	{"README.md", "shown by pkg.go.dev"},
	{"SPEC.md", "the rules, read by a test"},
	{"CHANGELOG.md", "what changed, also in outcomes"},
	{"CONTRIBUTING.md", "read beside the sources"},
	{"SECURITY.md", "how to report a false pass"},
	{".gitignore", "belongs to the sources"},
	{".gitattributes", "belongs to the sources"},
	{".ci/run", "the checks; one small file"},
	{".github/workflows/*.yml", "runs the checks; small"},
	{".github/dependabot.yml", "keeps what the checks pin fresh; small"},
	{".github/ISSUE_TEMPLATE/*.yml", "how to report a reply that was read wrongly; small"},
	{"internal/oss-fuzz/*", "what OSS-Fuzz builds from; small"},
	{"testdata/cases/*.jsonl", "the cases that the tests run"},
	{"testdata/cases/README.md", "where the cases come from"},
	{"testdata/fuzz/*/*", "inputs that once broke a law"},
	{"testdata/demo/*", "what README's command reads"},
}

// TestGoGet publishes the module to a proxy made of files and builds a
// stranger's program with it.
func TestGoGet(t *testing.T) {
	root := repository(t)
	mod := readModule(t, root)
	consumer := newConsumer(t, serve(t, root, mod))
	before := consumer.read("go.mod")
	consumer.run("go", "get", mod.Module.Mod.Path+"@"+version)
	consumer.run("go", "vet", "./...")
	consumer.run("go", "build", "-mod=mod", "-o", "gate.exe", ".")
	consumer.run("go", "mod", "verify")

	if got, want := added(t, before, consumer.read("go.mod")), "require "+mod.Module.Mod.Path+" "+version; got != want {
		t.Errorf("go.mod gained %q, want one line %q", got, want)
	}
	if got := consumer.run(filepath.Join(consumer.dir, "gate.exe")); got != "pass\nfail\nask again: true\naccept <nil>\n" {
		t.Errorf("the program printed %q", got)
	}
	deps := linked(consumer.run("go", "version", "-m", "gate.exe"))
	if len(deps) != 1 || deps[0] != mod.Module.Mod.Path+" "+version {
		t.Errorf("the program is built of %q, want %s alone", deps, mod.Module.Mod.Path)
	}
	graph := strings.Fields(strings.ReplaceAll(consumer.run("go", "list", "-m", "all"), "\n", " "))
	want := []string{"example.com/gate", "github.com/google/go-cmp", "v0.7.0", mod.Module.Mod.Path, version}
	if strings.Join(graph, " ") != strings.Join(want, " ") {
		t.Errorf("module graph is %q, want %q: go-cmp serves our tests and requires nothing itself", graph, want)
	}
}

// TestInstall installs the command as README tells it.
func TestInstall(t *testing.T) {
	root := repository(t)
	if _, err := os.Stat(filepath.Join(root, "cmd", "jury")); err != nil {
		t.Skip("no command")
	}
	mod := readModule(t, root)
	consumer := newConsumer(t, serve(t, root, mod))
	consumer.env = append(consumer.env, "GOBIN="+consumer.dir)
	consumer.run("go", "install", mod.Module.Mod.Path+"/cmd/jury@"+version)
}

// TestUnpacked checks the published files on their own, as the module cache
// holds them: no other module of the repository, no git. Growth is timed
// elsewhere, where less runs beside it.
func TestUnpacked(t *testing.T) {
	root := repository(t)
	mod := readModule(t, root)
	proxy := serve(t, root, mod)
	dir := filepath.Join(t.TempDir(), "unpacked")
	if err := zip.Unzip(dir, module.Version{Path: mod.Module.Mod.Path, Version: version}, proxy.zip); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"vet", "./..."}, {"test", "-skip", "Grow", "./..."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s in the published module: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// TestZipHoldsOnlyWhatUsersNeed compares the published files with inZip.
func TestZipHoldsOnlyWhatUsersNeed(t *testing.T) {
	root := repository(t)
	checked, err := zip.CheckFiles(tracked(t, root))
	if err != nil {
		t.Fatal(err)
	}
	used := make([]bool, len(inZip))
	var size int64
	for _, name := range checked.Valid {
		info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
		if i := allowed(name); i >= 0 {
			used[i] = true
		} else {
			t.Errorf("%s (%d bytes) would be downloaded by every user; add it to inZip with a reason, or keep it under internal/bench", name, info.Size())
		}
	}
	t.Logf("%d files, %d bytes", len(checked.Valid), size)
	if size > maxUnpacked {
		t.Errorf("the module unpacks to %d bytes, more than %d", size, maxUnpacked)
	}
	for _, omitted := range checked.Omitted {
		if !inOtherModule(omitted.Path) {
			t.Errorf("%s would be left out of the module: %v", omitted.Path, omitted.Err)
		}
	}
	for i, ok := range used {
		if !ok {
			t.Logf("nothing matches %q yet", inZip[i].pattern)
		}
	}
}

// inOtherModule reports whether name is of a module inside the repository.
func inOtherModule(name string) bool {
	for _, dir := range []string{"internal/bench/", "internal/examples/", "internal/tools/"} {
		if strings.HasPrefix(name, dir) {
			return true
		}
	}
	return false
}

func allowed(name string) int {
	for i, row := range inZip {
		if ok, err := path.Match(row.pattern, name); err == nil && ok {
			return i
		}
	}
	return -1
}

// A stranger is a module that depends on ours, with a cache of its own, a
// proxy of files and no other network.
type stranger struct {
	t   *testing.T
	dir string
	env []string
}

func newConsumer(t *testing.T, proxy proxy) *stranger {
	t.Helper()
	dir := t.TempDir()
	source, err := filepath.Glob("testdata/gate/*")
	if err != nil || len(source) == 0 {
		t.Fatal("no consumer in testdata/gate")
	}
	for _, name := range source {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		data = []byte(strings.ReplaceAll(string(data), "MODULE", proxy.path))
		name = strings.TrimSuffix(filepath.Base(name), ".txt")
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &stranger{t, dir, append(os.Environ(),
		"GOPROXY="+proxy.url+",off", "GONOSUMDB=*", "GONOPROXY=", "GOPRIVATE=", "GOVCS=*:off",
		"GOFLAGS=-modcacherw", "GOMODCACHE="+filepath.Join(t.TempDir(), "mod"), "GOWORK=off", "GOTOOLCHAIN=local")}
}

func (s *stranger) run(name string, args ...string) string {
	s.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = s.dir, s.env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		s.t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, stderr.String())
	}
	return strings.ReplaceAll(string(out), "\r\n", "\n")
}

func (s *stranger) read(name string) string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// A proxy is a module proxy made of files.
type proxy struct{ url, zip, path string }

// serve lays the working tree out as a proxy serves it. Of what our tests
// require it serves the go.mod alone, so that a consumer whose build needed
// more would fail.
func serve(t *testing.T, root string, mod *modfile.File) proxy {
	t.Helper()
	dir := t.TempDir()
	versions := filepath.Join(dir, filepath.FromSlash(mod.Module.Mod.Path), "@v")
	zipName := filepath.Join(versions, version+".zip")
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(versions, "list"), version+"\n")
	write(t, filepath.Join(versions, version+".info"), `{"Version":"`+version+`"}`)
	write(t, filepath.Join(versions, version+".mod"), string(data))
	f, err := os.Create(zipName)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := zip.Create(f, module.Version{Path: mod.Module.Mod.Path, Version: version}, tracked(t, root)); err != nil {
		t.Fatal(err)
	}
	for _, req := range mod.Require {
		for _, ext := range []string{".info", ".mod"} {
			name := filepath.FromSlash(req.Mod.Path + "/@v/" + req.Mod.Version + ext)
			data, err := os.ReadFile(filepath.Join(goEnv(t, "GOMODCACHE"), "cache", "download", name))
			if err != nil {
				t.Fatalf("run go mod download in the repository first: %v", err)
			}
			write(t, filepath.Join(dir, name), string(data))
		}
	}
	url := "file://" + filepath.ToSlash(dir)
	if runtime.GOOS == "windows" {
		url = "file:///" + filepath.ToSlash(dir)
	}
	return proxy{url, zipName, mod.Module.Mod.Path}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func readModule(t *testing.T, root string) *modfile.File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	return mod
}

// tracked returns the files of the working tree that git knows or would add,
// so that a new file is checked before it is committed.
func tracked(t *testing.T, root string) []zip.File {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	sort.Strings(names)
	var files []zip.File
	for _, name := range names {
		full := filepath.Join(root, filepath.FromSlash(name))
		if _, err := os.Lstat(full); err == nil { // not deleted in the working tree
			files = append(files, treeFile{name, full})
		}
	}
	return files
}

type treeFile struct{ slashPath, full string }

func (f treeFile) Path() string                 { return f.slashPath }
func (f treeFile) Lstat() (os.FileInfo, error)  { return os.Lstat(f.full) }
func (f treeFile) Open() (io.ReadCloser, error) { return os.Open(f.full) }

// added returns the lines that after has and before has not, joined.
func added(t *testing.T, before, after string) string {
	t.Helper()
	have := map[string]bool{"": true}
	for _, line := range strings.Split(before, "\n") {
		have[strings.TrimSpace(line)] = true
	}
	var lines []string
	for _, line := range strings.Split(after, "\n") {
		if line = strings.TrimSpace(line); !have[line] {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// linked returns the modules that go version -m lists as dependencies.
func linked(info string) []string {
	var deps []string
	for _, line := range strings.Split(info, "\n") {
		if f := strings.Fields(line); len(f) >= 3 && f[0] == "dep" {
			deps = append(deps, f[1]+" "+f[2])
		}
	}
	return deps
}
