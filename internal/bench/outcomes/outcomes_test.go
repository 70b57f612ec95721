package main

import (
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/bench/cases"
	"github.com/seed-bcabc8a2/jury/internal/bench/peers"
)

func TestWeigh(t *testing.T) {
	for _, tt := range []struct {
		name      string
		got, want cases.Outcome
		mark      mark
	}{
		{"a pass read as one", cases.Pass, cases.Pass, right},
		{"a fail read as one", cases.Fail, cases.Fail, right},
		{"nothing to read", cases.None, cases.None, right},
		{"a fail where nothing was said harms nobody", cases.Fail, cases.None, right},
		{"a pass out of a fail", cases.Pass, cases.Fail, falsePass},
		{"a pass out of nothing", cases.Pass, cases.None, falsePass},
		{"a fail out of a pass", cases.Fail, cases.Pass, falseFail},
		{"a pass not found", cases.None, cases.Pass, lost},
		{"a fail not found", cases.None, cases.Fail, lost},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := weigh(tt.got, tt.want); got != tt.mark {
				t.Errorf("mark %d, want %d", got, tt.mark)
			}
		})
	}
}

// TestOutputs runs what README runs: every case is counted once for every
// parser, the outputs do not vary, and the picture is well-formed.
func TestOutputs(t *testing.T) {
	all, err := cases.Read("../../../testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	table := tally(all, peers.All())
	for _, r := range table {
		if r.total() != len(all) || len(r.misses) != len(all)-r.counts[right] {
			t.Errorf("%s: %d outcomes, %d misses of %d cases", r.peer.Name, r.total(), len(r.misses), len(all))
		}
	}
	var first, second strings.Builder
	writeMarkdown(&first, table)
	writeMarkdown(&second, tally(all, peers.All()))
	if first.String() != second.String() || picture(table) != picture(tally(all, peers.All())) {
		t.Error("two runs differ")
	}
	if got, want := strings.Count(first.String(), "\n"), len(table)+2; got != want {
		t.Errorf("the table has %d lines, want %d", got, want)
	}
	decoder := xml.NewDecoder(strings.NewReader(picture(table)))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestQuotedOutcomes compares the committed picture, and the table wherever a
// README quotes it, with what the parsers do now.
func TestQuotedOutcomes(t *testing.T) {
	const advice = "is out of date: go -C internal/bench run ./outcomes -update"
	all, err := cases.Read("../../../testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	table := tally(all, peers.All())
	committed, err := os.ReadFile("../" + pictureFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != picture(table) {
		t.Error(pictureFile, advice)
	}
	for _, name := range readmes {
		readme, err := os.ReadFile("../" + name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if requote(string(readme), table) != string(readme) {
			t.Errorf("the table in %s %s", name, advice)
		}
	}
}

func TestRequote(t *testing.T) {
	table := tally(nil, peers.All()[:1])
	var fresh strings.Builder
	writeMarkdown(&fresh, table)
	for _, tt := range []struct{ name, in, want string }{
		{"no table", "a\n\nb\n", "a\n\nb\n"},
		{"another table", "\n| input | to reach |\n|--|--|\n", "\n| input | to reach |\n|--|--|\n"},
		{"in the middle", "a\n\n| parser | right, of 1 |\n|--|\n| old | 1 |\n\nb\n", "a\n\n" + fresh.String() + "\nb\n"},
		{"at the end", "a\n| parser | right, of 1 |\n|--|", "a\n" + fresh.String()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := requote(tt.in, table)
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if again := requote(got, table); again != got {
				t.Errorf("a second time: %q", again)
			}
		})
	}
}
