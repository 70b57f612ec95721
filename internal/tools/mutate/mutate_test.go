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
	found := map[string]bool{}
	for _, file := range decideFiles {
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
		if len(all) == 0 {
			t.Errorf("nothing to change in %s", file)
		}
		for _, m := range all {
			if string(src[m.start:m.end]) != m.old {
				t.Errorf("%s replaces %q", m, src[m.start:m.end])
			}
			if reason, ok := explanation(m); ok {
				found[reason+m.source+m.old+m.new] = true
			}
		}
	}
	for _, e := range explained {
		if e.reason == "" || !found[e.reason+e.source+e.old+e.new] {
			t.Errorf("%s: %s → %s in %q is explained, and is no change of the file", e.file, e.old, e.new, e.source)
		}
	}
}
