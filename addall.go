package jury

import (
	"reflect"
	"slices"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
)

// AddAll reads reply, in which the verifier reports on several criteria at once: a
// list of reports, an object of one member, of any name, around it, or an object
// with a report under the id of each criterion. Reports may also stand one after
// the other, or alone. Each counts as if it had come by [Round.Add]: a score is
// appended, and what cannot be read is counted as invalid, or as an abstention, and
// its findings are kept.
//
// What is missing stays missing. Of two reports on one criterion the lowest score
// counts, with the findings of both; if one of them cannot be read, neither does.
// Scores of unknown criteria are set aside by the decision, while their findings
// count. A report that names no criterion, or another one than its key, counts for
// none. Where the reply as a whole is in doubt (it was cut off, text follows it,
// something in it states a veto) no score of it counts, and its findings are kept.
//
// The error is nil if the reply scores every one of CriterionIDs, or where these are
// not known everything that it reports on. Else it is a *ReplyError as of
// [ParseCriterionScore], for the reply or the first report that is at fault, and its
// IDs are the criteria to ask again for. It wraps ErrAbstained only where there is
// nothing to ask for: all that is missing was declined. The round itself is ready to
// be decided after any AddAll.
//
// [{"criterion_id": "a", "score": 18}, {"criterion_id": "b", "score": 0}] scores a,
// and is ErrBadValue with the IDs b; {"a": 17} is ErrNoVerdict.
func (r *Round) AddAll(reply, verifier string) error {
	b := batch{known: r.CriterionIDs}
	fault := b.parse(reply, b.search)
	if fault != nil {
		fault.IDs = b.missing(func(string) bool { return false })
		r.InvalidCount++
		r.Salvaged = append(r.Salvaged, b.kept(verifier)...)
		return fault
	}
	return b.addTo(r, verifier)
}

// A batch is a search for the reports of one reply on several criteria.
type batch struct {
	reporting
	known   []string // the ids of the round
	reports []batchReport
	last    []batchReport // those of the unit before
	bounds  [2]float64    // the lowest and the highest score
}

// A batchReport is one of them.
type batchReport struct {
	CriterionScore
	fault objection.Objection // why it gives no score
	heard []RoundFinding      // what it says beside its findings
}

// A place is where a report stands in a unit: under which key, 0 if it has none.
type place struct{ key, obj uint32 }

// search looks for reports, and says why there are none, or why they may not stand.
func (b *batch) search() objection.Objection {
	b.read(b.consider)
	if o := b.nothing(); o.Holds() {
		return o
	}
	return b.judge(b.watch())
}

// consider reads the reports in the unit read last.
func (b *batch) consider() {
	places := b.places()
	if len(places) == 0 {
		b.dismiss()
		return
	}
	now := b.readReports(places)
	again := len(b.Finds) > 0 && reflect.DeepEqual(now, b.last)
	if len(b.Finds) > 0 && !again && !b.follows() {
		b.Doubt(objection.At(b.Span.Start, objection.ReportsDiffer))
	}
	if !again {
		b.reports = append(b.reports, now...)
	}
	b.last = now
	b.Found()
	b.quirks |= quirksBeyond(b.Beyond)
}

// watch is that of a report, for scores from the lowest to the highest.
func (b *batch) watch() *evidence.Watch {
	w := b.reporting.watch()
	w.Low, w.High = b.bounds[0], b.bounds[1]
	return w
}

// follows reports whether only blanks or a comma stand between the unit read last and
// the reports before it.
func (b *batch) follows() bool {
	between := b.Text[b.Finds[len(b.Finds)-1].End:b.Span.Start]
	return strings.TrimFunc(between, func(c rune) bool { return c == ',' || chars.IsBlankRune(c) }) == ""
}

// places returns where reports stand in the unit.
func (b *batch) places() []place {
	if b.Ending != lenient.Whole {
		return nil
	}
	i := uint32(0)
	if _, alone := b.Only(0); !alone && b.Nodes[0].Kind == lenient.KindObject {
		i = b.Inner() // the arguments of a call
	}
	for {
		if b.hasScore(i) {
			return []place{{0, i}}
		}
		if b.Nodes[i].Kind == lenient.KindArray {
			return b.listed(i)
		}
		m, ok := b.Only(i)
		if !ok || slices.Contains(b.known, b.Str(b.Nodes[m.Key])) {
			return b.mapped(i)
		}
		if len(b.known) == 0 && b.hasScore(m.Value) && !b.Wraps(m.Key) {
			return b.mapped(i)
		}
		i = m.Value
	}
}

// listed returns the elements of the list at index i, if one of them is a report. An
// element may be an object of one member, the id.
func (b *batch) listed(i uint32) []place {
	var places []place
	found := false
	for k := i + 1; k < b.Nodes[i].Next; k = b.Nodes[k].Next {
		if b.Nodes[k].Kind != lenient.KindObject {
			continue
		}
		at := place{0, k}
		if m, ok := b.Only(k); ok && b.hasScore(m.Value) {
			at = place{m.Key, m.Value}
			if b.Wraps(m.Key) && !slices.Contains(b.known, b.Str(b.Nodes[m.Key])) {
				at.key = 0
			}
		}
		found = found || b.hasScore(at.obj)
		places = append(places, at)
	}
	if !found {
		return nil
	}
	return places
}

