package jury

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-bcabc8a2/jury/internal/jurytest"
)

// FuzzDecideVerification decides rounds that are read from JSON, where a score
// of -1 stands for wild, which may be what JSON cannot say. The laws of the
// decision hold for every one that is not refused.
func FuzzDecideVerification(f *testing.F) {
	for _, c := range decideCases(f) {
		round, policy := c.input()
		round.Scores = slices.Clone(round.Scores)
		wild := math.NaN()
		for i := range round.Scores {
			if s := &round.Scores[i].Score; math.IsNaN(*s) || math.IsInf(*s, 0) {
				wild, *s = *s, -1
			}
		}
		text, err := json.Marshal(round)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, wild, policy.AcceptMean, policy.QuorumFraction, policy.CriterionFloor, policy.RepairOnBlocking, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, wild, mean, quorum, floor float64, blocking bool, seed uint64) {
		var round Round
		if json.Unmarshal(text, &round) != nil || len(round.Scores) > 100 {
			return
		}
		for i := range round.Scores {
			if s := &round.Scores[i].Score; *s == -1 {
				*s = wild
			}
		}
		policy := Policy{AcceptMean: mean, QuorumFraction: quorum, CriterionFloor: floor, RepairOnBlocking: blocking}
		got, err := DecideVerification(round, policy)
		again, err2 := DecideVerification(round, policy)
		if !reflect.DeepEqual(got, again) || (err == nil) != (err2 == nil) {
			t.Fatal("twice is not the same")
		}
		if err != nil {
			if !errors.Is(err, ErrPolicy) && !errors.Is(err, ErrRound) || !reflect.DeepEqual(got, Decision{}) {
				t.Fatalf("%+v, %v", got, err)
			}
			return
		}
		if len(round.CriterionIDs) == 0 {
			round.CriterionIDs = nil // what the laws go by
		}
		d := dice(seed)
		for _, law := range []func(*testing.T, *dice, Round, Policy, Decision){
			lawRecord, lawAccept, lawVeto, lawRaise, lawSameVerifier, lawSetAside, lawOrder, lawInvalidCount, lawText,
		} {
			law(t, &d, round, policy, got)
		}
	})
}

func FuzzParseRubric(f *testing.F) {
	addRubrics(f)
	f.Fuzz(func(t *testing.T, markdown string) {
		r, err := ParseRubric(markdown)
		if again, err2 := ParseRubric(markdown); !cmp.Equal(r, again) || (err == nil) != (err2 == nil) {
			t.Fatal("the same text read in two ways")
		}
		lawOfLineEnds(t, markdown, r, err)
		lawOfComments(t, markdown, r, err)
		if err != nil {
			lawOfRubricErrors(t, r, err)
			return
		}
		lawOfIDs(t, r.Criteria)
		lawOfDescriptions(t, r)
		lawOfFormat(t, r)
		lawOfNoLoss(t, markdown, r)
		if again, err := NormalizeCriteria(r.Criteria); err != nil || !cmp.Equal(r.Criteria, again) {
			t.Errorf("a parsed rubric normalizes to %v, %v", again, err)
		}
	})
}

// addRubrics seeds with every rubric of the tables.
func addRubrics(f *testing.F) {
	for _, tt := range readCases[rubricCase](f, "testdata/cases/rubric.jsonl") {
		f.Add(tt.Markdown)
	}
	for _, tt := range jurytest.Outlines {
		f.Add(tt.Src)
		f.Add(crit("### A\n" + tt.Src))
	}
	for _, tt := range rubricTests {
		f.Add(tt.src)
	}
	for _, tt := range rubricErrorTests {
		f.Add(tt.src)
	}
	for _, tt := range readCases[layoutCase](f, "testdata/cases/rubrics2.jsonl") {
		f.Add(tt.Markdown)
	}
	for _, tt := range listTests {
		f.Add(crit(tt.src))
	}
	for _, tt := range layoutErrorTests {
		f.Add(tt.src)
	}
	for _, tt := range hostileRubrics {
		f.Add(tt.build(100))
	}
}

