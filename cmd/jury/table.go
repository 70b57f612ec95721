package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/seed-bcabc8a2/jury"
)

// What a person can take in; all of it is in the record.
const (
	maxScores   = 9   // of a criterion
	maxFindings = 20  // of a round
	maxText     = 120 // characters of a finding
)

// A report is a decision with what it was made from.
type report struct {
	count
	jury.Decision
	verifiers int
}

// writeDecision writes a report for a person.
func writeDecision(w io.Writer, r report) error {
	var b bytes.Buffer
	r.writeCriteria(&b)
	r.writeFindings(&b)
	r.writeSetAside(&b)
	r.writeNumbers(&b)
	r.writeOutcome(&b)
	_, err := w.Write(b.Bytes())
	return err
}

// writeTable aligns rows of cells, each row a line indented by indent.
func writeTable(w io.Writer, indent string, rows [][]string) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(t, indent+strings.Join(row, "\t"))
	}
	t.Flush()
}

func (r report) writeCriteria(w io.Writer) {
	scores, notes := r.scores(), r.notes()
	rows := [][]string{{"criterion", "scores", "mean", "spread", "findings"}}
	for _, c := range r.Criteria {
		row := []string{c.ID, scoreList(scores[c.ID], r.verifiers), "-", "-", tally(c, notes[c.ID])}
		if c.Valid > 0 {
			row[2] = strconv.FormatFloat(c.Mean, 'f', 2, 64)
			row[3] = fmt.Sprintf("%d to %d", c.Min, c.Max)
		}
		rows = append(rows, row)
	}
	writeTable(w, "", rows)
}

// scores returns the scores that count, by criterion.
func (r report) scores() map[string][]int {
	rejected := map[int]bool{}
	for _, no := range r.Rejected {
		rejected[no.Index] = true
	}
	scores := map[string][]int{}
	for i, s := range r.round.Scores {
		if !rejected[i] {
			scores[s.CriterionID] = append(scores[s.CriterionID], int(s.Score))
		}
	}
	return scores
}

// scoreList writes the scores of a criterion, with a dash for each that is
// missing.
func scoreList(scores []int, verifiers int) string {
	var cells []string
	for i := range max(len(scores), verifiers) {
		switch {
		case i == maxScores:
			return strings.Join(cells, " ") + fmt.Sprintf(" and %d more", max(len(scores), verifiers)-i)
		case i < len(scores):
			cells = append(cells, strconv.Itoa(scores[i]))
		default:
			cells = append(cells, "-")
		}
	}
	return strings.Join(cells, " ")
}

// notes counts the findings that are notes, by criterion.
func (r report) notes() map[string]int {
	notes := map[string]int{}
	for _, f := range r.Findings {
		if f.Severity == jury.Note {
			notes[f.CriterionID]++
		}
	}
	return notes
}

// tally writes how many findings of each severity a criterion has.
func tally(c jury.CriterionTally, notes int) string {
	var parts []string
	for _, p := range []struct {
		n        int
		severity jury.Severity
	}{{c.Vetoes, jury.Veto}, {c.Blocking, jury.Blocking}, {notes, jury.Note}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.severity))
		}
	}
	if parts == nil {
		return "-"
	}
	return strings.Join(parts, ", ")
}

// writeFindings lists the findings, the gravest first.
func (r report) writeFindings(w io.Writer) {
	findings := slices.Clone(r.Findings)
	slices.SortStableFunc(findings, func(a, b jury.RoundFinding) int { return gravity(a.Severity) - gravity(b.Severity) })
	var rows [][]string
	for i, f := range findings {
		if i == maxFindings {
			rows = append(rows, []string{fmt.Sprintf("and %d more, which -json lists", len(findings)-i)})
			break
		}
		criterion := "-"
		if f.CriterionID != "" {
			criterion = quoteName(f.CriterionID)
		}
		rows = append(rows, []string{string(f.Severity), criterion, quoteName(f.Verifier), clip(f.Text, maxText)})
	}
	writeSection(w, "findings", rows)
}

func gravity(s jury.Severity) int {
	switch s {
	case jury.Note:
		return 2
	case jury.Blocking:
		return 1
	}
	return 0
}

// writeSetAside lists the replies and scores that do not count, and why.
func (r report) writeSetAside(w io.Writer) {
	var rows [][]string
	for _, u := range r.unread {
		rows = append(rows, []string{quoteName(u.file), visible(plain(u.err))})
	}
	for _, no := range r.Rejected {
		score := r.round.Scores[no.Index]
		rows = append(rows, []string{quoteName(score.Verifier), fmt.Sprintf("%s: its score %v for %s; the lowest of one file counts, once",
			no.Reason, score.Score, quoteName(score.CriterionID))})
	}
	writeSection(w, "set aside", rows)
}

