// Outcomes runs package jury and what people use in its place over the same
// replies, and says what each made of them.
//
//	go -C internal/bench run ./outcomes -md            the tables, as Markdown: of objects, and of text
//	go -C internal/bench run ./outcomes -svg FILE      the table of objects, as a picture
//	go -C internal/bench run ./outcomes -v             every reply that was not read right
//	go -C internal/bench run ./outcomes -update        outcomes.svg, and the tables where a README quotes them
//
// The output depends on nothing but the cases and the parsers.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/seed-bcabc8a2/jury/internal/bench/cases"
	"github.com/seed-bcabc8a2/jury/internal/bench/peers"
)

const help = `usage: outcomes [-md] [-svg file] [-v] [-update] [-cases dir]

Runs package jury and what people use in its place over the replies of the case
files, and says what each made of them. Run it in internal/bench, or from the root
as: go -C internal/bench run ./outcomes -md

`

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "outcomes:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("outcomes", flag.ContinueOnError)
	dir := flags.String("cases", "../../testdata/cases", "folder of the case files")
	markdown := flags.Bool("md", false, "print the tables as Markdown")
	svg := flags.String("svg", "", "write the table of objects as a picture to this `file`")
	update := flags.Bool("update", false, "rewrite "+pictureFile+" and the quoted tables")
	verbose := flags.Bool("v", false, "list every reply that was not read right")
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), help)
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case err != nil:
		return err
	}
	if flags.NArg() > 0 || (!*markdown && *svg == "" && !*verbose && !*update) {
		return errors.New("say -md, -svg FILE, -v or -update")
	}
	all, err := measure(*dir)
	if err != nil {
		return err
	}
	if *verbose {
		all.writeMisses(stdout)
	}
	if *markdown {
		all.writeMarkdown(stdout)
	}
	if *svg != "" {
		if err := os.WriteFile(*svg, []byte(picture(all.objects)), 0o644); err != nil {
			return err
		}
	}
	if !*update {
		return nil
	}
	return all.rewrite(".")
}

// outcomes are what the parsers made of all replies.
type outcomes struct {
	objects []row     // of judges that were asked for an object
	text    []section // of those that were not
}

// measure runs every parser over the case files under dir.
func measure(dir string) (outcomes, error) {
	objects, err := cases.Read(dir)
	if err != nil {
		return outcomes{}, err
	}
	text, err := cases.ReadForms(dir)
	if err != nil {
		return outcomes{}, err
	}
	return outcomes{tally(objects, peers.All()), sections(text)}, nil
}

func (o outcomes) writeMisses(w io.Writer) {
	rows := o.objects
	for _, s := range o.text {
		rows = append(slices.Clip(rows), s.table...)
	}
	for _, r := range rows {
		for _, miss := range r.misses {
			fmt.Fprintln(w, miss)
		}
	}
}

func (o outcomes) writeMarkdown(w io.Writer) {
	writeTable(w, o.objects)
	fmt.Fprintln(w)
	writeSections(w, o.text)
}
