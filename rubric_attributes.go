package jury

import (
	"fmt"
	"strconv"
	"strings"
)

// attributes returns what Format writes after the name.
func (c Criterion) attributes() string {
	s := "{#" + c.ID
	if c.Weight != 0 {
		s += " weight=" + strconv.Itoa(c.Weight)
	}
	if c.Floor != 0 {
		s += " floor=" + strconv.FormatFloat(c.Floor, 'f', -1, 64)
	}
	return s + "}"
}

// isWeight and isFloor report whether a criterion may have the value.
func isWeight(n int) bool    { return n >= 1 && n <= maxWeight }
func isFloor(x float64) bool { return x >= MinScore && x <= MaxScore }

// readAttributes splits a title into what stands before its attributes, as in
// "Name {#id weight=3 floor=12}", the criterion that they make, and what
// follows them. Braces that hold no attributes are text.
func (r *rubricReader) readAttributes(at int, title string) (name string, c Criterion, after string) {
	open, end := findAttributes(title)
	if open < 0 {
		return title, c, ""
	}
	if end == len(title) || title[end] != '}' {
		r.malformed(at, "the attributes that open with { are not closed; add }")
		return title[:open], c, ""
	}
	seen := make(map[string]bool)
	for _, token := range strings.Fields(title[open+1 : end]) {
		key, value, _ := strings.Cut(token, "=")
		if token[0] == '#' {
			key, value = "#", token[1:]
		}
		switch {
		case seen[key]:
			r.malformed(at, "%s is given twice; give it once", excerpt(key))
		case key == "#":
			c.ID = r.readID(at, value)
		case key == "weight" && isDigits(value):
			c.Weight = r.readWeight(at, value)
		case key == "floor" && isDigits(strings.Replace(value, ".", "", 1)):
			c.Floor = r.readFloor(at, value)
		case key == "weight" || key == "floor":
			r.malformed(at, "%s: a weight is a whole number, as in weight=3, and a floor a plain one, as in floor=12", excerpt(token))
		default:
			r.malformed(at, "%s is no attribute; there are #id, weight=3 and floor=12, with blanks between; drop it, or put text in braces in backticks", excerpt(token))
		}
		seen[key] = true
	}
	return title[:open], c, title[end+1:]
}

// findAttributes returns where the braces open that hold attributes, -1 if none
// do, and where they close, or else where what is in them ends.
func findAttributes(title string) (open, end int) {
	if open = -1; strings.IndexByte(title, '{') < 0 {
		return open, 0
	}
	code := codeSpans{text: title}
	for i := 0; i < len(title); i++ {
		switch title[i] {
		case '`':
			i = code.skip(i) - 1
		case '{':
			open = i
		case '}':
			if open >= 0 && holdsAttributes(title[open+1:i]) {
				return open, i
			}
			open = -1
		}
	}
	if open >= 0 && holdsAttributes(title[open+1:]) {
		return open, len(title)
	}
	return -1, 0
}

// holdsAttributes reports whether braces around the text are attributes.
func holdsAttributes(text string) bool {
	for _, token := range strings.Fields(text) {
		isClass := token[0] == '.' && len(token) > 1 && token[1] != '.'
		if token[0] == '#' || isClass || strings.IndexByte(token, '=') > 0 {
			return true
		}
	}
	return false
}

// codeSpans skips the code spans of a line. From the first backticks on that
// open none, all are text.
type codeSpans struct {
	text string
	off  bool
}

// skip returns where the code span ends that opens at the backtick at offset i,
// or, if none does, where its run of backticks ends.
func (c *codeSpans) skip(i int) int {
	rest := strings.TrimLeft(c.text[i:], "`")
	end := len(c.text) - len(rest)
	if !c.off {
		if n := strings.Index(rest, c.text[i:end]); n >= 0 {
			closer := end + n
			return closer + len(c.text[closer:]) - len(strings.TrimLeft(c.text[closer:], "`"))
		}
		c.off = true
	}
	return end
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func (r *rubricReader) readID(at int, id string) string {
	switch {
	case !isIDText(id) || id == "":
		r.invalidID(at, id, "an id is made of letters, digits, _ and -")
	case len(id) > maxID:
		r.invalidID(at, id, fmt.Sprintf("an id has at most %d characters", maxID))
	default:
		return id
	}
	return ""
}

func (r *rubricReader) readWeight(at int, value string) int {
	n, _ := strconv.Atoi(value)
	if !isWeight(n) || value[0] == '0' {
		r.malformed(at, "a weight is a whole number from 1 to %d, not %s", maxWeight, excerpt(value))
		return 0
	}
	return n
}

func (r *rubricReader) readFloor(at int, value string) float64 {
	x, _ := strconv.ParseFloat(value, 64)
	if !isFloor(x) || value[0] == '0' || value[len(value)-1] == '.' {
		r.malformed(at, "a floor is a number from %d to %d, not %s", MinScore, MaxScore, excerpt(value))
		return 0
	}
	return x
}
