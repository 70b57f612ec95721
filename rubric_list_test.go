package jury

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestItemName(t *testing.T) {
	for _, tt := range []struct{ name, reason, line, want string }{
		{"first line", "all of it", "Handles an empty file.", "Handles an empty file."},
		{"bold", "is the name, whatever follows", "**Fast** is below a second", "Fast"},
		{"bold with a stop", "no part of the name", "**Fast.** Below a second", "Fast"},
		{"bold with a colon", "no part of the name", "__Fast：__ below", "Fast"},
		{"bold of a colon", "all there is", "**:** x", ":"},
		{"bold and italic", "the same", "***Fast***: x", "Fast"},
		{"bold with code", "may hold stars", "**`a**b` c**: x", "`a**b` c"},
		{"bold that is open", "is text", "**Fast: x", "**Fast"},
		{"stars alone", "are text", "** Fast ** x", "** Fast ** x"},
		{"italic", "part of the name", "*Fast*: x", "*Fast*"},
		{"colon", "before a blank", "Fast: x", "Fast"},
		{"colon at the end", "no part of the name", "Fast:", "Fast"},
		{"colon in a word", "no end", "at 10:30 it runs", "at 10:30 it runs"},
		{"full-width colon", "needs no blank", "快速：一秒", "快速"},
		{"colon in code", "no end", "`a: b` works", "`a: b` works"},
		{"colon in a link", "no end", "[a: b](http://c: d) works: x", "[a: b](http://c: d) works"},
		{"colon in brackets", "no link", "[a: b] works", "[a"},
		{"colon after an address", "part of it, by the looks", "see http://a.b: x", "see http://a.b: x"},
		{"colon at first", "no name before it", ": x", ": x"},
		{"colon at 60", "still a name", strings.Repeat("é", maxLeadName) + ": x", strings.Repeat("é", maxLeadName)},
		{"colon at 61", "a sentence", strings.Repeat("é", maxLeadName+1) + ": x", strings.Repeat("é", maxLeadName+1) + ": x"},
		{"deep heading", "without its hashes", "#### Fast", "Fast"},
		{"hash", "no heading", "#1 is fast", "#1 is fast"},
		{"hard break", "no part of the name", "Fast\\", "Fast"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := itemName(tt.line); got != tt.want {
				t.Errorf("%s: %q, want %q", tt.reason, got, tt.want)
			}
		})
	}
}

var listTests = []struct{ name, reason, src, want string }{
	{"indent of the marker", "more is nested, whatever the marker", "1. a\n  - x\n2. b", `a="a\n- x" b="b"`},
	{"same marker indented", "an item of its own, as CommonMark has it", "- a\n - b", `a="a" b="b"`},
	{"lazy line", "goes on with the item, and so does what is under it", "- a\nb\n  - c\n- d", `a="a\nb\n- c" d="d"`},
	{"paragraphs", "of an item, dedented", "- a\n\n  b\n\n      c\n- d", `a="a\n\nb\n\n    c" d="d"`},
	{"fence", "in an item", "- a\n  ```\n  - no\n  ```\n- d", "a=\"a\\n```\\n- no\\n```\" d=\"d\""},
	{"blank lines in a fence", "part of the code", "- a\n  ```\n\n  x\n  ```\n- d", "a=\"a\\n```\\n\\nx\\n```\" d=\"d\""},
	{"text on the next line", "one blank line less than none", "-\n  a\n- d", `a="a" d="d"`},
	{"code first", "its indent stays", "-     a\n- d", `a="    a" d="d"`},
	{"rules", "at the end separate", "- a\n- d\n\n---\n***\n", `a="a" d="d"`},
	{"a # heading", "begins another part", "- a\n- d\n\n---\n\n# Part 2\n\nx\n", `a="a" d="d"`},
	{"one label", "introduces the list", "**Must:**\n\n- a\n- d", `a="a" d="d"`},
	{"code above", "is text", "```\n- x\n```\n- a\n- d", `a="a" d="d"`},
	{"quote above", "is text", "> Be strict.\n\n- a\n- d", `a="a" d="d"`},
	{"pins", "after the name, and not in the text", "- **a** {#A weight=2}: x\n- d {floor=9} - y", `A="**a**: x" d_y="d - y"`},
	{"boxes", "dropped", "- [ ] a\n- [x] d\n- [X]\n  e\n- [y] f", `a="a" d="d" e="e" y_f="[y] f"`},
	{"numbers", "from any, in any order", "0. a\n9. d\n1. e", `a="a" d="d" e="e"`},
}

func TestParseRubricLists(t *testing.T) {
	for _, tt := range listTests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ParseRubric(crit(tt.src))
			if err != nil {
				t.Fatalf("%s: %v", tt.reason, err)
			}
			var all []string
			for _, c := range r.Criteria {
				all = append(all, fmt.Sprintf("%s=%q", c.ID, c.Description))
			}
			if diff := cmp.Diff(tt.want, strings.Join(all, " ")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
			lawOfFormat(t, r)
		})
	}
}

