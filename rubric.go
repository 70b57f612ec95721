package jury

// A Criterion is one thing to judge.
type Criterion struct {
	ID          string `json:"id"` // [A-Za-z0-9_-], 1 to 40 characters
	Name        string `json:"name"`
	Description string `json:"description"`
}

// A Rubric is a criteria.md file.
type Rubric struct {
	GroundTruthNote string      `json:"ground_truth_note"`
	Criteria        []Criterion `json:"criteria"`
}
