package main

import (
	"math/rand/v2"
	"strings"
)

// editSeed makes the edits the same in every run.
const editSeed = 20

// maxEdited is up to how many bytes a text is edited: a longer one would take the
// time of many.
const maxEdited = 8 << 10

// Inputs are texts, and edits of them.
type inputs struct {
	texts []string
	edits int
}

// A source is what edits are made of: texts that are short, and those of them in
// which there is most to read.
type source struct{ all, replies, rubrics []string }

func (in inputs) source() (s source) {
	for _, text := range in.texts {
		if len(text) == 0 || len(text) > maxEdited {
			continue
		}
		s.all = append(s.all, text)
		switch {
		case strings.Contains(text, `"reply"`): // a row of a case file
		case strings.Contains(text, `"pass"`) || strings.Contains(text, `"score"`):
			s.replies = append(s.replies, text)
		case strings.Contains(text, "### ") || strings.Contains(text, "## Criteri"):
			s.rubrics = append(s.rubrics, text)
		}
	}
	return s
}

// pick returns one of the texts: most often a reply, now and then any.
func (s source) pick(r *rand.Rand) string {
	from := s.all
	switch n := r.IntN(8); {
	case n < 5 && len(s.replies) > 0:
		from = s.replies
	case n == 5 && len(s.rubrics) > 0:
		from = s.rubrics
	}
	return from[r.IntN(len(from))]
}

// lastLines are lines that a reply may end on.
var lastLines = []string{
	"Verdict: FAIL", "Verdict: PASS", "**Verdict:** rejected", "FAIL", "pass: false", "- pass: true", "Score: 3/10",
	`{"pass": false}`, `{"pass": true, "score": 1}`, `{"criterion_id": "a", "score": 20}`, "```", "```json", "</think>", "<think>",
	"This is blocking.", "veto: the key leaks", "## Criteria", "### Fit {#fit}", "---", "Let me know if you need more.", "", "…", "}", "]",
}

// marks are what an edit puts in the place of a byte.
var marks = []string{
	`"`, "'", "“", "”", "‘", "’", "`", `\"`, "{", "}", "[", "]", ":", ",", "\n", "\t", " ", "#", "*", "-", ">", "|", "\\", "/*", "//",
	"0", "1", ".", "\u200b", "\u00a0", "\xff", "\x00", "no", "not ", "true", "false", "null", "NaN", "pass", "fail",
}

// edit returns edit number i.
func (s source) edit(i int) string {
	r := rand.New(rand.NewPCG(editSeed, uint64(i)))
	text := s.pick(r)
	for range 1 + r.IntN(3) {
		text = s.change(r, text)
	}
	return text
}

// change makes one edit.
func (s source) change(r *rand.Rand, text string) string {
	if text == "" {
		return s.pick(r)
	}
	at := r.IntN(len(text))
	end := min(len(text), at+1+r.IntN(1+r.IntN(40)))
	switch r.IntN(9) {
	case 0: // delete
		return text[:at] + text[end:]
	case 1: // duplicate
		return text[:end] + text[at:]
	case 2: // truncate
		return text[:at]
	case 3: // splice
		other := s.pick(r)
		return text[:at] + other[r.IntN(len(other)):]
	case 4:
		return swapLines(r, text)
	case 5:
		return changeQuote(r, text, at)
	case 6: // append a line
		return text + "\n" + lastLines[r.IntN(len(lastLines))]
	case 7: // insert
		return text[:at] + marks[r.IntN(len(marks))] + text[at:]
	}
	return text[:at] + marks[r.IntN(len(marks))] + text[at+1:]
}

func swapLines(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	i, j := r.IntN(len(lines)), r.IntN(len(lines))
	lines[i], lines[j] = lines[j], lines[i]
	return strings.Join(lines, "\n")
}

// changeQuote makes another mark of the first quote from at on.
func changeQuote(r *rand.Rand, text string, at int) string {
	i := strings.IndexAny(text[at:], "\"'`")
	if i < 0 {
		return text
	}
	return text[:at+i] + marks[r.IntN(8)] + text[at+i+1:]
}
