package jury

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// maxMegabyte is the longest that a reply of 1 MB may take: so long that only a
// shape of quadratic time reaches it, which would else hold up the tests.
const maxMegabyte = 4 * time.Second

// hostileReplies are texts that slow readers read in more than linear time.
// Each stands before a passing verdict.
var hostileReplies = []struct {
	name, reason string
	build        func(n int) string
}{
	{"braces", "each may open an object", func(n int) string { return grow(n, same("{")) }},
	{"closing braces", "each may close one", func(n int) string { return grow(n, same("}")) }},
	{"brackets", "each may open a list", func(n int) string { return grow(n, same("[")) }},
	{"closing brackets", "each may close one", func(n int) string { return grow(n, same("]")) }},
	{"brackets of closing tags", "each is skipped", func(n int) string { return grow(n, same("[/")) }},
	{"double quotes", "each may open a string", func(n int) string { return "{" + grow(n, same(`"`)) }},
	{"braces and quotes", "each string may run to the end", func(n int) string { return grow(n, same(`{"`)) }},
	{"braces and single quotes", "each string may run to the end", func(n int) string { return grow(n, same(`{'`)) }},
	{"braces and smart quotes", "each string may run to the end", func(n int) string { return grow(n, same(`{“`)) }},
	{"quotes of each kind", "each looks for its partner", func(n int) string { return grow(n, same("{\"'`“‘")) }},
	{"backslashes", "each may escape", func(n int) string { return `{"a": "` + grow(n, same(`\`)) }},
	{"backslashes outside", "each may stand before a quote", func(n int) string { return grow(n, same(`\`)) + `":` }},
	{"escapes", "each is decoded", func(n int) string { return `{"pass": "` + grow(n, same(`\u0041\ud83d\ude00\n`)) + `"}` }},
	{"unknown escapes", "each is kept", func(n int) string { return `{"pass": "` + grow(n, same(`\q`)) + `"}` }},
	{"bytes that are no UTF-8", "each is replaced", func(n int) string { return `{"pass": "` + grow(n, same("\xff")) + `"}` }},
	{"fences", "each may hold the verdict", func(n int) string { return grow(n, same("```json\n")) }},
	{"backticks", "one long fence", func(n int) string { return grow(n, same("`")) }},
	{"fences around braces", "each may hold the verdict", func(n int) string { return grow(n, same("```\n{\n```\n")) }},
	{"block comments", "each looks for its end", func(n int) string { return grow(n, same("{/*")) }},
	{"line comments", "each looks for its end", func(n int) string { return grow(n, same("{//")) }},
	{"hash comments", "each looks for its end", func(n int) string { return grow(n, same("{#")) }},
	{"comments inside", "each is a blank", func(n int) string { return "{" + grow(n, same("/**/#\n")) + "}" }},
	{"nested keys", "each object is deeper", func(n int) string { return grow(n, same(`{"a":`)) }},
	{"nested pass keys", "each object may be a verdict", func(n int) string { return grow(n, same(`{"pass":`)) }},
	{"nesting at the limit", "each value is as deep as may be", func(n int) string {
		return grow(n, same(strings.Repeat("[", lenient.MaxDepth)+strings.Repeat("]", lenient.MaxDepth)))
	}},
	{"nesting past the limit", "each is broken at its deepest", func(n int) string { return grow(n, same(strings.Repeat("[", lenient.MaxDepth+1))) }},
	{"broken verdicts", "each says fail", func(n int) string { return grow(n, same(`{"pass": false, x `)) }},
	{"passing verdicts", "each must agree with all others", func(n int) string { return grow(n, same(`{"pass":true,"score":1}`)) }},
	{"passing verdicts on lines", "what stands between is looked at", func(n int) string { return grow(n, same("{\"pass\":true,\"score\":1} :\n")) }},
	{"failing verdicts", "each is overruled by the next", func(n int) string { return grow(n, same(`{"pass":false}`)) }},
	{"labelled verdicts", "each may judge another thing", func(n int) string {
		return grow(n, func(i int) string { return fmt.Sprintf(`{"name":"%d","pass":true,"score":1}`, i) })
	}},
	{"a long label", "compared with each other one", func(n int) string {
		label := `{"pass":true,"score":1,"id":"` + strings.Repeat("x", 200) + `"}`
		return grow(n, same(label))
	}},
	{"pass members", "each must agree with all others", func(n int) string { return "{" + grow(n, same(`"pass":true,`)) + `"score":1}` }},
	{"folded pass members", "each must agree with all others", func(n int) string { return "{" + grow(n, same(`"Pass ":true,`)) + `"score":1}` }},
	{"score members", "each must be equal", func(n int) string { return `{"pass":true,` + grow(n, same(`"score":1,`)) + `}` }},
	{"reasons members", "each must be equal", func(n int) string { return `{"pass":true,"score":1,` + grow(n, same(`"reasons":["x"],`)) + `}` }},
	{"keys", "each may be one of the contract", func(n int) string { return "{" + grow(n, same(`"a":1,`)) + `"pass":true,"score":1}` }},
	{"keys of invisible characters", "each is folded", func(n int) string { return `{"` + grow(n, same("\u200b")) + `pass":true,"score":1}` }},
	{"long keys", "each is folded", func(n int) string { return `{"` + grow(n, same("pass ")) + `":true}` }},
	{"keys in a pass value", "each may be one of the contract", func(n int) string { return `{"pass":{` + grow(n, same(`"a":{},`)) + `}}` }},
	{"reasons", "each is kept", func(n int) string { return `{"pass":true,"score":1,"reasons":[` + grow(n, same(`"x",`)) + `]}` }},
	{"reasons that are lists", "each is written again", func(n int) string {
		return `{"pass":true,"score":1,"reasons":[` + grow(n, same(`[[{"a":[]}]],`)) + `]}`
	}},
	{"wrappers of one member", "each may hold the verdict", func(n int) string { return grow(n, same(`{"result":`)) }},
	{"wrappers side by side", "each may hold the verdict", func(n int) string { return grow(n, same(`{"result":{}}`)) }},
	{"lists of one", "each may hold the verdict", func(n int) string { return grow(n, same(`[{}]`)) }},
	{"digits", "one long number", func(n int) string { return `{"pass":true,"score":` + grow(n, same("9")) + "}" }},
	{"digits in quotes", "one long number", func(n int) string { return `{"pass":true,"score":"` + grow(n, same("1_0")) + `"}` }},
	{"numbers", "each is read", func(n int) string { return `{"a":[` + grow(n, same("-1.5e+3,")) + `1],"pass":true,"score":1}` }},
	{"thinking tags", "each may open a block", func(n int) string { return grow(n, same("<think>")) }},
	{"thinking tags with attributes", "each looks for its end", func(n int) string { return grow(n, same("<think ")) }},
	{"thinking tags in brackets", "each may open a block", func(n int) string { return grow(n, same("[think ")) }},
	{"closing thinking tags", "each may close the block", func(n int) string { return "<think>" + grow(n, same("</thinking>")) }},
	{"thinking tags before verdicts", "each must be closed", func(n int) string {
		return grow(n, same(`<think></think>{"pass":true,"score":1}`))
	}},
	{"colons", "each may follow a key", func(n int) string { return grow(n, same(":")) }},
	{"colons and spaces", "each may follow a key", func(n int) string { return grow(n, same(": ")) }},
	{"spaces before colons", "a key may stand far before", func(n int) string { return `"pass"` + grow(n, same(" ")) + ":" }},
	{"equals, pipes, dashes", "each may follow a label", func(n int) string { return grow(n, same("=|-–→")) }},
	{"dashes and spaces", "each may follow a label", func(n int) string { return grow(n, same(" - ")) }},
	{"marks", "each may stand around a key", func(n int) string { return grow(n, same("*_`>")) + ":" }},
	{"question marks", "each may follow a label", func(n int) string { return grow(n, same("? ")) }},
	{"key names", "each before a colon in prose", func(n int) string { return grow(n, same("pass: ")) }},
	{"key names near", "each one edit away", func(n int) string { return grow(n, same(`"xpass" `)) }},
	{"key names and pipes", "each may be a row of a table", func(n int) string { return grow(n, same("| pass | ok | ")) }},
	{"quoted names", "each before a colon in prose", func(n int) string { return grow(n, same(`"name": `)) }},
	{"HTML quotes", "each may stand around a key", func(n int) string { return grow(n, same("&quot;")) + ":" }},
	{"HTML quotes and colons", "each may stand around a key", func(n int) string { return grow(n, same("&quot;:")) }},
	{"ampersands", "each may begin a quote", func(n int) string { return grow(n, same("&")) + ":" }},
	{"escaped quotes", "each may stand around a key", func(n int) string { return grow(n, same(`\":`)) }},
	{"braces and blanks", "a key may follow", func(n int) string { return grow(n, same(`{ " `)) }},
	{"a brace and blanks", "a key may follow far away", func(n int) string { return "{" + grow(n, same(" ")) + "x}" }},
	{"invisible characters", "each is skipped", func(n int) string { return "x" + grow(n, same("\u200b:")) }},
	{"blanks around", "all are trimmed", func(n int) string { return grow(n/2, same("\u200b\u00a0")) + "{}" + grow(n/2, same("\n\ufeff")) }},
	{"closing tags", "each is an ending", func(n int) string { return `{"pass":true,"score":1}` + grow(n, same("</s>")) }},
	{"line breaks", "each may part members", func(n int) string { return `{"a":1` + grow(n, same("\n")) + `"pass":true,"score":1}` }},
	{"commas", "each may part members", func(n int) string { return "[" + grow(n, same(",")) + "]" }},
	{"ellipses", "each is an element", func(n int) string { return "[" + grow(n, same("...,")) + "]" }},
	{"an encoded reply", "it is decoded first", func(n int) string { return `"` + grow(n, same(`{\"pass\":`)) + `"` }},
	{"full-width colons", "each may follow a key", func(n int) string { return grow(n, same("：")) }},
	{"prose", "the honest reply", func(n int) string { return grow(n, same("It reads well, and it's tested. ")) }},
}

// TestHostileRepliesGrow holds the time per byte at 1 MB to that at 32 KB, and
// the time at 1 MB to maxMegabyte. Quadratic growth would be 32 times the time per
// byte; the margin and the tries are for a busy machine. A shape that is slow when small is not tried large.
func TestHostileRepliesGrow(t *testing.T) {
	if isRaceBuild() {
		t.Skip("the race detector changes what is measured, and nothing here runs at once")
	}
	const small, large, most, tries = 32 << 10, 1 << 20, 12, 6
	for _, tt := range hostileReplies {
		t.Run(tt.name, func(t *testing.T) {
			if tt.reason == "" {
				t.Fatal("a reason is required")
			}
			read := func(n int) func() {
				reply := tt.build(n) + "\n{\"pass\": true, \"score\": 1}"
				return func() { SafeVerdict(reply) }
			}
			readSmall, readLarge := read(small), read(large)
			for try := 1; ; try++ {
				quick := fastest(4, readSmall)
				slow := maxMegabyte + 1
				if quick <= maxMegabyte/4 {
					slow = fastest(1, readLarge)
				}
				ratio := float64(slow) / large / (float64(quick) / small)
				if ratio <= most && slow <= maxMegabyte {
					return
				}
				if try == tries || slow == maxMegabyte+1 {
					t.Fatalf("32 KB takes %v, 1 MB %v: %.1f times as long for a byte; at most are %v and %v times", quick, slow, ratio, maxMegabyte, most)
				}
			}
		})
	}
}

// What is kept of a report that cannot be read is looked for in linear time.
func TestHostileReportsGrow(t *testing.T) {
	if isRaceBuild() {
		t.Skip("the race detector changes what is measured, and nothing here runs at once")
	}
	for _, part := range []string{
		"severity: veto ", "severity:   ", "❌❌❌ severity: veto ", `"severity": "veto|`, `{"severity":veto}`, `{"severity":"veto",`,
		"no no no veto ", "|veto\n|-|\n", "veto/", "veto:\n", `["{\"severity\": \"veto\"}",`, `{"findings":["x`, `{"criterion_id":"a","score":18},`,
		"veto\n", "Vetoes: (none)\n", "\n\"veto\": [],", `{"veto":{`, `{"blocking":[`, `{"findings":[`, "[\"x\",\n'",
	} {
		t.Run(part, func(t *testing.T) {
			checkGrowth(t, mostGrowth, func(n int) func() {
				reply := strings.Repeat(part, n/len(part))
				return func() {
					round := NewRound([]Criterion{{ID: "a"}}, 1)
					_ = round.Add(reply, "a", "v") // what is kept counts, not the error
					_ = round.AddAll(reply, "v")
				}
			}, 32<<10, 1<<20)
		})
	}
}

// isRaceBuild reports whether the race detector is on.
func isRaceBuild() bool {
	info, _ := debug.ReadBuildInfo()
	if info != nil {
		for _, s := range info.Settings {
			if s.Key == "-race" {
				return s.Value == "true"
			}
		}
	}
	return false
}