// mapped returns the reports that are members of the value at index i.
func (b *batch) mapped(i uint32) []place {
	if b.Nodes[i].Kind != lenient.KindObject {
		return nil
	}
	var places []place
	for m := b.Members(i); m.Next(); {
		if b.hasScore(m.Value) {
			places = append(places, place{m.Key, m.Value})
		}
	}
	return places
}

// readReports reads the reports at places, and gathers from all else in the unit. What
// speaks against one of them is no matter of the others.
func (b *batch) readReports(places []place) []batchReport {
	against, stated, heard := b.Against, b.stated, b.heard
	reports := make([]batchReport, 0, len(places))
	for _, at := range places {
		b.Against, b.stated, b.bad, b.heard, b.criterionID = objection.Objection{}, objection.Objection{}, objection.Objection{}, nil, ""
		if at.key > 0 {
			b.criterionID = strings.Clone(b.Str(b.Nodes[at.key]))
		}
		score := b.report(at.obj)
		if at.key > 0 && score.CriterionID != b.criterionID {
			score.CriterionID = "" // it counts for neither
		}
		b.gatherReport(at.obj, at.obj, score)
		b.placed = nil
		reports = append(reports, batchReport{score, b.Against.Or(b.stated).Or(b.bad), b.heard})
		if s := score.Score; ValidScore(s) {
			b.bounds = [2]float64{min(s, orElse(b.bounds[0], s)), max(s, b.bounds[1])}
		}
	}
	b.Against, b.stated, b.bad, b.heard, b.criterionID = against, stated, objection.Objection{}, heard, ""
	b.gatherAround(places)
	return reports
}

// orElse returns x, or other where x is 0.
func orElse(x, other float64) float64 {
	if x == 0 {
		return other
	}
	return x
}

// gatherAround gathers from the unit, but for the reports at places and their keys.
func (b *batch) gatherAround(places []place) {
	b.written = 0
	for _, at := range places {
		b.Nodes[at.obj].Traits |= markSettled
		if at.key > 0 {
			b.Nodes[at.key].Traits |= markSettled
		}
	}
	g := gatherer{gathering: &b.gathering, Tree: &b.Tree, origin: -1, scored: true}
	if n := b.Nodes[0]; n.Kind == lenient.KindObject && !n.Has(markSettled) {
		g.denials(0)
	}
	g.gather(0)
}

// kept is that of the gathering, with what the reports say.
func (b *batch) kept(verifier string) []RoundFinding {
	for _, report := range b.reports {
		b.keepReport(report)
	}
	b.ownID = ""
	return b.gathering.kept("", verifier)
}

// keepReport keeps what the report says.
func (b *batch) keepReport(report batchReport) {
	for _, f := range report.Findings {
		b.placed = append(b.placed, RoundFinding{CriterionID: report.CriterionID, Finding: f})
	}
	b.heard = append(b.heard, report.heard...)
}

// addTo adds the reports to the round, and says what is missing.
func (b *batch) addTo(r *Round, verifier string) error {
	lowest := b.lowest()
	var first objection.Objection // of a report
	declined := map[string]bool{}
	var without []batchReport
	for i, report := range b.reports {
		if lowest[report.CriterionID] == i+1 {
			report.Verifier = verifier
			r.Scores = append(r.Scores, report.CriterionScore)
			continue
		}
		without = append(without, report)
		switch {
		case report.fault.Why == objection.Abstains:
			r.Abstained++
			declined[report.CriterionID] = true
		case report.fault.Holds():
			r.InvalidCount++
			first = first.Or(report.fault)
		}
	}
	b.reports = without
	err := b.fault(first, func(id string) bool { return lowest[id] > 0 }, declined)
	b.placed, b.heard = nil, b.heard[:0:0]
	r.Salvaged = append(r.Salvaged, b.kept(verifier)...)
	return err
}

// lowest returns for each criterion the place, from 1, of the report of which the score
// counts: the lowest, if every report on it has one.
func (b *batch) lowest() map[string]int {
	lowest := make(map[string]int, len(b.reports))
	for i, report := range b.reports {
		before, seen := lowest[report.CriterionID]
		switch {
		case report.fault.Holds():
			lowest[report.CriterionID] = -1
		case !seen, before > 0 && report.Score < b.reports[before-1].Score:
			lowest[report.CriterionID] = i + 1
		}
	}
	return lowest
}

// missing returns the criteria without what has tells, nil for none: those of the
// round, or if it names none those that were reported on.
func (b *batch) missing(has func(id string) bool) []string {
	ids := b.known
	if len(ids) == 0 {
		for _, report := range b.reports {
			if report.CriterionID != "" && !slices.Contains(ids, report.CriterionID) {
				ids = append(ids, report.CriterionID)
			}
		}
	}
	var missing []string
	for _, id := range ids {
		if !has(id) {
			missing = append(missing, id)
		}
	}
	return missing
}

// fault returns the error of a reply that does not score all that it should.
func (b *batch) fault(first objection.Objection, scored func(id string) bool, declined map[string]bool) error {
	ids := b.missing(func(id string) bool { return scored(id) || declined[id] })
	switch {
	case len(ids) > 0:
		first = first.Or(objection.Objection{Why: objection.NoReport, Key: criterionKey})
	case len(declined) > 0 && !first.Holds():
		first = objection.Objection{Why: objection.Abstains, Key: scoreKey}
	case !first.Holds() || len(b.known) > 0:
		return nil
	}
	err := newReplyError(b.text, first)
	err.IDs = ids
	return err
}
