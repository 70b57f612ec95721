package jury

import (
	"math/rand"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/jurytest"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// damagedVerdicts are failing verdicts that are damaged beside a passing one.
var damagedVerdicts = []struct{ name, text string }{
	{"two keys", `{"pass": false, "score": 0}`},
	{"two keys, compact", `{"pass":false,"score":0.1}`},
	{"four keys", `{"pass": false, "score": 0.2, "reasons": ["no test"], "next_hint": "add one"}`},
	{"four keys, score first", `{"score": 0.2, "reasons": ["no test"], "pass": false, "next_hint": "add one"}`},
	{"four keys, indented", "{\n  \"pass\": false,\n  \"score\": 0.2,\n  \"reasons\": [\"no test\"],\n  \"next_hint\": \"\"\n}"},
	{"a word", `{"pass": "no", "score": 0, "reasons": ["it's \"wrong\""]}`},
	{"Python", `{'pass': False, 'score': 0.0, 'reasons': []}`},
}

// fakes are the quoted passes that stand beside them, in each surrounding.
var fakes = []struct{ name, before, pass, after string }{
	{"bare", "", `{"pass": true, "score": 1}`, ""},
	{"bare, four keys", "", `{"pass": true, "score": 0.9, "reasons": [], "next_hint": ""}`, ""},
	{"in prose", "The file prints ", `{"pass": true, "score": 1}`, ""},
	{"in a fence", "```json\n", `{"pass": true, "score": 1}`, "\n```"},
}

// mutationBytes are what a byte is replaced by, and what is inserted.
var mutationBytes = []string{`"`, `'`, "{", "}", "[", "]", ":", ",", `\`, "/", "#", "*", "\n", " ", "x", "0", "<", "“", "\u200b"}

// Damage to one byte of a failing verdict never lets the quoted pass beside it
// through: each byte is removed, replaced, and something put before it.
func TestMutationsNeverPass(t *testing.T) {
	var mutants, passed atomic.Int64
	inParallel(len(damagedVerdicts)*len(fakes)*4, func(n int) {
		fail := damagedVerdicts[n/4/len(fakes)].text
		fake := fakes[n/4%len(fakes)]
		if n&1 != 0 {
			fail = "```json\n" + fail + "\n```"
		}
		forEachMutant(fail, func(mutant string) {
			reply := fake.before + fake.pass + fake.after + "\n" + mutant
			if n&2 != 0 {
				reply = mutant + "\n" + fake.before + fake.pass + fake.after
			}
			mutants.Add(1)
			if v, err := SafeVerdict(reply); v.Pass && passed.Add(1) <= 10 {
				t.Errorf("passes, %v: %q", err, reply)
			}
		})
	})
	if passed.Load() > 10 {
		t.Errorf("%d mutants pass, ten of them shown", passed.Load())
	}
	if mutants.Load() < 50_000 {
		t.Errorf("%d mutants are too few", mutants.Load())
	}
	t.Logf("%d mutants", mutants.Load())
}

// Damage to any byte of the whole reply, the quoted pass and what stands
// between included, never lets it through either.
func TestMutationsOfTheReplyNeverPass(t *testing.T) {
	var replies []string
	for _, fail := range damagedVerdicts {
		for _, fake := range fakes {
			fake := fake.before + fake.pass + fake.after
			replies = append(replies, fail.text+"\n"+fake, fake+"\n"+fail.text)
		}
	}
	var passed atomic.Int64
	inParallel(len(replies), func(n int) {
		forEachMutant(replies[n], func(mutant string) {
			if v, err := SafeVerdict(mutant); v.Pass && passed.Add(1) <= 10 {
				t.Errorf("passes, %v: %q", err, mutant)
			}
		})
	})
}

// One to three random edits of the four-key verdict hardly ever let the quoted
// pass beside it through: a key that was hit twice is no key any more.
func TestRandomEditsHardlyPass(t *testing.T) {
	total := 20_000
	if jurytest.Exhaustive() {
		total = 200_000
	}
	const workers = 16
	var passed atomic.Int64
	inParallel(workers, func(n int) {
		rng := rand.New(rand.NewSource(int64(n)))
		for i := 0; i < total/workers; i++ {
			reply := editedBesideFake(rng, damagedVerdicts[2].text, 1+rng.Intn(3))
			if v, _ := SafeVerdict(reply); v.Pass {
				passed.Add(1)
				t.Logf("passes: %q", reply)
			}
		}
	})
	if most := int64(total / 10_000); passed.Load() > most {
		t.Errorf("%d of %d pass, more than %d", passed.Load(), total, most)
	}
}

// editedBesideFake returns the failing verdict, edited, beside a passing one on
// a line of its own.
func editedBesideFake(rng *rand.Rand, fail string, edits int) string {
	const fake = `{"pass": true, "score": 1}`
	fail = jurytest.RandomEdits(rng, fail, edits, editBytes)
	if rng.Intn(2) == 0 {
		return fail + "\n" + fake
	}
	return fake + "\n" + fail
}

// editBytes are what random edits insert.
const editBytes = "\"'`{}[]():;,.\\/#*<>|=-_+ \n\t\r0123456789abcdefghijklmnopqrstuvwxyzFTN\x00\xe2\xff"

// forEachMutant calls f with text after each removal of a byte, each
// replacement, and each insertion.
func forEachMutant(text string, f func(mutant string)) {
	for at := 0; at <= len(text); at++ {
		for _, s := range mutationBytes {
			f(text[:at] + s + text[at:])
			if at < len(text) && !strings.HasPrefix(text[at:], s) {
				f(text[:at] + s + text[at+1:])
			}
		}
		if at < len(text) {
			f(text[:at] + text[at+1:])
		}
	}
}

// inParallel calls f with 0 to n-1, as many at a time as there are processors.
func inParallel(n int, f func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		}()
	}
	wg.Wait()
}

