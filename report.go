package jury

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
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
// score), ErrConflict, ErrTruncated, ErrUntrusted, ErrTooComplex as with
// [Contract.Parse], ErrConflict also for what may be a finding outside the list
// of findings (a member such as "blockers", a line "Veto: ..."), or ErrBadValue:
// a score off the scale, another criterion_id, none where criterionID is "" too,
// findings of another shape.
//
// {"score": 14.5} is ErrBadValue; {"score": 17, "veto": true} is ErrConflict.
func ParseCriterionScore(reply, criterionID string) (CriterionScore, error) {
	p := reporting{criterionID: criterionID}
	if err := p.parse(reply); err != nil {
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
}

// parse reads the report in reply into p.score.
func (p *reporting) parse(reply string) *ReplyError {
	x, o := extract.Open(reply)
	defer x.Close()
	p.Extraction = x
	if !o.Holds() {
		o = p.search()
	}
	if !o.Holds() {
		return nil
	}
	err := newReplyError(x.Text, o)
	err.Quirks = p.untrusted
	return err
}

// search looks for the report, and says why there is none or it may not stand.
func (p *reporting) search() objection.Objection {
	for p.Next() {
		p.consider()
	}
	switch {
	case len(p.Finds) == 0 && p.Ending == lenient.Cut:
		return objection.To(scoreKey, p.Span.Start, objection.CutInside)
	case len(p.Finds) == 0:
		return objection.Objection{Why: objection.NoObject, Key: scoreKey, Note: " with a score"}
	}
	if o := p.Standing(p.watch()).Or(p.bad); o.Holds() {
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
		Low:       p.score.Score, High: p.score.Score,
		Vetoes: true,
	}
}

// consider reads the unit read last, if it is a report.
func (p *reporting) consider() {
	obj, ok := p.find()
	if !ok {
		if key, at := p.KeyOf(reportKeys[:]); key != "" {
			p.Doubt(objection.To(key, at, objection.KeyInNoReport))
		}
		return
	}
	score := p.read(obj)
	p.misplaced(p.member(obj, findingsKey))
	if len(p.Finds) > 0 && !reflect.DeepEqual(score, p.score) {
		p.Doubt(objection.At(p.Span.Start, objection.ReportsDiffer))
	}
	p.Found()
	p.score = score
	p.quirks |= quirksBeyond(p.Beyond)
}

// misplaced doubts the report where what may be a finding or a veto stands in
// the unit, but is no member of an element of the list of findings at index
// list.
func (p *reporting) misplaced(list uint32) {
	next, finding := list+1, uint32(0) // the next element of the list, and the one that k is in
	for i, n := range p.Nodes {
		k := uint32(i)
		switch {
		case list == 0 || k <= list:
		case k >= p.Nodes[list].Next:
			finding = 0
		case k == next:
			next, finding = n.Next, k
			p.misplacedIn(k)
		}
		if p.isMisplaced(k, finding) {
			p.Doubt(objection.To(findingsKey, int(n.Start), objection.FindingOutside))
			return
		}
	}
}

// isMisplaced reports whether the string or key at index i, in the finding at
// index in or in none, 0, may be a finding or a veto of its own.
func (p *reporting) isMisplaced(i, in uint32) bool {
	switch n := p.Nodes[i]; {
	case n.IsString():
		return in == 0 && saysVeto(&p.Tree, i)
	case !n.Has(lenient.TraitKey):
		return false
	case in == 0:
		return p.raises(i) || p.namesFinding(i)
	}
	return p.raises(i) && !p.repeats(i, in)
}

// misplacedIn doubts the report where the finding at index i holds another.
func (p *reporting) misplacedIn(i uint32) {
	if p.Nodes[i].Kind != lenient.KindObject {
		return
	}
	for k := i + 1; k+1 < p.Nodes[i].Next; k = p.Nodes[k+1].Next {
		for inner := k + 2; inner < p.Nodes[k+1].Next; inner++ {
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
	edit := evidence.OneEdit([]byte(name), findingsKey)
	return name == findingKey || name == severityKey || edit == evidence.EditTypo || edit == evidence.EditLetter
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

// saysVeto reports whether the string at index i is the word veto, or begins
// with it as a label.
func saysVeto(s *lenient.Tree, i uint32) bool {
	text := strings.TrimLeftFunc(s.Str(s.Nodes[i]), func(c rune) bool { return !unicode.IsLetter(c) })
	if rest, ok := vocab.CutWord(text, string(Veto)); ok {
		return !vocab.StartsWord(strings.TrimLeft(rest, " ")) && !evidence.GoesOnAsName(rest)
	}
	_, ok := evidence.VetoLine(text) // vetoed: it leaks
	return ok
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
		return isNoFinding(s.Str(n))
	}
	return false
}

// isNoFinding reports whether text says that there is no finding.
func isNoFinding(text string) bool {
	text = strings.TrimFunc(text, func(c rune) bool { return vocab.IsMark(c) || c == '.' })
	return text == "" || vocab.WordIn(noFindings[:], text)
}

// noFindings are what a judge writes in place of an empty list.
var noFindings = [...]string{"none", "none found", "no", "false", "n/a", "nothing", "nothing found", "no issues", "no issues found", "no findings",
	"no blocking issues", "no blocking issues found", "no blockers", "not blocking", "non blocking"}

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

// read reads the report at index obj.
func (p *reporting) read(obj uint32) CriterionScore {
	score := CriterionScore{
		CriterionID: p.readID(p.member(obj, criterionKey)),
		Score:       p.readScore(p.member(obj, scoreKey)),
		Evidence:    p.Strings(&p.Tree, p.member(obj, evidenceKey), false),
		Findings:    []Finding{},
	}
	list := p.member(obj, findingsKey)
	if list == 0 {
		return score
	}
	switch p.Nodes[list].Kind {
	case lenient.KindArray:
		for i := list + 1; i < p.Nodes[list].Next; i = p.Nodes[i].Next {
			if p.Nodes[i].IsString() && isNoFinding(p.Str(p.Nodes[i])) {
				continue
			}
			score.Findings = append(score.Findings, p.readFinding(i))
		}
	case lenient.KindNull:
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

// readScore returns the score at index i.
func (p *reporting) readScore(i uint32) float64 {
	n := p.Nodes[i]
	if x, ok := lenient.NumberOf(n.Kind, p.Str(n)); ok && ValidScore(x) {
		return x
	}
	p.misread(i, scoreKey, "it must be a whole number from "+strconv.Itoa(MinScore)+" to "+strconv.Itoa(MaxScore))
	return 0
}

// readFinding returns the finding at index i.
func (p *reporting) readFinding(i uint32) Finding {
	n := p.Nodes[i]
	if n.IsString() {
		return Finding{Text: p.Keep(&p.Tree, n)}
	}
	if n.Kind != lenient.KindObject {
		p.misread(i, findingsKey, "each must be an object, or a string")
		return Finding{}
	}
	text, severity := p.member(i, findingKey), p.member(i, severityKey)
	if text == 0 {
		p.misread(i, findingKey, "it is missing; a finding has the members finding and severity")
		return Finding{}
	}
	if !p.Nodes[text].IsString() {
		p.misread(i, findingKey, "it must be a string")
		return Finding{}
	}
	f := Finding{Text: p.Keep(&p.Tree, p.Nodes[text])}
	switch s := p.Nodes[severity]; {
	case severity == 0 || s.Kind == lenient.KindNull:
	case s.IsString():
		f.Severity = foldSeverity(p.Keep(&p.Tree, s))
	default:
		p.misread(severity, severityKey, "it must be a string")
	}
	return f
}

// misread keeps the first reason why the report cannot be taken.
func (p *reporting) misread(i uint32, key, why string) {
	if !p.bad.Holds() {
		p.bad = objection.Objection{Why: objection.Misread, Offset: int(p.Nodes[i].Start), Key: key, Note: fmt.Sprintf("%s: %s", key, why)}
	}
}

// foldSeverity returns text as severities are compared.
func foldSeverity(text string) Severity {
	return Severity(strings.Map(func(c rune) rune {
		if c < utf8.RuneSelf {
			return rune(chars.Lower(byte(c)))
		}
		return c
	}, strings.TrimSpace(text)))
}
