package main

// explained lists changes that no test can notice, since they change nothing
// that can be seen, each with its reason. A change is named by its file, the
// line that it changes, what it changes, and which of several such on that line it is
// if not the first, so that moved code stays explained and rewritten code does not.
var explained = []explanation{
	{"decide_count.go", "return 0, false", "0", "1", nobodyLooks, 0},
	{"decide_count.go", "return 0, false", "0", "-1", nobodyLooks, 0},
	{"decide_count.go", useMap, "==", "!=", "the map is never made: every look is a scan, slower and the same", 0},
	{"decide_count.go", useMap, ">", ">=", otherLimit, 0},
	{"decide_count.go", useMap, ">", "<=", otherLimit, 0},
	{"decide_count.go", useMap, "maxScan", "(maxScan + 1)", otherLimit, 0},
	{"decide_count.go", "var few [maxScan]int", "maxScan", "(maxScan + 1)", "one place more than is used", 0},
	{"decide_count.go", "n := 0", "0", "1", sizeHint, 0},
	{"decide_count.go", "n := 0", "0", "-1", sizeHint, 0},
	{"decide_count.go", `if scores[i].Verifier != "" {`, "!=", "==", sizeHint, 0},
	{"decide_count.go", "n++", "++", "--", sizeHint, 0},
	{"decide.go", "if math.Abs(product-whole) <= quorumSlack*whole {", "<=", "<", "they are equal only if both are 0, and no product is", 0},
	{"decide_reach.go", "return sort.Search(most+1, func(n int) bool {", "1", "2", "what is beyond most is out of reach, by one or by two", 0},
	{"round.go", "if criteria > maxExpected/verifiers {", "maxExpected", "(maxExpected + 1)", "a product of maxExpected+1 is itself what is returned for too many", 0},

	{"internal/evidence/evidence.go", "if !d.Holds() && (w.Heard || len(w.ScoreKeys) > 0) {", ">", ">=", "statements are read that deny nothing", 0},
	{"internal/evidence/evidence.go", "case st.Name&vocab.NameKnown != 0, vocab.WordIn(decisive[:1], st.Label):", "1", "2", "decision is a name that is known, as verdict is", 0},
	{"internal/evidence/evidence.go", "for r.end = r.start; r.end < end; {", "<", "<=", "no mark stands after the end", 0},
	{"internal/evidence/near.go", "if len(key) < MinNear || len(letters) < len(key)-1 || len(letters) > len(key)+1 {", "||", "&&",
		"names of another length are more than one edit away, which is found later", 0},
	{"internal/evidence/scan.go", closesFence, "0", "1", "a fence has three marks or more", 0},
	{"internal/evidence/scan.go", closesFence, ">", ">=", "without a fence there is no mark to be equal", 0},
	{"internal/evidence/scan.go", "if start < end {", "<", "<=", "what is empty ends where it starts", 0},
	{"internal/evidence/scan.go", "*p = label{text: text, start: start + decor, key: -1}", "1", "2", "any number below 0 is no key", 0},
}

// An explanation says why nobody notices a change.
type explanation struct {
	file, source, old, new, reason string
	nth                            int
}

const (
	useMap = "if t.byID == nil && len(t.rows) > maxScan {"

	closesFence = `case s.fence > 0 && c == s.mark && n >= s.fence && strings.TrimSpace(line[n:]) == "":`

	nobodyLooks = "what was not found is not looked at"
	otherLimit  = "scans give way to the map at another size, and find the same"
	sizeHint    = "it is how large a map is made at first, which grows as it must"
)

func explain(m mutation) (reason string, ok bool) {
	for _, e := range explained {
		if e.file == m.file && e.source == m.source && e.old == m.old && e.new == m.new && e.nth == m.nth {
			return e.reason, true
		}
	}
	return "", false
}
