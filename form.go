package jury

import (
	"fmt"
	"strings"
)

// A Form says what a verifier was asked to write its verdict as. The zero value
// is FormObject.
type Form uint8

// The forms. Each comment gives a reply and its outcome under a contract of that
// form with PassKeys "verdict" and ScoreKeys "-".
const (
	// FormObject: a JSON object with the keys of the contract.
	// `{"verdict": "PASS"}` passes.
	FormObject Form = iota
	// FormText: lines of the form "key: value", or elements <key>value</key>.
	// "Small and tested.\n\n**Verdict:** PASS" passes.
	FormText
	// FormBrackets: the value in [[ ]] or \boxed{ }; keys do not count.
	// "All steps hold. [[PASS]]" passes.
	FormBrackets
	// FormWord: the value and nothing else.
	// "PASS." passes.
	FormWord

	formsEnd
)

// formNames lists the names in the order of the constants.
const formNames = "object|text|brackets|word"

// String returns the name of f; "Form(9)" for a value that is none.
func (f Form) String() string {
	if f < formsEnd {
		return strings.Split(formNames, "|")[f]
	}
	return fmt.Sprintf("Form(%d)", uint8(f))
}

// MarshalText returns the name of f. A value that is no form is an error.
func (f Form) MarshalText() ([]byte, error) {
	if f >= formsEnd {
		return nil, fmt.Errorf("jury: %v is no form", f)
	}
	return []byte(f.String()), nil
}

// UnmarshalText reads what MarshalText writes. An unknown name is an error, and
// leaves f as it was.
func (f *Form) UnmarshalText(text []byte) error {
	for i, name := range strings.Split(formNames, "|") {
		if string(text) == name {
			*f = Form(i)
			return nil
		}
	}
	return fmt.Errorf("jury: unknown form %s; the names are %s", excerpt(string(text)), formNames)
}

// holdsOne reports whether a reply of the form holds a single value, under no key.
func (f Form) holdsOne() bool { return f == FormBrackets || f == FormWord }
