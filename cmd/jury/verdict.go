package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/seed-bcabc8a2/jury"
)

const verdictHelp = `usage: jury verdict [-original] [-contract file] [-pass-key k] [-nonce n] [file]

Reads the verdict in a reply, from standard input without a file, and prints it
as JSON; how the reply strays from what was asked for goes to standard error.

`

func verdict(args []string, in *input, stdout, stderr io.Writer) (int, error) {
	fs := flag.NewFlagSet("verdict", flag.ContinueOnError)
	original := fs.Bool("original", false, "read by the original contract, which trusts more: not for a gate")
	flags := contractFlags(fs)
	file := contractFile(fs)
	if done, err := parseFlags(fs, verdictHelp, args, stdout); done || err != nil {
		return statusWrong, err
	}
	if *original && (flags.PassKeys != nil || flags.Nonce != "" || *file != "") {
		return 0, errors.New("the original contract has no -pass-key, no -nonce and no -contract; leave -original out")
	}
	contract, err := theContract(flags, *file, in)
	if err != nil {
		return 0, err
	}
	reply, err := readReply(fs.Args(), in)
	if err != nil {
		return 0, err
	}
	parse := contract.Parse
	if *original {
		parse = jury.ParseVerdict
	}
	v, err := parse(reply)
	if err != nil {
		writeRefusal(stderr, err, contract)
		return refusalStatus(err), nil
	}
	if v.Quirks != 0 {
		fmt.Fprintln(stderr, "quirks: "+v.Quirks.String())
	}
	if v.Pass {
		return statusGood, writeJSON(stdout, v)
	}
	return statusBad, writeJSON(stdout, v)
}

// contractFlags adds the flags of which the contract is made.
func contractFlags(fs *flag.FlagSet) *jury.Contract {
	var c jury.Contract
	fs.Func("pass-key", "the `key` that holds the verdict, \"pass\" by default; may be given again for others", func(key string) error {
		c.PassKeys = append(c.PassKeys, key)
		return nil
	})
	fs.Func("nonce", "the `word` that only a verdict of this call can have as its \"nonce\"", func(word string) error {
		if word == "" { // an unset variable of a script would switch the check off
			return errors.New("it is empty; pass the word that the judge was asked to copy")
		}
		c.Nonce = word
		return nil
	})
	return &c
}

// readReply reads the file that args name, or standard input.
func readReply(args []string, in *input) (string, error) {
	switch len(args) {
	case 0:
		return in.read("-")
	case 1:
		return in.read(args[0])
	}
	return "", fmt.Errorf("one reply, not %d: a verdict is one judge's; for several there is jury decide", len(args))
}

// refusalStatus returns the exit status for a reply that gives no verdict: a fail in
// another form is a fail, and who declines to decide is not asked again.
func refusalStatus(err error) int {
	switch {
	case errors.Is(err, jury.ErrFailed):
		return statusBad
	case errors.Is(err, jury.ErrAbstained):
		return statusStuck
	}
	return statusAgain
}

// writeRefusal says why a reply gives no verdict, and what to tell the judge.
func writeRefusal(w io.Writer, err error, contract jury.Contract) {
	fmt.Fprintln(w, "jury: "+visible(plain(err)))
	if hint, ok := contract.RetryHint(err); ok {
		fmt.Fprintln(w, "ask again with: "+hint)
	}
}
