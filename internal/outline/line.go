package outline

import (
	"slices"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// The numbers of CommonMark 0.31 that decide what a line is.
const (
	codeIndent   = 4 // columns of indent that make a line code; tab stops lie as far apart
	maxLevel     = 6 // hashes of the deepest heading
	minFence     = 3 // backticks or tildes that open a fence
	maxOrdinal   = 9 // digits in the marker of an ordered list
	maxItemBlank = 4 // columns after a list marker; with more, the item starts with code
)

// Indent skips spaces and tabs from offset i, which is column col, and returns
// the offset and column where they end.
func Indent(line string, i, col int) (int, int) {
	for ; i < len(line); i++ {
		switch line[i] {
		case ' ':
			col++
		case '\t':
			col += codeIndent - col%codeIndent
		default:
			return i, col
		}
	}
	return i, col
}

// IsBlank reports whether s holds nothing that can be seen.
func IsBlank(s string) bool {
	return s == "" || !chars.IsVisibleASCII(s[0]) && chars.BlankStart(s, 0, len(s)) == len(s)
}

// runLength returns how often the byte at offset i is repeated from there on.
func runLength(s string, i int) int {
	n := 1
	for i+n < len(s) && s[i+n] == s[i] {
		n++
	}
	return n
}

// isUnderline reports whether the line makes the paragraph above it a heading.
func isUnderline(line string) bool {
	return (line[0] == '-' || line[0] == '=') && IsBlank(line[runLength(line, 0):])
}

// ruleTail returns where the longest tail starts that consists of the last
// visible byte of the line and of blanks.
func ruleTail(line string) int {
	i := len(strings.TrimRight(line, " \t"))
	last := line[i-1]
	for i > 0 && (line[i-1] == last || line[i-1] == ' ' || line[i-1] == '\t') {
		i--
	}
	return i
}

// isRuleByte reports whether a thematic break is made of c.
func isRuleByte(c byte) bool { return c == '-' || c == '*' || c == '_' }

// isRule reports whether line, which lies in the tail of its line and starts
// with a visible byte, is a thematic break.
func isRule(line string) bool {
	if !isRuleByte(line[0]) {
		return false
	}
	n := 0
	for i := 0; i < len(line) && n < 3; i++ {
		if line[i] == line[0] {
			n++
		}
	}
	return n == 3
}

// Marker returns the length of the list marker at the start of the line, 0 if
// there is none, and whether it may interrupt a paragraph.
func Marker(line string) (int, bool) {
	n, first := 0, true
	switch c := line[0]; {
	case c == '-' || c == '+' || c == '*':
		n = 1
	case c >= '0' && c <= '9':
		number := 0
		for n < len(line) && n <= maxOrdinal && line[n] >= '0' && line[n] <= '9' {
			number = 10*number + int(line[n]-'0')
			n++
		}
		if n > maxOrdinal || n == len(line) || line[n] != '.' && line[n] != ')' {
			return 0, false
		}
		n, first = n+1, number == 1
	default:
		return 0, false
	}
	if n < len(line) && line[n] != ' ' && line[n] != '\t' {
		return 0, false
	}
	return n, first
}

// quotesText reports whether a line that starts with > may hold text of a
// paragraph, which the next line may go on with.
func quotesText(line string) bool {
	if IsBlank(line[1:]) {
		return false
	}
	for i, tail := 0, ruleTail(line); ; {
		i += len(line[i:]) - len(strings.TrimLeft(line[i:], "> \t"))
		if i == len(line) || i >= tail && isRule(line[i:]) {
			return false
		}
		n, _ := Marker(line[i:])
		if n == 0 {
			line = line[i:]
			break
		}
		i += n
	}
	switch line[0] {
	case '#':
		level, _ := atxHeading(line)
		return level == 0
	case '`', '~':
		return FenceOpener(line) == 0
	}
	return true
}

// atxHeading returns the level and text of the heading, or 0 if it is none.
func atxHeading(line string) (int, string) {
	n := runLength(line, 0)
	rest := line[n:]
	if n > maxLevel || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	text := strings.Trim(rest, " \t")
	switch open := strings.TrimRight(text, "#"); {
	case open == "":
		return n, ""
	case strings.HasSuffix(open, " ") || strings.HasSuffix(open, "\t"):
		return n, strings.TrimRight(open, " \t")
	}
	return n, text
}

// FenceOpener returns the length of the run that opens a fence, or 0.
func FenceOpener(line string) int {
	n := runLength(line, 0)
	if n < minFence || line[0] == '`' && strings.IndexByte(line[n:], '`') >= 0 {
		return 0
	}
	return n
}

// isPre reports whether the line starts with a <pre> tag.
func isPre(line string) bool {
	const tag = "<pre"
	if len(line) < len(tag) || !strings.EqualFold(line[:len(tag)], tag) {
		return false
	}
	return len(line) == len(tag) || strings.IndexByte(" \t>", line[len(tag)]) >= 0
}

// endsPre reports whether the line holds one of the tags that end a <pre>
// block; CommonMark lets any of these four end any other.
func endsPre(line string) bool {
	for {
		i := strings.Index(line, "</")
		if i < 0 {
			return false
		}
		line = line[i:]
		for _, tag := range [...]string{"</pre>", "</script>", "</style>", "</textarea>"} {
			if len(line) >= len(tag) && strings.EqualFold(line[:len(tag)], tag) {
				return true
			}
		}
		line = line[len("</"):]
	}
}

// TrimBlankLines trims the blank lines around a text, and spaces and tabs at its
// end. A line that is only --- separates, and counts as blank. Other white space
// at the end is kept: without it "##\u00A0" would be a heading.
func TrimBlankLines(s string) string {
	for s != "" {
		line, rest, _ := strings.Cut(s, "\n")
		if !isSeparator(line) {
			break
		}
		s = rest
	}
	for s != "" {
		i := strings.LastIndexByte(s, '\n') + 1
		if !isSeparator(s[i:]) {
			break
		}
		s = s[:max(0, i-1)]
	}
	return strings.TrimRight(s, " \t")
}

// isSeparator reports whether a line says nothing.
func isSeparator(line string) bool {
	return IsBlank(line) || strings.Trim(line, " \t") == "---"
}

// AppendDoubling appends as append does, which however lets long slices grow by
// a quarter at a time and so copies every element five times.
func AppendDoubling[E any](s []E, e E) []E {
	if len(s) == cap(s) {
		s = slices.Grow(s, max(8, len(s)))
	}
	return append(s, e)
}
