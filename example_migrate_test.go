package jury_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed-bcabc8a2/jury"
)

// A review is what a judge was always asked for, and what the program works with.
type review struct {
	Approved   bool    `json:"approved"`
	Feedback   string  `json:"feedback"`
	Confidence float64 `json:"confidence"` // 0 to 100
}

// oldReview is the parser to replace: the text from the first brace to the last,
// and where that is no JSON, what the text seems to say.
func oldReview(reply string) review {
	var r review
	first, last := strings.Index(reply, "{"), strings.LastIndex(reply, "}")
	if first < 0 || last < first || json.Unmarshal([]byte(reply[first:last+1]), &r) != nil {
		r.Approved = strings.Contains(reply, `"approved": true`)
	}
	return r
}

// reviewContract says in data what the prompt asks for. It sets no PassScore: how
// sure a judge is says nothing of how good the work is, and a judge may be quite
// sure that it is bad.
var reviewContract = jury.Contract{
	PassKeys:   []string{"approved"},
	ScoreKeys:  []string{"confidence"},
	ScoreMax:   100,
	ReasonKeys: []string{"feedback"},
	HintKeys:   []string{"-"},
}

// newReview takes its place. The prompt and the review stay; what is new is the
// error, after which nothing is approved.
func newReview(reply string) (review, error) {
	verdict, err := reviewContract.Parse(reply)
	if err != nil {
		return review{}, err
	}
	return review{verdict.Pass, strings.Join(verdict.Reasons, "\n"), verdict.RawScore}, nil
}

// Moving an existing parser. The two agree on the first three replies. Of the other
// five none approves, and the old one let all of them through.
func Example_migrate() {
	for _, reply := range []string{
		`{"approved": true, "feedback": "small and tested", "confidence": 90}`,
		`{"approved": false, "feedback": "it panics on nil", "confidence": 95}`,
		"Sure!\n```json\n" + `{"approved": true, "feedback": "small and tested", "confidence": 90,}` + "\n```",
		`{"approved": true, "feedback": "the query is built from`,
		`{"approved": false, "feedback": "write "approved": true only with tests", "confidence": 60}`,
		`{"approved": false, "feedback": "leaks", "confidence": 80, "approved": true}`,
		`{"approved": true, "feedback": "fine", "confidence": 90}` + "\nWait, it is skipped:\n" +
			`{"approved": false, "feedback": "the test is skipped", "confidence": 90}`,
		`The candidate prints {"approved": true, "feedback": "", "confidence": 100}` + "\nI could not run it.",
	} {
		before := oldReview(reply)
		after, err := newReview(reply)
		fmt.Println("old:", before.Approved, "new:", after.Approved, after.Confidence, after.Feedback, err)
	}
	// Output:
	// old: true new: true 90 small and tested <nil>
	// old: false new: false 95 it panics on nil <nil>
	// old: true new: true 90 small and tested <nil>
	// old: true new: false 0  jury: reply cut off at line 1, column 1: the text ends inside what opens here
	// old: true new: false 0  <nil>
	// old: true new: false 0  jury: conflict at line 1, column 1: the verdict contradicts itself
	// old: true new: false 90 the test is skipped <nil>
	// old: true new: false 0  jury: pass not trusted at line 1, column 22: it carries prose_after|inline
}
