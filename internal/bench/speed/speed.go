// Package speed says what is timed: package jury on an input, beside what
// people use in its place on the same input. The benchmarks and the command
// that prints ratios run the same lines.
package speed

import (
	"slices"
	"testing"
)

// A Line is one parser on one input.
type Line struct {
	Name  string
	Bytes int
	Do    func() bool // false where the parser did not read the input
}

// Bench times the line.
func (l Line) Bench(b *testing.B) {
	if !l.Do() {
		b.Fatalf("%s does not read the input", l.Name)
	}
	b.SetBytes(int64(l.Bytes))
	b.ReportAllocs()
	for b.Loop() {
		l.Do()
	}
}

// A Race is one input, ours and the rivals on it, and what ours is to reach.
type Race struct {
	Input     string
	Ours      Line
	Rivals    []Rival
	MaxAllocs int     // 0: no goal
	MaxNanos  float64 // 0: no goal
	MinMBs    float64 // 0: no goal
}

// A Rival is a line and how many times faster ours is to be.
type Rival struct {
	Line
	Times float64 // 0: no goal
}

// A Growth is one parser on inputs of one shape: time per byte on the large
// one is to be at most Ratio times that on the small one.
type Growth struct {
	Shape        string
	Small, Large Line
	Ratio        float64
	MaxNanos     float64 // on the large one; 0: no goal
}

// The sizes that growth is measured between.
const (
	smallSize = 32 << 10
	largeSize = 1 << 20
)

// Races returns every comparison with rivals.
func Races() []Race { return slices.Concat(verdictRaces(), rubricRaces(), decisionRaces()) }

// Growths returns every comparison of sizes.
func Growths() []Growth { return slices.Concat(verdictGrowths(), rubricGrowths(), decisionGrowths()) }
