package main

import "github.com/seed-bcabc8a2/jury"

// notAsked are the keys of what a contract does not ask for.
var notAsked = []string{"-"}

// ofForms are the doors for judges that write no object, and for choices.
var ofForms = []door{
	parse("a line with a word", jury.Contract{Form: jury.FormText, PassKeys: []string{"verdict", "result"}, ScoreKeys: notAsked, ReasonKeys: []string{"reason"}}),
	parse("a line with a number", jury.Contract{Form: jury.FormText, ScoreMax: 10, PassScore: 6}),
	parse("a line with own words", jury.Contract{
		Form: jury.FormText, PassKeys: []string{"grade", "verdict"}, ScoreKeys: notAsked,
		PassWords: []string{"C", "ship it"}, FailWords: []string{"I", "hold"}, AbstainWords: []string{"warn"},
	}),
	parse("a line of failing", jury.Contract{Form: jury.FormText, PassKeys: notAsked, FailKeys: []string{"flagged", "failed"}, ScoreKeys: notAsked}),
	parse("a line with a nonce", jury.Contract{Form: jury.FormText, PassKeys: []string{"verdict"}, ScoreKeys: notAsked, Nonce: "k7f3a9"}),
	parse("brackets", jury.Contract{Form: jury.FormBrackets}),
	parse("brackets with a number", jury.Contract{Form: jury.FormBrackets, ScoreMax: 10, PassScore: 6}),
	parse("a word", jury.Contract{Form: jury.FormWord}),
	parse("a number", jury.Contract{Form: jury.FormWord, ScoreMin: 1, ScoreMax: 5, PassScore: 4}),
	parse("an object of failing", jury.Contract{FailKeys: []string{"flagged", "failed"}, PassKeys: notAsked, ScoreKeys: notAsked, AbstainWords: []string{"warn"}}),
	choose("an object", jury.Contract{PassKeys: []string{"verdict", "pass"}}, "approve", "request_changes", "comment"),
	choose("a line", jury.Contract{Form: jury.FormText, PassKeys: []string{"verdict", "winner"}}, "pass", "fail", "tie"),
	choose("brackets", jury.Contract{Form: jury.FormBrackets}, "A", "B", "tie"),
	choose("a word", jury.Contract{Form: jury.FormWord}, "A>B", "A=B", "B>A", "pass"),
	{name: "Contract.Choose of the row", run: chooseRow},
	{name: "Contract.Instructions of the row", run: instructionsOfRow},
}

func choose(name string, c jury.Contract, choices ...string) door {
	return door{name: "Contract.Choose " + name, run: func(o *outcome, text string) string { return o.choice(c, text, choices) }}
}

// choice adds what was chosen, and names it in short.
func (o *outcome) choice(c jury.Contract, text string, choices []string) string {
	chosen, err := c.Choose(text, choices...)
	o.put(chosen)
	if short := o.fault(err); err != nil {
		return short
	}
	return chosen
}

func chooseRow(o *outcome, text string) string {
	r, ok := rowOf(text)
	if !ok || r.Reply == nil || len(r.Choices) == 0 {
		return none
	}
	o.choice(r.contract(), *r.Reply, r.Choices)
	return "read"
}

// instructionsOfRow says what a judge is asked by the contract of a row, first and
// again.
func instructionsOfRow(o *outcome, text string) string {
	r, ok := rowOf(text)
	if !ok || r.Reply == nil {
		return none
	}
	c := r.contract()
	_, err := c.Parse(*r.Reply)
	hint, ok := c.RetryHint(err)
	o.put(c.Instructions(), []byte(c.Schema()), hint, ok)
	return o.fault(c.Validate())
}
