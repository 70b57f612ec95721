package jury

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/seed-bcabc8a2/jury/internal/extract"
)

// readings read a reply in every way that works in buffers, and return what a
// caller sees.
var readings = []struct {
	name string
	read func(reply string) []any
}{
	{"SafeVerdict", func(reply string) []any { v, err := SafeVerdict(reply); return []any{v, err} }},
	{"ParseVerdict", func(reply string) []any { v, err := ParseVerdict(reply); return []any{v, err} }},
	{"ParseCriterionScore", func(reply string) []any { s, err := ParseCriterionScore(reply, "a"); return []any{s, err} }},
	{"Decode", func(reply string) []any { d, err := Decode[map[string]any](reply, "pass"); return []any{d, err} }},
	{"Round.Add", func(reply string) []any { var r Round; err := r.Add(reply, "a", "v"); return []any{r, err} }},
}

// usedOften is more nodes and finds than are kept from one reply to the next.
const usedOften = 1 << 11

// bufferReplies are replies that use the buffers in every way: one verdict and
// several, none, errors halfway, and more nodes than are kept.
func bufferReplies(t testing.TB) []string {
	replies := []string{
		"",
		`{"pass": true, "score": 1}`,
		`{"pass": true, "score": 1} {"pass": false} {"pass": true, "score": 1}`,
		`[{"pass": true, "score": 1}] {"a": [`,
		`{"score": 7, "findings": [{"severity": "veto", "finding": "x"}]} {"score": 7, "findings": [{"severity": "veto", "finding": "x"}]}`,
		`{"pass": true, "score": 1, "reasons": [` + strings.Repeat(`"a", `, usedOften) + `"b"]}`,
		strings.Repeat(`{"pass": true, "score": 1}`, usedOften),
	}
	for _, tt := range loadCases[struct{ Reply string }](t, "attacks.jsonl") {
		replies = append(replies, tt.Reply)
	}
	return replies
}

// What a reply says does not depend on what was read before it, nor on what is
// read at the same time.
func TestBuffersHoldNothingOver(t *testing.T) {
	replies := bufferReplies(t)
	for _, tt := range readings {
		t.Run(tt.name, func(t *testing.T) {
			fresh := make([][]any, len(replies))
			for i, reply := range replies {
				runtime.GC() // twice empties the pool, as if nothing was read yet
				runtime.GC()
				fresh[i] = tt.read(reply)
			}
			var readers sync.WaitGroup
			for step := 1; step <= 4; step++ {
				readers.Add(1)
				go func() {
					defer readers.Done()
					for i := range replies {
						at := (i*step + step) % len(replies)
						if got := tt.read(replies[at]); !reflect.DeepEqual(got, fresh[at]) {
							t.Errorf("%q: %+v, alone %+v", replies[at], got, fresh[at])
						}
					}
				}()
			}
			readers.Wait()
		})
	}
}

// Nothing is allocated but what is returned, and where text stands around the
// verdict of a contract with keys of its own, the list of these.
func TestAllocations(t *testing.T) {
	if isRaceBuild() {
		t.Skip("the race detector throws buffers away")
	}
	words := Contract{PassKeys: []string{"verdict"}, PassWords: []string{"ship it"}, PassScore: 0.5}
	for _, tt := range []struct {
		name  string
		read  func(reply string) (Verdict, error)
		reply string
		want  float64
	}{
		{"a pass: the reasons", SafeVerdict, `{"pass": true, "score": 1, "reasons": ["a", "b"], "next_hint": "c"}`, 1},
		{"prose around it: the reasons", SafeVerdict, "It's done: \"all\" of it.\n```json\n{pass: True, 'score': .9, \"reasons\": [\"a\",]}\n```", 1},
		{"a fail without reasons: nothing", SafeVerdict, `{"pass": false, "score": 0}`, 0},
		{"verdicts that agree: the reasons of one", SafeVerdict, `{"pass": true, "score": 1, "reasons": ["a"]} {"pass": true, "score": 1, "reasons": ["a"]}`, 1},
		{"an escape: the string it stands for", SafeVerdict, `{"pass": true, "score": 1, "next_hint": "a\"b"}`, 1},
		{"the original contract: the reasons", ParseVerdict, `{"pass": "yes", "score": "7", "reasons": ["a"]}`, 1},
		{"a contract: the reasons", words.Parse, `{"verdict": "Ship-It", "score": 0.5, "reasons": ["a"]}`, 1},
		{"a contract with prose: the reasons and its keys", words.Parse, `Here: {"verdict": "Ship-It", "score": 0.5, "reasons": ["a"]}`, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := tt.read(tt.reply); err != nil {
				t.Fatal(err)
			}
			if got := testing.AllocsPerRun(100, func() { tt.read(tt.reply) }); got != tt.want {
				t.Errorf("%v allocations, want %v", got, tt.want)
			}
		})
	}
}

// A reason of a long reply is a copy, so that keeping it keeps no more; one of a
// short reply is a part of it.
func TestSharedMemory(t *testing.T) {
	const verdict = `{"pass": true, "score": 1, "reasons": ["it works"], "next_hint": "ship it"}`
	for _, tt := range []struct {
		size   int
		shared bool
	}{{extract.MaxShared, true}, {extract.MaxShared + 1, false}} {
		for _, filler := range []string{"a", "\n"} {
			reply := strings.Repeat(filler, tt.size-len(verdict)-1) + "\n" + verdict
			v, err := SafeVerdict(reply)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{v.Reasons[0], v.NextHint} {
				if got := isPart(text, reply); got != tt.shared {
					t.Errorf("%q is a part of a reply of %d bytes with %q: %v, want %v", text, len(reply), filler, got, tt.shared)
				}
			}
		}
	}
}

// isPart reports whether part shares the memory of whole.
func isPart(part, whole string) bool {
	start := uintptr(unsafe.Pointer(unsafe.StringData(whole)))
	at := uintptr(unsafe.Pointer(unsafe.StringData(part)))
	return at >= start && at < start+uintptr(len(whole))
}
