package jury

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// maxKeys is how many keys each list of a contract may have; no judge is asked
// for more than a few, and a machine word can count them.
const maxKeys = 64

// A Contract is what a verifier was asked to write. It is plain data, fit for
// a configuration file. The zero value asks for an object with the keys pass,
// score (0 to 1), reasons and next_hint, and trusts as little as it can.
type Contract struct {
	// Form is what the value or values are written as: an object, lines of text,
	// brackets, or one word.
	Form Form `json:"form,omitempty"`

	// PassKeys, ScoreKeys, ReasonKeys and HintKeys name what holds each value,
	// the preferred key first; empty means pass, score, reasons, next_hint, and
	// {"-"} that the verifier was not asked for it. FailKeys name the inverse of
	// a pass: "flagged": true fails, and only an explicit no passes. A pass or fail key
	// that is named must be there for a pass. In an object keys match exactly. Each
	// list may have 64.
	PassKeys   []string `json:"pass_keys,omitempty"`
	FailKeys   []string `json:"fail_keys,omitempty"`
	ScoreKeys  []string `json:"score_keys,omitempty"`
	ReasonKeys []string `json:"reason_keys,omitempty"`
	HintKeys   []string `json:"hint_keys,omitempty"`

	// PassWords, FailWords and AbstainWords are words that the pass value may be
	// besides the built-in ones, folded: "ship it" also reads "Ship-It". Who
	// abstains declines to decide: ErrAbstained.
	PassWords    []string `json:"pass_words,omitempty"`
	FailWords    []string `json:"fail_words,omitempty"`
	AbstainWords []string `json:"abstain_words,omitempty"`

	// ScoreMin and ScoreMax are the ends of the judge's scale, which is mapped
	// to [0,1]; both 0 means 0 to 1.
	ScoreMin float64 `json:"score_min,omitempty"`
	ScoreMax float64 `json:"score_max,omitempty"`

	// PassScore, if it is not 0, decides: the score must be at least this, on the
	// judge's scale, and every pass key that stands must say pass. With PassKeys
	// {"-"}, no FailKeys and no PassScore any score on the scale passes.
	PassScore float64 `json:"pass_score,omitempty"`

	// Nonce, if it is not "", must be the value of the member "nonce" in every
	// verdict, or in other forms stand beside the value; what lacks it is prose.
	// Ask for a fresh random word with each prompt: no quoted fake can know it.
	Nonce string `json:"nonce,omitempty"`

	// Allow and Refuse change which quirks a pass may carry:
	// (SafeQuirks | Allow) &^ Refuse.
	Allow  Quirks `json:"allow,omitempty"`
	Refuse Quirks `json:"refuse,omitempty"`
}

// Parse reads reply by the contract. An explicit fail stands, whatever it
// carries. Everything else is an error, and the zero Verdict, unless the reply
// is clean, complete and unanimous.
//
// The errors are *ReplyError values that wrap ErrNoVerdict (nothing is what was
// asked for), ErrFailed (but the reply says fail in another form), ErrAbstained
// (the verifier declined to decide), ErrConflict (verdicts that contradict, or text
// that says otherwise or looks like a verdict nobody can read), ErrTruncated (the
// reply was cut off), ErrUntrusted (the verdict carries a quirk that a pass may
// not), ErrTooLarge (more than 16 MiB), or ErrContract (see Validate). After
// ErrFailed, ErrAbstained and ErrContract asking again is wrong.
//
// With PassKeys "verdict", {"verdict": "approve", "score": 0.9} passes.
func (c Contract) Parse(reply string) (Verdict, error) {
	t := c.resolve()
	if fault := t.fault(); fault != "" {
		return Verdict{}, newReplyError("", objection.Objection{Why: objection.BadContract, Note: fault})
	}
	allowed := (SafeQuirks | c.Allow) &^ c.Refuse
	if t.form != FormObject {
		text := c.resolve() // apart from t, which an object leaves on the stack
		return verdictOf(text.parseText(reply, allowed))
	}
	return verdictOf(t.parse(reply, allowed))
}

