package jury

import (
	"fmt"
	"math"
	"strings"
)

// maxListed is how many keys of an object an error names.
const maxListed = 4

// A hearing is a search for verdicts, and what they say.
type hearing struct {
	search
	terms terms

	last      claim  // the verdict that stands last
	lastObj   uint32 // where in lastNodes it is
	quirks    Quirks // of all verdicts
	said      [saysBoth + 1]bool
	denied    doubt  // why an object after the last verdict denies a pass
	hasObject bool   // an object was read that is no verdict
	hasList   bool   // a list of objects was read that is no verdict
	keys      []byte // the first keys of the first of these
}

// parse reads reply. A pass stands only with quirks in allowed.
func (t *terms) parse(reply string, allowed Quirks) (Verdict, *ReplyError) {
	h := hearing{terms: *t}
	defer h.giveBack(h.borrow())
	if err := h.begin(reply); err != nil {
		return Verdict{}, err
	}
	for h.next() {
		h.consider()
	}
	if len(h.finds) == 0 {
		return Verdict{}, h.nothing()
	}
	h.quirks |= h.outer | h.surroundings()
	says := h.last.says
	if says == saysBoth {
		return Verdict{}, h.fail(ErrConflict, doubt{h.finds[len(h.finds)-1].start, t.keys[rolePass][0], "the verdict contradicts itself"})
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
	if len(h.nodes) == 1 { // nothing is in it
		h.hasObject = h.hasObject || h.nodes[0].kind == kindObject
		return
	}
	obj, c, ok := h.find()
	if !ok {
		h.dismiss()
		return
	}
	if h.terms.nonce == "" {
		h.doubt(h.denied)
	}
	h.denied = doubt{}
	if c.says != saysFail {
		h.denyInside(obj)
	}
	if obj > 0 {
		c.quirks |= QuirkNested
	}
	if h.ending != whole {
		c.quirks |= QuirkBroken
	}
	if len(h.finds) > 0 {
		c.quirks |= QuirkRepeated
	}
	h.doubt(c.against)
	h.compareLabel(obj)
	h.said[c.says] = true
	h.quirks |= c.quirks | quirksOf(h.beyond)
	h.found()
	h.last, h.lastObj = c, obj
}

// find returns the verdict of the unit: the unit itself, the object in a
// wrapper, or the only element of a list. Nothing is looked for deeper, for
// the pass of one check is not the verdict; but a fail in a wrapper that has
// other members is a fail.
func (h *hearing) find() (obj uint32, c claim, ok bool) {
	if h.nodes[0].kind == kindObject {
		if c, ok = h.claimOf(&h.terms, 0); ok {
			return 0, c, true
		}
	}
	if obj = h.inner(); obj > 0 {
		c, ok = h.claimOf(&h.terms, obj)
		return obj, c, ok
	}
	if h.ending != whole || h.nodes[0].kind != kindObject {
		return 0, c, false
	}
	for i := uint32(1); i < h.nodes[0].next; i = h.nodes[i+1].next {
		if h.wraps(i) {
			if c, ok = h.claimOf(&h.terms, i+1); ok && c.says == saysFail {
				return i + 1, c, true
			}
		}
	}
	return 0, c, false
}

// dismiss notes what stands in a unit that is no verdict: a contract key there
// may be a verdict that nobody could read.
func (h *hearing) dismiss() {
	h.hasList = h.hasList || h.nodes[0].kind == kindArray && len(h.nodes) > 1 && h.nodes[1].kind == kindObject
	if !h.hasObject && h.nodes[0].kind == kindObject {
		h.hasObject = true
		h.listKeys()
	}
	h.denyOutside()
	if h.terms.nonce != "" || h.against.detail != "" {
		return
	}
	for _, keys := range h.terms.keys {
		if key, at := h.strayKey(keys); key != "" {
			h.doubt(doubt{at, key, "the key stands in something that is no verdict"})
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

// compareLabel doubts a pass where the verdict at index obj says that it
// judges another thing than the one before it.
func (h *hearing) compareLabel(obj uint32) {
	if len(h.finds) == 0 {
		return
	}
	label := h.labelOf(obj)
	h.nodes, h.lastNodes = h.lastNodes, h.nodes
	before := h.labelOf(h.lastObj)
	h.nodes, h.lastNodes = h.lastNodes, h.nodes
	if label != before {
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
		case "criterion", "criterion_id", "criterion_name", "check", "check_id", "check_name", "test", "test_name", "file", "filename",
			"path", "item", "name", "id", "aspect", "candidate", "case", "category", "component", "dimension", "index", "key",
			"metric", "question", "requirement", "rule", "section", "step", "subject", "submission", "task", "title":
			label = append(append(label, name...), ':')
			label = append(h.appendJSON(label, i+1), ',')
		}
	}
	return string(label)
}

// stand reports why a pass may not stand, if it may not.
func (h *hearing) stand() *ReplyError {
	if err := h.incomplete(); err != nil {
		return err
	}
	if len(h.finds) > 1 && (h.said[saysFail] || h.said[saysBoth] || h.said[saysUnclear]) {
		return h.fail(ErrConflict, doubt{h.finds[0].start, "", "the verdicts do not agree"})
	}
	h.doubt(h.denied)
	h.doubt(h.placeholder())
	if h.against.detail != "" {
		return h.fail(ErrConflict, h.against)
	}
	if h.isAll() {
		return nil
	}
	w := h.terms.watch(h.text)
	d := h.hiding(&w)
	if d.detail == "" {
		d = h.outside(&w)
	}
	if d.detail != "" {
		return h.fail(ErrConflict, d)
	}
	return nil
}

// outside looks through the text outside the verdicts. With a nonce nobody else
// can write a verdict, so that only the nonce counts there, and what the judge
// says in words once the verdict stands.
func (h *hearing) outside(w *watch) doubt {
	if h.terms.nonce == "" {
		return h.stray(w)
	}
	if d := h.strayNonce(); d.detail != "" {
		return d
	}
	w.keys = nil
	return w.stray(h.finds[len(h.finds)-1].end, len(h.text))
}

// placeholder doubts the last verdict where it is the template of a prompt: all
// of its reasons are dots or tags.
func (h *hearing) placeholder() doubt {
	i := h.last.value[roleReasons]
	if i == 0 {
		return doubt{}
	}
	found := false
	for _, n := range h.lastNodes[i:h.lastNodes[i].next] {
		switch {
		case n.kind == kindEllipsis, n.isString() && isPlaceholder(h.str(n)):
			found = true
		case n.kind != kindArray && n.kind != kindObject && n.kind != kindNull && !n.has(traitKey):
			return doubt{}
		}
	}
	if !found {
		return doubt{}
	}
	return doubt{int(h.lastNodes[i].start), h.terms.keys[roleReasons][0], isTemplate}
}

// strayNonce looks for the nonce in the text outside the verdicts.
func (h *hearing) strayNonce() doubt {
	return h.gaps(func(gap extent) doubt {
		if i := strings.Index(h.text[gap.start:gap.end], h.terms.nonce); i >= 0 {
			return doubt{gap.start + i, nonceKey, "the nonce stands outside the verdict"}
		}
		return doubt{}
	})
}

// watch returns what a verdict outside the verdicts of text is known by.
func (t *terms) watch(text string) watch {
	w := watch{text: text, keys: defaultKeys[:], heard: true, prose: prose{t.passWords, t.failWords}}
	if t.own {
		w.keys = make([]string, 0, 2*roles)
		for r := range t.keys {
			w.keys = appendLabels(w.keys, t.keys[r])
		}
	}
	passes, scores := len(t.keys[rolePass]), len(t.keys[roleScore])
	w.passKeys = w.keys[:passes]
	if t.passScore != 0 { // else it may be of a part, "score: 0.5 for style"
		w.scoreKeys = w.keys[passes : passes+scores]
		w.low, w.high = t.passScore, math.Inf(1)
	}
	return w
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
	switch {
	case h.terms.nonce != "" && (h.hasObject || h.hasList):
		err.Key, err.detail = nonceKey, "no object has the nonce"
	case h.hasList && !h.hasObject:
		err.detail = "a list of several objects is no verdict"
	case h.hasObject:
		err.detail = fmt.Sprintf("no object has what the contract asks for; the keys of the first are %s", excerpt(string(h.keys)))
	}
	return err
}

// untrusted returns the error of a verdict that carries the quirks bad.
func (h *hearing) untrusted(bad Quirks) *ReplyError {
	err := h.fail(ErrUntrusted, doubt{h.finds[len(h.finds)-1].start, "", "it carries " + bad.String()})
	err.Quirks = bad
	return err
}

// verdict returns the last verdict.
func (h *hearing) verdict(pass bool) Verdict {
	h.nodes, h.lastNodes = h.lastNodes, h.nodes[:0]
	t := &h.terms
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
