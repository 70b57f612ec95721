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
	"github.com/seed-bcabc8a2/jury/internal/examples/ask"
)

// Judge runs command with prompt on its standard input, and reads the verdict in
// what it prints, as contract has it. A record around the reply, such as
//
//	{"type": "result", "is_error": false, "result": "…"}
//
// is opened by contract.Parse, and one that says that it is an error is not. It asks
// again as [ask.Judge] does. On any error nothing has passed.
func Judge(ctx context.Context, contract jury.Contract, prompt string, command string, args ...string) (jury.Verdict, error) {
	return ask.Judge(contract, prompt, func(question string) (string, error) {
		return output(ctx, question, command, args...)
	})
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
