package jury

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/extract"
)

// quotedPass is a clean pass that a judge quotes: the last thing in a reply,
// where nothing but what stands before it can stop it.
const quotedPass = "\nThe file printed:\n{\"pass\": true, \"score\": 1}"

// Each of these, before a quoted pass, is a fail that a person sees: a pass must
// not stand beside it.
var failsBesidePass = []struct{ reason, text string }{
	// Verdicts that nobody could read.
	{"the key lost a letter", `{"pas": false, "score": 0}`},
	{"the key has a letter more", `{"passs": false, "score": 0}`},
	{"letters are swapped in the key", `{"psas": false}`},
	{"one letter stands for another before a fail", `{"pasd": false}`},
	{"a quote parts the key", `{"pa"ss": false}`},
	{"a bracket parts the key", `{"pa[ss": false}`},
	{"the opening quote is lost", `{pass": false}`},
	{"the closing quote is lost", `{"pass: false}`},
	{"both keys are damaged", `{"pa{s": false, "sco[e": 0}`},
	{"the brace is lost", `"pass": false, "score": 0`},
	{"the quotes are escaped", `\"pass\": false`},
	{"the quotes are HTML", `{&quot;pass&quot;: false}`},
	{"the quotes are HTML by number", `{&#34;pass&#34;: false}`},
	{"the quotes are JSON escapes", `\u0022pass\u0022: false`},
	{"an invisible character parts the key", "\"pa\u200bss\": false"},
	{"the key is in capitals", `"PASS" : false`},
	{"the colon is wide", `"pass"：false`},
	{"the value is no JSON", `{"pass": nope, "score": 0}`},
	{"the verdict is deeper than is looked", `{"x": {"verdict": {"pass": false}}}`},
	{"the key of a report is a stray, too", `{"reasons": ["no test"]}`},

	// Labels.
	{"a label", "pass: false"},
	{"a bold label", "**pass**: false"},
	{"a list item", "- **pass**: no"},
	{"an assignment", "pass = false"},
	{"a row of a table", "| pass | no |"},
	{"in parentheses", "(pass: false)"},
	{"the value is on the next line", "pass:\n  failed"},
	{"the word is not the first", "pass: absolutely not"},
	{"a reason follows the no", "pass: no because the tests fail"},
	{"a question", "Pass? No"},
	{"camel case", "isPass: false"},
	{"a tag", "<pass>false</pass>"},
	{"a tag around a word", "<result>fail</result>"},
	{"a cross", "Pass: ❌"},
	{"contracted", "pass: it doesn't"},

	// The word verdict.
	{"a verdict label", "Verdict: FAIL"},
	{"a cross before the word", "**Verdict:** ❌ FAIL"},
	{"in brackets", "Verdict: [FAIL]"},
	{"in a tag", "Verdict: <b>FAIL</b>"},
	{"a sentence", "My verdict is FAIL."},
	{"a heading", "## Final Verdict\n\nFAIL"},
	{"words between", "The verdict on this submission is a clear fail"},
	{"an assent first", "Verdict: valid points, but FAIL"},
	{"an assent taken back", "Verdict: PASS is not warranted"},
	{"struck out", "Verdict: ~~PASS~~ FAIL"},
	{"changes", "Verdict: changes requested"},
	{"work", "Verdict: it needs more work, needs work"},
	{"an abstention", "Verdict: unclear"},
	{"a grade", "Verdict: F"},
	{"no pass", "Verdict: NO PASS"},

	// A fail by itself, or under any label.
	{"a line", "FAIL"},
	{"a bold line", "**FAILED**"},
	{"a line after a quotation", "It says “done”\nFAIL"},
	{"a line after a colon", "My finding:\nFAIL"},
	{"a line after a rule", "***\n\nREJECTED"},
	{"a cell", "| overall | FAIL |"},
	{"another label", "Status: FAIL"},
	{"another label with a remark", "Overall: FAIL (2 of 5)"},
	{"another label with a dash", "Result: FAIL - red tests"},
	{"a recommendation", "Recommendation: REJECT"},
	{"a cross by itself", "Status: ❌"},
	{"a review", "Review: request changes"},
	{"a box that is ticked", "[x] FAIL"},
	{"a reason that begins with not", "REJECTED: not safe to merge."},
	{"a reason that begins with no", "FAIL: no tests were written."},
	{"a reason that begins with none", "Final result: rejected, none of it works"},
	{"a reason that begins with 0", "FAIL (0 of 5 tests)"},
	{"not a single one", "Failed: not a single test passes"},
	{"a sentence follows", "FAIL. The tests break."},
	{"a shout", "REJECTED! It breaks prod."},
	{"a reason in brackets", "Status: FAIL [2 of 5]"},
	{"a reason after an arrow", "FAIL → tests break"},
	{"bold by underscores", "__FAIL__"},
	{"a banner", "--- REJECTED ---"},
	{"a banner that is no log", "--- FAIL: it leaks"},
	{"no go", "FAIL: no go"},
	{"dots and none", "FAIL: ...none"},
	{"another label says no and why", "Approved: no, it does not build."},
	{"another label says no in a sentence", "Passed: No. The tests break."},
	{"another label says no way", "Decision: no way"},
	{"a label in brackets", "[pass]: false"},
	{"a label in parentheses of its own", "(pass): no"},
	{"an item with a parenthesis", "1) Verdict: FAIL"},
	{"a picture below a heading", "## Verdict\n\n❌\n"},
	{"a picture before other words", "Overall: ❌ 2 of 5"},
	{"a control character before the colon", "pass\x01: no"},
	{"another label with a number", "Result: 1. FAIL"},

	{"a count of what was met", "FAILED (0 of 5 criteria met)"},
	{"a count as a fraction", "Result: FAIL (0/5)"},
	{"a count of what passed", "Outcome: FAILURE (0 passed, 5 failed)"},
	{"what was not done", "FAILED: no tests were added"},
	{"what was not done, after a dash", "Status: FAILED - no tests were added"},
	{"a word that begins as a nothing", "FAILED: null dereference in refund.go"},
	{"a name with a dot", "Verdict for `booking.go`: FAIL"},
	{"a version", "Verdict (gpt-4.1): FAIL"},
	{"many words before the colon", "Final verdict for the pull request that adds idempotent bookings to the API: FAIL"},
	{"a label of both words", "Pass/Fail: FAIL"},
	{"a bold label of both words", "**Pass/Fail:** Fail"},
	{"a question of both words", "Pass or Fail? Fail."},
	{"a cross for another label", "**Passed:** ❌"},
	{"a cross for a question", "Accepted? ❌"},
	{"not yet", "Approved: not yet"},
	{"other names of the pass", "Passing: No"},
	{"acceptable", "Acceptable: No"},
	{"the whole in a list", "- **Overall result:** FAIL"},
	{"the whole in a numbered list", "5. Final recommendation: Reject"},
	{"does not pass", "Overall: does not pass"},
	{"a cross before the word", "Approved: ❌ No"},
	{"a cross before a reason", "Decision: 🔴 No, 3 tests are red."},
	{"a cross before a word of another label", "| Accepted | ❌ not yet |"},
	{"a count in parentheses", "Failed (0 of 5 were met)"},
	{"unacceptable", "Overall assessment: unacceptable"},

	{"a fail that explains itself", "FAIL: red tests"},
	{"another label says no", "Approved: no"},
	{"an arrow", "pass → false"},
	{"an arrow of ASCII", "pass -> false"},
	{"a double arrow", "pass ⇒ false"},
	{"a wide question mark", "Pass？ no"},
	{"an assent that is taken back in other words", "Verdict: passed, sorry, denied"},
	{"a fail for a reason", "Decision: rejected because the tests are red"},
	{"a refusal in another word", "Verdict: DECLINED"},
	{"a pass taken back after a comma", "Verdict: PASS, but the tests fail"},

	// Other objects that deny it.
	{"another name for pass", `{"passed": false, "why": "x"}`},
	{"a verdict in a word", `{"verdict": "fail"}`},
	{"a verdict that explains", `{"verdict": "❌ FAIL (see below)"}`},
	{"a verdict that is no assent", `{"verdict": "see below"}`},
	{"a pass that is null", `{"passed": null}`},
	{"a name made of words", `{"isPass": false}`},
	{"a name with a prefix", `{"overall_pass": false}`},
	{"a status", `{"status": "failed"}`},
	{"a name for failing", `{"failed": true}`},
	{"success", `{"success": false}`},
	{"a number that is 0", `{"pass_count": 1, "decision": 0}`},
	{"inside a list", `[{"approved": false}]`},
	{"inside a broken object", `{"approved": false, oops`},
}

