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
	maxWord     = 20  // of the word for its severity
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
	writeTable(&b, "", r.criteriaRows())
	writeSection(&b, "findings", r.findingRows())
	writeSection(&b, "set aside", r.setAsideRows())
	fmt.Fprintln(&b)
	writeTable(&b, "", r.numberRows())
	fmt.Fprintf(&b, "\ndecision: %s\n", r.Kind)
	writeTable(&b, "  ", r.reasonRows())
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

// criteriaRows returns a row for each criterion below one of names: a column for
// each verifier, or one for all scores where they have no names.
func (r report) criteriaRows() [][]string {
	notes, named := r.notes(), r.named()
	head := []string{"criterion", "scores"}
	if named != nil {
		head = []string{"criterion"}
		for _, name := range named {
			head = append(head, quoteName(name))
		}
	}
	rows := [][]string{append(head, "mean", "spread", "findings")}
	scores := r.scores()
	for i := range r.Criteria {
		c := &r.Criteria[i]
		row := []string{c.ID}
		if c.Weight > 1 {
			row[0] += fmt.Sprintf(" ×%d", c.Weight)
		}
		if named != nil {
			row = append(row, byVerifier(scores[c.ID], named)...)
		} else {
			row = append(row, scoreList(scores[c.ID], r.verifiers))
		}
		rows = append(rows, append(row, r.mean(c), spread(c), tally(*c, notes[c.ID])))
	}
	return rows
}

// mean writes the mean of a criterion, and marks one below its floor.
func (r report) mean(c *jury.CriterionSummary) string {
	if c.Valid == 0 {
		return "-"
	}
	mean := strconv.FormatFloat(c.Mean, 'f', 2, 64)
	if r.isLow(c) {
		mean += " below " + number(r.floor(c))
	}
	return mean
}

func (r report) floor(c *jury.CriterionSummary) float64 { return max(r.Policy.CriterionFloor, c.Floor) }

func (r report) isLow(c *jury.CriterionSummary) bool { return c.Valid > 0 && !(c.Mean >= r.floor(c)) }

func spread(c *jury.CriterionSummary) string {
	if c.Valid == 0 {
		return "-"
	}
	return fmt.Sprintf("%d to %d", c.Min, c.Max)
}

// byVerifier returns the score of each verifier, or a dash.
func byVerifier(scores []jury.CriterionScore, names []string) []string {
	cells := make([]string, len(names))
	for i, name := range names {
		cells[i] = "-"
		for _, s := range scores {
			if s.Verifier == name {
				cells[i] = strconv.Itoa(int(s.Score))
			}
		}
	}
	return cells
}

// scores returns the scores that count, by criterion.
func (r report) scores() map[string][]jury.CriterionScore {
	rejected := map[int]bool{}
	for _, no := range r.Rejected {
		rejected[no.Index] = true
	}
	scores := map[string][]jury.CriterionScore{}
	for i, s := range r.round.Scores {
		if !rejected[i] {
			scores[s.CriterionID] = append(scores[s.CriterionID], s)
		}
	}
	return scores
}

