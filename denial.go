package jury

import (
	"slices"
	"strings"
	"unicode"
)

// denyInside doubts the verdict at index obj where a member denies it: at any
// depth a pass key, or another name for one, that says fail, and in the verdict
// itself also a name made of such words, and a fail by itself under any key.
// What the traits say that hear has settled is not asked again.
func (h *hearing) denyInside(obj uint32) {
	for i, n := range h.nodes {
		if n.traits&(traitKey|traitHeard|traitPasses) == traitKey && i+1 < len(h.nodes) {
			h.deny(&h.against, uint32(i), h.contradicts(uint32(i)))
		}
	}
	for i := obj + 1; i+1 < h.nodes[obj].next; i = h.nodes[i+1].next {
		denies := h.terms.passScore != 0 && h.scoresLow(i)
		if !h.nodes[i].has(traitHeard) {
			denies = denies || h.failsByWord(i) || h.failsInWords(i)
		}
		h.deny(&h.against, i, denies)
	}
}

// denyOutside doubts a pass where a member of the unit denies it, in the ways
// of denyInside and by a pass key that does not say pass.
func (h *hearing) denyOutside() {
	for i, n := range h.nodes {
		if n.has(traitKey) && i+1 < len(h.nodes) {
			k := uint32(i)
			h.deny(&h.denied, k, h.contradicts(k) || h.failsByWord(k) || h.evades(k))
		}
	}
}

// deny keeps in d the first member that denies a pass, by the index of its key.
func (h *hearing) deny(d *doubt, i uint32, denies bool) {
	if denies && d.detail == "" {
		*d = doubt{int(h.nodes[i].start), "", deniesPass}
	}
}

// failsInWords reports whether the member whose key is at index i, another name
// for the pass, says in words that it is a fail, or holds such a value.
func (h *hearing) failsInWords(i uint32) bool {
	name := h.str(h.nodes[i])
	if _, _, exact, _ := h.terms.keyOf(name); exact || !isPassName(name) && !isFinalName(name) {
		return false
	}
	words := prose{h.terms.passWords, h.terms.failWords}
	switch n := h.nodes[i+1]; {
	case n.isString():
		return words.says(h.str(n), nearVerdict, ".") == saysFail
	case n.kind == kindArray && n.next == i+3 && h.nodes[i+2].isString():
		return words.failsAt(h.str(h.nodes[i+2]))
	case n.kind == kindObject:
		for k := i + 2; k+1 < n.next; k = h.nodes[k+1].next {
			if value := h.nodes[k+1]; value.isString() && namesValue(h.str(h.nodes[k])) && words.failsAt(h.str(value)) {
				return true
			}
		}
	}
	return false
}

// isFinalName reports whether name is one of the verdict on the whole:
// final_verdict, overallDecision.
func isFinalName(name string) bool {
	last := lastWord(name)
	return (sameWord(name[last:], verdictWord) || sameWord(name[last:], "decision")) &&
		startsWithAny(strings.TrimRight(name[:last], "_- "), wholeLabels[:])
}

// namesValue reports whether name is a key that the value of something stands
// under.
func namesValue(name string) bool {
	return isPassName(name) || wordIn([]string{"value", "label", "result", "status", "outcome", "overall"}, name)
}

// scoresLow reports whether the member whose key is at index i is a score of
// another name that would not pass.
func (h *hearing) scoresLow(i uint32) bool {
	n := h.nodes[i+1]
	x, ok := numberOf(n.kind, h.str(n))
	if !ok || x >= h.terms.passScore {
		return false
	}
	var buf [keyWindow]byte
	name := string(foldKey(buf[:0], h.str(h.nodes[i])))
	if strings.HasPrefix(name, "min_") || strings.HasPrefix(name, "minscore") || strings.HasPrefix(name, "minimum") { // the end of the scale
		return false
	}
	return strings.HasSuffix(name, "score") || name == "total" || name == "overall" || name == "rating" || name == "grade"
}

// contradicts reports whether the member whose key is at index i is an explicit
// fail under a name for passing, or an explicit pass under one for failing.
func (h *hearing) contradicts(i uint32) bool {
	switch n := h.nodes[i+1]; n.kind {
	case kindTrue, kindFalse, kindString:
	case kindNumber:
		if h.text[n.start:n.end] != "0" { // no other says anything
			return false
		}
	default:
		return false
	}
	means := h.terms.meaning(h.str(h.nodes[i]))
	if means == saysUnclear {
		return false
	}
	said, _, _ := h.passValue(&h.terms, i+1)
	return said == saysFail && means == saysPass || said == saysPass && means == saysFail
}

