package extract

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// answerTags are the elements that hold what a judge answers. What stands in any
// other is somebody else's: the candidate's text, a log, what was withdrawn.
var answerTags = [...]string{"answer", "final_answer", "verdict", "result", "output", "json", "final",
	"evaluation", "judgment", "review", "tool_call", "function_call"}

// holdsAnswers reports whether an element of that name holds what a judge answers.
func holdsAnswers(name string) bool { return vocab.WordIn(answerTags[:], name) }

// maxOpen is how many elements around a verdict are told apart, the innermost, so
// that looking for the one that a tag closes takes bounded time.
const maxOpen = 16

// enclosed returns the offset of the tag of an element, not of answers, that the
// last of the finds stands in; -1 if there is none. The tag of such an element
// begins a line; one that is never closed holds what follows it at once.
func (x *Extraction) enclosed() int { return x.EnclosedAt(x.Finds[len(x.Finds)-1]) }

// EnclosedAt is enclosed for what stands at find.
func (x *Extraction) EnclosedAt(find chars.Span) int {
	open := x.openElements(find.Start)
	if len(open) == 0 {
		return -1
	}
	closed := x.closedAfter(find.End)
	for _, e := range open {
		atOnce := strings.TrimSpace(x.Text[e.end:find.Start]) == ""
		if !holdsAnswers(e.name) && (atOnce || closed[strings.ToLower(e.name)]) {
			return e.at
		}
	}
	return -1
}

// openElements returns the elements that are open at end.
func (x *Extraction) openElements(end int) []element {
	var open []element
	tags := chars.NewSeeker(x.Text[:end], "<")
	for at := tags.From(x.Start); at < end; at = tags.From(at + 1) {
		name, closes := tagAt(x.Text[:end], at)
		switch {
		case name == "":
		case closes:
			open = closeElement(open, name)
		case beginsLine(x.Text[max(x.Start, at-maxIndent):at]):
			if len(open) == maxOpen {
				open = open[1:]
			}
			open = append(open, element{name, at, at + 1 + strings.IndexByte(x.Text[at+1:], '>') + 1})
		}
	}
	return open
}

// closedAfter returns the names, in lower case, of the elements that a tag closes
// after pos.
func (x *Extraction) closedAfter(pos int) map[string]bool {
	closed := map[string]bool{}
	tags := chars.NewSeeker(x.Text, "<")
	for at := tags.From(pos); at < len(x.Text); at = tags.From(at + 1) {
		if name, closes := tagAt(x.Text, at); closes {
			closed[strings.ToLower(name)] = true
		}
	}
	return closed
}

// An element is one that was opened.
type element struct {
	name    string
	at, end int // of its tag
}

// closeElement returns open without the innermost element of that name, and those
// in it.
func closeElement(open []element, name string) []element {
	for i := len(open) - 1; i >= 0; i-- {
		if strings.EqualFold(open[i].name, name) {
			return open[:i]
		}
	}
	return open
}

// maxElementTag is how long the tag of an element may be that something stands in.
const maxElementTag = 128

// tagAt returns the name of the tag that stands at at, and whether it closes an
// element; "" for none, or one that holds nothing: <br/>.
func tagAt(text string, at int) (name string, closes bool) {
	tag := text[at+1 : min(len(text), at+maxElementTag)]
	end := strings.IndexAny(tag, ">\n")
	if end < 0 || tag[end] != '>' || strings.HasSuffix(tag[:end], "/") {
		return "", false
	}
	tag, closes = strings.CutPrefix(tag[:end], "/")
	name = tag[:tagNameEnd(tag, 0)]
	if name == "" || !chars.IsASCIILetter(name[0]) || isVoid(name) || len(name) < len(tag) && tag[len(name)] != ' ' {
		return "", false
	}
	if attributes := strings.TrimSpace(tag[len(name):]); attributes != "" && strings.IndexByte(attributes, '=') < 0 {
		return "", false // <T extends X>
	}
	return name, closes
}

// isVoid reports whether an element of that name holds nothing, or is seldom
// closed.
func isVoid(name string) bool {
	return vocab.WordIn([]string{"br", "hr", "img", "input", "link", "meta", "p", "li", "wbr"}, name)
}

// beginsLine reports whether nothing but blanks stands in the line that before ends
// in.
func beginsLine(before string) bool {
	i := len(before)
	for i > 0 && (before[i-1] == ' ' || before[i-1] == '\t') {
		i--
	}
	return i == 0 || before[i-1] == '\n'
}

// isInline reports whether before, the text before a verdict, ends in a line of
// text that the verdict is a part of, and not in what may introduce one: nothing,
// decoration, a fence, the tag of an element of answers, a call, or a label for
// the whole.
func isInline(before string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if fenceStart(line, 0, len(line)) < len(line) {
		return false
	}
	line = withoutAnswerTag(line)
	last := strings.TrimRight(line, " \t*_")
	switch {
	case strings.TrimFunc(line, isDecoration) == "":
		return strings.ContainsAny(line, "`'\"“‘>")
	case strings.HasSuffix(last, "("), strings.HasSuffix(last, "{"):
		name := strings.TrimFunc(last[:len(last)-1], isDecoration)
		return name == "" || strings.IndexFunc(name, evidence.NotInName) >= 0
	case strings.HasSuffix(last, ":"), strings.HasSuffix(last, "："):
		return !labelsWhole(last)
	}
	return true
}

// withoutAnswerTag returns line without the tag of an element of answers that it
// ends with.
func withoutAnswerTag(line string) string {
	trimmed := strings.TrimRight(line, " \t")
	at := strings.LastIndexByte(trimmed, '<')
	if at < 0 || !strings.HasSuffix(trimmed, ">") {
		return line
	}
	if name, closes := tagAt(trimmed, at); name != "" && !closes && holdsAnswers(name) {
		return trimmed[:at]
	}
	return line
}

// isDecoration reports whether c says nothing.
func isDecoration(c rune) bool { return !vocab.IsLetterOrDigit(c) }

// labelsWhole reports whether line is made of labels for the verdict on the whole,
// and the words that introduce one: "Here is my verdict:".
func labelsWhole(line string) bool {
	for line != "" {
		line = strings.TrimLeftFunc(line, isDecoration)
		end := len(line) - len(strings.TrimLeftFunc(line, vocab.IsLetterOrDigit))
		if word := line[:end]; word != "" && !vocab.WordIn(introducing[:], word) && !holdsAnswers(word) && !vocab.BeginsName(word) {
			return false
		}
		line = line[end:]
	}
	return true
}

// introducing are the words that a label for the whole may stand among.
var introducing = [...]string{"here", "is", "are", "my", "the", "our", "s"}
