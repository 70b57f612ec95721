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

const caseFolder = "../../../testdata/cases"

// TestOutputs runs what README runs: every case is counted once for every
// parser, the outputs do not vary, and the picture is well-formed.
func TestOutputs(t *testing.T) {
	all, again := measured(t), measured(t)
	var first, second strings.Builder
	all.writeMarkdown(&first)
	again.writeMarkdown(&second)
	if first.String() != second.String() || picture(all.objects) != picture(again.objects) {
		t.Error("two runs differ")
	}
	rows := len(all.objects)
	for _, s := range append(all.text, section{"objects", all.objects}) {
		for _, r := range s.table {
			if total := s.table[0].total(); total == 0 || r.total() != total || len(r.misses) != total-r.counts[right] {
				t.Errorf("%s, %s: %d outcomes, %d misses of %d cases", s.asked, r.peer.Name, r.total(), len(r.misses), total)
			}
		}
		rows += len(s.table)
	}
	if got, want := strings.Count(first.String(), "\n"), rows-len(all.objects)+5; got != want {
		t.Errorf("the tables have %d lines, want %d", got, want)
	}
	decoder := xml.NewDecoder(strings.NewReader(picture(all.objects)))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func measured(t *testing.T) outcomes {
	t.Helper()
	all, err := measure(caseFolder)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestOursLetsNothingThrough holds what both tables are there to show.
func TestOursLetsNothingThrough(t *testing.T) {
	all := measured(t)
	for _, s := range append(all.text, section{"objects", all.objects}) {
		if ours := s.table[0]; !ours.peer.Ours || ours.counts[falsePass] > 0 {
			t.Errorf("%s: the first row is %s with %d false passes", s.asked, ours.peer.Name, ours.counts[falsePass])
		}
	}
}

// TestQuotedOutcomes compares the committed picture, and the tables wherever a
// README quotes them, with what the parsers do now.
func TestQuotedOutcomes(t *testing.T) {
	const advice = "is out of date: go -C internal/bench run ./outcomes -update"
	all := measured(t)
	committed, err := os.ReadFile("../" + pictureFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(committed) != picture(all.objects) {
		t.Error(pictureFile, advice)
	}
	for _, name := range readmes {
		readme, err := os.ReadFile("../" + name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if all.requote(string(readme)) != string(readme) {
			t.Errorf("a table in %s %s", name, advice)
		}
	}
}

func TestRequote(t *testing.T) {
	all := outcomes{tally(nil, peers.All()[:1]), []section{{cases.OneWord, tally(nil, peers.All()[:1])}}}
	var objects, text strings.Builder
	writeTable(&objects, all.objects)
	writeSections(&text, all.text)
	for _, tt := range []struct{ name, in, want string }{
		{"no table", "a\n\nb\n", "a\n\nb\n"},
		{"another table", "\n| input | to reach |\n|--|--|\n", "\n| input | to reach |\n|--|--|\n"},
		{"in the middle", "a\n\n| parser | right, of 1 |\n|--|\n| old | 1 |\n\nb\n", "a\n\n" + objects.String() + "\nb\n"},
		{"at the end", "a\n| parser | right, of 1 |\n|--|", "a\n" + objects.String()},
		{"of text", "a\n| asked for | parser | right |\n|--|\n\nb\n", "a\n" + text.String() + "\nb\n"},
		{"both", "\n| asked for | parser |\n\n| parser | right |\n|--|", "\n" + text.String() + "\n" + objects.String()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := all.requote(tt.in)
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if again := all.requote(got); again != got {
				t.Errorf("a second time: %q", again)
			}
		})
	}
}
