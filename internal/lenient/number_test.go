package lenient

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury/internal/jurytest"
)

func TestReadNumber(t *testing.T) {
	for _, tt := range numberRows {
		t.Run(strconv.Quote(tt.text[:min(20, len(tt.text))]), func(t *testing.T) {
			if tt.reason == "" {
				t.Fatal("a reason is required")
			}
			got, ok := readNumber(tt.text)
			if got != tt.want || ok != tt.ok {
				t.Errorf("readNumber(%q) = %v, %v; want %v, %v: %s", tt.text, got, ok, tt.want, tt.ok, tt.reason)
			}
		})
	}
}

// readNumber agrees with a regular expression on everything short.
func TestReadNumberTwin(t *testing.T) {
	const alphabet = "019.eE+-_ x"
	var buf [6]byte
	var each func(n int)
	read := 0
	each = func(n int) {
		got, ok := readNumber(string(buf[:n]))
		want, wantOK := jurytest.ReadNumber(string(buf[:n]))
		if ok != wantOK || got != want || math.Signbit(got) != math.Signbit(want) {
			t.Fatalf("readNumber(%q) = %v, %v; the twin says %v, %v", buf[:n], got, ok, want, wantOK)
		}
		if ok {
			read++
		}
		if n == len(buf)-1 && !jurytest.Exhaustive() || n == len(buf) {
			return
		}
		for i := range alphabet {
			buf[n] = alphabet[i]
			each(n + 1)
		}
	}
	each(0)
	if read < 1000 {
		t.Errorf("only %d texts are numbers: this tests too little", read)
	}
}

// numberRows are scores in quotes.
var numberRows = []struct {
	text   string
	want   float64
	ok     bool
	reason string
}{
	{"0.75", 0.75, true, "R3"},
	{" \n0.75\t", 0.75, true, "trimmed"},
	{"-0.5", -0.5, true, "A3"},
	{"+1", 1, true, "a leading +"},
	{"007", 7, true, "leading zeros"},
	{"-00.50", -0.5, true, "leading zeros"},
	{".5", 0.5, true, "digits on one side"},
	{"1.", 1, true, "digits on one side"},
	{"1_000.2_5", 1000.25, true, "_ between digits"},
	{"1e-1", 0.1, true, "an exponent"},
	{"1E1_0", 1e10, true, "_ between digits of the exponent, as in Python"},
	{"1.e2", 100, true, "digits on one side"},
	{"1e400", math.Inf(1), true, "overflow"},
	{"-1e400", math.Inf(-1), true, "overflow"},
	{strings.Repeat("9", 400), math.Inf(1), true, "a huge integer"},
	{"1e-400", 0, true, "underflow"},
	{"", 0, false, "no digits"},
	{" ", 0, false, "no digits"},
	{".", 0, false, "no digits"},
	{"+", 0, false, "no digits"},
	{"-.", 0, false, "no digits"},
	{"e5", 0, false, "no digits"},
	{".e5", 0, false, "no digits"},
	{"1e", 0, false, "no digits of the exponent"},
	{"1e+", 0, false, "no digits of the exponent"},
	{"1e1.5", 0, false, "an exponent is whole"},
	{"_1", 0, false, "_ stands between digits"},
	{"1_", 0, false, "_ stands between digits"},
	{"1__0", 0, false, "one _ at a time"},
	{"1_.5", 0, false, "_ stands between digits"},
	{"1._5", 0, false, "_ stands between digits"},
	{"1e_5", 0, false, "_ stands between digits"},
	{"+-1", 0, false, "one sign"},
	{"- 1", 0, false, "the sign stands before the digits"},
	{"1 2", 0, false, "one number"},
	{"1,5", 0, false, "no decimal comma"},
	{"0.9/1", 0, false, "no fraction"},
	{"90%", 0, false, "no percent"},
	{"0x10", 0, false, "never hex"},
	{"0x1p-2", 0, false, "never hex"},
	{"0b1", 0, false, "no other base"},
	{"1f", 0, false, "no suffix"},
	{"inf", 0, false, "never inf"},
	{"Infinity", 0, false, "never inf"},
	{"nan", 0, false, "never nan"},
	{"１", 0, false, "only ASCII digits"},
	{"٣", 0, false, "only ASCII digits"},
	{"\u200b1", 0, false, "no white space"},
	{"high", 0, false, "a word"},
}
