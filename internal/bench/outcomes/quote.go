package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// What holds the outcomes between runs, from this module's root.
const pictureFile = "outcomes.svg"

var readmes = [...]string{"README.md", "../../README.md"}

// rewrite brings the picture and the quoted tables up to date.
func rewrite(root string, table []row) error {
	if err := os.WriteFile(filepath.Join(root, pictureFile), []byte(picture(table)), 0o644); err != nil {
		return err
	}
	for _, name := range readmes {
		name = filepath.Join(root, name)
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		if fresh := requote(string(text), table); fresh != string(text) {
			if err := os.WriteFile(name, []byte(fresh), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// requote returns text with the table that it quotes replaced by this one; text
// that quotes none stays.
func requote(text string, table []row) string {
	const head = "\n| parser | right"
	before, after, found := strings.Cut(text, head)
	if !found {
		return text
	}
	lines := strings.SplitAfter(after, "\n")
	end := 1 // the rest of the first line belongs to the table
	for end < len(lines) && strings.HasPrefix(lines[end], "|") {
		end++
	}
	var b strings.Builder
	b.WriteString(before + "\n")
	writeMarkdown(&b, table)
	b.WriteString(strings.Join(lines[end:], ""))
	return b.String()
}