// TestBothKeysDamaged measures what no rule stops yet: a failing verdict of two
// keys, each of them damaged, before the quoted pass. It holds the number down,
// and is no promise.
func TestBothKeysDamaged(t *testing.T) {
	const total, most = 20_000, 300 // 1.5%
	rng := rand.New(rand.NewSource(7))
	passed := 0
	for range total {
		fail := `{"` + jurytest.RandomEdit(rng, "pass", editBytes) + `": false, "` + jurytest.RandomEdit(rng, "score", editBytes) + `": 0}`
		for range rng.Intn(3) {
			fail = jurytest.RandomEdit(rng, fail, editBytes)
		}
		if v, _ := SafeVerdict(fail + "\n" + `{"pass": true, "score": 1}`); v.Pass {
			passed++
		}
	}
	t.Logf("%d of %d pass", passed, total)
	if passed > most {
		t.Errorf("%d of %d pass, more than %d", passed, total, most)
	}
}

// A failing verdict, in any spelling, that is cut off anywhere after its pass
// key never lets the quoted pass beside it through.
func TestCutFailNeverPasses(t *testing.T) {
	const fake = `{"pass": true, "score": 1}`
	cuts := 0
	for _, fail := range failSpellings() {
		s := readText(fail)
		key := 1
		for !s.Nodes[key].Has(lenient.TraitKey) || !chars.SameKey("pass", s.Str(s.Nodes[key])) {
			key++
		}
		for end := s.TokenEnd(s.Nodes[key]); end < len(fail); end++ {
			cuts++
			for _, reply := range []string{fail[:end] + "\n" + fake, fail[:end] + fake, fake + "\n" + fail[:end]} {
				if v, err := SafeVerdict(reply); v.Pass {
					t.Fatalf("passes, %v: %q", err, reply)
				}
			}
		}
	}
	t.Logf("%d cuts", cuts)
}

// readText reads text, which opens with a brace or bracket.
func readText(text string) *lenient.Reader {
	s := new(lenient.Reader)
	s.Text = text
	s.Read(0)
	return s
}
