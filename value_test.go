package jury

import (
	"math"
	"math/rand"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// The word lists as first released. A release may add refusals and abstentions
// and remove assents, never the other way round: no release turns a fail into
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
		if !slices.Contains(refusals[:], word) {
			t.Errorf("%q is no refusal any more: a fail would become an error or a pass", word)
		}
	}
	for _, word := range abstentionsSinceFirst {
		if !slices.Contains(abstentions[:], word) && !slices.Contains(refusals[:], word) {
			t.Errorf("%q is no abstention any more, and no refusal: ParseVerdict would pass it", word)
		}
	}
	for _, word := range assents {
		if !slices.Contains(assentsAtFirst, word) {
			t.Errorf("%q became an assent: an error would become a pass", word)
		}
	}
}

func TestWordListsAreDisjointAndFolded(t *testing.T) {
	owner := map[string]string{}
	for name, list := range map[string][]string{"refusals": refusals[:], "assents": assents[:], "abstentions": abstentions[:]} {
		for _, word := range list {
			if owner[word] != "" {
				t.Errorf("%q is in %s and %s", word, owner[word], name)
			}
			owner[word] = name
			if foldWord(word) != word {
				t.Errorf("%q in %s is not folded", word, name)
			}
		}
	}
}

// wordRows are pass values in quotes.
var wordRows = []struct {
	word   string
	want   says
	truth  bool
	reason string
}{
	{"true", saysPass, true, "R1"},
	{"\n\t TRUE ", saysPass, true, "A8: trimmed and folded"},
	{"true.", saysUnclear, true, "an assent is the whole word"},
	{"yes, but", saysUnclear, true, "an assent is the whole word"},
	{"passed: no", saysUnclear, true, "an assent is the whole word"},
	{"**pass**", saysUnclear, true, "an assent is the whole word"},
	{"t", saysUnclear, true, "A6: no word of the lists, true as the original has it"},
	{"f", saysUnclear, true, "A6: no word of the lists, true as the original has it"},
	{"trueish", saysUnclear, true, "no word prefixes"},
	{"okay", saysUnclear, true, "no word prefixes"},
	{"true false", saysUnclear, true, "no word of the lists"},
	{"1", saysUnclear, true, "1 is no assent"},
	{"", saysUnclear, false, "R1: an empty string is false"},
	{" \t ", saysUnclear, false, "a blank string is false"},
	{"\u00a0\u2003\x1c", saysUnclear, false, "Python's strip removes these"},
	{"\u200b", saysUnclear, true, "no white space in Python: true, and unclear"},
	{"ＰＡＳＳ", saysUnclear, true, "only ASCII is folded"},
	{"pаss", saysUnclear, true, "a Cyrillic letter is another word"},
	{"o\u212a", saysUnclear, true, "the Kelvin sign is another letter"},

	{"No", saysFail, false, "a refusal"},
	{"no.", saysFail, false, "a refusal before ."},
	{"no: it crashes", saysFail, false, "a refusal before :"},
	{"no; it crashes", saysFail, false, "a refusal before ;"},
	{"no, it crashes", saysFail, false, "a refusal before ,"},
	{"no! it crashes", saysFail, false, "a refusal before !"},
	{"no (it crashes)", saysFail, false, "a refusal before ("},
	{"no - it crashes", saysFail, false, "a refusal before a dash between spaces"},
	{"no – it crashes", saysFail, false, "a refusal before a dash between spaces"},
	{"no — it crashes", saysFail, false, "a refusal before a dash between spaces"},
	{"No—it does not build", saysFail, false, "a refusal before a long dash"},
	{"no? it crashes", saysFail, false, "a refusal before ?"},
	{"no [1]", saysFail, false, "a refusal before ["},
	{"no problems", saysUnclear, true, "a refusal before other words says something else"},
	{"no-brainer", saysUnclear, true, "the dash is within a word"},
	{"fails", saysUnclear, true, "no word of the lists"},
	{"failsafe", saysUnclear, true, "no word prefixes"},
	{"0.5", saysFail, false, "0 before . : the rule as written, and the safe reading"},
	{"not", saysFail, false, "the first word is not"},
	{"NOT TRUE", saysFail, false, "the first word is not"},
	{"not-ok", saysFail, false, "the first word is not"},
	{"not_ok", saysFail, false, "the first word is not"},
	{"not: pass", saysFail, false, "the first word is not"},
	{"nothing wrong", saysUnclear, true, "the first word is nothing"},
	{"notable", saysUnclear, true, "the first word is notable"},
	{"Request_Changes", saysFail, false, "_ is a space"},
	{"REQUEST  CHANGES: tests", saysFail, false, "runs of space are alike"},
	{"request - changes", saysFail, false, "- and spaces are alike"},
	{"request\nchanges", saysFail, false, "a line break is a space"},
	{"❌ FAIL see below", saysFail, false, "a refusal of four letters or more says so whatever follows"},
	{"rejected by two", saysFail, false, "a refusal of four letters or more says so whatever follows"},
	{"deny_all", saysFail, false, "a refusal of four letters or more says so whatever follows"},
	{"❌ no see below", saysUnclear, true, "a short refusal needs more"},
	{"requestchanges", saysUnclear, true, "a space is needed"},
	{"needs\u00a0work", saysFail, false, "Unicode space"},

	{"pass\x00 not at all", saysUnclear, true, "U+0000 ends no word list"},
	{"no\x00 way", saysFail, false, "a refusal before U+0000"},
	{"0\x00", saysFail, false, "a refusal before U+0000"},
	{"none\x00 of it", saysUnclear, false, "an abstention before U+0000"},
	{"None", saysUnclear, false, "an abstention is false"},
	{"N/A", saysUnclear, false, "an abstention is false"},
	{"cannot-determine", saysUnclear, false, "an abstention is false"},
	{"unknown.", saysUnclear, false, "an abstention before ."},
	{"unclear - no test ran", saysUnclear, false, "an abstention before a dash between spaces"},
	{"unknown unknowns", saysUnclear, true, "no word of the lists"},
}

