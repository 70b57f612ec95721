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
	"github.com/seed-bcabc8a2/jury/internal/lenient"
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
	search
	criterionID string
	score       CriterionScore
	bad         evidence.Doubt // why the report cannot be taken
	quirks      Quirks
}

// parse reads the report in reply into p.score.
func (p *reporting) parse(reply string) *ReplyError {
	defer p.giveBack(p.borrow())
	if err := p.begin(reply); err != nil {
		return err
	}
	for p.next() {
		p.consider()
	}
	if len(p.finds) == 0 {
		if p.Ending == lenient.Cut {
			return p.fail(ErrTruncated, evidence.Doubt{p.unit.Start, scoreKey, "the text ends inside what opens here"})
		}
		return &ReplyError{Err: ErrNoVerdict, Key: scoreKey, detail: "there is no object with a score"}
	}
	if err := p.incomplete(); err != nil {
		return err
	}
	if p.against.Detail == "" {
		w := p.watch()
		p.doubt(p.hiding(w))
		p.doubt(p.stray(w))
	}
	switch bad := (p.quirks | p.surroundings()) &^ SafeQuirks; {
	case p.against.Detail != "":
		return p.fail(ErrConflict, p.against)
	case p.bad.Detail != "":
		return p.fail(ErrBadValue, p.bad)
	case bad != 0:
		err := p.fail(ErrUntrusted, evidence.Doubt{p.finds[0].Start, "", "it carries " + bad.String()})
		err.Quirks = bad
		return err
	}
	return nil
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
		Vetoes: true,
	}
}

// consider reads the unit read last, if it is a report.
func (p *reporting) consider() {
	obj, ok := p.find()
	if !ok {
		if key, at := p.strayKey(reportKeys[:]); key != "" {
			p.doubt(evidence.Doubt{at, key, "the key stands in something that is no report"})
		}
		return
	}
	score := p.read(obj)
	p.misplaced(p.member(obj, findingsKey))
	if len(p.finds) > 0 && !reflect.DeepEqual(score, p.score) {
		p.doubt(evidence.Doubt{p.unit.Start, "", "the reports differ"})
	}
	p.found()
	p.score = score
	p.quirks |= quirksOf(p.Beyond)
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
			p.doubt(evidence.Doubt{int(n.Start), findingsKey, "what may be a finding stands outside the list of findings"})
			return
		}
	}
}

// isMisplaced reports whether the string or key at index i, in the finding at
// index in or in none, 0, may be a finding or a veto of its own.
func (p *reporting) isMisplaced(i, in uint32) bool {
	switch n := p.Nodes[i]; {
	case n.IsString():
		return in == 0 && p.saysVeto(i)
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
				p.doubt(evidence.Doubt{int(p.Nodes[inner].Start), findingsKey, "a finding holds another"})
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
	return severityNamed(p.Str(p.Nodes[i])) != "" && !p.isEmpty(i+1)
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
func (s *source) saysVeto(i uint32) bool {
	text := strings.TrimLeftFunc(s.Str(s.Nodes[i]), func(c rune) bool { return !unicode.IsLetter(c) })
	if rest, ok := vocab.CutWord(text, string(Veto)); ok {
		return !vocab.StartsWord(strings.TrimLeft(rest, " ")) && !evidence.GoesOnAsName(rest)
	}
	_, ok := evidence.VetoLine(text) // vetoed: it leaks
	return ok
}

// isEmpty reports whether the value at index i says that there is nothing.
func (s *source) isEmpty(i uint32) bool {
	if s.Nodes[i].Kind != lenient.KindArray {
		return s.isNothing(i)
	}
	for k := i + 1; k < s.Nodes[i].Next; k = s.Nodes[k].Next {
		if !s.isNothing(k) {
			return false
		}
	}
	return true
}

// isNothing is isEmpty for what is no list, or stands in one.
func (s *source) isNothing(i uint32) bool {
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
	inner := p.inner()
	return inner, inner > 0 && p.hasScore(inner)
}

// hasScore reports whether the value at index i is an object with a score.
func (p *reporting) hasScore(i uint32) bool {
	return p.Nodes[i].Kind == lenient.KindObject && p.hasKey(i, scoreKey)
}

// read reads the report at index obj.
func (p *reporting) read(obj uint32) CriterionScore {
	score := CriterionScore{
		CriterionID: p.readID(p.member(obj, criterionKey)),
		Score:       p.readScore(p.member(obj, scoreKey)),
		Evidence:    p.strings(p.member(obj, evidenceKey), false),
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
			p.doubt(evidence.Doubt{int(p.Nodes[i].Start), key, "it stands twice, with different values"})
		}
		any = i + 1
		if name == key && exact == 0 {
			exact = i + 1
		}
	}
	if exact == 0 && any > 0 {
		p.doubt(evidence.Doubt{int(p.Nodes[any].Start), key, "its key differs from what was asked for in case or blanks"})
	}
	return exact
}

// readID returns the criterion that the id at index i names.
func (p *reporting) readID(i uint32) string {
	n := p.Nodes[i]
	switch {
	case i > 0 && n.IsString():
		id := p.keep(n)
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
		return Finding{Text: p.keep(n)}
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
	f := Finding{Text: p.keep(p.Nodes[text])}
	switch s := p.Nodes[severity]; {
	case severity == 0 || s.Kind == lenient.KindNull:
	case s.IsString():
		f.Severity = foldSeverity(p.keep(s))
	default:
		p.misread(severity, severityKey, "it must be a string")
	}
	return f
}

// misread keeps the first reason why the report cannot be taken.
func (p *reporting) misread(i uint32, key, why string) {
	if p.bad.Detail == "" {
		p.bad = evidence.Doubt{int(p.Nodes[i].Start), key, fmt.Sprintf("%s: %s", key, why)}
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
