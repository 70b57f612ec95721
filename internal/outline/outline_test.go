package outline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-bcabc8a2/jury/internal/jurytest"
)

func TestReadOutline(t *testing.T) {
	for _, tt := range jurytest.Outlines {
		t.Run(tt.Name, func(t *testing.T) {
			if tt.Reason == "" {
				t.Fatal("a row without a reason")
			}
			got := showOutline(tt.Src)
			if strings.HasPrefix(tt.Want, "error") {
				got = got[:min(len(got), len(tt.Want))]
			}
			if diff := cmp.Diff(tt.Want, got); diff != "" {
				t.Errorf("%s: %q (-want +got):\n%s", tt.Reason, tt.Src, diff)
			}
		})
	}
}

// showOutline writes an outline as jurytest.Outlines does.
func showOutline(src string) string {
	doc, err := ReadOutline(src)
	if err != nil {
		return fmt.Sprintf("error %d: %s", doc.Line(err.At), err.Advice)
	}
	var all []string
	for _, h := range doc.Headings {
		form := map[headingForm]string{FormSetext: "(setext)", FormInItem: "(item)", FormInQuote: "(quote)", FormInFence: "(fence)", FormNoBlank: "(near)", FormOddBlank: "(odd)"}[h.Form]
		all = append(all, fmt.Sprintf("%d:%s@%d%s", h.Level, h.Text, doc.Line(h.At), form))
	}
	return strings.Join(all, " ")
}

func TestOutlineText(t *testing.T) {
	for _, tt := range []struct{ Name, Reason, Src, Want string }{
		{"no comment", "as it stands", "a\r\nb", "a\nb"},
		{"on a line", "the blanks around it stay", "a <!-- x --> b\n", "a  b\n"},
		{"own lines", "their line ends go with it but one", "a\n<!--\nx\n-->\nb", "a\n\nb"},
		{"several", "each is left out", "<!---->a<!-->b<!--->c<!-- x -->", "abc"},
		{"code", "stays", "`<!-- x -->` <!-- y -->\n```\n<!-- z -->\n```", "`<!-- x -->` \n```\n<!-- z -->\n```"},
		{"list", "indented comments go", "- a\n      <!-- x -->b", "- a\n      b"},
	} {
		t.Run(tt.Name, func(t *testing.T) {
			doc, err := ReadOutline(tt.Src)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.Want, doc.Text(Span{0, len(doc.Src)})); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.Reason, diff)
			}
		})
	}
}

func TestOutlineTrimmedAgainstText(t *testing.T) {
	parts := []string{"<!-- x -->", "<!---->", "a", " ", "\t", "\n", "\u00a0", "`"}
	var try func(src string, left int)
	try = func(src string, left int) {
		if doc, err := ReadOutline(src); err == nil {
			whole := Span{0, len(doc.Src)}
			if want, got := strings.TrimRight(doc.Text(whole), " \t\n"), doc.Trimmed(whole); got != want {
				t.Fatalf("%q: %q, want %q", src, got, want)
			}
		}
		if left > 0 {
			for _, p := range parts {
				try(src+p, left-1)
			}
		}
	}
	try("", 5)
}

// dropCommentsSlowly is the twin of scanner.dropComments for one line in which
// all comments close. It searches for every opener anew.
func dropCommentsSlowly(line string) string {
	out := ""
	for line != "" {
		if ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]; ticks != "" {
			end := closingRun(line[len(ticks):], ticks)
			out += line[:len(ticks)+end]
			line = line[len(ticks)+end:]
			continue
		}
		if !strings.HasPrefix(line, "<!--") {
			out, line = out+line[:1], line[1:]
			continue
		}
		switch {
		case strings.HasPrefix(line, "<!-->"):
			line = line[5:]
		case strings.HasPrefix(line, "<!--->"):
			line = line[6:]
		default:
			line = line[4+strings.Index(line[4:], "-->")+3:]
		}
	}
	return out
}

