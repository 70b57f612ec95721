package lenient

import (
	"math/rand"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/jurytest"
)

// FuzzLenientJSON holds the reader to its twin, to encoding/json where the text
// is strict, and its nodes to what their readers rely on.
func FuzzLenientJSON(f *testing.F) {
	for _, tt := range grammarRows {
		f.Add(tt.in)
	}
	rng := rand.New(rand.NewSource(5))
	for range 100 {
		f.Add(jurytest.RandomJSON(rng))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" || text[0] != '{' && text[0] != '[' {
			return
		}
		checkStrictJSON(t, text)
		checkTwin(t, text)
		s := readText(text)
		if s.Ending != Whole {
			return
		}
		written := string(s.AppendJSON(nil, 0))
		again := readText(written)
		if again.Ending != Whole || again.Beyond != 0 || string(again.AppendJSON(nil, 0)) != written {
			t.Errorf("%q is written as %q, which reads back as %q with %v", text, written, again.AppendJSON(nil, 0), again.Beyond)
		}
		for end := 1; end < s.Span.End && s.Span.End < 500; end++ {
			if readText(text[:end]).Ending == Whole {
				t.Errorf("%q is whole, and so is its part %q", text[:s.Span.End], text[:end])
			}
		}
	})
}
