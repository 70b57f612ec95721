package jury

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// maxScan is up to how many criteria or scores a look at each of them is faster
// than a map, and needs no memory.
const maxScan = 32

// A table has a row for each criterion: for those of a closed set and no others,
// or, open, for each that is named.
type table struct {
	rows   []CriterionSummary
	byID   map[string]int // every row by its id, once there are more than maxScan
	closed bool

	weights map[string]int
	floors  map[string]float64
}

// newTable returns the table of a closed set of ids, or of an open one if there
// are none.
func newTable(round *Round) (table, error) {
	ids := round.CriterionIDs
	t := table{rows: make([]CriterionSummary, 0, len(ids)), closed: len(ids) > 0, weights: round.Weights, floors: round.Floors}
	for i, id := range ids {
		if id == "" {
			return table{}, roundError("CriterionIDs[%d] is empty; give every criterion an id", i)
		}
		if _, ok := t.find(id); ok {
			return table{}, roundError("CriterionIDs[%d] repeats %s; list every criterion once", i, excerpt(id))
		}
		t.add(id)
	}
	return t, t.check()
}

// check reports a weight or a floor that no criterion can have.
func (t *table) check() error {
	if !t.hasTerms() {
		return nil
	}
	for _, id := range sortedKeys(t.weights) {
		switch w := t.weights[id]; {
		case !(w >= 1 && w <= maxWeight):
			return roundError("the weight of %s is %d; set it from 1 to %d", excerpt(id), w, maxWeight)
		case !t.mayHave(id):
			return roundError("Weights has %s, which is none of CriterionIDs", excerpt(id))
		}
	}
	for _, id := range sortedKeys(t.floors) {
		switch f := t.floors[id]; {
		case !onScale(f):
			return roundError("the floor of %s is %v; set it from %d to %d", excerpt(id), f, MinScore, MaxScore)
		case !t.mayHave(id):
			return roundError("Floors has %s, which is none of CriterionIDs", excerpt(id))
		}
	}
	return nil
}

// hasTerms reports whether there are weights or floors at all.
func (t *table) hasTerms() bool { return len(t.weights)+len(t.floors) > 0 }

// mayHave reports whether the table has a row of that id, or makes room for one.
func (t *table) mayHave(id string) bool {
	_, ok := t.find(id)
	return ok || !t.closed && id != ""
}

// row returns the row of an id. An open table makes room for a new one.
func (t *table) row(id string) (int, bool) {
	if row, ok := t.find(id); ok || t.closed || id == "" {
		return row, ok
	}
	return t.add(id), true
}

func (t *table) find(id string) (int, bool) {
	if t.byID != nil {
		row, ok := t.byID[id]
		return row, ok
	}
	for row := range t.rows {
		if t.rows[row].ID == id {
			return row, true
		}
	}
	return 0, false
}

func (t *table) add(id string) int {
	row := len(t.rows)
	t.rows = append(t.rows, CriterionSummary{ID: id})
	if t.hasTerms() {
		t.rows[row].Weight, t.rows[row].Floor = t.weights[id], t.floors[id]
	}
	if t.byID == nil && len(t.rows) > maxScan {
		t.byID = make(map[string]int, cap(t.rows))
		for row := range t.rows {
			t.byID[t.rows[row].ID] = row
		}
	} else if t.byID != nil {
		t.byID[id] = row
	}
	return row
}

// sorted returns the rows in the order of the rubric, which a closed table has
// from the start, else of their ids.
func (t *table) sorted() []CriterionSummary {
	if !t.closed {
		slices.SortFunc(t.rows, func(a, b CriterionSummary) int { return strings.Compare(a.ID, b.ID) })
	}
	return t.rows
}

// missing returns the criteria of a closed set without a valid score.
func (t *table) missing() []string {
	ids := []string{}
	for row := range t.rows {
		if t.closed && t.rows[row].Valid == 0 {
			ids = append(ids, t.rows[row].ID)
		}
	}
	return ids
}

// heaviest returns the weight of the heaviest criterion that a score may be for.
func (t *table) heaviest() int {
	heaviest := t.fresh()
	for row := range t.rows {
		heaviest = max(heaviest, t.rows[row].weight())
	}
	return heaviest
}

// fresh returns, for an open table, the weight of the heaviest criterion that has
// no score yet: there is always one more id, which weighs 1. It is 0 for a closed
// table.
func (t *table) fresh() int {
	if t.closed {
		return 0
	}
	heaviest := 1
	for id, weight := range t.weights {
		if row, ok := t.find(id); !ok || t.rows[row].Valid == 0 {
			heaviest = max(heaviest, weight)
		}
	}
	return heaviest
}

// countScores adds up the scores that count and lists those that do not.
func (d *Decision) countScores(scores []CriterionScore, t *table) {
	var few [maxScan]int
	p := placing{scores: scores, places: few[:]}
	if len(scores) > maxScan {
		p.places = make([]int, len(scores))
		p.lowest = make(map[vote]int, votes(scores))
	}
	for i := range scores {
		p.places[i] = p.place(i, t)
	}
	d.Rejected = make([]Rejection, 0, p.rejected)
	for i := range scores {
		place := p.places[i]
		if place < 0 {
			d.Rejected = append(d.Rejected, Rejection{Index: i, Reason: RejectReason(-place)})
			continue
		}
		t.rows[place].add(int(scores[i].Score))
	}
	for row := range t.rows {
		c := &t.rows[row]
		c.Mean = mean(int64(c.Sum), int64(c.Valid))
		d.Valid += c.Valid
		d.Sum += c.Sum
	}
}

