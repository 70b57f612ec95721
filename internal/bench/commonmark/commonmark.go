// Package commonmark compares the headings that jury reads in a rubric with
// those that goldmark, a CommonMark implementation, finds in the same text.
package commonmark

import (
	"bytes"
	"fmt"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// An Outline is what goldmark makes of a text.
type Outline struct {
	Headings []Heading
	// Lazy says that some paragraph of a quote or list item goes on in a line
	// that does not repeat the mark or indent: the one rule about headings
	// outside of HTML that jury leaves alone.
	Lazy bool
}

// A Heading is an ATX heading of level 2 or 3, outside of quotes.
type Heading struct {
	Line   int // from 1
	Level  int
	Text   string
	InItem bool // in a list item
}

// Read returns the outline of src, whose lines end in LF.
func Read(src []byte) Outline {
	var o Outline
	document := goldmark.DefaultParser().Parse(text.NewReader(src))
	// The callback returns no error, so Walk does not either.
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			o.visit(src, n)
		}
		return ast.WalkContinue, nil
	})
	return o
}

func (o *Outline) visit(src []byte, n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		if h, ok := heading(src, n); ok {
			o.Headings = append(o.Headings, h)
		}
	case *ast.Paragraph, *ast.TextBlock:
	default:
		return
	}
	for i := 1; i < n.Lines().Len(); i++ { // the second line of a heading is one of a paragraph underlined
		if isLazy(src, n, n.Lines().At(i).Start) {
			o.Lazy = true
		}
	}
}

// heading returns n as a Heading. It has none for setext headings, for those of
// other levels or in quotes, and for empty ones, of which goldmark does not say
// where they stand.
func heading(src []byte, n *ast.Heading) (Heading, bool) {
	if n.Level != 2 && n.Level != 3 || n.Lines().Len() != 1 {
		return Heading{}, false
	}
	at := n.Lines().At(0)
	start := bytes.LastIndexByte(src[:at.Start], '\n') + 1
	// What stands before the hashes of the heading of an item is its marker.
	if before := bytes.TrimLeft(src[start:at.Start], " \t-+*.)0123456789"); len(before) == 0 || before[0] != '#' {
		return Heading{}, false
	}
	h := Heading{Line: 1 + bytes.Count(src[:start], []byte("\n")), Level: n.Level, Text: string(at.Value(src))}
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p.Kind() {
		case ast.KindBlockquote:
			return Heading{}, false
		case ast.KindListItem:
			h.InItem = true
		}
	}
	return h, true
}

// isLazy reports whether the line of n with the byte at offset at lacks what
// the containers of n ask for.
func isLazy(src []byte, n ast.Node, at int) bool {
	line := src[bytes.LastIndexByte(src[:at], '\n')+1 : at]
	quotes, column := 0, 0
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p := p.(type) {
		case *ast.Blockquote:
			quotes++
		case *ast.ListItem:
			column += p.Offset
		}
	}
	return bytes.Count(line, []byte(">")) < quotes || columns(line) < column
}

// columns returns how many columns a line start takes.
func columns(line []byte) int {
	n := 0
	for _, c := range line {
		n++
		for c == '\t' && n%4 != 0 {
			n++
		}
	}
	return n
}

// Criteria returns the names of the criteria that a reader of CommonMark would
// take from src: the ### below each ## Criteria, up to the next other ##; and
// the lines of the headings indented under a list item that stand there, or are
// named Criteria themselves.
func (o Outline) Criteria() (names []string, indented []int) {
	inside := false
	for _, h := range o.Headings {
		switch {
		case h.InItem && (inside || h.Text == "Criteria"):
			indented = append(indented, h.Line)
		case h.InItem:
		case h.Level == 2:
			inside = h.Text == "Criteria"
		case inside:
			names = append(names, h.Text)
		}
	}
	return names, indented
}

// String lists the headings, for failures.
func (o Outline) String() string {
	return fmt.Sprintf("%+v lazy %v", o.Headings, o.Lazy)
}
