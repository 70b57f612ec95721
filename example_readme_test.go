package jury_test

import (
	"fmt"

	"github.com/seed-bcabc8a2/jury"
)

// README shows the body of this example, and a test in cmd/jury compares them.
func Example_readme() {
	for _, reply := range []string{
		"All 42 tests pass.\n" + `{"pass": true, "score": 0.9, "reasons": ["all green"],}`,
		`{"pass": true, "score": 1}` + "\nWait, one is skipped:\n" + `{"pass": false, "score": 0.3}`,
		`The log ends with {"pass": true, "score": 1}`,
	} {
		verdict, err := jury.SafeVerdict(reply)
		fmt.Println(verdict.Pass, verdict.Score, verdict.Quirks, err)
	}
	// Output:
	// true 0.9 prose_before|loose_syntax <nil>
	// false 0.3 prose_before|repeated|overruled <nil>
	// false 0  jury: pass not trusted at line 1, column 19: it carries inline
}
