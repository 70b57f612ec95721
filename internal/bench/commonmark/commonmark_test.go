package commonmark

import (
	"errors"
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury"
)

// What the lines of random documents are made of.
var (
	indents = []string{"", "", "", "", "", " ", "  ", "   ", "    ", "\t", " \t", "     ", "      ", "  \t"}
	marks   = []string{"", "", "", "", "", "", "- ", "* ", "+   ", "1. ", "2) ", "10. ", "-", "-\t", "-     ", "- - ", "> ", ">"}
	leaves  = []string{
		"## Criteria", "## Other", "### %d", "### %d", "###\t%d ##", "# t", "#### q", "####### z",
		"text", "text", "```", "```", "````", "```go", "``` a`b", "~~~", "", "", "---", "- - -", "***", "===", "-",
		"<pre>", "<PRE x>", "x</pre>", "<pre>a</pre>", "x <pre>", "`a", "    x",
	}
	comments = []string{"<!-- c -->", "<!--\n### no\n-->", "x <!-- y --> z", "-->"}
)

var (
	quotedHTML = regexp.MustCompile(`(?im)^[ \t]*>.*<pre`)
	emptyItem  = regexp.MustCompile(`(?m)^[ \t]*([-*+]|[0-9]+[.)])([ \t]+[-*+])*[ \t]*$`)
)

// document returns a random document. A line of text follows each heading, so
// that no criterion is empty.
func document(r *rand.Rand, leaves []string) string {
	var b strings.Builder
	b.WriteString("## Criteria\n\n### first\n\ntext\n")
	for i, n := 0, 2+r.Intn(8); i < n; i++ {
		leaf := leaves[r.Intn(len(leaves))]
		if strings.Contains(leaf, "%d") {
			leaf = fmt.Sprintf(leaf, i)
		}
		b.WriteString(indents[r.Intn(len(indents))] + marks[r.Intn(len(marks))] + leaf + "\n")
		if strings.HasPrefix(leaf, "##") {
			b.WriteString("text\n")
		}
	}
	return b.String()
}

// A tally counts how the two readers compare.
type tally struct {
	same    int
	refused int // an open fence or <pre>, which CommonMark closes at the end of the text
	lazy    int // a line that goes on with a paragraph of a quote or item, which jury takes to end it
	html    int // an HTML block in a quote
	empty   int // after an empty item, where goldmark leaves CommonMark's reference implementation and jury does not
	comment int // beside a comment, which jury removes before it reads the line
	other   int
}

// compare reads a document with both and tallies the outcome; it reports false
// where they differ for a reason unknown.
func (c *tally) compare(src string) bool {
	outline := Read([]byte(src))
	want, indented := outline.Criteria()
	rubric, err := jury.ParseRubric(src)
	var got []string
	for _, criterion := range rubric.Criteria {
		got = append(got, criterion.Name)
	}
	switch {
	case blamesOneOf(err, indented),
		err == nil && len(indented) == 0 && slices.Equal(got, want):
		c.same++
	case err != nil && !strings.Contains(err.Error(), "list item"):
		c.refused++
	case outline.Lazy:
		c.lazy++
	case quotedHTML.MatchString(src):
		c.html++
	case emptyItem.MatchString(src):
		c.empty++
	case strings.Contains(src, "-->"):
		c.comment++
	default:
		c.other++
		return false
	}
	return true
}

// blamesOneOf reports whether one of the faults is a heading in a list item on
// one of the lines.
func blamesOneOf(err error, lines []int) bool {
	faults := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		faults = joined.Unwrap()
	}
	return slices.ContainsFunc(faults, func(err error) bool {
		var e *jury.RubricError
		return errors.As(err, &e) && strings.Contains(err.Error(), "list item") && slices.Contains(lines, e.Line)
	})
}

func TestHeadings(t *testing.T) {
	check(t, leaves)
}

func TestHeadingsBesideComments(t *testing.T) {
	check(t, append(comments, leaves...))
}

// check compares random documents and fails on a difference that has no name,
// and where the named ones are more than a few.
func check(t *testing.T, leaves []string) {
	const documents = 20_000
	r := rand.New(rand.NewSource(1))
	var c tally
	for i := 0; i < documents; i++ {
		if src := document(r, leaves); !c.compare(src) && c.other <= 5 {
			_, err := jury.ParseRubric(src)
			t.Errorf("in %q\n%s\njury: %v\ngoldmark: %v", src, src, err, Read([]byte(src)))
		}
	}
	t.Logf("of %d documents: %+v", documents, c)
	if named := c.lazy + c.html + c.empty + c.comment; c.same < documents/2 || named > documents/100 {
		t.Errorf("%d are the same and %d differ", c.same, named)
	}
}
