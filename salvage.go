package jury

import "strings"

// salvage returns every finding that can be read in reply, whatever is wrong
// with the report, so that no veto is lost with it: what stands under the key
// findings, and objects with the key finding or with a severity that vetoes or
// blocks; keys folded, in whole objects and in broken ones. A finding of which
// only a part was read is one without the other part, so without severity it
// vetoes; one of another shape is kept as JSON. The template of a prompt is no
// finding. Where no object of these vetoes or blocks, the text may still say it.
// With criterionID "", the id is the reply's own, where it can be read.
func salvage(reply, criterionID, verifier string) []RoundFinding {
	v := salvaging{criterionID: criterionID}
	if v.begin(reply) != nil {
		return nil
	}
	for v.next() {
		v.consider()
	}
	v.keepLabels()
	v.keepSeverity()
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
	written     uint32 // the end of what was kept of the unit as JSON
	inFinding   uint32 // the end of the last listed finding of the unit
}

// consider keeps the findings of the unit read last.
func (v *salvaging) consider() {
	v.written, v.inFinding = 0, 0
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
			v.keepNamed(severityNamed(name), value)
		}
	}
}

// keepValue keeps the value at index i if it is a finding, or a string outside
// of findings that the label veto begins.
func (v *salvaging) keepValue(i uint32, listed bool) {
	n := v.nodes[i]
	if listed {
		v.inFinding = n.next
	}
	if n.kind == kindObject || listed {
		v.keepFinding(i, listed)
		return
	}
	if !n.isString() || i < v.inFinding || i > 0 && v.nodes[i-1].has(traitKey) && v.namesSeverity(i-1) {
		return
	}
	if text, ok := vetoLine(v.str(n)); ok {
		v.keep(text, Veto)
	}
}

// namesSeverity reports whether the key at index i is severity, or named after
// one: its value is kept for that.
func (v *salvaging) namesSeverity(i uint32) bool {
	name := v.str(v.nodes[i])
	return sameKey(severityKey, name) || severityNamed(name) != ""
}

// keep keeps a finding.
func (v *salvaging) keep(text string, severity Severity) {
	v.findings = append(v.findings, Finding{strings.Clone(text), severity})
}

// keepNamed keeps what stands under a key named after the severity s, if it is
// one: true, a text, what else there is as JSON, or a list of these.
func (v *salvaging) keepNamed(s Severity, i uint32) {
	switch {
	case s == "":
	case v.nodes[i].kind != kindArray:
		v.keepOne(s, i)
	default:
		for k := i + 1; k < v.nodes[i].next; k = v.nodes[k].next {
			v.keepOne(s, k)
		}
	}
}

// keepOne keeps the value at index i, if it says something.
func (v *salvaging) keepOne(s Severity, i uint32) {
	switch n := v.nodes[i]; {
	case n.kind == kindTrue:
		v.keep("", s)
	case n.isString():
		if text := v.str(n); !isNoFinding(text) {
			v.keep(text, s)
		}
	case n.kind == kindNumber && v.text[n.start:n.end] != "0", n.next > i+1:
		if _, found := v.findingAt(i); !found { // else keepFinding keeps it
			v.keep(v.asJSON(i), s)
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

// keepLabels keeps the lines of the reply that the label veto begins.
func (v *salvaging) keepLabels() {
	for _, line := range strings.Split(v.text[v.start:], "\n") {
		if text, ok := vetoLine(line); ok {
			v.keep(text, Veto)
		}
	}
}

// keepSeverity keeps the first place where the label severity stands before veto,
// or else before blocking, unless a finding as grave was read: in JSON that
// broke, in another notation, in words.
func (v *salvaging) keepSeverity() {
	for _, s := range [...]Severity{Veto, Blocking} {
		for _, f := range v.findings {
			if f.Severity.weight() == s {
				return
			}
		}
		if at := v.severityAt(s); at >= 0 {
			v.keep(v.lineAt(at), s)
			return
		}
	}
}

// severityAt returns the first offset from which the text says that the severity
// is s, or -1.
func (v *salvaging) severityAt(s Severity) int {
	letters := newSeeker(v.text, "sS")
	for at := letters.from(v.start); at < len(v.text); at = letters.from(at + 1) {
		after, ok := cutFold(v.text[at:], severityKey)
		if !ok {
			continue
		}
		value := valueAfter(after)
		decor, _ := decorEnd(value)
		if rest, ok := cutWord(value[decor:], string(s)); ok && !isChoice(rest) {
			return at
		}
	}
	return -1
}

// isChoice reports whether rest, which follows a severity, goes on with others:
// the template of a prompt does.
func isChoice(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\"'`*_\\")
	if more, ok := strings.CutPrefix(rest, ","); ok {
		return startsWithAny(strings.TrimLeft(more, " \t\"'`*_\\"), []string{string(Veto), string(Blocking), string(Note), "or"})
	}
	return strings.HasPrefix(rest, "|") || strings.HasPrefix(rest, "/") || startsWithAny(rest, []string{"or"})
}

// lineAt returns what of the line that holds the offset at stands near it.
func (v *salvaging) lineAt(at int) string {
	from, to := max(v.start, at-maxProse), min(len(v.text), at+maxProse)
	if i := strings.LastIndexByte(v.text[from:at], '\n'); i >= 0 {
		from += i + 1
	}
	if i := strings.IndexByte(v.text[at:to], '\n'); i >= 0 {
		to = at + i
	}
	return strings.TrimSpace(strings.ToValidUTF8(v.text[from:to], ""))
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

// keepFinding keeps the value at index i if it is a finding.
func (v *salvaging) keepFinding(i uint32, listed bool) {
	f, found := v.findingAt(i)
	switch n := v.nodes[i]; {
	case found && listed, found && (f.Text != "" || f.Severity == Veto || f.Severity == Blocking):
	case listed && (n.kind == kindObject || n.kind == kindArray) && n.next > i+1 && v.ending == whole:
		f = Finding{Text: v.asJSON(i)}
	default:
		return
	}
	if f.Text == "" && v.nodes[i].next > i+3 {
		f.Text = v.asJSON(i) // its text is under another key
	}
	grave := f.Severity == Veto || f.Severity == Blocking // "<script>" may be what is wrong
	if isPlaceholder(f.Text) && !grave || strings.Contains(string(f.Severity), "|") || f.Severity == "" && isNoFinding(f.Text) {
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
