package jury

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/veto"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// The members of a report, and of a finding in it.
const (
	scoreKey     = "score"
	criterionKey = "criterion_id"
	evidenceKey  = "evidence"
	findingsKey  = "findings"
	findingKey   = "finding"
	severityKey  = "severity"
)

// ParseCriterionScore reads a verifier's report on one criterion:
//
//	{"criterion_id": "tests", "score": 17, "evidence": ["ran them"],
//	 "findings": [{"finding": "slow", "severity": "note"}]}
//
// by the rules of [SafeVerdict]: it must be one object, whole, with nothing
// after it and nothing beside it that looks like another; several must be
// equal. The score must be a whole number from 1 to 20 (17.0 and "17" are);
// nothing is clamped or made up. A missing criterion_id is filled in from
// criterionID; with criterionID "", the reply's own is taken. Verifier is left
// "", whatever the reply says. Evidence may be missing, or one string. Findings
// may be missing; one that is a string has no severity, and so it vetoes, unless
// it says that there is none ("none", "No issues found."). Severities come back
// trimmed and in lower case. Evidence and Findings are never nil without an
// error.
//
// The errors are *ReplyError values that wrap ErrNoVerdict (no object with a
// score), ErrAbstained ("score": "n/a", or null beside evidence), ErrConflict, ErrTruncated, ErrUntrusted, ErrTooLarge as with
// [Contract.Parse], ErrConflict also for what may be a finding outside the list
// of findings or states a veto (a member such as "blockers" or "pass": false, a line
// "Veto: ..."), or ErrBadValue:
// a score off the scale, another criterion_id, none where criterionID is "" too,
// findings of another shape.
//
// {"score": 14.5} is ErrBadValue; {"score": 17, "veto": true} is ErrConflict.
func ParseCriterionScore(reply, criterionID string) (CriterionScore, error) {
	p := reporting{criterionID: criterionID}
	if err := p.parse(reply, p.search); err != nil {
		return CriterionScore{}, err
	}
	return p.score, nil
}

// A reporting is a search for reports.
type reporting struct {
	*extract.Extraction
	criterionID string
	score       CriterionScore
	bad         objection.Objection // why the report cannot be taken
	quirks      Quirks
	untrusted   Quirks
	text        string // what was read
	gathering
}

// parse searches reply by search.
func (p *reporting) parse(reply string, search func() objection.Objection) *ReplyError {
	x, o := extract.Open(reply)
	defer x.Close()
	p.Extraction = x
	if o.Holds() {
		p.gatherDraft()
	} else {
		o = search()
	}
	p.text = x.Text
	if !o.Holds() {
		return nil
	}
	err := newReplyError(x.Text, o)
	err.Quirks = p.untrusted
	return err
}

// search looks for the report, and says why there is none or it may not stand.
func (p *reporting) search() objection.Objection {
	p.read(p.consider)
	if o := p.nothing(); o.Holds() {
		return o
	}
	return p.judge(p.watch())
}

// read reads the reply, and what is in an envelope, unit by unit.
func (p *reporting) read(consider func()) {
	p.readUnits(consider)
	for len(p.Finds) == 0 {
		outer := p.Tree
		opened := p.Unwrap()
		if p.Text == outer.Text {
			return // there is no envelope
		}
		p.gatherEnvelope(&outer)
		if !opened {
			p.gatherDraft()
			return
		}
		p.readUnits(consider)
	}
}

func (p *reporting) readUnits(consider func()) {
	for p.Next() {
		p.gatherText(p.Span.Start)
		consider()
	}
	p.gatherText(len(p.Text))
	if !p.vetoes() && p.LookAgain() {
		for p.Next() {
			p.gatherUnit()
		}
	}
}

// nothing says why nothing was found, if nothing was.
func (p *reporting) nothing() objection.Objection {
	switch {
	case len(p.Finds) > 0:
		return objection.Objection{}
	case p.CutAt >= 0:
		return objection.To(scoreKey, p.CutAt, objection.CutInside)
	}
	return objection.Objection{Why: objection.NoObject, Key: scoreKey, Note: " with a score"}
}

