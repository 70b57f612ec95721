package jury

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
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
	said      [vocab.SaysBoth + 1]bool
	denied    evidence.Doubt // why an object after the last verdict denies a pass
	hasObject bool           // an object was read that is no verdict
	hasList   bool           // a list of objects was read that is no verdict
	keys      []byte         // the first keys of the first of these
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
	if says == vocab.SaysBoth {
		return Verdict{}, h.fail(ErrConflict, evidence.Doubt{h.finds[len(h.finds)-1].Start, t.keys[rolePass][0], "the verdict contradicts itself"})
	}
	if says == vocab.SaysFail {
		if h.said[vocab.SaysPass] {
			h.quirks |= QuirkOverruled
		}
		return h.verdict(false), nil
	}
	pass := says == vocab.SaysPass || h.last.truth
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
	if len(h.Nodes) == 1 { // nothing is in it
		h.hasObject = h.hasObject || h.Nodes[0].Kind == lenient.KindObject
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
	h.denied = evidence.Doubt{}
	if c.says != vocab.SaysFail {
		h.denyInside(obj)
	}
	if obj > 0 {
		c.quirks |= QuirkNested
	}
	if h.Ending != lenient.Whole {
		c.quirks |= QuirkBroken
	}
	if len(h.finds) > 0 {
		c.quirks |= QuirkRepeated
	}
	h.doubt(c.against)
	h.compareLabel(obj)
	h.said[c.says] = true
	h.quirks |= c.quirks | quirksOf(h.Beyond)
	h.found()
	h.last, h.lastObj = c, obj
}

// find returns the verdict of the unit: the unit itself, the object in a
// wrapper, or the only element of a list. Nothing is looked for deeper, for
// the pass of one check is not the verdict; but a fail in a wrapper that has
// other members is a fail.
func (h *hearing) find() (obj uint32, c claim, ok bool) {
	if h.Nodes[0].Kind == lenient.KindObject {
		if c, ok = h.claimOf(&h.terms, 0); ok {
			return 0, c, true
		}
	}
	if obj = h.inner(); obj > 0 {
		c, ok = h.claimOf(&h.terms, obj)
		return obj, c, ok
	}
	if h.Ending != lenient.Whole || h.Nodes[0].Kind != lenient.KindObject {
		return 0, c, false
	}
	for i := uint32(1); i < h.Nodes[0].Next; i = h.Nodes[i+1].Next {
		if h.wraps(i) {
			if c, ok = h.claimOf(&h.terms, i+1); ok && c.says == vocab.SaysFail {
				return i + 1, c, true
			}
		}
	}
	return 0, c, false
}

// dismiss notes what stands in a unit that is no verdict: a contract key there
// may be a verdict that nobody could read.
func (h *hearing) dismiss() {
	h.hasList = h.hasList || h.Nodes[0].Kind == lenient.KindArray && len(h.Nodes) > 1 && h.Nodes[1].Kind == lenient.KindObject
	if !h.hasObject && h.Nodes[0].Kind == lenient.KindObject {
		h.hasObject = true
		h.listKeys()
	}
	h.denyOutside()
	if h.terms.nonce != "" || h.against.Detail != "" {
		return
	}
	if key, at := h.strayContractKey(); key != "" {
		h.doubt(evidence.Doubt{at, key, "the key stands in something that is no verdict"})
	}
}

// listKeys notes the first keys of the unit.
func (h *hearing) listKeys() {
	for i, listed := uint32(1), 0; int(i) < len(h.Nodes) && listed < maxListed; listed++ {
		if listed > 0 {
			h.keys = append(h.keys, ", "...)
		}
		h.keys = append(h.keys, h.Str(h.Nodes[i])...)
		if int(i)+1 == len(h.Nodes) {
			return
		}
		i = h.Nodes[i+1].Next
	}
}

// compareLabel doubts a pass where the verdict at index obj says that it
// judges another thing than the one before it.
func (h *hearing) compareLabel(obj uint32) {
	if len(h.finds) == 0 {
		return
	}
	label := h.labelOf(obj)
	h.Nodes, h.lastNodes = h.lastNodes, h.Nodes
	before := h.labelOf(h.lastObj)
	h.Nodes, h.lastNodes = h.lastNodes, h.Nodes
	if label != before {
		h.doubt(evidence.Doubt{h.unit.Start, "", "the verdicts judge different things"})
	}
}

// labelOf returns what the verdict at index obj says it judges, as JSON.
func (h *hearing) labelOf(obj uint32) string {
	var label []byte
	end := h.Nodes[obj].Next
	for i := obj + 1; i+1 < end; i = h.Nodes[i+1].Next {
		var buf [64]byte
		switch name := chars.FoldKey(buf[:0], h.Str(h.Nodes[i])); string(name) {
		case "criterion", "criterion_id", "criterion_name", "check", "check_id", "check_name", "test", "test_name", "file", "filename",
			"path", "item", "name", "id", "aspect", "candidate", "case", "category", "component", "dimension", "index", "key",
			"metric", "question", "requirement", "rule", "section", "step", "subject", "submission", "task", "title":
			label = append(append(label, name...), ':')
			label = append(h.AppendJSON(label, i+1), ',')
		}
	}
	return string(label)
}

