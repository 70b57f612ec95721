package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-bcabc8a2/jury"
)

// writeMarkdown writes a report for a step summary or a comment: the tables of
// the text, with all that verifiers wrote in code spans, where it is no link, no
// picture and no mention of anybody.
func writeMarkdown(w io.Writer, r report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## jury: %s\n\n", r.Kind)
	for _, row := range r.reasonRows() {
		fmt.Fprintf(&b, "- **%s**: %s\n", row[0], code(row[1]))
	}
	if len(r.Reasons) > 0 {
		b.WriteString("\n")
	}
	rows := r.criteriaRows()
	markdownTable(&b, rows[0], rows[1:])
	if rows := r.findingRows(); len(rows) > 0 {
		b.WriteString("\n### Findings\n\n")
		markdownTable(&b, []string{"severity", "criterion", "verifier", "finding"}, rows)
	}
	if rows := r.setAsideRows(); len(rows) > 0 {
		b.WriteString("\n### Set aside\n\n")
		markdownTable(&b, []string{"reply", "why"}, rows)
	}
	b.WriteString("\n")
	for _, row := range r.numberRows() {
		fmt.Fprintf(&b, "- %s: %s\n", row[0], row[1])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownTable writes a table of cells; short rows are filled up.
func markdownTable(b *strings.Builder, head []string, rows [][]string) {
	row := func(cells []string) {
		for i := range head {
			cell := ""
			if i < len(cells) {
				cell = code(cells[i])
			}
			b.WriteString("| " + cell + " ")
		}
		b.WriteString("|\n")
	}
	row(head)
	b.WriteString(strings.Repeat("|:--", len(head)) + "|\n")
	for _, cells := range rows {
		row(cells)
	}
}

// code returns s as a code span that may stand in a table. Words and numbers of
// ours that need none are left as they are.
func code(s string) string {
	if plain := strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789 .,-") == ""; s != "" && plain && !strings.Contains(s, "www.") {
		return s
	}
	ticks := "`"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	return ticks + " " + strings.ReplaceAll(s, "|", `\|`) + " " + ticks
}

// The part of JUnit XML that its readers have in common.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitProblem `xml:"failure"`
		Error   *junitProblem `xml:"error"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a test for each criterion, and one for the decision. What was
// judged and found wanting is a failure, what could not be judged is an error.
func writeJUnit(w io.Writer, r report) error {
	suite := junitSuite{Name: "jury decide"}
	add := func(name string, failures, errors []string) {
		c := junitCase{Class: "jury", Name: name}
		switch {
		case len(failures) > 0:
			c.Failure = problem(append(failures, errors...))
			suite.Failures++
		case len(errors) > 0:
			c.Error = problem(errors)
			suite.Errors++
		}
		suite.Tests++
		suite.Cases = append(suite.Cases, c)
	}
	for i := range r.Criteria {
		add(r.Criteria[i].ID, r.failures(&r.Criteria[i]), r.gaps(&r.Criteria[i]))
	}
	failures, errors := r.outcome()
	add("decision", failures, errors)
	text, err := xml.MarshalIndent(junitSuites{Suites: []junitSuite{suite}}, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}

func problem(lines []string) *junitProblem {
	return &junitProblem{Message: lines[0], Text: strings.Join(lines, "\n")}
}

// failures returns what speaks against accepting a criterion.
func (r report) failures(c *jury.CriterionSummary) []string {
	var lines []string
	for _, f := range r.findings() {
		against := f.Severity == jury.Veto || f.Severity == jury.Blocking && r.Policy.RepairOnBlocking
		if against && f.CriterionID == c.ID && len(lines) < maxFindings {
			lines = append(lines, fmt.Sprintf("%s by %s: %s", f.severity(), quoteName(f.Verifier), clip(f.Text, maxText)))
		}
	}
	if r.isLow(c) {
		lines = append(lines, "mean "+r.mean(c))
	}
	return lines
}

// gaps returns why a criterion cannot be judged yet.
func (r report) gaps(c *jury.CriterionSummary) []string {
	var lines []string
	switch {
	case c.Valid == 0:
		lines = append(lines, "no score")
	case r.isScarce(c):
		lines = append(lines, fmt.Sprintf("%d of %d scores needed", c.Valid, r.Policy.MinPerCriterion))
	}
	if r.isSplit(c) {
		lines = append(lines, fmt.Sprintf("scores from %s, more than %d apart", spread(c), r.Policy.MaxSpread))
	}
	return lines
}

// outcome returns the reasons of a decision that is no accept: failures of a
// repair, else errors.
func (r report) outcome() (failures, errors []string) {
	var lines []string
	if r.Kind != jury.Accept {
		lines = []string{r.Kind.String()}
	}
	for _, row := range r.reasonRows() {
		lines = append(lines, row[0]+": "+row[1])
	}
	if r.Kind == jury.Repair || slices.Contains(r.Reasons, jury.ReasonVeto) {
		return lines, nil
	}
	return nil, lines
}
