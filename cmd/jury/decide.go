package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-bcabc8a2/jury"
)

const decideHelp = `usage: jury decide -rubric criteria.md [flags] [id=]reply...

Decides from the reports of verifiers, one file each. A report is for the
criterion before the =, else for the one it names itself; its verifier is the
file, and - is standard input. Expected is a score of every verifier for every
criterion, however many files there are. A pattern such as replies/*.txt is
expanded where the shell has not done so.

`

// An order is what a command line asks to be decided.
type order struct {
	rubric    string // file name
	policy    jury.Policy
	verifiers int
	asJSON    bool
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
	c := count{criteria: rubric.Criteria, round: jury.NewRound(rubric.Criteria, o.verifiers), files: map[string]string{}}
	for _, arg := range o.replies {
		if err := c.add(arg, in); err != nil {
			return 0, err
		}
	}
	d, err := jury.DecideVerification(c.round, o.policy)
	if err != nil {
		return 0, inFlags(err)
	}
	if err := checkVerifiers(d, o.verifiers); err != nil {
		return 0, err
	}
	if o.asJSON {
		for _, u := range c.unread {
			fmt.Fprintln(stderr, "jury: "+quoteName(u.file)+": "+visible(plain(u.err)))
		}
		return statusOf(d.Kind), writeJSON(stdout, d)
	}
	return statusOf(d.Kind), writeDecision(stdout, report{c, d, o.verifiers})
}

func parseOrder(args []string, stdout io.Writer) (o order, done bool, err error) {
	o.policy = jury.DefaultPolicy()
	fs := flag.NewFlagSet("decide", flag.ContinueOnError)
	fs.StringVar(&o.rubric, "rubric", "", "the `file` with the criteria")
	fs.Float64Var(&o.policy.AcceptMean, "accept", o.policy.AcceptMean, "the least `mean` that is accepted, 1 to 20")
	fs.Float64Var(&o.policy.QuorumFraction, "quorum", o.policy.QuorumFraction, "the `part` of the expected scores that must be there, above 0, up to 1")
	fs.Float64Var(&o.policy.CriterionFloor, "floor", o.policy.CriterionFloor, "the least `mean` of each criterion, 1 to 20; 0 for none")
	fs.BoolVar(&o.policy.RepairOnBlocking, "blocking", o.policy.RepairOnBlocking, "a blocking finding asks for repair, as a veto does")
	fs.IntVar(&o.verifiers, "verifiers", 1, "how many verifiers score each criterion")
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
	}
	return o, false, nil
}

// A count is a round with where it came from.
type count struct {
	criteria []jury.Criterion
	round    jury.Round
	unread   []unread
	files    map[string]string // by resolved name, the name that a file was first given by
}

// unread is a reply that gave no score.
type unread struct {
	file string
	err  error
}

// add adds the replies that an argument names. An error means wrong use: what
// is wrong with a reply is part of the round.
func (c *count) add(arg string, in *input) error {
	criterion, file, err := c.split(arg)
	if err != nil {
		return err
	}
	for _, file := range expand(file) {
		text, err := in.read(file)
		if err != nil {
			return err
		}
		if err := c.round.Add(text, criterion, c.verifier(file)); err != nil {
			c.unread = append(c.unread, unread{file, err})
		}
	}
	return nil
}

// split splits an argument into the criterion before the = and the file. What
// is no id of the rubric, and is the name of a file as a whole, is the file.
func (c *count) split(arg string) (criterion, file string, err error) {
	id, rest, found := strings.Cut(arg, "=")
	if !found {
		return "", arg, nil
	}
	_, unknown := jury.SelectCriteria(c.criteria, id)
	switch {
	case unknown == nil && rest == "":
		return "", "", fmt.Errorf("%q names no file after the =", arg)
	case unknown == nil:
		return id, rest, nil
	case exists(arg) || strings.ContainsAny(id, `./\`):
		return "", arg, nil
	}
	return "", "", fmt.Errorf("no criterion has the id %q; the rubric has %s", id, strings.Join(jury.CriterionIDs(c.criteria), ", "))
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

// verifier returns the name by which a file was first given, so that the same
// file under two names is one verifier.
func (c *count) verifier(file string) string {
	real, err := filepath.EvalSymlinks(file)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		real = file
	}
	if _, ok := c.files[real]; !ok {
		c.files[real] = file
	}
	return c.files[real]
}

// inFlags says what is wrong with a policy or round in terms of the flags.
func inFlags(err error) error {
	terms := strings.NewReplacer("AcceptMean", "-accept", "QuorumFraction", "-quorum", "CriterionFloor", "-floor",
		"ExpectedCount", "criteria × -verifiers")
	return errors.New(terms.Replace(plain(err)))
}

// checkVerifiers refuses to accept where a criterion has more scores than
// verifiers: stale replies of one must not stand in for missing ones of another.
func checkVerifiers(d jury.Decision, verifiers int) error {
	for _, c := range d.Criteria {
		if d.Kind == jury.Accept && c.Valid > verifiers {
			return fmt.Errorf("%d scores for %s, but -verifiers is %d; leave stale replies out, or set -verifiers to how many were asked", c.Valid, quoteName(c.ID), verifiers)
		}
	}
	return nil
}

func statusOf(k jury.Kind) int {
	switch k {
	case jury.Accept:
		return statusGood
	case jury.Repair:
		return statusBad
	}
	return statusAgain
}
