package speed

import (
	"encoding/json"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/kaptinlin/jsonrepair"

	"github.com/seed-bcabc8a2/jury"
	"github.com/seed-bcabc8a2/jury/internal/bench/peers"
)

// The replies that every judge writes, at the sizes that judges write them.
const (
	cleanVerdict = `{"pass": true, "score": 0.92, "reasons": ["the failing test now passes on both platforms", "the error path is covered by a new test", "no other caller of the changed function depends on the old order"], "next_hint": "add the input from the report to the regression table before the next release"}`

	wordVerdict = `{"verdict": "approve", "rating": 4, "reasons": ["the failing test now passes on both platforms", "the error path is covered by a new test", "no other caller of the changed function depends on the old order"], "next_hint": "add the input from the report to the regression table before the next release"}`

	messyVerdict = "```json\n{\n  // the verdict\n  pass: true,\n  'score': 0.92,\n  \"reasons\": [\n    \"the failing test now passes on both platforms\",\n    'the error path is covered by a new test',\n    \"no other caller depends on the old order\",\n  ],\n  \"next_hint\": \"add the input from the report to the regression table\",\n}\n```"

	review = `I went through the change file by file, and ran what could be run.

## What was asked

The task: make **Rename** keep the old name until the new one is written. The ticket gives two conditions:

1. A crash between the two writes must not lose the entry.
2. Readers never see both names.

## What I looked at

- **store/rename.go**: the new order of the writes. The entry is written under the new name first; only then is the old one removed ("write, sync, remove").
- **store/rename_test.go**: three new cases, one of them with a writer that fails at every offset in turn.
- The callers: there are four, and none of them depends on the old order.

## What I ran

| command | result |
|---|---|
| go test ./store -race | ok, 41 cases |
| go test ./... | ok |
| go vet ./... | no output |

The second condition is the one that worried me. Between the write and the removal both names exist on disk, so a reader that lists the directory could see two entries. But List() filters by the index, and the index is updated under the lock -> a reader sees either the old name or the new one. I verified that with a small program: 10,000 renames against 8 readers, and no reader ever saw both.

## What could be better

* The comment on line 88 still describes the old order. It's a small thing; it doesn't change the behavior.
* ` + "`syncDir`" + ` returns an error that is ignored on Windows. That was so before this change, too.
* Why is the temporary name built by hand? os.CreateTemp would do, and would avoid the collision that line 61 guards against.

None of these is a reason to send the change back: every condition of the ticket is covered by a test that fails without the change (I reverted the order and saw two of the three cases go red), and the invariant "never both" holds under load. I'm confident in this evaluation; what remains is polish.

`

	sentence = "I read the change twice and ran the tests that stand beside it; the second run was with the race detector on. "
)

// prose returns n bytes or a little more of text without a brace.
func prose(n int) string { return strings.Repeat(sentence, n/len(sentence)+1) }

func verdictRaces() []Race {
	before := prose(2048-len(cleanVerdict)) + "\n\n"
	proseReply := before + cleanVerdict
	fenceReply := before + "```json\n" + cleanVerdict + "\n```\n"
	longReply := prose(1<<20) + "\n" + cleanVerdict
	return []Race{
		{
			Input: "clean verdict of 300 bytes",
			Ours:  safeLine(cleanVerdict),
			Rivals: []Rival{
				{structLine("encoding/json into a struct", cleanVerdict, json.Unmarshal), 3},
				{structLine("go-json-experiment into a struct", cleanVerdict, unmarshalV2), 1.7},
				{repairLine(cleanVerdict), 10},
			},
			MaxAllocs: 5,
		},
		{
			Input:     "clean verdict in words, by a contract",
			Ours:      contractLine(wordVerdict),
			Rivals:    []Rival{{wordLine(wordVerdict), 0}},
			MaxAllocs: 5,
		},
		{
			Input:  "reply of 2 KB, prose before the verdict",
			Ours:   safeLine(proseReply),
			Rivals: []Rival{{scanLine(proseReply), 3}},
		},
		{
			Input:  "reply of 2 KB, prose and a fence around the verdict",
			Ours:   safeLine(fenceReply),
			Rivals: []Rival{{scanLine(fenceReply), 3}},
		},
		{
			Input:  "reply of 2 KB, a review before the verdict",
			Ours:   safeLine(review + cleanVerdict),
			Rivals: []Rival{{scanLine(review + cleanVerdict), 3}},
		},
		{
			Input:  "messy verdict",
			Ours:   safeLine(messyVerdict),
			Rivals: []Rival{{repairLine(messyVerdict), 10}},
		},
		{
			Input:  "reply of 1 MB, prose before the verdict",
			Ours:   safeLine(longReply),
			Rivals: []Rival{{scanLine(longReply), 0}},
			MinMBs: 1000,
		},
	}
}

func safeLine(reply string) Line { return verdictLine("jury.SafeVerdict", reply, jury.SafeVerdict) }