// layoutErrorTests hold what would be lost or invented, with the lines of the
// faults.
var layoutErrorTests = []struct{ name, reason, src, want string }{
	{"loose bullets", "no list to Markdown", "## Criteria\n• a\n• b\n\n### C\nx", "2"},
	{"no blank after the marker", "the same", "## Criteria\n-a\n1.b\n\n### C\nx", "2"},
	{"odd blank after the marker", "the same", "## Criteria\n-\u00A0a\n\n### C\nx", "2"},
	{"loose bullet in a list", "would go on with the item above", "## Criteria\n- a\n• b\n- c", "3"},
	{"near marker in a list", "the same", "## Criteria\n1. a\n2.b\n3. c", "3"},
	{"codes", "two of them are criteria", "## Criteria\nAC1: a\nAC-2 - b\n\n- c\n- d", "2"},
	{"letters", "the same", "## Criteria\n(a) a\nb) b\nC. c\n\n### D\nx", "2"},
	{"boxes without marker", "the same", "## Criteria\n[ ] a\n[x] b\n\n### D\nx", "2"},
	{"definitions", "the same", "## Criteria\nA\n: x\n\n### D\nx", "3"},
	{"quoted list", "text, but for its markers", "## Criteria\n> - a\n\n### D\nx", "2"},
	{"HTML", "another list", "## Criteria\n<ul><li>a</li></ul>\n\n### D\nx", "2"},
	{"bold lines", "another form of headings", "## Criteria\n**A**\n\nx\n\n### D\nx", "2"},
	{"labels", "two are no remark", "## Criteria\n**A**: x\n__B__ y\n\n- c\n- d", "2"},
	{"setext", "another form of headings", "## Criteria\nA\n===\n\nB\n---\n\n### D\nx", "3"},
	{"table without bars", "known by the line under its heads", "## Criteria\na | b\n--- | ---\nc | d\n\n### D\nx", "3"},
	{"three forms", "each is named", "## Criteria\n- a\n- b\n\n| a |\n|---|\n\n#### C\n\n### D\nx", "2 5 8"},
	{"other marker", "another list", "## Criteria\n- a\n* b", "3"},
	{"number and bullet", "another list", "## Criteria\n1. a\n- b", "3"},
	{"rule in the list", "two lists", "## Criteria\n- a\n---\n- b", "4"},
	{"text between", "two lists", "## Criteria\n- a\n- b\n\nShould:\n\n- c", "5"},
	{"heading between", "two lists", "## Criteria\n- a\n- b\n\n#### Should\n\n- c", "5"},
	{"# heading above a list", "are these not to be judged?", "## Criteria\n- a\n- b\n\n# Part 2\n- c", "5"},
	{"# heading above a ###", "the same", "## Criteria\n- a\n- b\n\n# Part 2\n### C\nx", "2 5"},
	{"code below", "nothing is", "## Criteria\n- a\n- b\n\n```\nx\n```", "5"},
	{"heading of an item", "an item, or a heading?", "## Criteria\n- ### a\n- b", "2"},
	{"open fence in an item", "would swallow the next section", "## Criteria\n- ```\n- b", "2"},
	{"empty items", "nothing to judge", "## Criteria\n- a\n-\n- [ ]\n- {#x}", "3 4 5"},
	{"items in an item", "what is it called?", "## Criteria\n- - a\n-\n\n  - b\n- c", "2 3"},
	{"list and headings", "two shapes", "## A criteria\n- a\n- b\n## B criteria\n### C\nx", "5"},
	{"list beside exact", "would be lost", "## Criteria\n### C\nx\n## B criteria\n- a\n- b", "4"},
	{"wrapper beside edge", "which?", "## Dimensions\n### C\nx\n## Pass criteria\n- a\n- b", "1"},
	{"two wrappers", "which?", "## Rubric\n### A\nx\n## Dimensions\n### B\nx", "4"},
	{"scale", "of points", "## Scoring criteria\n- **5**: x\n- **4**: x", "2"},
	{"scale of words", "of an outcome", "## Decision criteria\n### PASS\nx\n### FAIL\nx", "2"},
	{"scale of bands", "of points", "## Rubric\n### 0-20 poor\nx\n### 21-40\nx", "2"},
	{"group", "of criteria", "## Criteria\n### Must-have criteria\n- a\n- b\n### Other\nx", "2"},
	{"never", "as a ###", "## Criteria\n### A\nx\n### Exclusion criteria\ny", "4"},
	{"quoted heading", "text, but for its hashes", "## Criteria\n### A\nx\n> ### B\n> y", "4"},
	{"fence that swallows", "its closing line is missing", "## Criteria\n### A\n```go\nx\n\n### B\n\n```go\ny\n```", "6"},
	{"second note", "which is true?", "## Ground Truth Note\nn\n## Criteria\n### A\nx\n## Ground truth\nm", "6"},
	{"near note", "a note?", "## Ground Truth Note for authors\nn\n## Criteria\n### A\nx", "1"},
	{"note in the criteria", "no criterion", "## Criteria\n### A\nx\n### Ground Truth Note\nn", "4"},
	{"note as title", "too high", "# Ground Truth Note\nn\n## Criteria\n### A\nx", "1"},
	{"attributes", "each that is none", "## Criteria\n### A {weight=0}\nx\n### B {weight=01}\nx\n### C {floor=0.9}\nx\n### D {floor=1.}\nx\n### E {#e #f}\nx\n### F {weight=1001}\nx\n### G {weight=1000 floor=20}\nx", "2 4 6 8 10 12"},
	{"attributes in an item", "before its name ends", "## Criteria\n- a {#a} b\n- c", "2"},
	{"open attributes", "a slip", "## Criteria\n### A {weight=2\nx\n### B { #b\nx", "2 4"},
}

