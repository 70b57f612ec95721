package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// salvage returns every finding that can be read in reply, whatever is wrong
// with the report, so that no veto is lost with it: what stands under the key
// findings, or under one named after a severity; objects with the key finding or
// with a severity that vetoes or blocks; strings and lines that the label veto
// begins. Keys are folded, in whole objects and in broken ones. A finding of
// which only a part was read is one without the other part, so without severity
// it vetoes; one of another shape is kept as JSON. The template of a prompt is
// no finding. Where nothing of that is as grave, it is also the label severity
// before veto or blocking in text that was not read as JSON. With criterionID "",
// the id is the reply's own, where it can be read.
func salvage(reply, criterionID, verifier string) []RoundFinding {
	x, o := extract.Open(reply)
	defer x.Close()
	if o.Holds() {
		return nil
	}
	v := salvaging{Extraction: x, criterionID: criterionID}
	end := v.Start
	for v.Next() {
		v.look(end, v.Span.Start)
		v.consider()
		end = v.Span.End
	}
	v.look(end, len(v.Text))
	v.keepShown()
	all := make([]RoundFinding, 0, len(v.findings))
	for _, f := range v.findings {
		all = append(all, RoundFinding{CriterionID: v.criterionID, Verifier: verifier, Finding: f})
	}
	return all
}

// A salvaging is a search for findings.
type salvaging struct {
	*extract.Extraction
	criterionID string
	findings    []Finding
	shown       Finding // the gravest, and of these the first, that only a label in the text shows
	written     uint32  // the end of what was kept of the unit as JSON
	kept        uint32  // the end of what was kept of the unit with all that is in it
}

// consider keeps the findings of the unit read last.
func (v *salvaging) consider() {
	v.written, v.kept = 0, 0
	if v.Ending != lenient.Whole {
		v.lookBetween()
	}
	listed := make(map[uint32]bool) // values under findings, which need no key of their own
	if v.followsFindings() {
		v.list(listed, 0)
	}
	for i := range v.Nodes {
		n, value := v.Nodes[i], uint32(i+1)
		if !n.Has(lenient.TraitKey) {
			v.keepValue(uint32(i), listed[uint32(i)])
			continue
		}
		if int(value) == len(v.Nodes) {
			return
		}
		switch name := v.Str(n); {
		case chars.SameKey(findingsKey, name):
			v.list(listed, value)
		case v.criterionID == "" && chars.SameKey(criterionKey, name) && v.Nodes[value].IsString():
			v.criterionID = strings.Clone(v.Str(v.Nodes[value]))
		default:
			if severity := severityNamed(name); severity != "" {
				v.keepNamed(severity, value)
			}
		}
	}
}

// lookBetween looks through what is in the unit, but for strings that were read
// to their end.
func (v *salvaging) lookBetween() {
	pos := v.Span.Start
	for i, n := range v.Nodes {
		if n.IsString() && v.IsWhole(uint32(i)) {
			v.look(pos, int(n.Start))
			pos = int(n.End)
		}
	}
	v.look(pos, v.Span.End)
}

// followsFindings reports whether the unit read last is the value of the key
// findings in an object that broke before it.
func (v *salvaging) followsFindings() bool {
	before := strings.TrimRight(v.Text[max(0, v.Span.Start-evidence.KeyWindow):v.Span.Start], ": \t\r\n\"'\\")
	return chars.KeySuffix(before, findingsKey) >= 0
}

// list adds to listed the value at index i, or its elements if it is a list.
func (v *salvaging) list(listed map[uint32]bool, i uint32) {
	if v.Nodes[i].Kind != lenient.KindArray {
		listed[i] = true
		return
	}
	for k := i + 1; k < v.Nodes[i].Next; k = v.Nodes[k].Next {
		listed[k] = true
	}
}

