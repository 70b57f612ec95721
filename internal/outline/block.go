package outline

// A LineKind says what a line is.
type LineKind uint8

const (
	LineBlank   LineKind = iota // nothing to see
	LineText                    // the first line of a paragraph
	LineMore                    // another line of one, if it started a quote or an item, too
	LineItem                    // a list marker, with or without text
	LineHeading                 // an ATX heading, or what is under a setext one
	LineCode                    // a line of a fence, of a <pre> block, or indented so far
	LineQuote                   // starts with >
	LineRule                    // a thematic break
)

// A Line is a line of a document that is not blank.
type Line struct {
	Start int    // where it starts; if comments join several lines, the first of them
	Col   int    // the columns of its indent
	Text  string // without indent and comments
	Kind  LineKind
}

// Lines returns the lines of a section, or of the beginning of one, that are
// not blank.
func (o *Outline) Lines(sp Span) []Line {
	var lines []Line
	s := scanner{src: o.Src[:sp.End], pos: sp.Start}
	for s.pos < len(s.src) {
		line, err := s.readLine()
		if err != nil {
			break // cannot be: the document was read whole
		}
		if i, col := Indent(line, 0, 0); s.kind != LineBlank {
			lines = AppendDoubling(lines, Line{s.start, col, line[i:], s.kind})
		}
	}
	return lines
}

// ItemText returns the text of a line that a list marker starts, and the column
// where it starts.
func ItemText(l Line) (text string, base int) {
	n, _ := Marker(l.Text)
	i, col := Indent(l.Text, n, l.Col+n)
	if i == len(l.Text) {
		return "", l.Col + n + 1
	}
	if col-(l.Col+n) > maxItemBlank {
		base = l.Col + n + 1
		return Dedent(l.Text[n:], 1), base
	}
	return l.Text[i:], col
}

// Dedent returns the line with up to col columns less of indent.
func Dedent(line string, col int) string {
	at := 0
	for i := 0; i < len(line) && at < col; i++ {
		switch line[i] {
		case ' ':
			at++
		case '\t':
			if at += codeIndent - at%codeIndent; at > col {
				return spaces[:at-col] + line[i+1:]
			}
		default:
			return line[i:]
		}
		if at == col {
			return line[i+1:]
		}
	}
	if at < col {
		return ""
	}
	return line
}

// spaces is the most that is left of a tab.
const spaces = "   "
