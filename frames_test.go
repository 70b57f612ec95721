package jury

import (
	"math/rand"
	"strings"
	"testing"
)

// frameRefusals are ways to say fail, each in places of frames.
var frameRefusals = []string{"FAIL", "Failed", "failing", "REJECT", "Rejected", "denied", "declined", "blocked", "not approved", "not accepted",
	"does not pass", "changes requested", "request changes", "needs work", "needs changes", "needs revision", "unacceptable", "unsatisfactory",
	"must not be merged", "do not merge", "not ready", "NO-GO", "insufficient", "vetoed"}

// frames are places in which a verifier states its word on the whole.
var frames = []string{"Verdict: %", "**Verdict:** %", "Verdict - %", "My verdict is %.", "Overall: %", "Final decision: **%**", "Status: ❌ %", "Result = %",
	"Recommendation: % (see below)", "Conclusion: %.", "Assessment: % - two tests are red", "## Verdict\n\n%", "### Final decision\n- %", "Verdict\n-------\n%",
	"## Rating: %", "| Overall | % |", "| Decision | Why |\n|---|---|\n| % | no tests |", "<verdict>%</verdict>", "<result>\n%\n</result>", "[VERDICT]%[/VERDICT]",
	"Approved: no, %", "> Verdict: %", "* **Decision:** %"}

// memberFrames are the places of members.
var memberFrames = []string{`"verdict": "%"`, `"status": "%"`, `"overall_status": "❌ %"`, `"details": {"decision": "%"}`}

func TestRefusalsInFrames(t *testing.T) {
	passed := 0
	for _, refusal := range frameRefusals {
		for _, frame := range frames {
			text := strings.ReplaceAll(frame, "%", refusal)
			if v, _ := SafeVerdict(text + "\n\n" + cleanPass); v.Pass {
				passed++
				t.Errorf("%q passes", text)
			}
		}
		for _, frame := range memberFrames {
			reply := `{"pass": true, "score": 1, ` + strings.ReplaceAll(frame, "%", refusal) + `}`
			if v, _ := SafeVerdict(reply); v.Pass {
				t.Errorf("%s passes", reply)
			}
		}
		for _, bare := range []string{"%", "**%**", "%.", "> %", "❌ %"} {
			text := strings.ReplaceAll(bare, "%", strings.ToUpper(refusal))
			if v, _ := SafeVerdict(text + "\n\n" + cleanPass); v.Pass {
				t.Errorf("%q passes", text)
			}
		}
	}
}

// English in which a verifier fails a candidate, part by part.
var (
	failLabels = []string{"Verdict", "Final verdict", "Overall", "Overall verdict", "Overall result", "Result", "Decision", "Final decision", "Recommendation",
		"Merge recommendation", "Conclusion", "Assessment", "Overall assessment", "Judgment", "Judgement", "Status", "Overall status", "Rating", "Rate", "Gate", "Grade",
		"Outcome", "Final outcome", "Review outcome", "Evaluation", "Pass", "Approval", "My verdict", "Final recommendation"}
	failSeparators  = []string{": ", ":\n", " - ", " — ", " = ", " → ", ":\n\n", ": \n- ", "： "}
	failDecorations = []string{"%", "**%**", "`%`", "❌ %", "*%*", "[%]", "❌ **%**", "_%_", "%.", "\"%\""}
	failPhrases     = []string{"FAIL", "fail", "failed", "FAILED (2 of 5)", "reject", "rejected", "REJECTED", "changes requested", "request changes", "needs work",
		"needs changes", "needs more work before it can be merged", "not approved", "not ready", "not ready to merge", "not acceptable", "unacceptable", "do not merge",
		"must not be merged", "should not be merged as is", "cannot be approved", "I cannot approve this", "I reject this change", "this does not meet the bar",
		"does not meet the requirements", "does not pass", "did not pass", "fails the requirements", "it fails two checks", "incomplete", "unmet", "denied", "declined", "blocked",
		"no-go", "NO GO", "vetoed", "unsatisfactory", "inadequate", "insufficient", "invalid", "incorrect", "wrong", "major issues", "critical issues remain",
		"there are blocking issues", "two blockers remain", "changes are required", "requires changes", "requires major revision", "revise and resubmit",
		"non-compliant", "NON_COMPLIANT", "CRITICAL_FAIL", "hard fail", "a clear fail", "clearly failing", "not passed", "not good enough", "the change is rejected",
		"the patch must not be merged", "this PR is not ready", "the tests fail", "rejected because the tests are red", "fail: no tests were added", "hold"}
)

func TestFailPhrases(t *testing.T) {
	const rounds = 24_000
	rng := rand.New(rand.NewSource(12))
	passed := map[string]int{}
	n := 0
	for range rounds {
		pick := func(list []string) string { return list[rng.Intn(len(list))] }
		phrase := pick(failPhrases)
		text := strings.ReplaceAll(pick([]string{"%", "%", "I read the diff.\n\n%", "- tests: PASS\n\n%", "## Review\n\n%"}), "%",
			pick([]string{"%", "**%**", "## %", "%"}))
		label := strings.ReplaceAll(text, "%", pick(failLabels))
		text = label + pick(failSeparators) + strings.ReplaceAll(pick(failDecorations), "%", phrase)
		if v, _ := SafeVerdict(text + "\n\n" + cleanPass); v.Pass {
			n++
			passed[phrase]++
			if n < 60 && testing.Verbose() {
				t.Logf("%q", text)
			}
		}
	}
	t.Logf("%d of %d pass (%.2f%%): %v", n, rounds, 100*float64(n)/rounds, passed)
	if n > rounds/100 {
		t.Errorf("%d of %d pass, at most 1%% may", n, rounds)
	}
}

// Two bytes of a failing verdict of two keys are damaged beside a quoted pass: few
// get by.
func TestTwiceDamagedFails(t *testing.T) {
	const rounds = 20_000
	rng := rand.New(rand.NewSource(3))
	passed := 0
	for range rounds {
		fail := damagedVerdicts[rng.Intn(2)].text
		for range 2 {
			at := rng.Intn(len(fail))
			switch rng.Intn(3) {
			case 0:
				fail = fail[:at] + fail[at+1:]
			case 1:
				fail = fail[:at] + mutationBytes[rng.Intn(len(mutationBytes))] + fail[at+1:]
			default:
				fail = fail[:at] + mutationBytes[rng.Intn(len(mutationBytes))] + fail[at:]
			}
		}
		if v, _ := SafeVerdict(fail + "\n" + cleanPass); v.Pass {
			passed++
			if passed < 60 {
				t.Logf("%q", fail)
			}
		}
	}
	t.Logf("%d of %d pass (%.2f%%)", passed, rounds, 100*float64(passed)/rounds)
	if passed > rounds*15/1000 {
		t.Errorf("%d of %d pass, at most 1.5%% may", passed, rounds)
	}
}
