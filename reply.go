package jury

import (
	"fmt"
	"strings"
)

// maxListed is how many keys of an object an error names.
const maxListed = 4

// A hearing is one reply and what its verdicts say.
type hearing struct {
	source
	terms *terms

	last      claim    // the verdict that stands last
	lastNodes []node   // what last was read into
	quirks    Quirks   // of all verdicts
	spans     []extent // of all verdicts, with their wrappers
	said      [saysBoth + 1]bool
	label     string // what the first labelled verdict judges
	against   doubt  // the first reason why a pass may not stand
	hasObject bool   // an object was read that is no verdict
	keys      []byte // the first keys of the first of these
}

// parse reads reply. A pass stands only with quirks in allowed.
func (t *terms) parse(reply string, allowed Quirks) (Verdict, *ReplyError) {
	var h hearing
	h.terms = t
	if err := h.open(reply); err != nil {
		return Verdict{}, err
	}
	for h.next() {
		h.consider()
	}
	if len(h.spans) == 0 {
		return Verdict{}, h.nothing()
	}
	h.quirks |= h.outer | h.surroundings()
	says := h.last.says
	if says == saysBoth {
		return Verdict{}, h.fail(ErrConflict, doubt{h.spans[len(h.spans)-1].start, t.keys[rolePass][0], "the verdict contradicts itself"})
	}
	if says == saysFail {
		if h.said[saysPass] {
			h.quirks |= QuirkOverruled
		}
		return h.verdict(false), nil
	}
	pass := says == saysPass || h.last.truth
	if pass {
		if err := h.stand(); err != nil {
			return Verdict{}, err
		}
	}
	if bad := h.quirks &^ allowed; bad != 0 {
		return Verdict{}, h.untrusted(bad)
	}
	return h.verdict(pass), nil
}

// consider hears the unit read last.
func (h *hearing) consider() {
	h.denials()
	obj, c, ok := h.find()
	if !ok {
		h.dismiss()
		return
	}
	if obj > 0 {
		c.quirks |= QuirkNested
	}
	if h.ending != whole {
		c.quirks |= QuirkBroken
	}
	if len(h.spans) > 0 {
		c.quirks |= QuirkRepeated
	}
	h.doubt(c.against)
	if h.hidesBrace {
		h.doubt(doubt{h.unit.start, "", "a brace stands in a comment or a loose string of the verdict"})
	}
	h.compareLabel(obj)
	h.said[c.says] = true
	h.quirks |= c.quirks | h.reader.quirks
	h.spans = append(h.spans, h.unit)
	h.last = c
	h.lastNodes, h.nodes = h.nodes, h.lastNodes[:0]
}

// find returns the verdict of the unit: the unit itself, the object in a
// wrapper, or the only element of a list. Nothing is looked for deeper, for
// the pass of one check is not the verdict.
func (h *hearing) find() (obj uint32, c claim, ok bool) {
	if h.nodes[0].kind == kindObject {
		if c, ok = h.claimOf(h.terms, 0); ok {
			return 0, c, true
		}
	}
	if obj = h.inner(); obj > 0 {
		c, ok = h.claimOf(h.terms, obj)
	}
	return obj, c, ok
}

// inner returns the object in the unit if it is a wrapper, an object with one
// member of a known name, or a list of one; else 0.
func (h *hearing) inner() uint32 {
	n := h.nodes
	obj := uint32(1)
	if n[0].kind == kindObject {
		obj = 2
	}
	if h.ending != whole || len(n) <= int(obj) || n[obj].kind != kindObject || n[obj].next != n[0].next {
		return 0
	}
	if n[0].kind == kindArray {
		return obj
	}
	for _, name := range [...]string{"verdict", "result", "evaluation", "judgment", "judgement",
		"assessment", "review", "output", "response", "answer", "data"} {
		if sameKey(name, h.str(n[1])) {
			return obj
		}
	}
	return 0
}

// dismiss notes what stands in a unit that is no verdict: a contract key there
// may be a verdict that nobody could read.
func (h *hearing) dismiss() {
	if h.nodes[0].kind == kindObject && !h.hasObject {
		h.hasObject = true
		h.listKeys()
	}
	if h.terms.nonce != "" {
		return
	}
	for _, n := range h.nodes {
		if !n.has(traitKey) {
			continue
		}
		if r, place, _, found := h.terms.keyOf(h.str(n)); found {
			h.doubt(doubt{int(n.start), h.terms.keys[r][place], "the key stands in something that is no verdict"})
			return
		}
	}
}

// listKeys notes the first keys of the unit.
func (h *hearing) listKeys() {
	for i, listed := uint32(1), 0; int(i) < len(h.nodes) && listed < maxListed; listed++ {
		if listed > 0 {
			h.keys = append(h.keys, ", "...)
		}
		h.keys = append(h.keys, h.str(h.nodes[i])...)
		if int(i)+1 == len(h.nodes) {
			return
		}
		i = h.nodes[i+1].next
	}
}

