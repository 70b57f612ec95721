package vocab

import (
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/jurytest"
)

// The word lists as first released. A release may add Refusals and Abstentions
// and remove Assents, never the other way round: no release turns a fail into
// a pass.
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
	for _, word := range refusalsSinceFirst {
		if !slices.Contains(Refusals[:], word) {
			t.Errorf("%q is no refusal any more: a fail would become an error or a pass", word)
		}
	}
	for _, word := range abstentionsSinceFirst {
		if !slices.Contains(Abstentions[:], word) && !slices.Contains(Refusals[:], word) {
			t.Errorf("%q is no abstention any more, and no refusal: ParseVerdict would pass it", word)
		}
	}
	for _, word := range Assents {
		if !slices.Contains(assentsAtFirst, word) {
			t.Errorf("%q became an assent: an error would become a pass", word)
		}
	}
}

func TestWordListsAreDisjointAndFolded(t *testing.T) {
	owner := map[string]string{}
	for name, list := range map[string][]string{"refusals": Refusals[:], "assents": Assents[:], "abstentions": Abstentions[:]} {
		for _, word := range list {
			if owner[word] != "" {
				t.Errorf("%q is in %s and %s", word, owner[word], name)
			}
			owner[word] = name
			if jurytest.FoldWord(word) != word {
				t.Errorf("%q in %s is not folded", word, name)
			}
		}
	}
}

// wordRows are pass values in quotes.
var wordRows = []struct {
	word   string
	want   Says
	truth  bool
	reason string
}{
	{"true", SaysPass, true, "R1"},
	{"\n\t TRUE ", SaysPass, true, "A8: trimmed and folded"},
	{"true.", SaysUnclear, true, "an assent is the whole word"},
	{"yes, but", SaysUnclear, true, "an assent is the whole word"},
	{"passed: no", SaysUnclear, true, "an assent is the whole word"},
	{"**pass**", SaysUnclear, true, "an assent is the whole word"},
	{"t", SaysUnclear, true, "A6: no word of the lists, true as the original has it"},
	{"f", SaysUnclear, true, "A6: no word of the lists, true as the original has it"},
	{"trueish", SaysUnclear, true, "no word prefixes"},
	{"okay", SaysUnclear, true, "no word prefixes"},
	{"true false", SaysUnclear, true, "no word of the lists"},
	{"1", SaysUnclear, true, "1 is no assent"},
	{"", SaysUnclear, false, "R1: an empty string is false"},
	{" \t ", SaysUnclear, false, "a blank string is false"},
	{"\u00a0\u2003\x1c", SaysUnclear, false, "Python's strip removes these"},
	{"\u200b", SaysUnclear, true, "no white space in Python: true, and unclear"},
	{"ＰＡＳＳ", SaysUnclear, true, "only ASCII is folded"},
	{"pаss", SaysUnclear, true, "a Cyrillic letter is another word"},
	{"o\u212a", SaysUnclear, true, "the Kelvin sign is another letter"},

	{"No", SaysFail, false, "a refusal"},
	{"no.", SaysFail, false, "a refusal before ."},
	{"no: it crashes", SaysFail, false, "a refusal before :"},
	{"no; it crashes", SaysFail, false, "a refusal before ;"},
	{"no, it crashes", SaysFail, false, "a refusal before ,"},
	{"no! it crashes", SaysFail, false, "a refusal before !"},
	{"no (it crashes)", SaysFail, false, "a refusal before ("},
	{"no - it crashes", SaysFail, false, "a refusal before a dash between spaces"},
	{"no – it crashes", SaysFail, false, "a refusal before a dash between spaces"},
	{"no — it crashes", SaysFail, false, "a refusal before a dash between spaces"},
	{"No—it does not build", SaysFail, false, "a refusal before a long dash"},
	{"no? it crashes", SaysFail, false, "a refusal before ?"},
	{"no [1]", SaysFail, false, "a refusal before ["},
	{"no problems", SaysUnclear, true, "a refusal before other words says something else"},
	{"no-brainer", SaysUnclear, true, "the dash is within a word"},
	{"fails", SaysUnclear, true, "no word of the lists"},
	{"failsafe", SaysUnclear, true, "no word prefixes"},
	{"0.5", SaysFail, false, "0 before . : the rule as written, and the safe reading"},
	{"not", SaysFail, false, "the first word is not"},
	{"NOT TRUE", SaysFail, false, "the first word is not"},
	{"not-ok", SaysFail, false, "the first word is not"},
	{"not_ok", SaysFail, false, "the first word is not"},
	{"not: pass", SaysFail, false, "the first word is not"},
	{"nothing wrong", SaysUnclear, true, "the first word is nothing"},
	{"notable", SaysUnclear, true, "the first word is notable"},
	{"Request_Changes", SaysFail, false, "_ is a space"},
	{"REQUEST  CHANGES: tests", SaysFail, false, "runs of space are alike"},
	{"request - changes", SaysFail, false, "- and spaces are alike"},
	{"request\nchanges", SaysFail, false, "a line break is a space"},
	{"❌ FAIL see below", SaysFail, false, "a refusal of four letters or more says so whatever follows"},
	{"rejected by two", SaysFail, false, "a refusal of four letters or more says so whatever follows"},
	{"deny_all", SaysFail, false, "a refusal of four letters or more says so whatever follows"},
	{"❌ no see below", SaysUnclear, true, "a short refusal needs more"},
	{"requestchanges", SaysUnclear, true, "a space is needed"},
	{"needs\u00a0work", SaysFail, false, "Unicode space"},

	{"pass\x00 not at all", SaysUnclear, true, "U+0000 ends no word list"},
	{"no\x00 way", SaysFail, false, "a refusal before U+0000"},
	{"0\x00", SaysFail, false, "a refusal before U+0000"},
	{"none\x00 of it", SaysUnclear, false, "an abstention before U+0000"},
	{"None", SaysUnclear, false, "an abstention is false"},
	{"N/A", SaysUnclear, false, "an abstention is false"},
	{"cannot-determine", SaysUnclear, false, "an abstention is false"},
	{"unknown.", SaysUnclear, false, "an abstention before ."},
	{"unclear - no test ran", SaysUnclear, false, "an abstention before a dash between spaces"},
	{"unknown unknowns", SaysUnclear, true, "no word of the lists"},
}

