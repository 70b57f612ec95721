package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/seed-bcabc8a2/jury"
)

const schemaHelp = `usage: jury schema [-contract file]

Prints the JSON Schema of the reply that a contract asks for. A contract of
another form than an object has none.

`

func schema(args []string, in *input, stdout io.Writer) (int, error) {
	c, done, err := onlyContract("schema", schemaHelp, args, in, stdout)
	if done || err != nil {
		return statusWrong, err
	}
	text := c.Schema()
	if text == nil {
		return 0, fmt.Errorf("the form %v has no schema", c.Form)
	}
	_, err = fmt.Fprintln(stdout, string(text))
	return statusGood, err
}

const promptHelp = `usage: jury prompt [-contract file]

Prints what to write at the end of a prompt, so that jury verdict with the same
contract can read the reply.

`

func prompt(args []string, in *input, stdout io.Writer) (int, error) {
	c, done, err := onlyContract("prompt", promptHelp, args, in, stdout)
	if done || err != nil {
		return statusWrong, err
	}
	_, err = fmt.Fprintln(stdout, c.Instructions())
	return statusGood, err
}

// onlyContract reads the command line of a command that takes a contract alone.
func onlyContract(name, help string, args []string, in *input, stdout io.Writer) (c jury.Contract, done bool, err error) {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	flags := contractFlags(fs)
	file := contractFile(fs)
	if done, err := parseFlags(fs, help, args, stdout); done || err != nil {
		return c, done, err
	}
	if fs.NArg() > 0 {
		return c, false, fmt.Errorf("no file but that of -contract, not %q", fs.Arg(0))
	}
	c, err = theContract(flags, *file, in)
	return c, false, err
}

// contractFile adds the flag that names a contract's file.
func contractFile(fs *flag.FlagSet) *string {
	return fs.String("contract", "", "the JSON `file` that holds the contract: what the judge was asked to write")
}

// theContract returns the contract in the named file, with the nonce of flags, or
// that of flags alone.
func theContract(flags *jury.Contract, file string, in *input) (jury.Contract, error) {
	c := *flags
	if file != "" {
		if flags.PassKeys != nil {
			return c, errors.New("-pass-key is for a contract without a file; name the key in the file")
		}
		text, err := in.read(file)
		if err != nil {
			return c, err
		}
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			return c, errors.New(quoteName(file) + ": " + plain(err))
		}
		if flags.Nonce != "" {
			c.Nonce = flags.Nonce
		}
	}
	return c, c.Validate()
}
