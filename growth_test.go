package jury

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// grow repeats what piece gives for 0, 1, 2 ... until there are n bytes.
func grow(n int, piece func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(piece(i))
	}
	return b.String()
}

// same grows by the same piece.
func same(piece string) func(int) string { return func(int) string { return piece } }

// hostileRubrics are texts that slow readers read in more than linear time.
var hostileRubrics = []struct {
	name, reason string
	build        func(n int) string
}{
	{"equal names", "each id needs a number", func(n int) string { return "## Criteria\n" + grow(n, same("### A\nx\n")) }},
	{"names of 39 shared", "cut stems meet", func(n int) string {
		return "## Criteria\n" + grow(n, func(i int) string { return "### " + strings.Repeat("a", 39) + fmt.Sprint(i%10) + "\nx\n" })
	}},
	{"repeated pins", "each needs a number", func(n int) string { return "## Criteria\n" + grow(n, same("### A {#a}\nx\n")) }},
	{"empty criteria", "all are named", func(n int) string { return "## Criteria\n" + grow(n, same("### A\n")) }},
	{"sections", "each is looked up", func(n int) string { return grow(n, same("## Criteria\n### A\nx\n")) }},
	{"near headings", "each is noted", func(n int) string { return "## Criteria\n### A\nx\n## Other\n" + grow(n, same("##a\n")) }},
	{"backtick runs", "each looks for its closer", func(n int) string {
		return grow(n-8, func(i int) string { return strings.Repeat("`", i+1) + " " }) + "<!---->"
	}},
	{"backtick runs on many lines", "each line looks anew", func(n int) string { return grow(n, same("` `` ``` ```` <!-- x -->\n")) }},
	{"comments on a line", "the line is put together", func(n int) string { return grow(n, same("x<!---->")) }},
	{"comment ladder", "one line of many", func(n int) string { return "<!--\n" + grow(n, same("--> <!--\n")) + "-->" }},
	{"comment blocks", "each is left out", func(n int) string { return "## Criteria\n### A\nx\n" + grow(n, same("<!--\n-->\n")) }},
	{"comment beginnings", "none opens", func(n int) string { return "<!-- x -->" + grow(n, same("<!-")) }},
	{"comment never closed", "looked for to the end", func(n int) string { return "<!--" + grow(n, same("--")) }},
	{"marker tower", "a thematic break to its last byte", func(n int) string { return grow(n, same("- ")) + "x" }},
	{"marker tower and lines", "each line meets all items", func(n int) string {
		return grow(n/2, same("+ - ")) + "x\n" + grow(n/2, same("<!---->\n\n"))
	}},
	{"stairs", "each line one item deeper", func(n int) string {
		return grow(n, func(i int) string { return strings.Repeat(" ", 2*i) + "- x\n" })
	}},
	{"dashes", "underlines, items, breaks", func(n int) string { return grow(n, same("a\n---\n- -\n")) }},
	{"pre", "each line looks for its end", func(n int) string { return "<pre>\n" + grow(n, same("</")) + "</pre>" }},
	{"fences", "none ends another", func(n int) string { return grow(n, same("```\n~~~\n```\n")) }},
	{"long fence", "lines that nearly close it", func(n int) string { return "~~~~\n" + grow(n, same("~~~\n")) + "~~~~\n" }},
	{"parentheses", "remarks of a title", func(n int) string { return "## Criteria " + grow(n, same("(")) + grow(n/2, same(")")) }},
	{"remarks", "each is dropped", func(n int) string { return "## Criteria " + grow(n, same("(a) ")) + "\n### A\nx" }},
	{"closing hashes", "a heading of them", func(n int) string { return "## Criteria\n### A " + grow(n, same("# ")) + "\nx" }},
	{"braces", "pins that are none", func(n int) string { return "## Criteria\n### A " + grow(n, same("{#")) + "\nx" }},
	{"blank lines", "trimmed from both ends", func(n int) string {
		return "## Criteria\n### A\n" + grow(n/2, same("\u200B\n---\n")) + "x\n" + grow(n/2, same("---\n\u200B\n"))
	}},
	{"CR", "other line ends", func(n int) string { return "## Criteria\r### A\r" + grow(n, same("x\r\r\n")) }},
	{"table", "looked through for advice", func(n int) string { return "## Criteria\n" + grow(n, same("x\n")) }},
	{"list", "each item is read as a section, too", func(n int) string { return "## Criteria\n" + grow(n, same("- **a**: b\n  c\n")) }},
	{"list of one item", "its lines are put together", func(n int) string { return "## Criteria\n- a\n- b\n" + grow(n, same("  c\n")) }},
	{"list of rules", "each may be its end", func(n int) string { return "## Criteria\n- a\n- b\n" + grow(n, same("---\n")) + "x" }},
	{"lists", "each section has one", func(n int) string { return grow(n, same("## A criteria\n- a\n- b\n")) }},
	{"shapes", "each section is refused", func(n int) string { return "## A criteria\n### A\nx\n" + grow(n, same("## B criteria\n- a\n")) }},
	{"loose items", "each is named", func(n int) string { return "## Criteria\n" + grow(n, same("• a\n| b |\n**c**\n")) + "### A\nx" }},
	{"near headings in criteria", "each is a fault", func(n int) string { return "## Criteria\n" + grow(n, same("###A\n> ### B\n- ### C\n")) }},
	{"attributes", "each is read", func(n int) string { return "## Criteria\n### A {" + grow(n, same("weight=2 ")) + "}\nx" }},
	{"backticks", "code spans of a title", func(n int) string {
		return "## Criteria\n### {" + grow(n, func(i int) string { return strings.Repeat("`", max(1, n/64-i%(n/64+1))) + "a" }) + "\nx"
	}},
	{"bold", "stars of an item", func(n int) string { return "## Criteria\n- **" + grow(n, same("a ** ")) + "\n- b" }},
	{"colons", "ends of a name in links", func(n int) string { return "## Criteria\n- " + grow(n, same("[: ")) + "\n- b" }},
	{"groups", "each is looked into", func(n int) string { return "## Criteria\n" + grow(n, same("### A criteria\n- a\n")) }},
	{"options", "each is named", func(n int) string { return grow(n, same("## Checks\n- a\n")) }},
	{"clauses", "each is cut", func(n int) string { return "## " + grow(n, same("1: (")) + "Criteria\n### A\nx" }},
	{"long names that meet", "each is compared", func(n int) string {
		return "## Criteria\n### " + strings.Repeat("a", 50) + strings.Repeat(" ", n/2) + "x\ny\n" + grow(n/2, func(i int) string { return fmt.Sprintf("### %s%d\nx\n", strings.Repeat("a", 50), i) })
	}},
	{"signs that meet", "each is hashed", func(n int) string {
		return "## Criteria\n" + grow(n, func(i int) string { return "### a" + strings.Repeat("!", i%50) + "\nx\n" })
	}},
	{"swallowed headings", "each fence has one", func(n int) string { return "## Criteria\n### A\n" + grow(n, same("```\n\n## B\n\n```\nx\n```\n```\n")) }},
	{"titles", "listed for advice", func(n int) string { return grow(n, same("## Title\n")) }},
}

