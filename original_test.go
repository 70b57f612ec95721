package jury

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/jurytest"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// originalVerdict is the original parse_verdict for a reply that is one object
// of strict JSON, perhaps in a fence, with Python's meaning of every step. It
// returns false where that returned None or raised.
func originalVerdict(reply string) (Verdict, bool) {
	body := reply
	if _, rest, ok := strings.Cut(reply, "```json\n"); ok {
		body, _, _ = strings.Cut(rest, "\n```")
	}
	d := json.NewDecoder(strings.NewReader(body))
	d.UseNumber()
	var data map[string]any // of a key that stands twice, the last
	if d.Decode(&data) != nil || data == nil {
		return Verdict{}, false
	}
	raw, ok := data["pass"]
	if !ok {
		return Verdict{}, false
	}
	v := Verdict{Reasons: []string{}}
	if s, ok := raw.(string); ok {
		switch lower := strings.ToLower(pythonStrip(s)); lower {
		case "true", "false":
			v.Pass = lower == "true"
		default:
			v.Pass = pythonStrip(s) != ""
		}
	} else {
		v.Pass = pythonBool(raw)
	}
	v.Score, ok = 0, true
	if score, stands := data["score"]; stands {
		v.Score, ok = pythonFloat(score)
	}
	if !ok || math.IsNaN(v.Score) || math.IsInf(v.Score, 0) {
		v.Score = 0.5
	}
	v.Score = max(0, min(1, v.Score))
	if list, ok := data["reasons"].([]any); ok {
		for _, reason := range list {
			v.Reasons = append(v.Reasons, reason.(string)) // others: see diverges
		}
	}
	if hint, ok := data["next_hint"].(string); ok {
		v.NextHint = hint
	}
	return v, true
}

// pythonBool is bool(x) of what json.loads returns.
func pythonBool(x any) bool {
	switch x := x.(type) {
	case nil:
		return false
	case bool:
		return x
	case string:
		return x != ""
	case json.Number:
		f, err := strconv.ParseFloat(x.String(), 64)
		return f != 0 || err != nil
	case []any:
		return len(x) > 0
	case map[string]any:
		return len(x) > 0
	}
	panic("json.loads returns no such thing")
}

// pythonFloat is float(x) of what json.loads returns: false where it raises
// TypeError or ValueError.
func pythonFloat(x any) (float64, bool) {
	switch x := x.(type) {
	case bool:
		if x {
			return 1, true
		}
		return 0, true
	case json.Number:
		f, _ := strconv.ParseFloat(x.String(), 64) // infinite past the range, as in Python
		return f, true
	case string:
		s := strings.ToLower(pythonStrip(x))
		switch strings.TrimLeft(s, "+-") {
		case "inf", "infinity", "nan":
			if len(strings.TrimLeft(s, "+-"))+1 >= len(s) {
				return math.NaN(), true // not finite
			}
		}
		if !jurytest.Numbers.MatchString(s) {
			return 0, false
		}
		f, _ := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
		return f, true
	}
	return 0, false
}

// pythonStrip is str.strip().
func pythonStrip(s string) string { return strings.TrimFunc(s, chars.IsPythonSpace) }

// isPhrase reports whether word is of several words. What they say together is in no
// list: the tables of the vocabulary have it.
func isPhrase(word string) bool {
	return len(strings.FieldsFunc(word, func(c rune) bool { return !vocab.IsLetterOrDigit(c) })) > 1
}

// refuses reports whether word says fail, or that nothing is decided.
func refuses(word string) bool {
	var w vocab.Words
	_, truth := w.ReadWord(word)
	return !truth
}

// diverges reports why ParseVerdict may read reply in another way than the
// original did; "" if it must not. The reasons are those that SPEC.md lists.
func diverges(reply string, data map[string]any, keys []string) string {
	if word, ok := data["pass"].(string); ok {
		said, _ := jurytest.NewWords(vocab.Listed(vocab.SaysFail), vocab.Listed(vocab.SaysPass), vocab.Listed(vocab.SaysAbstain), nil, nil).Read(word)
		switch lower := strings.ToLower(pythonStrip(word)); {
		case lower == "true", lower == "false":
		case said == "fail", isPhrase(word) && refuses(word):
			return "the original called a refusal true"
		case said == "" && pythonStrip(word) != "":
			for _, w := range vocab.Listed(vocab.SaysAbstain) {
				if strings.Contains(jurytest.FoldWord(word), w) {
					return "the original called an abstention true"
				}
			}
		}
	}
	if holdsContractKey(data["pass"]) {
		return "a pass value that holds a contract key is no verdict"
	}
	seen := map[string]bool{}
	for _, key := range keys {
		folded := chars.Folded(key)
		if seen[folded] {
			return "a key that stands twice, or again but for case"
		}
		seen[folded] = true
		if folded == "pass" && key != "pass" {
			return "a folded pass key"
		}
	}
	if list, ok := data["reasons"].([]any); ok {
		for _, reason := range list {
			if _, ok := reason.(string); !ok {
				return "the original wrote reasons that are no strings as Python does"
			}
		}
	}
	if n, ok := data["score"].(json.Number); ok && len(n) > 300 && !strings.ContainsAny(n.String(), ".eE") {
		return "the original raised OverflowError on a huge integer"
	}
	return ""
}

