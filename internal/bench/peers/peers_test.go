package peers

import (
	"testing"

	"github.com/seed-bcabc8a2/jury"

	"github.com/seed-bcabc8a2/jury/internal/bench/cases"
)

// TestCleanReply is what makes the comparison fair: every peer reads a clean
// pass, a clean fail, a score and a nonce.
func TestCleanReply(t *testing.T) {
	for _, peer := range All() {
		for _, tt := range []struct {
			name string
			c    cases.Case
			want cases.Outcome
		}{
			{"pass", cases.Case{Reply: `{"pass": true, "score": 0.9}`}, cases.Pass},
			{"fail", cases.Case{Reply: `{"pass": false, "score": 0.9}`}, cases.Fail},
			{"none", cases.Case{Reply: `I could not run it.`}, cases.None},
			{"own key", cases.Case{Reply: `{"approved": true, "score": 0.9}`, PassKeys: []string{"verdict", "approved"}}, cases.Pass},
			{"score at the bar", cases.Case{Reply: `{"score": 14}`, PassScore: 14, ScoreMin: 1, ScoreMax: 20}, cases.Pass},
			{"score below the bar", cases.Case{Reply: `{"score": 13}`, PassScore: 14, ScoreMin: 1, ScoreMax: 20}, cases.Fail},
			{"no score", cases.Case{Reply: `{"pass": true}`, PassScore: 14, ScoreMin: 1, ScoreMax: 20}, cases.None},
			{"nonce", cases.Case{Reply: `{"nonce": "x", "pass": true, "score": 0.9}`, Nonce: "x"}, cases.Pass},
			{"wrong nonce", cases.Case{Reply: `{"nonce": "y", "pass": true, "score": 0.9}`, Nonce: "x"}, cases.None},
		} {
			t.Run(peer.Name+"/"+tt.name, func(t *testing.T) {
				if got := peer.Read(tt.c); got != tt.want {
					t.Errorf("read as %s, want %s", got, tt.want)
				}
			})
		}
	}
}

// TestCleanText is the same for answers that are no objects.
func TestCleanText(t *testing.T) {
	word, score := jury.Contract{ScoreKeys: []string{"-"}}, jury.Contract{ScoreKeys: []string{"score"}, ScoreMax: 10, PassScore: 6}
	line := func(c jury.Contract, form jury.Form, keys ...string) jury.Contract {
		c.Form, c.PassKeys = form, keys
		return c
	}
	for _, tt := range []struct {
		asked            cases.Asked
		contract         jury.Contract
		pass, fail, none string
	}{
		{cases.WordLine, line(word, jury.FormText, "verdict"), "I read it.\nVerdict: PASS", "verdict: FAIL", "I could not run it."},
		{cases.ScoreLine, line(score, jury.FormText), "I read it.\nScore: 8", "score: 2.5", "I could not run it."},
		{cases.Brackets, line(score, jury.FormBrackets), "Rating: [[8]]", "Rating: [[2]]", "I could not run it."},
		{cases.Brackets, line(word, jury.FormBrackets), "Final: [[PASS]]", "Final: [[FAIL]]", "I could not run it."},
		{cases.OneWord, line(word, jury.FormWord), "PASS", "fail", "Perhaps"},
		{cases.OneWord, line(score, jury.FormWord), "8", "2", "Perhaps"},
	} {
		for _, peer := range OfText(tt.asked) {
			for want, reply := range map[cases.Outcome]string{cases.Pass: tt.pass, cases.Fail: tt.fail, cases.None: tt.none} {
				t.Run(peer.Name+"/"+reply, func(t *testing.T) {
					if got := peer.Read(cases.Case{Reply: reply, Contract: tt.contract}); got != want {
						t.Errorf("read as %s, want %s", got, want)
					}
				})
			}
		}
	}
}

func TestCuts(t *testing.T) {
	for _, tt := range []struct{ name, reply, first, span string }{
		{"no brace", "none", "", ""},
		{"prose around", `so: {"a": {"b": 1}} done`, `{"a": {"b": 1}}`, `{"a": {"b": 1}}`},
		{"brace in a string", `{"a": "}\"}"} }`, `{"a": "}\"}"}`, `{"a": "}\"}"} }`},
		{"two objects", `{"a":1} or {"a":2}`, `{"a":1}`, `{"a":1} or {"a":2}`},
		{"cut off", `{"a": [{}`, "", `{"a": [{}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := FirstObject(tt.reply); got != tt.first {
				t.Errorf("FirstObject: %q, want %q", got, tt.first)
			}
			if got, _ := FirstToLastBrace(tt.reply); got != tt.span {
				t.Errorf("FirstToLastBrace: %q, want %q", got, tt.span)
			}
		})
	}
}
