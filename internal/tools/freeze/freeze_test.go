package main

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writeTree writes files below a new folder, and returns it.
func writeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestCollect(t *testing.T) {
	root := writeTree(t, map[string]string{
		"go.mod":                             "module m\n",
		"a.go":                               "package m\n\nvar _ = \"not of a test\"\n",
		"a_test.go":                          "package m\n\nimport \"fmt\"\n\nvar _ = \"sum\" + (\" of \" + `two`)\n",
		"cmd/m/m_test.go":                    "package main\n\nvar _ = \"command\"\n",
		"internal/x/x_test.go":               "package x\n\nvar _ = \"internal\"\n",
		"internal/tools/freeze/tool_test.go": "package main\n\nvar _ = \"itself\"\n",
		"testdata/cases/c.jsonl":             "{\"id\": \"one\", \"in\": {\"b\": [\"deep\", 1], \"a\": \"first\"}}\n\n",
		"testdata/fuzz/F/seed":               "go test fuzz v1\nstring(\"s\\\"\")\nint(3)\n[]byte(\"b\")\n",
		"testdata/demo/d.txt":                "demo\n",
	})
	shared := writeTree(t, map[string]string{"real/r.md": "real\n", "cases/c.jsonl": "{\"id\": \"one\"}"})
	want := []string{
		`{"id": "one", "in": {"b": ["deep", 1], "a": "first"}}`, "one", `{"b": ["deep", 1], "a": "first"}`, "first", `["deep", 1]`, "deep",
		`s"`, "b", "demo\n", "sum of two", "sum", " of two", " of ", "two", "command", "internal", "real\n", `{"id": "one"}`,
	}
	for range 3 { // the order of a map would show
		c, err := collect(root, shared)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c.texts, want) {
			t.Fatalf("got  %q\nwant %q", c.texts, want)
		}
	}
	c, err := collect(root, filepath.Join(shared, "none"))
	if err != nil || len(c.notes) != 2 {
		t.Errorf("a folder that is not there: notes %q, error %v", c.notes, err)
	}
	if _, err := collect(shared, shared); err == nil {
		t.Error("a folder without go.mod was taken for a repository")
	}
}

// sample are inputs of which every kind of edit can be made.
var sample = inputs{edits: 2000, texts: []string{
	"", `{"pass": true, "score": 0.9}`, "Fine.\n\n```json\n{\"pass\": false}\n```\n", "## Criteria\n### Fit\nFits.\n",
	`{"criterion_id": "a", "score": 15, "findings": [{"finding": "x", "severity": "veto"}]}`, "Verdict: PASS\nand more\n",
	strings.Repeat("long ", maxEdited),
}}

func TestEditsAreSeeded(t *testing.T) {
	s, again := sample.source(), sample.source()
	edited := map[string]bool{}
	for i := range sample.edits {
		text := s.edit(i)
		if text != again.edit(i) {
			t.Fatalf("edit %d differs from run to run", i)
		}
		if len(text) > 8*maxEdited {
			t.Fatalf("edit %d has %d bytes", i, len(text))
		}
		edited[text] = true
	}
	if len(edited) < sample.edits/2 {
		t.Errorf("%d edits, only %d of them different", sample.edits, len(edited))
	}
}

func TestDigest(t *testing.T) {
	rows := run(sample, doors)
	whole := wholeDigest(rows, doors)
	if whole != wholeDigest(run(sample, doors), doors) {
		t.Error("two runs, two digests")
	}
	changed := slices.Clone(doors) // as if one text of all had another outcome
	safe := doors[0].run
	changed[0].run = func(o *outcome, text string) string {
		if text == sample.texts[5] {
			o.put("different")
		}
		return safe(o, text)
	}
	if whole == wholeDigest(run(sample, changed), changed) {
		t.Error("an outcome changed, and the digest did not")
	}
	later := append(slices.Clone(doors), door{name: "new", run: safe, later: true})
	if whole != wholeDigest(run(sample, later), later) {
		t.Error("a later door changed the digest")
	}
	panics := append(slices.Clone(doors), door{name: "panics", run: func(*outcome, string) string { panic("so") }})
	if got := run(sample, panics)[0].cells[len(doors)].short; got != "PANIC" {
		t.Errorf("a panic is %q", got)
	}
}

