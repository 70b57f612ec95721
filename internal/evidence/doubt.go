package evidence

// A doubt is a place in a reply because of which a pass may not stand.
type Doubt struct {
	Offset int
	Key    string
	Detail string // "" means that there is no doubt
}

// What a doubt is about, where a hint depends on it.
const (
	SaysOtherwise = "the text outside the verdict says otherwise"
	DeniesPass    = "a member denies the pass"
	IsTemplate    = "all of it is placeholders"
)
