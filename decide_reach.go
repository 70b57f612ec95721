package jury

import "sort"

// reachable reports whether the missing scores could still lead to accepting, as
// far as scores go: whether some completion of the round is accepted, in which
// each missing score is any, for any criterion that there may be, or never comes.
//
// The best that can come for a criterion is its top, as high as its lowest score
// and MaxSpread let it be: more of these never take a criterion below its floor,
// nor its scores apart. So each criterion first gets as many as it needs. What is
// left all goes to one criterion, whichever lifts the mean most: how far the
// weighed sum is above the bar is linear in how many go where. None is better
// left out, for one below the bar only goes where every top is below it, and then
// so is every score. Each criterion is tried, and compared with the bar as the mean
// will be, where rounding turns no two means around: this is exact.
func (d *Decision) reachable(t *table) bool {
	if !(d.MeanHigh >= d.Policy.AcceptMean) {
		return false
	}
	all, rest := d.weigh(), d.Missing
	for i := range d.Criteria {
		c := &d.Criteria[i]
		needed := d.needed(c, t.closed)
		if d.Policy.isSplit(c) || needed > rest {
			return false
		}
		rest -= needed
		all = all.with(needed, d.top(c), c.weight())
	}
	reaches := func(top, weight int) bool { return all.with(rest, top, weight).mean() >= d.Policy.AcceptMean }
	for i := range d.Criteria {
		c := &d.Criteria[i]
		if open := t.closed || c.Valid > 0; open && reaches(d.top(c), c.weight()) {
			return true
		}
	}
	return !t.closed && rest >= max(1, d.Policy.MinPerCriterion) && reaches(MaxScore, t.fresh())
}

// top returns the highest score that may still come for a criterion.
func (d *Decision) top(c *CriterionSummary) int {
	if d.Policy.MaxSpread > 0 && c.Valid > 0 {
		return min(MaxScore, c.Min+d.Policy.MaxSpread)
	}
	return MaxScore
}

// needed returns how many top scores a criterion needs for itself, more than are
// missing if they do not help. One of an open set without a score needs none.
func (d *Decision) needed(c *CriterionSummary, closed bool) int {
	switch {
	case c.Valid > 0:
		return max(d.Policy.MinPerCriterion-c.Valid, c.lift(d.Policy.floor(c), d.top(c), d.Missing))
	case closed:
		return max(1, d.Policy.MinPerCriterion)
	}
	return 0
}

// lift returns how many scores of top bring the mean to the floor: 0 if it is
// there, most+1 if even that many do not. It asks the comparison that will be
// made, since a formula would round differently.
func (c *CriterionSummary) lift(floor float64, top, most int) int {
	return sort.Search(most+1, func(n int) bool {
		return mean(int64(c.Sum+n*top), int64(c.Valid+n)) >= floor
	})
}
