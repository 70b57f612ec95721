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
func (o outcomes) rewrite(root string) error {
	if err := os.WriteFile(filepath.Join(root, pictureFile), []byte(picture(o.objects)), 0o644); err != nil {
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
		if fresh := o.requote(string(text)); fresh != string(text) {
			if err := os.WriteFile(name, []byte(fresh), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// requote returns text with the tables that it quotes replaced by these.
func (o outcomes) requote(text string) string {
	var objects, inText strings.Builder
	writeTable(&objects, o.objects)
	writeSections(&inText, o.text)
	return replaceTable(replaceTable(text, objectsHead, objects.String()), textHead, inText.String())
}

// replaceTable returns text with the table that begins with head replaced by fresh;
// text that has none stays.
func replaceTable(text, head, fresh string) string {
	before, after, found := strings.Cut(text, "\n"+head)
	if !found {
		return text
	}
	lines := strings.SplitAfter(after, "\n")
	end := 1 // the rest of the first line belongs to the table
	for end < len(lines) && strings.HasPrefix(lines[end], "|") {
		end++
	}
	return before + "\n" + fresh + strings.Join(lines[end:], "")
}
