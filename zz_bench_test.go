package jury

import (
	"strings"
	"testing"
)

var benchClean = `{"pass": false, "score": 0.35, "reasons": ["the retry loop never backs off, so a dead server is hammered", "TestRetry passes only because the fake clock is frozen at zero for all of the run", "no test covers a cancelled context"], "next_hint": "add exponential backoff and a test that cancels the context"}`

func BenchmarkZZ(b *testing.B) {
	pass := strings.Replace(benchClean, "false", "true", 1)
	prose := strings.Repeat("I looked at the diff carefully: the tests run, and nothing else in it seems to be wrong.\n", 19)
	for _, tt := range []struct{ name, in string }{
		{"cleanfail", benchClean}, {"cleanpass", pass}, {"prosepass", prose + pass}, {"fenced", prose + "```json\n" + pass + "\n```\n"},
		{"braces", strings.Repeat("{", 1<<20) + pass}, {"pass:", strings.Repeat("pass: ", 1<<17) + pass}, {"wrappers", strings.Repeat(`{"result":{}}`, 1<<17-1<<16) + pass},
		{"quoted", strings.Repeat(`{'`, 1<<19) + pass},
	} {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(tt.in)))
			for i := 0; i < b.N; i++ {
				SafeVerdict(tt.in)
			}
		})
	}
}
