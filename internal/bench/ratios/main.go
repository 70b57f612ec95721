// Ratios times package jury beside its rivals in one run and prints how many
// times faster it is, what it is to reach, and whether it does:
//
//	go -C internal/bench run ./ratios
//	go -C internal/bench run ./ratios -benchtime 1s -count 5 -only rubric
//
// Ratios of one run on one machine carry over to others; nanoseconds do not.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/seed-bcabc8a2/jury/internal/bench/speed"
)

const help = `usage: ratios [-only text] [-count n] [-benchtime long] [-strict]

Times package jury beside its rivals in one run, and prints how many times faster
it is, what it is to reach, and whether it does. A run takes minutes; -only makes it
short. Run it in internal/bench.

`

func main() {
	flags := flag.NewFlagSet("ratios", flag.ExitOnError) // that of package flag has those of package testing
	only := flags.String("only", "", "only inputs that contain this `text`")
	count := flags.Int("count", 3, "how often each line runs; the fastest counts")
	benchtime := flags.String("benchtime", "200ms", "how `long` each run takes, as for go test")
	strict := flags.Bool("strict", false, "exit with status 1 if a goal is missed")
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), help)
		flags.PrintDefaults()
	}
	flags.Parse(os.Args[1:])
	testing.Init()
	if err := flag.Set("test.benchtime", *benchtime); err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(2)
	}
	missed := report(os.Stdout, *only, *count)
	fmt.Printf("%d goals missed\n", missed)
	if *strict && missed > 0 {
		os.Exit(1)
	}
}

// report prints both tables and returns how many goals were missed.
func report(w io.Writer, only string, count int) (missed int) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "input\tparser\ttime\tMB/s\tallocs\tratio\tto reach\t")
	for _, race := range speed.Races() {
		if strings.Contains(race.Input, only) {
			missed += writeRace(table, race, count)
		}
	}
	table.Flush()
	fmt.Fprintln(w)
	fmt.Fprintln(table, "hostile shape\ttime on the large input\ttime per byte, large to small\tto reach\t")
	for _, growth := range speed.Growths() {
		if strings.Contains(growth.Shape, only) {
			missed += writeGrowth(table, growth, count)
		}
	}
	table.Flush()
	return missed
}

func writeRace(w io.Writer, race speed.Race, count int) (missed int) {
	lines := []speed.Line{race.Ours}
	for _, rival := range race.Rivals {
		lines = append(lines, rival.Line)
	}
	results := fastest(lines, count)
	ours := results[0]
	var goals []string
	check := func(text string, met bool) {
		goals = append(goals, verdict(text, met))
		if !met {
			missed++
		}
	}
	if race.MaxAllocs > 0 {
		check(fmt.Sprintf("at most %d allocs", race.MaxAllocs), ours.AllocsPerOp() <= int64(race.MaxAllocs))
	}
	if race.MaxNanos > 0 {
		check("below "+nanos(race.MaxNanos), perOp(ours) <= race.MaxNanos)
	}
	if race.MinMBs > 0 {
		check(fmt.Sprintf("above %.0f MB/s", race.MinMBs), rate(ours, race.Ours) >= race.MinMBs)
	}
	writeLine(w, race.Input, race.Ours, ours, "", strings.Join(goals, ", "))
	for i, rival := range race.Rivals {
		theirs := results[i+1]
		ratio, goal := perOp(theirs)/perOp(ours), ""
		if rival.Times > 0 {
			goal = verdict(fmt.Sprintf("%.1f×", rival.Times), ratio >= rival.Times)
			if ratio < rival.Times {
				missed++
			}
		}
		writeLine(w, "", rival.Line, theirs, fmt.Sprintf("%.1f×", ratio), goal)
	}
	return missed
}

func writeLine(w io.Writer, input string, line speed.Line, r testing.BenchmarkResult, ratio, goal string) {
	fmt.Fprintf(w, "%s\t%s\t%s\t%.0f\t%d\t%s\t%s\t\n", input, line.Name, nanos(perOp(r)), rate(r, line), r.AllocsPerOp(), ratio, goal)
}

func writeGrowth(w io.Writer, growth speed.Growth, count int) (missed int) {
	results := fastest([]speed.Line{growth.Small, growth.Large}, count)
	small, large := results[0], results[1]
	ratio := perOp(large) / float64(growth.Large.Bytes) / (perOp(small) / float64(growth.Small.Bytes))
	met := ratio <= growth.Ratio
	goal := fmt.Sprintf("%.1f×", growth.Ratio)
	if growth.MaxNanos > 0 {
		met = met && perOp(large) <= growth.MaxNanos
		goal += ", below " + nanos(growth.MaxNanos)
	}
	if !met {
		missed++
	}
	fmt.Fprintf(w, "%s\t%s\t%.2f×\t%s\t\n", growth.Shape, nanos(perOp(large)), ratio, verdict(goal, met))
	return missed
}

func verdict(goal string, met bool) string {
	if met {
		return goal + " ✓"
	}
	return goal + " MISSED"
}

// fastest runs the lines count times, in turn, so that what else the machine
// does disturbs all of them, and returns the fastest run of each. A line that
// does not read its input would time nothing, and is a fault of the comparison.
func fastest(lines []speed.Line, count int) []testing.BenchmarkResult {
	best := make([]testing.BenchmarkResult, len(lines))
	for range count {
		for i, line := range lines {
			if !line.Do() {
				panic(line.Name + " does not read its input")
			}
			if r := testing.Benchmark(line.Bench); best[i].N == 0 || perOp(r) < perOp(best[i]) {
				best[i] = r
			}
		}
	}
	return best
}

func perOp(r testing.BenchmarkResult) float64 { return float64(r.T.Nanoseconds()) / float64(r.N) }

func rate(r testing.BenchmarkResult, line speed.Line) float64 {
	return float64(line.Bytes) / perOp(r) * 1000
}

func nanos(ns float64) string {
	switch {
	case ns < 1e3:
		return fmt.Sprintf("%.0f ns", ns)
	case ns < 1e6:
		return fmt.Sprintf("%.2f µs", ns/1e3)
	}
	return fmt.Sprintf("%.2f ms", ns/1e6)
}
