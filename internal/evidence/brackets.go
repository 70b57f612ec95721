package evidence

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// Brackets returns the next line of what stands in [[ ]] or \boxed{ }, in place of
// the statements of Next: it appends to list, and returns false after the last
// line. What does not close on its line is Cut.
func (s *Scanner) Brackets(list []Statement) ([]Statement, bool) {
	if s.at >= s.end {
		return list, false
	}
	start, end := s.at, chars.IndexFrom(s.Text[:s.end], s.at, '\n')
	s.at = end + 1
	l := line{start: start, end: end, commented: start, whole: start == 0 || s.Text[start-1] == '\n'}
	text := s.Text[start:end]
	first := chars.BlankStart(text, 0, len(text))
	if first == len(text) || l.whole && s.readFence(text[first:]) {
		return list, true
	}
	s.lead(&l, first)
	b := bracketLine{line: &l, text: text, from: l.body - start}
	for pos := 0; pos < len(text); {
		at, open, closer := nextBrackets(text, pos)
		if at < 0 {
			break
		}
		st := b.statement(pos, at, at+len(open), closer)
		if s.readComment(&l, start+at); s.comment {
			st.Place |= InComment
		}
		pos = max(st.End, at+len(open))
		st.Start, st.End = start+st.Start, start+st.End
		list = append(list, st)
	}
	s.readComment(&l, end)
	return list, true
}

// readComment notes whether a comment is open at pos, in l.
func (s *Scanner) readComment(l *line, pos int) {
	text := s.Text[l.commented:pos]
	l.commented = max(l.commented, pos-len("-->")) // one of its bytes may part a label
	if s.comment || strings.Contains(text, "<!--") {
		closed := strings.LastIndex(text, "-->")
		s.comment = strings.LastIndex(text, "<!--") > closed || s.comment && closed < 0
	}
}

// nextBrackets returns where the next brackets open at or after pos, and how; -1
// for none.
func nextBrackets(text string, pos int) (at int, open, closer string) {
	for ; pos < len(text); pos++ {
		switch {
		case text[pos] == '[' && strings.HasPrefix(text[pos:], "[["):
			return pos, "[[", "]]"
		case text[pos] == '\\' && strings.HasPrefix(text[pos:], `\boxed{`):
			return pos, `\boxed{`, "}"
		}
	}
	return -1, "", ""
}

// A bracketLine is a line in which brackets stand, with what was read of it.
type bracketLine struct {
	*line
	text          string
	from          int // where its text begins, decoration aside
	ticks, quotes int // backticks and quotes so far
}

// statement returns the statement in the brackets that open at at, after what was
// read up to pos.
func (b *bracketLine) statement(pos, at, inside int, closer string) Statement {
	st := Statement{Kind: KindBrackets, Place: b.place, Start: at, End: len(b.text), Key: -1, Value: b.text[inside:], Cut: true}
	if i := closesAt(b.text[inside:min(len(b.text), inside+maxValue)], closer); i >= 0 {
		st.Value, st.End, st.Cut = st.Value[:i], inside+i+len(closer), false
	}
	b.ticks += strings.Count(b.text[pos:at], "`")
	b.quotes += strings.Count(b.text[pos:at], `"`) + strings.Count(b.text[pos:at], "“")
	before, after := b.text[max(0, at-aroundBrackets):at], b.text[st.End:]
	if at <= b.from || strings.TrimFunc(b.text[:min(at, aroundBrackets)], isDecor) == "" && at <= aroundBrackets {
		st.Place |= BeginsLine
	}
	if len(after) <= aroundBrackets && strings.TrimFunc(withoutTag(after), func(c rune) bool { return isDecor(c) || strings.ContainsRune(".!,;)", c) }) == "" {
		st.Place |= EndsLine
	}
	if strings.HasSuffix(strings.TrimRightFunc(before, isDecor), ":") {
		st.Place |= AfterColon
	}
	if alone := st.Has(BeginsLine | EndsLine); !alone && b.ticks%2 == 1 {
		st.Place |= InCode
	} else if !alone && b.quotes%2 == 1 {
		st.Place |= InQuotes
	}
	return st
}

// withoutTag returns text without the tag that closes after brackets:
// <answer>[[B]]</answer>.
func withoutTag(text string) string {
	if strings.HasPrefix(text, "</") {
		return text[vocab.TagLen(text):]
	}
	return text
}

// aroundBrackets is how much decoration may stand before or after brackets.
const aroundBrackets = 64

// closesAt returns where closer closes what opened before s, or -1: a brace closes
// with those inside it.
func closesAt(s, closer string) int {
	if closer != "}" {
		return strings.Index(s, closer)
	}
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// isDecor reports whether c may stand around brackets without saying anything.
func isDecor(c rune) bool { return vocab.IsMark(c) || c == '#' || c == '$' }
