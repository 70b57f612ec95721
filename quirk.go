package jury

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// Quirks is a set of named ways in which a reply strays from its contract.
// The zero value is the empty set: a reply that is the asked-for object in
// strict JSON and nothing else. The names are stable; the bits are not.
type Quirks uint32

// The quirks. Each comment gives an input and its outcome by [SafeVerdict].
const (
	// QuirkFenced: the verdict stands in a Markdown code fence.
	// "```json\n{"pass": true, "score": 1}\n```" passes.
	QuirkFenced Quirks = 1 << iota
	// QuirkProseBefore: text stands before the verdict, or between two.
	// "Looks good.\n{"pass": true, "score": 1}" passes.
	QuirkProseBefore
	// QuirkProseAfter: text stands after the verdict.
	// `{"pass": true, "score": 1} Bye.` is ErrUntrusted: quoted fakes look so.
	QuirkProseAfter
	// QuirkThinking: a thinking block before the verdict was skipped.
	// `<think>Hm.</think>{"pass": true, "score": 1}` passes.
	QuirkThinking
	// QuirkNested: the verdict is in a wrapper or is the only element of a list.
	// `{"verdict": {"pass": true, "score": 1}}` passes.
	QuirkNested
	// QuirkEncoded: the whole reply is a JSON string or its content, or HTML.
	// `"{\"pass\": true, \"score\": 1}"` passes.
	QuirkEncoded
	// QuirkComments: comments stand in the verdict.
	// `{"pass": true, /* sure */ "score": 1}` passes.
	QuirkComments
	// QuirkLooseSyntax: the verdict is not JSON in another way.
	// `{pass: True, 'score': 1,}` passes.
	QuirkLooseSyntax
	// QuirkNonFinite: NaN or an infinity stands in the verdict.
	// `{"pass": true, "score": NaN}` is ErrUntrusted.
	QuirkNonFinite
	// QuirkKeyCase: a key is a contract key but for case, space or invisible characters.
	// `{"Pass": false}` fails; `{"Pass": true, "score": 1}` is ErrNoVerdict.
	QuirkKeyCase
	// QuirkRepeated: several verdicts agree.
	// `{"pass": true, "score": 1} {"pass": true, "score": 1}` passes.
	QuirkRepeated
	// QuirkDuplicateKey: a contract key stands twice.
	// `{"pass": false, "pass": false}` fails; with one true it is ErrConflict.
	QuirkDuplicateKey
	// QuirkOverruled: a verdict that says pass came before the last, which says fail.
	// "{"pass": true, "score": 1}\nNo:\n{"pass": false}" fails.
	QuirkOverruled
	// QuirkBroken: the verdict is a broken object that says fail.
	// `{"pass": false, "reasons": ["no te` fails.
	QuirkBroken
	// QuirkPassWord: the pass value is a word or 0 in place of true or false.
	// `{"pass": "approved", "score": 1}` passes.
	QuirkPassWord
	// QuirkPassUnclear: the pass value says neither pass nor fail.
	// `{"pass": null, "score": 1}` is ErrUntrusted.
	QuirkPassUnclear
	// QuirkScoreText: the score is a number in quotes.
	// `{"pass": true, "score": "0.9"}` passes with 0.9.
	QuirkScoreText
	// QuirkScoreBool: the score is true or false, read as 1 or 0.
	// `{"pass": true, "score": true}` is ErrUntrusted.
	QuirkScoreBool
	// QuirkScoreMissing: there is no score; it is read as 0.
	// `{"pass": true}` is ErrUntrusted.
	QuirkScoreMissing
	// QuirkScoreDefaulted: the score is no usable number; it is read as the midpoint.
	// `{"pass": true, "score": "high"}` is ErrUntrusted.
	QuirkScoreDefaulted
	// QuirkScoreClamped: the score is out of range; it is read as the nearer end.
	// `{"pass": true, "score": 1.5}` is ErrUntrusted.
	QuirkScoreClamped
	// QuirkReasonsCoerced: the reasons are no list of strings.
	// `{"pass": true, "score": 1, "reasons": "clean"}` passes with one reason.
	QuirkReasonsCoerced
	// QuirkHintDropped: the hint is no string; it is read as "".
	// `{"pass": true, "score": 1, "next_hint": 3}` passes.
	QuirkHintDropped
	// QuirkInline: the verdict stands in a line of text, as what is quoted does.
	// `The file ends with {"pass": true, "score": 1}` is ErrUntrusted;
	// `Verdict: {"pass": true, "score": 1}` passes, without it.
	QuirkInline
	// QuirkExtraMember: the verdict has members that nobody asked for.
	// `{"pass": true, "score": 1, "model": "m"}` passes.
	QuirkExtraMember

	quirksEnd
)