func TestParseRubricLayoutErrors(t *testing.T) {
	for _, tt := range layoutErrorTests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.reason == "" {
				t.Fatal("a row without a reason")
			}
			r, err := ParseRubric(tt.src)
			if err == nil {
				t.Fatalf("%s: read %q", tt.reason, names(r))
			}
			lawOfRubricErrors(t, r, err)
			var lines []string
			for _, e := range rubricFaults(err) {
				lines = append(lines, fmt.Sprint(e.Line))
			}
			if diff := cmp.Diff(tt.want, strings.Join(lines, " ")); diff != "" || !errors.Is(err, ErrMalformed) {
				t.Errorf("%s: %v (-want +got):\n%s", tt.reason, err, diff)
			}
		})
	}
}

func TestFaultsAreBounded(t *testing.T) {
	for n, want := range map[int]int{maxFaults: maxFaults, maxFaults + 1: maxFaults} {
		_, err := ParseRubric(crit(strings.Repeat("###A\nx\n", n)))
		if got := len(rubricFaults(err)); got != want {
			t.Errorf("%d faults of %d, want %d", got, n, want)
		}
	}
	_, err := ParseRubric(crit(strings.Repeat("• a\n", maxLines+2) + "### A\nx"))
	if err == nil || !strings.Contains(err.Error(), "22 and 2 more") {
		t.Errorf("%v, want %d lines and the number of others", err, maxLines)
	}
}

// Whatever a list holds is in a description, or there is an error.
func TestListsLoseNothing(t *testing.T) {
	lines := []string{"- ", "* ", "1. ", "  ", " ", "    ", "", "   - ", "  1. ", "> ", "  > ", "- [ ] ", "• ", "-", "#### ", "  ```", "```", "\t", "**b** ", "- **b**: ", "| ", "<!-- c -->- "}
	read := 0
	var try func(doc []string, left int)
	try = func(doc []string, left int) {
		if r, err := ParseRubric(crit("- a0\n- b0\n" + strings.Join(doc, "\n"))); err == nil {
			read++
			for i := range doc {
				word, found := fmt.Sprintf("w%d", i), 0
				for _, c := range r.Criteria {
					found += strings.Count(c.Description, word)
				}
				if found != 1 {
					t.Fatalf("%q stands %d times in %v, read from %q", word, found, r.Criteria, doc)
				}
			}
			lawOfFormat(t, r)
		}
		for _, line := range lines {
			if left > 0 {
				try(append(doc[:len(doc):len(doc)], line+fmt.Sprintf("w%d", len(doc))), left-1)
			}
		}
	}
	try(nil, 3)
	if read < 1000 {
		t.Errorf("only %d lists were read", read)
	}
}

func TestRubricFormatAttributes(t *testing.T) {
	for _, weight := range []int{0, 1, 2, maxWeight, maxWeight + 1, -1} {
		for _, floor := range []float64{0, MinScore, 12.5, 19.999999999999996, MaxScore, 0.5, 20.5, -1, 1e-7, math.NaN(), math.Inf(1)} {
			r := Rubric{Criteria: []Criterion{{ID: "a", Name: "A", Description: "x", Weight: weight, Floor: floor}}}
			ok := (weight == 0 || isWeight(weight)) && (floor == 0 || isFloor(floor))
			_, err := r.Format()
			if (err == nil) != ok {
				t.Errorf("weight %d, floor %v: %v", weight, floor, err)
			}
			if _, err := NormalizeCriteria(r.Criteria); (err == nil) != ok {
				t.Errorf("weight %d, floor %v normalized: %v", weight, floor, err)
			}
			if ok {
				lawOfFormat(t, r)
			}
		}
	}
}

// No id passes from one name to another when a criterion goes.
func TestIDsStay(t *testing.T) {
	all := []string{"C", "C++", "C#", "Größe", "Grüße", "正确性", "清晰", "!", "Speed ≥ 2", "Speed ≤ 2", "Other"}
	ids := func(names []string) map[string]string {
		r, err := ParseRubric(crit("### " + strings.Join(names, "\nx\n### ") + "\nx\n"))
		if err != nil {
			t.Fatal(err)
		}
		owner := map[string]string{}
		for _, c := range r.Criteria {
			owner[c.ID] = c.Name
		}
		return owner
	}
	before := ids(all)
	for i := range all {
		for id, name := range ids(append(all[:i:i], all[i+1:]...)) {
			if had, found := before[id]; found && had != name {
				t.Errorf("without %q, %q passes from %q to %q", all[i], id, had, name)
			}
		}
	}
}