func writeSection(w io.Writer, title string, rows [][]string) {
	if len(rows) > 0 {
		fmt.Fprintf(w, "\n%s\n", title)
		writeTable(w, "  ", rows)
	}
}

func (r report) writeNumbers(w io.Writer) {
	fmt.Fprintln(w)
	rows := [][]string{
		{"mean", r.margin()},
		{"quorum", fmt.Sprintf("%d of %d expected scores, %d needed", r.Valid, r.Expected, r.QuorumNeeded)},
	}
	if r.Missing > 0 {
		rows = append(rows, []string{"missing", r.missing()})
	}
	if r.Kind != jury.Accept {
		rows = append(rows, []string{"asking again", r.prospect()})
	}
	writeTable(w, "", rows)
}

func (r report) margin() string {
	bar := r.Policy.AcceptMean
	switch margin := r.Mean - bar; {
	case r.Valid == 0:
		return "none, the bar is " + number(bar)
	case margin > 0:
		return fmt.Sprintf("%s, %s above the bar of %s", number(r.Mean), number(margin), number(bar))
	case margin < 0:
		return fmt.Sprintf("%s, %s below the bar of %s", number(r.Mean), number(-margin), number(bar))
	}
	return fmt.Sprintf("%s, at the bar", number(r.Mean))
}

func (r report) missing() string {
	var parts []string
	for _, c := range r.Criteria {
		if n := r.verifiers - c.Valid; n > 0 {
			parts = append(parts, fmt.Sprintf("%d for %s", n, c.ID))
		}
	}
	return fmt.Sprintf("%s; with the missing %d the mean will be %s to %s",
		strings.Join(parts, ", "), r.Missing, number(r.MeanLow), number(r.MeanHigh))
}

// prospect says whether asking again can change a decision that is no accept.
func (r report) prospect() string {
	switch {
	case !r.Hopeless:
		return "can still change this"
	case slices.Contains(r.Reasons, jury.ReasonVeto):
		return "cannot change this: a veto stands, whatever the scores are"
	case slices.Contains(r.Reasons, jury.ReasonBlocking):
		return "cannot change this: a blocking finding stands, whatever the scores are"
	case r.Missing == 0:
		return "cannot change this: every score is there"
	case !(r.MeanHigh >= r.Policy.AcceptMean):
		return "cannot change this: scores of 20 would not lift the mean to the bar"
	}
	return "cannot change this, whatever the missing scores are"
}

func (r report) writeOutcome(w io.Writer) {
	fmt.Fprintf(w, "\ndecision: %s\n", r.Kind)
	var rows [][]string
	for _, reason := range r.Reasons {
		rows = append(rows, []string{reason.String(), r.because(reason)})
	}
	writeTable(w, "  ", rows)
}

// because says what a reason rests on.
func (r report) because(reason jury.Reason) string {
	switch reason {
	case jury.ReasonBelowQuorum:
		return fmt.Sprintf("%d short of the %d scores needed", r.Shortfall, r.QuorumNeeded)
	case jury.ReasonCriterionMissing:
		return "no score for " + strings.Join(r.MissingCriteria, ", ")
	case jury.ReasonVeto:
		return r.found(jury.Veto)
	case jury.ReasonBlocking:
		return r.found(jury.Blocking)
	case jury.ReasonMeanBelowAccept:
		return r.margin()
	case jury.ReasonCriterionBelowFloor:
		return fmt.Sprintf("below the floor of %s: %s", number(r.Policy.CriterionFloor), strings.Join(r.belowFloor(), ", "))
	}
	return ""
}

// found names the criteria and files of the findings of a severity, each once.
func (r report) found(s jury.Severity) string {
	var parts []string
	for _, f := range r.Findings {
		if part := quoteName(f.CriterionID) + " in " + quoteName(f.Verifier); f.Severity == s && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
		if len(parts) > maxScores {
			parts[maxScores] = "and more"
			break
		}
	}
	return strings.Join(parts, ", ")
}

// belowFloor names the criteria whose own mean does not reach the floor.
func (r report) belowFloor() []string {
	var parts []string
	for _, c := range r.Criteria {
		if c.Valid > 0 && !(c.Mean >= r.Policy.CriterionFloor) {
			parts = append(parts, c.ID+" with "+number(c.Mean))
		}
	}
	return parts
}

// number writes x in six digits at most.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
