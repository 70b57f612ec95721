package jury

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// maxFaults is how many faults of a file are told: enough for an author to
// repair it in one go, too few for a hostile file to fill a log.
const maxFaults = 100

// A fault is an error at an offset; at -1 no line is to blame.
type fault struct {
	at  int
	err *RubricError
}

func (r *rubricReader) fault(at int, err *RubricError) {
	if !r.full() {
		r.faults = append(r.faults, fault{at, err})
	}
}

// full reports whether as many faults are known as will be told.
func (r *rubricReader) full() bool { return len(r.faults) >= maxFaults }

// hasFault reports whether a fault is known from one offset to another.
func (r *rubricReader) hasFault(from, to int) bool {
	return slices.ContainsFunc(r.faults, func(f fault) bool { return f.at >= from && f.at < to })
}

func (r *rubricReader) malformed(at int, advice string, args ...any) {
	if !r.full() {
		r.fault(at, &RubricError{Err: ErrMalformed, detail: fmt.Sprintf(advice, args...)})
	}
}

func (r *rubricReader) invalidID(at int, id, advice string) {
	r.fault(at, &RubricError{Err: ErrInvalidID, IDs: []string{id}, detail: excerpt(id) + ": " + advice})
}

// joinFaults returns the one fault, or all of them joined, in order of lines.
func (r *rubricReader) joinFaults() error {
	sort.SliceStable(r.faults, func(i, j int) bool { return r.faults[i].at < r.faults[j].at })
	var all []error
	at, line := 0, 1
	for i, f := range r.faults {
		if i > 0 && f.at == r.faults[i-1].at && f.err.detail == r.faults[i-1].err.detail {
			continue // told by two readers
		}
		if f.at >= 0 {
			line += strings.Count(r.doc.Src[at:f.at], "\n")
			at, f.err.Line = f.at, line
		}
		all = append(all, f.err)
	}
	if len(all) == 1 {
		return all[0]
	}
	return errors.Join(all...)
}

// maxLines is how many line numbers one error names.
const maxLines = 20

// lines names the lines of offsets that are in order.
func (r *rubricReader) lines(offsets []int) string {
	var b strings.Builder
	from, line := 0, 1
	for i, at := range offsets {
		line += strings.Count(r.doc.Src[from:at], "\n")
		from = at
		switch {
		case i == 0 && len(offsets) == 1:
			b.WriteString("line ")
		case i == 0:
			b.WriteString("lines ")
		case i == maxLines:
			fmt.Fprintf(&b, " and %d more", len(offsets)-i)
			return b.String()
		case i == len(offsets)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, line)
	}
	return b.String()
}