// holdsContractKey reports whether a key of the original stands anywhere in x.
func holdsContractKey(x any) bool {
	switch x := x.(type) {
	case map[string]any:
		for key, value := range x {
			if slices.Contains([]string{"pass", "score", "reasons", "next_hint"}, chars.Folded(key)) || holdsContractKey(value) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(x, holdsContractKey)
	}
	return false
}

// checkOriginal checks ParseVerdict against the original where reply is one
// object of strict JSON, but for the divergences.
func checkOriginal(t testing.TB, reply string) {
	t.Helper()
	var data map[string]any
	d := json.NewDecoder(strings.NewReader(reply))
	d.UseNumber()
	if !json.Valid([]byte(reply)) || d.Decode(&data) != nil {
		return
	}
	if depth, unique := jurytest.MeasureJSON(reply); depth > lenient.MaxDepth || !unique || !utf8.ValidString(reply) {
		return
	}
	keys := make([]string, 0, len(data))
	for key := range data {
		keys = append(keys, key)
	}
	if diverges(reply, data, keys) != "" {
		return
	}
	want, ok := originalVerdict(reply)
	got, err := ParseVerdict(reply)
	if errors.Is(err, ErrConflict) || err == nil && got.Quirks.Has(QuirkNested) && !ok {
		return // what denies the pass elsewhere, and wrappers, the original did not see
	}
	if ok != (err == nil) {
		t.Errorf("%q: %+v, %v; the original returned %+v, %v", reply, got, err, want, ok)
		return
	}
	got.RawScore, got.Quirks = 0, 0
	if diff := cmp.Diff(want, got); ok && diff != "" {
		t.Errorf("%q (-original +ours):\n%s", reply, diff)
	}
}

// ParseVerdict reads strict JSON as the original did, but for the divergences.
func TestParseVerdictOriginalTwin(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	compared, excluded := 0, map[string]int{}
	for n := 0; n < 6_000; n++ {
		reply, keys := randomVerdict(rng)
		var data map[string]any
		body := strings.TrimSuffix(strings.TrimPrefix(reply, "```json\n"), "\n```")
		d := json.NewDecoder(strings.NewReader(body))
		d.UseNumber()
		if err := d.Decode(&data); err != nil {
			t.Fatalf("%q: %v", reply, err)
		}
		if why := diverges(reply, data, keys); why != "" {
			excluded[why]++
			continue
		}
		compared++
		want, ok := originalVerdict(reply)
		got, err := ParseVerdict(reply)
		if !ok {
			if err == nil {
				t.Errorf("%q: %+v, want an error", reply, got)
			}
			continue
		}
		got.RawScore, got.Quirks = 0, 0
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-original +ours):\n%s", reply, err, diff)
		}
		if t.Failed() && n > 100 {
			break
		}
	}
	t.Logf("%d compared, excluded %v", compared, excluded)
	if compared < 4_000 {
		t.Errorf("only %d compared", compared)
	}
}

// The twin agrees with the table that was made from the original's own tests.
func TestOriginalTwinTable(t *testing.T) {
	type row struct {
		ID, Reply string
		Want      *Verdict
	}
	for _, tt := range loadCases[row](t, "original-verdict.jsonl") {
		if !utf8.ValidString(tt.Reply) || strings.Contains(tt.Reply, "//") || strings.Contains(tt.Reply, "NaN}") || strings.Contains(tt.Reply, "Infinity") {
			continue // no strict JSON
		}
		got, ok := originalVerdict(tt.Reply)
		if ok != (tt.Want != nil) {
			t.Errorf("%s: %+v, %v", tt.ID, got, ok)
		}
		if tt.Want != nil && ok {
			if diff := cmp.Diff(*tt.Want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.ID, diff)
			}
		}
	}
}

