package jury

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A sectionKind says what a ## heading makes of its section.
type sectionKind uint8

const (
	sectionOther    sectionKind = iota
	sectionNever                // criteria of what is not to be judged
	sectionMentions             // the word criteria stands in the heading
	sectionWrapper              // a rubric, dimensions, or an evaluation
	sectionEdge                 // criteria is the first or last word
	sectionExact                // ... is all of it
	sectionNearNote             // begins as the title of a note does
	sectionNote
)

// kindOf returns what a level 2 heading makes of its section.
func kindOf(title string) sectionKind {
	words := titleWords(title)
	if len(words) == 0 {
		return sectionOther
	}
	if kind := noteKind(words); kind != sectionOther {
		return kind
	}
	first, last := words[0], words[len(words)-1]
	switch {
	case isCriteria(last) && len(words) == 1:
		return sectionExact
	case isCriteria(last) && isNever(words[len(words)-2]):
		return sectionNever
	case isCriteria(last), isCriteria(first) && !isNever(last):
		return sectionEdge
	case wrapperOf(words) != "":
		return sectionWrapper
	}
	for _, w := range splitWords(title) {
		if isCriteria(w) {
			return sectionMentions
		}
	}
	return sectionOther
}

// noteKind tells the title of a ground truth note, however it is spelled.
func noteKind(words []string) sectionKind {
	if !namesTruth(words[0]) && (len(words) < 2 || !strings.EqualFold(words[0], "ground")) {
		return sectionOther
	}
	switch said := strings.ToLower(strings.Join(words[:min(len(words), 4)], "")); {
	case said == "groundtruth", said == "groundtruthnote", said == "groundtruthnotes":
		return sectionNote
	case strings.HasPrefix(said, "groundtruth"):
		return sectionNearNote
	}
	return sectionOther
}

// namesTruth reports whether the text begins as the title of a note does.
func namesTruth(text string) bool {
	const word = "ground"
	text = strings.TrimLeftFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	return len(text) > len(word) && strings.EqualFold(text[:len(word)], word)
}

func isCriteria(word string) bool { return isOneOf(word, "criteria", "criterion") }

// wrapperOf returns what holds criteria by the words of a title, "" if nothing
// does.
func wrapperOf(words []string) string {
	if len(words) == 1 && strings.EqualFold(words[0], "evaluation") {
		return "evaluation"
	}
	for _, w := range []string{words[len(words)-1], words[0]} {
		for _, wrapper := range [...]string{"rubric", "dimension"} {
			if isOneOf(w, wrapper, wrapper+"s") {
				return wrapper
			}
		}
	}
	return ""
}

// isNever reports whether criteria of this kind are none that a candidate is
// judged by.
func isNever(word string) bool {
	return isOneOf(word, "non", "exclusion", "inclusion", "exit", "kill", "rollback", "approval", "rejection")
}

func isOneOf(word string, known ...string) bool {
	for _, k := range known {
		if strings.EqualFold(word, k) {
			return true
		}
	}
	return false
}

// titleWords returns the words of the first clause of a heading, without a
// number before them.
func titleWords(title string) []string {
	for title != "" {
		clause, rest := cutClause(title)
		words := splitWords(clause)
		for len(words) > 0 && strings.Trim(words[0], "0123456789") == "" {
			words = words[1:]
		}
		if len(words) > 0 {
			return words
		}
		title = rest
	}
	return nil
}

func splitWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !isWordRune(r) })
}

// cutClause cuts a title at a dash between blanks, a colon or a remark.
func cutClause(title string) (clause, rest string) {
	afterBlank := false
	for i, r := range title {
		_, size := utf8.DecodeRuneInString(title[i:])
		end := i + size
		beforeBlank := startsBlank(title[end:])
		switch r {
		case '(', '（', '—', '：':
			return title[:i], title[end:]
		case ':':
			if beforeBlank {
				return title[:i], title[end:]
			}
		case '-', '–':
			if afterBlank && beforeBlank {
				return title[:i], title[end:]
			}
		}
		afterBlank = r == ' ' || r == '\t'
	}
	return title, ""
}

// isScale reports whether the names are not those of criteria but of the steps
// of a scale, as "Score 5: Excellent" is, "90 to 100", and PASS beside FAIL.
func isScale(criteria []Criterion) bool {
	falling, rated, pass, fail := true, false, false, false
	last, numbered := 0, 0
	for i, c := range criteria {
		pass = pass || strings.EqualFold(c.Name, "pass")
		fail = fail || strings.EqualFold(c.Name, "fail")
		if numbered < i {
			continue // not all are numbered
		}
		first, rest := cutWord(c.Name)
		if isOneOf(first, "score", "level", "grade", "rating", "band") {
			rated = true
			first, rest = cutWord(rest)
		}
		if !isDigits(first) {
			continue
		}
		n, _ := strconv.Atoi(first)
		step, _ := cutWord(rest)
		rated = rated || n == 0 && numbered == 0 || isOneOf(step, "poor", "weak", "excellent", "outstanding", "unacceptable", "unsatisfactory")
		falling = falling && (numbered == 0 || n < last)
		last = n
		numbered++
	}
	return pass && fail || numbered > 1 && numbered == len(criteria) && (falling || rated)
}

// isContents reports whether each of the criteria is a link into the document,
// and nothing else.
func isContents(criteria []Criterion) bool {
	for _, c := range criteria {
		if !strings.HasPrefix(c.Description, "[") || !strings.HasSuffix(c.Description, ")") || strings.Count(c.Description, "](#") != 1 {
			return false
		}
	}
	return len(criteria) > 1
}

// cutWord cuts the first word off a text.
func cutWord(s string) (word, rest string) {
	s = strings.TrimLeftFunc(s, func(r rune) bool { return !isWordRune(r) })
	end := strings.IndexFunc(s, func(r rune) bool { return !isWordRune(r) })
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:]
}

// isWordRune reports whether words are made of r.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

// saysCriteria reports whether the text holds a word for criteria, cheaply.
func saysCriteria(text string) bool {
	for i := 0; i < len(text); i++ {
		word := ""
		switch text[i] | 0x20 {
		case 'c':
			word = "criteria"
		case 'r':
			word = "rubric"
		case 'd':
			word = "dimension"
		default:
			continue
		}
		if len(text)-i >= len(word) && strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}
