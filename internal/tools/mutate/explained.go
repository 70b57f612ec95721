package main

// explained lists changes that no test can notice, since they change nothing
// that can be seen, each with its reason. A change is named by its file, the
// line that it changes and what it changes, so that moved code stays explained
// and rewritten code does not.
var explained = []struct{ file, source, old, new, reason string }{
	{"decide_count.go", "return 0, false", "0", "1", nobodyLooks},
	{"decide_count.go", "return 0, false", "0", "-1", nobodyLooks},
	{"decide_count.go", useMap, "==", "!=", "the map is never made: every look is a scan, slower and the same"},
	{"decide_count.go", useMap, ">", ">=", otherLimit},
	{"decide_count.go", useMap, ">", "<=", otherLimit},
	{"decide_count.go", useMap, "maxScan", "(maxScan + 1)", otherLimit},
	{"decide_count.go", "var few [maxScan]int", "maxScan", "(maxScan + 1)", "one place more than is used"},
	{"decide_count.go", "n := 0", "0", "1", sizeHint},
	{"decide_count.go", "n := 0", "0", "-1", sizeHint},
	{"decide_count.go", `if scores[i].Verifier != "" {`, "!=", "==", sizeHint},
	{"decide_count.go", "n++", "++", "--", sizeHint},
	{"decide.go", "if math.Abs(product-whole) <= quorumSlack*whole {", "<=", "<", "they are equal only if both are 0, and no product is"},
	{"decide_reach.go", "return sort.Search(most+1, func(n int) bool {", "1", "2", "what is beyond most is out of reach, by one or by two"},
	{"round.go", "if criteria > maxExpected/verifiers {", "maxExpected", "(maxExpected + 1)", "a product of maxExpected+1 is itself what is returned for too many"},
}

const (
	useMap = "if t.byID == nil && len(t.rows) > maxScan {"

	nobodyLooks = "what was not found is not looked at"
	otherLimit  = "scans give way to the map at another size, and find the same"
	sizeHint    = "it is how large a map is made at first, which grows as it must"
)

func explanation(m mutation) (reason string, ok bool) {
	for _, e := range explained {
		if e.file == m.file && e.source == m.source && e.old == m.old && e.new == m.new {
			return e.reason, true
		}
	}
	return "", false
}
