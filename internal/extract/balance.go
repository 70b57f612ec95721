package extract

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/objection"
)

// Unbalanced reports a brace that opens outside of the finds, of closed fences and
// of inline code, and never closes: the reply was cut off. In a fence that holds an
// object and nothing else it must close there.
func (x *Extraction) Unbalanced() objection.Objection {
	b := balance{text: x.Text, events: chars.NewSeeker(x.Text, "{}`~"), first: -1}
	pos := x.Start
	for _, find := range x.Finds {
		pos = max(b.scan(pos, find.Start), find.End)
	}
	b.scan(pos, len(x.Text))
	if b.first < 0 {
		return objection.Objection{}
	}
	return objection.At(b.first, objection.BraceOpen)
}

// maxRun is the longest run of marks that opens code: more is a rule.
const maxRun = 8

// A balance counts the braces that are open.
type balance struct {
	text    string
	events  chars.Seeker
	lineEnd int // of the line looked at last
	open    int
	first   int                // where the first of them opens; -1 if none is open
	never   [2][maxRun + 1]int // up to where no run of so many ` or ~ closes code
}

// scan counts the braces of text[pos:end], and returns where code that begins
// there ends, if that is past end.
func (b *balance) scan(pos, end int) int {
	for at := b.events.From(min(pos, end)); at < end; at = b.events.From(min(pos, end)) {
		pos = at + 1
		switch c := b.text[at]; {
		case c == '`' || c == '~':
			pos = b.skipCode(at, end)
		case isQuotedAlone(b.text, at), at > 0 && b.text[at-1] == '\\': // '{', \\{
		default:
			b.count(at)
		}
	}
	return max(pos, end)
}

// count counts the brace at at.
func (b *balance) count(at int) {
	switch {
	case b.text[at] == '{':
		if b.open == 0 {
			b.first = at
		}
		b.open++
	case b.open > 0:
		if b.open--; b.open == 0 {
			b.first = -1
		}
	}
}

// skipCode returns the end of the code that the run of marks at at opens, or of
// the run where it opens none. What is found stands from found on.
func (b *balance) skipCode(at, found int) int {
	content := runEnd(b.text, at)
	isFence := content-at >= 3 && beginsLine(b.text[max(0, at-maxIndent):at])
	limit := len(b.text)
	if !isFence {
		if b.lineEnd < at {
			b.lineEnd = chars.IndexFrom(b.text, at, '\n')
		}
		limit = b.lineEnd
	}
	end := b.closingRun(at, content, limit)
	if end < 0 {
		return content
	}
	if isFence && end <= found {
		b.countObject(content, end)
	}
	return end
}

// maxIndent is how far a fence may be indented, in a list or a quote.
const maxIndent = 16

// closingRun returns the end of the first run, up to limit, of as many marks as
// stand at at, from content on; -1 if there is none. What was looked for in vain
// is not looked for again.
func (b *balance) closingRun(at, content, limit int) int {
	mark, n := b.text[at], content-at
	if n > maxRun || mark == '~' && n < 3 {
		return -1
	}
	kind := 0
	if mark == '~' {
		kind = 1
	}
	if b.never[kind][n] >= limit {
		return -1
	}
	for pos := chars.IndexFrom(b.text[:limit], content, mark); pos < limit; pos = chars.IndexFrom(b.text[:limit], pos, mark) {
		end := runEnd(b.text, pos)
		if end-pos == n {
			return end
		}
		pos = end
	}
	b.never[kind][n] = limit
	return -1
}

// countObject counts the braces of the fence text[start:end] if it holds JSON, but
// for those in strings.
func (b *balance) countObject(start, end int) {
	info, body, _ := strings.Cut(b.text[start:end], "\n")
	if info = strings.ToLower(strings.TrimSpace(info)); info != "" && !strings.HasPrefix(info, "json") {
		return
	}
	if !strings.HasPrefix(strings.TrimLeft(body, " \t\r\n"), "{") {
		return
	}
	inString := false
	for at := end - len(body); at < end; at++ {
		switch c := b.text[at]; {
		case c == '\\':
			at++
		case c == '\n':
			inString = false
		case c == '"':
			inString = !inString
		case !inString && (c == '{' || c == '}'):
			b.count(at)
		}
	}
}

// runEnd returns the end of the run of equal bytes that begins at at.
func runEnd(text string, at int) int {
	end := at + 1
	for end < len(text) && text[end] == text[at] {
		end++
	}
	return end
}

// isQuotedAlone reports whether the bracket at at stands alone between two equal
// quotes, where it opens nothing: '{'.
func isQuotedAlone(text string, at int) bool {
	if at == 0 || at+1 >= len(text) || text[at-1] != text[at+1] || strings.IndexByte("'\"`", text[at-1]) < 0 {
		return false
	}
	return at+2 == len(text) || !chars.IsASCIIWord(text[at+2])
}
