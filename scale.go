package jury

import (
	"math"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// The scale: a score is a whole number from MinScore to MaxScore.
const (
	MinScore = 1
	MaxScore = 20
)

// ScaleAnchors says what scores mean, for a prompt or a schema. One scale with
// fixed anchors is what makes scores of different criteria comparable.
const ScaleAnchors = "1 = certainly fails … 10 = borderline … 20 = verified correct"

// ValidScore reports whether score is on the scale: 1, 14 and 20 are; 0, 14.5,
// 21, NaN and the infinities are not. Nothing else may enter a mean.
func ValidScore(score float64) bool {
	return score >= MinScore && score <= MaxScore && score == math.Trunc(score)
}

// A Severity says how much a finding weighs. Where severities are counted they
// are trimmed of Unicode space and folded in ASCII case; one that is neither
// Blocking nor Note then, the empty one too, counts as a Veto: who cannot say
// how bad it is gets the safe reading.
type Severity string

// The severities.
const (
	Veto     Severity = "veto"     // never accept with it, whatever the scores
	Blocking Severity = "blocking" // accept with it unless Policy.RepairOnBlocking
	Note     Severity = "note"     // says something, changes nothing
)

// weight returns the severity that s counts as.
func (s Severity) weight() Severity {
	switch word := strings.TrimSpace(string(s)); {
	case equalFoldASCII(word, string(Blocking)):
		return Blocking
	case equalFoldASCII(word, string(Note)):
		return Note
	}
	return Veto
}

// equalFoldASCII compares text with a word in lower case. strings.EqualFold
// would take "bloc\u212aing", with the Kelvin sign, for "blocking".
func equalFoldASCII(text, word string) bool {
	if len(text) != len(word) {
		return false
	}
	for i := range len(text) {
		if chars.Lower(text[i]) != word[i] {
			return false
		}
	}
	return true
}

// A Finding is a remark that a verifier attached to a score.
type Finding struct {
	Text     string   `json:"finding"`
	Severity Severity `json:"severity"`
}

// A CriterionScore is one verifier's score for one criterion.
type CriterionScore struct {
	CriterionID string    `json:"criterion_id"`
	Verifier    string    `json:"verifier,omitempty"` // who scored; "" is nobody in particular
	Score       float64   `json:"score"`              // a whole number from MinScore to MaxScore
	Evidence    []string  `json:"evidence"`
	Findings    []Finding `json:"findings"`
}
