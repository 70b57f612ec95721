// Package objection names the reasons for which a reply is not taken, and the
// place of one in it. It knows no texts of errors and no hints: what a reason
// comes to for a caller is one table of the doors.
package objection

// An Objection is a place in a reply because of which it may not stand. The zero
// value is none.
type Objection struct {
	Why    Why
	Offset int    // in the text, in bytes
	Key    string // the member to blame, "" if none is
	Note   string // what there is to say beside Why, "" if nothing
}

// Holds reports whether there is an objection.
func (o Objection) Holds() bool { return o.Why != None }

// Or returns o, or other where o is none.
func (o Objection) Or(other Objection) Objection {
	if o.Holds() {
		return o
	}
	return other
}

// Why is a reason.
type Why uint8

// The reasons, by what they come to.
const (
	None Why = iota

	// The reply is too large to be read.
	TooLarge

	// The reply was cut off.
	CutInside           // it ends inside an object or a list
	BraceOpen           // a brace in the text never closes
	ThinkingOpen        // before the object a thinking block opens that is not closed
	ThinkingEnds        // the thinking block that holds the object ends after it
	ThinkingNeverCloses // all of the reply is a thinking block

	// Nothing is what was asked for.
	NoObject // there is none at all
	NoList
	OnlyList // of several objects
	NoNonce
	OtherKeys   // an object with other keys
	NoStatement // of text: no line, brackets or word of that kind
	NoNonced    // likewise, with the nonce
	OnlyQuoted  // likewise, but where somebody else is quoted
	NoWord      // its value is no word, or no number, that was asked for
	NoReport    // on a criterion

	// Something speaks against what was found.
	Contradicts    // one verdict says both
	Enclosed       // it stands in an element that holds no answers
	Disagree       // verdicts say different things
	JudgeDifferent // verdicts are of different things
	FoundDiffer    // several objects or lists could be meant
	ReportsDiffer  // several reports could be meant
	Template       // its reasons are placeholders
	DeniesPass     // a member does
	SaysOtherwise  // the text around it does
	FoldedKey      // a key that differs only in case or blanks does not say pass
	KeyFolded      // a key differs from the one asked for
	TwiceDifferent // a key stands twice
	TwiceNull      // likewise, once with null
	SameNames      // encoding/json would confuse two members
	KeyElsewhere   // a contract key stands in what is no verdict
	KeyInOther     // likewise, of a payload
	KeyInNoReport  // likewise, of a report
	KeyOutside     // likewise, in text
	KeyDamaged     // likewise, or nearly
	KeyAfterBrace  // likewise, of an object that broke early
	KeyHidden      // likewise, in a comment or a loose string
	BraceHidden    // likewise, a brace
	NonceOutside   // the nonce stands in text
	FindingOutside // of the list of findings
	FindingInside  // another finding

	// There is an answer that is no verdict.
	Abstains // it declines to decide
	OnlyFail // there is no verdict, and the text says fail

	// The verdict carries quirks that a pass may not.
	Untrusted

	// A value is none that was asked for.
	NoJSON  // strict JSON cannot say it
	Misread // a member of a report; the note says how

	// The contract is at fault; the note says how.
	BadContract

	Count // how many there are
)

// At returns the objection to what stands at offset.
func At(offset int, why Why) Objection { return Objection{Why: why, Offset: offset} }

// To returns the objection to key, which stands at offset.
func To(key string, offset int, why Why) Objection {
	return Objection{Why: why, Offset: offset, Key: key}
}
