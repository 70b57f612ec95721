package extract

import (
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
)

// each returns the units of reply, and keeps those that wanted says are wanted.
func each(t *testing.T, reply string, wanted func(x *Extraction) bool) (*Extraction, []string) {
	t.Helper()
	x, o := Open(reply)
	if o.Holds() {
		t.Fatalf("%q: objection %d", reply, o.Why)
	}
	var units []string
	for x.Next() {
		units = append(units, x.Text[x.Span.Start:x.Span.End])
		if wanted(x) {
			x.Found()
		}
	}
	return x, units
}

func isObject(x *Extraction) bool {
	return x.Ending == lenient.Whole && x.Nodes[0].Kind == lenient.KindObject
}

func TestUnits(t *testing.T) {
	for _, tt := range []struct {
		name, reply, want, reason string
	}{
		{"none", "no object", "", "nothing opens"},
		{"one", `a {"b": [1]} c`, `{"b": [1]}`, "what is inside is no unit of its own"},
		{"two", `{"a": 1}, [2]`, `{"a": 1}|[2]`, "from left to right"},
		{"broken", `{"a": x {"b": 1}`, `{"a": |{"b": 1}`, "the scan goes on where the reading stopped"},
		{"reference", "[#12] [1]", "[1]", "a reference opens no list"},
		{"closing tag", "[/THINK] [1]", "[1]", "a closing tag opens no list"},
		{"thinking", `<think>{"a": 1}</think> {"b": 1}`, `{"b": 1}`, "what is thought is skipped"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "{}", "what some shells write"},
		{"encoded", `"{\"a\": 1}"`, `{"a": 1}`, "a reply that is one JSON string is read decoded"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, units := each(t, tt.reply, isObject)
			defer x.Close()
			if got := strings.Join(units, "|"); got != tt.want {
				t.Errorf("%s: %q, want %q: %s", tt.reply, got, tt.want, tt.reason)
			}
		})
	}
}

func TestOpenObjects(t *testing.T) {
	for _, tt := range []struct {
		name, reply string
		want        objection.Why
	}{
		{"as long as may be", strings.Repeat("x", MaxReply), objection.None},
		{"one byte longer", strings.Repeat("x", MaxReply+1), objection.TooLarge},
		{"thinking that never ends", "<think>hm", objection.ThinkingNeverCloses},
		{"a heading", "[Analysis] fine", objection.None},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, o := Open(tt.reply)
			defer x.Close()
			if o.Why != tt.want {
				t.Errorf("objection %d, want %d", o.Why, tt.want)
			}
		})
	}
}

// What is kept for the next reply holds no text, is bounded, and is no memory
// that two would write to.
func TestKeptMemory(t *testing.T) {
	for _, tt := range []struct {
		name, reply string
		kept        bool
	}{
		{"a usual reply", `{"a": 1} {"a": 1}`, true},
		{"a node too many", `{"a": [` + strings.Repeat("1,", 2*maxKept) + `1]}`, false},
		{"a find too many", strings.Repeat("{}", 2*maxKept), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, _ := each(t, tt.reply, isObject)
			x.Close()
			if kept := x.Text == "" && x.Last.Text == ""; kept != tt.kept {
				t.Errorf("kept: %v, want %v", kept, tt.kept)
			}
			if cap(x.Nodes) > 0 && cap(x.Last.Nodes) > 0 && &x.Nodes[:1][0] == &x.Last.Nodes[:1][0] {
				t.Error("one buffer serves twice")
			}
		})
	}
}
