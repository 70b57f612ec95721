package jury

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A rubricCase is a row of testdata/cases/rubric.jsonl.
type rubricCase struct {
	ID       string
	Markdown string
	Want     *struct {
		Note     string
		Criteria []Criterion
	}
	Error string
}

// readCases decodes the rows of a case file.
func readCases[T any](t testing.TB, path string) []T {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var row T
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%s: %v in %s", path, err, line)
		}
		rows = append(rows, row)
	}
	return rows
}

// rubricSentinels maps the words of the case file to sentinels.
var rubricSentinels = map[string]error{
	"HTML comment is never closed":                           ErrMalformed,
	"criterion alpha has no instruction":                     ErrEmptyCriterion,
	"criterion a has no instruction":                         ErrEmptyCriterion,
	"no criteria found":                                      ErrNoCriteria,
	"no criteria section":                                    ErrNoCriteria,
	"a comment that opens after text must close on its line": ErrMalformed,
	"a <pre> block is never closed":                          ErrMalformed,
	"a heading indented under a list item":                   ErrMalformed,
	"a heading without a name":                               ErrMalformed,
	"not an id":                                              ErrInvalidID,
	"an id is at most 40 characters":                         ErrInvalidID,
	"a no-break space after the hashes":                      ErrMalformed,
}