func TestReadWord(t *testing.T) {
	for _, tt := range wordRows {
		t.Run(strconv.Quote(tt.word), func(t *testing.T) {
			if tt.reason == "" {
				t.Fatal("a reason is required")
			}
			got, truth := readWord(tt.word, nil, nil)
			if got != tt.want || truth != tt.truth {
				t.Errorf("readWord(%q) = %d, %v; want %d, %v: %s", tt.word, got, truth, tt.want, tt.truth, tt.reason)
			}
		})
	}
}

// Every refusal, in every spelling, is a fail of both doors, whatever the
// score; every assent passes in a few, and in no more.
func TestWordSpellings(t *testing.T) {
	for _, refusal := range refusals {
		for _, word := range refusalSpellings(refusal) {
			reply := `{"pass": ` + strconv.Quote(word) + `, "score": 1}`
			for _, parse := range doors {
				if v, err := parse(reply); err != nil || v.Pass || !v.Quirks.Has(QuirkPassWord) {
					t.Errorf("%s: %+v, %v, want a fail with pass_word", reply, v, err)
				}
			}
		}
	}
	for _, assent := range assents {
		for _, word := range wordSpellings(assent) {
			reply := `{"pass": ` + strconv.Quote(word) + `, "score": 1}`
			if v, err := SafeVerdict(reply); err != nil || !v.Pass || !v.Quirks.Has(QuirkPassWord) {
				t.Errorf("%s: %+v, %v, want a pass with pass_word", reply, v, err)
			}
			for _, more := range []string{word + ".", word + ": x", word + "!", "not " + word, "no " + word, word + " no", "un" + word, word + "?", word + "s?", word + "\x00", word + "\x00 no", "\x00" + word} {
				if got, _ := readWord(more, nil, nil); got == saysPass {
					t.Errorf("%q passes", more)
				}
			}
		}
	}
	for _, abstention := range abstentions {
		for _, word := range wordSpellings(abstention) {
			reply := `{"pass": ` + strconv.Quote(word) + `, "score": 1}`
			if v, err := SafeVerdict(reply); err == nil {
				t.Errorf("%s: %+v, want an error", reply, v)
			}
			if v, err := ParseVerdict(reply); err != nil || v.Pass || !v.Quirks.Has(QuirkPassUnclear) {
				t.Errorf("%s: %+v, %v, want an unclear fail", reply, v, err)
			}
		}
	}
}

