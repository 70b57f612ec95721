package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// A search is a reply and the units in it that are what is looked for.
type search struct {
	source
	finds     []lenient.Extent // these units
	lastNodes []lenient.Node   // the nodes of the last of them
	hidden    []lenient.Aside  // their comments and loose strings
	against   evidence.Doubt   // the first reason why they may not stand
}

// doubt keeps the first reason why a pass may not stand, if d is one.
func (f *search) doubt(d evidence.Doubt) {
	if d.Detail != "" && f.against.Detail == "" {
		f.against = d
	}
}

// strayKey returns the first of keys that stands in the unit read last, exactly
// or folded and at any depth, and where.
func (f *search) strayKey(keys []string) (string, int) {
	for _, n := range f.Nodes {
		if !n.Has(lenient.TraitKey) {
			continue
		}
		name := f.Str(n)
		for _, key := range keys {
			if chars.SameKey(key, name) {
				return key, int(n.Start)
			}
		}
	}
	return "", 0
}

// isAll reports whether the only find is all of the text, and nothing in it may
// hide another: then there is nowhere else to look.
func (f *search) isAll() bool {
	return len(f.finds) == 1 && f.finds[0] == lenient.Extent{f.start, len(f.Text)} && len(f.hidden) == 0
}

// surroundings returns the quirks of the text around the verdicts.
func (f *search) surroundings() Quirks {
	if f.isAll() {
		return 0
	}
	var quirks Quirks
	pos := f.start
	for _, find := range f.finds {
		if pos > f.start {
			pos = decorationEnd(f.Text, pos, find.Start)
		}
		end := fenceStart(f.Text, pos, find.Start)
		if end < find.Start {
			quirks |= QuirkFenced
		}
		if chars.BlankEnd(f.Text, pos, end) > chars.BlankStart(f.Text, pos, end) {
			quirks |= QuirkProseBefore
		}
		pos = find.End
	}
	if decorationEnd(f.Text, f.enclosedEnd(), len(f.Text)) < len(f.Text) {
		quirks |= QuirkProseAfter
	}
	return quirks
}

// enclosedEnd returns the end of the last of the finds, with what closes the
// parenthesis or brace that stands directly before it: a call, or \boxed{{}}.
func (f *search) enclosedEnd() int {
	last := f.finds[len(f.finds)-1]
	if last.Start == 0 || last.End == len(f.Text) {
		return last.End
	}
	end := last.End
	switch opener, closer := f.Text[last.Start-1], f.Text[end]; {
	case opener == '(' && closer == ')', opener == '{' && closer == '}':
		end++
		if strings.HasPrefix(f.Text[end:], ";") {
			end++
		}
	}
	return end
}

// closedThinking returns the offset of a closing thinking tag after the last of
// the finds, or -1: what stood before it was a draft.
func (f *search) closedThinking() int {
	end := f.finds[len(f.finds)-1].End
	tags := chars.NewSeeker(f.Text, "<[")
	for at := tags.From(end); at+1 < len(f.Text); at = tags.From(at + 1) {
		if name := at + 2; f.Text[at+1] == '/' && thinkingName(f.Text[name:tagNameEnd(f.Text, name)]) != "" {
			return at
		}
	}
	return -1
}

// openThinking returns the offset of a thinking tag before the last verdict
// that is not closed before it, or -1.
func (f *search) openThinking() int {
	pos, opened := f.start, -1
	var in tag
	for _, find := range f.finds {
		if pos == find.Start {
			pos = find.End
			continue
		}
		tags := chars.NewSeeker(f.Text[:find.Start], "<[")
		for at := tags.From(pos); at < find.Start; at = tags.From(at + 1) {
			if opened < 0 {
				quoted := at > pos && strings.IndexByte(evidence.Quotes, f.Text[at-1]) >= 0
				if in = thinkingTag(f.Text, at); in.end > 0 && !quoted && !in.isHeading() {
					opened = at
				}
			} else if at+1 < find.Start && f.Text[at+1] == '/' && closes(f.Text, at+2, in) > 0 {
				opened = -1
			}
		}
		pos = find.End
	}
	return opened
}

// found keeps the unit read last as one that is looked for. Its nodes are the
// lastNodes then, and there are no others.
func (f *search) found() {
	f.finds = append(f.finds, f.unit)
	f.hidden = append(f.hidden, f.Asides...)
	f.Nodes, f.lastNodes = f.lastNodes[:0], f.Nodes
}

// hiding looks through the comments and loose strings of the finds for text of
// a verdict that they may have swallowed: a brace, or contract keys.
func (f *search) hiding(w *evidence.Watch) evidence.Doubt {
	if len(f.hidden) == 0 {
		return evidence.Doubt{}
	}
	inside := evidence.Watch{Text: w.Text, Keys: w.Keys}
	for _, a := range f.hidden {
		text := f.Text[a.Start:a.End]
		if i := strings.IndexByte(text, '{'); i >= 0 {
			return evidence.Doubt{a.Start + i, "", "a brace stands in a comment or a loose string of the verdict"}
		}
		d := inside.Stray(a.Start, a.End)
		if d.Detail == "" || a.Comment && !swallowed(text) && inside.Stray(d.Offset+1, a.End).Detail == "" {
			continue
		}
		d.Detail = "a contract key stands in a comment or a loose string of the verdict"
		return d
	}
	return evidence.Doubt{}
}

