package jury

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkDecideVerification(b *testing.B) {
	for _, size := range []struct{ criteria, verifiers int }{{1, 1}, {5, 3}, {8, 4}, {11, 3}, {30, 30}, {100, 100}, {1000, 100}, {1000, 1000}} {
		b.Run(fmt.Sprintf("%dx%d", size.criteria, size.verifiers), func(b *testing.B) {
			r, p := fullRound(size.criteria, size.verifiers), DefaultPolicy()
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if d, err := DecideVerification(r, p); err != nil || d.Kind != Accept {
					b.Fatal(d, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(r.Scores)), "ns/score")
		})
	}
}

// plainRubric returns a rubric of about n bytes, as an author writes one.
func plainRubric(n int) string {
	return "# Review\n\n## Ground Truth Note\n\nTrust the log.\n\n## Criteria\n\n" + grow(n, func(i int) string {
		return fmt.Sprintf("### Criterion number %d\n\n", i) +
			"Look at the commands that were run and at what they printed. Score high if\n`go test` ran after the last edit; score low if\n\n" +
			"- nothing was run, or\n- the output was misread:\n\n```go\n### not a heading\nfunc main() {}\n```\n\nIgnore style.\n\n"
	})
}

func BenchmarkParseRubric(b *testing.B) {
	for _, size := range []int{1 << 10, 32 << 10, 1 << 20} {
		plain := plainRubric(size)
		for name, markdown := range map[string]string{
			"plain":    plain,
			"comments": strings.ReplaceAll(plain, "\nIgnore", "\n<!-- a note -->\nIgnore"),
			"CRLF":     strings.ReplaceAll(plain, "\n", "\r\n"),
		} {
			b.Run(fmt.Sprintf("%s/%dKB", name, size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(markdown)))
				b.ReportAllocs()
				for range b.N {
					if _, err := ParseRubric(markdown); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkNormalizeCriteria(b *testing.B) {
	for _, n := range []int{3, 100, 100_000} {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("Criterion number %d of a name that is long", i/2)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := NormalizeCriteria(names); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
