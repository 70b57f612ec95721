package jury

import (
	"strings"
	"testing"
	"unicode/utf16"
)

// vetoShapes are replies that veto and give no score that counts. from is what a
// judge has said once the veto can be known: what is cut off before it says none.
var vetoShapes = []struct{ name, from, reply string }{
	// JSON, as asked for.
	{"report", `"findings": [{`, `{"criterion_id": "a", "score": 3, "findings": [{"finding": "leaks the key", "severity": "veto"}]`},
	{"severity first", `[{"severity": "v`, `{"findings": [{"severity": "veto", "finding": "leaks the key"}], "score": 3`},
	{"second of two", `}, {`, `{"findings": [{"finding": "odd name", "severity": "note"}, {"finding": "leaks the key", "severity": "veto"}], "score": 3`},
	{"no severity", `[{`, `{"score": 3, "findings": [{"finding": "leaks the key"}`},
	{"unknown severity", `[{`, `{"score": 3, "findings": [{"finding": "leaks the key", "severity": "critical"}`},
	{"strings", `["l`, `{"score": 3, "findings": ["leaks the key", "logs it"`},
	{"a lone string", `: "l`, `{"score": 3, "findings": "leaks the key`},
	{"a lone object", `: {"f`, `{"score": 3, "findings": {"finding": "leaks the key", "severity": "veto"}`},
	{"single quotes", `[{`, `{'score': 3, 'findings': [{'finding': 'leaks the key', 'severity': 'veto'}]`},
	{"an apostrophe", `['I`, `{'score': 3, 'findings': ['It doesn't mask the key']}`},
	{"bare keys", `[{`, `{score: 3, findings: [{finding: "leaks the key", severity: "veto"}]`},
	{"bare words", `[{f`, `{score: 3, findings: [{finding: leaks, severity: veto}]}`},
	{"guillemets", "«veto", `{«score»: 4, «findings»: [{«finding»: «leaks», «severity»: «veto»}]}`},
	{"smart quotes", `[{`, `{“score”: 4, “findings”: [{“finding”: “leaks”, “severity”: “veto”}]`},
	{"quotes inside", `["l`, `{"evidence": ["ran it"], "findings": ["leaks "the" key"], "score": 3}`},
	{"key in capitals", `[{`, `{"Score": 3, "Findings": [{"Finding": "leaks", "Severity": "VETO"}]}`},
	{"damaged key", `["l`, `{"score": 3, "findngs": ["leaks the key"]}`},
	{"other members", `"veto`, `{"criterion_id": "a", "issues": [{"title": "leaks the key", "kind": "veto"}]}`},
	{"level", `"VETO`, `{"criterion_id": "a", "problems": [{"text": "leaks", "level": "VETO"}]}`},
	{"by severity", `"veto": ["l`, `{"criterion_id": "a", "veto": ["leaks the key"], "note": []}`},
	{"a flag", `"veto": t`, `{"criterion_id": "a", "veto": true, "why": "leaks"}`},
	{"a verdict", `"VETOED`, `{"criterion_id": "a", "verdict": "VETOED"}`},
	{"beside a score", `"VETOED"`, `{"criterion_id": "a", "score": 18, "verdict": "VETOED"}`},
	{"pass false", `false`, `{"criterion_id": "a", "pass": false, "score": 18}`},
	{"comment", `Veto`, `{"criterion_id": "a", "comment": "It works.\nVeto: leaks the key"}`},
	{"fenced", "{\n    \"f", "Here is my report.\n```json\n{\"score\": 3, \"findings\": [\n  {\n    \"finding\": \"leaks the key\",\n    \"severity\": \"veto\"\n  }\n]}\n"},
	{"a list alone", `[{"finding"`, `[{"finding": "leaks the key", "severity": "veto"}]`},
	{"a finding alone", `{"finding"`, `{"finding": "leaks the key", "severity": "veto"}`},
	{"of another criterion", `[{`, `{"criterion_id": "b", "score": 18, "findings": [{"finding": "leaks", "severity": "veto"}]}`},
	{"prose after", `[{`, `{"criterion_id": "a", "score": 4, "findings": [{"finding": "leaks", "severity": "veto"}]}` + "\nHope that helps!"},
	{"no comma", `[{`, `{"score": 3 "findings": [{"finding": "leaks", "severity": "veto"}]}`},
	{"json lines", `{"finding"`, `{"score": 30}` + "\n" + `{"finding": "leaks", "severity": "veto"}`},

	// JSON in strings and envelopes.
	{"call", `veto`, `{"name": "report", "arguments": "{\"score\": 3, \"findings\": [{\"finding\": \"leaks\", \"severity\": \"veto\"}]}"}`},
	{"call of an object", `[{`, `{"name": "report", "arguments": {"score": 3, "findings": [{"finding": "leaks", "severity": "veto"}]}}`},
	{"result", `veto`, `{"type": "result", "result": "{\"findings\": [{\"finding\": \"leaks\", \"severity\": \"veto\"}]}"}`},
	{"result in prose", `veto`, `{"type": "result", "result": "My report: {\"findings\": [{\"severity\": \"veto\"}]}"}`},
	{"block", `veto`, `[{"type": "text", "text": "{\"findings\": [{\"finding\": \"leaks\", \"severity\": \"veto\"}]}"}]`},
	{"message", `Veto`, `{"role": "assistant", "content": "It works.\nVeto: leaks the key"}`},
	{"tool calls", `veto`, `{"choices": [{"message": {"tool_calls": [{"function": {"name": "report", "arguments": "{\"findings\": [{\"severity\": \"veto\"}]}"}}]}}]}`},
	{"unlisted", `veto`, `{"payload": "{\"score\": 3, \"findings\": [{\"finding\": \"leaks\", \"severity\": \"veto\"}]}", "model": "m"}`},
	{"twice", `veto`, `{"type": "result", "result": "{\"name\": \"report\", \"arguments\": \"{\\\"findings\\\": [{\\\"severity\\\": \\\"veto\\\"}]}\"}"}`},
	{"tool call", `veto`, "<tool_call>report\n<arg_key>findings</arg_key>\n<arg_value>[\"leaks the key (veto)\"]</arg_value>\n</tool_call>"},
	{"encoded", `veto`, `"{\"score\": 3, \"findings\": [{\"finding\": \"leaks\", \"severity\": \"veto\"}]}"`},
	{"entities", `veto`, `{&quot;score&quot;: 3, &quot;findings&quot;: [{&quot;severity&quot;: &quot;veto&quot;}]}`},

	// Other notations.
	{"yaml", "severity: veto", "score: low\nfindings:\n- severity: veto\n  finding: leaks the key"},
	{"yaml, flowing", "severity: veto", "findings: [{finding: leaks, severity: veto}]"},
	{"toml", `"veto`, "[[findings]]\ntext = \"leaks the key\"\nlevel = \"veto\""},
	{"ini", "= veto", "[finding]\nlevel = veto\ntext = leaks"},
	{"csv", "\nveto", "severity,finding\nnote,odd name\nveto,leaks the key"},
	{"python", `"veto`, `CriterionReport(score=None, findings=[Finding(text="leaks", severity="veto")])`},
	{"enum", `VETO`, `Finding(text='leaks', severity=Severity.VETO)`},
	{"attribute", `"veto`, `<review><score>3</score><finding severity="veto">leaks the key</finding></review>`},
	{"single-quoted attribute", `'VETO`, `<finding level='VETO' file='a.go'/>`},
	{"element", "<veto", "<veto>leaks the key</veto>"},
	{"element of a severity", "veto", "<severity>\n  veto\n</severity>\n<text>leaks the key</text>"},

	// Markdown.
	{"table", "VETO", "| Issue | Level |\n|:--|--:|\n| Token is written to stdout | VETO |\n| Name is odd | note |"},
	{"table of counts", "| 1", "| veto | blocking | note |\n|---|---|---|\n| 1 | 0 | 2 |"},
	{"table by severity", "| veto", "| Severity | Issue |\n|--|--|\n| veto | leaks the key |"},
	{"heading", "Vetoes", "### Vetoes (2)\n\n1. drops the table\n2. no backup"},
	{"marked heading", "(veto", "#### Finding 3: race in Close (veto)\n\nTwo goroutines close one channel."},
	{"marked item", "(veto", "Findings\n- reads past the end of the buffer (veto)\n- comment is out of date (note)"},
	{"dash", "veto", "1. SQL is built from user input — veto"},
	{"emoji", "veto", "- 🛑 veto 🛑 SQL is built from user input"},
	{"item with severity", "severity=veto", "- SQL is built from user input, severity=veto"},
	{"severity in parentheses", "veto", "leaks the key (severity: veto)"},
	{"bold label", "VETO", "**VETO:** leaks the key"},
	{"quote", "Veto", "> Veto: the licence forbids this use."},
	{"badge", "veto", "`[veto]` leaks the key"},
	{"label", "VETO", "Verdict: VETO\nReason: leaks"},

	// Prose.
	{"sentence", "Veto", "There are no tests at all. Veto."},
	{"doubtless", "veto", "No doubt about it: veto."},
	{"excuse", "veto", "There is no excuse for logging a password; I veto it."},
	{"not only", "a veto", "It is not only slow, it is a veto."},
	{"hence", "veto", "Nothing in here is safe, hence my veto."},
	{"one of two", "Veto for", "No veto for style. Veto for security: the key is logged."},
	{"last word", "veto", "My vote on this criterion is: veto"},
	{"I", "veto", "I ran the suite twice. I veto this change: half of the tests were deleted."},
	{"is a veto", "veto", "Deleting half of the tests is a veto for me, whatever the rest looks like."},
	{"vetoed", "vetoed", "The change is vetoed since it leaks."},
	{"vetoing", "vetoing", "I'm vetoing this."},
	{"wrapped", "veto", "The reviewer has one objection and it is a\nveto: the cookie has no Secure attribute."},
	{"trailing off", "veto", "veto…"},
	{"semicolon", "veto", "I cannot approve this; veto"},
	{"must", "vetoed", "Must be vetoed."},
	{"would", "veto", "I would veto a change like this."},
	{"twice negated", "veto", "I see no reason not to veto."},

	// Drafts.
	{"thinking", "veto", "<think>\nThe key is printed, so this is a veto.\nLet me also check"},
	{"thinking alone", "veto", "<think>This is a veto.</think>\n"},
	{"channel", "veto", "<|channel|>analysis<|message|>The key is printed. I will veto."},
	{"seed", "veto", "<seed:think>The key is printed: veto"},
	{"draft of a report", "[{", `<think>{"score": 3, "findings": [{"finding": "leaks", "severity": "veto"}]}`},
}

