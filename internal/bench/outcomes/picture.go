package main

import (
	"fmt"
	"html"
	"strings"
)

// The picture's measures, in its own units.
const (
	width     = 930
	barsLeft  = 330 // where the bars begin
	barsRight = 900
	rowHeight = 34
	barHeight = 20
	firstRow  = 92 // top of the first bar
	narrow    = 22 // a bar narrower than this has no room for its number
)

// segments are the parts of a bar, from left to right. Their colours differ in
// lightness too, for readers who do not tell red from green.
var segments = []struct {
	mark  mark
	class string
	title string
}{
	{right, "right", "right"},
	{lost, "lost", "verdict lost"},
	{falseFail, "ffail", "false fail"},
	{falsePass, "fpass", "false pass"},
}

// The card has a ground of its own, so that it reads on any page, whatever
// colour the page takes in dark mode.
const style = `
  text { font: 14px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328 }
  .card { fill: #ffffff; stroke: #d0d7de }
  .head { font-size: 17px; font-weight: 600 }
  .name { text-anchor: end }
  .ours { font-weight: 700 }
  .count { font-size: 12px; text-anchor: middle; fill: #ffffff }
  .right { fill: #2166ac }
  .lost { fill: #6e7781 }
  .ffail { fill: #9a6700 }
  .fpass { fill: #d1242f }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .card { fill: #161b22; stroke: #30363d }
    .right { fill: #1f6feb }
    .lost { fill: #6e7681 }
    .ffail { fill: #9e6a03 }
    .fpass { fill: #da3633 }
  }
`

// picture draws the table: a bar for each parser, the false passes at its
// right end.
func picture(table []row) string {
	height := firstRow + len(table)*rowHeight + 10
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="title desc">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, "<title id=\"title\">What each parser made of %d hard replies</title>\n", table[0].total())
	fmt.Fprintf(&b, "<desc id=\"desc\">%s</desc>\n", html.EscapeString(describe(table)))
	fmt.Fprintf(&b, "<style>%s</style>\n", style)
	fmt.Fprintf(&b, `<rect class="card" x="0.5" y="0.5" width="%d" height="%d" rx="8"/>`+"\n", width-1, height-1)
	fmt.Fprintf(&b, `<text class="head" x="30" y="34">What each parser made of %d hard replies of LLM judges</text>`+"\n", table[0].total())
	x := barsLeft
	for _, s := range segments {
		fmt.Fprintf(&b, `<rect class="%s" x="%d" y="54" width="14" height="14" rx="3"/><text x="%d" y="66">%s</text>`+"\n", s.class, x, x+20, s.title)
		x += 140
	}
	for i, r := range table {
		writeBar(&b, r, firstRow+i*rowHeight)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func writeBar(b *strings.Builder, r row, top int) {
	class := "name"
	if r.peer.Ours {
		class = "name ours"
	}
	fmt.Fprintf(b, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, barsLeft-12, top+15, html.EscapeString(r.peer.Name))
	total, before := r.total(), 0
	for _, s := range segments {
		n := r.counts[s.mark]
		if n == 0 {
			continue
		}
		left := barsLeft + before*(barsRight-barsLeft)/total
		before += n
		end := barsLeft + before*(barsRight-barsLeft)/total
		fmt.Fprintf(b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d"/>`, s.class, left, top, end-left-1, barHeight)
		if end-left >= narrow {
			fmt.Fprintf(b, `<text class="count" x="%d" y="%d">%d</text>`, (left+end)/2, top+14, n)
		}
		b.WriteString("\n")
	}
}

// describe is the picture for who cannot see it.
func describe(table []row) string {
	var parts []string
	for _, r := range table {
		parts = append(parts, fmt.Sprintf("%s: %d right, %d false passes, %d false fails, %d lost",
			r.peer.Name, r.counts[right], r.counts[falsePass], r.counts[falseFail], r.counts[lost]))
	}
	return strings.Join(parts, "; ") + "."
}