// resolve returns c with its defaults filled in.
func (c Contract) resolve() resolved {
	t := resolved{
		form:      c.Form,
		keys:      [roles][]string{c.PassKeys, c.ScoreKeys, c.ReasonKeys, c.HintKeys, c.FailKeys},
		passWords: c.PassWords, failWords: c.FailWords, abstainWords: c.AbstainWords,
		min: c.ScoreMin, max: c.ScoreMax,
		passScore: c.PassScore, nonce: c.Nonce,
	}
	for r, keys := range t.keys {
		switch {
		case len(keys) == 1 && keys[0] == notAsked:
			t.keys[r] = nil
			t.own = true
		case len(keys) > 0:
			t.needs[r], t.own = true, true
		case role(r) != roleFail:
			t.keys[r] = defaultKeys[r : r+1 : r+1]
		}
	}
	if t.min == 0 && t.max == 0 {
		t.max = 1
	}
	t.decide()
	return t
}

// decide sets which roles a pass rests on: those that are asked for by name, and
// the score where it has a bar or there is nothing else; the pass key by default.
func (t *resolved) decide() {
	t.needs[roleReasons], t.needs[roleHint] = false, false
	t.needs[roleScore] = t.passScore != 0 || len(t.keys[rolePass]) == 0 && !t.needs[roleFail]
	if !t.needs[roleScore] && !t.needs[roleFail] {
		t.needs[rolePass] = true
	}
	if t.bar = t.min; t.passScore != 0 {
		t.bar = t.passScore
	}
}

// Validate reports what is wrong with c, as a *ReplyError that wraps
// ErrContract: a scale that is not finite or not ScoreMin < ScoreMax, a
// PassScore that is neither 0 nor in (ScoreMin, ScoreMax], a key that is blank,
// longer than 64 bytes, not UTF-8 or in two lists, a list of more than 64, a name
// for failing among PassKeys or for passing among FailKeys, "-" beside other keys, a
// blank nonce, a blank word or one with white space around it, a FailWord with marks
// such as * or - around it, a word in two word lists, or a PassWord that reads as a
// refusal or an abstention; a key "nonce" where there is a Nonce, and brackets or
// one word for more than one role. The zero Contract is valid. PassScore 14 on the scale from 1 to 10 is ErrContract.
func (c Contract) Validate() error {
	t := c.resolve()
	if fault := t.fault(); fault != "" {
		return newReplyError("", objection.Objection{Why: objection.BadContract, Note: fault})
	}
	return nil
}

// fault says what is wrong with t, or "".
func (t *resolved) fault() string {
	return cmp.Or(t.badScale(), t.badKeys(), t.badRoles(), t.badWords())
}

// badScale says what is wrong with the scale, or "".
func (t *resolved) badScale() string {
	width := t.max - t.min
	if !(t.min < t.max && width <= math.MaxFloat64) {
		return fmt.Sprintf("the scale must be finite, with ScoreMin %v below ScoreMax %v", t.min, t.max)
	}
	if t.passScore != 0 && !(t.passScore > t.min && t.passScore <= t.max) {
		return fmt.Sprintf("PassScore %v must be above ScoreMin %v and at most ScoreMax %v", t.passScore, t.min, t.max)
	}
	return ""
}

// badKeys says what is wrong with the keys and the nonce, or "".
func (t *resolved) badKeys() string {
	if t.nonce != "" && chars.TrimBlank(t.nonce) == "" || !utf8.ValidString(t.nonce) {
		return "the nonce is blank or not UTF-8"
	}
	if !t.own {
		return ""
	}
	for r, keys := range t.keys {
		if len(keys) > maxKeys {
			return fmt.Sprintf("a list of keys may have %d, not %d", maxKeys, len(keys))
		}
		for _, key := range keys {
			switch {
			case chars.TrimBlank(key) == "":
				return "a key is blank"
			case len(key) > chars.MaxKey:
				return fmt.Sprintf("a key may have %d bytes, not %d", chars.MaxKey, len(key))
			case !utf8.ValidString(key):
				return "a key is not UTF-8"
			case key == notAsked:
				return `the key "-" says that there is none, and stands beside others`
			case t.nonce != "" && chars.SameKey(key, nonceKey):
				return `the key "nonce" holds the nonce`
			}
			for _, others := range t.keys[:r] {
				for _, other := range others {
					if chars.SameKey(key, other) {
						return fmt.Sprintf("the key %s is in two lists", excerpt(key))
					}
				}
			}
		}
	}
	return ""
}