func FuzzRubricFormat(f *testing.F) {
	f.Add("note", "a", "A", "x", 0, 0.0, "b", "B", "y")
	f.Add("", "a", "A", "x\n### Evil {#x}\ny", 3, 12.5, "b", "B {#c weight=2}", "```\n")
	for _, tt := range jurytest.Outlines {
		f.Add("", "a", "A", tt.Src, maxWeight, 20.0, "a_2", "A", "x")
		f.Add(tt.Src, "a", "A", "x", -1, 1e-300, "b", tt.Src, "y")
	}
	f.Fuzz(func(t *testing.T, note, id1, name1, text1 string, weight int, floor float64, id2, name2, text2 string) {
		r := Rubric{note, []Criterion{{ID: id1, Name: name1, Description: text1, Weight: weight, Floor: floor}, {ID: id2, Name: name2, Description: text2}}}
		text, err := r.Format()
		if err != nil {
			lawOfRubricErrors(t, Rubric{}, err)
			return
		}
		back, err := ParseRubric(text)
		if err != nil || !cmp.Equal(r, back) {
			t.Errorf("%v reads back as %v, %v", r, back, err)
		}
	})
}

func FuzzNormalizeCriteria(f *testing.F) {
	for _, tt := range readCases[normalizeCase](f, "testdata/cases/normalize.jsonl") {
		f.Add([]byte(tt.Input))
	}
	for _, tt := range normalizeTests {
		if data, err := json.Marshal(tt.in); err == nil {
			f.Add(data)
		}
	}
	f.Add([]byte(`{"a":"x","a":"y"}`))
	f.Add([]byte(`[{"id":"a","id":"b"}] {}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		criteria, err := NormalizeCriteria(data)
		if !bytes.Equal(before, data) {
			t.Fatal("the input changed")
		}
		if err != nil {
			lawOfRubricErrors(t, Rubric{"", criteria}, err)
			return
		}
		lawOfIDs(t, criteria)
		if again, err := NormalizeCriteria(criteria); err != nil || !cmp.Equal(criteria, again) {
			t.Errorf("%v normalizes to %v, %v", criteria, again, err)
		}
		var decoded any
		if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\uFEFF")), &decoded); err != nil {
			t.Fatalf("read what is no JSON: %v", err)
		}
		fromAny, err := NormalizeCriteria(decoded)
		if _, list := decoded.([]any); list && !cmp.Equal(criteria, fromAny) || err != nil || len(fromAny) != len(criteria) {
			t.Errorf("%v as text, %v, %v as values", criteria, fromAny, err)
		}
	})
}

func FuzzAssignIDs(f *testing.F) {
	long := strings.Repeat("a", maxID)
	f.Add("Style\nStyle\nStyle 2", "\x00\x00\x00")
	f.Add(long+"\n"+long[1:]+"\n"+long+"b\n"+long[2:]+"_2", "\x00\x01\x00\x01")
	f.Fuzz(func(t *testing.T, lines, pins string) {
		names := strings.Split(lines, "\n")
		if len(names) > 200 {
			t.Skip("the twin is slow")
		}
		ids, pinned := make([]string, len(names)), make([]bool, len(names))
		taken := map[string]bool{}
		for i, name := range names {
			ids[i], pinned[i] = slug(name), i < len(pins) && pins[i]&1 == 1 && isID(name)
			if slug(ids[i]) != ids[i] {
				t.Errorf("%q is not its own slug", ids[i])
			}
			if pinned[i] {
				ids[i] = name
				taken[name] = true
			}
		}
		got := assigned(ids, pinned)
		if diff := cmp.Diff(assignIDsSlowly(ids, pinned), got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		for i, id := range got {
			if !pinned[i] && (taken[id] || slug(id) != id) {
				t.Errorf("the derived %q takes a pin or is not its own slug", id)
			}
		}
	})
}

// addReplies seeds a target with the replies of every case file and of every
// table of replies.
func addReplies(f *testing.F, add func(reply string)) {
	type row struct{ Reply string }
	for _, name := range []string{"original-verdict.jsonl", "verdict.jsonl", "attacks.jsonl", "contract.jsonl", "score.jsonl", "decode.jsonl"} {
		for _, tt := range loadCases[row](f, name) {
			add(tt.Reply)
		}
	}
	for _, tt := range quirkRows {
		add(tt.input)
	}
	for _, tt := range passingReplies {
		add(tt.reply)
	}
}

// FuzzSafeVerdict holds the safe door to the laws.
func FuzzSafeVerdict(f *testing.F) {
	addReplies(f, func(reply string) { f.Add(reply) })
	d := safeDoor(Contract{})
	f.Fuzz(func(t *testing.T, reply string) {
		d.check(t, reply)
		checkDoorsAgree(t, reply)
	})
}

// FuzzParseVerdict holds the original door to the laws, and to the original
// where the reply is strict JSON.
func FuzzParseVerdict(f *testing.F) {
	addReplies(f, func(reply string) { f.Add(reply) })
	d := originalDoor()
	f.Fuzz(func(t *testing.T, reply string) {
		d.check(t, reply)
		checkOriginal(t, reply)
	})
}

// FuzzContract holds every valid contract to the laws, and an invalid one to
// ErrContract.
func FuzzContract(f *testing.F) {
	for _, name := range []string{"verdict.jsonl", "attacks.jsonl", "contract.jsonl"} {
		for _, tt := range loadCases[verdictCase](f, name) {
			c := tt.contract(f)
			first := func(list []string) string { return append(list, "")[0] }
			f.Add(tt.Reply, first(c.PassKeys), first(c.ScoreKeys), first(c.PassWords), first(c.FailWords),
				c.ScoreMin, c.ScoreMax, c.PassScore, c.Nonce, uint32(c.Allow), uint32(c.Refuse))
		}
	}
	for _, tt := range failsBesidePass { // what a verdict with a nonce meets after it
		f.Add(`{"pass": true, "score": 1, "nonce": "k7Q"}`+"\n"+tt.text, "", "", "", "", 0.0, 0.0, 0.0, "k7Q", uint32(QuirkProseAfter), uint32(0))
	}
	f.Add(`{"ok": "ship it", "score": 7}`, "ok", "", "ship it", "hold", 0.0, 10.0, 6.5, "", uint32(0), uint32(0))
	f.Fuzz(func(t *testing.T, reply, passKey, scoreKey, passWord, failWord string, low, high, passScore float64, nonce string, allow, refuse uint32) {
		c := Contract{ScoreMin: low, ScoreMax: high, PassScore: passScore, Nonce: nonce, Allow: Quirks(allow), Refuse: Quirks(refuse)}
		for _, one := range []struct {
			list *[]string
			word string
		}{{&c.PassKeys, passKey}, {&c.ScoreKeys, scoreKey}, {&c.PassWords, passWord}, {&c.FailWords, failWord}} {
			if one.word != "" {
				*one.list = []string{one.word}
			}
		}
		if err := c.Validate(); err != nil {
			v, parseErr := c.Parse(reply)
			if !errors.Is(err, ErrContract) || !errors.Is(parseErr, ErrContract) || !reflect.DeepEqual(v, Verdict{}) {
				t.Fatalf("%+v: %v; Parse returns %+v, %v", c, err, v, parseErr)
			}
			return
		}
		if !json.Valid(c.Schema()) {
			t.Errorf("%+v: the schema is no JSON: %s", c, c.Schema())
		}
		safeDoor(c).check(t, reply)
		tighter := c
		tighter.Refuse = AllQuirks
		if v, _ := tighter.Parse(reply); v.Pass {
			if w, err := c.Parse(reply); !w.Pass {
				t.Errorf("%q passes only where every quirk is refused: %v", reply, err)
			}
		}
	})
}

// FuzzDecode holds Decode to encoding/json where the reply is strict JSON, and
// to the laws of finding.
func FuzzDecode(f *testing.F) {
	addReplies(f, func(reply string) { f.Add(reply, "verdict"); f.Add(reply, "pass") })
	f.Fuzz(func(t *testing.T, reply, key string) {
		checkDecode[map[string]any](t, reply, key)
		checkDecode[[]map[string]any](t, reply, key)
		checkDecode[struct{ Verdict, Pass string }](t, reply, key)
	})
}

// FuzzCriterionScore holds reports to their laws.
func FuzzCriterionScore(f *testing.F) {
	addReplies(f, func(reply string) { f.Add(reply, ""); f.Add(reply, "tests") })
	f.Fuzz(func(t *testing.T, reply, id string) { checkCriterionScore(t, reply, id) })
}

// FuzzRoundAdd holds rounds to their laws: every reply is counted once, and no
// veto is lost with its report.
func FuzzRoundAdd(f *testing.F) {
	addReplies(f, func(reply string) { f.Add(reply, ""); f.Add(reply, "tests") })
	f.Fuzz(func(t *testing.T, reply, id string) { checkRoundAdd(t, reply, id) })
}

// FuzzAddAll holds rounds of replies on several criteria to their laws: no score of
// what is cut off, one at most for a criterion, and what Add makes of one report.
func FuzzAddAll(f *testing.F) {
	addReplies(f, func(reply string) { f.Add(reply) })
	for _, reply := range []string{
		`[{"criterion_id": "a", "score": 18}, {"criterion_id": "tests", "score": 12, "findings": ["leaks"]}]`,
		`{"a": {"score": 18}, "tests": {"criterion_id": "tests", "score": "n/a"}}`,
		`{"reports": [{"a": {"score": 18}}, {"score": 3}]}`,
	} {
		f.Add(reply)
	}
	f.Fuzz(func(t *testing.T, reply string) { checkAddAll(t, reply) })
}
