package jury

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNamesBothWays(t *testing.T) {
	type textual interface {
		fmt.Stringer
		encoding.TextMarshaler
	}
	for _, tt := range []struct {
		name, reason string
		value        textual
		into         encoding.TextUnmarshaler
		text         string // "" if the value has none
		printed      string
	}{
		{"indeterminate", "the zero value of a kind", Kind(0), new(Kind), "indeterminate", "indeterminate"},
		{"repair", "", Repair, new(Kind), "repair", "repair"},
		{"accept", "", Accept, new(Kind), "accept", "accept"},
		{"kind past the last", "it must not read as accept", Accept + 1, new(Kind), "", "Kind(3)"},
		{"kind 255", "the last one there can be", Kind(255), new(Kind), "", "Kind(255)"},
		{"no reason", "the zero value is none", Reason(0), new(Reason), "", "Reason(0)"},
		{"below_quorum", "", ReasonBelowQuorum, new(Reason), "below_quorum", "below_quorum"},
		{"criterion_missing", "", ReasonCriterionMissing, new(Reason), "criterion_missing", "criterion_missing"},
		{"veto", "", ReasonVeto, new(Reason), "veto", "veto"},
		{"blocking", "", ReasonBlocking, new(Reason), "blocking", "blocking"},
		{"mean_below_accept", "", ReasonMeanBelowAccept, new(Reason), "mean_below_accept", "mean_below_accept"},
		{"criterion_below_floor", "", ReasonCriterionBelowFloor, new(Reason), "criterion_below_floor", "criterion_below_floor"},
		{"criterion_below_min", "", ReasonCriterionBelowMin, new(Reason), "criterion_below_min", "criterion_below_min"},
		{"disagreement", "", ReasonDisagreement, new(Reason), "disagreement", "disagreement"},
		{"reason past the last", "there is none", ReasonDisagreement + 1, new(Reason), "", "Reason(9)"},
		{"negative reason", "there is none", Reason(-1), new(Reason), "", "Reason(-1)"},
		{"no reject reason", "the zero value is none", RejectReason(0), new(RejectReason), "", "RejectReason(0)"},
		{"off_scale", "", RejectOffScale, new(RejectReason), "off_scale", "off_scale"},
		{"unknown_criterion", "", RejectUnknownCriterion, new(RejectReason), "unknown_criterion", "unknown_criterion"},
		{"superseded", "", RejectSuperseded, new(RejectReason), "superseded", "superseded"},
		{"reject reason past the last", "there is none", RejectSuperseded + 1, new(RejectReason), "", "RejectReason(4)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.value.String(); got != tt.printed {
				t.Errorf("prints %q, want %q", got, tt.printed)
			}
			text, err := tt.value.MarshalText()
			if string(text) != tt.text || (err == nil) != (tt.text != "") {
				t.Errorf("marshals to %q, %v; %s", text, err, tt.reason)
			}
			err = tt.into.UnmarshalText([]byte(tt.printed))
			if (err == nil) != (tt.text != "") {
				t.Errorf("unmarshals from %q with %v", tt.printed, err)
			}
			back := strings.TrimPrefix(fmt.Sprint(tt.into), "&")
			if err == nil && back != tt.text {
				t.Errorf("reads back as %s", back)
			}
		})
	}
}

func TestUnknownNamesAreErrors(t *testing.T) {
	for _, text := range []string{"", "Accept", "ACCEPT", " accept", "accept ", "pass", "Kind(2)", "2", strings.Repeat("x", 1000), "a\nb"} {
		kind, reason, reject := Repair, ReasonVeto, RejectOffScale
		for _, v := range []encoding.TextUnmarshaler{&kind, &reason, &reject} {
			err := v.UnmarshalText([]byte(text))
			if err == nil {
				t.Errorf("%T took %q", v, text)
			} else if strings.Contains(err.Error(), "\n") || len(err.Error()) > 200 {
				t.Errorf("error is %q", err)
			}
		}
		if kind != Repair || reason != ReasonVeto || reject != RejectOffScale {
			t.Errorf("%q changed a value", text)
		}
	}
}

