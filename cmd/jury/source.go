package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/seed-bcabc8a2/jury"
)

// A source is what a reply is about and whose it is, each "" where it is not
// said.
type source struct{ criterion, verifier string }

// inName returns the source that the name of a file says: ID.VERIFIER and
// whatever else, or VERIFIER.ID, between dots and before the extension. One id
// alone says nothing: the report names its own criterion.
func (c *count) inName(file string) (source, error) {
	parts := strings.Split(filepath.Base(file), ".")
	if last := len(parts) - 1; last > 0 && isExtension(parts[last]) {
		parts = parts[:last]
	}
	at := -1
	for i, part := range parts {
		switch {
		case !slices.ContainsFunc(c.criteria, func(c jury.Criterion) bool { return c.ID == part }):
		case at >= 0:
			return source{}, fmt.Errorf("the name of %s has two ids, %s and %s; write ID@VERIFIER=FILE", quoteName(file), parts[at], part)
		default:
			at = i
		}
	}
	if at < 0 {
		return source{}, nil
	}
	if verifier := beside(parts, at); verifier != "" {
		return source{parts[at], verifier}, nil
	}
	return source{}, nil
}

// isExtension reports whether the last part of a name says what a file is, and
// not whose.
func isExtension(part string) bool {
	switch strings.ToLower(part) {
	case "txt", "text", "md", "json", "jsonl", "log", "out", "xml", "html", "yaml", "yml", "csv":
		return true
	}
	return false
}

// beside returns the part after the id at index at, or the one before it where
// there is none after it but a number, such as that of a try.
func beside(parts []string, at int) string {
	before, after := "", ""
	if at > 0 {
		before = strings.TrimSpace(parts[at-1])
	}
	if at+1 < len(parts) {
		after = strings.TrimSpace(parts[at+1])
	}
	if before != "" && strings.IndexFunc(after, unicode.IsLetter) < 0 {
		return before
	}
	return after
}

// A verifier is who wrote a reply: by name, or, in want of one, the file that it
// was first given by.
type verifier struct {
	name    string
	isNamed bool
	files   []string // resolved
}

// verifier returns the name of the verifier of a file, who is named or "". Names
// are compared as the library does. The same file under two names is one
// verifier, and wrong use if it is said to be two.
func (c *count) verifier(file, name string) (string, error) {
	real := resolved(file)
	for _, v := range c.verifiers {
		switch {
		case !slices.Contains(v.files, real) || strings.EqualFold(v.name, name):
		case name == "" || !v.isNamed:
			return v.name, nil
		default:
			return "", fmt.Errorf("%s is given as the reply of two verifiers, %s and %s", quoteName(file), quoteName(v.name), quoteName(name))
		}
	}
	isNamed := name != ""
	if !isNamed {
		name = file
	}
	for i := range c.verifiers {
		if v := &c.verifiers[i]; strings.EqualFold(v.name, name) {
			v.files = append(v.files, real)
			return v.name, nil
		}
	}
	c.verifiers = append(c.verifiers, verifier{name, isNamed, []string{real}})
	return name, nil
}

// resolved returns the name of a file that all its other names come to.
func resolved(file string) string {
	real, err := filepath.EvalSymlinks(file)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return file
	}
	return real
}

// isNamed reports whether a verifier is known by a name of its own.
func (c *count) isNamed(name string) bool {
	return slices.ContainsFunc(c.verifiers, func(v verifier) bool { return v.name == name && v.isNamed })
}

// named returns the names of the verifiers, in the order in which they were met,
// or nil if one has none, or they are more than a table has room for.
func (c *count) named() []string {
	var names []string
	for _, v := range c.verifiers {
		if !v.isNamed || len(names) == maxScores {
			return nil
		}
		names = append(names, v.name)
	}
	return names
}
