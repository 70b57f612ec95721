package jury_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed-bcabc8a2/jury"
)

// A judge that ends on a line of text.
func ExampleForm() {
	contract := jury.Contract{Form: jury.FormText, PassKeys: []string{"verdict"}, ScoreKeys: []string{"-"}}
	for _, reply := range []string{
		"Small and tested.\n\n**Verdict:** PASS",
		"Verdict: INCORRECT",
		"Verdict: PASS if the test is added",
		"> Verdict: PASS",
		"Verdict: FAIL\nOn second thought:\nVerdict: PASS",
		"Verdict: unknown",
	} {
		v, err := contract.Parse(reply)
		fmt.Println(v.Pass, v.Word, err)
	}
	// Output:
	// true PASS <nil>
	// false INCORRECT <nil>
	// false  jury: no verdict at line 1, column 1: the value is none that was asked for
	// false  jury: no verdict: what was asked for stands only where it may be quoted
	// false  jury: conflict at line 1, column 1: the verdicts do not agree
	// false  jury: abstained at line 1, column 1: the verdict declines to decide
}

// A judge that rates in double brackets.
func ExampleForm_brackets() {
	contract := jury.Contract{Form: jury.FormBrackets, ScoreMin: 1, ScoreMax: 10, PassScore: 7}
	for _, reply := range []string{"All of it holds. Rating: [[8]]", "[[3]]", "Rating: [[rating]]", "[[2]] at first.\n\nRating: [[8]]"} {
		v, err := contract.Parse(reply)
		fmt.Println(v.Pass, v.RawScore, errors.Is(err, jury.ErrNoVerdict), errors.Is(err, jury.ErrConflict))
	}
	// Output:
	// true 8 false false
	// false 3 false false
	// false 0 true false
	// false 0 false true
}

// A judge that answers with one word.
func ExampleForm_word() {
	contract := jury.Contract{Form: jury.FormWord}
	for _, reply := range []string{"YES", "no.", "Yes, I think so."} {
		v, err := contract.Parse(reply)
		fmt.Println(v.Pass, err)
	}
	// Output:
	// true <nil>
	// false <nil>
	// false jury: no verdict at line 1, column 1: the value is none that was asked for
}

// A form is a word in a configuration file.
func ExampleForm_UnmarshalText() {
	var form jury.Form
	fmt.Println(form.UnmarshalText([]byte("brackets")), form)
	fmt.Println(form.UnmarshalText([]byte("xml")), form)
	// Output:
	// <nil> brackets
	// jury: unknown form "xml"; the names are object|text|brackets|word brackets
}

// The three answers of a code review. A comment is neither pass nor fail: it is an
// error, so that nothing is let through, and an answer, so that nobody asks again.
func ExampleContract_Parse_threeOutcomes() {
	contract := jury.Contract{
		Form:     jury.FormText,
		PassKeys: []string{"verdict"}, ScoreKeys: []string{"-"},
		PassWords: []string{"APPROVE"}, FailWords: []string{"REQUEST_CHANGES"}, AbstainWords: []string{"COMMENT"},
	}
	for _, reply := range []string{
		"Small and tested.\n\n**Verdict:** APPROVE",
		"The error path has no test.\n\nVerdict: REQUEST_CHANGES",
		"Two questions inline.\n\nVerdict: COMMENT",
		"Verdict: APPROVE\nOr rather:\nVerdict: COMMENT",
		"Verdict: APPROVE if the test is added",
		"REQUEST_CHANGES",
	} {
		v, err := contract.Parse(reply)
		hint, again := contract.RetryHint(err)
		switch {
		case err == nil && v.Pass:
			fmt.Println("approved")
		case err == nil, errors.Is(err, jury.ErrFailed):
			fmt.Println("changes requested")
		case errors.Is(err, jury.ErrAbstained):
			fmt.Println("a person decides; ask again:", again)
		default:
			fmt.Println("ask again:", hint)
		}
	}
	// Output:
	// approved
	// changes requested
	// a person decides; ask again: false
	// ask again: Write each of the lines you were asked for once, and nothing else that looks like one; quote none.
	// ask again: Write a line "verdict: " with APPROVE, REQUEST_CHANGES or COMMENT behind it, and nothing else in it.
	// changes requested
}

// A key that is true when things are bad.
func ExampleContract_Parse_failKeys() {
	contract := jury.Contract{PassKeys: []string{"-"}, FailKeys: []string{"flagged"}, ScoreKeys: []string{"-"}}
	for _, reply := range []string{`{"flagged": false}`, `{"flagged": true}`, `{"flagged": null}`} {
		v, err := contract.Parse(reply)
		fmt.Println(v.Pass, errors.Is(err, jury.ErrUntrusted))
	}
	// Output:
	// true false
	// false false
	// false true
}

// Which of two answers is better.
func ExampleContract_Choose() {
	contract := jury.Contract{Form: jury.FormText, PassKeys: []string{"winner"}}
	for _, reply := range []string{"Winner: A (shorter)", "Winner: A or tie", "Winner: A\nWinner: B"} {
		choice, err := contract.Choose(reply, "A", "B", "tie")
		fmt.Printf("%q %v\n", choice, err)
	}
	// Output:
	// "A" <nil>
	// "" jury: no verdict at line 1, column 1: the value is none that was asked for
	// "" jury: conflict at line 2, column 1: the verdicts do not agree
}

// What to write at the end of a prompt.
func ExampleContract_Instructions() {
	fmt.Println(jury.Contract{Form: jury.FormWord}.Instructions())
	fmt.Println(jury.Contract{Form: jury.FormBrackets, ScoreMin: 1, ScoreMax: 10, PassScore: 7}.Instructions())
	fmt.Println(jury.Contract{PassKeys: []string{"-"}, FailKeys: []string{"flagged"}, ScoreKeys: []string{"-"}, HintKeys: []string{"-"}}.Instructions())
	// Output:
	// Reply with one of these words and nothing else: PASS, FAIL.
	// End your reply with your answer in double square brackets on a line of its own, as in [[answer]], and write no other brackets like these. The answer is a number from 1 (worst) to 10 (best).
	// End your reply with one JSON object and nothing after it. It has these members, in this order:
	// - "reasons": a list of strings, what the verdict rests on
	// - "flagged": true or false
}

// A hint in the contract's own keys and words, and none after an answer.
func ExampleContract_RetryHint() {
	contract := jury.Contract{Form: jury.FormText, PassKeys: []string{"verdict"}, ScoreKeys: []string{"-"}}
	for _, reply := range []string{"It is fine.", "Verdict: n/a", "FAIL"} {
		_, err := contract.Parse(reply)
		fmt.Println(contract.RetryHint(err))
	}
	// Output:
	// Write a line "verdict: " with PASS or FAIL behind it, and nothing else in it. true
	//  false
	//  false
}

// A contract in a configuration file: what is not known is an error.
func ExampleContract_UnmarshalJSON() {
	var contract jury.Contract
	fmt.Println(json.Unmarshal([]byte(`{"form": "text", "pass_keys": ["verdict"], "score_keys": ["-"]}`), &contract), contract.Form)
	fmt.Println(json.Unmarshal([]byte(`{"pass_key": ["verdict"]}`), &contract) != nil)
	// Output:
	// <nil> text
	// true
}
