package main

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/seed-bcabc8a2/jury/internal/bench/speed"
)

func sleeper(name string, d time.Duration) speed.Line {
	return speed.Line{Name: name, Bytes: 1000, Do: func() bool { time.Sleep(d); return true }}
}

// TestGoals gives each goal a line that is sure to reach it and one that is
// sure to miss it.
func TestGoals(t *testing.T) {
	if err := flag.Set("test.benchtime", "2x"); err != nil {
		t.Fatal(err)
	}
	fast, slow := sleeper("fast", time.Millisecond), sleeper("slow", 30*time.Millisecond)
	for _, tt := range []struct {
		name   string
		race   speed.Race
		missed int
		want   string
	}{
		{"rival beaten", speed.Race{Ours: fast, Rivals: []speed.Rival{{Line: slow, Times: 3}}}, 0, "3.0× ✓"},
		{"rival not beaten", speed.Race{Ours: slow, Rivals: []speed.Rival{{Line: fast, Times: 3}}}, 1, "3.0× MISSED"},
		{"rival without a goal", speed.Race{Ours: slow, Rivals: []speed.Rival{{Line: fast}}}, 0, "0."},
		{"soon enough", speed.Race{Ours: fast, MaxNanos: 1e9}, 0, "below 1000.00 ms ✓"},
		{"too late", speed.Race{Ours: fast, MaxNanos: 1e3}, 1, "below 1.00 µs MISSED"},
		{"too few a second", speed.Race{Ours: slow, MinMBs: 1000}, 1, "above 1000 MB/s MISSED"},
		{"few allocations", speed.Race{Ours: fast, MaxAllocs: 5}, 0, "at most 5 allocs ✓"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			if missed := writeRace(&b, tt.race, 1); missed != tt.missed || !strings.Contains(b.String(), tt.want) {
				t.Errorf("missed %d of it, want %d, and %q in\n%s", missed, tt.missed, tt.want, b.String())
			}
		})
	}
	for _, tt := range []struct {
		name   string
		growth speed.Growth
		missed int
	}{
		{"as long for each", speed.Growth{Small: fast, Large: fast, Ratio: 10}, 0},
		{"longer for each", speed.Growth{Small: fast, Large: slow, Ratio: 2}, 1},
		{"too long in all", speed.Growth{Small: fast, Large: fast, Ratio: 10, MaxNanos: 1}, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if missed := writeGrowth(&strings.Builder{}, tt.growth, 1); missed != tt.missed {
				t.Errorf("missed %d goals, want %d", missed, tt.missed)
			}
		})
	}
}
