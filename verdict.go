package jury

// A Verdict is what a verifier said of one candidate. The zero value is a fail.
type Verdict struct {
	Pass     bool     `json:"pass"`      // false unless a clean verdict said so
	Score    float64  `json:"score"`     // in [0,1], never NaN
	Reasons  []string `json:"reasons"`   // never nil after a parse
	NextHint string   `json:"next_hint"` // what to do next, or ""
	RawScore float64  `json:"-"`         // the score on the judge's own scale
	Quirks   Quirks   `json:"-"`         // every way in which the reply strayed
}