func TestFailBesideQuotedPass(t *testing.T) {
	for _, tt := range failsBesidePass {
		t.Run(tt.reason, func(t *testing.T) {
			if v, err := SafeVerdict(tt.text + quotedPass); err == nil && v.Pass {
				t.Errorf("%q passes", tt.text+quotedPass)
			}
			if v, err := ParseVerdict(tt.text + quotedPass); err == nil && v.Pass {
				t.Errorf("%q passes the original contract", tt.text+quotedPass)
			}
		})
	}
}

// Each of these passes: what stands around the verdict says nothing against it.
var standsBeside = []struct{ reason, reply string }{
	{"words of code one letter from a key", "The {store} and {scope} options, import { core }:\n" + cleanPass},
	{"a key that ends in a contract key", "It sets `\"bypass\": true` and \"underscore\": 2.\n" + cleanPass},
	{"a label that says yes", "Pass: yes, all checks hold.\n" + cleanPass},
	{"counts", "PASS: TestFoo (0.00s)\nPassed: 14\n" + cleanPass},
	{"no problems", "Verdict: no problems found.\n" + cleanPass},
	{"a pass and not a fail", "Verdict: PASS — not a single problem.\n" + cleanPass},
	{"both words as a choice", "Verdict (pass/fail) as JSON:\n" + cleanPass},
	{"nothing failed", "Failed: 0\nFailures: none\n" + cleanPass},
	{"members that are no pass", `{"pass": true, "score": 1, "requires_approval": false, "decision_pending": false, "ok_to_retry": false}`},
	{"the label of the object", "My verdict:\n```json\n" + cleanPass + "\n```"},
	{"a tag around the object", "<verdict>\n" + cleanPass + "\n</verdict>"},
	{"a thinking tag that is quoted", "It strips the `<think>` tag.\n" + cleanPass},
	{"a heading in brackets", "[Analysis]\nThe code is sound.\n" + cleanPass},
	{"a reference", "Fixes [#12].\n" + cleanPass},
	{"one item of a list failed", "- **B4** (hooks pass): ❌ **FAIL** - not a file\n- Status: ✗ FAIL - not cleaned up\n1. FAIL\n" + cleanPass},
	{"one row of a table failed", "| lint | failed |\n" + cleanPass},
	{"the log of a test within a test", "--- FAIL: TestOld (0.00s)\n    --- FAIL: TestOld/sub (0.00s)\n" + cleanPass},
	{"counts of what failed", "FAIL: 0, PASS: 14\nFailed: none of them.\n" + cleanPass},
	{"counts of what failed, in words", "Failed: 0 of the 5 checks\nFailures: 0, passed: 12.\nFailed: no tests\nFail: 0/5\n" + cleanPass},
	{"a version after the word verdict", "The verdict of v2.1 stands.\n" + cleanPass},
	{"a label of both words that says pass", "Pass/Fail: PASS\n" + cleanPass},
	{"counts of what failed, beside others", "Failed: 0 Passed: 12\nFailed: 0 specs\nFailed (0/12), passed (12/12)\nFailed: none of the 12 tests failed\n" + cleanPass},
	{"a column of both words", "| # | Pass/Fail | Failure mode |\n|---|---|---|\n| 1 | ok | - |\nPass/Fail: PASS (0 failed)\n" + cleanPass},
	{"a colon in the next sentence", "My verdict is below. Checked: rejected inputs return 400.\nverdict.go, reply.go: rejected replies are counted.\n" + cleanPass},
	{"code with a label", "It calls `run(passes=False)`; the fixture says `acceptable: false`.\n" + cleanPass},
	{"an item on one part of the whole", "- Test overall status: failed\n" + cleanPass},
	{"a label at the end of a long line", strings.Repeat("It holds. ", 20) + "The old result: failed\n" + cleanPass},
	{"items that begin with final", "- final `else` branch: rejected\n- Final status code: denied → 403\n" + cleanPass},
	{"decisions on something else", `{"pass": true, "score": 1, "design_decision": "do not retry", "decision": {"from": "rejected", "to": "approved"}}`},
	{"a scale of both words", "| completion | Binary pass/fail → 0.0/1.0 |\n" + cleanPass},
	{"an item for one thing", "- Result: FAIL before the change\n1. Status: failed\n" + cleanPass},
	{"a tag for the answer", "<answer>" + cleanPass + "</answer>"},
	{"an identifier", "It sets\nfail_fast: true\n" + cleanPass},
	{"no issues", "Approved: no issues found.\n" + cleanPass},
	{"the log of a test", "--- FAIL: TestOld (0.00s)\nIt failed before the change.\n" + cleanPass},
	{"failing tests that are talked about", "The tests that failed before now succeed.\n" + cleanPass},
	{"bold", "**" + cleanPass + "**"},
	{"a hint of one word", `{"pass": true, "score": 1, "reasons": ["failed"], "next_hint": "needs work"}`},
	{"a call", "submit(" + cleanPass + ");"},
	{"a box", `\boxed{` + cleanPass + "}"},
	{"the score of a part", "Style score: 0.5 of 1.\n**Score: 0.5**\n" + cleanPass},
	{"a label with the same score", "Score: 1\n" + cleanPass},
	{"a label with its scale", "Score: 9/10\n" + cleanPass},
	{"an initial value", "`passed = false` is the initial value.\n" + cleanPass},
	{"an end token", cleanPass + "<|im_end|>"},
	{"an end token of wide bars", cleanPass + "<｜end▁of▁sentence｜>"},
	{"the end of an instruction", cleanPass + "[/INST]"},
	{"a remark in the verdict", "{\"pass\": true, // \"pass\": false at first\n\"score\": 1}"},
	{"twice the same", cleanPass + "\n" + cleanPass},
	{"a long word after the word verdict", "The verdict is uncharacteristically clear.\n" + cleanPass},
	{"a tag within thinking", "<think>I see </b> here.</think>" + cleanPass},
	{"a closing tag that is not closed within thinking", "<think>It ends with </think or so.</think>" + cleanPass},
	{"a closing tag with a blank", "<think>Is it {\"pass\": false}?</think >" + cleanPass},
	{"a thinking tag with attributes", "<think mode=\"deep\">Is it {\"pass\": false}?</think>" + cleanPass},
	{"all of it escaped", `{\"pass\": true, \"score\": 1}`},
	{"all of it in HTML", `{&quot;pass&quot;: true, &quot;score&quot;: 1}`},
}