func TestParseRubricCases(t *testing.T) {
	for _, tt := range readCases[rubricCase](t, "testdata/cases/rubric.jsonl") {
		t.Run(tt.ID, func(t *testing.T) {
			got, err := ParseRubric(tt.Markdown)
			if tt.Error != "" {
				want := rubricSentinels[tt.Error]
				if want == nil || !errors.Is(err, want) {
					t.Errorf("error %v, want %v (%s)", err, want, tt.Error)
				}
				if diff := cmp.Diff(Rubric{}, got); diff != "" {
					t.Errorf("a result beside an error:\n%s", diff)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(Rubric{tt.Want.Note, tt.Want.Criteria}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// crit is a rubric with one section for criteria, around a text.
func crit(text string) string { return "## Criteria\n\n" + text }

// names lists the criteria of a rubric for the tables, as id=name.
func names(r Rubric) string {
	var all []string
	for _, c := range r.Criteria {
		all = append(all, c.ID+"="+c.Name)
	}
	return strings.Join(all, " ")
}

var rubricTests = []struct{ name, reason, src, want string }{
	{"colon", "a heading with punctuation", "## Criteria:\n### A\nx", "a=A"},
	{"emphasis", "in all its forms", "## __Criteria__\n### A\nx\n## *Criteria*:\n### B\nx\n## **Criteria** (of 2024):\n### C\nx", "a=A b=B c=C"},
	{"numbers", "dropped", "## 1.2) Criteria\n### A\nx\n## 3 Criterion\n### B\nx", "a=A b=B"},
	{"remarks", "dropped, one after the other", "## Criteria (a (b)) (c)\n### A\nx", "a=A"},
	{"unbalanced remarks", "stay", "## Criteria (a))\n### A\nx", "a=A"},
	{"remark in front", "stays", "## (new) Criteria\n### A\nx", "a=A"},
	{"first word", "owns criteria as the last does", "## Criteria for release\n### A\nx", "a=A"},
	{"hyphen", "is a space", "## Acceptance-Criteria\n### A\nx", "a=A"},
	{"two without exact", "both count", "## Security criteria\n### A\nx\n## Speed criteria\n### B\nx", "a=A b=B"},
	{"two exact", "both count", "## Criteria\n### A\nx\n## Other\n### C\n## CRITERION\n### B\nx", "a=A b=B"},
	{"exact beside one without ###", "nothing to lose there", "## Review criteria\n\nprose\n\n## Criteria\n### A\nx", "a=A"},
	{"other section", "ends the criteria", "## Criteria\n### A\nx\n## Scale\n### One\n", "a=A"},
	{"intro", "text before the first ### is for authors", crit("Read the log.\n\n### A\nx"), "a=A"},
	{"pin", "kept as written", crit("### A {#Big-ID_9}\nx\n### B{#b}   ###\nx"), "Big-ID_9=A b=B"},
	{"pin before derived", "no derived id takes a pin", crit("### Fit\nx\n### Other {#fit}\nx"), "fit_2=Fit fit=Other"},
	{"pin against number", "nor with a number", crit("### Fit\nx\n### Fit\nx\n### Z {#fit_2}\nx"), "fit=Fit fit_3=Fit fit_2=Z"},
	{"repeated pins", "the first keeps it", crit("### A {#p}\nx\n### B {#p}\nx\n### C {#p_2}\nx"), "p=A p_3=B p_2=C"},
	{"remembered", "every id given out is", crit("### Style\nx\n### Style\nx\n### Style 2\nx"), "style=Style style_2=Style style_2_2=Style 2"},
	{"no ASCII", "a hash", crit("### Größe\nx\n### 品質\nx\n### !\nx"), "gr_e=Größe criterion_a1325a89=品質 criterion_240c8dec=!"},
	{"braces", "without # they are text", crit("### A {b}\nx"), "a_b=A {b}"},
	{"markup in a name", "verbatim", crit("### **A** `b`\nx"), "a_b=**A** `b`"},
	{"setext note and criteria", "as ATX", "Ground Truth Note\n---\nn\n\nCriteria\n---\n### A\nx", "a=A"},
	{"setext in a description", "text, if it is neither", crit("### A\nScore\n---\nx\n\nSecurity criteria\n---\n### B\ny"), "a=A b=B"},
	{"near heading elsewhere", "only criteria sections are strict", "##hash\n## Criteria\n### A\nx\n## Notes\n##tag\n- i\n  ### z", "a=A"},
	{"deeper headings", "text of the criterion", crit("### A\n#### B\n# C\n##### D"), "a=A"},
	{"CR only", "old line ends", "## Criteria\r### A\rx\r### B\ry", "a=A b=B"},
}

func TestParseRubric(t *testing.T) {
	for _, tt := range rubricTests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.reason == "" {
				t.Fatal("a row without a reason")
			}
			got, err := ParseRubric(tt.src)
			if err != nil {
				t.Fatalf("%s: %v", tt.reason, err)
			}
			if diff := cmp.Diff(tt.want, names(got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

func TestParseRubricText(t *testing.T) {
	for _, tt := range []struct{ name, reason, src, want string }{
		{"inner blank lines", "verbatim", crit("### A\n\n\na\n\n\n b\t\n"), "a\n\n\n b"},
		{"inner trailing blanks", "verbatim", crit("### A\na  \nb"), "a  \nb"},
		{"rules around", "separators", crit("### A\n---\n\n --- \na\n\n---\nb\n\n---\n\n"), "a\n\n---\nb"},
		{"rules between odd blanks", "text, as CommonMark has it", crit("### A\n\u00A0---\na\n\n---\f\n"), "\u00A0---\na\n\n---\f"},
		{"odd blanks at the end", "verbatim", crit("### A\na\u00A0 \t\n"), "a\u00A0"},
		{"other rules", "text", crit("### A\n***\na\n----"), "***\na\n----"},
		{"blank of no width", "blank", crit("### A\n\u200B\u2060\n\u00A0\na\n\u3000\uFEFF\n"), "a"},
		{"CRLF", "LF", "## Criteria\r\n### A\r\na\r\n\r\nb\r\n", "a\n\nb"},
		{"comments", "left out, the rest as it was", crit("### A\na <!-- x --> b\n<!--\n### no\n-->\nc <!-- y -->\n"), "a  b\n\nc"},
		{"code", "verbatim", crit("### A\n```html\n<!-- kept -->\n## kept\n```"), "```html\n<!-- kept -->\n## kept\n```"},
		{"line separator", "ends no line", crit("### A\na\u2028## b\u0085c\n"), "a\u2028## b\u0085c"},
		{"NUL and bad UTF-8", "verbatim", crit("### A\n\x00\xff\n"), "\x00\xff"},
		{"quotes and items", "verbatim", crit("### A\n> #### q\n- #### i\n"), "> #### q\n- #### i"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseRubric(tt.src)
			if err != nil {
				t.Fatal(err)
			}
			want := Rubric{"", []Criterion{{ID: "a", Name: "A", Description: tt.want}}}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

func TestParseRubricNote(t *testing.T) {
	const end = "## Criteria\n### A\nx\n"
	for _, tt := range []struct{ name, reason, src, want string }{
		{"after the criteria", "its place is free", end + "## Ground Truth Note\nn\n", "n"},
		{"first that is not empty", "an empty one says nothing", "## Ground Truth Note\n<!-- x -->\n---\n## ground truth note:\nn\n## Ground Truth Note\n\n" + end, "n"},
		{"plural", "the same", "## Ground Truth Notes\nn\n" + end, "n"},
		{"short", "the same", "## Ground-Truth: read it\nn\n" + end, "n"},
		{"one word", "the same", "## Groundtruth note\nn\n" + end, "n"},
		{"numbered", "as other titles", "## 1. **Ground-Truth_Note** (must read)\nn\n" + end, "n"},
		{"odd blank after hashes", "no heading, and does not become one", "## Ground Truth Note\nn\n##\u00A0\n" + end, "n\n##\u00A0"},
		{"odd blank after a tag", "no tag, and does not become one", "## Ground Truth Note\nn\n<pre\u00A0\n" + end, "n\n<pre\u00A0"},
		{"empty with more words", "nothing to lose", "## Ground Truth Note for authors\n" + end, ""},
		{"ground alone", "another section", "## Ground rules\nn\n" + end, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseRubric(tt.src)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.GroundTruthNote); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
			lawOfFormat(t, got)
		})
	}
}

// rubricErrorTests hold, for a text, the sentinel, the line and a part of the
// advice.
var rubricErrorTests = []struct {
	name, reason, src string
	err               error
	line              int
	advice            string
}{
	{"empty", "zero criteria never pass", "", ErrNoCriteria, 0, "put ## Criteria above"},
	{"h2 per criterion", "a common layout", "# Evaluation Criteria\n\n## R1\nx\n\n## R2\ny", ErrNoCriteria, 1, "write each ## as ###"},
	{"h2 without title", "the same", "# Rubric\n\n## R1\nx\n\n## R2\ny", ErrNoCriteria, 3, `write each ## as ### (lines 3 and 6)`},
	{"h1 and h3", "a level too high", "# Criteria\n### A\nx", ErrNoCriteria, 1, "write this heading as ## Criteria"},
	{"h3 and h4", "a level too low", "# T\n### Criteria\n#### A\nx", ErrNoCriteria, 2, "each criterion below it as ###"},
	{"other title", "nearly", "## Overview\n## Requirements\n### A\nx", ErrNoCriteria, 2, `did you mean "Requirements"?`},
	{"word inside", "neither first nor last", "## Our criteria today\n### A\nx", ErrNoCriteria, 1, `did you mean "Our criteria today"?`},
	{"unknown title", "nothing near", "## Overview\n### A\nx\n## Scale\n", ErrNoCriteria, 0, `found "## Overview, ## Scale"`},
	{"setext", "only the two names count", "Security criteria\n---\n### A\nx", ErrNoCriteria, 1, "write this heading as ## Criteria"},
	{"table", "rows are no criteria", "## Criteria\n\n| a | b |\n", ErrMalformed, 3, "write each of its rows as ### Name"},
	{"one item", "no list", "## Criteria\n\n- **A**: x\n", ErrMalformed, 3, "a list of one item"},
	{"deeper", "a level too low", "## Criteria\n#### A\nx\n", ErrMalformed, 2, "write each that is one criterion as ###"},
	{"section of its own", "a level too high", "## Criteria\n\n## A\nx\n", ErrNoCriteria, 1, "write each ## below it as ###"},
	{"prose", "no heading at all", "## Criteria\nBe good.\n", ErrNoCriteria, 1, "no ###"},
	{"in a fence", "as chat models hand it out", "\n```markdown\n## Criteria\n### A\nx\n```\n", ErrNoCriteria, 2, "stands in a code fence"},
	{"indented", "from a source file", "\n    ## Criteria\n    ### A\n    x\n", ErrNoCriteria, 2, "indented by 4 or more"},
	{"quoted", "from a mail", "> ## Criteria\n> ### A\n> x\n", ErrNoCriteria, 1, "quoted"},
	{"escaped line ends", "written twice through JSON", `# T\n\n## Criteria\n### A\nx`, ErrNoCriteria, 1, "real line ends"},

	{"two titles", "neither judging nor dropping is safe", "## Criteria\n### A\nx\n## Rejected criteria\n### B\ny", ErrMalformed, 4, `"Rejected criteria" and "Criteria" (line 1)`},
	{"word inside beside exact", "the same", "## How criteria change\n### B\ny\n## Criteria\n### A\nx", ErrMalformed, 1, `"How criteria change" and "Criteria" (line 4)`},
	{"long titles", "an error text stays short", "## Criteria " + strings.Repeat("x", 99) + "\n### A\nx\n## " + strings.Repeat("y", 99) + " criteria x\n### B\ny", ErrMalformed, 4, `…" (line 1)`},
	{"nameless section", "its ### would be lost", crit("### A\nx\n##\n### B\ny"), ErrMalformed, 5, "has no name"},
	{"nameless criterion", "what is it called?", crit("###\nx"), ErrMalformed, 3, "has no name"},
	{"invisible name", "the same", crit("### \u200B\nx"), ErrMalformed, 3, "has no name"},
	{"near heading", "a criterion would be lost", crit("### A\nx\n\n###B\ny"), ErrMalformed, 6, "put a space"},
	{"near title", "a section would be lost", "## Criteria\n### A\nx\n## Notes\n\n##Criteria\n### B\ny", ErrMalformed, 6, "put a space"},
	{"near heading alone", "the only one", "# T\n\n###A\nx", ErrMalformed, 3, "put a space"},
	{"no-break space", "cannot be seen", crit("### A\nx\n\n###\u00A0B\ny"), ErrMalformed, 6, "no-break"},
	{"no-break indent", "cannot be seen", crit("### A\nx\n\n\u00A0### B\ny"), ErrMalformed, 6, "no-break"},
	{"joined files", "a BOM in the middle", "## Ground Truth Note\nn\n\uFEFF## Criteria\n### B\ny", ErrMalformed, 3, "special space"},
	{"under an item", "a criterion would be lost", crit("### A\n- x\n   ### B\ny"), ErrMalformed, 5, "indented under a list item"},
	{"in a fence by a slip", "a criterion would be lost", crit("### A\n- like\n  ```go\ncode\n  ```\n\n### B\ny\n- like\n  ```go\n  code\n  ```\n"), ErrMalformed, 9, "without its closing line"},
	{"title under an item", "a section would be lost", "- x\n  ## Criteria\n### B\ny", ErrMalformed, 2, "indented under a list item"},
	{"pin not last", "is it a pin?", crit("### A {#a} b\nx"), ErrMalformed, 3, "at the end of the heading"},
	{"two pins", "which?", crit("### A {#a} {#b}\nx"), ErrMalformed, 3, "at the end of the heading"},
	{"open pin", "a slip", crit("### A {#a\nx"), ErrMalformed, 3, "add }"},
	{"empty pin", "no id", crit("### A {#}\nx"), ErrInvalidID, 3, "letters, digits"},
	{"pin with a class", "another tool's", crit("### A {#a .b}\nx"), ErrMalformed, 3, `".b" is no attribute`},
	{"pin beyond ASCII", "no id", crit("### A {#é}\nx"), ErrInvalidID, 3, "letters, digits"},
	{"pin of 41", "one past the limit", crit("### A {#" + strings.Repeat("a", maxID+1) + "}\nx"), ErrInvalidID, 3, "at most 40"},
	{"fence", "swallows the rest", crit("### A\n```\n### B\ny"), ErrMalformed, 4, "code fence"},
	{"fence with an inner one", "the outer ends too early", "```md\n## Criteria\n### A\n```go\nx\n```\n### B\ny\n```\n", ErrMalformed, 9, "code fence"},
	{"comment", "swallows the rest", crit("### A\nx\n<!-- todo\n### B\ny"), ErrMalformed, 5, "never closed"},
}

func TestParseRubricErrors(t *testing.T) {
	for _, tt := range rubricErrorTests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.reason == "" {
				t.Fatal("a row without a reason")
			}
			got, err := ParseRubric(tt.src)
			if diff := cmp.Diff(Rubric{}, got); diff != "" {
				t.Errorf("a result beside an error:\n%s", diff)
			}
			var e *RubricError
			if !errors.As(err, &e) || !errors.Is(err, tt.err) || e.Line != tt.line || !strings.Contains(err.Error(), tt.advice) {
				t.Errorf("%s: error %v, want %v on line %d with %q", tt.reason, err, tt.err, tt.line, tt.advice)
			}
		})
	}
}

func TestParseRubricEmptyCriteria(t *testing.T) {
	_, err := ParseRubric(crit("### A\n### B {#bee}\nx\n### C\n<!-- x -->\n\n---\n### D\n \n\u00A0\n"))
	var e *RubricError
	if !errors.As(err, &e) || e.Err != ErrEmptyCriterion || e.Line != 3 {
		t.Fatalf("error %v", err)
	}
	if diff := cmp.Diff([]string{"a", "c", "d"}, e.IDs); diff != "" {
		t.Errorf("every empty criterion is named (-want +got):\n%s", diff)
	}
}

func TestRubricFormat(t *testing.T) {
	r := Rubric{"Trust the log.", []Criterion{{ID: "root", Name: "Root cause", Description: "Is it\nrepaired?"}, {ID: "b", Name: "B", Description: "x"}}}
	const want = "## Ground Truth Note\n\nTrust the log.\n\n## Criteria\n\n### Root cause {#root}\n\nIs it\nrepaired?\n\n### B {#b}\n\nx\n"
	got, err := r.Format()
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("error %v (-want +got):\n%s", err, diff)
	}
}

func TestRubricFormatReadsBack(t *testing.T) {
	for _, tt := range []struct{ name, reason, text string }{
		{"fence", "heading-like lines in code", "```md\n## Criteria\n### No {#no}\n<!-- kept\n```\nafter"},
		{"indented", "code by indent", "    ### No\n\n    <!--\nafter"},
		{"span", "comment-like text in code", "write `<!--` first"},
		{"list", "items and what is in them", "- a\n  - b\n\n    c\n\n1. ```\n   ## no"},
		{"quote", "another's heading", "> # Criteria\n> #### No"},
		{"closer", "text", "a --> b"},
		{"hashes", "other levels", "# a\n#### b\n#c"},
		{"setext", "text under dashes", "a\nb\n---\nCriteria of old\n---\nc"},
		{"pre", "HTML text", "<pre>\n### no\n</pre>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := Rubric{tt.text, []Criterion{{ID: "a", Name: "A", Description: tt.text}, {ID: "b", Name: "B", Description: tt.text}}}
			text, err := want.Format()
			if err != nil {
				t.Fatal(err)
			}
			got, err := ParseRubric(text)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: error %v (-want +got):\n%s", tt.reason, err, diff)
			}
		})
	}
}

func TestRubricFormatErrors(t *testing.T) {
	one := func(id, name, description string) Rubric {
		return Rubric{"", []Criterion{{ID: "first", Name: "First", Description: "x"}, {ID: id, Name: name, Description: description}}}
	}
	for _, tt := range []struct {
		name, reason string
		r            Rubric
		err          error
	}{
		{"zero", "no criteria, no rubric", Rubric{}, ErrNoCriteria},
		{"smuggled criterion", "a description is no place for one", one("a", "A", "x\n### Evil {#x}\ny"), ErrMalformed},
		{"smuggled by CR", "it ends lines too", one("a", "A", "x\r### Evil {#x}\ry"), ErrMalformed},
		{"smuggled in a name", "nor is a name", one("a", "A {#a}\nx\n### B", "x"), ErrMalformed},
		{"smuggled in a note", "nor is a note", Rubric{"n\n\n## Criteria\n### Evil\ny", one("a", "A", "x").Criteria}, ErrMalformed},
		{"section", "it would end the criteria", one("a", "A", "x\n## Other\ny"), ErrMalformed},
		{"setext section", "it would open one", one("a", "A", "x\n\nCriteria\n---\n\n### Evil\ny"), ErrMalformed},
		{"comment", "it would be left out", one("a", "A", "x <!-- y --> z"), ErrMalformed},
		{"open comment", "it would swallow the rest", one("a", "A", "x\n<!-- y"), ErrMalformed},
		{"open fence", "it would swallow the rest", one("a", "A", "```\nx"), ErrMalformed},
		{"CR", "reads back as LF", one("a", "A", "x\r\ny"), ErrMalformed},
		{"blank lines around", "would be trimmed", one("a", "A", "\nx\n"), ErrMalformed},
		{"blanks around a name", "would be trimmed", one("a", " A", "x"), ErrMalformed},
		{"note of blanks", "would be trimmed", Rubric{" ", one("a", "A", "x").Criteria}, ErrMalformed},
		{"no description", "nothing to judge", one("a", "A", ""), ErrEmptyCriterion},
		{"no name", "would read back as the id", one("a", "", "x"), ErrMalformed},
		{"no id", "cannot be pinned", one("", "A", "x"), ErrInvalidID},
		{"bad id", "cannot be pinned", one("a b", "A", "x"), ErrInvalidID},
		{"long id", "one past the limit", one(strings.Repeat("a", maxID+1), "A", "x"), ErrInvalidID},
		{"repeated id", "would be numbered", one("first", "A", "x"), ErrDuplicateID},
		{"pin in a name", "which is it?", one("a", "A {#b}", "x"), ErrMalformed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.r.Format()
			var e *RubricError
			if !errors.As(err, &e) || e.Err != tt.err || got != "" {
				t.Errorf("%s: %q, error %v, want %v", tt.reason, got, err, tt.err)
			}
			if e != nil && e.Line != 0 {
				t.Errorf("line %d is of a file that nobody has", e.Line)
			}
		})
	}
}

// realRubrics holds rubrics that people wrote for other tools.
const realRubrics = "../shared/real/rubrics"

func TestRealRubrics(t *testing.T) {
	index, err := os.ReadFile(filepath.Join(realRubrics, "index.jsonl"))
	if err != nil {
		t.Skip("the real rubrics are not here")
	}
	own := 0
	for _, line := range strings.Split(strings.TrimSpace(string(index)), "\n") {
		var row struct{ File, Source string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(realRubrics, row.File))
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParseRubric(string(data))
		if !strings.HasPrefix(row.Source, "llm-as-a-verifier/") {
			if err == nil || !strings.Contains(err.Error(), "write") {
				t.Errorf("%s: %v, want advice", row.File, err)
			}
			continue
		}
		own++
		if want := strings.Count("\n"+string(data), "\n### "); err != nil || len(r.Criteria) != want || r.GroundTruthNote == "" {
			t.Errorf("%s: %d criteria, want %d; error %v", row.File, len(r.Criteria), want, err)
		}
		if _, err := r.Format(); err != nil {
			t.Errorf("%s: %v", row.File, err)
		}
	}
	if own == 0 {
		t.Error("no rubric of the format's own project was read")
	}
}

func TestParseRubricSplitCriteria(t *testing.T) {
	const split = "## Criterion 1: Fit\n### Details\nx\n## Criterion 2: Safety\ny\n"
	_, err := ParseRubric(split)
	var e *RubricError
	if !errors.As(err, &e) || !errors.Is(err, ErrMalformed) || e.Line != 4 {
		t.Errorf("a section for each criterion: %v, want ErrMalformed on line 4", err)
	}
	if rubric, err := ParseRubric("## Criterion for merging\n### Fit\nx\n"); err != nil || len(rubric.Criteria) != 1 {
		t.Errorf("one section called Criterion: %+v, %v", rubric, err)
	}
}
