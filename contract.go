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
	// PassKeys, ScoreKeys, ReasonKeys and HintKeys name the members that hold
	// each value, the preferred one first; empty means pass, score, reasons,
	// next_hint. Keys match exactly. Each list may have 64.
	PassKeys   []string `json:"pass_keys,omitempty"`
	ScoreKeys  []string `json:"score_keys,omitempty"`
	ReasonKeys []string `json:"reason_keys,omitempty"`
	HintKeys   []string `json:"hint_keys,omitempty"`

	// PassWords and FailWords are words that the pass value may be besides the
	// built-in ones, folded: "ship it" also reads "Ship-It".
	PassWords []string `json:"pass_words,omitempty"`
	FailWords []string `json:"fail_words,omitempty"`

	// ScoreMin and ScoreMax are the ends of the judge's scale, which is mapped
	// to [0,1]; both 0 means 0 to 1.
	ScoreMin float64 `json:"score_min,omitempty"`
	ScoreMax float64 `json:"score_max,omitempty"`

	// PassScore, if it is not 0, decides: an object with a score key is enough,
	// and it passes iff the score is at least this, on the judge's scale, and
	// every pass key that stands says pass.
	PassScore float64 `json:"pass_score,omitempty"`

	// Nonce, if it is not "", must be the value of the member "nonce" in every
	// verdict; an object without it is prose. Ask for a fresh random word with
	// each prompt: no quoted fake can know it. Nothing else stops a verifier that
	// gives no verdict and ends on a quoted pass.
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
// The errors are *ReplyError values that wrap ErrNoVerdict (no object with a
// pass key), ErrConflict (verdicts that contradict, or text that looks like a
// verdict nobody can read), ErrTruncated (the reply was cut off), ErrUntrusted
// (the verdict carries a quirk that a pass may not), ErrTooComplex (more than
// 16 MiB), or ErrContract (see Validate).
//
// With PassKeys "verdict", {"verdict": "approve", "score": 0.9} passes.
func (c Contract) Parse(reply string) (Verdict, error) {
	t := c.resolve()
	if fault := t.fault(); fault != "" {
		return Verdict{}, newReplyError("", objection.Objection{Why: objection.BadContract, Note: fault})
	}
	return verdictOf(t.parse(reply, (SafeQuirks|c.Allow)&^c.Refuse))
}

// resolve returns c with its defaults filled in.
func (c Contract) resolve() resolved {
	t := resolved{
		keys:      [roles][]string{c.PassKeys, c.ScoreKeys, c.ReasonKeys, c.HintKeys},
		passWords: c.PassWords, failWords: c.FailWords,
		min: c.ScoreMin, max: c.ScoreMax,
		passScore: c.PassScore, nonce: c.Nonce,
	}
	for r := range t.keys {
		if len(t.keys[r]) == 0 {
			t.keys[r] = defaultKeys[r : r+1 : r+1]
		} else {
			t.own = true
		}
	}
	if t.min == 0 && t.max == 0 {
		t.max = 1
	}
	return t
}

// Validate reports what is wrong with c, as a *ReplyError that wraps
// ErrContract: a scale that is not finite or not ScoreMin < ScoreMax, a
// PassScore that is neither 0 nor in (ScoreMin, ScoreMax], a key that is blank,
// longer than 64 bytes, not UTF-8 or in two lists, a list of more than 64, a blank nonce, a blank
// word or one with white space around it, a FailWord with marks such as * or -
// around it, a word in both word lists, or a PassWord that reads as a refusal or an
// abstention; and a key "nonce" where there is a Nonce. The zero Contract is
// valid. PassScore 14 on the scale from 1 to 10 is ErrContract.
func (c Contract) Validate() error {
	t := c.resolve()
	if fault := t.fault(); fault != "" {
		return newReplyError("", objection.Objection{Why: objection.BadContract, Note: fault})
	}
	return nil
}

// fault says what is wrong with t, or "".
func (t *resolved) fault() string {
	return cmp.Or(t.badScale(), t.badKeys(), t.badWords())
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

// badWords says what is wrong with the words, or "".
func (t *resolved) badWords() string {
	for _, words := range [...][]string{t.passWords, t.failWords} {
		for _, word := range words {
			if strings.TrimFunc(word, vocab.IsMark) == "" {
				return "a word is blank"
			}
			if strings.TrimFunc(word, chars.IsPythonSpace) != word {
				return fmt.Sprintf("the word %s has white space around it", excerpt(word))
			}
		}
	}
	for _, word := range t.failWords {
		if strings.TrimFunc(word, vocab.IsMark) != word {
			return fmt.Sprintf("the FailWord %s has marks around it, which are not a part of what is read", excerpt(word))
		}
	}
	for _, word := range t.passWords {
		if vocab.WordIn(t.failWords, word) {
			return fmt.Sprintf("the word %s is in both lists", excerpt(word))
		}
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
	roles // how many there are
)

// defaultKeys are the keys of the zero contract.
var defaultKeys = [roles]string{"pass", "score", "reasons", "next_hint"}

// nonceKey names the member that holds the nonce.
const nonceKey = "nonce"

// A resolved contract has its defaults filled in.
type resolved struct {
	keys      [roles][]string
	own       bool // some keys are not the default
	passWords []string
	failWords []string
	min, max  float64
	passScore float64
	nonce     string
	listsOnly bool // reasons that are no list are dropped, as the original did
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
func (t *resolved) words() vocab.Words { return vocab.Words{Pass: t.passWords, Fail: t.failWords} }