// Every divergence is seen to be one: the two readers do differ on it.
func TestDivergences(t *testing.T) {
	for _, tt := range []struct{ name, reply, original, ours string }{
		{"a refusal", `{"pass": "no", "score": 1}`, "pass", "fail"},
		{"a refusal with its reason", `{"pass": "fail: no test", "score": 1}`, "pass", "fail"},
		{"an abstention", `{"pass": "n/a", "score": 1}`, "pass", "fail"},
		{"one key twice", `{"pass": false, "pass": true, "score": 1}`, "pass", "none"},
		{"a folded pass key", `{"pass": true, "Pass": false, "score": 1}`, "pass", "none"},
		{"only a folded pass key", `{"Pass": false, "score": 1}`, "none", "fail"},
		{"scores that differ", `{"pass": true, "score": 1, "Score": 0}`, "pass", "none"},
		{"a nested pass", `{"pass": {"pass": true}, "score": 1}`, "pass", "none"},
	} {
		v, ok := originalVerdict(tt.reply)
		got := outcome(v, nil)
		if !ok {
			got = "none"
		}
		v, err := ParseVerdict(tt.reply)
		if ours := outcome(v, err); got != tt.original || ours != tt.ours {
			t.Errorf("%s: %s: the original says %s, we %s; want %s and %s", tt.name, tt.reply, got, ours, tt.original, tt.ours)
		}
	}
}

// randomVerdict returns an object of strict JSON with some contract keys, and
// the names of its members.
func randomVerdict(rng *rand.Rand) (reply string, keys []string) {
	passes := []string{"true", "false", "null", "0", "1", "-1", "0.0", "-0", "1e-9", "1e400", "[]", "{}", "[false]", `{"a":1}`, `""`, `"true"`, `"FALSE"`, `" True\n"`,
		`"\u00a0false\u2003"`, `"yes"`, `"t"`, `"f"`, `"  "`, `"pass"`, `"maybe"`, `"é"`, `"\u200b"`, `"\u001c"`, `"0"`, `"no"`, `"n/a"`, `"1"`, `"truetrue"`}
	scores := []string{"0", "1", "0.5", "-0.3", "1.5", "7", "-0", "1e400", "1e-400", "null", "true", "false", "[]", "{}", `""`, `"0.75"`, `" 0.75\n"`, `"+.5"`, `"5."`, `"1_0"`,
		`"1__0"`, `"_1"`, `"007"`, `"nan"`, `"-Infinity"`, `"+inf"`, `"inf "`, `"1e5"`, `"1e400"`, `"0x1"`, `"high"`, `"0,5"`, `"\u0663"`, `"90%"`, `"\u001f0.5"`, strings.Repeat("9", 310), "0.1000000000000000055511151231257827"}
	reasons := []string{"[]", `["a"]`, `["a", "b\n", "é\ud83d\ude00"]`, `[""]`, `"because"`, "null", "{}", `{"a": "b"}`, "1", "true", `["a", 1]`, `[null]`}
	hints := []string{`""`, `"add a test"`, `" \t"`, "null", "3", "[]", `["a"]`, "{}", "false", `"\u0000"`}
	members := []string{}
	add := func(key string, values []string) {
		members = append(members, strconv.Quote(key)+": "+values[rng.Intn(len(values))])
		keys = append(keys, key)
	}
	if rng.Intn(30) > 0 {
		add("pass", passes)
	}
	if rng.Intn(8) > 0 {
		add("score", scores)
	}
	if rng.Intn(2) > 0 {
		add("reasons", reasons)
	}
	if rng.Intn(2) > 0 {
		add("next_hint", hints)
	}
	switch rng.Intn(20) {
	case 0:
		add("Pass", passes)
	case 1:
		add("score", scores)
	case 2, 3:
		add("confidence", scores)
	case 4:
		add("Score", scores)
	}
	rng.Shuffle(len(members), func(i, k int) {
		members[i], members[k] = members[k], members[i]
		keys[i], keys[k] = keys[k], keys[i]
	})
	gap := []string{"", " ", "\n", "\n  ", "\t", "\r\n"}[rng.Intn(6)]
	reply = "{" + gap + strings.Join(members, ","+gap) + gap + "}"
	switch rng.Intn(4) {
	case 0:
		reply = fmt.Sprintf("```json\n%s\n```", reply)
	case 1:
		reply = " \n" + reply + "\n"
	}
	return reply, keys
}