// TestRows reads a row of each kind of case file: a door that finds no row says
// nothing, and nobody would miss it.
func TestRows(t *testing.T) {
	for _, tt := range []struct{ door, row, want string }{
		{"Contract.Parse of the row", `{"id": "x", "reply": "{\"ok\": true, \"score\": 1}", "pass_keys": ["ok"], "want": "pass"}`, "pass"},
		{"Contract.Parse of the row", `{"id": "x", "reply": "{\"pass\": true}", "contract": {"allow": ["score_missing"]}}`, "pass"},
		{"Contract.Parse of the row", `{"id": "x", "reply": "Verdict: FAIL", "contract": {"form": "text", "pass_keys": ["verdict"], "score_keys": ["-"]}}`, "fail"},
		{"Contract.Parse of the row", `{"id": "x", "reply": "[[n/a]]", "contract": {"form": "brackets"}}`, "none ErrAbstained"},
		{"Contract.Parse of the row", `{"id": "x", "reply": "Verdict: FAIL", "pass_keys": ["pass"]}`, "none ErrFailed"},
		{"Contract.Choose of the row", `{"id": "x", "reply": "[[A]]", "contract": {"form": "brackets"}, "choices": ["A", "B"], "want_choice": "A"}`, "read"},
		{"Contract.Instructions of the row", `{"id": "x", "reply": "", "contract": {"form": "word"}}`, "ok"},
		{"Decode of the row", `{"id": "x", "reply": "{\"a\": 1}", "keys": ["a"]}`, "ok"},
		{"ParseCriterionScore of the row", `{"id": "x", "reply": "{\"score\": 17}", "criterion_id": "a"}`, "ok"},
		{"DecideVerification of the row", `{"id": "x", "round": {"expected": 1, "scores": [{"criterion": "a", "score": 17}]}, "policy": {"accept_mean": 14, "quorum_fraction": 1}}`, "accept"},
	} {
		i := slices.IndexFunc(doors, func(d door) bool { return d.name == tt.door })
		if got := try(doors[i], tt.row).short; got != tt.want {
			t.Errorf("%s: %s is %q, want %q", tt.door, tt.row, got, tt.want)
		}
	}
}

func TestDoorNamesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range doors {
		if seen[d.name] || strings.ContainsAny(d.name, "\t\n") {
			t.Errorf("door %q: not unique, or has a tab", d.name)
		}
		seen[d.name] = true
	}
}

func TestCompare(t *testing.T) {
	rows := run(sample, doors)
	before := dumpOf(t, rows)
	rows[1].cells = slices.Clone(rows[1].cells)
	rows[1].cells[0] = cell{short: "none ErrConflict"}
	rows[3].cells = slices.Clone(rows[3].cells)
	rows[3].cells[0].full[0]++
	after := dumpOf(t, rows)

	var out strings.Builder
	if err := compare(&out, before, before, 3); err != nil || !strings.HasSuffix(out.String(), "no outcome differs\n") {
		t.Errorf("a dump and itself: %v, %s", err, &out)
	}
	out.Reset()
	if err := compare(&out, before, after, 3); !errors.Is(err, errDiffer) {
		t.Errorf("two dumps that differ: %v", err)
	}
	for _, want := range []string{
		"SafeVerdict: pass -> none ErrConflict: 1\n\t" + `"{\"pass\": true, \"score\": 0.9}"`,
		"SafeVerdict: none ErrNoVerdict, otherwise: 1\n\t" + `"## Criteria\n### Fit\nFits.\n"`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %s\nwant %s", &out, want)
		}
	}
}

func dumpOf(t *testing.T, rows []row) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "dump"))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	writeDump(w, sample, rows)
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}