// keepValue keeps the value at index i if it is a finding, or a string that the
// label veto begins.
func (v *salvaging) keepValue(i uint32, listed bool) {
	n := v.Nodes[i]
	switch {
	case listed || n.Kind == lenient.KindObject:
		before := len(v.findings)
		v.keepFinding(i, listed)
		if listed && len(v.findings) > before {
			v.kept = max(v.kept, n.Next)
		}
	case n.IsString() && i >= v.kept && saysVeto(&v.Tree, i):
		isMember := i > 0 && v.Nodes[i-1].Has(lenient.TraitKey)
		if isMember && chars.SameKey(severityKey, v.Str(v.Nodes[i-1])) {
			return
		}
		if text, ok := evidence.VetoLine(v.Str(n)); ok && (text != "" || isMember) {
			v.keep(text, Veto)
		}
	}
}

// keepFinding keeps the value at index i if it is a finding.
func (v *salvaging) keepFinding(i uint32, listed bool) {
	f, found := v.findingAt(i)
	grave := f.Severity == Veto || f.Severity == Blocking
	switch n := v.Nodes[i]; {
	case found && (listed || grave || f.Text != ""):
	case listed && (n.Kind == lenient.KindObject || n.Kind == lenient.KindArray) && n.Next > i+1 && v.Ending == lenient.Whole:
		f = Finding{Text: v.asJSON(i)}
	default:
		return
	}
	if f.Text == "" && v.Nodes[i].Next > i+3 {
		f.Text = v.asJSON(i) // its text is under another key
	}
	switch {
	case grave && isMarkup(f.Text):
	case vocab.IsPlaceholder(f.Text), strings.Contains(string(f.Severity), "|"), f.Severity == "" && isNoFinding(f.Text):
		return
	}
	v.findings = append(v.findings, f)
}

// findingAt returns what can be read of the finding at index i; false if
// neither its text nor its severity can.
func (v *salvaging) findingAt(i uint32) (f Finding, found bool) {
	n := v.Nodes[i]
	if n.Kind != lenient.KindObject {
		return Finding{Text: strings.Clone(v.Str(n))}, n.IsString()
	}
	for k := i + 1; k+1 < n.Next; k = v.Nodes[k+1].Next {
		value := v.Nodes[k+1]
		if !value.IsString() {
			continue
		}
		switch name := v.Str(v.Nodes[k]); {
		case chars.SameKey(findingKey, name):
			f.Text, found = strings.Clone(v.Str(value)), true
		case chars.SameKey(severityKey, name):
			found = true
			if said := foldSeverity(v.Str(value)); f.Severity == "" || said.weight() == Veto {
				f.Severity = Severity(strings.Clone(string(said)))
			}
		}
	}
	return f, found
}

// isMarkup reports whether text, which looks like a placeholder, is rather a tag
// that a finding may be about: "<script>", "<img src=x>".
func isMarkup(text string) bool {
	return strings.Contains(text, "=") || strings.EqualFold(text, "<script>")
}

// keep keeps a finding, whose text is a part of the reply.
func (v *salvaging) keep(text string, severity Severity) {
	v.findings = append(v.findings, Finding{strings.Clone(text), severity})
}

// keepNamed keeps the value at index i, which stands under a key named after the
// severity, or the elements of it.
func (v *salvaging) keepNamed(severity Severity, i uint32) {
	v.kept = max(v.kept, v.Nodes[i].Next)
	if v.Nodes[i].Kind != lenient.KindArray {
		v.keepOne(severity, i)
		return
	}
	for k := i + 1; k < v.Nodes[i].Next; k = v.Nodes[k].Next {
		v.keepOne(severity, k)
	}
}

// keepOne keeps the value at index i, if it says something: true, a text, or
// what else there is as JSON.
func (v *salvaging) keepOne(severity Severity, i uint32) {
	switch n := v.Nodes[i]; {
	case isEmpty(&v.Tree, i):
	case n.Kind == lenient.KindTrue:
		v.keep("", severity)
	case n.IsString():
		v.keep(v.Str(n), severity)
	case n.Kind == lenient.KindNumber || n.Next > i+1:
		if _, found := v.findingAt(i); !found { // else keepFinding keeps it
			v.findings = append(v.findings, Finding{v.asJSON(i), severity})
		}
	}
}

