package jury

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExcerpt(t *testing.T) {
	for _, tt := range []struct{ name, reason, in, want string }{
		{"empty", "nothing to show", "", `""`},
		{"newline", "an error is one line", "a\nb", `"a\nb"`},
		{"at the limit", "60 runes fit", strings.Repeat("é", maxExcerpt), `"` + strings.Repeat("é", maxExcerpt) + `"`},
		{"one past it", "61 do not", strings.Repeat("é", maxExcerpt+1), `"` + strings.Repeat("é", maxExcerpt) + `…"`},
		{"not UTF-8", "hostile bytes stay readable", "\xff", `"\xff"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, excerpt(tt.in)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

func TestErrTruncatedIsUnexpectedEOF(t *testing.T) {
	if !errors.Is(ErrTruncated, io.ErrUnexpectedEOF) {
		t.Error("a caller that knows io must recognize a cut reply")
	}
}