// votes returns how many scores say who gave them.
func votes(scores []CriterionScore) int {
	n := 0
	for i := range scores {
		if scores[i].Verifier != "" {
			n++
		}
	}
	return n
}

func (c *CriterionSummary) add(score int) {
	if c.Valid == 0 {
		c.Min = score
	}
	c.Min, c.Max = min(c.Min, score), max(c.Max, score)
	c.Sum += score
	c.Valid++
}

// weight returns what a score of the criterion weighs.
func (c *CriterionSummary) weight() int { return max(1, c.Weight) }

// A placing finds for each score the row that it counts in, or why it does not.
type placing struct {
	scores   []CriterionScore
	places   []int        // a row, or a RejectReason negated
	lowest   map[vote]int // the score that counts; nil while a scan finds it faster
	rejected int
}

// A vote is what nobody has twice: a verifier's word on a criterion.
type vote struct {
	row      int
	verifier string
}

// place returns the place of scores[i]; the earlier ones have theirs.
func (p *placing) place(i int, t *table) int {
	score := &p.scores[i]
	row, known := t.row(score.CriterionID)
	switch {
	case !ValidScore(score.Score):
		return p.reject(RejectOffScale)
	case !known:
		return p.reject(RejectUnknownCriterion)
	case score.Verifier == "": // nobody in particular: copies cannot be told from votes
		return row
	}
	earlier, voted := p.earlier(row, i)
	switch {
	case voted && score.Score >= p.scores[earlier].Score:
		return p.reject(RejectSuperseded)
	case voted:
		p.places[earlier] = p.reject(RejectSuperseded)
	}
	if p.lowest != nil {
		p.lowest[vote{row, foldVerifier(score.Verifier)}] = i
	}
	return row
}

func (p *placing) reject(why RejectReason) int {
	p.rejected++
	return -int(why)
}

// earlier returns the score before scores[i] that counts for the same vote.
func (p *placing) earlier(row, i int) (int, bool) {
	name := p.scores[i].Verifier
	if p.lowest != nil {
		j, ok := p.lowest[vote{row, foldVerifier(name)}]
		return j, ok
	}
	for j, place := range p.places[:i] {
		if place == row && sameVerifier(p.scores[j].Verifier, name) {
			return j, true
		}
	}
	return 0, false
}

// sameVerifier reports whether two names are one verifier's. Nobody in particular
// is not the same as anybody.
func sameVerifier(a, b string) bool {
	if a == "" || b == "" || endApart(a[len(a)-1], b[len(b)-1]) {
		return false
	}
	return a == b || foldVerifier(a) == foldVerifier(b)
}

// endApart reports whether the last bytes of two names say that they are not the
// same: most are told apart so.
func endApart(a, b byte) bool {
	return a > ' ' && a < utf8.RuneSelf && b > ' ' && b < utf8.RuneSelf && chars.Lower(a) != chars.Lower(b)
}

// foldVerifier returns what two names of one verifier have in common: they are
// trimmed, and each letter stands for all that Unicode folds to it. A name of
// nothing but white space is still a name.
func foldVerifier(name string) string {
	name = strings.TrimSpace(name)
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || c != chars.Lower(c) {
			return strings.Map(foldRune, name)
		}
	}
	return name
}

// foldRune returns the least of the letters that differ from c in case alone, in
// lower case if it is in ASCII.
func foldRune(c rune) rune {
	least := c
	for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
		least = min(least, other)
	}
	if least < utf8.RuneSelf {
		return rune(chars.Lower(byte(least)))
	}
	return least
}

// countFindings gathers the findings of all scores, set aside or not, and the
// salvaged ones, each with the severity that it counts as.
func (d *Decision) countFindings(round *Round, t *table) {
	words, _ := d.Policy.words() // checked before
	n := len(round.Salvaged)
	for i := range round.Scores {
		n += len(round.Scores[i].Findings)
	}
	d.Findings = make([]RoundFinding, 0, n)
	for i := range round.Scores {
		s := &round.Scores[i]
		for _, f := range s.Findings {
			d.addFinding(RoundFinding{CriterionID: s.CriterionID, Verifier: s.Verifier, Finding: f}, words, t)
		}
	}
	for _, f := range round.Salvaged {
		d.addFinding(f, words, t)
	}
}

// addFinding adds a finding with the severity that it counts as, where the caller
// has words of its own by them.
func (d *Decision) addFinding(f RoundFinding, words map[Severity]Severity, t *table) {
	written := f.Severity
	f.Severity, f.Said = written.weight(), ""
	if words != nil {
		word := foldSeverity(string(written))
		if counted, ok := words[word]; ok {
			f.Severity = counted
		}
		if word != f.Severity {
			f.Said = strings.TrimSpace(string(written))
		}
	}
	d.Findings = append(d.Findings, f)
	row, ok := t.row(f.CriterionID)
	switch {
	case ok && f.Severity == Veto:
		t.rows[row].Vetoes++
	case ok && f.Severity == Blocking:
		t.rows[row].Blocking++
	}
}
