package jury

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSlug(t *testing.T) {
	long := strings.Repeat("a", maxID)
	for _, tt := range []struct{ name, reason, in, want string }{
		{"words", "runs of others become one _", "Root -- cause (v2)", "root_cause_v2"},
		{"around", "trimmed", "  *A*  ", "a"},
		{"underscores", "are others too", "a__b_", "a_b"},
		{"beyond ASCII", "no letters here", "Ärger", "rger"},
		{"Kelvin", "lowers to k elsewhere", "\u212A", "criterion_47823adb"},
		{"nothing", "a hash", "…", "criterion_d38c119b"},
		{"empty", "a hash", "", "criterion_811c9dc5"},
		{"at the limit", "kept", long, long},
		{"past the limit", "cut", long + "b", long},
		{"cut at a gap", "trimmed again", long[1:] + " b", long[1:]},
		{"cut before a gap", "trimmed again", long + " b", long},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := slug(tt.in)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
			if again := slug(got); again != got {
				t.Errorf("%q is not its own slug but %q", got, again)
			}
		})
	}
}

// assignIDsSlowly is the twin of assignIDs: it tries every number anew.
func assignIDsSlowly(ids []string, pinned []bool) []string {
	out := make([]string, len(ids))
	given := func(id string) bool {
		for _, o := range out {
			if o == id {
				return true
			}
		}
		return false
	}
	for i, id := range ids {
		if pinned[i] && !given(id) {
			out[i] = id
		}
	}
	for i, id := range ids {
		if out[i] != "" {
			continue
		}
		candidate := id
		for n := 2; given(candidate); n++ {
			suffix := fmt.Sprintf("_%d", n)
			stem := id
			if len(stem)+len(suffix) > maxID {
				stem = strings.TrimRight(stem[:maxID-len(suffix)], "_")
			}
			candidate = stem + suffix
		}
		out[i] = candidate
	}
	return out
}

// assigned runs assignIDs on copies.
func assigned(ids []string, pinned []bool) []string {
	criteria := make([]Criterion, len(ids))
	for i, id := range ids {
		if criteria[i].Name = id; pinned[i] {
			criteria[i].ID = id
		}
	}
	assignIDs(criteria)
	return CriterionIDs(criteria)
}

func TestAssignIDsAgainstTwin(t *testing.T) {
	long := strings.Repeat("a", maxID)
	pool := []string{"a", "a_2", "a_2_2", long, long[1:], long[2:], long[3:], long[2:] + "_2", long[:36] + "_b_c", long[:37] + "_b"}
	state := uint32(1)
	next := func(n int) int {
		state = state*1664525 + 1013904223
		return int(state>>8) % n
	}
	for round := 0; round < 500; round++ {
		ids, pinned := make([]string, 60), make([]bool, 60)
		few := pool[:2+next(len(pool)-1)]
		for i := range ids {
			ids[i], pinned[i] = few[next(len(few))], next(5) == 0
		}
		if diff := cmp.Diff(assignIDsSlowly(ids, pinned), assigned(ids, pinned)); diff != "" {
			t.Fatalf("%q %v (-want +got):\n%s", ids, pinned, diff)
		}
	}
}

func TestManyEqualNames(t *testing.T) {
	const n = 100_000
	long := strings.Repeat("b", maxID)
	for _, tt := range []struct {
		name, reason string
		id           func(i int) string
	}{
		{"equal", "one name", func(int) string { return "fit" }},
		{"equal and long", "the stem is cut ever shorter", func(int) string { return long }},
		{"36 shared", "the stems meet once they are cut", func(i int) string { return long[:36] + fmt.Sprintf("%04x", i/2) }},
		{"38 shared", "the stems meet at once", func(i int) string { return long[:38] + fmt.Sprintf("%02x", i%256) }},
		{"39 shared", "the stems meet at once", func(i int) string { return long[:39] + string('a'+rune(i%26)) }},
		{"numbered by hand", "what others would get is taken", func(i int) string { return fmt.Sprintf("fit_%d", i/2) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ids, pinned := make([]string, n), make([]bool, n)
			for i := range ids {
				ids[i] = tt.id(i)
			}
			seen := make(map[string]bool, n)
			for i, id := range assigned(ids, pinned) {
				if seen[id] || !isID(id) {
					t.Fatalf("%s: %d: %q is taken or no id", tt.reason, i, id)
				}
				seen[id] = true
			}
		})
	}
}
