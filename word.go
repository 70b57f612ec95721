package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

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
	words := t.words()
	if says := words.Value(text); says == vocab.SaysUnclear || says == vocab.SaysBoth {
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
	if said, _ := new(vocab.Words).ReadWord(word); said == vocab.SaysPass {
		return vocab.SaysFail
	}
	return vocab.SaysUnclear
}

// namesFailing reports whether key is a name of what is true when things are bad.
func namesFailing(key string) bool { return vocab.NameOf(key)&vocab.NameFailing != 0 }

// namesPassing reports whether key is a name of a pass.
func namesPassing(key string) bool {
	return vocab.NameOf(key)&(vocab.NameVerdict|vocab.NameFailing) == vocab.NameVerdict
}

// saysFail reports whether text from start on says fail in a way that a person
// would: on a line that begins with a name of the verdict, or holds only the fail.
func saysFail(text string, start int, t *resolved) bool {
	keys := evidence.AppendLabels(nil, t.keys[rolePass])
	s := evidence.Scanner{Text: text, Words: t.words(), Keys: keys}
	s.Begin(start, len(text))
	for st, ok := s.Next(); ok; st, ok = s.Next() {
		verdict := st.Kind == evidence.KindWord || st.Key >= 0 || st.Name&(vocab.NameVerdict|vocab.NameKnown) == vocab.NameVerdict|vocab.NameKnown
		if st.Says == vocab.SaysFail && verdict && st.Has(evidence.BeginsLine) &&
			st.Place&(disowned|evidence.InItem|evidence.InRow|evidence.Wrapped|evidence.ByEquals) == 0 {
			return true
		}
	}
	return false
}
