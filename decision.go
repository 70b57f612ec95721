package jury

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
)

// A Kind is what a decision tells the caller to do. The zero value is
// Indeterminate, so that a forgotten field never reads as an accept.
type Kind uint8

// The kinds. In text they are "indeterminate", "repair" and "accept".
const (
	Indeterminate Kind = iota // too few scores to say; ask again unless Decision.OutOfReach
	Repair                    // judged and found wanting; Decision.Reasons says why
	Accept                    // every condition of the policy holds
)

func (k Kind) name() string {
	switch k {
	case Indeterminate:
		return "indeterminate"
	case Repair:
		return "repair"
	case Accept:
		return "accept"
	}
	return ""
}

// String returns the text of k; a Kind that is none prints as "Kind(7)".
func (k Kind) String() string { return nameOrNumber("Kind", k) }

// MarshalText returns the text of k; a Kind that is none is an error.
func (k Kind) MarshalText() ([]byte, error) { return marshalName(k) }

// UnmarshalText sets k to the kind whose text is given, exactly; any other text
// is an error and leaves k alone.
func (k *Kind) UnmarshalText(text []byte) error { return unmarshalName(k, text, Indeterminate) }

// A Reason is why a round is not accepted, one of a closed set; what a verifier
// wrote is in Verdict.Reasons. The zero value is none. It is no byte, since fmt
// and log/slog print a slice of bytes as one text.
type Reason int

// The reasons, in the order in which Decision.Reasons lists them. The first two
// and the last two make a decision Indeterminate, any other alone a Repair.
const (
	ReasonBelowQuorum         Reason = iota + 1 // "below_quorum": fewer valid scores than Decision.QuorumNeeded
	ReasonCriterionMissing                      // "criterion_missing": Decision.MissingCriteria have no valid score
	ReasonVeto                                  // "veto": a finding vetoes, whatever the scores are
	ReasonBlocking                              // "blocking": a finding blocks, and Policy.RepairOnBlocking is set
	ReasonMeanBelowAccept                       // "mean_below_accept": the mean is below Policy.AcceptMean
	ReasonCriterionBelowFloor                   // "criterion_below_floor": a criterion's own mean is below its floor
	ReasonCriterionBelowMin                     // "criterion_below_min": a criterion has a valid score, but fewer than Policy.MinPerCriterion
	ReasonDisagreement                          // "disagreement": the scores of a criterion are further apart than Policy.MaxSpread
)

func (r Reason) name() string {
	switch r {
	case ReasonBelowQuorum:
		return "below_quorum"
	case ReasonCriterionMissing:
		return "criterion_missing"
	case ReasonVeto:
		return "veto"
	case ReasonBlocking:
		return "blocking"
	case ReasonMeanBelowAccept:
		return "mean_below_accept"
	case ReasonCriterionBelowFloor:
		return "criterion_below_floor"
	case ReasonCriterionBelowMin:
		return "criterion_below_min"
	case ReasonDisagreement:
		return "disagreement"
	}
	return ""
}

// String returns the text of r; a Reason that is none prints as "Reason(7)".
func (r Reason) String() string { return nameOrNumber("Reason", r) }

// MarshalText returns the text of r; a Reason that is none is an error.
func (r Reason) MarshalText() ([]byte, error) { return marshalName(r) }

// UnmarshalText sets r to the reason whose text is given, exactly; any other
// text is an error and leaves r alone.
func (r *Reason) UnmarshalText(text []byte) error { return unmarshalName(r, text, ReasonBelowQuorum) }

// A RejectReason is why a score was set aside. The zero value is none.
type RejectReason int

// The reasons for setting a score aside, of which the first that holds is given.
const (
	RejectOffScale         RejectReason = iota + 1 // "off_scale": not a whole number from MinScore to MaxScore
	RejectUnknownCriterion                         // "unknown_criterion": CriterionID is empty or not among Round.CriterionIDs
	RejectSuperseded                               // "superseded": its verifier has a lower score for the criterion, or an equal one earlier
)

func (r RejectReason) name() string {
	switch r {
	case RejectOffScale:
		return "off_scale"
	case RejectUnknownCriterion:
		return "unknown_criterion"
	case RejectSuperseded:
		return "superseded"
	}
	return ""
}

// String returns the text of r; one that is none prints as "RejectReason(7)".
func (r RejectReason) String() string { return nameOrNumber("RejectReason", r) }

// MarshalText returns the text of r; a RejectReason that is none is an error.
func (r RejectReason) MarshalText() ([]byte, error) { return marshalName(r) }

// UnmarshalText sets r to the reason whose text is given, exactly; any other
// text is an error and leaves r alone.
func (r *RejectReason) UnmarshalText(text []byte) error {
	return unmarshalName(r, text, RejectOffScale)
}

