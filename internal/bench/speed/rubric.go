package speed

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/yuin/goldmark"

	"github.com/seed-bcabc8a2/jury"
)

// rubricHead opens every rubric here.
const rubricHead = "# Review\n\n## Ground Truth Note\n\nThe issue asks for a fix, not for a rewrite.\n\n## Criteria\n\n"

// rubricOf returns a rubric of about n bytes, as an author writes one.
func rubricOf(n int) string {
	var b strings.Builder
	b.WriteString(rubricHead)
	for i := 1; i == 1 || b.Len() < n; i++ {
		fmt.Fprintf(&b, "### Criterion number %d {#c%d}\n\n", i, i)
		b.WriteString("Read the change and the tests beside it. Score high where every path that the\nissue names is **exercised**, low where a test only repeats the code:\n\n")
		b.WriteString("- the error path, with the message that a user sees\n- the empty input, and one past each limit\n\n")
		b.WriteString("```go\n### not a heading, but code\nif err := run(); err != nil {\n\treturn err\n}\n```\n\n<!-- for authors: keep this in step with the guide -->\n\n")
	}
	return b.String()
}

func rubricRaces() []Race {
	var races []Race
	for _, size := range []struct {
		name   string
		bytes  int
		minMBs float64
		times  float64
	}{
		{"rubric of 3 KB", 3 << 10, 0, 0},
		{"rubric of 1 MB", 1 << 20, 200, 10},
	} {
		text := rubricOf(size.bytes)
		races = append(races, Race{
			Input:  size.name,
			Ours:   rubricLine(text),
			Rivals: []Rival{{goldmarkLine(text), size.times}},
			MinMBs: size.minMBs,
		})
	}
	return races
}

func rubricLine(text string) Line {
	return Line{"jury.ParseRubric", len(text), func() bool {
		rubric, err := jury.ParseRubric(text)
		return err == nil && len(rubric.Criteria) > 0
	}}
}

func goldmarkLine(text string) Line {
	source := []byte(text)
	return Line{"goldmark, parse and render", len(text), func() bool {
		return goldmark.Convert(source, io.Discard) == nil
	}}
}

// rubricGrowths are rubrics that make a careless reader look at a line more
// than once. Most are errors; how fast is all that is asked here.
func rubricGrowths() []Growth {
	repeat := func(unit string) func(int) string {
		return func(n int) string { return rubricHead + strings.Repeat(unit, max(1, n/len(unit))) }
	}
	shapes := []struct {
		name string
		make func(n int) string
	}{
		{"criteria of one name", repeat("### Same\nx\n")},
		{"names that share 36 characters", func(n int) string {
			return numbered(n, "### "+strings.Repeat("a", 36)+" %d\nx\n")
		}},
		{"pins that look derived", func(n int) string { return numbered(n, "### Same {#same_%d}\nx\n### Same\nx\n") }},
		{"comments", repeat("### A\n<!-- c -->x\n")},
		{"comment openers", repeat("<!-- ")},
		{"backticks", repeat("`")},
		{"backtick runs of growing length", func(n int) string {
			var b bytes.Buffer
			b.WriteString(rubricHead)
			for i := 1; b.Len() < n; i++ {
				b.WriteString(strings.Repeat("`", i%200+1) + " ")
			}
			return b.String()
		}},
		{"fences", repeat("```\n")},
		{"fence never closed", repeat("~~~~\n```\n")},
		{"quotes", repeat("> ")},
		{"list markers on one line", repeat("- ")},
		{"list items, deeper and deeper", repeat("- a\n  - b\n    - c\n")},
		{"hashes", repeat("#")},
		{"braces in a heading", repeat("### {#")},
		{"carriage returns", repeat("\r")},
		{"zero-width characters", repeat("\u200b")},
		{"setext lines", repeat("Criteria\n---\n")},
		{"tags", repeat("<pre></pre>\n")},
		{"spaces", repeat(" ")},
		{"one long line", repeat("word ")},
	}
	var growths []Growth
	for _, shape := range shapes {
		growths = append(growths, Growth{
			Shape: "rubric: " + shape.name,
			Small: anyRubricLine(shape.make(smallSize)),
			Large: anyRubricLine(shape.make(largeSize)),
			Ratio: 2,
		})
	}
	return growths
}

func numbered(n int, format string) string {
	var b strings.Builder
	b.WriteString(rubricHead)
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func anyRubricLine(text string) Line {
	return Line{"jury.ParseRubric", len(text), func() bool {
		_, _ = jury.ParseRubric(text) // an error is as good an end as a rubric
		return true
	}}
}