// No veto is lost, wherever its report is cut off: with three clean scores beside it
// the round is never accepted.
func TestVetoShapes(t *testing.T) {
	if len(vetoShapes) < 65 {
		t.Errorf("%d shapes", len(vetoShapes))
	}
	for _, tt := range vetoShapes {
		t.Run(tt.name, func(t *testing.T) {
			from := strings.Index(tt.reply, tt.from)
			if from < 0 {
				t.Fatalf("%q is not in %q", tt.from, tt.reply)
			}
			for end := from + len(tt.from); end <= len(tt.reply); end++ {
				cut := tt.reply[:end]
				for _, reply := range []string{cut, "Let me see.\r\n\r\n" + strings.ReplaceAll(cut, "\n", "\r\n"), inUTF16(cut)} {
					if d := besideClean(reply); d.Kind == Accept {
						t.Fatalf("%q: %v", reply, d)
					}
				}
			}
		})
	}
}

// besideClean returns the decision on a report beside three clean ones.
func besideClean(reply string) Decision {
	round := NewRound([]Criterion{{ID: "a"}}, 4)
	for _, verifier := range []string{"b", "c", "d"} {
		_ = round.Add(`{"criterion_id": "a", "score": 18, "evidence": ["ran it"], "findings": []}`, "a", verifier)
	}
	_ = round.Add(reply, "a", "a")
	d, _ := DecideVerification(round, Policy{AcceptMean: 14, QuorumFraction: 0.75})
	return d
}