// readWord agrees with a twin that normalizes first and looks up then.
func TestReadWordTwin(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	parts := []string{"no", "not", "pass", "fail", "ok", "none", "request", "changes", "true", "0", "ship it", "bad",
		" ", "  ", "-", "_", ".", ":", ",", "!", "(", "—", "\n", "\u00a0", "❌", "x", "S", "/", "*", "`", "'", "\x00", "?", ")", "[", "=", "…",
		"\u200b", "\u00ad", "\u3000", "\x1c", "\u0085", "\u2028", "\u2029", "\v", "，", "。", "：", "–", "ſ", "K", "é", "٣", "\xff", "\ufffd", "‘"}
	pass, fail := []string{"Ship It"}, []string{"bad", "bad-ish"}
	twin := newWordTwin(pass, fail)
	for n := 0; n < 60_000; n++ {
		var word string
		for k := rng.Intn(5); k >= 0; k-- {
			part := parts[rng.Intn(len(parts))]
			if rng.Intn(4) == 0 {
				part = strings.ToUpper(part)
			}
			word += part
		}
		got, truth := readWord(word, pass, fail)
		want, wantTruth := twin.read(word)
		if got != want || truth != wantTruth {
			t.Fatalf("readWord(%q) = %d, %v; the twin says %d, %v", word, got, truth, want, wantTruth)
		}
	}
}

// numberRows are scores in quotes.
var numberRows = []struct {
	text   string
	want   float64
	ok     bool
	reason string
}{
	{"0.75", 0.75, true, "R3"},
	{" \n0.75\t", 0.75, true, "trimmed"},
	{"-0.5", -0.5, true, "A3"},
	{"+1", 1, true, "a leading +"},
	{"007", 7, true, "leading zeros"},
	{"-00.50", -0.5, true, "leading zeros"},
	{".5", 0.5, true, "digits on one side"},
	{"1.", 1, true, "digits on one side"},
	{"1_000.2_5", 1000.25, true, "_ between digits"},
	{"1e-1", 0.1, true, "an exponent"},
	{"1E1_0", 1e10, true, "_ between digits of the exponent, as in Python"},
	{"1.e2", 100, true, "digits on one side"},
	{"1e400", math.Inf(1), true, "overflow"},
	{"-1e400", math.Inf(-1), true, "overflow"},
	{strings.Repeat("9", 400), math.Inf(1), true, "a huge integer"},
	{"1e-400", 0, true, "underflow"},
	{"", 0, false, "no digits"},
	{" ", 0, false, "no digits"},
	{".", 0, false, "no digits"},
	{"+", 0, false, "no digits"},
	{"-.", 0, false, "no digits"},
	{"e5", 0, false, "no digits"},
	{".e5", 0, false, "no digits"},
	{"1e", 0, false, "no digits of the exponent"},
	{"1e+", 0, false, "no digits of the exponent"},
	{"1e1.5", 0, false, "an exponent is whole"},
	{"_1", 0, false, "_ stands between digits"},
	{"1_", 0, false, "_ stands between digits"},
	{"1__0", 0, false, "one _ at a time"},
	{"1_.5", 0, false, "_ stands between digits"},
	{"1._5", 0, false, "_ stands between digits"},
	{"1e_5", 0, false, "_ stands between digits"},
	{"+-1", 0, false, "one sign"},
	{"- 1", 0, false, "the sign stands before the digits"},
	{"1 2", 0, false, "one number"},
	{"1,5", 0, false, "no decimal comma"},
	{"0.9/1", 0, false, "no fraction"},
	{"90%", 0, false, "no percent"},
	{"0x10", 0, false, "never hex"},
	{"0x1p-2", 0, false, "never hex"},
	{"0b1", 0, false, "no other base"},
	{"1f", 0, false, "no suffix"},
	{"inf", 0, false, "never inf"},
	{"Infinity", 0, false, "never inf"},
	{"nan", 0, false, "never nan"},
	{"１", 0, false, "only ASCII digits"},
	{"٣", 0, false, "only ASCII digits"},
	{"\u200b1", 0, false, "no white space"},
	{"high", 0, false, "a word"},
}

