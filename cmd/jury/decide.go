package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-bcabc8a2/jury"
)

const decideHelp = `usage: jury decide -rubric criteria.md [flags] [id[@verifier]=]reply...

Decides from the reports of verifiers, one file each. A file named
ID.VERIFIER.txt, such as tests.anna.txt, is the report of anna on the criterion
tests; ID@VERIFIER=FILE says the same of any file, and ID=FILE only what it is
about; with * for the ID it reports on several criteria. Else a report is for the
criterion that it names itself, and its verifier is the file. Files of one
verifier on one criterion are one vote, the lowest.
The file - is standard input. Expected is a score of every verifier for every
criterion, however many files there are. A pattern such as replies/*.txt is
expanded where the shell has not done so.

`

// An order is what a command line asks to be decided.
type order struct {
	rubric    string // file name
	policy    jury.Policy
	verifiers int
	asJSON    bool
	markdown  string // file name, or ""
	junit     string // file name, or ""
	replies   []string
}

func decide(args []string, in *input, stdout, stderr io.Writer) (int, error) {
	o, done, err := parseOrder(args, stdout)
	if done || err != nil {
		return statusWrong, err
	}
	rubric, err := readRubric(o.rubric, in)
	if err != nil {
		return 0, err
	}
	c := count{criteria: rubric.Criteria, round: jury.NewRound(rubric.Criteria, o.verifiers)}
	for _, arg := range o.replies {
		if err := c.add(arg, in); err != nil {
			return 0, err
		}
	}
	if err := c.checkVerifiers(o.verifiers); err != nil {
		return 0, err
	}
	d, err := jury.DecideVerification(c.round, o.policy)
	if err != nil {
		return 0, inFlags(err)
	}
	r := report{c, d, o.verifiers}
	if err := writeFiles(o, r); err != nil {
		return 0, err
	}
	if o.asJSON {
		for _, u := range c.unread {
			fmt.Fprintln(stderr, "jury: "+quoteName(u.file)+": "+visible(plain(u.err)))
		}
		return statusOf(d), writeJSON(stdout, d)
	}
	return statusOf(d), writeDecision(stdout, r)
}

