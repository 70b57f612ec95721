package vocab

import "testing"

func TestNameOf(t *testing.T) {
	for _, tt := range []struct {
		name   string
		want   Name
		reason string
	}{
		{"verdict", NameVerdict | NameJudges | NameKnown, ""},
		{"passed?", NameVerdict | NameJudges | NameKnown, "what is no word parts words"},
		{"pass\u200e", NameVerdict | NameJudges | NameKnown, ""},
		{"pa\u200bss", NameVerdict | NameJudges | NameKnown, "what is invisible parts nothing"},
		{"isPass", NameVerdict | NameJudges | NameKnown, "by case"},
		{"final_verdict", NameVerdict | NameJudges | NameKnown, ""},
		{"Final Decision Recommendation", NameVerdict | NameJudges | NameKnown, ""},
		{"3. Final decision recommendation", NameJudges, "the number is no word of a name"},
		{"Overall status", NameVerdict | NameJudges | NameKnown, ""},
		{"Merge recommendation", NameJudges | NameKnown, ""},
		{"status", NameJudges | NameKnown, ""},
		{"HTTP status", NameNeutral, ""},
		{"ready_to_merge", NameJudges | NameKnown, ""},
		{"hooks pass", NameJudges, "a part"},
		{"rating", NameJudges | NameScore | NameKnown, ""},
		{"total", NameJudges | NameVerdict | NameScore | NameKnown, ""},
		{"Final score", NameJudges | NameVerdict | NameScore | NameKnown, ""},
		{"f1_score", NameNeutral, ""},
		{"ministry_score", NameScore, ""},
		{"previous_verdict", NameNeutral, ""},
		{"on_error", NameNeutral, ""},
		{"auto_approved", NameNeutral, ""},
		{"overall_comment", NameNeutral, ""},
		{"failed", NameFailing | NameKnown, ""},
		{"is-rejected", NameFailing | NameKnown, ""},
		{"not_passed", NameFailing | NameVerdict | NameJudges | NameKnown, "what says fail goes before"},
		{"changes_requested", NameFailing | NameKnown, ""},
		{"needsChanges", NameFailing | NameKnown, ""},
		{"hard_fail", NameFailing | NameKnown, ""},
		{"critical_failure", NameFailing | NameKnown, ""},
		{"has_blockers", NameFailing | NameKnown, ""},
		{"blocking_issues", NameFailing | NameKnown, ""},
		{"failed_criteria", NameFailing | NameKnown, ""},
		{"must_fix", NameFailing | NameKnown, ""},
		{"failed_tests", NameFailing | NameKnown, ""},
		{"must_pass", NameVerdict | NameJudges | NameKnown, "what must be, and no change"},
		{"fail_fast", 0, "not known"},
		{"prompt_injection", NameFailing | NameKnown, ""},
		{"severity", 0, ""},
		{"a sentence of more words than a name has", 0, ""},
		{"", NameKnown, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := NameOf(tt.name); got != tt.want {
				t.Errorf("NameOf(%q) = %07b, want %07b: %s", tt.name, got, tt.want, tt.reason)
			}
		})
	}
}

func TestScore(t *testing.T) {
	for _, tt := range []struct {
		text   string
		lo, hi float64
		want   float64
		scale  Scale
	}{
		{"7", 0, 10, 7, ScalePlain},
		{"**3/10**", 0, 10, 3, ScaleShare},
		{"3/5", 1, 10, 6, ScaleShare},
		{"2 / 5", 0, 1, 0.4, ScaleShare},
		{"3.5 of 10", 0, 10, 3.5, ScaleShare},
		{"9 out of 10", 0, 1, 0.9, ScaleShare},
		{"95%", 0, 10, 9.5, ScalePercent},
		{"45/100", 0, 100, 45, ScaleShare},
		{"0.2 + 0.1 + 0.1 = 0.4", 0, 1, 0.4, ScalePlain},
		{"(4 + 5) = 9", 0, 10, 9, ScalePlain},
		{"12/10", 0, 10, 0, ScaleNone},
		{"9/0", 0, 10, 0, ScaleNone},
		{"12", 0, 10, 0, ScaleNone},
		{"-.5", 1, 20, -0.5, ScalePlain},
		{"1-10", 0, 10, 0, ScaleNone},
		{"0 to 1", 0, 1, 0, ScaleNone},
		{"1-9", 0, 10, 0, ScaleNone},
		{"7-0", 0, 10, 0, ScaleNone},
		{"[[3]]", 0, 10, 3, ScalePlain},
		{"3rd", 0, 10, 0, ScaleNone},
		{"high", 0, 10, 0, ScaleNone},
		{"</b> 3", 1, 20, 3, ScalePlain},
		{"3/5", 2, 10, 0, ScaleNone},
	} {
		t.Run(tt.text, func(t *testing.T) {
			got, scale, _ := Score(tt.text, tt.lo, tt.hi)
			if scale != tt.scale || scale != ScaleNone && got != tt.want {
				t.Errorf("Score(%q, %v, %v) = %v, %v, want %v, %v", tt.text, tt.lo, tt.hi, got, scale, tt.want, tt.scale)
			}
		})
	}
}
