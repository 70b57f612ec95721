package extract

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
)

// A Wrapping is a set of ways in which the finds do not stand alone.
type Wrapping uint8

const (
	Encoded     Wrapping = 1 << iota // all of the reply is encoded
	Thinking                         // a thinking block stood before it
	Fenced                           // a find stands in a code fence
	ProseBefore                      // text stands before a find
	ProseAfter                       // text stands after the last
	Inline                           // a find stands in a line of text
)

// IsAll reports whether the only find is all of the text, and nothing in it may
// hide another: then there is nowhere else to look.
func (x *Extraction) IsAll() bool {
	return len(x.Finds) == 1 && x.Finds[0] == chars.Span{Start: x.Start, End: len(x.Text)} && len(x.hidden) == 0
}

// Surroundings returns how the finds are wrapped.
func (x *Extraction) Surroundings() Wrapping {
	if x.IsAll() {
		return x.Outer
	}
	wrapping := x.Outer
	pos := x.Start
	for _, find := range x.Finds {
		if pos > x.Start {
			pos = decorationEnd(x.Text, pos, find.Start)
		}
		end := fenceStart(x.Text, pos, find.Start)
		if end < find.Start {
			wrapping |= Fenced
		}
		if chars.BlankEnd(x.Text, pos, end) > chars.BlankStart(x.Text, pos, end) {
			wrapping |= ProseBefore
		}
		if isInline(x.Text[pos:find.Start]) {
			wrapping |= Inline
		}
		pos = find.End
	}
	if decorationEnd(x.Text, x.enclosedEnd(), len(x.Text)) < len(x.Text) {
		wrapping |= ProseAfter
	}
	return wrapping
}

// enclosedEnd returns the end of the last of the finds, with what closes the
// parenthesis or brace that stands directly before it: a call, or \boxed{{}}.
func (x *Extraction) enclosedEnd() int {
	last := x.Finds[len(x.Finds)-1]
	if last.Start == 0 || last.End == len(x.Text) {
		return last.End
	}
	end := last.End
	switch opener, closer := x.Text[last.Start-1], x.Text[end]; {
	case opener == '(' && closer == ')', opener == '{' && closer == '}':
		end++
		if strings.HasPrefix(x.Text[end:], ";") {
			end++
		}
	}
	return end
}

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

// closingLen returns the length of the closing tag or token that s begins with, or
// 0: the end of an element that holds answers, </x>, and what ends a turn, <|x|>.
func closingLen(s string) int {
	for _, token := range [...]string{"<end_of_turn>", "<eos>", "</s>", "[/INST]"} {
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
		if end <= 0 || tag.opener == "</" && !holdsAnswers(name[:end]) || namesThinking(strings.ToLower(name[:end])) {
			return 0
		}
		rest := strings.TrimLeft(name[end:], " ")
		if strings.HasPrefix(rest, tag.closer) {
			return len(s) - len(rest) + len(tag.closer)
		}
	}
	return 0
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