// inUTF16 returns text in UTF-16, as some shells write it.
func inUTF16(text string) string {
	b := []byte("\xff\xfe")
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// A shape that vetoes beside a whole report with a clean score speaks against it.
func TestVetoShapesBesideAReport(t *testing.T) {
	const clean = `{"criterion_id": "a", "score": 18, "evidence": ["ran it"], "findings": []}`
	spoken := map[string]bool{ // only spoken of: no statement
		"would": true, "twice negated": true, "not only": true, "is a veto": true,
	}
	for _, tt := range vetoShapes {
		if strings.HasPrefix(tt.reply, "<think") || strings.HasPrefix(tt.reply, "<seed") {
			continue // a draft may say what it likes
		}
		for _, reply := range []string{tt.reply + "\n\n" + clean, clean + "\n\n" + tt.reply} {
			d := besideClean(reply)
			if d.Kind == Accept && !(spoken[tt.name] && strings.HasSuffix(reply, clean)) {
				t.Errorf("%s: %q: %v", tt.name, reply, d)
			}
		}
	}
}

// Honest replies without a veto are not turned into one: a report keeps its score,
// and of what is no report nothing is kept.
func TestHonestReplies(t *testing.T) {
	report := func(members string) string { return `{"criterion_id": "a", "score": 17, ` + members + `}` }
	for _, tt := range []struct {
		name, reply string
		scored      bool
		reason      string
	}{
		{"path tested", report(`"evidence": ["the veto path is tested"]`), true, "spoken of"},
		{"veto kept", report(`"evidence": ["a veto is kept with its line", "checked that severity veto stops the round"]`), true, "spoken of"},
		{"files", report(`"evidence": ["read internal/veto.go and veto_test.go", "TestVetoIsKept passes"]`), true, "names of code"},
		{"code", report(`"evidence": ["TestVeto feeds {\"severity\": \"veto\"} to it", "veto(x) is called", "the column vetoed_at is set"]`), true, "code"},
		{"quoted label", report(`"evidence": ["prints \"veto: the key leaks\" to stderr"]`), true, "it is quoted"},
		{"no veto in evidence", report(`"evidence": ["no veto needed", "Veto: none"]`), true, "negated"},
		{"template in evidence", report(`"evidence": ["the prompt says veto|blocking|note"]`), true, "a template"},
		{"power", report(`"evidence": ["Veto power is not needed", "Vetoes are listed first"]`), true, "a subject"},
		{"note about it", report(`"findings": [{"finding": "the veto message could be clearer", "severity": "note"}]`), true, "a note that speaks of it"},
		{"flags", report(`"veto": false, "vetoes": [], "vetoed": "no", "veto_reason": ""`), true, "empty members"},
		{"flag in words", report(`"veto": "no veto raised", "vetoes": "none found in the diff"`), true, "members that say so"},
		{"prose before", "No veto from me.\n" + report(`"findings": []`), true, "negated"},
		{"prose that speaks", "I checked that a leak is met by a veto.\n" + report(`"findings": []`), true, "spoken of"},
		{"counts before", "- Vetoes: 0\n- Blocking: none\n" + report(`"findings": []`), true, "none is counted"},
		{"table before", "| veto | blocking | note |\n|---|---|---|\n| 0 | 0 | 1 |\n\n" + report(`"findings": []`), true, "none is counted"},
		{"headings before", "## Vetoes\n\nNone.\n\n## Report\n" + report(`"findings": []`), true, "a heading over none"},
		{"thought", "<think>Should I veto? It is masked after all.</think>\n" + report(`"findings": []`), true, "a draft"},
		{"a blocking finding", report(`"findings": [{"finding": "slow", "severity": "blocking", "blocking": true}]`), true, "it blocks, and is no veto"},
		{"criterion of that name", `{"criterion_id": "a", "score": 17, "evidence": ["see criterion veto-handling"]}`, true, "a name"},

		{"no veto", "No veto from me, but I could not run the suite.", false, "negated"},
		{"no reason to", "I see no reason to veto; the suite does not build here.", false, "negated"},
		{"labels", "- **Veto:** no\n- **Score:** seventeen", false, "negated"},
		{"cut after none", `{"criterion_id": "a", "findings": [], "evid`, false, "there is none"},
		{"cut in a note", `{"criterion_id": "a", "findings": [{"finding": "odd name", "severity": "note"}], "evid`, false, "its severity is known"},
		{"another shape", `{"criterion_id": "a", "rating": "good", "veto": null}`, false, "an empty member"},
		{"schema", `{"type": "object", "properties": {"severity": {"type": "string", "enum": ["veto", "blocking", "note"]}}}`, false, "a template"},
		{"prompt", `Reply with {"score": 1, "findings": [{"finding": "...", "severity": "veto|blocking|note"}]} please.`, false, "a template"},
		{"file names", "testdata/vetoes.json failed with ENOENT, and pkg/veto does not build.", false, "names of code"},
		{"nothing to report", `{"findings": ["None"], "rating": 5}`, false, "there is none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			round := NewRound([]Criterion{{ID: "a"}}, 1)
			err := round.Add(tt.reply, "a", "v")
			if (err == nil) != tt.scored {
				t.Errorf("%v: %s", err, tt.reason)
			}
			for _, f := range round.Salvaged {
				if f.Severity.weight() == Veto {
					t.Errorf("%+v is kept: %s", f, tt.reason)
				}
			}
		})
	}
}
