// Command jury is package jury for shell scripts and CI jobs: it decides from
// the reports of verifiers, reads one verdict, or shows a rubric.
//
//	jury decide -rubric criteria.md [flags] [id[@verifier]=]reply...
//	jury verdict [-original] [-contract file] [-pass-key k] [-nonce n] [file]
//	jury rubric [-json] file
//	jury schema [-contract file]
//	jury prompt [-contract file]
//
// The exit status is the answer:
//
//	0  accept, pass, or a rubric that can be used
//	1  repair or fail
//	2  indeterminate or no verdict: ask again
//	3  wrong use, or a file that cannot be read
//	4  indeterminate, and asking again cannot help; or the judge abstained
//
// Nothing but a good answer exits with 0. So -h, which flags of a script may
// come to hold by accident, prints help and exits with 3.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// The exit statuses.
const (
	statusGood  = 0
	statusBad   = 1
	statusAgain = 2
	statusWrong = 3
	statusStuck = 4
)

const usage = `usage: jury decide -rubric criteria.md [flags] [id[@verifier]=]reply...
       jury verdict [-original] [-contract file] [-pass-key k] [-nonce n] [file]
       jury rubric [-json] file
       jury schema [-contract file]
       jury prompt [-contract file]

decide   reads a rubric and the reports of verifiers, and decides
verdict  reads one verdict
rubric   shows a rubric as a verifier will meet it
schema   prints the JSON Schema of the reply that a contract asks for
prompt   prints what to write at the end of a prompt for it

Each has help of its own: jury decide -h.
` + statuses

const statuses = `
exit status:
  0  accept, pass, or a rubric that can be used
  1  repair or fail
  2  indeterminate or no verdict: ask again
  3  wrong use, a file that cannot be read, or this help
  4  indeterminate, and asking again cannot help; or the judge abstained
`

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run carries out one command line and returns its exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var out bytes.Buffer // so that a failure halfway prints no half answer
	status, err := dispatch(args, &input{stdin: stdin}, &out, stderr)
	if err == nil {
		_, err = stdout.Write(out.Bytes())
	}
	if err != nil {
		writeError(stderr, err)
		return statusWrong
	}
	return status
}

// writeError writes an error on one line, those of a rubric on one each.
func writeError(w io.Writer, err error) {
	var lines faults
	if !errors.As(err, &lines) {
		lines = faults{strings.TrimPrefix(err.Error(), "jury: ")}
	}
	for _, line := range lines {
		fmt.Fprintln(w, "jury: "+visible(line))
	}
}

// dispatch runs the command that args name. An error means wrong use.
func dispatch(args []string, in *input, stdout, stderr io.Writer) (int, error) {
	name := ""
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	switch name {
	case "decide":
		return decide(args, in, stdout, stderr)
	case "verdict":
		return verdict(args, in, stdout, stderr)
	case "rubric":
		return rubric(args, in, stdout)
	case "schema":
		return schema(args, in, stdout)
	case "prompt":
		return prompt(args, in, stdout)
	case "-h", "-help", "--help", "help":
		_, err := io.WriteString(stdout, usage)
		return statusWrong, err
	case "":
		return 0, errors.New("which command? decide, verdict, rubric, schema or prompt; jury -h shows their use")
	}
	return 0, fmt.Errorf("there is no command %q; there are decide, verdict, rubric, schema and prompt, and jury -h shows their use", name)
}

// parseFlags reads the flags of a command. Where help was asked for it prints
// it, and done is true.
func parseFlags(fs *flag.FlagSet, help string, args []string, stdout io.Writer) (done bool, err error) {
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fs.SetOutput(stdout)
		fmt.Fprint(stdout, help)
		fs.PrintDefaults()
		fmt.Fprint(stdout, statuses)
		return true, nil
	case err != nil:
		return false, fmt.Errorf("%w; jury %s -h shows the flags", err, fs.Name())
	}
	for _, arg := range fs.Args() {
		if len(arg) > 1 && arg[0] == '-' {
			return false, fmt.Errorf("%q stands after a file; put flags first, and write ./ before a file name that begins with a dash", arg)
		}
	}
	return false, nil
}
