package speed

import (
	"strings"
	"testing"
	"time"
)

// BenchmarkRaces times ours and the rivals on each input:
//
//	go -C internal/bench test -run '^$' -bench Races ./speed
func BenchmarkRaces(b *testing.B) {
	for _, race := range Races() {
		b.Run(name(race.Input)+"/"+name(race.Ours.Name), race.Ours.Bench)
		for _, rival := range race.Rivals {
			b.Run(name(race.Input)+"/"+name(rival.Name), rival.Bench)
		}
	}
}

// BenchmarkGrowth times ours on small and large inputs of hostile shapes.
func BenchmarkGrowth(b *testing.B) {
	for _, growth := range Growths() {
		b.Run(name(growth.Shape)+"/small", growth.Small.Bench)
		b.Run(name(growth.Shape)+"/large", growth.Large.Bench)
	}
}

func name(s string) string { return strings.NewReplacer(" ", "_", "/", "_").Replace(s) }

// TestEveryLineReads makes sure that the benchmarks time what they say.
func TestEveryLineReads(t *testing.T) {
	for _, race := range Races() {
		for _, line := range append([]Line{race.Ours}, rivalLines(race)...) {
			if !line.Do() {
				t.Errorf("%s: %s does not read the input", race.Input, line.Name)
			}
		}
	}
}

func rivalLines(race Race) []Line {
	var lines []Line
	for _, rival := range race.Rivals {
		lines = append(lines, rival.Line)
	}
	return lines
}

// TestLinear catches what is quadratic: 32 times the input may take 32 times
// as long, and on a busy machine with small caches some times more.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("times large inputs")
	}
	const generous = 16 // 32 is what a quadratic reader shows
	for _, growth := range Growths() {
		t.Run(name(growth.Shape), func(t *testing.T) {
			small, large := fastest(growth.Small), fastest(growth.Large)
			perByte := float64(large) / float64(small) * float64(growth.Small.Bytes) / float64(growth.Large.Bytes)
			if perByte > generous {
				t.Errorf("%v for %d, %v for %d: %.1f times as long for each", small, growth.Small.Bytes, large, growth.Large.Bytes, perByte)
			}
		})
	}
}

// fastest is the shortest of a few runs, the one least disturbed.
func fastest(line Line) time.Duration {
	best := time.Duration(1<<63 - 1)
	for range 4 {
		start := time.Now()
		line.Do()
		best = min(best, time.Since(start))
	}
	return max(best, time.Microsecond)
}