// named is a closed set of small values, whose name is "" outside it.
type named interface {
	~uint8 | ~int
	name() string
}

func nameOrNumber[T named](set string, v T) string {
	if name := v.name(); name != "" {
		return name
	}
	return set + "(" + strconv.Itoa(int(v)) + ")"
}

func marshalName[T named](v T) ([]byte, error) {
	if name := v.name(); name != "" {
		return []byte(name), nil
	}
	return nil, fmt.Errorf("jury: %T has no value %d", v, int(v))
}

func unmarshalName[T named](v *T, text []byte, first T) error {
	for t := first; t.name() != ""; t++ {
		if t.name() == string(text) {
			*v = t
			return nil
		}
	}
	return fmt.Errorf("jury: %T has no value %s", *v, excerpt(string(text)))
}

// A Decision is what a round comes to under a policy, with everything that it
// follows from. The zero value is an indeterminate one of no scores. Slices are
// never nil after [DecideVerification]; numbers are never NaN, and 0 where
// there is nothing to say. It marshals to JSON and back without loss.
type Decision struct {
	Kind    Kind     `json:"kind"`
	Reasons []Reason `json:"reasons"` // every one that holds, in the order of the constants; empty on Accept only
	// OutOfReach says that an accept is, and asking again wasted: the round is not
	// accepted, and would not be whatever the missing scores were, each for the
	// criterion that needs it most.
	OutOfReach bool   `json:"out_of_reach"`
	Policy     Policy `json:"policy"`

	Mean     float64 `json:"mean"`      // of the valid scores, 1 to 20; 0 without any
	MeanLow  float64 `json:"mean_low"`  // the least that Mean can be once the missing scores arrive
	MeanHigh float64 `json:"mean_high"` // the most

	Sum          int `json:"sum"`                 // of the valid scores
	Valid        int `json:"valid"`               // scores that count
	Expected     int `json:"expected"`            // Round.ExpectedCount
	Invalid      int `json:"invalid"`             // Round.InvalidCount
	Abstained    int `json:"abstained,omitempty"` // Round.Abstained
	QuorumNeeded int `json:"quorum_needed"`       // valid scores that the policy asks for, 1 to Expected
	Missing      int `json:"missing"`             // Expected less Valid
	Shortfall    int `json:"shortfall"`           // QuorumNeeded less Valid, or 0

	// Findings are those of all scores, set aside or not, then the salvaged ones;
	// each Severity is what the finding counted as.
	Findings []RoundFinding `json:"findings"`
	// Criteria are the rows of Round.CriterionIDs in their order; without any,
	// of the ids that scores and findings name, sorted.
	Criteria        []CriterionSummary `json:"criteria"`
	MissingCriteria []string           `json:"missing_criteria"` // those of Round.CriterionIDs without a valid score
	Rejected        []Rejection        `json:"rejected"`         // in the order of Round.Scores
}

// A CriterionSummary is what all scores for one criterion come to. Without a valid
// score its numbers are 0.
type CriterionSummary struct {
	ID       string  `json:"id"`
	Valid    int     `json:"valid"` // scores that count
	Sum      int     `json:"sum"`
	Mean     float64 `json:"mean"`
	Min      int     `json:"min"`
	Max      int     `json:"max"`
	Vetoes   int     `json:"vetoes"`   // findings that veto
	Blocking int     `json:"blocking"` // findings that block

	Weight int     `json:"weight,omitempty"` // 0 where Round.Weights has none, which counts as 1
	Floor  float64 `json:"floor,omitempty"`  // of Round.Floors; 0 is none, and Policy.CriterionFloor may be higher
}

// A Rejection is a score that was set aside.
type Rejection struct {
	Index  int          `json:"index"` // in Round.Scores
	Reason RejectReason `json:"reason"`
}

// String returns one line for a person: kind, mean, margin to the bar, and what
// speaks against accepting, such as "repair: mean 13.5 is 0.5 below the bar of
// 14, 4 of 4 scores; asking again cannot help". Its wording may change.
func (d Decision) String() string {
	var b strings.Builder
	b.WriteString(d.Kind.String())
	b.WriteString(": ")
	d.writeMean(&b)
	fmt.Fprintf(&b, ", %d of %d scores", d.Valid, d.Expected)
	if d.Abstained > 0 {
		fmt.Fprintf(&b, ", %d abstained", d.Abstained)
	}
	for _, r := range d.Reasons {
		d.writeReason(&b, r)
	}
	switch {
	case d.Kind == Accept:
	case d.OutOfReach:
		b.WriteString("; asking again cannot help")
	case d.Missing > 0:
		fmt.Fprintf(&b, "; with the missing %d the mean will be %s to %s", d.Missing, short(d.MeanLow), short(d.MeanHigh))
	}
	return b.String()
}