// judge says why what was found may not stand.
func (p *reporting) judge(w *evidence.Watch) objection.Objection {
	p.Doubt(p.stated)
	if o := p.Standing(w).Or(p.bad); o.Holds() {
		return o
	}
	if p.untrusted = (p.quirks | quirksAround(p.Surroundings())) &^ SafeQuirks; p.untrusted != 0 {
		return objection.Objection{Why: objection.Untrusted, Offset: p.Finds[0].Start, Note: p.untrusted.String()}
	}
	return objection.Objection{}
}

// reportKeys are the keys of a report and of its findings.
var reportKeys = [...]string{scoreKey, criterionKey, evidenceKey, findingsKey, findingKey, severityKey}

// watch returns what a report outside the reports is known by: the keys, and a
// label with another score.
func (p *reporting) watch() *evidence.Watch {
	return &evidence.Watch{
		Text:      p.Text,
		Keys:      reportKeys[:],
		ScoreKeys: []string{scoreKey},
		Low:       p.score.Score, High: p.score.Score, Min: MinScore, Max: MaxScore,
	}
}

// consider reads the unit read last, if it is a report.
func (p *reporting) consider() {
	obj, ok := p.find()
	if !ok {
		p.dismiss()
		return
	}
	p.written = 0
	score := p.report(obj)
	p.gatherReport(0, obj, score)
	if len(p.Finds) > 0 && !reflect.DeepEqual(score, p.score) {
		p.Doubt(objection.At(p.Span.Start, objection.ReportsDiffer))
	}
	p.Found()
	p.score = score
	p.quirks |= quirksBeyond(p.Beyond)
}

// dismiss gathers from the unit read last, which is no report.
func (p *reporting) dismiss() {
	if key, at := p.KeyOf(reportKeys[:]); key != "" {
		p.Doubt(objection.To(key, at, objection.KeyInNoReport))
	}
	p.gatherUnit()
}

// misplaced doubts the report where what may be a finding stands in the value at
// index root, but is no element of the list of findings at index list.
func (p *reporting) misplaced(root, list uint32) {
	next, finding := list+1, uint32(0) // the next element of the list, and the one that k is in
	for k := root; k < p.Nodes[root].Next; k++ {
		n := p.Nodes[k]
		switch {
		case list == 0 || k <= list:
		case k >= p.Nodes[list].Next:
			finding = 0
		case k == next:
			next, finding = n.Next, k
			p.misplacedIn(k)
		}
		if n.Has(lenient.TraitKey) && (finding == 0 && p.namesFinding(k) || p.raises(k) && !(finding > 0 && p.repeats(k, finding))) {
			p.Doubt(objection.To(findingsKey, int(n.Start), objection.FindingOutside))
			return
		}
	}
}

// misplacedIn doubts the report where the finding at index i holds another.
func (p *reporting) misplacedIn(i uint32) {
	if p.Nodes[i].Kind != lenient.KindObject {
		return
	}
	for m := p.Members(i); m.Next(); {
		for inner := m.Value + 1; inner < p.Nodes[m.Value].Next; inner++ {
			if p.Nodes[inner].Has(lenient.TraitKey) && p.namesFinding(inner) {
				p.Doubt(objection.To(findingsKey, int(p.Nodes[inner].Start), objection.FindingInside))
			}
		}
	}
}

// namesFinding reports whether the key at index i is one of a finding, or nearly
// the one of the list.
func (p *reporting) namesFinding(i uint32) bool {
	name := chars.Folded(p.Str(p.Nodes[i]))
	return name == findingKey || name == severityKey || name != findingsKey && namesList(name)
}

// namesList reports whether name, which is folded, is the key of the list of
// findings, or nearly.
func namesList(name string) bool {
	return name == findingsKey || name != findingKey && evidence.OneEdit([]byte(name), findingsKey) != evidence.EditMany
}