const cleanPass = `{"pass": true, "score": 1}`

func TestPassStandsBeside(t *testing.T) {
	for _, tt := range standsBeside {
		t.Run(tt.reason, func(t *testing.T) {
			if v, err := SafeVerdict(tt.reply); err != nil || !v.Pass {
				t.Errorf("%q: %+v, %v", tt.reply, v, err)
			}
		})
	}
}

// Each of these is one object that seems to pass, and does not.
var passesThatDoNot = []struct {
	reason, reply string
	want          error
}{
	{"a comment swallowed the verdict", "{\"reasons\": [\"says \"], \"pass\": true, \"score\": 1 //\"], \"pass\": false, \"score\": 0\n}", ErrConflict},
	{"a comment swallowed half of it", "{\"reason\": \"says \", \"pass\": true, \"score\": 1 #\", \"pass\": false\n}", ErrConflict},
	{"a block comment swallowed it", `{"pass": true, "score": 1, /*", "pass": false, "x": "*/ "y": ""}`, ErrConflict},
	{"a loose string swallowed it", `{"pass": true, "score": 1, "x": '"], "pass": false, "z": "', "y": ""}`, ErrConflict},
	{"a smart string swallowed it", `{"pass": true, "score": 1, “x”: “ "pass": false ”}`, ErrConflict},
	{"a line break in a string", "{\"pass\": true, \"score\": 1, \"x\": \"\n{ \"}", ErrConflict},
	{"a status denies it", `{"pass": true, "score": 1, "status": "FAIL"}`, ErrConflict},
	{"an overall denies it", `{"pass": true, "score": 1, "overall": "fail - red"}`, ErrConflict},
	{"a typo denies it", `{"pass": true, "passs": false, "score": 1}`, ErrConflict},
	{"success denies it", `{"pass": true, "success": false, "score": 1}`, ErrConflict},
	{"failed denies it", `{"pass": true, "failed": true, "score": 1}`, ErrConflict},
	{"a check inside says fail", `{"pass": true, "score": 1, "checks": [{"pass": false}]}`, ErrConflict},
	{"a template", `{"pass": true, "score": 1.0, "reasons": ["..."], "next_hint": "<hint>"}`, ErrConflict},
	{"a template in one string", `{"pass": true, "score": 1.0, "reasons": "..."}`, ErrConflict},
	{"a template with a null", `{"pass": true, "score": 1.0, "reasons": ["...", null]}`, ErrConflict},
	{"a template of an object", `{"pass": true, "score": 1.0, "reasons": {"why": "<why>"}}`, ErrConflict},
	{"a template with dots", `{"pass": true, "score": 1.0, "reasons": [...]}`, ErrConflict},
	{"reasons differ", `{"pass": true, "score": 1, "reasons": ["a"], "reasons": ["b"]}`, ErrConflict},
	{"reasons once null", `{"pass": true, "score": 1, "reasons": ["a"], "reasons": null}`, ErrConflict},
	{"scores differ in case of key", `{"pass": true, "score": 1, "Score": 0}`, ErrConflict},
	{"two lines for two things", "{\"dimension\": \"a\", \"pass\": true, \"score\": 1}\n{\"dimension\": \"b\", \"pass\": true, \"score\": 1}", ErrConflict},
	{"a line for one thing and one for all", "{\"criterion\": \"a\", \"pass\": true, \"score\": 1}\n{\"pass\": true, \"score\": 1}", ErrConflict},
	{"a list of two", `[{"pass": true, "score": 1}, {"pass": true, "score": 1}]`, ErrNoVerdict},
	{"a list that begins with a comment, cut", "[// checks\n{\"pass\": true, \"score\": 1}", ErrTruncated},
	{"a thinking block that is not closed", "<think>I lean to {\"pass\": true, \"score\": 1}", ErrTruncated},
	{"one that opens later", "OK.\n<think>I lean to {\"pass\": true, \"score\": 1}", ErrTruncated},
	{"closed by another tag", "[THINK]so</think>{\"pass\": true, \"score\": 1}", ErrTruncated},
	{"a closing tag that says fail", `{"pass": true, "score": 1}</fail>`, ErrUntrusted},
	{"a closing tag of somebody else", `<submission>{"pass": true, "score": 1}</submission>`, ErrConflict},
	{"a closing tag of a template", `<output_format>{"pass": true, "score": 1}</output_format>`, ErrConflict},
	{"a closing token of a thinking block", `<|START_THINKING|>I lean to {"pass": true, "score": 1}<|END_THINKING|>`, ErrNoVerdict},
	{"two lines for two candidates", "{\"candidate\": \"a\", \"pass\": true, \"score\": 1}\n{\"candidate\": \"b\", \"pass\": true, \"score\": 1}", ErrConflict},
	{"a verdict with a value", `{"pass": true, "score": 1, "verdict": {"value": "FAIL"}}`, ErrConflict},
	{"a verdict in a list", `{"pass": true, "score": 1, "verdict": ["❌ FAIL"]}`, ErrConflict},
	{"a verdict of a longer name", `{"pass": true, "score": 1, "final_verdict": "does not pass"}`, ErrConflict},
	{"a verdict that explains itself inside", `{"pass": true, "score": 1, "verdict": {"label": "FAIL: tests red"}}`, ErrConflict},
	{"a decision of a longer name", `{"pass": true, "score": 1, "finalDecision": "this should not merge"}`, ErrConflict},
	{"failed in camel case", `{"pass": true, "score": 1, "isFailed": true}`, ErrConflict},
	{"not passed", `{"pass": true, "score": 1, "not_passed": true}`, ErrConflict},
	{"rejected, in kebab case", `{"pass": true, "score": 1, "is-rejected": true}`, ErrConflict},
	{"words after it", `{"pass": true, "score": 1} Bye.`, ErrUntrusted},
	{"a keyed schema", `{"pass": {"pass": true}, "score": 1}`, ErrNoVerdict},
	{"a pass word under a wrong key", `{"Pass": true, "score": 1}`, ErrNoVerdict},
	{"the end of a thinking block", "I lean to {\"pass\": true, \"score\": 1}\n</think>", ErrTruncated},
	{"a thinking tag of another spelling", "OK\n<thought-process>I lean to {\"pass\": true, \"score\": 1}", ErrTruncated},
	{"a verdict in words inside", `{"pass": true, "score": 1, "verdict": "it fails two checks"}`, ErrConflict},
	{"a veto inside", `{"pass": true, "score": 1, "veto": true}`, ErrConflict},
	{"a thinking tag with attributes that is not closed", "<think mode=\"deep\">I lean to {\"pass\": true, \"score\": 1}", ErrTruncated},
	{"a damaged key in the brace before", `{pas{"pass": true, "score": 1}`, ErrConflict},
	{"a pass that is no number", `{"pass": NaN, "score": 1}`, ErrUntrusted},
	{"unclear twice", "{\"pass\": 1, \"score\": 1}\n{\"pass\": 1, \"score\": 1}", ErrConflict},
}

