package jury

import (
	"sync/atomic"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/jurytest"
)

// pieces are what the replies of TestExhaustiveReplies are made of: a verdict
// of each kind, and whatever opens, closes, hides or parts something.
var pieces = []string{
	`{"pass":true,"score":1}`, `{"pass":false,"score":0}`,
	"{", "}", "[", "]", `"`, "'", "/*", "*/", "```", "<think>", "\n", `\`, ":", ",",
	"“", "//", // only with JURY_EXHAUSTIVE=1
}

// failingPiece is the place of the failing verdict among the pieces.
const failingPiece = 1

// TestExhaustiveReplies checks the laws on every sequence of up to five of the
// pieces but the last two; with JURY_EXHAUSTIVE=1, of up to six of all. None of
// it is sampled.
func TestExhaustiveReplies(t *testing.T) {
	most, pieces := 5, pieces[:len(pieces)-2]
	if jurytest.Exhaustive() {
		most, pieces = 6, pieces[:len(pieces)+2]
	}
	ways := []door{quickDoor("SafeVerdict", SafeQuirks), quickDoor("ParseVerdict", AllQuirks)}
	var replies, passing atomic.Int64
	inParallel(len(pieces)*len(pieces), func(n int) {
		checked, passed := 0, 0
		var each func(reply string, left int, failing bool)
		each = func(reply string, left int, failing bool) {
			checked++
			for i := range ways {
				if ways[i].glance(t, reply, failing) {
					passed++
				}
			}
			if left == 0 {
				return
			}
			for k, piece := range pieces {
				each(reply+piece, left-1, failing || k == failingPiece)
			}
		}
		i, k := n/len(pieces), n%len(pieces)
		if k == 0 {
			each(pieces[i], 0, i == failingPiece)
		}
		each(pieces[i]+pieces[k], most-2, i == failingPiece || k == failingPiece)
		replies.Add(int64(checked))
		passing.Add(int64(passed))
	})
	t.Logf("%d replies, %d passes", replies.Load(), passing.Load())
	if want := sequences(len(pieces), most); replies.Load() != int64(want) {
		t.Errorf("%d replies, want %d", replies.Load(), want)
	}
	if passing.Load() < 1000 {
		t.Errorf("only %d pass: the laws are hardly tested", passing.Load())
	}
}

// quickDoor is a door of the default contract without what it does anew for
// each reply.
func quickDoor(name string, allowed Quirks) door {
	terms := Contract{}.resolve()
	terms.original = allowed == AllQuirks
	parse := func(reply string) (Verdict, error) { return verdictOf(terms.parse(reply, allowed)) }
	return door{name, parse, terms, allowed, []string{pieces[failingPiece]}}
}

// glance checks the laws that need no more than a glance at reply, and reports
// whether it passes. A reply that holds the failing verdict never does: the
// only thinking tag opens.
func (d *door) glance(t *testing.T, reply string, failing bool) bool {
	v, err := d.parse(reply)
	d.checkPrefixes(t, reply)
	if err != nil {
		if v.Pass || v.Score != 0 || v.Reasons != nil || v.NextHint != "" || v.RawScore != 0 || v.Quirks != 0 {
			t.Errorf("%s(%q): %+v beside the error %v", d.name, reply, v, err)
		}
		return false
	}
	if !(v.Score >= 0 && v.Score <= 1) {
		t.Errorf("%s(%q): score %v", d.name, reply, v.Score)
	}
	if !v.Pass {
		return false
	}
	if failing {
		t.Errorf("%s(%q) passes, and holds a failing verdict", d.name, reply)
	}
	for _, fail := range d.fails {
		for _, both := range [...]string{reply + "\n" + fail, fail + "\n" + reply} {
			if v, _ := d.parse(both); v.Pass {
				t.Errorf("%s(%q) passes", d.name, both)
			}
		}
	}
	d.checkBare(t, reply, v)
	return true
}

// sequences returns how many sequences there are of 1 to most of n pieces.
func sequences(n, most int) int {
	total, of := 0, 1
	for range most {
		of *= n
		total += of
	}
	return total
}