// swallowed reports whether comment, which holds one contract key, may begin
// inside a string of a judge who quoted the comment's opener: a bracket closes
// in it, a string ends at its start, or a quote is left over. A remark such as
// // "pass": false at first
// has none of these.
func swallowed(comment string) bool {
	text := strings.TrimLeft(comment, "/*# ")
	return strings.ContainsAny(text, "]}") || strings.Count(text, `"`)%2 != 0 ||
		strings.HasPrefix(text, `",`) || strings.HasPrefix(text, `'`)
}

// stray looks through the text outside the finds, by w.
func (f *search) stray(w *evidence.Watch) evidence.Doubt {
	return f.gaps(func(gap lenient.Extent) evidence.Doubt { return w.Stray(gap.Start, gap.End) })
}

// gaps calls look for each stretch of text outside the finds, and returns
// the first doubt.
func (f *search) gaps(look func(lenient.Extent) evidence.Doubt) evidence.Doubt {
	pos := f.start
	for _, unit := range f.finds {
		if d := look(lenient.Extent{pos, unit.Start}); d.Detail != "" {
			return d
		}
		pos = unit.End
	}
	return look(lenient.Extent{pos, len(f.Text)})
}

// incomplete reports that the reply was cut off: it ends inside a unit, or
// before the last of the finds a thinking block opens that is not closed.
func (f *search) incomplete() *ReplyError {
	if f.Ending == lenient.Cut {
		return f.fail(ErrTruncated, evidence.Doubt{f.unit.Start, "", "the text ends inside what opens here"})
	}
	if f.isAll() {
		return nil
	}
	if at := f.closedThinking(); at >= 0 {
		return f.fail(ErrTruncated, evidence.Doubt{at, "", "the thinking block that the object stands in ends here, and nothing follows"})
	}
	if at := f.openThinking(); at >= 0 {
		return f.fail(ErrTruncated, evidence.Doubt{at, "", "the thinking block that opens here is not closed before the object"})
	}
	return nil
}

// fail returns the error err about d.
func (f *search) fail(err error, d evidence.Doubt) *ReplyError { return newReplyError(f.Text, err, d) }

// decorationEnd returns the offset of the first character of text[pos:end]
// that is no decoration: white space, a fence, a closing tag, or a token such
// as <|im_end|>.
func decorationEnd(text string, pos, end int) int {
	for {
		pos = chars.BlankStart(text, pos, end)
		if pos == end {
			return end
		}
		n := fenceLen(text[pos:end])
		if n == 0 {
			n = closingLen(text[pos:end])
		}
		if n == 0 {
			n = emphasisLen(text[pos:end])
		}
		if n == 0 {
			return pos
		}
		pos += n
	}
}

// fenceLen returns the length of the run of three or more backticks or tildes
// that s begins with, or 0.
func fenceLen(s string) int {
	n := 0
	for n < len(s) && s[n] == s[0] {
		n++
	}
	if n >= 3 && (s[0] == '`' || s[0] == '~') {
		return n
	}
	return 0
}

// emphasisLen returns the length of what s begins with of the marks that end
// bold text, or of a rule.
func emphasisLen(s string) int {
	n := 0
	for n < len(s) && s[n] == s[0] {
		n++
	}
	switch {
	case s[0] == '*' || s[0] == '_', n >= 3 && (s[0] == '-' || s[0] == '='):
		return n
	}
	return 0
}

// closingLen returns the length of the closing tag or token that s begins
// with, or 0: </x>, <|x|>, and what ends a turn. One that is named after a fail
// says something.
func closingLen(s string) int {
	for _, token := range [...]string{"<end_of_turn>", "<eos>", "[/INST]"} {
		if strings.HasPrefix(s, token) {
			return len(token)
		}
	}
	for _, tag := range [...]struct{ opener, closer string }{{"</", ">"}, {"<|", "|>"}, {"<｜", "｜>"}} {
		name, ok := strings.CutPrefix(s, tag.opener)
		if !ok {
			continue
		}
		end := strings.IndexFunc(name, func(c rune) bool { return evidence.NotInName(c) && c != '▁' })
		if end <= 0 || disowns(name[:end]) {
			return 0
		}
		rest := strings.TrimLeft(name[end:], " ")
		if strings.HasPrefix(rest, tag.closer) {
			return len(s) - len(rest) + len(tag.closer)
		}
	}
	return 0
}

// disowns reports whether a tag of that name says that what it closes is a fail,
// is not the verifier's own, or not its last word.
func disowns(name string) bool {
	name = strings.ToLower(name)
	for _, part := range [...]string{"think", "thought", "reasoning", "analysis", "scratchpad", "reflection", "monologue"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	for _, part := range [...]string{"fail", "reject", "wrong", "incorrect", "invalid", "denied", "veto", "submission", "candidate", "student", "user",
		"untrusted", "file", "document", "patch", "example", "sample", "template", "format", "schema", "prompt", "draft", "quote", "tool", "function",
		"stdout", "observation", "del"} {
		if strings.HasPrefix(name, part) || strings.HasSuffix(name, part) {
			return true
		}
	}
	return false
}

// fenceStart returns the start of the fence, with its info string, that
// text[pos:end] ends with, or end.
func fenceStart(text string, pos, end int) int {
	i := chars.BlankEnd(text, pos, end)
	for i > pos && (chars.IsASCIIWord(text[i-1]) || strings.IndexByte("+-._#", text[i-1]) >= 0) {
		i--
	}
	start := i
	for start > pos && text[start-1] == text[i-1] {
		start--
	}
	if i > start && fenceLen(text[start:i]) > 0 {
		return start
	}
	return end
}
