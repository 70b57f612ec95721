package jury

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// A verdict may stand at the deepest level that is read, and none below it
// makes another one a pass.
func TestReplyDepth(t *testing.T) {
	pass := func(depth int) string {
		return `{"pass": true, "score": 1, "x": ` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + "}"
	}
	if v, err := SafeVerdict(pass(lenient.MaxDepth - 1)); !v.Pass {
		t.Errorf("at the limit: %v", err)
	}
	if v, err := SafeVerdict(pass(lenient.MaxDepth)); v.Pass || err == nil {
		t.Errorf("one past the limit: %+v, %v", v, err)
	}
}

func TestReplySize(t *testing.T) {
	verdict := `{"pass": true, "score": 1}`
	reply := strings.Repeat(" ", extract.MaxReply-len(verdict)) + verdict
	if v, err := SafeVerdict(reply); !v.Pass {
		t.Errorf("at the limit: %v", err)
	}
	for _, parse := range []func(string) (Verdict, error){SafeVerdict, ParseVerdict} {
		if _, err := parse(" " + reply); !errors.Is(err, ErrTooLarge) {
			t.Errorf("one past the limit: %v", err)
		}
	}
}
