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
	counts, texts := map[kind]int{}, map[kind][]string{}
	var order []kind
	common := 0
	for _, sum := range a.order {
		before := a.rows[sum]
		after, ok := b.rows[sum]
		if !ok {
			continue
		}
		common++
		for i, door := range a.doors {
			j := slices.Index(b.doors, door)
			if j < 0 || before.cells[i] == after.cells[j] {
				continue
			}
			k := kind{door, short(before.cells[i]), short(after.cells[j])}
			if counts[k]++; counts[k] == 1 {
				order = append(order, k)
			}
			if len(texts[k]) < examples {
				texts[k] = append(texts[k], before.text)
			}
		}
	}
	fmt.Fprintf(out, "%d texts in both, %d only in %s, %d only in %s\n", common, len(a.rows)-common, from, len(b.rows)-common, to)
	slices.SortStableFunc(order, func(x, y kind) int {
		return slices.Index(a.doors, x.door) - slices.Index(a.doors, y.door)
	})
	for _, k := range order {
		change := k.from + " -> " + k.to
		if k.from == k.to {
			change = k.from + ", otherwise"
		}
		fmt.Fprintf(out, "%s: %s: %d\n", k.door, change, counts[k])
		for _, text := range texts[k] {
			fmt.Fprintf(out, "\t%s\n", text)
		}
	}
	if len(order) > 0 {
		return errDiffer
	}
	fmt.Fprintln(out, "no outcome differs")
	return nil
}

func short(cell string) string {
	s, _, _ := strings.Cut(cell, "#")
	return s
}