// stand reports why a pass may not stand, if it may not.
func (h *hearing) stand() *ReplyError {
	if err := h.incomplete(); err != nil {
		return err
	}
	if len(h.finds) > 1 && (h.said[vocab.SaysFail] || h.said[vocab.SaysBoth] || h.said[vocab.SaysUnclear]) {
		return h.fail(ErrConflict, evidence.Doubt{h.finds[0].Start, "", "the verdicts do not agree"})
	}
	h.doubt(h.denied)
	h.doubt(h.placeholder())
	if h.against.Detail != "" {
		return h.fail(ErrConflict, h.against)
	}
	if h.isAll() {
		return nil
	}
	w := h.terms.watch(h.Text)
	d := h.hiding(&w)
	if d.Detail == "" {
		d = h.outside(&w)
	}
	if d.Detail != "" {
		return h.fail(ErrConflict, d)
	}
	return nil
}

// outside looks through the text outside the verdicts. With a nonce nobody else
// can write a verdict, so that only the nonce counts there, and what the judge
// says in words once the verdict stands.
func (h *hearing) outside(w *evidence.Watch) evidence.Doubt {
	if h.terms.nonce == "" {
		return h.stray(w)
	}
	if d := h.strayNonce(); d.Detail != "" {
		return d
	}
	w.Keys = nil
	return w.Stray(h.finds[len(h.finds)-1].End, len(h.Text))
}

// placeholder doubts the last verdict where it is the template of a prompt: all
// of its reasons are dots or tags.
func (h *hearing) placeholder() evidence.Doubt {
	i := h.last.value[roleReasons]
	if i == 0 {
		return evidence.Doubt{}
	}
	found := false
	for _, n := range h.lastNodes[i:h.lastNodes[i].Next] {
		switch {
		case n.Kind == lenient.KindEllipsis, n.IsString() && vocab.IsPlaceholder(h.Str(n)):
			found = true
		case n.Kind != lenient.KindArray && n.Kind != lenient.KindObject && n.Kind != lenient.KindNull && !n.Has(lenient.TraitKey):
			return evidence.Doubt{}
		}
	}
	if !found {
		return evidence.Doubt{}
	}
	return evidence.Doubt{int(h.lastNodes[i].Start), h.terms.keys[roleReasons][0], evidence.IsTemplate}
}

// strayNonce looks for the nonce in the text outside the verdicts.
func (h *hearing) strayNonce() evidence.Doubt {
	return h.gaps(func(gap lenient.Extent) evidence.Doubt {
		if i := strings.Index(h.Text[gap.Start:gap.End], h.terms.nonce); i >= 0 {
			return evidence.Doubt{gap.Start + i, nonceKey, "the nonce stands outside the verdict"}
		}
		return evidence.Doubt{}
	})
}

// watch returns what a verdict outside the verdicts of text is known by.
func (t *terms) watch(text string) evidence.Watch {
	w := evidence.Watch{Text: text, Keys: defaultKeys[:], Heard: true, Words: t.words()}
	if t.own {
		w.Keys = make([]string, 0, 2*roles)
		for r := range t.keys {
			w.Keys = evidence.AppendLabels(w.Keys, t.keys[r])
		}
	}
	passes, scores := len(t.keys[rolePass]), len(t.keys[roleScore])
	w.PassKeys = w.Keys[:passes]
	if t.passScore != 0 { // else it may be of a part, "score: 0.5 for style"
		w.ScoreKeys = w.Keys[passes : passes+scores]
		w.Low, w.High, w.Min, w.Max = t.passScore, math.Inf(1), t.min, t.max
	}
	return w
}

// nothing returns the error of a reply without a verdict.
func (h *hearing) nothing() *ReplyError {
	key := h.terms.keys[rolePass][0]
	if h.terms.passScore != 0 {
		key = h.terms.keys[roleScore][0]
	}
	if h.Ending == lenient.Cut {
		return h.fail(ErrTruncated, evidence.Doubt{h.unit.Start, key, "the text ends inside what opens here"})
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
	err := h.fail(ErrUntrusted, evidence.Doubt{h.finds[len(h.finds)-1].Start, "", "it carries " + bad.String()})
	err.Quirks = bad
	return err
}

// verdict returns the last verdict.
func (h *hearing) verdict(pass bool) Verdict {
	h.Nodes, h.lastNodes = h.lastNodes, h.Nodes[:0]
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
	if i := h.last.value[roleHint]; i != 0 && h.Nodes[i].IsString() {
		return h.keep(h.Nodes[i])
	}
	return ""
}
