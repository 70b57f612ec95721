package peers

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/bench/cases"
)

// OfText returns who reads the answers to a question that asks for no object: the
// parsers that people write by hand, and package jury. Each is made for the keys and
// words of the case, as it would be for one prompt, and where the prompt has a nonce
// wants to see it somewhere.
func OfText(asked cases.Asked) []Peer {
	var all []Peer
	for _, peer := range byHand[asked] {
		read := peer.Read
		peer.Read = func(c cases.Case) cases.Outcome {
			if !strings.Contains(c.Reply, c.Contract.Nonce) {
				return cases.None
			}
			return read(c)
		}
		all = append(all, peer)
	}
	return append(all, Jury())
}

// byHand are the parsers, each a line or two where it is used. None looks whether a
// number is on the scale, as none is seen to do.
var byHand = map[cases.Asked][]Peer{
	cases.WordLine: {
		{Name: "regexp `KEY:\\s*(WORD)`, first match", Read: matching(keyAndWord, first)},
		{Name: "regexp `KEY:\\s*(WORD)`, last match", Read: matching(keyAndWord, last)},
		{Name: "regexp `KEY\\W*(WORD)\\b`, last match", Read: matching(keyMarksAndWord, last)},
		{Name: "last line equal to `KEY: WORD`", Read: lastLine},
		{Name: "contains the word that passes", Read: containsPass},
		{Name: "contains the word that fails, else the one that passes", Read: containsFail},
	},
	cases.ScoreLine: {
		{Name: "regexp `KEY:\\s*(NUMBER)`, first match", Read: matching(keyAndNumber, first)},
		{Name: "regexp `KEY:\\s*(NUMBER)`, last match", Read: matching(keyAndNumber, last)},
		{Name: "first number", Read: matching(anyNumber, first)},
		{Name: "last number", Read: matching(anyNumber, last)},
	},
	cases.Brackets: {
		{Name: "regexp `\\[\\[(.*?)\\]\\]`, first match", Read: matching(bracketed, first)},
		{Name: "regexp `\\[\\[(.*?)\\]\\]`, last match", Read: matching(bracketed, last)},
		{Name: "first number, or contains the word that passes", Read: anywhere},
	},
	cases.OneWord: {
		{Name: "equal, trimmed and in any case", Read: equal},
		{Name: "begins with the word", Read: begins},
		{Name: "first number, or contains the word that passes", Read: anywhere},
	},
}

// The words that a prompt asks for, where the case names none of its own.
var (
	passWords = []string{"pass", "passed", "approve", "approved", "accept", "accepted", "correct", "valid", "yes", "ok", "true"}
	failWords = []string{"fail", "failed", "reject", "rejected", "request_changes", "request changes", "block", "incorrect", "wrong", "invalid", "no", "false"}
)

// words returns the words of the case that pass, and those that fail.
func words(c cases.Case) (pass, fail []string) {
	pass, fail = c.Contract.PassWords, c.Contract.FailWords
	if len(pass) == 0 {
		pass = passWords
	}
	if len(fail) == 0 {
		fail = failWords
	}
	return pass, fail
}

// A pattern is what a prompt's regular expression looks for; its last group is the value.
type pattern func(c cases.Case) string

const number = `(\d+(?:\.\d+)?)`

func keyAndWord(c cases.Case) string { return key(c.Contract.PassKeys) + `:\s*` + oneOf(c) }

// keyMarksAndWord lets bold, tags and table rows be between the two.
func keyMarksAndWord(c cases.Case) string { return key(c.Contract.PassKeys) + `\W*` + oneOf(c) + `\b` }

func keyAndNumber(c cases.Case) string { return key(c.Contract.ScoreKeys) + `:\s*` + number }

func anyNumber(cases.Case) string { return number }

func leadingNumber(cases.Case) string { return `^\s*` + number }

func bracketed(cases.Case) string { return `(?:\[\[|\\boxed\{)\s*(.*?)\s*(?:\]\]|\})` }

func key(keys []string) string { return "(?i)" + regexp.QuoteMeta(keys[0]) }

// oneOf matches a word of the case, the longest that fits.
func oneOf(c cases.Case) string {
	pass, fail := words(c)
	all := slices.Concat(pass, fail)
	slices.SortStableFunc(all, func(a, b string) int { return len(b) - len(a) })
	for i, word := range all {
		all[i] = regexp.QuoteMeta(word)
	}
	return "(" + strings.Join(all, "|") + ")"
}

func first(values []string) string { return values[0] }
func last(values []string) string  { return values[len(values)-1] }

// matching reads the value of the match that pick takes.
func matching(p pattern, pick func([]string) string) func(cases.Case) cases.Outcome {
	return func(c cases.Case) cases.Outcome {
		var values []string
		for _, m := range regexp.MustCompile(p(c)).FindAllStringSubmatch(c.Reply, -1) {
			values = append(values, m[len(m)-1])
		}
		if len(values) == 0 {
			return cases.None
		}
		return judgeValue(pick(values), c)
	}
}

// judgeValue compares value with the bar, or with the words.
func judgeValue(value string, c cases.Case) cases.Outcome {
	if c.Contract.PassScore != 0 {
		score, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return cases.None
		}
		return outcome(score >= c.Contract.PassScore)
	}
	is := func(word string) bool { return strings.EqualFold(word, value) }
	switch pass, fail := words(c); {
	case slices.ContainsFunc(pass, is):
		return cases.Pass
	case slices.ContainsFunc(fail, is):
		return cases.Fail
	}
	return cases.None
}

// lastLine reads the last line that is not blank, where it is the key and a word.
func lastLine(c cases.Case) cases.Outcome {
	text := strings.TrimSpace(c.Reply)
	name, value, _ := strings.Cut(text[strings.LastIndexByte(text, '\n')+1:], ":")
	if !strings.EqualFold(name, c.Contract.PassKeys[0]) {
		return cases.None
	}
	return judgeValue(strings.TrimSpace(value), c)
}

func containsPass(c cases.Case) cases.Outcome {
	switch pass, fail := words(c); {
	case has(contains, c.Reply, pass):
		return cases.Pass
	case has(contains, c.Reply, fail):
		return cases.Fail
	}
	return cases.None
}

// contains leaves out what is in half of all words, as "no" is.
func contains(s, word string) bool { return len(word) >= len("pass") && strings.Contains(s, word) }

func containsFail(c cases.Case) cases.Outcome {
	if _, fail := words(c); has(contains, c.Reply, fail) {
		return cases.Fail
	}
	return containsPass(c)
}

// anywhere takes the first number of the reply, or looks for a word in it.
func anywhere(c cases.Case) cases.Outcome {
	if c.Contract.PassScore != 0 {
		return matching(anyNumber, first)(c)
	}
	return containsPass(c)
}

func equal(c cases.Case) cases.Outcome {
	return judgeValue(strings.TrimRight(strings.TrimSpace(c.Reply), "."), c)
}

// begins reads the word, or the number, that the reply begins with.
func begins(c cases.Case) cases.Outcome {
	reply := strings.TrimSpace(c.Reply)
	switch pass, fail := words(c); {
	case c.Contract.PassScore != 0:
		return matching(leadingNumber, first)(c)
	case has(strings.HasPrefix, reply, pass):
		return cases.Pass
	case has(strings.HasPrefix, reply, fail):
		return cases.Fail
	}
	return cases.None
}

// has reports whether test holds for one of words, in any case.
func has(test func(s, word string) bool, reply string, words []string) bool {
	reply = strings.ToLower(reply)
	return slices.ContainsFunc(words, func(word string) bool { return test(reply, strings.ToLower(word)) })
}
