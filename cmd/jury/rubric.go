package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/seed-bcabc8a2/jury"
)

const rubricHelp = `usage: jury rubric [-json] file

Shows a criteria.md file as a verifier will meet it: the ground truth note, then
id, name and description of each criterion, with its weight and floor if it has
such; or all that is wrong with it, each as file:line: what, and what to do. The
file - is standard input.

`

func rubric(args []string, in *input, stdout io.Writer) (int, error) {
	fs := flag.NewFlagSet("rubric", flag.ContinueOnError)
	asJSON := fs.Bool("json", false, "print JSON")
	if done, err := parseFlags(fs, rubricHelp, args, stdout); done || err != nil {
		return statusWrong, err
	}
	if fs.NArg() != 1 {
		return 0, fmt.Errorf("one rubric, not %d; jury rubric -h shows the use", fs.NArg())
	}
	r, err := readRubric(fs.Arg(0), in)
	if err != nil {
		return 0, err
	}
	if *asJSON {
		return statusGood, writeJSON(stdout, r)
	}
	writeRubric(stdout, r)
	return statusGood, nil
}

// readRubric reads the rubric in the named file. Its errors name the file.
func readRubric(file string, in *input) (jury.Rubric, error) {
	text, err := in.read(file)
	if err != nil {
		return jury.Rubric{}, err
	}
	if len(text) >= maxInput {
		return jury.Rubric{}, fmt.Errorf("%s: a rubric may have 16 MiB", quoteName(file))
	}
	r, err := jury.ParseRubric(text)
	if err != nil {
		return jury.Rubric{}, newFaults(file, err)
	}
	return r, nil
}

// faults are the errors of a rubric, each of which names file and line as
// editors and CI jobs read them.
type faults []string

func newFaults(file string, err error) faults {
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	var lines faults
	for _, err := range all {
		place, text := quoteName(file)+": ", plain(err)
		if e := (*jury.RubricError)(nil); errors.As(err, &e) && e.Line > 0 {
			place = fmt.Sprintf("%s:%d: ", quoteName(file), e.Line)
			text = strings.TrimPrefix(text, fmt.Sprintf("line %d: ", e.Line))
		}
		lines = append(lines, place+text)
	}
	return lines
}

func (f faults) Error() string { return strings.Join(f, "\n") }

// plain returns the text of an error of the library without its prefix.
func plain(err error) string { return strings.TrimPrefix(err.Error(), "jury: ") }

func writeRubric(w io.Writer, r jury.Rubric) {
	if r.GroundTruthNote != "" {
		fmt.Fprint(w, "Ground truth note\n\n")
		writeIndented(w, r.GroundTruthNote)
		fmt.Fprintln(w)
	}
	for i, c := range r.Criteria {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s: %s%s\n\n", c.ID, visible(c.Name), attributes(c))
		writeIndented(w, c.Description)
	}
}

// attributes tells the weight and the floor of a criterion.
func attributes(c jury.Criterion) string {
	var said []string
	if c.Weight != 0 {
		said = append(said, fmt.Sprintf("weight %d", c.Weight))
	}
	if c.Floor != 0 {
		said = append(said, fmt.Sprintf("floor %v", c.Floor))
	}
	if said == nil {
		return ""
	}
	return " (" + strings.Join(said, ", ") + ")"
}

// writeIndented writes the lines of text four columns to the right.
func writeIndented(w io.Writer, text string) {
	for _, line := range strings.Split(text, "\n") {
		if line != "" {
			line = "    " + visibleTabs(line)
		}
		fmt.Fprintln(w, line)
	}
}

// visibleTabs is visible, but for tabs, which a terminal may have.
func visibleTabs(line string) string {
	parts := strings.Split(line, "\t")
	for i := range parts {
		parts[i] = visible(parts[i])
	}
	return strings.Join(parts, "\t")
}