func TestReadWord(t *testing.T) {
	for _, tt := range wordRows {
		t.Run(strconv.Quote(tt.word), func(t *testing.T) {
			if tt.reason == "" {
				t.Fatal("a reason is required")
			}
			got, truth := ReadWord(tt.word, nil, nil)
			if got != tt.want || truth != tt.truth {
				t.Errorf("ReadWord(%q) = %d, %v; want %d, %v: %s", tt.word, got, truth, tt.want, tt.truth, tt.reason)
			}
		})
	}
}

// readWord agrees with a twin that normalizes first and looks up then.
func TestReadWordTwin(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	parts := []string{"no", "not", "pass", "fail", "ok", "none", "request", "changes", "true", "0", "ship it", "bad",
		" ", "  ", "-", "_", ".", ":", ",", "!", "(", "—", "\n", "\u00a0", "❌", "x", "S", "/", "*", "`", "'", "\x00", "?", ")", "[", "=", "…",
		"\u200b", "\u00ad", "\u3000", "\x1c", "\u0085", "\u2028", "\u2029", "\v", "，", "。", "：", "–", "ſ", "K", "é", "٣", "\xff", "\ufffd", "‘"}
	pass, fail := []string{"Ship It"}, []string{"bad", "bad-ish"}
	twin := jurytest.NewWords(Refusals[:], Assents[:], Abstentions[:], pass, fail)
	for n := 0; n < 60_000; n++ {
		var word string
		for k := rng.Intn(5); k >= 0; k-- {
			part := parts[rng.Intn(len(parts))]
			if rng.Intn(4) == 0 {
				part = strings.ToUpper(part)
			}
			word += part
		}
		got, truth := ReadWord(word, pass, fail)
		want, wantTruth := twin.Read(word)
		if saidAs[got] != want || truth != wantTruth {
			t.Fatalf("ReadWord(%q) = %d, %v; the twin says %q, %v", word, got, truth, want, wantTruth)
		}
	}
}

// saidAs is what the twin calls what a word says.
var saidAs = map[Says]string{SaysPass: "pass", SaysFail: "fail", SaysUnclear: ""}
