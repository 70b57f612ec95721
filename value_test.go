package jury

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// Every refusal, in every spelling, is a fail of both doors, whatever the
// score; every assent passes in a few, and in no more.
func TestWordSpellings(t *testing.T) {
	for _, refusal := range vocab.Listed(vocab.SaysFail) {
		for _, word := range refusalSpellings(refusal) {
			reply := `{"pass": ` + strconv.Quote(word) + `, "score": 1}`
			for _, parse := range doors {
				if v, err := parse(reply); err != nil || v.Pass || !v.Quirks.Has(QuirkPassWord) {
					t.Errorf("%s: %+v, %v, want a fail with pass_word", reply, v, err)
				}
			}
		}
	}
	for _, assent := range vocab.Listed(vocab.SaysPass) {
		for _, word := range wordSpellings(assent) {
			reply := `{"pass": ` + strconv.Quote(word) + `, "score": 1}`
			if v, err := SafeVerdict(reply); err != nil || !v.Pass || !v.Quirks.Has(QuirkPassWord) {
				t.Errorf("%s: %+v, %v, want a pass with pass_word", reply, v, err)
			}
			for _, more := range []string{word + ": x", word + ", but", "not " + word, "no " + word, word + " no", "un" + word, word + "?", word + "s?", word + "\x00", word + "\x00 no", "\x00" + word} {
				if got, _ := new(vocab.Words).ReadWord(more); got == vocab.SaysPass {
					t.Errorf("%q passes", more)
				}
			}
		}
	}
	for _, abstention := range vocab.Listed(vocab.SaysAbstain) {
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
