package jury

import (
	"fmt"
	"strings"
)

// Instructions returns what to write at the end of a prompt so that Parse can
// read the reply: the form, the keys, the words, the scale and the nonce. It asks
// for the values in the order of Schema, the verdict last. A verifier that only
// repeats the text does not pass. It is "" if c does not Validate.
//
// For Contract{Form: FormWord} it is "Reply with one of these words and nothing
// else: PASS, FAIL."
func (c Contract) Instructions() string {
	t := c.resolve()
	if t.fault() != "" {
		return ""
	}
	switch t.form {
	case FormText:
		return t.askForLines()
	case FormBrackets:
		return "End your reply with your answer in double square brackets on a line of its own, as in [[answer" + t.beside(" ", "") + "]], and write no other brackets like these." +
			" The answer is " + t.askForValue(t.theOne(), list) + "."
	case FormWord:
		return "Reply with " + t.askForOnly() + "."
	}
	return t.askForObject()
}

// askForObject asks for an object.
func (t *resolved) askForObject() string {
	var b strings.Builder
	b.WriteString("End your reply with one JSON object and nothing after it. It has these members, in this order:\n")
	if t.nonce != "" {
		fmt.Fprintf(&b, "- %s: %s\n", jsonText(nonceKey), jsonText(t.nonce))
	}
	for _, r := range t.asked() {
		fmt.Fprintf(&b, "- %s: %s\n", jsonText(t.keys[r][0]), t.askForValue(r, quoted))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// askForLines asks for lines of text.
func (t *resolved) askForLines() string {
	var b strings.Builder
	b.WriteString("End your reply with these lines, each of them once, with what the angle brackets ask for in their place:\n")
	for _, r := range t.asked() {
		fmt.Fprintf(&b, "%s: <%s>%s\n", t.keys[r][0], t.askForValue(r, list), t.beside(" (", ")", r))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// askForOnly asks for one value and nothing else.
func (t *resolved) askForOnly() string {
	with := t.beside(", followed by ", "")
	if r := t.theOne(); r == roleScore {
		return t.askForValue(r, list) + with + " and nothing else"
	}
	return "one of these words" + with + " and nothing else: " + strings.Join(t.valueWords(t.theOne()), ", ")
}

// beside returns the nonce between before and after, "" where there is none. Of
// lines it stands beside those that decide.
func (t *resolved) beside(before, after string, roles ...role) string {
	for _, r := range roles {
		if r == roleReasons || r == roleHint {
			return ""
		}
	}
	if t.nonce == "" {
		return ""
	}
	return before + t.nonce + after
}

// asked returns the roles that the judge is asked for, in the order in which they
// are to be written: it judges last what rests on the rest.
func (t *resolved) asked() []role {
	var asked []role
	for _, r := range [...]role{roleReasons, roleHint, roleScore, roleFail, rolePass} {
		if len(t.keys[r]) > 0 && (r != rolePass || t.needs[r]) {
			asked = append(asked, r)
		}
	}
	return asked
}

// theOne returns the role of the only value of a form that holds one.
func (t *resolved) theOne() role {
	for _, r := range [...]role{roleScore, roleFail} {
		if t.needs[r] {
			return r
		}
	}
	return rolePass
}

// askForValue says what the value of r is, its words joined by join.
func (t *resolved) askForValue(r role, join func([]string) string) string {
	object := t.form == FormObject
	switch {
	case r == roleReasons && object:
		return "a list of strings, " + aboutReasons
	case r == roleHint && object:
		return "a string, " + aboutHint
	case r == roleReasons:
		return aboutReasons + ", in one line"
	case r == roleHint:
		return aboutHint
	case r == roleScore:
		return "a number " + t.aboutScore()
	case object && (r == roleFail || !t.ownWords()):
		return "true or false"
	}
	return join(t.valueWords(r))
}

// What the values of a contract are about, for a judge.
const (
	aboutReasons = "what the verdict rests on"
	aboutHint    = "what to do next; empty if nothing is"
)

// aboutScore says what the scale is.
func (t *resolved) aboutScore() string {
	return fmt.Sprintf("from %v (worst) to %v (best)", t.min, t.max)
}

// ownWords reports whether the contract has words of its own for the pass value.
func (t *resolved) ownWords() bool {
	return len(t.passWords)+len(t.failWords)+len(t.abstainWords) > 0
}

// valueWords returns the words that the value of r may be: those of the contract,
// else a built-in one, for who cannot write a fail must write a pass.
func (t *resolved) valueWords(r role) []string {
	if r == roleFail {
		return []string{"yes", "no"}
	}
	words := orWord(t.passWords, "PASS")
	words = append(words[:len(words):len(words)], orWord(t.failWords, "FAIL")...)
	return append(words, t.abstainWords...)
}

// orWord returns words, or word where there are none.
func orWord(words []string, word string) []string {
	if len(words) == 0 {
		return []string{word}
	}
	return words
}

// list returns words as a sentence has them: "a, b or c".
func list(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// quoted is list with each word in quotes, as JSON has them.
func quoted(words []string) string {
	texts := make([]string, len(words))
	for i, word := range words {
		texts[i] = jsonText(word)
	}
	return list(texts)
}
