package jury

// A Severity says how much a finding weighs. Severities are trimmed and folded
// where they are read; one that is neither Blocking nor Note vetoes.
type Severity string

// The severities.
const (
	Veto     Severity = "veto"
	Blocking Severity = "blocking"
	Note     Severity = "note"
)

// A Finding is a remark that a verifier attached to a score.
type Finding struct {
	Text     string   `json:"finding"`
	Severity Severity `json:"severity"`
}

// A CriterionScore is one verifier's score for one criterion.
type CriterionScore struct {
	CriterionID string    `json:"criterion_id"`
	Verifier    string    `json:"verifier,omitempty"`
	Score       float64   `json:"score"` // a whole number from MinScore to MaxScore
	Evidence    []string  `json:"evidence"`
	Findings    []Finding `json:"findings"`
}
