package evidence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// statementsOf lists the statements of text: their label, what they say, their
// value and where they stand.
func statementsOf(text string) string {
	s := Scanner{Text: text, Keys: []string{"pass", "score"}}
	s.Begin(0, len(text))
	var all []string
	for {
		st, ok := s.Next()
		if !ok {
			return strings.Join(all, "; ")
		}
		says := map[vocab.Says]string{vocab.SaysFail: "fail", vocab.SaysPass: "pass", vocab.SaysBoth: "both", vocab.SaysAbstain: "abstain"}[st.Says]
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s=%s %s", st.Label, says, places(st.Place))))
	}
}

func places(p Place) string {
	var names []string
	for i, name := range []string{"begins", "ends", "colon", "fence", "block", "comment", "code", "quotes", "item", "row", "header", "equals", "below", "if", "wrapped", "closing"} {
		if p&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

func TestStatementsOf(t *testing.T) {
	for _, tt := range []struct{ text, want, reason string }{
		{"All is well.", "", "prose"},
		{"FAIL", "=fail begins", "a bare word"},
		{"> **FAIL**", "=fail begins,block", "in a block quote"},
		{"status: FAIL", "status=fail begins", "a label"},
		{"**Overall:** needs changes", "Overall=fail begins", "with decoration"},
		{"- Overall result: FAIL", "Overall result=fail begins,item", "an item"},
		{"## Decision\n\nREJECTED", "Decision=fail begins,below", "a heading"},
		{"Overall:\n- FAIL", "Overall=fail begins,colon,below", "an item below a label"},
		{"Result\n------\nFAIL", "Result=fail begins,below", "an underline is no line"},
		{"| overall | failed |", "overall=fail begins,row", "a row"},
		{"| a | pass |\n|---|---|\n| x | no |", "pass=fail row,header", "a column"},
		{"<result>fail</result>", "=fail begins; result=fail begins", "a tag, and what it leaves"},
		{"<result>\nfail\n</result>", "result=fail begins,colon,below", "a tag on lines of its own"},
		{"```\nstatus: failed\n```\nstatus: ok", "status=fail begins,fence; status=pass begins", "a fence, and after it"},
		{"It calls `pass = false` here.", "pass=fail code,equals", "inline code"},
		{"If the verdict is fail, retry.", "verdict=fail if", "a condition"},
		{"On a bad key it\nfails, and stops.", "=fail begins,wrapped", "a line that goes on"},
		{"x <!-- y --> pass: no", "pass=fail", "after a comment of the same line"},
		{"<!-- status: FAIL", "status=fail begins,comment", "in a comment of the same line"},
		{"pass: true", "pass=pass begins", "a pass is a statement, too"},
		{"Verdict: PASS, but the tests fail", "Verdict=both begins; Verdict=both begins", "by its word and by its colon"},
		{"name: FAIL", "", "no name of a verdict"},
		{"|overall|failed|", "overall=fail begins,row", "a row without blanks"},
		{"~~Verdict~~: FAIL", "Verdict=fail begins; Verdict=fail begins", "a label with marks"},
		{"Overall #: FAIL", "Overall=fail begins", "likewise"},
		{"Done. Overall: FAIL", "Overall=fail", "a label that begins a sentence"},
		{"Done; overall: FAIL", "overall=fail", "or part of one"},
		{strings.Repeat("word ", 40) + "pass: no", "pass=fail", "a key behind more than is looked back"},
		{strings.Repeat("word ", 40) + "and é pass: no", "pass=fail", "likewise"},
		{"verdict FAIL", "=fail begins; verdict=fail begins", "without a mark"},
		{"subverdict FAIL", "", "a part of a word"},
		{"two verdicts", "", "another word"},
		{"See verdict.go", "", "a name of code"},
		{"verdict.x", "", "likewise"},
		{"It is very well.", "", "a word that begins like it"},
		{"bypass: no", "", "a part of a word"},
		{"Overall > failed", "=fail begins", "no tag, and no key"},
		{"Overall.\nFAIL", "=fail begins", "a sentence is no title"},
		{"the hooks ran | pass: no", "pass=fail", "one bar makes no row"},
		{"overall | failed | x", "overall=fail begins,row", "two do"},
		{"Verdict: x." + strings.Repeat(" ", 253) + "pass: " + strings.Repeat("it is now here ", 5) + "FAIL", "Verdict= begins; Verdict= begins; pass=fail",
			"a label right behind as much of a value as is read"},
		{"the run: overall: FAIL", "", "a label behind another is a part"},
		{strings.Repeat("(", 140) + "Overall: FAIL", "", "a label that the line does not begin with, as far as is looked back"},
		{strings.Repeat("(", 140) + "Overall\nFAIL", "=fail begins", "a line that is too long for a title"},
		{"Overall: result\nFAIL", "Overall= begins; =fail begins", "a line with a value is none"},
		{"```\nOverall\nFAIL\n```", "=fail begins,fence", "nor is a line of code"},
		{"hooks status - FAIL", "", "a dash parts only a name that is known"},
		{"Overall status - FAIL", "Overall status=fail begins", "as this one is"},
		{"Score: 3", "Score= begins", "a score"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			if got := statementsOf(tt.text); got != tt.want {
				t.Errorf("%q: %s, want %s: %s", tt.text, got, tt.want, tt.reason)
			}
		})
	}
}