// writeFiles writes the files that were asked for beside the answer.
func writeFiles(o order, r report) error {
	for _, f := range []struct {
		name  string
		write func(io.Writer, report) error
	}{{o.markdown, writeMarkdown}, {o.junit, writeJUnit}} {
		var text bytes.Buffer
		if f.name == "" {
			continue
		}
		if err := f.write(&text, r); err != nil {
			return err
		}
		if err := os.WriteFile(f.name, text.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func parseOrder(args []string, stdout io.Writer) (o order, done bool, err error) {
	o.policy = jury.DefaultPolicy()
	fs := flag.NewFlagSet("decide", flag.ContinueOnError)
	fs.StringVar(&o.rubric, "rubric", "", "the `file` with the criteria")
	fs.Float64Var(&o.policy.AcceptMean, "accept", o.policy.AcceptMean, "the least `mean` that is accepted, 1 to 20")
	fs.Var((*part)(&o.policy.QuorumFraction), "quorum", "the `part` of the expected scores that must be there, above 0, up to 1; also 2/3")
	fs.Float64Var(&o.policy.CriterionFloor, "floor", o.policy.CriterionFloor, "the least `mean` of each criterion, 1 to 20; 0 for none")
	fs.BoolVar(&o.policy.RepairOnBlocking, "blocking", o.policy.RepairOnBlocking, "a blocking finding asks for repair, as a veto does")
	fs.IntVar(&o.verifiers, "verifiers", 1, "how many verifiers score each criterion")
	fs.IntVar(&o.policy.MinPerCriterion, "min", 0, "how `many` scores each criterion needs; 0 for one, as without")
	fs.IntVar(&o.policy.MaxSpread, "spread", 0, "the most `points` between the scores of one criterion, 1 to 19; 0 for any")
	fs.Func("severity", "a `word` of your judges and what it counts as, such as minor=note; may be given again", o.severity)
	fs.StringVar(&o.markdown, "md", "", "write Markdown to this `file`, too, for a step summary or a comment")
	fs.StringVar(&o.junit, "junit", "", "write JUnit XML to this `file`, too: a test for each criterion, and one for the decision")
	fs.BoolVar(&o.asJSON, "json", false, "print the decision record as JSON, and unreadable replies on standard error")
	if done, err := parseFlags(fs, decideHelp, args, stdout); done || err != nil {
		return o, done, err
	}
	o.replies = fs.Args()
	switch {
	case o.rubric == "":
		return o, false, errors.New("no rubric; name it with -rubric, or see jury decide -h")
	case len(o.replies) == 0:
		return o, false, errors.New("no replies; name their files after the flags, or see jury decide -h")
	case o.verifiers < 1:
		return o, false, fmt.Errorf("-verifiers is %d; at least one verifier scores each criterion", o.verifiers)
	case o.markdown == "-" || o.junit == "-":
		return o, false, errors.New("standard output has the text; -md and -junit need the name of a file")
	}
	return o, false, nil
}

// severity adds a word to the policy.
func (o *order) severity(arg string) error {
	word, counts, found := strings.Cut(arg, "=")
	if _, twice := o.policy.Severities[word]; !found || twice {
		return errors.New("write each word once, as in minor=note")
	}
	if o.policy.Severities == nil {
		o.policy.Severities = make(map[string]jury.Severity)
	}
	o.policy.Severities[word] = jury.Severity(counts)
	return nil
}

// A part is a number, or the quotient of two whole ones.
type part float64

func (p *part) String() string { return number(float64(*p)) }

func (p *part) Set(s string) error {
	over, under, quotient := strings.Cut(s, "/")
	if !quotient {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return errors.New("write a number, or two as in 2/3")
		}
		*p = part(x)
		return nil
	}
	a, err := strconv.ParseUint(over, 10, 31)
	b, err2 := strconv.ParseUint(under, 10, 31)
	if err != nil || err2 != nil || b == 0 {
		return errors.New("write a number, or two as in 2/3")
	}
	*p = part(float64(a) / float64(b))
	return nil
}

// A count is a round with where it came from.
type count struct {
	criteria  []jury.Criterion
	round     jury.Round
	unread    []unread
	verifiers []verifier
	asked     map[string][]string // by criterion, the verifiers of whom there is a reply
}

// unread is a reply that gave no score.
type unread struct {
	file string
	err  error
}

// add adds the replies that an argument names. An error means wrong use: what
// is wrong with a reply is part of the round.
func (c *count) add(arg string, in *input) error {
	source, file, err := c.split(arg)
	if err != nil {
		return err
	}
	for _, file := range expand(file) {
		if err := c.addFile(file, source, in); err != nil {
			return err
		}
	}
	return nil
}

// addFile adds the reply in a file. What the argument says of its source goes
// before what the name of the file says.
func (c *count) addFile(file string, source source, in *input) error {
	if source.verifier == "" { // else all is said
		named, err := c.inName(file)
		if err != nil {
			return err
		}
		source.verifier = named.verifier
		if source.criterion == "" {
			source.criterion = named.criterion
		}
	}
	verifier, err := c.verifier(file, source.verifier)
	if err != nil {
		return err
	}
	text, err := in.read(file)
	if err != nil {
		return err
	}
	if err := c.addReply(text, source.criterion, verifier); err != nil {
		c.unread = append(c.unread, unread{file, err})
	}
	return nil
}

// everyCriterion is the criterion of a reply with reports on several.
const everyCriterion = "*"

// addReply adds a reply to the round. Its error says what is wrong with it.
func (c *count) addReply(text, criterion, verifier string) error {
	if criterion == everyCriterion {
		for _, id := range jury.CriterionIDs(c.criteria) {
			c.ask(id, verifier)
		}
		return c.round.AddAll(text, verifier)
	}
	err := c.round.Add(text, criterion, verifier)
	if n := len(c.round.Scores); err == nil && criterion == "" {
		criterion = c.round.Scores[n-1].CriterionID
	}
	c.ask(criterion, verifier)
	return err
}

// ask notes that there is a reply on a criterion, "" where it is not known, by a
// verifier.
func (c *count) ask(criterion, verifier string) {
	if criterion == "" || slices.Contains(c.asked[criterion], verifier) {
		return
	}
	if c.asked == nil {
		c.asked = make(map[string][]string)
	}
	c.asked[criterion] = append(c.asked[criterion], verifier)
}

// checkVerifiers refuses more verifiers for a criterion than were asked: with
// them, the replies of one could stand in for the missing ones of another.
func (c *count) checkVerifiers(verifiers int) error {
	for _, id := range jury.CriterionIDs(c.criteria) {
		if n := len(c.asked[id]); n > verifiers {
			return fmt.Errorf("%d verifiers for %s, but -verifiers is %d; leave stale replies out, name the files of one verifier alike, or set -verifiers to how many were asked", n, quoteName(id), verifiers)
		}
	}
	return nil
}

// split splits an argument into what is said of the source, before the =, and the
// file. What names no id of the rubric, and is the name of a file as a whole, is
// the file.
func (c *count) split(arg string) (source, string, error) {
	left, file, found := strings.Cut(arg, "=")
	if !found {
		return source{}, arg, nil
	}
	id, verifier, named := strings.Cut(left, "@")
	_, unknown := jury.SelectCriteria(c.criteria, id)
	if id == everyCriterion {
		unknown = nil
	}
	switch {
	case unknown == nil && file == "":
		return source{}, "", fmt.Errorf("%q names no file after the =", arg)
	case unknown == nil && named && strings.TrimSpace(verifier) == "":
		return source{}, "", fmt.Errorf("%q names no verifier after the @", arg)
	case unknown == nil:
		return source{id, strings.TrimSpace(verifier)}, file, nil
	case exists(arg) || strings.ContainsAny(left, `./\`):
		return source{}, arg, nil
	}
	return source{}, "", fmt.Errorf("no criterion has the id %q; the rubric has %s", id, strings.Join(jury.CriterionIDs(c.criteria), ", "))
}

// expand returns the files that a pattern matches, for shells that leave that
// to the program. A file whose name looks like a pattern is itself, and so is a
// pattern that matches nothing, to be reported as a file that is not there.
func expand(file string) []string {
	matches, err := filepath.Glob(file)
	if err != nil || len(matches) == 0 || exists(file) {
		return []string{file}
	}
	return matches
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

// inFlags says what is wrong with a policy or round in terms of the flags.
func inFlags(err error) error {
	terms := strings.NewReplacer("AcceptMean", "-accept", "QuorumFraction", "-quorum", "CriterionFloor", "-floor",
		"MinPerCriterion", "-min", "MaxSpread", "-spread", "Severities", "-severity", "ExpectedCount", "criteria × -verifiers")
	return errors.New(terms.Replace(plain(err)))
}

func statusOf(d jury.Decision) int {
	switch {
	case d.Kind == jury.Accept:
		return statusGood
	case d.Kind == jury.Repair:
		return statusBad
	case d.OutOfReach:
		return statusStuck
	}
	return statusAgain
}
