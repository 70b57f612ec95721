package jury

import (
	"strings"
	"testing"
)

// A text is read in linear time by every form, whatever crowds in it.
func TestHostileTextsGrow(t *testing.T) {
	if isRaceBuild() {
		t.Skip("the race detector changes what is measured, and nothing here runs at once")
	}
	for _, d := range formDoors() {
		for _, part := range []string{"Verdict: ", "Reasons: ", "Reasons: x\n", "Verdict: PASS ", "Flagged: no ", "Flagged: no\n", "[[", "[[8]] ", "\\boxed{", "</think>", "<verdict>", "`[[8]]", "(("} {
			t.Run(d.name+"/"+part, func(t *testing.T) {
				checkGrowth(t, mostGrowth, func(n int) func() {
					reply := strings.Repeat(part, n/len(part)) + "\n" + d.pass
					return func() { d.contract.Parse(reply) }
				}, 16<<10, 256<<10)
			})
		}
	}
}
