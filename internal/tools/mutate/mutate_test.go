package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestMutations(t *testing.T) {
	const src = `package p

type T struct {
	A int ` + "`json:\"a\"`" + `
}

func f(a, b int) bool {
	if a < 3 && !(b == -1) { // 4
		a += b
		a++
	}
	return "5" == "" || true
}
`
	all, err := mutations("p.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		if src[m.start:m.end] != m.old {
			t.Errorf("%s replaces %q", m, src[m.start:m.end])
		}
		got = append(got, m.old+" → "+m.new)
	}
	want := []string{
		"&& → ||", "< → <=", "< → >=", "3 → 4", "3 → 2", "! → ", "== → !=", "- → ", "1 → 2", "1 → 0",
		"+= → -=", "+= → =", "++ → --", "|| → &&", "== → !=", "true → false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestExplained refuses explanations of changes that can no longer be made, and
// changes whose place in the file is wrong.
func TestExplained(t *testing.T) {
	found := map[explanation]bool{}
	files := slices.Clone(decideFiles)
	m := &mutator{root: filepath.Join("..", "..", "..")}
	for folder := range suites {
		if folder == "." {
			continue
		}
		more, err := m.files(folder)
		if err != nil || len(more) == 0 {
			t.Fatal(folder, more, err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		src, err := os.ReadFile(filepath.Join("..", "..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), file, src, 0); err != nil {
			t.Fatal(err)
		}
		all, err := mutations(file, src)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == 0 && slices.Contains(decideFiles, file) {
			t.Errorf("nothing to change in %s", file)
		}
		for _, m := range all {
			if string(src[m.start:m.end]) != m.old {
				t.Errorf("%s replaces %q", m, src[m.start:m.end])
			}
			if reason, ok := explain(m); ok {
				found[explanation{m.file, m.source, m.old, m.new, reason, m.nth}] = true
			}
		}
	}
	for _, e := range explained {
		if e.reason == "" || !found[e] {
			t.Errorf("%s: %s → %s in %q is explained, and is no change of the file", e.file, e.old, e.new, e.source)
		}
	}
}

func TestChoose(t *testing.T) {
	all := make([]mutation, 100)
	for i := range all {
		all[i].start = i
	}
	m := mutator{sample: 10, seed: 1}
	some := m.choose(all)
	if len(some) != 10 || !slices.IsSortedFunc(some, func(a, b mutation) int { return a.start - b.start }) || !slices.Equal(some, m.choose(all)) {
		t.Errorf("chose %v", some)
	}
	if m.seed = 2; slices.Equal(some, m.choose(all)) {
		t.Error("two seeds chose the same")
	}
	if m.sample = 0; len(m.choose(all)) != 100 {
		t.Error("without a sample not all are tried")
	}
}
