package jury_test

import (
	"errors"
	"fmt"

	"github.com/seed-bcabc8a2/jury"
)

// A judge answers a prompt. A real one calls a model.
type judge func(prompt string) (reply string, err error)

// maxAsks caps how often one candidate is judged. Asking until it passes would
// wear the gate down: each question is another chance for a wrong pass.
const maxAsks = 3

var errNoVerdict = errors.New("no verdict that can be trusted")

// passes asks a judge whether a candidate passes. It asks again where the reply
// could not be read, says what to do better, and gives up after maxAsks. A
// verdict, pass or fail, is never asked for twice. Whatever the error is, the
// candidate has not passed.
func passes(ask judge, prompt string) (bool, error) {
	question := prompt
	for range maxAsks {
		reply, err := ask(question)
		if err != nil {
			return false, err // the network's fault, with retries of its own
		}
		verdict, err := jury.SafeVerdict(reply)
		if err == nil {
			return verdict.Pass, nil
		}
		hint, ok := jury.RetryHint(err)
		if !ok {
			return false, err // an answer, or a wrong contract: do not ask again
		}
		question = prompt + "\n\n" + hint
	}
	return false, errNoVerdict
}

// scripted is a judge that gives these replies, and shows what it is asked.
func scripted(replies ...string) judge {
	return func(prompt string) (string, error) {
		fmt.Printf("  asked %q\n", prompt)
		reply := replies[0]
		replies = replies[1:]
		return reply, nil
	}
}

// A loop that judges candidates: it asks again on the errors where that helps,
// with a cap, and treats what is left as a fail.
func Example_loop() {
	fmt.Println("a judge that was cut off:")
	fmt.Println(passes(scripted(
		`{"pass": true, "score": 0.9, "reasons": ["the tests`,
		`{"pass": true, "score": 0.9, "reasons": ["the tests pass"]}`,
	), "Judge it."))

	fmt.Println("a judge that says no:")
	fmt.Println(passes(scripted(
		`{"pass": "no", "score": 0.1, "reasons": ["it does not build"]}`,
	), "Judge it."))

	fmt.Println("a judge that never makes up its mind:")
	fmt.Println(passes(scripted(
		`Probably fine.`,
		`{"pass": "maybe", "score": 0.5}`,
		`{"pass": true, "score": 0.5} Or rather: {"pass": "sort of"}`,
	), "Judge it."))

	// Output:
	// a judge that was cut off:
	//   asked "Judge it."
	//   asked "Judge it.\n\nYour reply was cut off; be shorter."
	// true <nil>
	// a judge that says no:
	//   asked "Judge it."
	// false <nil>
	// a judge that never makes up its mind:
	//   asked "Judge it."
	//   asked "Judge it.\n\nReply with one JSON object that has all the keys you were asked for, and nothing after it."
	//   asked "Judge it.\n\nDecide: the pass value is either true or false."
	// false no verdict that can be trusted
}
