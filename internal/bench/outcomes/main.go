// Outcomes runs package jury and what people use in its place over the same
// replies, and says what each made of them.
//
//	go -C internal/bench run ./outcomes -md            the table, as Markdown
//	go -C internal/bench run ./outcomes -svg FILE      the table, as a picture
//	go -C internal/bench run ./outcomes -v             every reply that was not read right
//	go -C internal/bench run ./outcomes -update        outcomes.svg, and the table where a README quotes it
//
// The output depends on nothing but the cases and the parsers.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/seed-bcabc8a2/jury/internal/bench/cases"
	"github.com/seed-bcabc8a2/jury/internal/bench/peers"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "outcomes:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("outcomes", flag.ContinueOnError)
	dir := flags.String("cases", "../../testdata/cases", "folder of the case files")
	markdown := flags.Bool("md", false, "print the table as Markdown")
	svg := flags.String("svg", "", "write the table as a picture to this file")
	update := flags.Bool("update", false, "rewrite "+pictureFile+" and the quoted tables")
	verbose := flags.Bool("v", false, "list every reply that was not read right")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || (!*markdown && *svg == "" && !*verbose && !*update) {
		return errors.New("say -md, -svg FILE, -v or -update")
	}
	all, err := cases.Read(*dir)
	if err != nil {
		return err
	}
	table := tally(all, peers.All())
	if *verbose {
		for _, row := range table {
			for _, miss := range row.misses {
				fmt.Fprintln(stdout, miss)
			}
		}
	}
	if *markdown {
		writeMarkdown(stdout, table)
	}
	if *svg != "" {
		if err := os.WriteFile(*svg, []byte(picture(table)), 0o644); err != nil {
			return err
		}
	}
	if !*update {
		return nil
	}
	return rewrite(".", table)
}