// asJSON returns the value at index i as JSON, if it was read to its end; "" for
// what stands in a value that was returned so before, or text would be kept for
// every depth.
func (v *salvaging) asJSON(i uint32) string {
	if i < v.written || v.Ending != lenient.Whole {
		return ""
	}
	v.written = v.Nodes[i].Next
	return string(v.AppendJSON(nil, i))
}

// look looks through text[start:end], which was not read as JSON: it keeps the
// lines that the label veto begins, and notes what a label severity shows.
func (v *salvaging) look(start, end int) {
	pos := start
	if pos > v.Start && v.Text[pos-1] != '\n' {
		pos = chars.IndexFrom(v.Text[:end], pos, '\n') + 1
	}
	for pos < end {
		next := chars.IndexFrom(v.Text, pos, '\n')
		if text, ok := evidence.VetoLine(v.Text[pos:next]); ok {
			v.keep(text, Veto)
		}
		pos = next + 1
	}
	letters := chars.NewSeeker(v.Text[:end], "sS")
	for at := letters.From(start); at < end && v.shown.Severity != Veto; at = letters.From(at + 1) {
		if severity := v.severityAt(at); severity != "" && severity != v.shown.Severity {
			v.shown = Finding{v.lineAt(at), severity}
		}
	}
}

// severityAt returns the severity that the label severity at offset at stands
// before: Veto, Blocking, or "" for none. The label is a key in quotes, or one
// before a closing brace, or all of its line with what follows it.
func (v *salvaging) severityAt(at int) Severity {
	after, ok := chars.CutFold(v.Text[at:], severityKey)
	word, rest := evidence.CutSeverity(evidence.ValueAfter(after))
	severity := Severity(word)
	if !ok || severity == "" {
		return ""
	}
	mark, _ := evidence.MarkAt(after)
	if mark == evidence.MarkQuote && !isChoice(rest) || strings.HasPrefix(strings.TrimLeft(rest, " "), "}") || v.isLine(at, len(v.Text)-len(rest)) {
		return severity
	}
	return ""
}

// isChoice reports whether rest, which follows a severity, goes on with another
// one: the template of a prompt does. Before a colon it is a key: "note".
func isChoice(rest string) bool {
	const between = " \t\"'`*_\\,|/"
	rest = strings.TrimLeft(rest, between)
	if after, ok := vocab.CutWord(rest, "or"); ok {
		rest = strings.TrimLeft(after, between)
	}
	for _, severity := range [...]Severity{Veto, Blocking, Note} {
		if after, ok := vocab.CutWord(rest, string(severity)); ok {
			return evidence.ValueAfter(after) == ""
		}
	}
	return false
}

// isLine reports whether text[start:end] is all that a line says. It looks at
// maxProse bytes on either side.
func (v *salvaging) isLine(start, end int) bool {
	line := v.lineStart(start)
	decor, _ := vocab.DecorEnd(v.Text[line:start])
	if line+decor < start || strings.IndexByte(v.Text[start:end], '\n') >= 0 {
		return false
	}
	rest, _, _ := strings.Cut(v.Text[end:min(len(v.Text), end+vocab.MaxProse)], "\n")
	return strings.IndexFunc(rest, vocab.IsLetterOrDigit) < 0 && strings.IndexByte(rest, '?') < 0
}

// lineStart returns where the line that holds the offset at starts, or an offset
// maxProse before at.
func (v *salvaging) lineStart(at int) int {
	from := max(v.Start, at-vocab.MaxProse)
	return from + strings.LastIndexByte(v.Text[from:at], '\n') + 1
}

// lineAt returns what stands near the offset at of the line that holds it.
func (v *salvaging) lineAt(at int) string {
	end := min(len(v.Text), at+vocab.MaxProse)
	line := v.Text[v.lineStart(at):chars.IndexFrom(v.Text[:end], at, '\n')]
	return strings.TrimSpace(strings.ToValidUTF8(line, ""))
}

// keepShown keeps what only the text shows, unless a finding is as grave.
func (v *salvaging) keepShown() {
	if v.shown.Severity == "" {
		return
	}
	for _, f := range v.findings {
		if w := f.Severity.weight(); w == Veto || w == v.shown.Severity {
			return
		}
	}
	v.findings = append(v.findings, v.shown)
}
