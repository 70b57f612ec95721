package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A collection is every text that is read, once, in an order that only the files
// decide.
type collection struct {
	texts []string
	seen  map[string]bool
	notes []string // what was not there
}

// collect gathers the texts of a repository and of a folder of more.
func collect(root, shared string) (*collection, error) {
	c := &collection{seen: map[string]bool{}}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		return nil, fmt.Errorf("no repository: %w", err)
	}
	err := errors.Join(
		c.folder(filepath.Join(root, "testdata", "cases")),
		c.folder(filepath.Join(root, "testdata", "fuzz")),
		c.folder(filepath.Join(root, "testdata", "demo")),
		c.tests(root, false),
		c.tests(filepath.Join(root, "cmd"), true),
		c.tests(filepath.Join(root, "internal"), true),
		c.folder(filepath.Join(shared, "real")),
		c.folder(filepath.Join(shared, "cases")),
	)
	return c, err
}

func (c *collection) add(text string) {
	if !c.seen[text] {
		c.seen[text] = true
		c.texts = append(c.texts, text)
	}
}

// folder adds what every file in a folder holds.
func (c *collection) folder(dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		c.notes = append(c.notes, "skipped, not there: "+dir)
		return nil
	}
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := c.file(filepath.Ext(name), data); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
}

// file adds what a file holds: rows of JSON, a seed of a fuzz target, or text.
func (c *collection) file(ext string, data []byte) error {
	switch {
	case ext == ".jsonl":
		return c.rows(data)
	case bytes.HasPrefix(data, []byte("go test fuzz v1\n")):
		return c.seed(data)
	}
	c.add(string(data))
	return nil
}

// rows adds every string, object and list of every row, at any depth.
func (c *collection) rows(data []byte) error {
	for _, line := range bytes.Split(data, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := c.value(line); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *collection) value(raw json.RawMessage) error {
	switch raw[0] {
	case '"':
		var s string
		err := json.Unmarshal(raw, &s)
		c.add(s)
		return err
	case '[':
		var list []json.RawMessage
		err := json.Unmarshal(raw, &list)
		c.add(string(raw))
		for _, v := range list {
			err = errors.Join(err, c.value(v))
		}
		return err
	case '{':
		var members map[string]json.RawMessage
		err := json.Unmarshal(raw, &members)
		c.add(string(raw))
		for _, key := range slices.Sorted(maps.Keys(members)) {
			err = errors.Join(err, c.value(members[key]))
		}
		return err
	}
	return nil
}

// seed adds every string of a seed.
func (c *collection) seed(data []byte) error {
	for _, line := range strings.Split(string(data), "\n")[1:] {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		expr, err := parser.ParseExpr(line)
		if err != nil {
			return err
		}
		c.literals(expr)
	}
	return nil
}

// tests adds every string literal of the tests in dir, and below it if deep. The
// tests of this command are left out: they are no tests of the library.
func (c *collection) tests(dir string, deep bool) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != dir && (!deep || d.Name() == "freeze"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		c.literals(file)
		return nil
	})
}

// literals adds every string literal of a syntax tree, and those that are added
// up as a whole.
func (c *collection) literals(tree ast.Node) {
	ast.Inspect(tree, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		if expr, ok := n.(ast.Expr); ok {
			if text, ok := constant(expr); ok {
				c.add(text)
			}
		}
		return true
	})
}

// constant returns the value of a string literal or a sum of them.
func constant(expr ast.Expr) (string, bool) {
	switch e := expr.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.ParenExpr:
		return constant(e.X)
	case *ast.BinaryExpr:
		x, okX := constant(e.X)
		y, okY := constant(e.Y)
		return x + y, e.Op == token.ADD && okX && okY
	}
	return "", false
}