func (d Decision) writeMean(b *strings.Builder) {
	bar := d.Policy.AcceptMean
	switch margin := d.Mean - bar; {
	case d.Valid == 0:
		fmt.Fprintf(b, "no mean for the bar of %s", short(bar))
	case margin > 0:
		fmt.Fprintf(b, "mean %s is %s above the bar of %s", short(d.Mean), short(margin), short(bar))
	case margin < 0:
		fmt.Fprintf(b, "mean %s is %s below the bar of %s", short(d.Mean), short(-margin), short(bar))
	default:
		fmt.Fprintf(b, "mean %s is at the bar of %s", short(d.Mean), short(bar))
	}
}

// writeReason adds what writeMean and the counts have not said yet.
func (d Decision) writeReason(b *strings.Builder, r Reason) {
	switch r {
	case ReasonBelowQuorum:
		fmt.Fprintf(b, ", %d short of the quorum of %d", d.Shortfall, d.QuorumNeeded)
	case ReasonCriterionMissing:
		b.WriteString("; no score for ")
		writeIDs(b, d.MissingCriteria)
	case ReasonVeto:
		b.WriteString("; veto: ")
		writeIDs(b, d.criteriaFound(Veto))
	case ReasonBlocking:
		b.WriteString("; blocking: ")
		writeIDs(b, d.criteriaFound(Blocking))
	case ReasonCriterionBelowFloor:
		d.writeBelowFloor(b)
	case ReasonCriterionBelowMin:
		fmt.Fprintf(b, "; fewer than %d scores for ", d.Policy.MinPerCriterion)
		writeIDs(b, d.criteriaThat(d.Policy.isScarce))
	case ReasonDisagreement:
		fmt.Fprintf(b, "; scores more than %d apart for ", d.Policy.MaxSpread)
		writeIDs(b, d.criteriaThat(d.Policy.isSplit))
	}
}

// writeBelowFloor names the floor if all criteria below theirs have the same.
func (d Decision) writeBelowFloor(b *strings.Builder) {
	low := d.criteriaThat(d.Policy.isLow)
	floors := make(map[float64]bool)
	for i := range d.Criteria {
		if c := &d.Criteria[i]; d.Policy.isLow(c) {
			floors[d.Policy.floor(c)] = true
		}
	}
	if len(floors) > 1 {
		b.WriteString("; below their floors: ")
	}
	for floor := range floors {
		if len(floors) == 1 {
			fmt.Fprintf(b, "; below the floor of %s: ", short(floor))
		}
	}
	writeIDs(b, low)
}

// criteriaThat returns the ids of the criteria that are such.
func (d *Decision) criteriaThat(such func(*CriterionSummary) bool) []string {
	var ids []string
	for i := range d.Criteria {
		if c := &d.Criteria[i]; such(c) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// criteriaFound returns the criteria of the findings of severity s, each once.
func (d Decision) criteriaFound(s Severity) []string {
	var ids []string
	seen := map[string]bool{}
	for _, f := range d.Findings {
		if f.Severity == s && !seen[f.CriterionID] {
			seen[f.CriterionID] = true
			ids = append(ids, f.CriterionID)
		}
	}
	return ids
}

// maxShown is how many ids a line names before it counts the rest.
const maxShown = 3

func writeIDs(b *strings.Builder, ids []string) {
	for i, id := range ids {
		if i == maxShown {
			fmt.Fprintf(b, " and %d more", len(ids)-i)
			return
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(excerpt(id))
	}
}

// short writes a number for a person, in six digits at most.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// LogValue returns the decision as a group for [log/slog], without a word of
// what verifiers wrote.
func (d Decision) LogValue() slog.Value {
	attrs := []slog.Attr{
		slog.String("kind", d.Kind.String()),
		slog.Any("reasons", d.Reasons),
		slog.Bool("out_of_reach", d.OutOfReach),
		slog.Float64("mean", d.Mean),
		slog.Float64("accept_mean", d.Policy.AcceptMean),
		slog.Int("valid", d.Valid),
		slog.Int("expected", d.Expected),
		slog.Int("invalid", d.Invalid),
		slog.Int("quorum_needed", d.QuorumNeeded),
		slog.Int("findings", len(d.Findings)),
		slog.Int("rejected", len(d.Rejected)),
	}
	if d.Abstained > 0 {
		attrs = append(attrs, slog.Int("abstained", d.Abstained))
	}
	return slog.GroupValue(attrs...)
}