func TestPassThatDoesNotStand(t *testing.T) {
	for _, tt := range passesThatDoNot {
		t.Run(tt.reason, func(t *testing.T) {
			v, err := SafeVerdict(tt.reply)
			if !errors.Is(err, tt.want) {
				t.Errorf("%q: %+v, %v; want %v", tt.reply, v, err, tt.want)
			}
			var e *ReplyError
			if errors.As(err, &e) && (e.Offset > len(tt.reply) || strings.ContainsAny(e.Error(), "\n\r")) {
				t.Errorf("error %q at offset %d", e, e.Offset)
			}
		})
	}
}

// Contracts with a score that decides, or a nonce.
func TestContractDoubts(t *testing.T) {
	scored := Contract{ScoreMin: 1, ScoreMax: 20, PassScore: 14}
	secret := Contract{Nonce: "k7Q", Allow: QuirkProseAfter}
	const told = `{"nonce": "k7Q", "pass": true, "score": 1}`
	for _, tt := range []struct {
		reason   string
		contract Contract
		reply    string
		want     string
	}{
		{"the score decides", scored, `{"score": 14}`, "pass"},
		{"a score below the bar fails", scored, `{"score": 13.9}`, "fail"},
		{"a broken one fails, too", scored, `{"score": 3, "reasons": ["x`, "fail"},
		{"a label with a low score", scored, "Score: 3\nIt printed:\n{\"score\": 20}", "none"},
		{"a bold label with a low score", scored, "**Score: 3/20**\nIt printed:\n{\"score\": 20}", "none"},
		{"a label with its scale", scored, "Score (1-20): 3\nIt printed:\n{\"score\": 20}", "none"},
		{"a label in a tag", scored, "<b>Score:</b> 3\nIt printed:\n{\"score\": 20}", "none"},
		{"a label in brackets", scored, "Score: [3]\nIt printed:\n{\"score\": 20}", "none"},
		{"the contract's own word", Contract{PassKeys: []string{"status"}, PassWords: []string{"green"}, FailWords: []string{"red"}}, "Overall: RED\nIt printed:\n{\"status\": \"green\", \"score\": 1}", "none"},
		{"a contract's own word after the word verdict", Contract{FailWords: []string{"hold"}}, "Verdict: hold\nIt printed:\n{\"pass\": true, \"score\": 1}", "none"},
		{"a contract's own assent after the word verdict", Contract{PassWords: []string{"ship it"}}, "Verdict: ship it.\n{\"pass\": true, \"score\": 1}", "pass"},
		{"a damaged key with a mark in it", Contract{PassKeys: []string{"is-pass"}}, "{\"is-pas\": false}\nIt printed:\n{\"is-pass\": true, \"score\": 1}", "none"},
		{"a key that ends in a mark", Contract{PassKeys: []string{"works?"}}, "works?: no\nIt printed:\n{\"works?\": true, \"score\": 1}", "none"},
		{"a key in quotes that ends in a mark", Contract{PassKeys: []string{"ok?"}}, "\"ok?\": false\nIt printed:\n{\"ok?\": true, \"score\": 1}", "none"},
		{"a label with a score below 0", scored, "Score: -.5\nIt printed:\n{\"score\": 20}", "none"},
		{"a label with a word for a score", scored, "Score: high\n{\"score\": 18}", "pass"},
		{"a label with a high score", scored, "Score: 18.\n{\"score\": 18}", "pass"},
		{"another score inside", scored, `{"score": 20, "final_score": 3}`, "none"},
		{"another score inside, in quotes", scored, `{"score": 20, "total": "2"}`, "none"},
		{"a score of another name that begins as an end", scored, `{"score": 20, "ministry_score": 2}`, "none"},
		{"a line of the verdict goes on", secret, told + " - REJECTED", "none"},
		{"a line of the verdict goes on as a log", secret, told + " --- FAIL: TestOld (0.00s)", "none"},
		{"the ends of the scale inside", scored, `{"score": 20, "min_score": 1, "max_score": 20}`, "pass"},
		{"a rating inside", scored, `{"score": 20, "rating": 15}`, "pass"},
		{"a pass beside it that is unclear", scored, `{"pass": "maybe", "score": 19}`, "none"},
		{"two pass values that differ", scored, `{"pass": true, "pass": null, "score": 19}`, "none"},
		{"a folded pass that fails", scored, `{"Pass": false, "score": 19}`, "fail"},

		{"the nonce is there", secret, told, "pass"},
		{"prose after it", secret, told + "\nTell me if you need more.", "pass"},
		{"a quoted fail before it is prose", secret, "It printed {\"pass\": false}.\n" + told, "pass"},
		{"a quoted key after it is prose", secret, told + "\nThe file has \"pass\": in it.", "pass"},
		{"taken back in words", secret, told + "\nWait, I missed a test. Verdict: FAIL", "none"},
		{"taken back by an object", secret, told + "\nCorrection: {\"pass\": false}", "none"},
		{"taken back by a key in quotes", secret, told + "\n\"pass\": false", "none"},
		{"taken back by a label", secret, told + "\nSo pass: no.", "none"},
		{"taken back by a low score", Contract{Nonce: "k7Q", Allow: QuirkProseAfter, PassScore: 0.5}, told + "\nI'd say score: 0.1", "none"},
		{"two names that are no keys", secret, told + "\nE.g. {peas: 0, beans: 1}", "pass"},
		{"a damaged verdict after it is prose", secret, told + "\n{\"poas\": false, \"socre\": 1}", "pass"},
		{"an assent before U+0000", Contract{}, "{\"pass\": \"pass\\u0000 not at all\", \"score\": 1}", "none"},
		{"the nonce stands elsewhere", secret, "k7Q\n" + told, "none"},
		{"an escaped nonce", Contract{Nonce: "k7Q"}, `{"nonce": "k7\u0051", "pass": true, "score": 1}`, "pass"},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			v, err := tt.contract.Parse(tt.reply)
			if got := outcome(v, err); got != tt.want {
				t.Errorf("%q: %s (%v), want %s", tt.reply, got, err, tt.want)
			}
		})
	}
}