// doubt keeps the first reason why a pass may not stand.
func (h *hearing) doubt(d doubt) {
	if h.against.detail == "" {
		h.against = d
	}
}

// denials looks for members that deny a pass, in whatever object they stand:
// an explicit fail under a pass key or another word for one, or an explicit
// pass under a word for failing.
func (h *hearing) denials() {
	for i := 1; i+1 < len(h.nodes); i++ {
		if !h.nodes[i].has(traitKey) {
			continue
		}
		switch h.nodes[i+1].kind {
		case kindTrue, kindFalse, kindNumber, kindString:
		default:
			continue
		}
		name := h.str(h.nodes[i])
		means := h.terms.meaning(name)
		if means == saysUnclear {
			continue
		}
		says, _, _ := h.passValue(h.terms, uint32(i+1))
		if says == saysFail && means == saysPass || says == saysPass && means == saysFail {
			h.doubt(doubt{int(h.nodes[i].start), name, "a member denies the pass"})
		}
	}
}

// meaning returns what a true under the key name would say of the candidate.
func (t *terms) meaning(name string) says {
	var buf [64]byte
	switch string(foldKey(buf[:0], name)) {
	case "pass", "passed", "passes", "passing", "verdict", "decision", "approved", "accepted", "result", "outcome":
		return saysPass
	case "fail", "failed", "fails", "failing", "rejected", "denied", "blocked":
		for _, key := range t.keys[rolePass] {
			if sameKey(key, name) {
				return saysPass
			}
		}
		return saysFail
	}
	for _, key := range t.keys[rolePass] {
		if sameKey(key, name) {
			return saysPass
		}
	}
	return saysUnclear
}

// compareLabel doubts a pass where the verdict at index obj says that it
// judges another thing than an earlier one.
func (h *hearing) compareLabel(obj uint32) {
	label := h.labelOf(obj)
	switch {
	case label == "":
	case h.label == "":
		h.label = label
	case h.label != label:
		h.doubt(doubt{h.unit.start, "", "the verdicts judge different things"})
	}
}

// labelOf returns what the verdict at index obj says it judges, as JSON.
func (h *hearing) labelOf(obj uint32) string {
	var label []byte
	end := h.nodes[obj].next
	for i := obj + 1; i+1 < end; i = h.nodes[i+1].next {
		var buf [64]byte
		switch name := foldKey(buf[:0], h.str(h.nodes[i])); string(name) {
		case "criterion", "criterion_id", "check", "test", "file", "item", "name", "id":
			label = append(append(label, name...), ':')
			label = append(h.appendJSON(label, i+1), ',')
		}
	}
	return string(label)
}

// surroundings returns the quirks of the text around the verdicts.
func (h *hearing) surroundings() Quirks {
	var quirks Quirks
	pos := h.start
	for _, sp := range h.spans {
		if pos > h.start {
			pos = decorationEnd(h.text, pos, sp.start)
		}
		end := fenceStart(h.text, pos, sp.start)
		if end < sp.start {
			quirks |= QuirkFenced
		}
		if blankEnd(h.text, pos, end) > blankStart(h.text, pos, end) {
			quirks |= QuirkProseBefore
		}
		pos = sp.end
	}
	if decorationEnd(h.text, pos, len(h.text)) < len(h.text) {
		quirks |= QuirkProseAfter
	}
	return quirks
}

// stand reports why a pass may not stand, if it may not.
func (h *hearing) stand() *ReplyError {
	if h.ending == cut {
		return h.fail(ErrTruncated, doubt{h.unit.start, "", "the text ends inside what opens here"})
	}
	if at := h.openThinking(); at >= 0 {
		return h.fail(ErrTruncated, doubt{at, "", "the thinking block that opens here is not closed before the verdict"})
	}
	if len(h.spans) > 1 && (h.said[saysFail] || h.said[saysBoth] || h.said[saysUnclear]) {
		return h.fail(ErrConflict, doubt{h.spans[0].start, "", "the verdicts do not agree"})
	}
	if h.against.detail != "" {
		return h.fail(ErrConflict, h.against)
	}
	if d := h.stray(); d.detail != "" {
		return h.fail(ErrConflict, d)
	}
	return nil
}

// stray looks through the text outside the verdicts for another one, or for
// the nonce.
func (h *hearing) stray() doubt {
	w := h.terms.watch(h.text)
	pos := h.start
	for i := 0; i <= len(h.spans); i++ {
		end := len(h.text)
		if i < len(h.spans) {
			end = h.spans[i].start
		}
		if h.terms.nonce == "" {
			if d := w.stray(pos, end); d.detail != "" {
				return d
			}
		} else if k := strings.Index(h.text[pos:end], h.terms.nonce); k >= 0 {
			return doubt{pos + k, nonceKey, "the nonce stands outside the verdict"}
		}
		if i < len(h.spans) {
			pos = h.spans[i].end
		}
	}
	return doubt{}
}