// raises reports whether the key at index i is named after a veto, or after what
// blocks, and has a value that says something.
func (p *reporting) raises(i uint32) bool {
	return severityNamed(p.Str(p.Nodes[i])) != "" && !isEmpty(&p.Tree, i+1)
}

// severityNamed returns the severity that a key is named after: Veto, Blocking,
// or "" for none. Not all that holds the word blocks: "non_blocking".
func severityNamed(key string) Severity {
	name := chars.Folded(key)
	if strings.Contains(name, string(Veto)) {
		return Veto
	}
	switch strings.ReplaceAll(name, "_", "") {
	case "blocking", "isblocking", "hasblocking", "blocker", "blockers", "isblocker", "hasblockers",
		"blockingissue", "blockingissues", "blockingfinding", "blockingfindings":
		return Blocking
	}
	return ""
}

// repeats reports whether the key at index i, in the finding at index in, only
// says again that it blocks.
func (p *reporting) repeats(i, in uint32) bool {
	if p.Nodes[in].Kind != lenient.KindObject || severityNamed(p.Str(p.Nodes[i])) != Blocking {
		return false
	}
	for k := in + 1; k+1 < p.Nodes[in].Next; k = p.Nodes[k+1].Next {
		value := p.Nodes[k+1]
		if value.IsString() && chars.SameKey(severityKey, p.Str(p.Nodes[k])) && Severity(p.Str(value)).weight() != Note {
			return true
		}
	}
	return false
}

// isEmpty reports whether the value at index i says that there is nothing.
func isEmpty(s *lenient.Tree, i uint32) bool {
	if s.Nodes[i].Kind != lenient.KindArray {
		return isNothing(s, i)
	}
	for k := i + 1; k < s.Nodes[i].Next; k = s.Nodes[k].Next {
		if !isNothing(s, k) {
			return false
		}
	}
	return true
}

// isNothing is isEmpty for what is no list, or stands in one.
func isNothing(s *lenient.Tree, i uint32) bool {
	switch n := s.Nodes[i]; n.Kind {
	case lenient.KindFalse, lenient.KindNull:
		return true
	case lenient.KindNumber:
		return s.Text[n.Start:n.End] == "0"
	case lenient.KindArray, lenient.KindObject:
		return n.Next == i+1
	case lenient.KindString:
		return veto.IsNothing(s.Str(n)) || veto.SaysNothing(s.Str(n))
	}
	return false
}

// find returns the report in the unit: an object with a score, alone, in a
// wrapper or in a list of one.
func (p *reporting) find() (uint32, bool) {
	if p.Ending != lenient.Whole {
		return 0, false
	}
	if p.hasScore(0) {
		return 0, true
	}
	inner := p.Inner()
	return inner, inner > 0 && p.hasScore(inner)
}

// hasScore reports whether the value at index i is an object with a score.
func (p *reporting) hasScore(i uint32) bool {
	if p.Nodes[i].Kind != lenient.KindObject {
		return false
	}
	_, ok := p.Member(i, scoreKey)
	return ok
}

// report reads the report at index obj.
func (p *reporting) report(obj uint32) CriterionScore {
	score := CriterionScore{
		CriterionID: p.readID(p.member(obj, criterionKey)),
		Evidence:    p.Strings(&p.Tree, p.member(obj, evidenceKey), false),
		Findings:    []Finding{},
	}
	score.Score = p.readScore(p.member(obj, scoreKey), len(score.Evidence) > 0)
	list := p.member(obj, findingsKey)
	switch n := p.Nodes[list]; {
	case list == 0, n.Kind == lenient.KindNull:
	case n.Kind == lenient.KindArray:
		for i := list + 1; i < n.Next; i = p.Nodes[i].Next {
			if f, ok := p.readFinding(i); ok {
				score.Findings = append(score.Findings, f)
			}
		}
	default:
		p.misread(list, findingsKey, "it must be a list")
	}
	return score
}