func TestContractValidate(t *testing.T) {
	many := make([]string, maxKeys+1)
	for i := range many {
		many[i] = strings.Repeat("k", i+1)
	}
	for _, tt := range []struct {
		reason   string
		contract Contract
		ok       bool
	}{
		{"the zero contract", Contract{}, true},
		{"as many keys as may be", Contract{PassKeys: many[:maxKeys]}, true},
		{"one key more", Contract{PassKeys: many}, false},
		{"a blank key", Contract{HintKeys: []string{"\u200b "}}, false},
		{"a key as long as may be", Contract{PassKeys: []string{strings.Repeat("k", chars.MaxKey)}}, true},
		{"a key that is longer", Contract{PassKeys: []string{strings.Repeat("k", chars.MaxKey+1)}}, false},
		{"a key that is not UTF-8", Contract{PassKeys: []string{"\xff"}}, false},
		{"a key in two lists", Contract{PassKeys: []string{"Score"}}, false},
		{"a key is the nonce's", Contract{Nonce: "x", PassKeys: []string{"nonce"}}, false},
		{"the nonce's key without a nonce", Contract{PassKeys: []string{"nonce"}}, true},
		{"a word with white space around it", Contract{PassWords: []string{"yes\u0085"}}, false},
		{"a refusal with white space around it", Contract{FailWords: []string{"valid "}}, false},
		{"a refusal with marks around it", Contract{FailWords: []string{"-1"}}, false},
		{"an assent with marks around it", Contract{PassWords: []string{"**ship**"}}, true},
		{"a blank nonce", Contract{Nonce: " "}, false},
		{"a nonce that is not UTF-8", Contract{Nonce: "\xff"}, false},
		{"a scale upside down", Contract{ScoreMin: 20, ScoreMax: 1}, false},
		{"a scale that is infinite", Contract{ScoreMax: inf(1)}, false},
		{"a scale that is NaN", Contract{ScoreMax: nan()}, false},
		{"a scale too wide", Contract{ScoreMin: -1.7e308, ScoreMax: 1.7e308}, false},
		{"a bar on the lower end", Contract{ScoreMin: 1, ScoreMax: 20, PassScore: 1}, false},
		{"a bar on the upper end", Contract{ScoreMin: 1, ScoreMax: 20, PassScore: 20}, true},
		{"a bar that is NaN", Contract{PassScore: nan()}, false},
		{"a pass word that refuses", Contract{PassWords: []string{"not bad"}}, false},
		{"a pass word that abstains", Contract{PassWords: []string{"unclear"}}, false},
		{"a pass word that fails", Contract{PassWords: []string{"hold"}, FailWords: []string{"Hold"}}, false},
		{"a blank pass word", Contract{PassWords: []string{""}}, false},
		{"a fail word of marks", Contract{FailWords: []string{" - "}}, false},
		{"words that are fine", Contract{PassWords: []string{"ship it"}, FailWords: []string{"hold"}}, true},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			err := tt.contract.Validate()
			if (err == nil) != tt.ok || err != nil && !errors.Is(err, ErrContract) {
				t.Fatalf("Validate: %v", err)
			}
			v, parseErr := tt.contract.Parse(`{"pass": true, "score": 1}`)
			if err != nil && (!errors.Is(parseErr, ErrContract) || v.Pass) {
				t.Errorf("Parse: %+v, %v", v, parseErr)
			}
		})
	}
}

