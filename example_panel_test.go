package jury_test

import (
	"fmt"
	"sync"

	"github.com/seed-bcabc8a2/jury"
)

const panelRubric = `
## Ground Truth Note

The upload fails for files of exactly 5 MB.

## Criteria

### Repairs the cause {#cause}

Does an upload of exactly 5 MB succeed, for the reason given in the note?

### Is held by a test {#test}

Does a test fail without the change?
`

// A panelist reports on one criterion. A real one calls a model, with the note,
// the criterion, the scale and a hint in its prompt.
type panelist struct {
	name   string
	report func(note string, c jury.Criterion, scale, hint string) string
}

// A sharedRound is a round that several goroutines add to: without the lock a veto
// can be lost.
type sharedRound struct {
	lock  sync.Mutex
	round jury.Round
}

// Add adds a reply. The verifier has written it before the lock is taken, so that
// verifiers do not wait for each other.
func (s *sharedRound) Add(reply, id, verifier string) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.round.Add(reply, id, verifier)
}

// judgeByPanel lets all panelists report side by side, asks once more where a
// report could not be read, and decides.
func judgeByPanel(markdown string, panel []panelist) (jury.Decision, error) {
	rubric, err := jury.ParseRubric(markdown)
	if err != nil {
		return jury.Decision{}, err
	}
	shared := sharedRound{round: jury.NewRound(rubric.Criteria, len(panel))}
	var wait sync.WaitGroup
	for _, p := range panel {
		for _, c := range rubric.Criteria {
			wait.Add(1)
			go func() {
				defer wait.Done()
				err := shared.Add(p.report(rubric.GroundTruthNote, c, jury.ScaleAnchors, ""), c.ID, p.name)
				if hint, ok := jury.RetryHint(err); ok {
					fmt.Printf("%s on %s: %v\n", p.name, c.ID, err)
					// Still unreadable: the score stays missing.
					_ = shared.Add(p.report(rubric.GroundTruthNote, c, jury.ScaleAnchors, hint), c.ID, p.name)
				}
			}()
		}
	}
	wait.Wait()
	return jury.DecideVerification(shared.round, jury.DefaultPolicy())
}

// A panel of verifiers over a rubric, from criteria to a decision. All reports are
// asked for at once, and may come in any order. The first report of cleo on the test
// is cut off. Her second one has a good score and no veto: that of the first counts.
func Example_panel() {
	anna := panelist{"anna", func(_ string, c jury.Criterion, _, _ string) string {
		return `{"criterion_id": "` + c.ID + `", "evidence": ["ran it"], "findings": [], "score": 17}`
	}}
	cleo := panelist{"cleo", func(_ string, c jury.Criterion, _, hint string) string {
		switch {
		case c.ID == "cause":
			return "I tried 5 MB and 5 MB + 1.\n```json\n" + `{"criterion_id": "cause", "evidence": [], "findings": [], "score": 19}` + "\n```"
		case hint == "":
			return `{"criterion_id": "test", "findings": [{"finding": "the test is skipped in CI", "severity": "veto"}], "sc`
		}
		return `{"criterion_id": "test", "findings": [], "score": 18}`
	}}

	decision, err := judgeByPanel(panelRubric, []panelist{anna, cleo})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(decision)
	for _, f := range decision.Findings {
		fmt.Printf("%s by %s on %s: %s\n", f.Severity, f.Verifier, f.CriterionID, f.Text)
	}
	// Output:
	// cleo on test: jury: reply cut off at line 1, column 1: the text ends inside what opens here
	// repair: mean 17.75 is 3.75 above the bar of 14, 4 of 4 scores; veto: "test"; asking again cannot help
	// veto by cleo on test: the test is skipped in CI
}