const (
	// AllQuirks is every quirk.
	AllQuirks = quirksEnd - 1

	// SafeQuirks is every quirk that a pass may carry by default: those that
	// neither invent a value nor hide doubt.
	SafeQuirks = AllQuirks &^ (QuirkPassUnclear | QuirkScoreMissing | QuirkScoreDefaulted |
		QuirkScoreClamped | QuirkScoreBool | QuirkNonFinite | QuirkBroken | QuirkOverruled | QuirkProseAfter | QuirkInline)
)

// quirkNames lists the names in the order of the bits.
const quirkNames = "fenced|prose_before|prose_after|thinking|nested|encoded|comments|loose_syntax|" +
	"non_finite|key_case|repeated|duplicate_key|overruled|broken|pass_word|pass_unclear|score_text|" +
	"score_bool|score_missing|score_defaulted|score_clamped|reasons_coerced|hint_dropped|inline|extra_member"

// Has reports whether q holds all of other. Every set has the empty one.
func (q Quirks) Has(other Quirks) bool { return q&other == other }

// List returns the quirks of q one by one, in the order of the constants, each a set
// of one; none of the empty set. (QuirkFenced | QuirkComments).List() is
// [QuirkFenced QuirkComments].
func (q Quirks) List() []Quirks {
	list := make([]Quirks, 0, bits.OnesCount32(uint32(q)))
	for rest := q; rest != 0; rest &= rest - 1 {
		list = append(list, rest&-rest)
	}
	return list
}

// String returns the names in q, as "fenced|comments"; "" for the empty set. A
// bit without a name prints as a number: Quirks(1<<31) is "0x80000000".
func (q Quirks) String() string {
	var names []string
	for i, name := range strings.Split(quirkNames, "|") {
		if q.Has(1 << i) {
			names = append(names, name)
		}
	}
	if rest := q &^ AllQuirks; rest != 0 {
		names = append(names, fmt.Sprintf("%#x", uint32(rest)))
	}
	return strings.Join(names, "|")
}

// MarshalText returns the text of String. It never fails.
func (q Quirks) MarshalText() ([]byte, error) { return []byte(q.String()), nil }

// UnmarshalText reads what MarshalText writes: names joined by "|", in any
// order, with white space around them; "" is the empty set. An unknown name is
// an error, and leaves q as it was.
func (q *Quirks) UnmarshalText(text []byte) error {
	var set Quirks
	if len(strings.TrimSpace(string(text))) > 0 {
		for _, name := range strings.Split(string(text), "|") {
			one, ok := quirkNamed(strings.TrimSpace(name))
			if !ok {
				return fmt.Errorf("jury: unknown quirk %s; the names are %s", excerpt(name), quirkNames)
			}
			set |= one
		}
	}
	*q = set
	return nil
}

// quirkNamed returns the quirk of that name.
func quirkNamed(name string) (Quirks, bool) {
	for i, known := range strings.Split(quirkNames, "|") {
		if name == known {
			return 1 << i, true
		}
	}
	return 0, false
}

// quirksBeyond returns the quirks of a value that is not strict JSON.
func quirksBeyond(b lenient.Beyond) Quirks {
	return quirkIf(b&lenient.BeyondComments != 0, QuirkComments) |
		quirkIf(b&lenient.BeyondFinite != 0, QuirkNonFinite) |
		quirkIf(b&lenient.BeyondSyntax != 0, QuirkLooseSyntax)
}

// quirksAround returns the quirks of how the verdicts of a reply are wrapped.
func quirksAround(w extract.Wrapping) Quirks {
	return quirkIf(w&extract.Encoded != 0, QuirkEncoded) |
		quirkIf(w&extract.Thinking != 0, QuirkThinking) |
		quirkIf(w&extract.Fenced != 0, QuirkFenced) |
		quirkIf(w&extract.ProseBefore != 0, QuirkProseBefore) |
		quirkIf(w&extract.ProseAfter != 0, QuirkProseAfter) |
		quirkIf(w&extract.Inline != 0, QuirkInline)
}

// quirkIf returns q if it holds.
func quirkIf(holds bool, q Quirks) Quirks {
	if holds {
		return q
	}
	return 0
}
