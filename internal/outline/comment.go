package outline

import "strings"

const (
	commentOpen  = "<!--"
	commentClose = "-->"
)

// hasComment reports whether a comment opener stands on the line.
func (s *scanner) hasComment() bool {
	if s.nextComment < s.start {
		s.nextComment = len(s.src)
		if n := strings.Index(s.src[s.start:], commentOpen); n >= 0 {
			s.nextComment = s.start + n
		}
	}
	return s.nextComment < s.pos
}

// isIndentedCode reports whether the line is code by its indent alone: inside
// lists an indent says too little.
func (s *scanner) isIndentedCode(line string) bool {
	_, col := Indent(line, 0, 0)
	return col >= codeIndent && (len(s.items) == 0 || col < s.items[0])
}

// dropComments returns the line without its comments. One that runs on takes
// along the lines that it covers.
func (s *scanner) dropComments() (string, *markdownError) {
	var kept joined
	end, runsKnown := s.lineEnd(s.start), false
	from, textBefore := s.start, false // what is kept next starts at from
	for i := s.start; i < end; {
		switch {
		case s.src[i] == '`':
			if !runsKnown {
				s.findRuns(i, end)
				runsKnown = true
			}
			i = s.skipCode(i)
		case strings.HasPrefix(s.src[i:], commentOpen):
			kept.add(s.src[from:i])
			textBefore = textBefore || !IsBlank(s.src[from:i])
			c, err := s.comment(i)
			if err == nil && c.End > end && textBefore {
				err = &markdownError{i, "this comment opens after other text and does not close on its line; close it there, or give it lines of its own"}
			}
			if err == nil && kept.wouldJoin(s.src[c.End:]) {
				err = &markdownError{c.End, "without this comment the text around it would read as other markup; put a space beside it"}
			}
			if err != nil {
				return "", err
			}
			s.Comments = AppendDoubling(s.Comments, c)
			from, i = c.End, c.End
			if c.End > end {
				end, runsKnown = s.lineEnd(c.End), false
				s.at = strings.LastIndexByte(s.src[:c.End], '\n') + 1
			}
		default:
			i++
		}
	}
	kept.add(s.src[from:end])
	s.pos = min(end+1, len(s.src))
	return kept.String(), nil
}

// comment returns the comment that opens at offset at.
func (s *scanner) comment(at int) (Span, *markdownError) {
	rest := s.src[at+len(commentOpen):]
	for _, whole := range []string{">", "->"} {
		if strings.HasPrefix(rest, whole) {
			return Span{at, at + len(commentOpen) + len(whole)}, nil
		}
	}
	n := strings.Index(rest, commentClose)
	if n < 0 {
		return Span{}, &markdownError{at, "the comment that opens here is never closed; add -->"}
	}
	if strings.Contains(rest[:min(n+len(commentClose), len(rest))], commentOpen) {
		return Span{}, &markdownError{at, "the comment that opens here holds another <!-- before it closes; close the first one"}
	}
	return Span{at, at + len(commentOpen) + n + len(commentClose)}, nil
}

// findRuns notes for every length of backtick run between start and end where
// its last one starts. What it noted of earlier lines lies before start, so
// nothing needs to be cleared.
func (s *scanner) findRuns(start, end int) {
	if s.lastRun == nil {
		s.lastRun = make(map[int]int)
	}
	for i := start; i < end; {
		if s.src[i] != '`' {
			i++
			continue
		}
		n := runLength(s.src, i)
		s.lastRun[n] = i
		i += n
	}
}

// skipCode returns where the code span that opens at offset at ends; where no
// run of the same length closes it on the line, the run is text and ends there.
func (s *scanner) skipCode(at int) int {
	n := runLength(s.src, at)
	i := at + n
	if s.lastRun[n] < i {
		return i
	}
	for {
		i += strings.IndexByte(s.src[i:], '`')
		m := runLength(s.src, i)
		i += m
		if m == n {
			return i
		}
	}
}

// A joined string is made of the parts that comments leave of a line.
// One part alone is not copied.
type joined struct {
	one  string
	many []byte
}

func (j *joined) add(part string) {
	switch {
	case part == "":
	case j.many != nil:
		j.many = append(j.many, part...)
	case j.one == "":
		j.one = part
	default:
		j.many = append(append(j.many, j.one...), part...)
	}
}

func (j *joined) String() string {
	if j.many != nil {
		return string(j.many)
	}
	return j.one
}

// wouldJoin reports whether the text so far and rest, put together, make a
// comment opener or one run of backticks that neither holds alone.
func (j *joined) wouldJoin(rest string) bool {
	const most = len(commentOpen) - 1
	left := j.one
	if j.many != nil {
		left = string(j.many[max(0, len(j.many)-most):])
	}
	left, rest = left[max(0, len(left)-most):], rest[:min(most, len(rest))]
	return strings.HasSuffix(left, "`") && strings.HasPrefix(rest, "`") ||
		strings.Contains(left+rest, commentOpen)
}