// closingRun returns where the first run that is just ticks ends in rest, or 0.
func closingRun(rest, ticks string) int {
	for i := 0; i < len(rest); i++ {
		if rest[i] != '`' {
			continue
		}
		j := i
		for j < len(rest) && rest[j] == '`' {
			j++
		}
		if j-i == len(ticks) {
			return j
		}
		i = j
	}
	return 0
}

func TestDropCommentsAgainstTwin(t *testing.T) {
	parts := []string{"`", "``", "<!--", "-->", "a", " ", "<!-->", "<!", "--", "-"}
	checked := 0
	var try func(line string, left int)
	try = func(line string, left int) {
		if doc, err := ReadOutline(line); err == nil && !strings.HasPrefix(line, "    ") {
			checked++
			if want, got := dropCommentsSlowly(line), doc.Text(Span{0, len(line)}); got != want {
				t.Fatalf("%q: %q, want %q", line, got, want)
			}
		}
		if left > 0 {
			for _, p := range parts {
				try(line+p, left-1)
			}
		}
	}
	try("", 5)
	if checked < 50_000 {
		t.Errorf("only %d lines were read", checked)
	}
}

func TestOutlineLines(t *testing.T) {
	for _, tt := range []struct{ Name, Reason, Src, Want string }{
		{"paragraphs", "the first line, and others", "a\n  b\n\nc", "text0:a more2:b text0:c"},
		{"items", "by their markers; what is in them by its indent", "- a\n  b\n  - c\n\n10) d\n+", "item0:- a more2:b item2:- c item0:10) d item0:+"},
		{"lazy", "goes on with the item, or the quote", "- a\nb\n> c\nd", "item0:- a more0:b quote0:> c more0:d"},
		{"number in a paragraph", "only 1 begins a list there", "a\n2. b\n1. c", "text0:a more0:2. b item0:1. c"},
		{"headings", "all levels, and what is under a setext one", "# a\n#### b\nc\n---\nd\n==", "heading0:# a heading0:#### b text0:c heading0:--- text0:d heading0:=="},
		{"code", "in fences, in <pre>, and by its indent", "```\n- a\n\n```\n<pre>\nb\n</pre>\n\n    - c", "code0:``` code0:- a code0:``` code0:<pre> code0:b code0:</pre> code4:- c"},
		{"rules", "no items", "---\n* * *\n- - -", "rule0:--- rule0:* * * rule0:- - -"},
		{"comments", "gone, and with them the lines that they cover", "<!-- x -->\n<!--\n- y\n-->- a <!-- z -->b", "item0:- a b"},
	} {
		t.Run(tt.Name, func(t *testing.T) {
			doc, err := ReadOutline(tt.Src)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, l := range doc.Lines(Span{0, len(doc.Src)}) {
				kind := map[LineKind]string{LineText: "text", LineMore: "more", LineItem: "item", LineHeading: "heading", LineCode: "code", LineQuote: "quote", LineRule: "rule"}[l.Kind]
				all = append(all, fmt.Sprintf("%s%d:%s", kind, l.Col, l.Text))
			}
			if diff := cmp.Diff(tt.Want, strings.Join(all, " ")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.Reason, diff)
			}
		})
	}
}

func TestDedent(t *testing.T) {
	for _, tt := range []struct {
		Reason, Line string
		Col          int
		Want         string
	}{
		{"as far as it goes", "  a", 4, "a"},
		{"no further", "    a", 2, "  a"},
		{"nothing to do", "a", 2, "a"},
		{"a tab is what it spans", "\ta", 2, "  a"},
		{"a tab to the column", "\ta", 4, "a"},
		{"a tab after blanks", "  \ta", 2, "\ta"},
		{"blanks alone", "  ", 4, ""},
		{"blanks alone, and more", "   ", 2, " "},
		{"nothing", "", 2, ""},
	} {
		if got := Dedent(tt.Line, tt.Col); got != tt.Want {
			t.Errorf("%s: %q by %d is %q, want %q", tt.Reason, tt.Line, tt.Col, got, tt.Want)
		}
	}
}
