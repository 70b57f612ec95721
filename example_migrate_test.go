package jury_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed-bcabc8a2/jury"
)

// A review is what a judge was always asked for.
type review struct {
	Approved   string   `json:"approved"`
	Confidence float64  `json:"confidence"` // 0 to 100
	Comments   []string `json:"comments"`
	Files      []string `json:"files"` // which it has read
}

// oldApproved is the parser to replace: the text from the first brace to the
// last, and true unless it says no.
func oldApproved(reply string) bool {
	first, last := strings.Index(reply, "{"), strings.LastIndex(reply, "}")
	if first < 0 || last < first {
		return true // "the judge had nothing to object"
	}
	var r review
	if err := json.Unmarshal([]byte(reply[first:last+1]), &r); err != nil {
		return true
	}
	return !strings.EqualFold(r.Approved, "no")
}

// reviewContract says in data what the old parser said in code.
var reviewContract = jury.Contract{
	PassKeys:   []string{"approved"},
	ScoreKeys:  []string{"confidence"},
	ReasonKeys: []string{"comments"},
	PassWords:  []string{"lgtm"},
	ScoreMax:   100,
}

// newApproved reads the verdict by the contract, and from the same reply the
// payload of the program's own, which is no ground for a decision.
func newApproved(reply string) (jury.Verdict, review, error) {
	verdict, err := reviewContract.Parse(reply)
	if err != nil {
		return jury.Verdict{}, review{}, err
	}
	payload, err := jury.Decode[review](reply, "approved", "files")
	if err != nil {
		return jury.Verdict{}, review{}, err
	}
	return verdict, payload, nil
}

// Moving an existing parser: the prompt, the keys and the struct stay, the
// finding and the deciding move to Contract and Decode.
func Example_migrate() {
	for _, reply := range []string{
		`{"approved": "LGTM", "confidence": 80, "comments": [], "files": ["a.go"]}`,
		`Sure! {"approved": "no", "confidence": 90, "comments": ["panics on nil"], "files": ["a.go"],}`,
		`{"approved": "not yet", "confidence": 70, "files": ["a.go"]}`,
		`The rate limit was reached.`,
	} {
		verdict, payload, err := newApproved(reply)
		fmt.Println("old:", oldApproved(reply))
		if err != nil {
			fmt.Println("new:", err)
			continue
		}
		fmt.Println("new:", verdict.Pass, verdict.Score, verdict.Reasons, payload.Files)
	}
	// Output:
	// old: true
	// new: true 0.8 [] [a.go]
	// old: true
	// new: false 0.9 [panics on nil] [a.go]
	// old: true
	// new: false 0.7 [] [a.go]
	// old: true
	// new: jury: no verdict: there is no object
}
