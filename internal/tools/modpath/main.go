// Modpath gives the module another path: in go.mod, imports, scripts and
// documents, of this repository and the modules inside it.
//
//	go -C internal/tools run ./modpath example.com/you/jury
//
// It changes the files that git knows and prints their names; nothing else is
// touched. Run it on a clean work tree, then read git diff.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

const help = `usage: go -C internal/tools run ./modpath new-path

Gives the module another path, such as example.com/you/jury: in go.mod, imports,
scripts and documents of this repository and the modules inside it. It changes the
files that git knows, and prints their names. Run it on a clean work tree.
`

func main() {
	flag.Usage = func() { fmt.Fprint(flag.CommandLine.Output(), help) }
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := change(filepath.Join("..", ".."), flag.Arg(0), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "modpath:", err)
		os.Exit(1)
	}
}

// change gives the module in root the path to.
func change(root, to string, log io.Writer) error {
	if err := module.CheckPath(to); err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	from := modfile.ModulePath(data)
	if from == "" {
		return errors.New("go.mod names no module")
	}
	cmd := exec.Command("git", "ls-files", "-z")
	cmd.Dir = root
	names, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		changed, err := changeFile(filepath.Join(root, filepath.FromSlash(name)), from, to)
		if err != nil {
			return err
		}
		if changed {
			fmt.Fprintln(log, name)
		}
	}
	return nil
}

func changeFile(name, from, to string) (changed bool, err error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil // deleted, not yet committed
	} else if err != nil {
		return false, err
	}
	text := replacePath(data, from, to)
	if bytes.Equal(text, data) {
		return false, nil
	}
	if filepath.Ext(name) == ".go" { // imports are sorted by path
		if text, err = format.Source(text); err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
	}
	return true, os.WriteFile(name, text, 0o644)
}

// replacePath replaces from where it stands as a whole path or the beginning
// of one: not in "example.com/jury-box" or "my.example.com/jury".
func replacePath(data []byte, from, to string) []byte {
	var out []byte
	for {
		i := bytes.Index(data, []byte(from))
		if i < 0 {
			return append(out, data...)
		}
		end := i + len(from)
		whole := (i == 0 || !partOfName(data[i-1]) && data[i-1] != '.') &&
			(end == len(data) || !partOfName(data[end]))
		out = append(out, data[:i]...)
		if whole {
			out = append(out, to...)
		} else {
			out = append(out, from...)
		}
		data = data[end:]
	}
}

func partOfName(b byte) bool {
	return b == '-' || b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
