package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// readWord reads text, a pass value in words: what it says, what an unclear one
// comes to by the original contract, and whether it declines to decide.
func (t *resolved) readWord(text string) (said vocab.Says, truth, abstains bool) {
	if head := bareWord(vocab.Head(text)); vocab.WordIn(t.abstainWords, head) || vocab.WordIn(t.abstainWords, bareWord(text)) {
		return vocab.SaysUnclear, false, true
	}
	said, truth = vocab.ReadWord(text, t.passWords, t.failWords)
	return said, truth, said == vocab.SaysUnclear && vocab.Abstains(text)
}

// spelled returns the word that text is, alone or before what explains it, as
// the contract spells it, else as it was written; "" where it says nothing.
func (t *resolved) spelled(text string) string {
	whole, head := bareWord(text), bareWord(vocab.Head(text))
	for _, words := range [...][]string{t.passWords, t.failWords, t.abstainWords} {
		for _, word := range words {
			if vocab.SameWord(word, whole) || vocab.SameWord(word, head) {
				return word
			}
		}
	}
	if said, _, abstains := t.readWord(text); said == vocab.SaysUnclear && !abstains {
		return ""
	}
	return head
}

// bareWord returns word without the marks around it.
func bareWord(word string) string { return strings.TrimFunc(word, vocab.IsMark) }

// inverseOf returns what word says under a name for failing: an assent is a fail,
// and only an explicit no passes.
func inverseOf(word string) vocab.Says {
	if vocab.WordIn([]string{"false", "no", "n", "0"}, bareWord(word)) {
		return vocab.SaysPass
	}
	if said, _ := vocab.ReadWord(word, nil, nil); said == vocab.SaysPass {
		return vocab.SaysFail
	}
	return vocab.SaysUnclear
}

// namesFailing reports whether key is a name of what is true when things are bad.
func namesFailing(key string) bool { return vocab.WordIn(failingNames[:], key) }

var failingNames = [...]string{"failed", "rejected", "blocked", "flagged", "violation", "unsafe"}

// namesPassing reports whether key is a name of a pass.
func namesPassing(key string) bool { return isPassName(key) }