func TestDecisionString(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		round        Round
		policy       Policy
		want         string
	}{
		{"accept", "the margin says how safely", Round{Scores: scores(15, 16), ExpectedCount: 2}, DefaultPolicy(),
			"accept: mean 15.5 is 1.5 above the bar of 14, 2 of 2 scores"},
		{"accept at the bar", "no margin", Round{Scores: scores(14), ExpectedCount: 2}, Policy{AcceptMean: 14, QuorumFraction: 0.5},
			"accept: mean 14 is at the bar of 14, 1 of 2 scores"},
		{"repair for good", "nothing is missing", Round{Scores: scores(13, 14), ExpectedCount: 2}, DefaultPolicy(),
			"repair: mean 13.5 is 0.5 below the bar of 14, 2 of 2 scores; asking again cannot help"},
		{"repair with scores to come", "the bounds say what they can do", Round{Scores: scores(13, 14), ExpectedCount: 4}, Policy{AcceptMean: 14, QuorumFraction: 0.5},
			"repair: mean 13.5 is 0.5 below the bar of 14, 2 of 4 scores; with the missing 2 the mean will be 7.25 to 16.75"},
		{"thirds", "six digits are enough for a person", Round{Scores: scores(14, 15, 15), ExpectedCount: 3}, Policy{AcceptMean: 14.3, QuorumFraction: 1},
			"accept: mean 14.6667 is 0.366667 above the bar of 14.3, 3 of 3 scores"},
		{"nothing yet", "no mean without a score", Round{ExpectedCount: 3}, DefaultPolicy(),
			"indeterminate: no mean for the bar of 14, 0 of 3 scores, 3 short of the quorum of 3; with the missing 3 the mean will be 1 to 20"},
		{"vetoes", "who was vetoed, each criterion once, three at most, quoted", Round{
			Scores: scores(20), ExpectedCount: 1,
			Salvaged: []RoundFinding{{"a", "", Finding{"", Veto}, ""}, {"a", "", Finding{"", Veto}, ""}, {"b\n", "", Finding{"", Veto}, ""}, {"", "", Finding{"", Veto}, ""}, {"d", "", Finding{"", Veto}, ""}, {"a", "", Finding{"", Veto}, ""}},
		}, DefaultPolicy(), `repair: mean 20 is 6 above the bar of 14, 1 of 1 scores; veto: "a", "b\n", "" and 1 more; asking again cannot help`},
		{"blocking", "told apart from a veto", Round{Scores: withFinding(scores(20), Blocking), ExpectedCount: 1},
			Policy{AcceptMean: 14, QuorumFraction: 1, RepairOnBlocking: true},
			`repair: mean 20 is 6 above the bar of 14, 1 of 1 scores; blocking: "a"; asking again cannot help`},
		{"floor and missing", "all reasons, in order", Round{Scores: scores(4), ExpectedCount: 4, CriterionIDs: []string{"a", "b"}},
			Policy{AcceptMean: 4, QuorumFraction: 0.5, CriterionFloor: 5},
			`indeterminate: mean 4 is at the bar of 4, 1 of 4 scores, 1 short of the quorum of 2; no score for "b"; below the floor of 5: "a"; with the missing 3 the mean will be 1.75 to 16`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, decide(t, tt.round, tt.policy).String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

// TestDecisionStringOfAnything prints records that DecideVerification never
// makes, as a caller may.
func TestDecisionStringOfAnything(t *testing.T) {
	for _, d := range []Decision{
		{},
		{Kind: 9, Reasons: []Reason{0, 200}, OutOfReach: true, Mean: math.NaN(), Valid: -1, Missing: 3},
		{Kind: Accept, Valid: 1, Mean: math.Inf(1), Policy: Policy{AcceptMean: math.NaN()}, Reasons: []Reason{ReasonVeto, ReasonCriterionMissing}},
	} {
		if line := d.String(); line == "" || strings.Contains(line, "\n") {
			t.Errorf("%+v prints as %q", d, line)
		}
		d.LogValue()
	}
	if got := fmt.Sprint(Decision{}); got != "indeterminate: no mean for the bar of 0, 0 of 0 scores" {
		t.Errorf("the zero Decision prints as %q", got)
	}
}

// TestReasonsPrint guards against a slice of reasons being taken for bytes.
func TestReasonsPrint(t *testing.T) {
	d := decide(t, Round{Scores: withFinding(scores(20), Veto), ExpectedCount: 2}, DefaultPolicy())
	for _, verb := range []string{"%v", "%s"} {
		if got := fmt.Sprintf(verb, d.Reasons); got != "[below_quorum veto]" {
			t.Errorf("%s prints %q", verb, got)
		}
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("", "d", d)
	if want := `d.reasons="[below_quorum veto]"`; !strings.Contains(log.String(), want) {
		t.Errorf("%s lacks %s", log.String(), want)
	}
}

func TestDecisionJSON(t *testing.T) {
	d := decide(t, Round{
		Scores:       append(withFinding(scores(20), "VETO"), CriterionScore{CriterionID: "b"}),
		InvalidCount: 1, ExpectedCount: 3, CriterionIDs: []string{"a", "b"},
	}, DefaultPolicy())
	got, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "kind": "indeterminate",
  "reasons": [
    "below_quorum",
    "criterion_missing",
    "veto"
  ],
  "out_of_reach": true,
  "policy": {
    "accept_mean": 14,
    "quorum_fraction": 1,
    "criterion_floor": 0,
    "repair_on_blocking": false
  },
  "mean": 20,
  "mean_low": 7.333333333333333,
  "mean_high": 20,
  "sum": 20,
  "valid": 1,
  "expected": 3,
  "invalid": 1,
  "quorum_needed": 3,
  "missing": 2,
  "shortfall": 2,
  "findings": [
    {
      "criterion_id": "a",
      "verifier": "v0",
      "finding": "found",
      "severity": "veto"
    }
  ],
  "criteria": [
    {
      "id": "a",
      "valid": 1,
      "sum": 20,
      "mean": 20,
      "min": 20,
      "max": 20,
      "vetoes": 1,
      "blocking": 0
    },
    {
      "id": "b",
      "valid": 0,
      "sum": 0,
      "mean": 0,
      "min": 0,
      "max": 0,
      "vetoes": 0,
      "blocking": 0
    }
  ],
  "missing_criteria": [
    "b"
  ],
  "rejected": [
    {
      "index": 1,
      "reason": "off_scale"
    }
  ]
}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var back Decision
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d, back); diff != "" {
		t.Errorf("round trip (-want +got):\n%s", diff)
	}
}

func TestDecisionJSONRefusesWhatIsNone(t *testing.T) {
	for _, d := range []Decision{{Kind: 3}, {Reasons: []Reason{0}}, {Rejected: []Rejection{{}}}} {
		if text, err := json.Marshal(d); err == nil {
			t.Errorf("%+v marshals to %s, which does not read back", d, text)
		}
	}
	for _, text := range []string{`{"kind":"Accept"}`, `{"kind":2}`, `{"reasons":["vetoed"]}`, `{"rejected":[{"reason":""}]}`} {
		if err := json.Unmarshal([]byte(text), new(Decision)); err == nil {
			t.Errorf("%s reads", text)
		}
	}
}

func TestDecisionLogValue(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	round := Round{Scores: withFinding(scores(20), "secret severity"), ExpectedCount: 2, Salvaged: []RoundFinding{{"id", "who", Finding{"secret text", Note}, ""}}}
	logger.Info("decided", "decision", decide(t, round, DefaultPolicy()))
	want := `{"level":"INFO","msg":"decided","decision":{"kind":"indeterminate","reasons":["below_quorum","veto"],"out_of_reach":true,` +
		`"mean":20,"accept_mean":14,"valid":1,"expected":2,"invalid":0,"quorum_needed":2,"findings":2,"rejected":0}}` + "\n"
	if diff := cmp.Diff(want, log.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