// mostGrowth bounds the time per unit at 32 times the size. It is about 1 to 3
// on a quiet machine (more memory is slower memory), and 32 where the work is
// quadratic; the margin is for a busy one. internal/bench measures closer.
const mostGrowth = 16

func TestHostileRubricsGrow(t *testing.T) {
	if isRaceBuild() {
		t.Skip("the race detector changes what is measured, and nothing here runs at once")
	}
	const small, large = 32 << 10, 1 << 20
	for _, tt := range hostileRubrics {
		t.Run(tt.name, func(t *testing.T) {
			checkGrowth(t, mostGrowth, func(n int) func() {
				src := tt.build(n)
				return func() { ParseRubric(src) }
			}, small, large)
		})
	}
}

func TestNormalizeCriteriaGrows(t *testing.T) {
	const small, large = 3_125, 100_000
	long := strings.Repeat("a", maxID-2)
	for name, id := range map[string]func(i int) string{
		"equal names":        func(int) string { return "fit" },
		"names of 38 shared": func(i int) string { return long + fmt.Sprint(i%100) },
		"names of 40 shared": func(i int) string { return long + fmt.Sprint(10+i) },
	} {
		t.Run(name, func(t *testing.T) {
			checkGrowth(t, mostGrowth, func(n int) func() {
				in := make([]string, n)
				for i := range in {
					in[i] = id(i)
				}
				return func() { NormalizeCriteria(in) }
			}, small, large)
		})
	}
}

// checkGrowth fails if the work for large takes more than most times as
// long, per unit, as the work for small. The fastest of some runs counts, and
// there are several tries.
func checkGrowth(t *testing.T, most float64, work func(n int) func(), small, large int) {
	t.Helper()
	doSmall, doLarge := work(small), work(large)
	ratio := 0.0
	for try := 0; try < 5; try++ {
		slow := float64(fastest(1, doLarge)) / float64(large)
		ratio = slow * float64(small) / float64(fastest(4, doSmall))
		if ratio <= most {
			t.Logf("%.2f times the time per unit", ratio)
			return
		}
	}
	t.Errorf("%.2f times the time per unit at %d, more than %.1f", ratio, large, most)
}

func fastest(runs int, do func()) time.Duration {
	best := time.Duration(1 << 62)
	for ; runs > 0; runs-- {
		start := time.Now()
		do()
		best = min(best, time.Since(start))
	}
	return max(best, 1)
}

// A rubric allocates the id of each criterion, and little else: descriptions and
// names are parts of the file.
func TestRubricAllocations(t *testing.T) {
	const rest = 64 // the lists, each doubled as often as a file of 1 MB needs
	for _, size := range []int{1 << 10, 32 << 10, 1 << 20} {
		markdown := plainRubric(size)
		rubric, err := ParseRubric(markdown)
		if err != nil {
			t.Fatal(err)
		}
		most := float64(len(rubric.Criteria) + rest)
		if got := testing.AllocsPerRun(10, func() { ParseRubric(markdown) }); got > most {
			t.Errorf("%d criteria: %v allocations, at most %v", len(rubric.Criteria), got, most)
		}
	}
}
