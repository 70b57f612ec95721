package vocab

import "testing"

// valueRows are what stands after a name.
var valueRows = []struct {
	text   string
	want   Says
	reason string
}{
	{"FAIL", SaysFail, "a refusal"},
	{"FAILED.", SaysFail, "a full stop ends it"},
	{"❌ Fail", SaysFail, "decoration"},
	{"FAIL ❌", SaysFail, "decoration behind it"},
	{"❌", SaysFail, "a picture alone"},
	{"✅", SaysPass, "a picture alone"},
	{"✅ Approved", SaysPass, "decoration"},
	{"✅ **Request changes**", SaysFail, "words weigh more than pictures"},
	{"**Needs changes** (two blockers)", SaysFail, "a need and a change"},
	{"⚠️ Needs Changes", SaysFail, "a need and a change"},
	{"NEEDS_CHANGES", SaysFail, "joined words are read by themselves"},
	{"it needs more work", SaysFail, "a word may stand between"},
	{"changes are required", SaysFail, "in the other order"},
	{"Changes requested", SaysFail, ""},
	{"❌ Major Issues", SaysFail, "a grave fault"},
	{"CRITICAL_FAIL", SaysFail, ""},
	{"NO-GO", SaysFail, "a favour negated"},
	{"NON_COMPLIANT", SaysFail, ""},
	{"does not meet the requirements.", SaysFail, ""},
	{"not ready", SaysFail, ""},
	{"do not merge", SaysFail, ""},
	{"must not be merged", SaysFail, ""},
	{"reject merge", SaysFail, ""},
	{"NOT APPROVED", SaysFail, ""},
	{"No, the migration is missing", SaysFail, "no before a comma"},
	{"no because the tests fail", SaysFail, "no before a reason"},
	{"No.", SaysFail, ""},
	{"no way", SaysFail, ""},
	{"NO PASS", SaysFail, ""},
	{"not yet", SaysFail, "not is left over"},
	{"absolutely not", SaysFail, ""},
	{"it doesn't", SaysFail, ""},
	{"F", SaysFail, "a grade"},
	{"hold", SaysFail, "alone"},
	{"is FAIL.", SaysFail, ""},
	{"on this submission is a clear fail", SaysFail, ""},
	{"valid points, but FAIL", SaysBoth, "valid might have been an assent"},
	{"PASS is not warranted", SaysBoth, ""},
	{"~~PASS~~ FAIL", SaysBoth, ""},
	{"passed, sorry, denied", SaysBoth, ""},
	{"PASS, but the tests fail", SaysBoth, ""},
	{"PASS (failed 2 of 5 checks)", SaysBoth, ""},
	{"PASS - must not be merged", SaysBoth, ""},
	{"rejected because the tests are red", SaysFail, ""},
	{"FAIL (0/5)", SaysFail, ""},
	{"it fails two checks", SaysFail, ""},
	{"After a careful review of everything here I have to reject", SaysFail, ""},
	{"this should not merge", SaysFail, ""},
	{"failed: null dereference in refund.go", SaysFail, ""},
	{"not a single test passes", SaysFail, ""},
	{"the change is rejected", SaysFail, "of the candidate"},
	{"I cannot approve this", SaysFail, "of the judge"},
	{"two blockers remain", SaysFail, ""},
	{"the bug is not fixed", SaysFail, ""},
	{"critical issues must be fixed first", SaysFail, "they are there yet"},
	{"reject until the leak is fixed", SaysFail, ""},

	{"PASS - all good", SaysPass, "a remark"},
	{"PASS - no failing tests", SaysPass, "a remark with a negation"},
	{"PASS!", SaysPass, ""},
	{"Yes.", SaysPass, ""},
	{"PASS (0 failed)", SaysPass, ""},
	{"approve. Rejecting bad input is covered by a test.", SaysPass, ""},
	{"PASS — not a single problem.", SaysPass, ""},
	{"ok", SaysPass, ""},
	{"PASS|FAIL", SaysUnclear, "a template"},
	{"PASS or FAIL", SaysUnclear, "a template"},
	{"<PASS or FAIL>", SaysUnclear, "a template"},
	{"fail/pass", SaysUnclear, "a template"},
	{"pass?", SaysUnclear, "a question"},
	{"yes, but", SaysUnclear, "taken back"},
	{"PASS unless it fails", SaysUnclear, "a condition"},
	{"passed with conditions", SaysUnclear, "more than an assent"},
	{"not a fail", SaysUnclear, "a refusal negated"},
	{"the attack is blocked", SaysUnclear, "of somebody else"},
	{"all failed checks are fixed", SaysUnclear, "of before"},
	{"no regressions, none of the checks failed", SaysUnclear, ""},
	{"progression: R1 needs_changes → R2 ready", SaysUnclear, ""},
	{"done. The failing test is fixed.", SaysUnclear, ""},
	{"no problems found.", SaysUnclear, ""},
	{"no issues", SaysUnclear, ""},
	{"no merge conflicts", SaysUnclear, ""},
	{"passed, not blocked by anything", SaysUnclear, "a remark after a comma is no pass value"},
	{"approve, no changes requested", SaysUnclear, ""},
	{"fail-closed", SaysUnclear, "a word of its own"},
	{"does not break anything", SaysUnclear, ""},
	{"v2.1 stands.", SaysUnclear, ""},
	{"is uncharacteristically clear.", SaysUnclear, ""},
	{"", SaysUnclear, ""},
	{"maybe", SaysUnclear, ""},
	{"N/A (the task doesn't require tests)", SaysAbstain, ""},
	{"none were required", SaysUnclear, "of something"},
	{"unclear", SaysAbstain, ""},
	{"cannot determine", SaysAbstain, ""},
	{"inconclusive", SaysAbstain, ""},
	{"pending", SaysAbstain, ""},
}

func TestValue(t *testing.T) {
	for _, tt := range valueRows {
		t.Run(tt.text, func(t *testing.T) {
			var w Words
			if got := w.Value(tt.text); got != tt.want {
				t.Errorf("Value(%q) = %v, want %v: %s", tt.text, got, tt.want, tt.reason)
			}
		})
	}
}
