package jury

// A doubt is a place in a reply because of which a pass may not stand.
type doubt struct {
	offset int
	key    string
	detail string // "" means that there is no doubt
}

// What a doubt is about, where a hint depends on it.
const (
	saysOtherwise = "the text outside the verdict says otherwise"
	deniesPass    = "a member denies the pass"
	isTemplate    = "all of it is placeholders"
)
