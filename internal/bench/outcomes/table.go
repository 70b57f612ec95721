package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/seed-bcabc8a2/jury/internal/bench/cases"
	"github.com/seed-bcabc8a2/jury/internal/bench/peers"
)

// A mark says what an outcome is worth to somebody who acts on it.
type mark int

const (
	right     mark = iota // what a careful reader takes from the reply; a fail where there is nothing to take is right too
	lost                  // an error, though there was a verdict: asking again costs a call
	falseFail             // a fail, though the verdict is a pass: costs a round of work
	falsePass             // a pass that the reply does not give: what the gate was there to stop
	marks
)

// A row is what one parser made of all the replies.
type row struct {
	peer   peers.Peer
	counts [marks]int
	misses []string
}

func (r row) total() int {
	sum := 0
	for _, n := range r.counts {
		sum += n
	}
	return sum
}

// tally runs every peer over every case; fewest false passes first, then most
// read right.
func tally(all []cases.Case, parsers []peers.Peer) []row {
	var table []row
	for _, peer := range parsers {
		r := row{peer: peer}
		for _, c := range all {
			got := peer.Read(c)
			m := weigh(got, c.Want)
			r.counts[m]++
			if m != right {
				r.misses = append(r.misses, fmt.Sprintf("%s: %s: read as %s, want %s", peer.Name, c.ID, got, c.Want))
			}
		}
		table = append(table, r)
	}
	slices.SortStableFunc(table, func(a, b row) int {
		return cmp.Or(
			cmp.Compare(a.counts[falsePass], b.counts[falsePass]),
			cmp.Compare(b.counts[right], a.counts[right]),
			cmp.Compare(a.peer.Name, b.peer.Name))
	})
	return table
}

func weigh(got, want cases.Outcome) mark {
	switch {
	case got == want, got == cases.Fail && want == cases.None:
		return right
	case got == cases.Pass:
		return falsePass
	case got == cases.Fail:
		return falseFail
	}
	return lost
}

// A section is what the parsers made of the replies to one question.
type section struct {
	asked cases.Asked
	table []row
}

// sections runs the peers of each group over its cases.
func sections(groups []cases.Group) []section {
	var all []section
	for _, g := range groups {
		all = append(all, section{g.Asked, tally(g.Cases, peers.OfText(g.Asked))})
	}
	return all
}

// The heads of the tables, by which they are found where they are quoted.
const (
	objectsHead = "| parser | right"
	textHead    = "| asked for | parser"
)

func writeTable(w io.Writer, table []row) {
	fmt.Fprintf(w, objectsHead+", of %d | false pass | false fail | verdict lost |\n", table[0].total())
	fmt.Fprintln(w, "|:--|--:|--:|--:|--:|")
	for _, r := range table {
		name := r.peer.Name
		format := "| %s | %d | %d | %d | %d |\n"
		if r.peer.Ours {
			format = "| **%s** | **%d** | **%d** | **%d** | **%d** |\n"
		}
		fmt.Fprintf(w, format, name, r.counts[right], r.counts[falsePass], r.counts[falseFail], r.counts[lost])
	}
}

func writeSections(w io.Writer, all []section) {
	fmt.Fprintln(w, textHead+" | right | false pass | false fail | verdict lost |")
	fmt.Fprintln(w, "|:--|:--|--:|--:|--:|--:|")
	for _, s := range all {
		for i, r := range s.table {
			asked, format := "", "| %s | %s | %d | %d | %d | %d |\n"
			if i == 0 {
				asked = fmt.Sprintf("%s, %d replies", s.asked, r.total())
			}
			if r.peer.Ours {
				format = "| %s | **%s** | **%d** | **%d** | **%d** | **%d** |\n"
			}
			fmt.Fprintf(w, format, asked, r.peer.Name, r.counts[right], r.counts[falsePass], r.counts[falseFail], r.counts[lost])
		}
	}
}
