// Package ask asks a judge until its reply can be read, with a cap. Copy it beside
// the judge that you copy.
package ask

import (
	"fmt"

	"github.com/seed-bcabc8a2/jury"
)

// maxAsks bounds how often one candidate is judged: asking until it passes would
// wear the gate down.
const maxAsks = 3

// Judge asks for a verdict on what prompt holds, as contract has it. reply puts a
// question to the judge and returns what it said; of its errors jury.ErrTruncated is
// one that asking again may mend, every other ends it. Where the reply was cut off or
// cannot be read Judge asks again, with what to do better, at most maxAsks times in
// all. A verdict, pass or fail, is never asked for twice. On any error nothing has
// passed.
func Judge(contract jury.Contract, prompt string, reply func(question string) (string, error)) (jury.Verdict, error) {
	prompt += "\n\n" + contract.Instructions()
	question := prompt
	var err error
	for range maxAsks {
		var text string
		var verdict jury.Verdict
		if text, err = reply(question); err == nil {
			verdict, err = contract.Parse(text)
		}
		if err == nil {
			return verdict, nil
		}
		hint, again := contract.RetryHint(err)
		if !again {
			return jury.Verdict{}, err
		}
		question = prompt + "\n\n" + hint
	}
	return jury.Verdict{}, fmt.Errorf("asked %d times: %w", maxAsks, err)
}
