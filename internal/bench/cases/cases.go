// Package cases reads the replies of testdata/cases that parsers are compared
// on.
package cases

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-bcabc8a2/jury"
)

// A Case is a reply, what its judge was asked for, and the outcome that a
// careful reader takes from it.
type Case struct {
	ID        string   `json:"id"`
	Reply     string   `json:"reply"`
	PassKeys  []string `json:"pass_keys"`
	ScoreKeys []string `json:"score_keys"`
	ScoreMin  float64  `json:"score_min"`
	ScoreMax  float64  `json:"score_max"`
	PassScore float64  `json:"pass_score"` // not 0: the score alone decides
	Nonce     string   `json:"nonce"`      // not "": only an object that carries it counts
	AllowAll  bool     `json:"allow_all"`  // no quirk may be refused
	Want      Outcome  `json:"want"`
	OK        []string `json:"ok"`    // outcomes that are no error: asking again loses nothing but time
	Prose     bool     `json:"prose"` // the verdict is in prose, no object at all

	// Of what ReadForms returns.
	Contract jury.Contract `json:"contract"`       // instead of all that is said above
	Choices  []string      `json:"choices"`        // what may be chosen
	Fault    bool          `json:"contract_error"` // the contract is wrong
}

// An Outcome is what a parser makes of a reply.
type Outcome string

// The outcomes: None is an error, or no verdict found.
const (
	Pass Outcome = "pass"
	Fail Outcome = "fail"
	None Outcome = "none"
)

// Files are the case files that Read reads, in order.
var Files = [...]string{"verdict.jsonl", "attacks.jsonl"}

// Read returns the cases of Files under dir.
func Read(dir string) ([]Case, error) {
	var all []Case
	for _, name := range Files {
		cases, err := readFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		all = append(all, cases...)
	}
	return all, nil
}

func readFile(name string) ([]Case, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var cases []Case
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for line := 1; lines.Scan(); line++ {
		var c Case
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		if c.Want == abstained {
			c.Want = None
		}
		if c.ID == "" || (c.Want != Pass && c.Want != Fail && c.Want != None && len(c.Choices) == 0) {
			return nil, fmt.Errorf("%s:%d: a case needs an id and a wanted outcome", name, line)
		}
		cases = append(cases, c)
	}
	return cases, lines.Err()
}
