package evidence

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// Brackets calls visit for what stands in [[ ]] or \boxed{ } in Text[start:end],
// until it returns false. What does not close on its line is Cut.
func (s *Scanner) Brackets(start, end int, visit func(*Statement) bool) {
	*s = Scanner{Text: s.Text, Words: s.Words, Keys: s.Keys}
	s.end, s.visit = end, visit
	for s.at = start; s.at < end; {
		at, next := s.at, chars.IndexFrom(s.Text[:end], s.at, '\n')
		s.at = next + 1
		if !s.readBrackets(at, next) {
			return
		}
	}
}

// readBrackets reads the brackets of one line.
func (s *Scanner) readBrackets(start, end int) bool {
	l := line{start: start, end: end, whole: start == 0 || s.Text[start-1] == '\n'}
	text := s.Text[start:end]
	first := chars.BlankStart(text, 0, len(text))
	if first == len(text) || l.whole && s.readFence(text[first:]) {
		return true
	}
	s.lead(&l, first)
	s.readComment(text)
	for pos := start; pos < end; {
		at, open, closer := nextBrackets(s.Text[:end], pos)
		if at < 0 {
			return true
		}
		st := s.inBrackets(&l, at, at+len(open), closer)
		if !s.visit(&st) {
			return false
		}
		pos = max(st.End, at+len(open))
	}
	return true
}

// readComment notes whether a comment is open after text.
func (s *Scanner) readComment(text string) {
	if strings.LastIndex(text, "<!--") > strings.LastIndex(text, "-->") {
		s.comment = true
	} else if strings.Contains(text, "-->") {
		s.comment = false
	}
}

// nextBrackets returns where the next brackets open at or after pos, and how.
func nextBrackets(text string, pos int) (at int, open, closer string) {
	at = -1
	for _, pair := range [...][2]string{{"[[", "]]"}, {`\boxed{`, "}"}} {
		if i := strings.Index(text[pos:], pair[0]); i >= 0 && (at < 0 || pos+i < at) {
			at, open, closer = pos+i, pair[0], pair[1]
		}
	}
	return at, open, closer
}

// inBrackets returns the statement in the brackets that open at at.
func (s *Scanner) inBrackets(l *line, at, inside int, closer string) Statement {
	st := Statement{Kind: KindBrackets, Place: l.place, Start: at, End: l.end, Key: -1, Value: s.Text[inside:l.end], Cut: true}
	if i := closesAt(st.Value, closer); i >= 0 {
		st.Value, st.End, st.Cut = st.Value[:i], inside+i+len(closer), false
	}
	before, after := s.Text[l.start:at], s.Text[st.End:l.end]
	if at <= l.body || strings.TrimFunc(before, isDecor) == "" {
		st.Place |= BeginsLine
	}
	if strings.TrimFunc(after, func(c rune) bool { return isDecor(c) || strings.ContainsRune(".!,;)", c) }) == "" {
		st.Place |= EndsLine
	}
	if strings.HasSuffix(strings.TrimRightFunc(before, isDecor), ":") {
		st.Place |= AfterColon
	}
	if s.inCode(l, at) {
		st.Place |= InCode
	}
	if quotes := strings.Count(before, `"`) + strings.Count(before, "“"); quotes%2 == 1 && strings.ContainsAny(after, `"”`) {
		st.Place |= InQuotes
	}
	return st
}

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