// watch returns what a verdict outside the verdicts of text is known by.
func (t *terms) watch(text string) watch {
	w := watch{text: text, failWords: t.failWords}
	for r := range t.keys {
		for _, key := range t.keys[r] {
			w.keys = append(w.keys, folded(key))
		}
	}
	w.labels = append(w.labels, w.keys[:len(t.keys[rolePass])]...)
	w.labels = append(w.labels, "verdict", "decision", "outcome", "result", "passed", "passes", "approved", "accepted")
	return w
}

// openThinking returns the offset of a thinking tag before the last verdict
// that is not closed before it, or -1.
func (h *hearing) openThinking() int {
	pos, opened := h.start, -1
	var in tag
	for _, sp := range h.spans {
		tags := newSeeker(h.text[:sp.start], "<[")
		for at := tags.from(pos); at < sp.start; at = tags.from(at + 1) {
			if opened < 0 {
				if in = thinkingTag(h.text, at); in.end > 0 {
					opened = at
				}
			} else if at+1 < sp.start && h.text[at+1] == '/' && closes(h.text, at+2, in) > 0 {
				opened = -1
			}
		}
		pos = sp.end
	}
	return opened
}

// nothing returns the error of a reply without a verdict.
func (h *hearing) nothing() *ReplyError {
	key := h.terms.keys[rolePass][0]
	if h.terms.passScore != 0 {
		key = h.terms.keys[roleScore][0]
	}
	if h.ending == cut {
		return h.fail(ErrTruncated, doubt{h.unit.start, key, "the text ends inside what opens here"})
	}
	err := &ReplyError{Err: ErrNoVerdict, Key: key, detail: "there is no object"}
	if h.hasObject {
		err.detail = fmt.Sprintf("no object has what the contract asks for; the keys of the first are %s", excerpt(string(h.keys)))
	}
	return err
}

// untrusted returns the error of a verdict that carries the quirks bad.
func (h *hearing) untrusted(bad Quirks) *ReplyError {
	err := h.fail(ErrUntrusted, doubt{h.spans[len(h.spans)-1].start, "", "it carries " + bad.String()})
	err.Quirks = bad
	return err
}

// fail returns the error err about d.
func (h *hearing) fail(err error, d doubt) *ReplyError { return newReplyError(h.text, err, d) }

// verdict returns the last verdict.
func (h *hearing) verdict(pass bool) Verdict {
	h.nodes = h.lastNodes
	t := h.terms
	return Verdict{
		Pass:     pass,
		Score:    (h.last.score - t.min) / (t.max - t.min),
		RawScore: h.last.score,
		Reasons:  h.strings(h.last.value[roleReasons], t.listsOnly),
		NextHint: h.hint(),
		Quirks:   h.quirks,
	}
}

// hint returns the hint of the last verdict.
func (h *hearing) hint() string {
	if i := h.last.value[roleHint]; i != 0 && h.nodes[i].isString() {
		return h.keep(h.nodes[i])
	}
	return ""
}

// decorationEnd returns the offset of the first character of text[pos:end]
// that is no decoration: white space, a fence, a closing tag, or a token such
// as <|im_end|>.
func decorationEnd(text string, pos, end int) int {
	for {
		pos = blankStart(text, pos, end)
		if pos == end {
			return end
		}
		n := fenceLen(text[pos:end])
		if n == 0 {
			n = closingLen(text[pos:end])
		}
		if n == 0 {
			return pos
		}
		pos += n
	}
}

// fenceLen returns the length of the run of three or more backticks or tildes
// that s begins with, or 0.
func fenceLen(s string) int {
	n := 0
	for n < len(s) && s[n] == s[0] {
		n++
	}
	if n >= 3 && (s[0] == '`' || s[0] == '~') {
		return n
	}
	return 0
}

// closingLen returns the length of the closing tag or token that s begins
// with, or 0.
func closingLen(s string) int {
	const endOfTurn = "<end_of_turn>"
	if strings.HasPrefix(s, endOfTurn) {
		return len(endOfTurn)
	}
	end := ">"
	switch {
	case strings.HasPrefix(s, "</"):
	case strings.HasPrefix(s, "<|"):
		end = "|>"
	default:
		return 0
	}
	n := tagNameEnd(s, 2)
	if n == 2 || !strings.HasPrefix(s[n:], end) {
		return 0
	}
	return n + len(end)
}

// fenceStart returns the start of the fence, with its info string, that
// text[pos:end] ends with, or end.
func fenceStart(text string, pos, end int) int {
	i := blankEnd(text, pos, end)
	for i > pos && (isASCIIWord(text[i-1]) || strings.IndexByte("+-._#", text[i-1]) >= 0) {
		i--
	}
	start := i
	for start > pos && text[start-1] == text[i-1] {
		start--
	}
	if i > start && fenceLen(text[start:i]) > 0 {
		return start
	}
	return end
}
