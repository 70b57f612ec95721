package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/seed-bcabc8a2/jury"
)

// An outcome is all that there is to say of what a door did, bit for bit. It
// names each field, so that one that is new changes no digest until it is named.
type outcome struct{ full []byte }

// put adds values: text quoted, floats by their bits, a nil list apart from an
// empty one.
func (o *outcome) put(values ...any) {
	for _, v := range values {
		o.one(v)
		o.full = append(o.full, ' ')
	}
}

func (o *outcome) one(v any) {
	switch v := v.(type) {
	case string:
		o.full = strconv.AppendQuote(o.full, v)
	case []byte:
		o.full = strconv.AppendQuote(o.full, string(v))
	case float64:
		o.full = strconv.AppendUint(o.full, math.Float64bits(v), 16)
	case []string:
		o.list(v == nil, len(v), func(i int) { o.put(v[i]) })
	case []jury.Criterion:
		o.list(v == nil, len(v), func(i int) { o.put(v[i].ID, v[i].Name, v[i].Description, v[i].Weight, v[i].Floor) })
	case []jury.Finding:
		o.list(v == nil, len(v), func(i int) { o.put(v[i].Text, string(v[i].Severity)) })
	case []jury.RoundFinding:
		o.list(v == nil, len(v), func(i int) { o.put(v[i].CriterionID, v[i].Verifier, v[i].Text, string(v[i].Severity), v[i].Said) })
	case []jury.CriterionScore:
		o.list(v == nil, len(v), func(i int) { o.put(v[i]) })
	case jury.CriterionScore:
		o.put(v.CriterionID, v.Verifier, v.Score, v.Evidence, v.Findings)
	case jury.Verdict:
		o.put(v.Pass, v.Score, v.Reasons, v.NextHint, v.RawScore, v.Quirks, v.Word)
	case jury.Round:
		o.put(v.Scores, v.InvalidCount, v.Abstained, v.ExpectedCount, v.CriterionIDs, v.Salvaged, v.Weights, v.Floors)
	case jury.Decision:
		o.decision(v)
	case jury.Quirks:
		o.full = strconv.AppendUint(o.full, uint64(v), 16)
	case bool, int, jury.Kind, jury.Reason, jury.RejectReason:
		o.full = fmt.Append(o.full, v)
	default: // what Decode made of JSON; maps are printed in order
		o.full = fmt.Appendf(o.full, "%#v", v)
	}
}

func (o *outcome) list(isNil bool, n int, put func(i int)) {
	if isNil {
		o.put("nil")
		return
	}
	o.full = append(o.full, '[')
	for i := range n {
		put(i)
	}
	o.full = append(o.full, ']')
}

func (o *outcome) decision(d jury.Decision) {
	o.put(d.Kind, d.OutOfReach, d.Mean, d.MeanLow, d.MeanHigh, d.Sum, d.Valid, d.Expected, d.Invalid, d.Abstained, d.QuorumNeeded, d.Missing, d.Shortfall)
	o.put(d.Policy.AcceptMean, d.Policy.QuorumFraction, d.Policy.CriterionFloor, d.Policy.RepairOnBlocking)
	o.put(d.Findings, d.MissingCriteria, d.String(), d.LogValue().String())
	o.list(d.Reasons == nil, len(d.Reasons), func(i int) { o.put(d.Reasons[i]) })
	o.list(d.Rejected == nil, len(d.Rejected), func(i int) { o.put(d.Rejected[i].Index, d.Rejected[i].Reason) })
	o.list(d.Criteria == nil, len(d.Criteria), func(i int) {
		c := d.Criteria[i]
		o.put(c.ID, c.Valid, c.Sum, c.Mean, c.Min, c.Max, c.Vetoes, c.Blocking, c.Weight, c.Floor)
	})
}

// sentinels are the errors that may hold.
var sentinels = []struct {
	name string
	err  error
}{
	{"ErrNoVerdict", jury.ErrNoVerdict}, {"ErrConflict", jury.ErrConflict}, {"ErrTruncated", jury.ErrTruncated},
	{"ErrUntrusted", jury.ErrUntrusted}, {"ErrBadValue", jury.ErrBadValue}, {"ErrTooLarge", jury.ErrTooLarge},
	{"ErrAbstained", jury.ErrAbstained}, {"ErrFailed", jury.ErrFailed}, {"ErrContract", jury.ErrContract}, {"ErrNoCriteria", jury.ErrNoCriteria}, {"ErrEmptyCriterion", jury.ErrEmptyCriterion},
	{"ErrUnknownID", jury.ErrUnknownID}, {"ErrDuplicateID", jury.ErrDuplicateID}, {"ErrInvalidID", jury.ErrInvalidID},
	{"ErrMalformed", jury.ErrMalformed}, {"ErrInputType", jury.ErrInputType}, {"ErrPolicy", jury.ErrPolicy},
	{"ErrRound", jury.ErrRound}, {"io.ErrUnexpectedEOF", io.ErrUnexpectedEOF},
}

// fault adds an error with all that can be asked of it, and names it in short.
func (o *outcome) fault(err error) string {
	if err == nil {
		o.put("no error")
		return "ok"
	}
	var names []string
	for _, s := range sentinels {
		if errors.Is(err, s.err) {
			names = append(names, s.name)
		}
	}
	hint, ok := jury.RetryHint(err)
	o.put(names, err.Error(), hint, ok)
	var reply *jury.ReplyError
	if errors.As(err, &reply) {
		o.put("reply", reply.Offset, reply.Key, reply.Quirks, reply.IDs)
	}
	var rubric *jury.RubricError
	if errors.As(err, &rubric) {
		o.put("rubric", rubric.Line, rubric.Key, rubric.IDs)
	}
	if len(names) == 0 {
		return "none"
	}
	return "none " + names[0]
}

// verdict adds a verdict and names it in short.
func (o *outcome) verdict(v jury.Verdict, err error) string {
	o.put(v)
	switch s := o.fault(err); {
	case err != nil:
		return s
	case v.Pass:
		return "pass"
	}
	return "fail"
}