func verdictLine(name, reply string, parse func(string) (jury.Verdict, error)) Line {
	return Line{name, len(reply), func() bool {
		verdict, err := parse(reply)
		return err == nil && verdict.Pass && len(verdict.Reasons) == 3
	}}
}

// plainVerdict is what a caller who trusts the judge decodes into.
type plainVerdict struct {
	Pass     bool     `json:"pass"`
	Score    float64  `json:"score"`
	Reasons  []string `json:"reasons"`
	NextHint string   `json:"next_hint"`
}

func structLine(name, reply string, unmarshal func([]byte, any) error) Line {
	return Line{name, len(reply), func() bool {
		var verdict plainVerdict
		return unmarshal([]byte(reply), &verdict) == nil && verdict.Pass && len(verdict.Reasons) == 3
	}}
}

func contractLine(reply string) Line {
	contract := jury.Contract{PassKeys: []string{"verdict"}, ScoreKeys: []string{"rating"}, ScoreMin: 1, ScoreMax: 5}
	return verdictLine("jury.Contract.Parse", reply, contract.Parse)
}

func wordLine(reply string) Line {
	return Line{"encoding/json into a struct", len(reply), func() bool {
		var verdict struct {
			Verdict  string   `json:"verdict"`
			Rating   float64  `json:"rating"`
			Reasons  []string `json:"reasons"`
			NextHint string   `json:"next_hint"`
		}
		return json.Unmarshal([]byte(reply), &verdict) == nil && verdict.Verdict == "approve" && len(verdict.Reasons) == 3
	}}
}

func unmarshalV2(data []byte, v any) error { return jsonv2.Unmarshal(data, v) }

func scanLine(reply string) Line {
	return Line{"balanced scan and encoding/json", len(reply), func() bool {
		object, ok := peers.FirstObject(reply)
		if !ok {
			return false
		}
		var verdict plainVerdict
		return json.Unmarshal([]byte(object), &verdict) == nil && verdict.Pass
	}}
}

func repairLine(reply string) Line {
	return Line{"jsonrepair and encoding/json", len(reply), func() bool {
		repaired, err := jsonrepair.Repair(reply)
		if err != nil {
			return false
		}
		var verdict plainVerdict
		return json.Unmarshal([]byte(repaired), &verdict) == nil && verdict.Pass
	}}
}

// hostile lists the shapes that make a careless reader look twice, recurse, or
// look back, each as a unit to repeat, with what stands before and after.
var hostile = []struct{ name, head, unit, tail string }{
	{"opening braces", "", "{", ""},
	{"opening brackets", "", "[", ""},
	{"objects in objects", "", `{"a":`, ""},
	{"objects in arrays", "", `[{"a":`, ""},
	{"pass keys, deeper and deeper", "", `{"pass":`, ""},
	{"closing braces", "", "}", ""},
	{"quotes", "", `"`, ""},
	{"string never closed", `{"reasons": ["`, "x", ""},
	{"escapes", `{"reasons": ["`, `\`, ""},
	{"unicode escapes", `{"reasons": ["`, `\u0022`, ""},
	{"single quotes", "{", "'", ""},
	{"curly quotes", "{", "“", ""},
	{"empty objects", "", "{} ", ""},
	{"passes, one after the other", "", `{"pass": true, "score": 1} `, ""},
	{"fails, one after the other", "", `{"pass": false, "score": 0} `, ""},
	{"verdicts in one array", "[", `{"pass": true, "score": 1},`, "]"},
	{"one key, again and again", "{", `"pass": true,`, "}"},
	{"members, a verdict last", "{", `"k": 0,`, `"pass": true, "score": 1}`},
	{"comments never closed", "", "{/*", ""},
	{"line comments", "{", "// x\n", "}"},
	{"thinking tags", "", "<think>", `{"pass": true, "score": 1}`},
	{"closing tags", "<think>", "</thinking>", `{"pass": true, "score": 1}`},
	{"keys before colons in prose", "", "score : ", `{"pass": true, "score": 1}`},
	{"labels with marks", "", "**pass** ", `{"pass": true, "score": 1}`},
	{"white space after a key", `pass`, " ", `: {"pass": true, "score": 1}`},
	{"backslashes after a brace", "{", `\ `, `{"pass": true, "score": 1}`},
	{"digits", `{"pass": true, "score": `, "1", "}"},
	{"fences", "", "```json\n", `{"pass": true, "score": 1}`},
}

func verdictGrowths() []Growth {
	var growths []Growth
	for _, shape := range hostile {
		line := func(n int) Line {
			return anyReplyLine(shape.head + strings.Repeat(shape.unit, n/len(shape.unit)) + shape.tail)
		}
		growths = append(growths, Growth{
			Shape:    "reply: " + shape.name,
			Small:    line(smallSize),
			Large:    line(largeSize),
			Ratio:    1.5,
			MaxNanos: 30e6,
		})
	}
	return growths
}

func anyReplyLine(reply string) Line {
	return Line{"jury.SafeVerdict", len(reply), func() bool {
		_, _ = jury.SafeVerdict(reply) // an error is as good an end as a verdict
		return true
	}}
}
