package cases

import (
	"path/filepath"

	"github.com/seed-bcabc8a2/jury"
)

// Asked is what a prompt asks for where it asks for no object.
type Asked string

// What is asked for, in the order of the tables.
const (
	WordLine  Asked = "a line with a word"
	ScoreLine Asked = "a line with a number"
	Brackets  Asked = "brackets"
	OneWord   Asked = "one word"
)

// A Group is the replies to one such question.
type Group struct {
	Asked Asked
	Cases []Case
}

// formsFile is the case file of replies that are no objects.
const formsFile = "forms.jsonl"

// abstained is the outcome of who declines to decide, in formsFile alone: a parser that
// knows no such thing is right to find nothing.
const abstained = "abstain"

// ReadForms returns the groups of formsFile under dir. Left out are pairs to choose
// from, contracts that are wrong, and those that ask for two things or for the inverse
// of a pass: no one line of a parser reads them.
func ReadForms(dir string) ([]Group, error) {
	all, err := readFile(filepath.Join(dir, formsFile))
	if err != nil {
		return nil, err
	}
	groups := []Group{{Asked: WordLine}, {Asked: ScoreLine}, {Asked: Brackets}, {Asked: OneWord}}
	for _, c := range all {
		asked := c.asked()
		for i := range groups {
			if groups[i].Asked == asked {
				groups[i].Cases = append(groups[i].Cases, c)
			}
		}
	}
	return groups, nil
}

// asked returns what the case asks for, "" if it belongs to no group.
func (c *Case) asked() Asked {
	k := &c.Contract
	word, score := len(k.PassKeys) > 0, k.PassScore != 0
	switch {
	case k.Form == jury.FormObject || len(c.Choices) > 0 || c.Fault || len(k.FailKeys) > 0:
		return ""
	case k.Form == jury.FormBrackets:
		return Brackets
	case k.Form == jury.FormWord:
		return OneWord
	case word && !score:
		return WordLine
	case score && !word:
		return ScoreLine
	}
	return ""
}
