package extract

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// A tag is a thinking tag that opens.
type tag struct {
	name   string // folded
	closer byte   // > or ]
	end    int    // offset after it; 0 if there is none
}

// isHeading reports whether t, if nothing closes it, may be a heading that a
// person would write: [Analysis].
func (t tag) isHeading() bool { return t.closer == ']' && !strings.HasPrefix(t.name, "th") }

// openingTag returns the thinking tag that opens at pos.
func openingTag(text string, pos int) tag {
	if pos >= len(text) {
		return tag{}
	}
	t := tag{closer: '>'}
	switch text[pos] {
	case '<':
	case '[':
		t.closer = ']'
	default:
		return tag{}
	}
	end := tagNameEnd(text, pos+1)
	t.name = thinkingName(text[pos+1 : end])
	if t.name == "" || end == len(text) {
		return tag{}
	}
	if lenient.IsSpaceAt(text, end) {
		name := end
		for end < len(text) && text[end] != t.closer && text[end] != text[pos] {
			end++
		}
		if strings.TrimSpace(text[name:end]) != "" && strings.IndexByte(text[name:end], '=') < 0 {
			return tag{} // words, and no attributes
		}
	}
	if end == len(text) || text[end] != t.closer {
		return tag{}
	}
	t.end = end + 1
	return t
}

// tagNameEnd returns the end of the tag name that begins at pos.
func tagNameEnd(text string, pos int) int {
	for pos < len(text) && (chars.IsASCIIWord(text[pos]) || text[pos] == '_' || text[pos] == '-') {
		pos++
	}
	return pos
}

// thinkingName returns name folded if it is the name of a thinking tag, else "".
// It is one of the known names, so that nothing is allocated.
func thinkingName(name string) string {
	var buf [maxThinkingName]byte
	plain := buf[:0]
	for i := 0; i < len(name); i++ {
		if len(plain) == len(buf) {
			return ""
		}
		if name[i] != '-' && name[i] != '_' {
			plain = append(plain, chars.Lower(name[i]))
		}
	}
	for _, known := range [...]string{"think", "thinking", "thought", "thoughts", "thoughtprocess", "thinkingprocess",
		"reasoning", "reasoningprocess", "analysis", "scratchpad", "reflection", "innermonologue", "cot"} {
		if string(plain) == known {
			return known
		}
	}
	return ""
}

// maxThinkingName is longer than any name of a thinking tag.
const maxThinkingName = 24

// closingTag returns the offset after the first tag that closes t, or -1.
func closingTag(text string, t tag) int {
	opener := "</"
	if t.closer == ']' {
		opener = "[/"
	}
	for pos := t.end; ; {
		i := strings.Index(text[pos:], opener)
		if i < 0 {
			return -1
		}
		pos += i + len(opener)
		if end := closes(text, pos, t); end > 0 {
			return end
		}
	}
}

// closes returns the offset after the closing tag of t whose name begins at
// pos, or 0.
func closes(text string, pos int, t tag) int {
	end := tagNameEnd(text, pos)
	if thinkingName(text[pos:end]) != t.name {
		return 0
	}
	for end < len(text) && (text[end] == ' ' || text[end] == '\t' || text[end] == '\n') {
		end++
	}
	if end < len(text) && text[end] == t.closer {
		return end + 1
	}
	return 0
}

// closedThinking returns the offset of a closing thinking tag after the last of
// the finds, or -1: what stood before it was a draft.
func (x *Extraction) closedThinking() int {
	end := x.Finds[len(x.Finds)-1].End
	tags := chars.NewSeeker(x.Text, "<[")
	for at := tags.From(end); at+1 < len(x.Text); at = tags.From(at + 1) {
		if name := at + 2; x.Text[at+1] == '/' && thinkingName(x.Text[name:tagNameEnd(x.Text, name)]) != "" {
			return at
		}
	}
	return -1
}

// openThinking returns the offset of a thinking tag before the last verdict
// that is not closed before it, or -1.
func (x *Extraction) openThinking() int {
	pos, opened := x.Start, -1
	var in tag
	for _, find := range x.Finds {
		if pos == find.Start {
			pos = find.End
			continue
		}
		tags := chars.NewSeeker(x.Text[:find.Start], "<[")
		for at := tags.From(pos); at < find.Start; at = tags.From(at + 1) {
			if opened < 0 {
				quoted := at > pos && strings.IndexByte(evidence.Quotes, x.Text[at-1]) >= 0
				if in = openingTag(x.Text, at); in.end > 0 && !quoted && !in.isHeading() {
					opened = at
				}
			} else if at+1 < find.Start && x.Text[at+1] == '/' && closes(x.Text, at+2, in) > 0 {
				opened = -1
			}
		}
		pos = find.End
	}
	return opened
}
