// Freeze says what every door of the library makes of every text at hand, as one
// digest. A change of the code that must change no outcome has the same digest
// before and after.
//
//	go -C internal/tools run ./freeze
//
// The texts are those of this repository, of a folder of more replies if there is
// one (-shared), and seeded random edits of both. Tests and cases are texts, too,
// so that two commits are compared on the texts of one of them:
//
//	git worktree add ../before HEAD~3
//	go -C ../before/internal/tools run ./freeze -dump /tmp/before
//	go -C internal/tools run ./freeze -inputs "$PWD/../before" -dump /tmp/after
//	go -C internal/tools run ./freeze -diff /tmp/before /tmp/after
//
// The last command lists how many outcomes changed from what to what, door by
// door, with a few of the texts, and exits with 1 if any did. A commit that has no
// freeze yet is given a copy of this internal/tools. -shared is next to the root
// that -inputs names, unless it is given.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

const help = `usage: freeze [-inputs dir] [-shared dir] [-edits n] [-dump file]
       freeze -diff [-examples n] before after

Prints one digest of what every door of the library makes of every text at hand,
or compares two dumps. A change that must change no outcome has the same digest
before and after. Run it in internal/tools.

`

func main() {
	root := flag.String("inputs", filepath.Join("..", ".."), "the root of the repository whose texts are read")
	shared := flag.String("shared", "", "a folder of more texts, real/ and cases/ (default shared, next to the root)")
	edits := flag.Int("edits", 50000, "how many random edits of the texts to read")
	dump := flag.String("dump", "", "write every outcome to this `file`")
	diff := flag.Bool("diff", false, "compare two dumps, named by the arguments")
	examples := flag.Int("examples", 3, "with -diff, how many texts to show for each kind of change")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), help)
		flag.PrintDefaults()
	}
	flag.Parse()
	var err error
	switch {
	case *diff && flag.NArg() == 2:
		err = compare(os.Stdout, flag.Arg(0), flag.Arg(1), *examples)
	case *diff || flag.NArg() > 0:
		flag.Usage()
		os.Exit(2)
	default:
		if *shared == "" {
			*shared = filepath.Join(*root, "..", "shared")
		}
		err = freeze(os.Stdout, *root, *shared, *edits, *dump)
	}
	if errors.Is(err, errDiffer) {
		os.Exit(1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "freeze:", err)
		os.Exit(2)
	}
}

// freeze prints the digest of all outcomes, and writes them to a file if it has a
// name.
func freeze(out io.Writer, root, shared string, edits int, dump string) error {
	c, err := collect(root, shared)
	if err != nil {
		return err
	}
	for _, note := range c.notes {
		fmt.Fprintln(out, "note:", note)
	}
	in := inputs{texts: c.texts, edits: edits}
	rows := run(in, doors)
	printRows(out, in, rows)
	if dump == "" {
		return nil
	}
	f, err := os.Create(dump)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	writeDump(w, in, rows)
	return errors.Join(w.Flush(), f.Close())
}
