// Package clijudge asks a judge that is a command, and reads its verdict. Copy it.
//
// A command that failed is refused before its output is read: one that was killed
// may have printed an object that looks whole.
package clijudge

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"github.com/seed-bcabc8a2/jury"
)

// maxAsks bounds how often one candidate is judged: asking until it passes would
// wear the gate down.
const maxAsks = 3

// Judge runs command with prompt on its standard input, and reads the verdict in
// what it prints, as contract has it. A record around the reply, such as
//
//	{"type": "result", "is_error": false, "result": "…"}
//
// is opened by contract.Parse, and one that says that it is an error is not. Where
// the reply cannot be read Judge asks again, with what to do better, at most maxAsks
// times in all. On any error nothing has passed.
func Judge(ctx context.Context, contract jury.Contract, prompt string, command string, args ...string) (jury.Verdict, error) {
	prompt += "\n\n" + contract.Instructions()
	question := prompt
	var err error
	for range maxAsks {
		var reply string
		reply, err = output(ctx, question, command, args...)
		if err != nil {
			return jury.Verdict{}, err
		}
		var verdict jury.Verdict
		verdict, err = contract.Parse(reply)
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

// output returns what command prints, if it ends well.
func output(ctx context.Context, question, command string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Stdin = strings.NewReader(question)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("the judge did not end well: %w", err)
	}
	return string(out), nil
}
