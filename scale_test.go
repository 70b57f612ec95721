package jury

import (
	"math"
	"testing"
)

func TestValidScore(t *testing.T) {
	for score := -50; score <= 50; score++ {
		if got, want := ValidScore(float64(score)), score >= 1 && score <= 20; got != want {
			t.Errorf("ValidScore(%d) is %t", score, got)
		}
		for _, off := range []float64{0.5, math.Nextafter(float64(score), 100), math.Nextafter(float64(score), -100)} {
			if off == 0.5 {
				off += float64(score)
			}
			if ValidScore(off) {
				t.Errorf("ValidScore(%v) is true", off)
			}
		}
	}
	for _, score := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 5e-324, math.MaxFloat64, 1 << 53, 200, 4294967297} {
		if ValidScore(score) {
			t.Errorf("ValidScore(%v) is true", score)
		}
	}
}

func TestSeverityWeight(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		in, want     Severity
	}{
		{"veto", "", Veto, Veto},
		{"blocking", "", Blocking, Blocking},
		{"note", "", Note, Note},
		{"loud", "case is folded", "NOTE", Note},
		{"mixed", "case is folded", "BlocKing", Blocking},
		{"spaced", "Unicode space is trimmed", "\u00a0 blocking\r\n", Blocking},
		{"empty", "nobody said how bad it is", "", Veto},
		{"blank", "that neither", " \t", Veto},
		{"unknown", "that neither", "minor", Veto},
		{"prefix", "words are whole", "not", Veto},
		{"suffix", "words are whole", "notes", Veto},
		{"space inside", "only the ends are trimmed", "no te", Veto},
		{"Kelvin sign", "only ASCII case is folded", "bloc\u212aing", Veto},
		{"Cyrillic", "a look-alike is another word", "n\u043ete", Veto},
		{"zero width", "it is no space", "note\u200b", Veto},
		{"beyond Z", "brackets are no letters", "not\x05", Veto},
		{"at sign", "below A is no letter", "@lock", Veto},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.in.weight(); got != tt.want {
				t.Errorf("%q counts as %q; %s", tt.in, got, tt.reason)
			}
		})
	}
}

func TestEqualFoldASCII(t *testing.T) {
	for c := range 256 {
		text := string([]byte{byte(c)})
		for _, lower := range []string{"a", "z", "m"} {
			want := text == lower || c < 0x80 && text == string([]byte{lower[0] - 32})
			if got := equalFoldASCII(text, lower); got != want {
				t.Errorf("%q equals %q: %t", text, lower, got)
			}
		}
	}
}
