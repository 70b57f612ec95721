package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

var errDiffer = errors.New("outcomes differ")

// A dumped is one text of a dump.
type dumped struct {
	text  string // quoted
	cells []string
}

// A dumpFile is a dump, read.
type dumpFile struct {
	doors []string
	rows  map[string]dumped // by the sum of the text
	order []string
}

func readDump(name string) (*dumpFile, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := &dumpFile{rows: map[string]dumped{}}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		switch {
		case len(fields) < 2 || d.doors != nil && len(fields) != 2+len(d.doors):
			return nil, fmt.Errorf("%s: not a dump", name)
		case d.doors == nil:
			d.doors = fields[2:]
		default:
			if _, twice := d.rows[fields[0]]; !twice {
				d.order = append(d.order, fields[0])
				d.rows[fields[0]] = dumped{fields[1], fields[2:]}
			}
		}
	}
	return d, lines.Err()
}

// A kind of change is what an outcome was and became.
type kind struct{ door, from, to string }

// Changes are the kinds of change, with how often each is and a few of the texts.
type changes struct {
	counts   map[kind]int
	texts    map[kind][]string
	order    []kind
	examples int
}

func (c *changes) add(k kind, text string) {
	if c.counts[k]++; c.counts[k] == 1 {
		c.order = append(c.order, k)
	}
	if len(c.texts[k]) < c.examples {
		c.texts[k] = append(c.texts[k], text)
	}
}

// compare lists the changes from one dump to another, of the texts and the doors
// that both have.
func compare(out io.Writer, from, to string, examples int) error {
	a, err := readDump(from)
	if err != nil {
		return err
	}
	b, err := readDump(to)
	if err != nil {
		return err
	}
	c := &changes{counts: map[kind]int{}, texts: map[kind][]string{}, examples: examples}
	common := c.gather(a, b)
	fmt.Fprintf(out, "%d texts in both, %d only in %s, %d only in %s\n", common, len(a.rows)-common, from, len(b.rows)-common, to)
	if common == 0 {
		return errors.New("the dumps have no text in common")
	}
	c.print(out, a.doors)
	if len(c.order) > 0 {
		return errDiffer
	}
	fmt.Fprintln(out, "no outcome differs")
	return nil
}

// gather finds the changes, and returns how many texts both dumps have.
func (c *changes) gather(a, b *dumpFile) (common int) {
	for _, sum := range a.order {
		before := a.rows[sum]
		after, ok := b.rows[sum]
		if !ok {
			continue
		}
		common++
		for i, door := range a.doors {
			if j := slices.Index(b.doors, door); j >= 0 && before.cells[i] != after.cells[j] {
				c.add(kind{door, short(before.cells[i]), short(after.cells[j])}, before.text)
			}
		}
	}
	return common
}

func (c *changes) print(out io.Writer, doors []string) {
	slices.SortStableFunc(c.order, func(x, y kind) int {
		return slices.Index(doors, x.door) - slices.Index(doors, y.door)
	})
	for _, k := range c.order {
		change := k.from + " -> " + k.to
		if k.from == k.to {
			change = k.from + ", otherwise"
		}
		fmt.Fprintf(out, "%s: %s: %d\n", k.door, change, c.counts[k])
		for _, text := range c.texts[k] {
			fmt.Fprintf(out, "\t%s\n", text)
		}
	}
}

func short(cell string) string {
	s, _, _ := strings.Cut(cell, "#")
	return s
}
