package jury

// A Verdict is what a verifier said of one candidate. The zero value is a fail.
type Verdict struct {
	Pass     bool     `json:"pass"`      // false unless a clean verdict said so
	Score    float64  `json:"score"`     // in [0,1], never NaN
	Reasons  []string `json:"reasons"`   // never nil after a parse
	NextHint string   `json:"next_hint"` // what to do next, or ""
	RawScore float64  `json:"-"`         // the score on the judge's own scale, in [ScoreMin,ScoreMax]
	Quirks   Quirks   `json:"-"`         // every way in which the reply strayed
	Word     string   `json:"-"`         // the word that the pass value was, as PassWords, FailWords or AbstainWords spell it; "" if it was none
}

// ParseVerdict reads reply by the original contract, which takes a value where
// it can make one: a missing score is 0, an unusable one 0.5 (D-V2, D-V3), one
// out of range is clamped (R2), and a pass value that is no clear word is true
// where it is not empty (R1). For a gate use [SafeVerdict].
//
// The errors are those of [Contract.Parse] but ErrUntrusted and ErrContract.
// {"pass": "yes", "score": 7} passes with a score of 1; "I could not judge this." is
// ErrNoVerdict.
func ParseVerdict(reply string) (Verdict, error) {
	t := zeroContract
	t.original = true
	return verdictOf(t.parse(reply, AllQuirks))
}

// SafeVerdict reads reply as a gate should: Contract{}.Parse(reply). A clean,
// complete, unanimous verdict may pass; anything that can be read as a fail
// fails; the rest is an error and the verifier should be asked again.
//
// {"pass": true, "score": 0.9} passes; {"pass": "no"} fails;
// {"pass": true} is ErrUntrusted, for it has no score. A verifier that gives no
// verdict and ends on a quoted pass passes: against that, use Contract.Nonce.
func SafeVerdict(reply string) (Verdict, error) {
	return verdictOf(zeroContract.parse(reply, SafeQuirks))
}

// verdictOf returns an error that is nil where err is.
func verdictOf(v Verdict, err *ReplyError) (Verdict, error) {
	if err != nil {
		return Verdict{}, err
	}
	return v, nil
}