// scoreList writes the scores of a criterion, with a dash for each that is
// missing.
func scoreList(scores []jury.CriterionScore, verifiers int) string {
	var cells []string
	for i := range max(len(scores), verifiers) {
		switch {
		case i == maxScores:
			return strings.Join(cells, " ") + fmt.Sprintf(" and %d more", max(len(scores), verifiers)-i)
		case i < len(scores):
			cells = append(cells, strconv.Itoa(int(scores[i].Score)))
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
func tally(c jury.CriterionSummary, notes int) string {
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

// A told is a finding of the decision, with the severity that was written.
type told struct {
	jury.RoundFinding
	written jury.Severity
}

// findings returns the findings, the gravest first.
func (r report) findings() []told {
	var all []told
	for _, s := range r.round.Scores { // in the order of Decision.Findings
		for _, f := range s.Findings {
			all = append(all, told{written: f.Severity})
		}
	}
	for _, f := range r.round.Salvaged {
		all = append(all, told{written: f.Severity})
	}
	for i := range all {
		all[i].RoundFinding = r.Findings[i]
	}
	slices.SortStableFunc(all, func(a, b told) int { return gravity(a.Severity) - gravity(b.Severity) })
	return all
}

// severity returns what a finding counts as, and what was said where it differs.
func (f told) severity() string {
	word := strings.TrimSpace(string(f.written))
	if word == "" || strings.EqualFold(word, string(f.Severity)) {
		return string(f.Severity)
	}
	return fmt.Sprintf("%s (said %s)", f.Severity, clip(word, maxWord))
}

// findingRows lists the findings, the gravest first.
func (r report) findingRows() [][]string {
	var rows [][]string
	findings := r.findings()
	for i, f := range findings {
		if i == maxFindings {
			return append(rows, []string{fmt.Sprintf("and %d more, which -json lists", len(findings)-i)})
		}
		criterion := "-"
		if f.CriterionID != "" {
			criterion = quoteName(f.CriterionID)
		}
		rows = append(rows, []string{f.severity(), criterion, quoteName(f.Verifier), clip(f.Text, maxText)})
	}
	return rows
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

// setAsideRows lists the replies and scores that do not count, and why.
func (r report) setAsideRows() [][]string {
	var rows [][]string
	for _, u := range r.unread {
		rows = append(rows, []string{quoteName(u.file), visible(plain(u.err))})
	}
	for _, no := range r.Rejected {
		score := r.round.Scores[no.Index]
		one := "file"
		if r.isNamed(score.Verifier) {
			one = "verifier"
		}
		rows = append(rows, []string{quoteName(score.Verifier), fmt.Sprintf("%s: its score %v for %s; the lowest of one %s counts, once",
			no.Reason, score.Score, quoteName(score.CriterionID), one)})
	}
	return rows
}

func writeSection(w io.Writer, title string, rows [][]string) {
	if len(rows) > 0 {
		fmt.Fprintf(w, "\n%s\n", title)
		writeTable(w, "  ", rows)
	}
}

func (r report) numberRows() [][]string {
	rows := [][]string{
		{"mean", r.margin()},
		{"quorum", fmt.Sprintf("%d of %d expected scores, %d needed", r.Valid, r.Expected, r.QuorumNeeded)},
	}
	if r.Missing > 0 {
		rows = append(rows, []string{"missing", r.missing()})
	}
	if r.Abstained > 0 {
		rows = append(rows, []string{"abstained", fmt.Sprintf("%d, which is no score", r.Abstained)})
	}
	if r.Kind != jury.Accept {
		rows = append(rows, []string{"asking again", r.prospect()})
	}
	return rows
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
	case !r.OutOfReach:
		return "can still change this"
	case slices.Contains(r.Reasons, jury.ReasonVeto):
		return "cannot change this: a veto stands, whatever the scores are"
	case slices.Contains(r.Reasons, jury.ReasonBlocking):
		return "cannot change this: a blocking finding stands, whatever the scores are"
	case slices.Contains(r.Reasons, jury.ReasonDisagreement):
		return "cannot change this: verifiers disagree, and a person must say who is right"
	case r.Missing == 0:
		return "cannot change this: every score is there"
	case !(r.MeanHigh >= r.Policy.AcceptMean):
		return "cannot change this: scores of 20 would not lift the mean to the bar"
	}
	return "cannot change this, whatever the missing scores are"
}

func (r report) reasonRows() [][]string {
	var rows [][]string
	for _, reason := range r.Reasons {
		rows = append(rows, []string{reason.String(), r.because(reason)})
	}
	return rows
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
		return r.belowFloor()
	case jury.ReasonCriterionBelowMin:
		return fmt.Sprintf("fewer than %d scores: %s", r.Policy.MinPerCriterion, r.list(r.isScarce, func(c *jury.CriterionSummary) string {
			return fmt.Sprintf("%s with %d", c.ID, c.Valid)
		}))
	case jury.ReasonDisagreement:
		return fmt.Sprintf("more than %d apart: %s", r.Policy.MaxSpread, r.list(r.isSplit, func(c *jury.CriterionSummary) string {
			return fmt.Sprintf("%s with %s", c.ID, spread(c))
		}))
	}
	return ""
}

// found names the criteria and verifiers of the findings of a severity, each once.
func (r report) found(s jury.Severity) string {
	var parts []string
	for _, f := range r.Findings {
		by := " in " // a file
		if r.isNamed(f.Verifier) {
			by = " by "
		}
		if part := quoteName(f.CriterionID) + by + quoteName(f.Verifier); f.Severity == s && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
		if len(parts) > maxScores {
			parts[maxScores] = "and more"
			break
		}
	}
	return strings.Join(parts, ", ")
}

// belowFloor names the criteria whose own mean does not reach their floor.
func (r report) belowFloor() string {
	if !slices.ContainsFunc(r.Criteria, func(c jury.CriterionSummary) bool { return r.isLow(&c) && r.floor(&c) != r.Policy.CriterionFloor }) {
		return fmt.Sprintf("below the floor of %s: %s", number(r.Policy.CriterionFloor), r.list(r.isLow, func(c *jury.CriterionSummary) string {
			return c.ID + " with " + number(c.Mean)
		}))
	}
	return "below its floor: " + r.list(r.isLow, func(c *jury.CriterionSummary) string {
		return fmt.Sprintf("%s with %s, not %s", c.ID, number(c.Mean), number(r.floor(c)))
	})
}

func (r report) isScarce(c *jury.CriterionSummary) bool {
	return c.Valid > 0 && c.Valid < r.Policy.MinPerCriterion
}

func (r report) isSplit(c *jury.CriterionSummary) bool {
	return r.Policy.MaxSpread > 0 && c.Max-c.Min > r.Policy.MaxSpread
}

// list tells of the criteria that are such.
func (r report) list(such func(*jury.CriterionSummary) bool, tell func(*jury.CriterionSummary) string) string {
	var parts []string
	for i := range r.Criteria {
		if c := &r.Criteria[i]; such(c) {
			parts = append(parts, tell(c))
		}
	}
	return strings.Join(parts, ", ")
}

// number writes x in six digits at most.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
