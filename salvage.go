package jury

import "strings"

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
	v := salvaging{criterionID: criterionID}
	if v.begin(reply) != nil {
		return nil
	}
	end := v.start
	for v.next() {
		v.look(end, v.unit.start)
		v.consider()
		end = v.unit.end
	}
	v.look(end, len(v.text))
	v.keepShown()
	all := make([]RoundFinding, 0, len(v.findings))
	for _, f := range v.findings {
		all = append(all, RoundFinding{CriterionID: v.criterionID, Verifier: verifier, Finding: f})
	}
	return all
}

// A salvaging is a search for findings.
type salvaging struct {
	source
	criterionID string
	findings    []Finding
	shown       Finding // the gravest, and of these the first, that only a label in the text shows
	written     uint32  // the end of what was kept of the unit as JSON
	kept        uint32  // the end of what was kept of the unit with all that is in it
}

// consider keeps the findings of the unit read last.
func (v *salvaging) consider() {
	v.written, v.kept = 0, 0
	if v.ending != whole {
		v.lookBetween()
	}
	listed := make(map[uint32]bool) // values under findings, which need no key of their own
	if v.followsFindings() {
		v.list(listed, 0)
	}
	for i := range v.nodes {
		n, value := v.nodes[i], uint32(i+1)
		if !n.has(traitKey) {
			v.keepValue(uint32(i), listed[uint32(i)])
			continue
		}
		if int(value) == len(v.nodes) {
			return
		}
		switch name := v.str(n); {
		case sameKey(findingsKey, name):
			v.list(listed, value)
		case v.criterionID == "" && sameKey(criterionKey, name) && v.nodes[value].isString():
			v.criterionID = strings.Clone(v.str(v.nodes[value]))
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
	pos := v.unit.start
	for i, n := range v.nodes {
		if n.isString() && v.isWhole(uint32(i)) {
			v.look(pos, int(n.start))
			pos = int(n.end)
		}
	}
	v.look(pos, v.unit.end)
}

// followsFindings reports whether the unit read last is the value of the key
// findings in an object that broke before it.
func (v *salvaging) followsFindings() bool {
	before := strings.TrimRight(v.text[max(0, v.unit.start-keyWindow):v.unit.start], ": \t\r\n\"'\\")
	return keySuffix(before, findingsKey) >= 0
}

// list adds to listed the value at index i, or its elements if it is a list.
func (v *salvaging) list(listed map[uint32]bool, i uint32) {
	if v.nodes[i].kind != kindArray {
		listed[i] = true
		return
	}
	for k := i + 1; k < v.nodes[i].next; k = v.nodes[k].next {
		listed[k] = true
	}
}

// keepValue keeps the value at index i if it is a finding, or a string that the
// label veto begins.
func (v *salvaging) keepValue(i uint32, listed bool) {
	n := v.nodes[i]
	switch {
	case listed || n.kind == kindObject:
		before := len(v.findings)
		v.keepFinding(i, listed)
		if listed && len(v.findings) > before {
			v.kept = max(v.kept, n.next)
		}
	case n.isString() && i >= v.kept && v.saysVeto(i):
		isMember := i > 0 && v.nodes[i-1].has(traitKey)
		if isMember && sameKey(severityKey, v.str(v.nodes[i-1])) {
			return
		}
		if text, ok := vetoLine(v.str(n)); ok && (text != "" || isMember) {
			v.keep(text, Veto)
		}
	}
}

// keepFinding keeps the value at index i if it is a finding.
func (v *salvaging) keepFinding(i uint32, listed bool) {
	f, found := v.findingAt(i)
	grave := f.Severity == Veto || f.Severity == Blocking
	switch n := v.nodes[i]; {
	case found && (listed || grave || f.Text != ""):
	case listed && (n.kind == kindObject || n.kind == kindArray) && n.next > i+1 && v.ending == whole:
		f = Finding{Text: v.asJSON(i)}
	default:
		return
	}
	if f.Text == "" && v.nodes[i].next > i+3 {
		f.Text = v.asJSON(i) // its text is under another key
	}
	switch {
	case grave && isMarkup(f.Text):
	case isPlaceholder(f.Text), strings.Contains(string(f.Severity), "|"), f.Severity == "" && isNoFinding(f.Text):
		return
	}
	v.findings = append(v.findings, f)
}

// findingAt returns what can be read of the finding at index i; false if
// neither its text nor its severity can.
func (v *salvaging) findingAt(i uint32) (f Finding, found bool) {
	n := v.nodes[i]
	if n.kind != kindObject {
		return Finding{Text: strings.Clone(v.str(n))}, n.isString()
	}
	for k := i + 1; k+1 < n.next; k = v.nodes[k+1].next {
		value := v.nodes[k+1]
		if !value.isString() {
			continue
		}
		switch name := v.str(v.nodes[k]); {
		case sameKey(findingKey, name):
			f.Text, found = strings.Clone(v.str(value)), true
		case sameKey(severityKey, name):
			found = true
			if said := foldSeverity(v.str(value)); f.Severity == "" || said.weight() == Veto {
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
	v.kept = max(v.kept, v.nodes[i].next)
	if v.nodes[i].kind != kindArray {
		v.keepOne(severity, i)
		return
	}
	for k := i + 1; k < v.nodes[i].next; k = v.nodes[k].next {
		v.keepOne(severity, k)
	}
}

// keepOne keeps the value at index i, if it says something: true, a text, or
// what else there is as JSON.
func (v *salvaging) keepOne(severity Severity, i uint32) {
	switch n := v.nodes[i]; {
	case v.isEmpty(i):
	case n.kind == kindTrue:
		v.keep("", severity)
	case n.isString():
		v.keep(v.str(n), severity)
	case n.kind == kindNumber || n.next > i+1:
		if _, found := v.findingAt(i); !found { // else keepFinding keeps it
			v.findings = append(v.findings, Finding{v.asJSON(i), severity})
		}
	}
}

// asJSON returns the value at index i as JSON, if it was read to its end; "" for
// what stands in a value that was returned so before, or text would be kept for
// every depth.
func (v *salvaging) asJSON(i uint32) string {
	if i < v.written || v.ending != whole {
		return ""
	}
	v.written = v.nodes[i].next
	return string(v.appendJSON(nil, i))
}

// look looks through text[start:end], which was not read as JSON: it keeps the
// lines that the label veto begins, and notes what a label severity shows.
func (v *salvaging) look(start, end int) {
	pos := start
	if pos > v.start && v.text[pos-1] != '\n' {
		pos = indexFrom(v.text[:end], pos, '\n') + 1
	}
	for pos < end {
		next := indexFrom(v.text, pos, '\n')
		if text, ok := vetoLine(v.text[pos:next]); ok {
			v.keep(text, Veto)
		}
		pos = next + 1
	}
	letters := newSeeker(v.text[:end], "sS")
	for at := letters.from(start); at < end && v.shown.Severity != Veto; at = letters.from(at + 1) {
		if severity := v.severityAt(at); severity != "" && severity != v.shown.Severity {
			v.shown = Finding{v.lineAt(at), severity}
		}
	}
}

// severityAt returns the severity that the label severity at offset at stands
// before: Veto, Blocking, or "" for none. The label is a key in quotes, or one
// before a closing brace, or all of its line with what follows it.
func (v *salvaging) severityAt(at int) Severity {
	after, ok := cutFold(v.text[at:], severityKey)
	word, rest := cutSeverity(valueAfter(after))
	severity := Severity(word)
	if !ok || severity == "" {
		return ""
	}
	mark, _ := markAt(after)
	if mark == markQuote && !isChoice(rest) || strings.HasPrefix(strings.TrimLeft(rest, " "), "}") || v.isLine(at, len(v.text)-len(rest)) {
		return severity
	}
	return ""
}

// isChoice reports whether rest, which follows a severity, goes on with another
// one: the template of a prompt does. Before a colon it is a key: "note".
func isChoice(rest string) bool {
	const between = " \t\"'`*_\\,|/"
	rest = strings.TrimLeft(rest, between)
	if after, ok := cutWord(rest, "or"); ok {
		rest = strings.TrimLeft(after, between)
	}
	for _, severity := range [...]Severity{Veto, Blocking, Note} {
		if after, ok := cutWord(rest, string(severity)); ok {
			return valueAfter(after) == ""
		}
	}
	return false
}

// isLine reports whether text[start:end] is all that a line says. It looks at
// maxProse bytes on either side.
func (v *salvaging) isLine(start, end int) bool {
	line := v.lineStart(start)
	decor, _ := decorEnd(v.text[line:start])
	if line+decor < start || strings.IndexByte(v.text[start:end], '\n') >= 0 {
		return false
	}
	rest, _, _ := strings.Cut(v.text[end:min(len(v.text), end+maxProse)], "\n")
	return strings.IndexFunc(rest, isLetterOrDigit) < 0 && strings.IndexByte(rest, '?') < 0
}

// lineStart returns where the line that holds the offset at starts, or an offset
// maxProse before at.
func (v *salvaging) lineStart(at int) int {
	from := max(v.start, at-maxProse)
	return from + strings.LastIndexByte(v.text[from:at], '\n') + 1
}

// lineAt returns what stands near the offset at of the line that holds it.
func (v *salvaging) lineAt(at int) string {
	end := min(len(v.text), at+maxProse)
	line := v.text[v.lineStart(at):indexFrom(v.text[:end], at, '\n')]
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