func TestReadNumber(t *testing.T) {
	for _, tt := range numberRows {
		t.Run(strconv.Quote(excerpt(tt.text)), func(t *testing.T) {
			if tt.reason == "" {
				t.Fatal("a reason is required")
			}
			got, ok := readNumber(tt.text)
			if got != tt.want || ok != tt.ok {
				t.Errorf("readNumber(%q) = %v, %v; want %v, %v: %s", tt.text, got, ok, tt.want, tt.ok, tt.reason)
			}
		})
	}
}

// readNumber agrees with a regular expression on everything short.
func TestReadNumberTwin(t *testing.T) {
	const alphabet = "019.eE+-_ x"
	var buf [6]byte
	var each func(n int)
	read := 0
	each = func(n int) {
		got, ok := readNumber(string(buf[:n]))
		want, wantOK := readNumberTwin(string(buf[:n]))
		if ok != wantOK || got != want || math.Signbit(got) != math.Signbit(want) {
			t.Fatalf("readNumber(%q) = %v, %v; the twin says %v, %v", buf[:n], got, ok, want, wantOK)
		}
		if ok {
			read++
		}
		if n == len(buf)-1 && !exhaustive() || n == len(buf) {
			return
		}
		for i := range alphabet {
			buf[n] = alphabet[i]
			each(n + 1)
		}
	}
	each(0)
	if read < 1000 {
		t.Errorf("only %d texts are numbers: this tests too little", read)
	}
}

// scoreRows are scores by each scale.
func TestScoreScale(t *testing.T) {
	for _, tt := range []struct {
		name     string
		min, max float64
		score    string
		want     float64
		raw      float64
		quirks   Quirks
	}{
		{"inside", 0, 10, "7", 0.7, 7, 0},
		{"lower end", 1, 20, "1", 0, 1, 0},
		{"upper end", 1, 20, "20", 1, 20, 0},
		{"below", 1, 20, "0", 0, 1, QuirkScoreClamped},
		{"above", 1, 20, "20.5", 1, 20, QuirkScoreClamped},
		{"negative scale", -1, 1, "-0.5", 0.25, -0.5, 0},
		{"text", 0, 10, `" 7.0 "`, 0.7, 7, QuirkScoreText},
		{"text above", 0, 10, `"11"`, 1, 10, QuirkScoreText | QuirkScoreClamped},
		{"overflow", 0, 10, "1e400", 0.5, 5, QuirkScoreDefaulted},
		{"overflow in quotes", 0, 10, `"1e400"`, 0.5, 5, QuirkScoreDefaulted},
		{"huge integer", 0, 10, strings.Repeat("9", 400), 0.5, 5, QuirkScoreDefaulted},
		{"true", 0, 10, "true", 0.1, 1, QuirkScoreBool},
		{"false", 1, 20, "false", 0, 1, QuirkScoreBool | QuirkScoreClamped},
		{"null", 1, 20, "null", 0.5, 10.5, QuirkScoreDefaulted},
		{"NaN", 0, 1, "NaN", 0.5, 0.5, QuirkScoreDefaulted | QuirkNonFinite},
		{"list", 0, 1, "[1]", 0.5, 0.5, QuirkScoreDefaulted},
		{"object", 0, 1, "{}", 0.5, 0.5, QuirkScoreDefaulted},
		{"word", 0, 1, `"high"`, 0.5, 0.5, QuirkScoreDefaulted},
		{"widest scale", -math.MaxFloat64 / 2, math.MaxFloat64 / 2, "null", 0.5, 0, QuirkScoreDefaulted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Contract{ScoreMin: tt.min, ScoreMax: tt.max, Allow: AllQuirks}
			v, err := c.Parse(`{"pass": true, "score": ` + tt.score + `}`)
			if err != nil || !v.Pass || v.Score != tt.want || v.RawScore != tt.raw || v.Quirks != tt.quirks {
				t.Errorf("%v, %v; want score %v, raw %v, quirks %v", v, err, tt.want, tt.raw, tt.quirks)
			}
		})
	}
}

// doors are the two ways to read a reply by the default contract.
var doors = map[string]func(string) (Verdict, error){"SafeVerdict": SafeVerdict, "ParseVerdict": ParseVerdict}