// member returns the index of the value of key in the object at index obj, or
// 0. It doubts the report where the key, exact or folded, has another value too.
func (p *reporting) member(obj uint32, key string) uint32 {
	exact, any := uint32(0), uint32(0)
	for i := obj + 1; i+1 < p.Nodes[obj].Next; i = p.Nodes[i+1].Next {
		name := p.Str(p.Nodes[i])
		if !chars.SameKey(key, name) {
			continue
		}
		if any > 0 && !p.Equal(any, i+1) {
			p.Doubt(objection.To(key, int(p.Nodes[i].Start), objection.TwiceDifferent))
		}
		any = i + 1
		if name == key && exact == 0 {
			exact = i + 1
		}
	}
	if exact == 0 && any > 0 {
		p.Doubt(objection.To(key, int(p.Nodes[any].Start), objection.KeyFolded))
	}
	return exact
}

// readID returns the criterion that the id at index i names.
func (p *reporting) readID(i uint32) string {
	n := p.Nodes[i]
	switch {
	case i > 0 && n.IsString():
		id := p.Keep(&p.Tree, n)
		if id == "" || p.criterionID != "" && id != p.criterionID {
			p.misread(i, criterionKey, "it names "+excerpt(id)+" in place of the criterion that was asked for")
		}
		return id
	case i > 0 && n.Kind != lenient.KindNull:
		p.misread(i, criterionKey, "it must be a string")
	case p.criterionID == "":
		p.misread(0, criterionKey, "it is missing, and the caller names none")
	}
	return p.criterionID
}

// readScore returns the score at index i. A word for declining, or null where a
// reason is given, is none.
func (p *reporting) readScore(i uint32, reasoned bool) float64 {
	n := p.Nodes[i]
	if n.Kind == lenient.KindNull && reasoned || n.IsString() && says(p.Str(n)) == vocab.SaysAbstain {
		p.refuse(objection.To(scoreKey, int(n.Start), objection.Abstains))
		return 0
	}
	if x, ok := lenient.NumberOf(n.Kind, p.Str(n)); ok && ValidScore(x) {
		return x
	}
	p.misread(i, scoreKey, "it must be a whole number from "+strconv.Itoa(MinScore)+" to "+strconv.Itoa(MaxScore))
	return 0
}

// readFinding returns the finding at index i, as far as it can be read.
func (p *reporting) readFinding(i uint32) (Finding, bool) {
	n := p.Nodes[i]
	if n.Kind != lenient.KindString && n.Kind != lenient.KindObject {
		p.misread(i, findingsKey, "each must be an object, or a string")
	}
	if n.Kind == lenient.KindObject {
		text, severity := p.member(i, findingKey), p.member(i, severityKey)
		switch s := p.Nodes[severity]; {
		case text == 0:
			p.misread(i, findingKey, "it is missing; a finding has the members finding and severity")
		case !p.Nodes[text].IsString():
			p.misread(i, findingKey, "it must be a string")
		case severity > 0 && !s.IsString() && s.Kind != lenient.KindNull:
			p.misread(severity, severityKey, "it must be a string")
		}
	}
	g := gatherer{gathering: &p.gathering, Tree: &p.Tree}
	f, ok := g.finding(i)
	if len(p.Text) > extract.MaxShared {
		f = Finding{strings.Clone(f.Text), Severity(strings.Clone(string(f.Severity)))}
	}
	return f, ok
}

// misread keeps the first reason, of a value, why the report cannot be taken.
func (p *reporting) misread(i uint32, key, why string) {
	p.refuse(objection.Objection{Why: objection.Misread, Offset: int(p.Nodes[i].Start), Key: key, Note: fmt.Sprintf("%s: %s", key, why)})
}

// refuse keeps o, if it is the first such reason.
func (p *reporting) refuse(o objection.Objection) { p.bad = p.bad.Or(o) }

// foldSeverity returns text as severities are compared.
func foldSeverity(text string) Severity {
	return Severity(strings.Map(func(c rune) rune {
		if c < utf8.RuneSelf {
			return rune(chars.Lower(byte(c)))
		}
		return c
	}, strings.TrimSpace(text)))
}

// says returns what text says by the vocabulary alone.
func says(text string) vocab.Says {
	var words vocab.Words
	return words.Value(text)
}