func TestRetryHint(t *testing.T) {
	parsed := func(reply string) error {
		_, err := SafeVerdict(reply)
		return err
	}
	_, report := ParseCriterionScore(`{"score": 14.5}`, "a")
	seen := make(map[string]string)
	for _, tt := range []struct {
		reason string
		err    error
		ok     bool
	}{
		{"no error", nil, false},
		{"not of a parse", errors.New("x"), false},
		{"the contract is wrong", Contract{ScoreMin: 2, ScoreMax: 1}.Validate(), false},
		{"no verdict", parsed("I pass."), true},
		{"a conflict", parsed(`{"pass": true, "pass": false}`), true},
		{"cut off", parsed(`{"pass": true`), true},
		{"too large", parsed(strings.Repeat(" ", extract.MaxReply+1)), true},
		{"a bad value", report, true},
		{"unclear", parsed(`{"pass": null, "score": 1}`), true},
		{"no score", parsed(`{"pass": true}`), true},
		{"prose after", parsed(`{"pass": true, "score": 1} Bye.`), true},
		{"a template", parsed(`{"pass": true, "score": 1, "reasons": ["..."]}`), true},
		{"a quirk that the caller refuses", &ReplyError{Err: ErrUntrusted, Quirks: QuirkFenced}, true},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			hint, ok := RetryHint(tt.err)
			if ok != tt.ok || ok != (hint != "") || ok && !strings.HasSuffix(hint, ".") {
				t.Fatalf("RetryHint(%v) = %q, %v", tt.err, hint, ok)
			}
			if other, twice := seen[hint]; twice && hint != "" {
				t.Errorf("the same hint as for %s: %q", other, hint)
			}
			seen[hint] = tt.reason
		})
	}
	if hint, ok := RetryHint(ErrUntrusted); !ok || hint == "" {
		t.Error("a bare sentinel has a hint, too")
	}
}

// A contract survives a configuration file: a bar that is lost there is a gate
// that opens.
func TestContractJSON(t *testing.T) {
	want := Contract{
		PassKeys: []string{"a"}, ScoreKeys: []string{"b"}, ReasonKeys: []string{"c"}, HintKeys: []string{"d"},
		PassWords: []string{"e"}, FailWords: []string{"f"}, ScoreMin: 1, ScoreMax: 20, PassScore: 14, Nonce: "g",
		Allow: QuirkProseAfter | QuirkScoreMissing, Refuse: QuirkFenced,
	}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Contract
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if strings.ContainsAny(string(text), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		t.Errorf("%s: a name is not in snake case", text)
	}
}

func inf(sign int) float64 { return math.Inf(sign) }
func nan() float64         { return math.NaN() }
