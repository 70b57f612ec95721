package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// A row is what the doors make of one text.
type row struct {
	text  [sha256.Size]byte // its sum
	cells []cell
}

// A cell is what one door makes of a text.
type cell struct {
	short string            // a word or two, to be counted
	full  [sha256.Size]byte // the sum of all there is to say
}

// run runs every door on every text, as many at a time as there are processors.
func run(in inputs, doors []door) []row {
	s := in.source()
	if len(s.all) == 0 {
		in.edits = 0
	}
	rows := make([]row, len(in.texts)+in.edits)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(rows); i = int(next.Add(1)) - 1 {
				rows[i] = read(in.at(i, s), doors)
			}
		})
	}
	wg.Wait()
	return rows
}

// at returns text i: the texts come first, then their edits.
func (in inputs) at(i int, s source) string {
	if i < len(in.texts) {
		return in.texts[i]
	}
	return s.edit(i - len(in.texts))
}

func read(text string, doors []door) row {
	r := row{text: sha256.Sum256([]byte(text)), cells: make([]cell, len(doors))}
	for i, d := range doors {
		r.cells[i] = try(d, text)
	}
	return r
}

// try runs a door; a panic is an outcome, too.
func try(d door, text string) (c cell) {
	var out outcome
	defer func() {
		if p := recover(); p != nil {
			out.put("panic", fmt.Sprint(p))
			c = cell{"PANIC", sha256.Sum256(out.full)}
		}
	}()
	short := d.run(&out, text)
	out.put(short)
	return cell{short, sha256.Sum256(out.full)}
}

// printRows prints how many texts there are, what became of them door by door,
// and the digest of it all.
func printRows(out io.Writer, in inputs, rows []row) {
	texts := sha256.New()
	for _, r := range rows {
		texts.Write(r.text[:])
	}
	fmt.Fprintf(out, "%d texts and %d edits, digest %x\n", len(in.texts), len(rows)-len(in.texts), texts.Sum(nil)[:8])
	for i, d := range doors {
		counts := map[string]int{}
		for _, r := range rows {
			counts[r.cells[i].short]++
		}
		fmt.Fprintf(out, "%s  %s:", digest(rows, i)[:16], d.name)
		for _, short := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(out, " %s %d,", short, counts[short])
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "digest %s\n", wholeDigest(rows, doors))
}

// digest returns the sum of the outcomes of door i, in the order of the texts.
func digest(rows []row, i int) string {
	sum := sha256.New()
	for _, r := range rows {
		sum.Write(r.cells[i].full[:])
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// wholeDigest returns the sum of the outcomes of all doors but the later ones.
func wholeDigest(rows []row, doors []door) string {
	sum := sha256.New()
	for i, d := range doors {
		if !d.later {
			fmt.Fprintln(sum, d.name, digest(rows, i))
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// maxQuoted is how many bytes of a text a dump quotes.
const maxQuoted = 300

// writeDump writes a line with the names of the doors, and one for each text: its
// sum, its beginning, and from each door the short outcome and the sum of the
// full one, all separated by tabs.
func writeDump(w *bufio.Writer, in inputs, rows []row) {
	w.WriteString("sum\ttext")
	for _, d := range doors {
		w.WriteString("\t" + d.name)
	}
	s := in.source()
	for i, r := range rows {
		text := in.at(i, s)
		fmt.Fprintf(w, "\n%x\t%s", r.text[:8], strconv.Quote(text[:min(len(text), maxQuoted)]))
		for _, c := range r.cells {
			fmt.Fprintf(w, "\t%s#%x", c.short, c.full[:6])
		}
	}
	w.WriteString("\n")
}
