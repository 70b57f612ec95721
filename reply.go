package jury

import (
	"math"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// maxListed is how many keys of an object an error names.
const maxListed = 4

// A reading is the search of a reply for verdicts, and what they say.
type reading struct {
	*extract.Extraction
	contract resolved

	last      statement // of the verdict that stands last
	lastObj   uint32    // where in Last it is
	quirks    Quirks    // of all verdicts
	untrusted Quirks    // those that a pass may not carry
	said      [vocab.SaysBoth + 1]bool
	within    objection.Objection // why a member of a verdict denies a pass
	denied    objection.Objection // why an object after the last verdict denies a pass
	depth     int                 // of JSON in strings
	hasObject bool                // an object was read that is no verdict
	hasList   bool                // a list of objects was read that is no verdict
	keys      []byte              // the first keys of the first of these
}

// parse reads reply. A pass stands only with quirks in allowed.
func (t *resolved) parse(reply string, allowed Quirks) (Verdict, *ReplyError) {
	x, o := extract.Open(reply)
	defer x.Close()
	r := reading{Extraction: x, contract: *t}
	if !o.Holds() {
		o = r.judge(allowed)
	}
	if o.Holds() {
		err := newReplyError(x.Text, o)
		err.Quirks = r.untrusted
		return Verdict{}, err
	}
	return r.verdict(), nil
}

// judge reads the reply, and says why it comes to nothing if it does.
func (r *reading) judge(allowed Quirks) objection.Objection {
	for r.Next() {
		r.consider()
	}
	for len(r.Finds) == 0 && r.Unwrap() {
		r.forget()
		for r.Next() {
			r.consider()
		}
	}
	if r.LookAgain() {
		r.lower()
	}
	if len(r.Finds) == 0 {
		return r.nothing()
	}
	r.quirks |= quirksAround(r.Surroundings())
	switch r.last.says {
	case vocab.SaysBoth:
		return objection.To(r.contract.passKey(), r.lastFind().Start, objection.Contradicts)
	case vocab.SaysFail:
		if r.said[vocab.SaysPass] {
			r.quirks |= QuirkOverruled
		}
		return objection.Objection{}
	}
	if r.passes() {
		if o := r.stand(); o.Holds() {
			return o
		}
	}
	if r.last.abstains && allowed&QuirkPassUnclear == 0 {
		return objection.At(r.lastFind().Start, objection.Abstains)
	}
	if r.untrusted = r.quirks &^ allowed; r.untrusted != 0 {
		return objection.Objection{Why: objection.Untrusted, Offset: r.lastFind().Start, Note: r.untrusted.String()}
	}
	return objection.Objection{}
}

// forget drops what an envelope showed, which is not what it holds.
func (r *reading) forget() {
	r.denied, r.Against = objection.Objection{}, objection.Objection{}
	r.hasObject, r.hasList, r.keys = false, false, nil
}

// lower reads what a quote or a brace in the text may have swallowed: a fail in it
// stands, and nothing else does.
func (r *reading) lower() {
	for r.Next() {
		if _, said, ok := r.find(); ok && said.says == vocab.SaysFail {
			r.consider()
		}
	}
}

// passes reports whether the verdict that counts passes, if it stands.
func (r *reading) passes() bool {
	return r.last.says == vocab.SaysPass || r.last.truth && r.last.says != vocab.SaysFail
}

// lastFind returns where the verdict that counts stands.
func (r *reading) lastFind() chars.Span { return r.Finds[len(r.Finds)-1] }

// consider hears the unit read last.
func (r *reading) consider() {
	if len(r.Nodes) == 1 { // nothing is in it
		r.hasObject = r.hasObject || r.Nodes[0].Kind == lenient.KindObject
		return
	}
	obj, c, ok := r.find()
	if !ok {
		r.dismiss()
		return
	}
	if r.contract.nonce == "" {
		r.Doubt(r.denied)
	}
	r.denied = objection.Objection{}
	if c.says != vocab.SaysFail {
		r.denyInside(obj)
		r.denyInStrings(&r.within)
	}
	if obj > 0 {
		c.quirks |= QuirkNested
	}
	if r.Ending != lenient.Whole {
		c.quirks |= QuirkBroken
	}
	if len(r.Finds) > 0 {
		c.quirks |= QuirkRepeated
	}
	r.Doubt(c.against)
	r.compareLabel(obj)
	r.said[c.says] = true
	r.quirks |= c.quirks | quirksBeyond(r.Beyond)
	if r.last.says == vocab.SaysPass && c.says == vocab.SaysPass && len(r.Finds) > 0 && r.contract.nonce == "" && r.last.score <= c.score {
		r.FoundAgain()
		return
	}
	r.Found()
	r.last, r.lastObj = c, obj
}

// find returns the verdict of the unit: the unit itself, the object in a
// wrapper, or the only element of a list. Nothing is looked for deeper, for
// the pass of one check is not the verdict; but a fail in a wrapper that has
// other members is a fail.
func (r *reading) find() (obj uint32, c statement, ok bool) {
	if r.Nodes[0].Kind == lenient.KindObject {
		if c, ok = r.statementOf(0); ok {
			return 0, c, true
		}
	}
	if obj = r.Inner(); obj > 0 {
		c, ok = r.statementOf(obj)
		return obj, c, ok
	}
	if r.Ending != lenient.Whole || r.Nodes[0].Kind != lenient.KindObject {
		return 0, c, false
	}
	for m := r.Members(0); m.Next(); {
		if r.Wraps(m.Key) {
			if c, ok = r.statementOf(m.Value); ok && c.says == vocab.SaysFail {
				return m.Value, c, true
			}
		}
	}
	return 0, c, false
}

// dismiss notes what stands in a unit that is no verdict: a contract key there
// may be a verdict that nobody could read.
func (r *reading) dismiss() {
	r.hasList = r.hasList || r.Nodes[0].Kind == lenient.KindArray && len(r.Nodes) > 1 && r.Nodes[1].Kind == lenient.KindObject
	if !r.hasObject && r.Nodes[0].Kind == lenient.KindObject {
		r.hasObject = true
		r.listKeys()
	}
	r.denyOutside()
	if r.contract.nonce != "" || r.Against.Holds() {
		return
	}
	if key, at := r.strayKey(); key != "" {
		r.Doubt(objection.To(key, at, objection.KeyElsewhere))
	}
}

// listKeys notes the first keys of the unit.
func (r *reading) listKeys() {
	for i, listed := uint32(1), 0; int(i) < len(r.Nodes) && listed < maxListed; listed++ {
		if listed > 0 {
			r.keys = append(r.keys, ", "...)
		}
		r.keys = append(r.keys, r.Str(r.Nodes[i])...)
		if int(i)+1 == len(r.Nodes) {
			return
		}
		i = r.Nodes[i+1].Next
	}
}

// compareLabel doubts a pass where the verdict at index obj says that it
// judges another thing than the one before it.
func (r *reading) compareLabel(obj uint32) {
	if len(r.Finds) > 0 && labelOf(&r.Tree, obj) != labelOf(&r.Last, r.lastObj) {
		r.Doubt(objection.At(r.Span.Start, objection.JudgeDifferent))
	}
}

// labelOf returns what the verdict at index obj of t says it judges, as JSON.
func labelOf(t *lenient.Tree, obj uint32) string {
	var label []byte
	for m := t.Members(obj); m.Next(); {
		var buf [64]byte
		switch name := chars.FoldKey(buf[:0], t.Str(t.Nodes[m.Key])); string(name) {
		case "criterion", "criterion_id", "criterion_name", "check", "check_id", "check_name", "test", "test_name", "file", "filename",
			"path", "item", "name", "id", "aspect", "candidate", "case", "category", "component", "dimension", "index", "key",
			"metric", "question", "requirement", "rule", "section", "step", "subject", "submission", "task", "title":
			label = append(append(label, name...), ':')
			label = append(t.AppendJSON(label, m.Value), ',')
		}
	}
	return string(label)
}

// stand says why a pass may not stand, if it may not.
func (r *reading) stand() objection.Objection {
	if o := r.Incomplete(); o.Holds() {
		return o
	}
	if len(r.Finds) > 1 && (r.said[vocab.SaysFail] || r.said[vocab.SaysBoth] || r.said[vocab.SaysUnclear]) {
		return objection.At(r.Finds[0].Start, objection.Disagree)
	}
	if !r.isOriginal() {
		r.Doubt(r.within)
	}
	r.Doubt(r.denied)
	r.Doubt(r.placeholder())
	if r.Against.Holds() || r.IsAll() {
		return r.Against
	}
	w := r.contract.watch(r.Text)
	if o := r.Hiding(&w); o.Holds() {
		return o
	}
	if o := r.outside(&w); o.Holds() {
		return o
	}
	return r.Unbalanced()
}

// isOriginal reports whether the reply is one object, alone or in one fence, read
// by the original contract, which looked at its four keys and no others.
func (r *reading) isOriginal() bool {
	return r.contract.original && len(r.Finds) == 1 && r.quirks&(QuirkProseBefore|QuirkProseAfter|QuirkInline) == 0
}

// outside looks through the text outside the verdicts. With a nonce nobody else
// can write a verdict, so that only the nonce counts there, and what the judge
// says in words once the verdict stands.
func (r *reading) outside(w *evidence.Watch) objection.Objection {
	if r.contract.nonce == "" {
		return r.Outside(w)
	}
	if d := r.strayNonce(); d.Holds() {
		return d
	}
	w.Keys = nil
	return w.Stray(r.lastFind().End, len(r.Text))
}

// placeholder doubts the last verdict where it is the template of a prompt: all
// of its reasons are dots or tags.
func (r *reading) placeholder() objection.Objection {
	i := r.last.value[roleReasons]
	if i == 0 {
		return objection.Objection{}
	}
	found := false
	for _, n := range r.Last.Nodes[i:r.Last.Nodes[i].Next] {
		switch {
		case n.Kind == lenient.KindEllipsis, n.IsString() && vocab.IsPlaceholder(r.Last.Str(n)):
			found = true
		case n.Kind != lenient.KindArray && n.Kind != lenient.KindObject && n.Kind != lenient.KindNull && !n.Has(lenient.TraitKey):
			return objection.Objection{}
		}
	}
	if !found {
		return objection.Objection{}
	}
	return objection.To(r.contract.keys[roleReasons][0], int(r.Last.Nodes[i].Start), objection.Template)
}

// strayNonce looks for the nonce in the text outside the verdicts.
func (r *reading) strayNonce() objection.Objection {
	return r.Gaps(func(gap chars.Span) objection.Objection {
		if i := strings.Index(r.Text[gap.Start:gap.End], r.contract.nonce); i >= 0 {
			return objection.To(nonceKey, gap.Start+i, objection.NonceOutside)
		}
		return objection.Objection{}
	})
}

// watch returns what a verdict outside the verdicts of text is known by.
func (t *resolved) watch(text string) evidence.Watch {
	w := evidence.Watch{Text: text, Keys: defaultKeys[:], Heard: true, Words: t.words()}
	if t.own {
		w.Keys = make([]string, 0, 2*len(defaultKeys))
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

// nothing says why there is no verdict.
func (r *reading) nothing() objection.Objection {
	key := r.contract.decider()
	switch {
	case r.CutAt >= 0:
		return objection.To(key, r.CutAt, objection.CutInside)
	case r.contract.nonce != "" && (r.hasObject || r.hasList):
		return objection.Objection{Why: objection.NoNonce, Key: nonceKey}
	case r.hasList && !r.hasObject:
		return objection.Objection{Why: objection.OnlyList, Key: key}
	case r.hasObject:
		return objection.Objection{Why: objection.OtherKeys, Key: key, Note: "; the keys of the first are " + excerpt(string(r.keys))}
	}
	if saysFail(r.Text, r.Start, &r.contract) {
		return objection.Objection{Why: objection.OnlyFail, Key: key}
	}
	return objection.Objection{Why: objection.NoObject, Key: key}
}

// verdict returns the verdict that counts.
func (r *reading) verdict() Verdict {
	t := &r.contract
	return Verdict{
		Pass:     r.passes(),
		Score:    (r.last.score - t.min) / (t.max - t.min),
		RawScore: r.last.score,
		Reasons:  r.Strings(&r.Last, r.last.value[roleReasons], t.original),
		NextHint: r.hint(),
		Quirks:   r.quirks,
		Word:     r.word(),
	}
}

// word returns the word that the pass value of the verdict that counts is.
func (r *reading) word() string {
	i := r.last.word
	if i == 0 || r.contract.original {
		return ""
	}
	return r.contract.spelled(r.Keep(&r.Last, r.Last.Nodes[i]))
}

// hint returns the hint of the verdict that counts.
func (r *reading) hint() string {
	i := r.last.value[roleHint]
	if i == 0 || !r.Last.Nodes[i].IsString() {
		return ""
	}
	return r.Keep(&r.Last, r.Last.Nodes[i])
}
