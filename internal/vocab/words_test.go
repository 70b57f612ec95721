package vocab

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// The words as first released. A release may add refusals and abstentions and
// remove assents, never the other way round: no release turns a fail into a pass.
var (
	refusalsSinceFirst = []string{"false", "no", "n", "0", "fail", "failed", "failing", "failure",
		"reject", "rejected", "deny", "denied", "block", "blocked", "incorrect", "wrong", "invalid",
		"not passed", "not approved", "request changes", "needs work", "needs revision", "revise", "repair"}
	assentsAtFirst = []string{"true", "yes", "y", "pass", "passed", "passing", "ok",
		"approve", "approved", "accept", "accepted", "correct", "valid"}
	abstentionsSinceFirst = []string{"none", "null", "n/a", "unknown", "unclear", "undetermined",
		"cannot determine", "inconclusive", "abstain"}
)

func TestWordListsOnlyTighten(t *testing.T) {
	var w Words
	for _, word := range refusalsSinceFirst {
		if said, _ := w.ReadWord(word); said != SaysFail {
			t.Errorf("%q is no refusal any more: a fail would become an error or a pass", word)
		}
	}
	for _, word := range abstentionsSinceFirst {
		if said, truth := w.ReadWord(word); said == SaysPass || truth {
			t.Errorf("%q is no abstention any more: ParseVerdict would pass it", word)
		}
	}
	for _, e := range entries(&classes) {
		word := e.word
		said, _ := w.ReadWord(word)
		if said == SaysPass && !strings.Contains(" "+strings.Join(assentsAtFirst, " ")+" ", " "+word+" ") {
			t.Errorf("%q became an assent: an error would become a pass", word)
		}
	}
}

// Every word can be looked up, and none is both an assent and a refusal.
func TestVocabularyIsReachable(t *testing.T) {
	for _, e := range entries(&classes) {
		word, c := e.word, e.says
		if classOf(word) != c || classOf(strings.ToUpper(word)) != c {
			t.Errorf("%q is not found: it is not folded", word)
		}
		if c&refusal != 0 && c&assent != 0 {
			t.Errorf("%q says both", word)
		}
	}
	for _, e := range entries(&namings) {
		if namings.find(strings.ToUpper(e.word)) != e.says {
			t.Errorf("%q is not found", e.word)
		}
	}
}

// What the original made of a string is kept where it says nothing (R1).
func TestReadWordTruth(t *testing.T) {
	for _, tt := range []struct {
		word   string
		want   Says
		truth  bool
		reason string
	}{
		{"true", SaysPass, true, "R1"},
		{"\n\t TRUE ", SaysPass, true, "trimmed and folded"},
		{"", SaysUnclear, false, "R1: an empty string is false"},
		{" \t ", SaysUnclear, false, "a blank string is false"},
		{"t", SaysUnclear, true, "no word"},
		{"f", SaysUnclear, true, "no word of a value, though a grade of a text"},
		{"maybe", SaysUnclear, true, "no word"},
		{"trueish", SaysUnclear, true, "no part of a word"},
		{"yes, but", SaysUnclear, true, "taken back"},
		{"PASS (failed 2 of 5)", SaysUnclear, true, "it contradicts itself"},
		{"cannot - determine", SaysUnclear, false, "an abstention in any spelling of its gap"},
		{"fail-closed", SaysFail, false, "it begins with a refusal"},
		{"not sure", SaysFail, false, "it begins with not"},
		{"no doubt", SaysUnclear, true, "a short refusal that goes on"},
		{"No.", SaysFail, false, "a short refusal before punctuation"},
		{"pass\x00 not at all", SaysUnclear, true, "what follows a control character is not trusted"},
	} {
		t.Run(tt.word, func(t *testing.T) {
			var w Words
			if said, truth := w.ReadWord(tt.word); said != tt.want || truth != tt.truth {
				t.Errorf("ReadWord(%q) = %v, %v, want %v, %v: %s", tt.word, said, truth, tt.want, tt.truth, tt.reason)
			}
		})
	}
}

// What speeds up the search for a refusal may only pass over what is none.
func TestFiltersAgree(t *testing.T) {
	var w Words
	for _, tt := range valueRows {
		word := firstWord(tt.text)
		if strings.HasPrefix(tt.text, word) && word != "" && w.Refused(tt.text) > 0 && !w.MayRefuse(tt.text) {
			t.Errorf("%q refuses, and MayRefuse passes over it", tt.text)
		}
	}
	for _, tt := range refusedRows {
		if tt.refused && chars.IsASCIILetter(tt.text[0]) && !w.MayRefuse(tt.text) {
			t.Errorf("%q refuses, and MayRefuse passes over it", tt.text)
		}
	}
	for _, name := range Naming() {
		if !EndsName("x "+name) || !BeginsName(name+" x") {
			t.Errorf("%q is passed over", name)
		}
	}
}

// entries lists what l holds.
func entries[T ~uint8 | ~uint32](l *lexicon[T]) []entry[T] { return slices.Concat(l[:]...) }