// meaning returns what true under the key name would say of the candidate.
func (t *terms) meaning(name string) says {
	switch r, _, exact, found := t.keyOf(name); {
	case found && r == rolePass:
		return saysPass
	case exact:
		return saysUnclear
	}
	var buf [keyWindow]byte
	folded := foldKey(buf[:0], name)
	if foldedPassName(folded) {
		return saysPass
	}
	switch string(slices.DeleteFunc(folded, isJoiner)) { // is_failed, isFailed
	case "result", "outcome":
		return saysPass
	case "fail", "failed", "fails", "failing", "failure", "reject", "rejected", "denied", "disapproved", "blocked", "veto", "vetoed",
		"isfail", "isfailed", "hasfailed", "isrejected", "isblocked", "overallfail", "hardfail", "shouldreject",
		"notpass", "notpassed", "notapproved":
		return saysFail
	}
	return saysUnclear
}

// isJoiner reports whether c joins the words of a name.
func isJoiner(c byte) bool { return c == '_' || c == '-' }

// failsByWord reports whether the member whose key is at index i is false or a
// refusal under a name that has a word for passing in it, as isPass and
// overall_verdict, or is under any name a word that says fail by itself.
func (h *hearing) failsByWord(i uint32) bool {
	n := h.nodes[i+1]
	if n.kind != kindFalse && n.kind != kindString {
		return false
	}
	name := h.str(h.nodes[i])
	if r, _, exact, _ := h.terms.keyOf(name); exact && r != rolePass {
		return false // a reason or hint may say what it likes
	}
	if n.kind == kindFalse {
		return namesPass(name[lastWord(name):]) || nearAny(folded(name), h.terms.keys[rolePass])
	}
	value := h.str(n)
	decor, crossed := decorEnd(value)
	words := prose{h.terms.passWords, h.terms.failWords}
	if words.failsAlone(value[decor:], crossed) {
		return true
	}
	if h.nodes[i].has(traitPasses) && len(h.terms.failWords) == 0 {
		return false // no refusal is an assent
	}
	return namesPass(name) && refuses(value, h.terms.failWords)
}

// nearAny reports whether name is one typo away from one of keys.
func nearAny(name string, keys []string) bool {
	for _, key := range keys {
		if len(key) >= minNear && oneEdit([]byte(name), folded(key)) != editMany {
			return true
		}
	}
	return false
}

// lastWord returns the start of the last word of name: the Pass of isPass, the
// pass of overall_pass.
func lastWord(name string) int {
	for i := len(name) - 1; i > 0; i-- {
		if !isASCIIWord(name[i]) {
			return i + 1
		}
		if name[i] >= 'A' && name[i] <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z' {
			return i
		}
	}
	return 0
}

// namesPass reports whether one of the words of name, parted by case or
// punctuation, is a word for passing.
func namesPass(name string) bool {
	start := 0
	for i, c := range name + "_" {
		apart := !unicode.IsLetter(c)
		if !apart && !(unicode.IsUpper(c) && i > 0 && i > start && !unicode.IsUpper(rune(name[i-1]))) {
			continue
		}
		switch strings.ToLower(name[start:i]) {
		case "pass", "passed", "passes", "passing", "verdict", "decision", "approve", "approved",
			"accept", "accepted", "acceptable", "ok", "success", "successful", "valid", "correct",
			"overall", "status", "conclusion", "judgment", "judgement", "recommendation":
			return true
		}
		start = i
		if apart {
			start = i + len(string(c))
		}
	}
	return false
}

// evades reports whether the member whose key is at index i has a name for
// passing and does not say pass. A number that is not 0 may be a count.
func (h *hearing) evades(i uint32) bool {
	if !isPassName(h.str(h.nodes[i])) {
		return false
	}
	said, truth, _ := h.passValue(&h.terms, i+1)
	return said != saysPass && !(h.nodes[i+1].kind == kindNumber && truth)
}

// isPassName reports whether name is another name for the pass.
func isPassName(name string) bool {
	var buf [keyWindow]byte
	return foldedPassName(foldKey(buf[:0], name))
}

// foldedPassName is isPassName for a name that is folded.
func foldedPassName(name []byte) bool {
	switch string(name) {
	case "pass", "passed", "passes", "passing", "verdict", "decision", "approved", "accepted":
		return true
	}
	return false
}
