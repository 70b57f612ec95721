package jury

import (
	"html"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// maxReply is the longest reply that is read: far past what a judge writes,
// and short enough that offsets fit in 32 bits.
const maxReply = 16 << 20

// maxReference is how long [#12] may be, to be no list that begins with a
// comment: longer than any anchor, short enough to look ahead at each [.
const maxReference = 64

// A source is a reply that is read from left to right, one outermost object or
// array (a unit) at a time.
type source struct {
	lenient.Reader
	size    int            // how much memory a part of the text keeps
	start   int            // where the reply proper begins, after any thinking block
	outer   Quirks         // of the reply as a whole: encoded, thinking
	unit    lenient.Extent // the unit read last
	brace   int            // the next { at or after pos; len(text) if there is none
	bracket int            // the next [
}

// begin prepares to read reply. It fails where the reply is too large or begins
// with a thinking block that is not closed.
func (s *source) begin(reply string) *ReplyError {
	if len(reply) > maxReply {
		return &ReplyError{Err: ErrTooComplex, detail: "it has more than 16 MiB"}
	}
	s.setText(reply)
	if inner, ok := encodedReply(s.Text, s.start); ok {
		s.setText(inner)
		s.outer |= QuirkEncoded
	}
	s.Pos = s.start
	s.brace, s.bracket = -1, -1
	if tag := thinkingTag(s.Text, s.start); tag.end > 0 {
		end := closingTag(s.Text, tag)
		if end < 0 && tag.isHeading() {
			return nil
		}
		if end < 0 {
			return newReplyError(s.Text, ErrTruncated, evidence.Doubt{s.start, "", "the thinking block that opens here is never closed"})
		}
		s.start, s.Pos = end, end
		s.outer |= QuirkThinking
	}
	return nil
}

// setText takes text without the blanks around it; offsets stay.
func (s *source) setText(text string) {
	s.size = len(text)
	s.start = chars.BlankStart(text, 0, len(text))
	s.Text = text[:chars.BlankEnd(text, s.start, len(text))]
}

// encodedReply returns what text[start:] stands for where all of it is encoded:
// a JSON string, the content of one ({\"pass\": true}), or HTML.
func encodedReply(text string, start int) (string, bool) {
	reply := text[start:]
	switch {
	case len(reply) > 1 && reply[0] == '"':
		end, _ := lenient.StringEnd(reply, 1, lenient.QuoteDouble, 0)
		if end != len(reply)-1 {
			return "", false
		}
		return lenient.Unescape(reply[1:end]), true
	case strings.HasPrefix(reply, `{\`):
		// Only if no quote and no line stands outside of the encoding.
		if end, t := lenient.StringEnd(reply, 0, lenient.QuoteDouble, 0); end >= 0 || t&lenient.TraitRaw != 0 {
			return "", false
		}
		return lenient.Unescape(reply), true
	case strings.HasPrefix(reply, "{&quot;"):
		if strings.IndexByte(reply, '"') >= 0 {
			return "", false
		}
		return html.UnescapeString(reply), true
	}
	return "", false
}

// next reads the next unit. It returns false where there is none.
func (s *source) next() bool {
	at := s.nextOpener()
	if at == len(s.Text) {
		return false
	}
	s.Read(at)
	s.unit = lenient.Extent{at, s.Pos}
	return true
}

// nextOpener returns the offset of the next { or [ that is read, or the length
// of the text.
func (s *source) nextOpener() int {
	if s.brace < s.Pos {
		s.brace = chars.IndexFrom(s.Text, s.Pos, '{')
	}
	if s.bracket < s.Pos {
		s.bracket = chars.IndexFrom(s.Text, s.Pos, '[')
	}
	for opensNoList(s.Text, s.bracket) {
		s.bracket = chars.IndexFrom(s.Text, s.bracket+1, '[')
	}
	return min(s.brace, s.bracket)
}

// opensNoList reports whether the [ at pos opens a closing tag ([/THINK]) or a
// reference ([#12]), which must end on its line and soon.
func opensNoList(text string, pos int) bool {
	if pos+2 >= len(text) || !chars.IsASCIIWord(text[pos+2]) {
		return false
	}
	switch text[pos+1] {
	case '/':
		return chars.Lower(text[pos+2]) >= 'a'
	case '#':
		i := strings.IndexAny(text[pos:min(len(text), pos+maxReference)], "]\n")
		return i > 0 && text[pos+i] == ']'
	}
	return false
}

// inner returns the object in the unit if it is a wrapper, an object with one
// member of a known name, or a list of one; else 0.
func (s *source) inner() uint32 {
	n := s.Nodes
	if s.Ending != lenient.Whole {
		return 0
	}
	if n[0].Kind == lenient.KindArray && len(n) > 1 && n[1].Kind == lenient.KindObject && n[1].Next == n[0].Next {
		return 1
	}
	if n[0].Kind == lenient.KindObject && len(n) > 2 && n[2].Next == n[0].Next && s.wraps(1) {
		return 2
	}
	return 0
}

// wraps reports whether the member whose key is at index i is an object under
// the name of a wrapper.
func (s *source) wraps(i uint32) bool {
	if s.Nodes[i+1].Kind != lenient.KindObject {
		return false
	}
	for _, name := range [...]string{"verdict", "result", "evaluation", "judgment", "judgement",
		"assessment", "review", "output", "response", "answer", "data"} {
		if chars.SameKey(name, s.Str(s.Nodes[i])) {
			return true
		}
	}
	return false
}

// hasKey reports whether the object at index obj has the key.
func (s *source) hasKey(obj uint32, key string) bool {
	for i := obj + 1; i+1 < s.Nodes[obj].Next; i = s.Nodes[i+1].Next {
		if s.Str(s.Nodes[i]) == key {
			return true
		}
	}
	return false
}

// A tag is a thinking tag that opens.
type tag struct {
	name   string // folded
	closer byte   // > or ]
	end    int    // offset after it; 0 if there is none
}

// isHeading reports whether t, if nothing closes it, may be a heading that a
// person would write: [Analysis].
func (t tag) isHeading() bool { return t.closer == ']' && !strings.HasPrefix(t.name, "th") }

// thinkingTag returns the thinking tag that opens at pos.
func thinkingTag(text string, pos int) tag {
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
	if lenient.IsSpaceAt(text, end) { // attributes
		for end < len(text) && text[end] != t.closer && text[end] != text[pos] {
			end++
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