// badRoles says what is wrong with what is asked for, or "".
func (t *resolved) badRoles() string {
	if t.form >= formsEnd {
		return t.form.String() + " is no form"
	}
	if t.needs[roleScore] && len(t.keys[roleScore]) == 0 {
		return "nothing is asked for that could pass: the score decides, and no key holds it"
	}
	if t.form.holdsOne() && t.deciders() > 1 {
		return "the form " + t.form.String() + " holds one value, and the contract asks for several"
	}
	for _, key := range t.keys[rolePass] {
		if t.needs[rolePass] && namesFailing(key) {
			return fmt.Sprintf("the PassKey %s names a fail; FailKeys are for what is true when things are bad", excerpt(key))
		}
	}
	for _, key := range t.keys[roleFail] {
		if namesPassing(key) {
			return fmt.Sprintf("the FailKey %s names a pass", excerpt(key))
		}
	}
	return ""
}

// deciders returns how many roles a pass rests on.
func (t *resolved) deciders() int {
	n := 0
	for _, needed := range t.needs {
		if needed {
			n++
		}
	}
	return n
}

// badWords says what is wrong with the words, or "".
func (t *resolved) badWords() string {
	lists := [...][]string{t.passWords, t.failWords, t.abstainWords}
	for i, words := range lists {
		for _, word := range words {
			if strings.TrimFunc(word, vocab.IsMark) == "" {
				return "a word is blank"
			}
			if strings.TrimFunc(word, chars.IsPythonSpace) != word {
				return fmt.Sprintf("the word %s has white space around it", excerpt(word))
			}
			for _, others := range lists[:i] {
				if vocab.WordIn(others, word) {
					return fmt.Sprintf("the word %s is in two lists", excerpt(word))
				}
			}
		}
	}
	for _, word := range append(t.failWords[:len(t.failWords):len(t.failWords)], t.abstainWords...) {
		if strings.TrimFunc(word, vocab.IsMark) != word {
			return fmt.Sprintf("the word %s has marks around it, which are not a part of what is read", excerpt(word))
		}
	}
	for _, word := range t.abstainWords {
		if said, _ := new(vocab.Words).ReadWord(word); said != vocab.SaysUnclear {
			return fmt.Sprintf("the AbstainWord %s reads as a refusal or an assent", excerpt(word))
		}
	}
	for _, word := range t.passWords {
		if words := (vocab.Words{Fail: t.failWords}); words.Denies(word) {
			return fmt.Sprintf("the PassWord %s reads as a refusal or an abstention", excerpt(word))
		}
	}
	return ""
}

// zeroContract is the resolved zero contract, which most callers have.
var zeroContract = Contract{}.resolve()

// A role is what a contract key is for.
type role uint8

const (
	rolePass role = iota
	roleScore
	roleReasons
	roleHint
	roleFail
	roles // how many there are
)

// defaultKeys are the keys of the zero contract.
var defaultKeys = [...]string{rolePass: "pass", roleScore: "score", roleReasons: "reasons", roleHint: "next_hint"}

// nonceKey names the member that holds the nonce.
const nonceKey = "nonce"

// notAsked, as the only key of a list, says that there is none.
const notAsked = "-"

// A resolved contract has its defaults filled in.
type resolved struct {
	form         Form
	keys         [roles][]string
	own          bool        // some keys are not the default
	needs        [roles]bool // what a pass rests on
	passWords    []string
	failWords    []string
	abstainWords []string
	min, max     float64
	passScore    float64
	bar          float64 // what a score that a pass rests on must reach
	nonce        string
	original     bool // read as the original did: reasons that are no list are dropped, words have no name
}

// keyOf returns the role of the key named name, and its place among the keys
// of that role. exact is false where name is a key only once folded.
func (t *resolved) keyOf(name string) (r role, place int, exact, found bool) {
	for r := range t.keys {
		for place, key := range t.keys[r] {
			if key == name {
				return role(r), place, true, true
			}
		}
	}
	for r := range t.keys {
		for place, key := range t.keys[r] {
			if chars.SameKey(key, name) {
				return role(r), place, false, true
			}
		}
	}
	return 0, 0, false, false
}

// words returns the words that the contract adds.
func (t *resolved) words() vocab.Words {
	return vocab.Words{Pass: t.passWords, Fail: t.failWords, Abstain: t.abstainWords}
}

// decider returns the first key that a pass rests on.
func (t *resolved) decider() string {
	for _, r := range [...]role{roleScore, rolePass, roleFail} {
		if t.needs[r] {
			return t.keys[r][0]
		}
	}
	return ""
}

// passKey returns the first key of a pass, or of its inverse where there is none.
func (t *resolved) passKey() string {
	for _, r := range [...]role{rolePass, roleFail} {
		if len(t.keys[r]) > 0 {
			return t.keys[r][0]
		}
	}
	return ""
}