// refusalSpellings returns ways to write a refusal as a pass value.
func refusalSpellings(refusal string) []string {
	var all []string
	for _, word := range wordSpellings(refusal) {
		all = append(all, word)
		for _, after := range []string{".", ": no test", "; no test", ", no test", "!", " (no test)", " - no test", " – no test", " — no test", "!!!", "...", ".\n"} {
			all = append(all, word+after)
		}
	}
	return all
}

// wordSpellings returns ways to write a word of the lists.
func wordSpellings(word string) []string {
	all := []string{word, strings.ToUpper(word), strings.ToUpper(word[:1]) + word[1:], " " + word + "\t", "\u00a0" + word + "\n"}
	if strings.Contains(word, " ") {
		for _, gap := range []string{"-", "_", "  ", "\u00a0", " - ", "\n"} {
			all = append(all, strings.ReplaceAll(word, " ", gap))
		}
	}
	return all
}

// foldWord writes the gaps of word as one space, and folds its case.
func foldWord(word string) string {
	return lowerASCII(gaps.ReplaceAllString(word, " "))
}

func lowerASCII(s string) string {
	return strings.Map(func(c rune) rune {
		if c < utf8.RuneSelf {
			return unicode.ToLower(c)
		}
		return c
	}, s)
}

// space is what Python calls so, in brackets.
const space = `\t-\r\x1c-\x20\x{85}\pZ`

// The twins may use regular expressions: nobody sends them a reply.
var (
	gaps      = regexp.MustCompile(`[-_` + space + `]+`)
	heads     = regexp.MustCompile(`[.:;,!?()\[\]=…–—\r\n\x{2028}\x00。：；，！（、]|[` + space + `][-–—]+[` + space + `]`)
	beginning = regexp.MustCompile(`^[^\pL\p{Nd}]*(` + strings.ReplaceAll(strings.Join(refusals[:], "|"), " ", `[-_`+space+`]+`) + `)([^\pL\p{Nd}]|$)`)
	numbers   = regexp.MustCompile(`^[+-]?(\d+(_\d+)*\.?|(\d+(_\d+)*)?\.\d+(_\d+)*)([eE][+-]?\d+(_\d+)*)?$`)
)

// marksAround are what may stand around a refusal.
const marksAround = "*_`'\"->|“”‘’\t\n\v\f\r\x1c\x1d\x1e\x1f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
	"\u2028\u2029\u202f\u205f\u3000\u200b\u200c\u200d\u2060\ufeff\u00ad"

// A wordTwin reads words as readWord does, by lookups.
type wordTwin struct {
	said    map[string]says // what is said by the whole word
	refused map[string]bool // what may stand before an explanation
}

func newWordTwin(pass, fail []string) wordTwin {
	twin := wordTwin{said: map[string]says{}, refused: map[string]bool{}}
	for _, w := range append(assents[:], pass...) {
		twin.said[foldWord(w)] = saysPass
	}
	for _, w := range append(refusals[:], fail...) {
		twin.refused[foldWord(w)] = true
	}
	return twin
}

func (w wordTwin) read(word string) (says, bool) {
	word = strings.TrimFunc(word, isPythonSpace)
	bare := strings.Trim(word, marksAround)
	head := strings.Trim(heads.Split(bare, 2)[0], marksAround)
	first := lowerASCII(head)
	switch {
	case w.refused[foldWord(bare)], w.refused[foldWord(head)], first == "not",
		strings.HasPrefix(first, "not") && !isASCIIWord(first[3]):
		return saysFail, false
	}
	if m := beginning.FindStringSubmatch(lowerASCII(bare)); m != nil && len(m[1]) >= 4 {
		return saysFail, false
	}
	for _, part := range []string{bare, head} {
		if slices.Contains(abstentions[:], foldWord(part)) {
			return saysUnclear, false
		}
	}
	if said, ok := w.said[foldWord(word)]; ok {
		return said, said == saysPass
	}
	return saysUnclear, word != ""
}

// readNumberTwin is readNumber by a regular expression.
func readNumberTwin(s string) (float64, bool) {
	s = strings.TrimFunc(s, isPythonSpace)
	if !numbers.MatchString(s) {
		return 0, false
	}
	x, _ := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	return x, true
}
