package jury

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A formCase is a reply, what was asked for, and what it should come to.
type formCase struct {
	ID, Reply string
	Contract  json.RawMessage
	Want      string
	OK        []string
	Word      *string
	Reasons   []string
	Hint      *string
	Raw       *float64
	Choices   []string
	Choice    *string `json:"want_choice"`
	Fault     bool    `json:"contract_error"`
	Why       string
}

// outcome returns "pass", "fail", "abstain" or "none".
func (tt *formCase) outcome(t *testing.T) (string, Verdict) {
	t.Helper()
	var c Contract
	if err := json.Unmarshal(tt.Contract, &c); err != nil {
		t.Fatal(err)
	}
	v, err := c.Parse(tt.Reply)
	if tt.Fault != errors.Is(err, ErrContract) {
		t.Errorf("%v, want ErrContract: %v", err, tt.Fault)
	}
	switch {
	case errors.Is(err, ErrAbstained):
		return "abstain", v
	case err != nil:
		return "none", v
	case v.Pass:
		return "pass", v
	}
	return "fail", v
}

// knownMisses are honest replies that are refused, and why.
var knownMisses = map[string]string{
	"table-1": "a row above a rule is the header: its cells label those below",
}

func TestForms(t *testing.T) {
	right, cases := 0, loadCases[formCase](t, "forms.jsonl")
	for _, tt := range cases {
		t.Run(tt.ID, func(t *testing.T) {
			if knownMisses[tt.ID] != "" {
				if got, _ := tt.outcome(t); got != "none" {
					t.Errorf("%q is a %s: take it out of knownMisses", tt.Reply, got)
				}
			} else if tt.right(t) {
				right++
			}
		})
	}
	t.Logf("%d of %d are what is wanted", right, len(cases))
}

// right checks the case, and reports whether it came to what is wanted.
func (tt *formCase) right(t *testing.T) bool {
	if tt.Choice != nil {
		return tt.chooses(t)
	}
	got, v := tt.outcome(t)
	if got != tt.Want && !slices.Contains(tt.OK, got) {
		t.Errorf("%q is a %s, want %s: %s", tt.Reply, got, tt.Want, tt.Why)
		return false
	}
	if got != tt.Want || got != "pass" && got != "fail" {
		return got == tt.Want || slices.Contains(tt.OK, got)
	}
	if tt.Raw != nil && !(math.Abs(v.RawScore-*tt.Raw) < 1e-9) {
		t.Errorf("%q: score %v, want %v", tt.Reply, v.RawScore, *tt.Raw)
	}
	if tt.Word != nil && v.Word != *tt.Word {
		t.Errorf("%q: word %q, want %q", tt.Reply, v.Word, *tt.Word)
	}
	if tt.Reasons != nil && !cmp.Equal(v.Reasons, tt.Reasons) {
		t.Errorf("%q: reasons %q, want %q", tt.Reply, v.Reasons, tt.Reasons)
	}
	if tt.Hint != nil && v.NextHint != *tt.Hint {
		t.Errorf("%q: hint %q, want %q", tt.Reply, v.NextHint, *tt.Hint)
	}
	return true
}

func (tt *formCase) chooses(t *testing.T) bool {
	var c Contract
	if err := json.Unmarshal(tt.Contract, &c); err != nil {
		t.Fatal(err)
	}
	got, err := c.Choose(tt.Reply, tt.Choices...)
	if got != *tt.Choice || (err == nil) != (got != "") {
		t.Errorf("%q: chose %q, %v, want %q: %s", tt.Reply, got, err, *tt.Choice, tt.Why)
		return false
	}
	return true
}

// Real replies, where they are at hand.
func TestRealMarkers(t *testing.T) {
	const name = "../../../shared/real/markers.jsonl"
	if _, err := os.Stat(filepath.Join("testdata", "cases", name)); err != nil {
		t.Skip("no recorded replies here")
	}
	right, wrong := 0, 0
	cases := loadCases[formCase](t, name)
	for _, tt := range cases {
		var c Contract
		if err := json.Unmarshal(tt.Contract, &c); err != nil {
			t.Fatal(err)
		}
		if tt.Choice != nil {
			got, err := c.Choose(tt.Reply, tt.Choices...)
			switch {
			case got == *tt.Choice:
				right++
			case got != "":
				wrong++
				t.Errorf("%s: chose %q, want %q", tt.ID, got, *tt.Choice)
			default:
				t.Logf("%s: %v, want %q", tt.ID, err, *tt.Choice)
			}
			continue
		}
		got, v := tt.outcome(t)
		switch {
		case got == tt.Want && (tt.Raw == nil || got == "none" || v.RawScore == *tt.Raw):
			right++
		case slices.Contains(tt.OK, got):
			right++
		case got == "none":
			_, err := c.Parse(tt.Reply)
			t.Logf("%s: %v, want %s", tt.ID, err, tt.Want)
		default:
			wrong++
			t.Errorf("%s: %s with %v, want %s", tt.ID, got, v.RawScore, tt.Want)
		}
	}
	t.Logf("%d of %d right, %d wrong", right, len(cases), wrong)
	if right*100 < len(cases)*97 {
		t.Errorf("only %d of %d are right", right, len(cases))
	}
}
