package jury

import (
	"slices"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/veto"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// maxStrings is how deep a veto may stand in strings: in the arguments of a call, in
// the result of a run.
const maxStrings = 2

// A gathering is what a reply says against the candidate, gathered while the reply
// is searched: it says that a report is in doubt, and is what is kept of one.
type gathering struct {
	placed  []RoundFinding      // the findings of reports, where they belong
	heard   []RoundFinding      // all else: findings elsewhere, and vetoes
	stated  objection.Objection // the first of heard that states a veto, beside which no report stands
	looked  int                 // up to where the text was looked through
	ownID   string              // the first criterion that the reply names
	written uint32              // the end of what was kept of the unit as JSON
}

// A gatherer gathers what one tree says: a unit of the reply, or of a string in it.
type gatherer struct {
	*gathering
	*lenient.Tree
	depth   int    // how many strings it stands in
	origin  int    // where in the reply the outermost of these stands; -1 if it is in none
	scored  bool   // it is a report with a score: what is only spoken of is no veto
	list    uint32 // the list of its findings, which report has read; 0 is none
	skip    uint32 // up to where all is settled
	blocked uint32 // up to where it is settled that it blocks
	id      string // the criterion that is spoken of
	idEnd   uint32 // the end of the object that names it
	inner   string // what is read as a reply of its own: the text of an envelope
}

// markFinding marks the elements of a list of findings.
const markFinding = lenient.Mark

// markSettled marks what is gathered from elsewhere: a report among several, its key.
const markSettled = lenient.OtherMark

// kept returns all that is kept of a reply of the verifier that gave no score for
// the criterion, or with criterionID "" for the one that it names.
func (g *gathering) kept(criterionID, verifier string) []RoundFinding {
	all := make([]RoundFinding, 0, len(g.placed)+len(g.heard))
	for _, list := range [...][]RoundFinding{g.placed, g.heard} {
		for _, f := range list {
			if isTemplate(f.Finding) {
				continue
			}
			switch {
			case criterionID != "":
				f.CriterionID = criterionID
			case f.CriterionID == "":
				f.CriterionID = g.ownID
			}
			f.Verifier, f.Text = verifier, strings.Clone(f.Text)
			all = append(all, f)
		}
	}
	return all
}

// vetoes reports whether something gathered vetoes.
func (g *gathering) vetoes() bool {
	isVeto := func(f RoundFinding) bool { return f.Severity.weight() == Veto }
	return slices.ContainsFunc(g.placed, isVeto) || slices.ContainsFunc(g.heard, isVeto)
}

// isTemplate reports whether f is the template of a prompt: dots for a text, unless
// they are markup, or a severity to be chosen.
func isTemplate(f Finding) bool {
	isMarkup := strings.Contains(f.Text, "=") || strings.EqualFold(f.Text, "<script>")
	return vocab.IsPlaceholder(f.Text) && !isMarkup || strings.Contains(string(f.Severity), "|") ||
		vocab.IsPlaceholder(string(f.Severity)) || f.Severity == "" && veto.IsNothing(f.Text) && f.Text != ""
}

// gatherDraft gathers from a reply that is one thinking block, never closed.
func (p *reporting) gatherDraft() {
	for p.looked = p.Start; p.Next(); {
		p.gatherText(p.Span.Start)
		p.gatherUnit()
	}
	p.gatherText(len(p.Text))
}

// gatherEnvelope gathers anew from the envelope that was opened, but for what is read
// in it.
func (p *reporting) gatherEnvelope(outer *lenient.Tree) {
	p.gathering = gathering{}
	g := gatherer{gathering: &p.gathering, Tree: outer, inner: "\n" + p.Text + "\n"}
	g.gather(0)
}

// gatherText gathers from the text outside of the units up to the offset end.
func (p *reporting) gatherText(end int) {
	start := max(p.looked, p.Start)
	if p.Start == len(p.Text) {
		start = 0 // nothing follows what was thought
	}
	p.looked = max(end, p.Span.End)
	veto.Mentions(p.Text, start, end, veto.Prose, func(m veto.Mention) { p.hear(m, "", m.Start) })
}

// hear keeps what a text says.
func (g *gathering) hear(m veto.Mention, id string, at int) {
	severity := Veto
	if m.Blocking {
		severity = Blocking
	}
	g.keep(Finding{m.Text, severity}, id, at, m.Stated)
}

// keep keeps f, which stands at an offset of the reply. One that is stated stands
// against every report beside it.
func (g *gathering) keep(f Finding, id string, at int, stated bool) {
	g.heard = append(g.heard, RoundFinding{CriterionID: id, Finding: f})
	if stated && !g.stated.Holds() {
		g.stated = objection.To(findingsKey, at, objection.FindingOutside)
	}
}

// gatherUnit gathers from the unit read last, which is no report.
func (p *reporting) gatherUnit() {
	p.written = 0
	g := gatherer{gathering: &p.gathering, Tree: &p.Tree, origin: -1}
	if p.Nodes[0].Kind == lenient.KindObject && namesReport(&p.Tree, 0) {
		g.denials(0)
	}
	g.gather(0)
}

// gatherReport gathers from the value at index root, which holds the report at index
// obj, of which the findings were read.
func (p *reporting) gatherReport(root, obj uint32, score CriterionScore) {
	p.written = 0
	g := gatherer{gathering: &p.gathering, Tree: &p.Tree, origin: -1, scored: ValidScore(score.Score), id: score.CriterionID, idEnd: p.Nodes[root].Next}
	if m, ok := p.Member(obj, findingsKey); ok {
		g.list = m.Value
	}
	for _, f := range score.Findings {
		p.placed = append(p.placed, RoundFinding{CriterionID: score.CriterionID, Finding: f})
	}
	p.misplaced(root, g.list)
	g.denials(obj)
	g.gather(root)
}

// namesReport reports whether the object at index obj has a key of a report.
func namesReport(t *lenient.Tree, obj uint32) bool {
	for m := t.Members(obj); m.Next(); {
		switch chars.Folded(t.Str(t.Nodes[m.Key])) {
		case scoreKey, criterionKey, findingsKey:
			return true
		}
	}
	return false
}

// denials keeps each member of the report at index obj that says that the candidate
// fails: "pass": false, "verdict": "rejected".
func (g *gatherer) denials(obj uint32) {
	for m := g.Members(obj); m.Next(); {
		name, value := g.Str(g.Nodes[m.Key]), g.Nodes[m.Value]
		if vocab.NameOf(name)&vocab.NameVerdict == 0 {
			continue
		}
		text := g.Text[value.Start:value.End]
		fails := value.Kind == lenient.KindFalse || value.Kind == lenient.KindNumber && text == "0" ||
			value.IsString() && says(g.Str(value)) == vocab.SaysFail
		if fails {
			g.keep(Finding{name + ": " + text, Veto}, g.id, g.at(m.Key), true)
		}
	}
}

// at returns where in the reply the node at index i stands.
func (g *gatherer) at(i uint32) int {
	if g.origin >= 0 {
		return g.origin
	}
	return int(g.Nodes[i].Start)
}

// gather gathers from the value at index root.
func (g *gatherer) gather(root uint32) {
	if root == 0 && (g.Ending != lenient.Whole || g.Beyond&lenient.BeyondComments != 0) {
		g.gatherBetween()
	}
	if g.followsFindings() {
		g.markFindings(root)
	}
	for i := root; i < g.Nodes[root].Next; i++ {
		n := g.Nodes[i]
		if n.Kind == lenient.KindObject && i >= g.idEnd {
			g.id, g.idEnd = g.criterionOf(i), n.Next
		}
		switch {
		case i < g.skip:
		case n.Has(markSettled):
			g.skip = n.Next
		case n.Has(lenient.TraitKey):
			g.gatherKey(i)
		case n.Has(markFinding):
			g.gatherListed(i)
		case n.Kind == lenient.KindObject:
			g.gatherObject(i)
		case n.IsString():
			g.gatherString(i)
		}
	}
	if root == 0 && g.Ending != lenient.Whole {
		g.gatherOpen()
	}
}

// criterionOf returns the criterion that the object at index obj names, or "".
func (g *gatherer) criterionOf(obj uint32) string {
	for m := g.Members(obj); m.Next(); {
		if n := g.Nodes[m.Value]; n.IsString() && chars.SameKey(criterionKey, g.Str(g.Nodes[m.Key])) {
			id := strings.Clone(g.Str(n))
			if g.ownID == "" {
				g.ownID = id
			}
			return id
		}
	}
	return ""
}

// gatherBetween gathers from the text of the tree, but for keys and strings that were
// read to their end.
func (g *gatherer) gatherBetween() {
	pos := g.Span.Start
	for i, n := range g.Nodes {
		if n.Kind == lenient.KindString && (!n.Has(lenient.TraitKey) && g.IsWhole(uint32(i)) || n.Has(lenient.TraitKey) && i+1 < len(g.Nodes)) {
			g.gatherProse(pos, int(n.Start))
			pos = int(n.End)
		}
	}
	g.gatherProse(pos, g.Span.End)
}

// gatherProse gathers from the text of the tree between two offsets.
func (g *gatherer) gatherProse(start, end int) {
	veto.Mentions(g.Text, start, end, veto.Prose, func(m veto.Mention) {
		if m.Stated || !g.scored {
			g.hear(m, g.id, max(m.Start, g.origin))
		}
	})
}

// followsFindings reports whether the tree is the value of the key findings in an
// object that broke before it.
func (g *gatherer) followsFindings() bool {
	before := strings.TrimRight(g.Text[max(0, g.Span.Start-evidence.KeyWindow):g.Span.Start], ": \t\r\n\"'\\")
	return chars.KeySuffix(before, findingsKey) >= 0
}

// markFindings marks the value at index i as a finding, or its elements if it is a
// list.
func (g *gatherer) markFindings(i uint32) {
	if g.Nodes[i].Kind != lenient.KindArray {
		g.Nodes[i].Traits |= markFinding
		return
	}
	for k := i + 1; k < g.Nodes[i].Next; k = g.Nodes[k].Next {
		g.Nodes[k].Traits |= markFinding
	}
}

// gatherKey gathers from the member whose key is at index i what its name tells.
func (g *gatherer) gatherKey(i uint32) {
	if int(i)+1 == len(g.Nodes) {
		return // it has no value: see gatherOpen
	}
	name := g.Str(g.Nodes[i])
	if namesList(chars.Folded(name)) {
		g.markFindings(i + 1)
		return
	}
	severity := severityNamed(name)
	if severity == "" || severity == Blocking && i < g.blocked {
		return
	}
	g.skip = max(g.skip, g.Nodes[i+1].Next)
	if g.Nodes[i+1].Kind != lenient.KindArray {
		g.gatherNamed(severity, i+1)
		return
	}
	for k := i + 2; k < g.Nodes[i+1].Next; k = g.Nodes[k].Next {
		g.gatherNamed(severity, k)
	}
}

// gatherNamed keeps the value at index i, which stands under a key named after the
// severity, if it says something: true, a text, a finding, or what else there is as
// JSON.
func (g *gatherer) gatherNamed(severity Severity, i uint32) {
	if isEmpty(g.Tree, i) {
		return
	}
	f := Finding{Severity: severity}
	switch n := g.Nodes[i]; n.Kind {
	case lenient.KindTrue:
	case lenient.KindString:
		f.Text = g.Str(n)
	case lenient.KindNumber:
		f.Text = g.Text[n.Start:n.End]
	default:
		if own, ok := g.finding(i); ok && own.Severity != "" {
			f = own
		} else {
			f.Text = own.Text
		}
	}
	g.keep(f, g.id, g.at(i), true)
}

// gatherListed keeps the element of a list of findings at index i, but for those that
// report has read.
func (g *gatherer) gatherListed(i uint32) {
	f, ok := g.finding(i)
	if !ok {
		return
	}
	if g.list == 0 || i <= g.list || i >= g.Nodes[g.list].Next {
		g.keep(f, g.id, g.at(i), f.Severity.weight() != Note && i != g.list)
	}
	g.settle(i, f)
}

// settle notes that the value at index i was kept as f: what else it says is no news
// where that is as grave.
func (g *gatherer) settle(i uint32, f Finding) {
	switch f.Severity.weight() {
	case Veto:
		g.skip = max(g.skip, g.Nodes[i].Next)
	case Blocking:
		g.blocked = max(g.blocked, g.Nodes[i].Next)
	}
}

// gatherObject keeps the object at index i, in no list, if it is a finding.
func (g *gatherer) gatherObject(i uint32) {
	f, found := findingAt(g.Tree, i)
	if !found || f.Text == "" && f.Severity != Veto && f.Severity != Blocking && !g.Nodes[i].Has(lenient.TraitOpen) {
		return
	}
	f, _ = g.finding(i)
	g.keep(f, g.id, g.at(i), true)
	g.settle(i, f)
}

// finding returns the finding at index i as far as it can be read; false if there is
// none.
func (g *gatherer) finding(i uint32) (Finding, bool) {
	n := g.Nodes[i]
	switch n.Kind {
	case lenient.KindString:
		return Finding{Text: g.Str(n)}, !veto.IsNothing(g.Str(n))
	case lenient.KindObject:
		f, found := findingAt(g.Tree, i)
		switch {
		case f.Text != "":
		case n.Has(lenient.TraitOpen):
			f.Text = g.raw(int(n.Start))
			found = found && f.Severity != "" || !speaks(f.Text)
			return f, found
		case !found || n.Next > i+3: // its text is under another key
			f.Text = g.asJSON(i)
		}
		return f, found || f.Text != ""
	case lenient.KindArray:
		f := Finding{Text: g.asJSON(i)}
		return f, f.Text != ""
	}
	return Finding{}, false
}

// findingAt returns what can be read of the finding in the object at index i; false
// if it has neither of the keys of one.
func findingAt(t *lenient.Tree, i uint32) (f Finding, found bool) {
	for k := i + 1; k < t.Nodes[i].Next; {
		isText, isSeverity := chars.SameKey(findingKey, t.Str(t.Nodes[k])), chars.SameKey(severityKey, t.Str(t.Nodes[k]))
		if int(k)+1 == len(t.Nodes) {
			return f, found || isText || isSeverity // it was cut off
		}
		switch value := t.Nodes[k+1]; {
		case !value.IsString():
		case isText:
			f.Text, found = t.Str(value), true
		case isSeverity:
			found = true
			if said := foldSeverity(t.Str(value)); f.Severity == "" || said.weight() == Veto {
				f.Severity = said
			}
		}
		k = t.Nodes[k+1].Next
	}
	return f, found
}

// asJSON returns the value at index i as JSON, if it was read to its end and is not
// empty; "" for what stands in a value that was returned so before, or text would be
// kept for every depth.
func (g *gatherer) asJSON(i uint32) string {
	if i < g.written || g.Nodes[i].Next == i+1 || g.Ending != lenient.Whole {
		return ""
	}
	g.written = g.Nodes[i].Next
	return string(g.AppendJSON(nil, i))
}

// raw returns what stands from the offset start of the text on, up to the end of the
// tree, or what of it is near.
func (g *gatherer) raw(start int) string {
	end := min(len(g.Text), start+vocab.MaxProse)
	if g.Span.End < end {
		end = chars.IndexFrom(g.Text[:end], g.Span.End, '\n')
	}
	return strings.TrimSpace(strings.ToValidUTF8(g.Text[start:end], ""))
}

// gatherString keeps what the string at index i says. One that is JSON is read as
// such.
func (g *gatherer) gatherString(i uint32) {
	text := g.Str(g.Nodes[i])
	isMember := i > 0 && g.Nodes[i-1].Has(lenient.TraitKey)
	if isMember && chars.SameKey(criterionKey, g.Str(g.Nodes[i-1])) || g.isChoice(i) {
		return
	}
	if g.inner != "" && strings.Contains(g.inner, "\n"+strings.TrimSpace(text)+"\n") {
		return
	}
	if inner := strings.TrimSpace(text); g.depth < maxStrings && inner != "" && strings.IndexByte("{[", inner[0]) >= 0 {
		g.gatherNested(text, i)
		return
	}
	veto.Mentions(text, 0, len(text), veto.Quoted, func(m veto.Mention) {
		if g.scored && !m.Stated {
			return
		}
		if m.Text == "" {
			m.Text = g.around(i)
		}
		g.hear(m, g.id, g.at(i))
	})
}

// maxAround is how many nodes before a string its object is looked for, so that
// strings that crowd are not looked around for each.
const maxAround = 16

// around returns what the string at index i is a part of: the object around it as
// JSON, unless that is the whole tree, or else its key and itself.
func (g *gatherer) around(i uint32) string {
	text := g.Str(g.Nodes[i])
	for k := i; k > max(1, i+1-min(i, maxAround)); {
		k--
		if n := g.Nodes[k]; n.Kind == lenient.KindObject && n.Next > i {
			if json := g.asJSON(k); json != "" {
				return json
			}
			break
		}
	}
	if g.Nodes[i-1].Has(lenient.TraitKey) {
		return g.Str(g.Nodes[i-1]) + ": " + text
	}
	return text
}

// isChoice reports whether the string at index i is one of a list of severities: the
// schema of a report has one.
func (g *gatherer) isChoice(i uint32) bool {
	if !vocab.SameWord(string(Veto), g.Str(g.Nodes[i])) {
		return false
	}
	var blocks, notes bool
	for k := max(2, i) - 2; int(k) < len(g.Nodes) && k <= i+2; k++ {
		if n := g.Nodes[k]; n.IsString() {
			blocks = blocks || vocab.SameWord(string(Blocking), g.Str(n))
			notes = notes || vocab.SameWord(string(Note), g.Str(n))
		}
	}
	return blocks && notes
}

// gatherNested gathers from text, the string at index i, which is JSON.
func (g *gatherer) gatherNested(text string, i uint32) {
	x, o := extract.Open(text)
	defer x.Close()
	written := g.written
	inner := gatherer{gathering: g.gathering, Tree: &x.Tree, depth: g.depth + 1, origin: g.at(i), scored: g.scored}
	looked := x.Start
	for !o.Holds() && x.Next() {
		inner.gatherProse(looked, x.Span.Start)
		inner.written, inner.skip, inner.blocked, inner.id, inner.idEnd = 0, 0, 0, g.id, 0
		inner.gather(0)
		looked = x.Span.End
	}
	inner.gatherProse(looked, len(x.Text))
	g.written = written
}

// gatherOpen keeps the finding that the tree was cut off in, or broke in, if it is in
// none that was read: an element of a list of findings that is not even a string yet.
func (g *gatherer) gatherOpen() {
	last := uint32(len(g.Nodes) - 1)
	if n := g.Nodes[last]; n.Has(lenient.TraitKey) {
		switch name := g.Str(n); {
		case namesList(chars.Folded(name)):
			g.keepRaw(last, "", ": \t\r\n[")
		case severityNamed(name) == Veto:
			g.keepRaw(last, Veto, ": \t\r\n[")
		}
		return
	}
	open := last
	for !g.Nodes[open].Has(lenient.TraitOpen) {
		open--
	}
	if g.Nodes[open].Kind != lenient.KindArray {
		return
	}
	switch severity := g.severityOver(open); {
	case g.isList(open):
		g.keepRaw(last, "", ", \t\r\n")
	case severity != "":
		g.keepRaw(last, severity, ", \t\r\n")
	}
}

// isList reports whether the list at index i is one of findings.
func (g *gatherer) isList(i uint32) bool {
	if i == 0 {
		return g.followsFindings()
	}
	return g.Nodes[i-1].Has(lenient.TraitKey) && namesList(chars.Folded(g.Str(g.Nodes[i-1])))
}

// severityOver returns the severity that the key of the value at index i is named
// after, or "".
func (g *gatherer) severityOver(i uint32) Severity {
	if i == 0 || !g.Nodes[i-1].Has(lenient.TraitKey) {
		return ""
	}
	return severityNamed(g.Str(g.Nodes[i-1]))
}

// keepRaw keeps what follows the node at index last, but for the marks between, as a
// finding, if it says something.
func (g *gatherer) keepRaw(last uint32, severity Severity, marks string) {
	n := g.Nodes[last]
	start := int(n.End)
	if n.Kind == lenient.KindString {
		start = g.TokenEnd(n)
	} else if n.Has(lenient.TraitOpen) {
		start = int(n.Start) + 1
	}
	text := strings.TrimLeft(g.raw(min(start, len(g.Text))), marks)
	if text == "" || strings.HasPrefix("null", text) || veto.IsNothing(strings.TrimRight(text, "]} ,")) {
		return
	}
	if !speaks(text) {
		g.keep(Finding{text, severity}, g.id, g.at(last), true)
	}
}

// speaks reports whether text, which could not be read, speaks of a veto, and so is
// kept as text.
func speaks(text string) bool {
	found := false
	veto.Mentions(text, 0, len(text), veto.Prose, func(m veto.Mention) { found = found || !m.Blocking })
	return found
}
