package veto

import (
	"strings"
	"testing"
)

// said returns what text comes to: "" for no mention, "mention", "states", "blocks".
func said(text string, source Source) string {
	got := ""
	Mentions(text, 0, len(text), source, func(m Mention) {
		switch {
		case m.Blocking:
			got += "blocks "
		case m.Stated:
			got += "states "
		default:
			got += "mention "
		}
	})
	return strings.TrimSpace(got)
}

// What is no mention: a negation, a name of code, a template, and no other.
func TestNoMentions(t *testing.T) {
	for _, tt := range []struct{ name, text, reason string }{
		{"nothing", "It works.", "nobody speaks of one"},
		{"another word", "vet the vector, devote a Vetorecht", "the letters are a part of it"},

		{"no", "No veto from me, but I could not run the suite.", "no governs it"},
		{"no, plural", "No vetoes. I ran out of time.", "no governs it"},
		{"not a", "This is not a veto.", "not governs it"},
		{"never a", "That was never a veto to me", "never governs it"},
		{"without a", "Approved without a veto.", "without governs it"},
		{"neither", "Neither a veto nor a blocker.", "neither governs it"},
		{"nor", "It is no blocker, nor a veto.", "nor governs it"},
		{"no reason to", "I see no reason to veto.", "the reason is denied"},
		{"would not", "I would not veto this, yet I cannot score it either.", "the verb is denied"},
		{"won't", "I won’t veto it", "n't denies, with either apostrophe"},
		{"not worth", "It is not worth a veto", "a word between that carries it on"},
		{"does not amount to", "It does not amount to a veto.", "words between that carry it on"},
		{"nothing to", "There is nothing to veto here", "nothing is denied"},
		{"in bold", "There is no **veto** here", "marks are no words"},
		{"hyphen", "A non-veto remark", "a compound with non"},
		{"no blocking or veto", "no blocking or veto findings", "a severity between is carried on"},
		{"on the next line", "I see no reason to\nveto this.", "a line that ends in to goes on"},
		{"a count before", "0 vetoes, 2 notes", "none are counted"},
		{"free", "The change is veto-free", "as much as without"},

		{"label", "Veto: no", "no follows"},
		{"bold label", "- **Veto:** no\n- **Score:** seventeen", "no follows the marks"},
		{"label in parentheses", "Vetoes: (none)", "none follows"},
		{"a count", "Vetoes (0)", "0 follows"},
		{"false", `{"veto": false, "score"`, "false follows the quote"},
		{"null", `"veto": null`, "null follows"},
		{"empty list", `"vetoes": [],`, "[] follows"},
		{"empty list on lines", "\"vetoes\": [\n],", "[ ] follows"},
		{"empty text", `"veto": "",`, "an empty text follows"},
		{"none on the next line", "### Vetoes\n\nNone.", "a heading over none"},
		{"none in the next item", "Vetoes:\n- none", "a label over none"},
		{"question", "Veto? No, it is masked.", "no follows"},
		{"tag", "<veto>none</veto>", "none stands in the element"},
		{"flag", "veto=false", "false follows"},
		{"not needed", "A veto is not needed.", "it is denied after the word"},
		{"name of a member", `"hard_veto": false`, "false follows the name"},
		{"cell", "| veto | 0 |", "0 is in the next cell"},
		{"column", "| veto | blocking | note |\n|---|---|---|\n| 0 | 0 | 2 |", "0 is in the cell below"},
		{"empty column", "| Issue | Veto |\n|:--|--|\n| odd name | - |\n| slow | no |\n", "each cell below says so"},

		{"column of a database", "The column `vetoed_at` is read but never written.", "a part of a name"},
		{"method", "(*Round).HasVeto returns early on an empty list.", "a part of a name"},
		{"test", "TestVetoIsKept panics before it asserts anything.", "a part of a name"},
		{"file", "Loading testdata/vetoes.json failed with ENOENT.", "a path"},
		{"files", "veto.go handles nil, veto_test.go:14 covers it", "files"},
		{"package", "cd pkg/veto && go vet ./... reports nothing.", "a path"},
		{"URL", "See https://example.org/rfc/veto/12 for the format.", "a URL"},
		{"call", "veto(x) is called", "a call"},
		{"call of nothing", "It calls veto() twice", "a call"},
		{"member", "jury.Veto is exported", "the member of a package"},
		{"document", "docs/veto-rules.md says so", "a path"},

		{"bars", `"severity": "veto|blocking|note"`, "one is to be chosen"},
		{"commas", "Severity is one of veto, blocking, note.", "one is to be chosen"},
		{"or", `Each has a severity ("veto", "blocking" or "note").`, "one is to be chosen"},
		{"angles", `"<veto, blocking or note>"`, "one is to be chosen"},
		{"reverse", "note, blocking or veto", "in any order"},
		{"list", `"enum": ["veto", "blocking", "note"]`, "one is to be chosen"},
		{"slashes", "severity: veto/blocking/note", "one is to be chosen"},

		{"blocking, of other things", "The call is blocking.", "no severity"},
		{"blocking, as one of many", "severity: blocking is misspelt here", "a sentence goes on"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(tt.text, Prose); got != "" && !(got == "blocks") {
				t.Errorf("%q: %s: %s", tt.text, got, tt.reason)
			}
			if got := said(tt.text, Quoted); got != "" {
				t.Errorf("%q in a string: %s: %s", tt.text, got, tt.reason)
			}
		})
	}
}

// Every other mention is one; some state a veto.
func TestMentions(t *testing.T) {
	for _, tt := range []struct{ name, text, prose, quoted, reason string }{
		{"spoken of", "The veto path is tested.", "mention", "mention", "a statement is more"},
		{"as a subject", "Veto power is not needed", "states", "mention", "a line of prose that begins so is a label as often as not"},
		{"explained", "A veto means that it must not ship.", "mention", "mention", "not negated"},
		{"path before", "A path, and a veto", "mention", "mention", "the word is no part of it"},

		{"another sentence", "There are no tests at all. Veto.", "states", "states", "the negation governs another word"},
		{"no doubt", "No doubt about it: veto.", "states", "states", "a colon ends the clause"},
		{"no excuse", "There is no excuse for logging a password; I veto it.", "states", "states", "a semicolon ends the clause"},
		{"not only", "It is not only slow, it is a veto.", "states", "states", "not only is no negation"},
		{"nothing is safe", "Nothing in here is safe, hence my veto.", "states", "states", "a comma ends the clause"},
		{"one of two", "No veto for style. Veto for security: the key is logged.", "states", "mention", "the second is not negated"},
		{"without a fix", "Without a fix this is a veto", "states", "states", "without governs the fix"},
		{"no tests and", "No tests and a veto", "mention", "mention", "and parts them"},
		{"no choice but", "There is no choice but to veto", "mention", "mention", "but takes it back"},
		{"no reason not to", "I see no reason not to veto.", "mention", "mention", "two negations"},
		{"why I should not", "I see no reason why I should not veto this", "mention", "mention", "two negations"},
		{"if not", "A blocker, if not a veto", "mention", "mention", "in doubt"},
		{"a line before", "tests: no\nveto, since the key leaks", "states", "states", "a line ends the clause"},
		{"a score of 0", "score 0 veto: leaks", "states", "mention", "the 0 is the score"},
		{"a reason with no", "Veto: no authentication at all", "states", "states", "no governs another word"},
		{"none of many", "Veto: none of the endpoints checks", "states", "states", "none governs another word"},
		{"not enough", "A veto is not enough", "mention", "mention", "in doubt"},
		{"counts after", "1 veto, 0 blocking", "states", "mention", "0 counts another word"},
		{"cells after", "| 1 veto | 0 blocking |", "states", "mention", "0 counts another word"},
		{"a heading over a list", "### Vetoes (2)\n\n1. drops the table", "states", "states", "two"},

		{"label", "Veto: the key leaks", "states", "states", "a label"},
		{"quoted label", "> Veto: the licence forbids this use.", "states", "states", "a label in a quote of the judge"},
		{"verdict", "Verdict: VETO", "states", "states", "all that a label says"},
		{"long label", "My vote on this criterion is: veto", "states", "states", "all that a label says"},
		{"cell", "| Refresh token is written | VETO |", "states", "mention", "all that a cell says"},
		{"count in a column", "| veto | blocking | note |\n|---|---|---|\n| 1 | 0 | 2 |", "states", "mention", "one is counted"},
		{"heading", "#### Finding 3: race in Close (veto)", "states", "states", "what a heading is marked with"},
		{"item", "- reads past the end (veto)", "states", "states", "what an item is marked with"},
		{"numbered", "1. SQL is built from user input — veto", "states", "states", "what an item is marked with"},
		{"emoji", "- 🛑 veto 🛑 SQL is built", "states", "states", "what an item begins with"},
		{"severity", "**Severity:** 🔴 veto", "states", "states", "a severity"},
		{"severity in parentheses", "leaks (severity: veto)", "states", "mention", "a severity"},
		{"severity in an item", "- SQL is built from user input, severity=veto", "states", "mention", "a severity"},
		{"severity of an enum", "severity: Severity.VETO", "states", "mention", "a severity, though a name of code"},
		{"severity in a tag", `<finding severity="veto">leaks</finding>`, "states", "mention", "a severity"},
		{"severity in an element", "<severity>\n  veto\n</severity>", "states", "states", "a severity"},
		{"attribute", "<finding level='VETO' file='a.go'/>", "states", "mention", "all that an attribute says"},
		{"element", "<veto>leaks</veto>", "states", "states", "the name of a tag"},
		{"flag", "<veto/>", "states", "states", "the name of a tag, and no path"},
		{"I", "I veto this change: half of the tests were deleted.", "states", "states", "the judge says so"},
		{"I must", "I must therefore veto.", "states", "states", "the judge says so"},
		{"I recommend", "I recommend a veto: token in log", "states", "states", "the judge says so"},
		{"it is", "This change is vetoed.", "states", "states", "it is said of the candidate"},
		{"it is, in passing", "Checked that the change is vetoed by a leak", "states", "mention", "evidence may speak of it"},
		{"member", `{"veto_reason": "leaks"`, "mention", "mention", "a name with a value"},
		{"label that goes on", "veto_reason: leaks", "states", "states", "a name with a value"},
		{"escaped line", `"comment": "It works.\nVeto: leaks`, "mention", "mention", "the n belongs to the escape"},
		{"escaped quote", `\u0022veto\u0022`, "mention", "mention", "the digits belong to the escape"},
		{"in two", "ve\u200bto: leaks", "states", "states", "what cannot be seen is not there"},
		{"two to choose from", "veto or note", "states", "mention", "no template names two"},
		{"toml", "level = \"veto\"", "states", "states", "all that a label says"},
		{"csv", "severity,finding\nveto,leaks", "states", "states", "the line begins with it"},
		{"slash", "/veto leaks the key", "states", "mention", "a command is no path"},
		{"in a comment of code", "//veto: leaks", "states", "states", "slashes are no path"},
		{"enum of another type", "decision=Decision.VETO", "states", "states", "a value, though a name of code"},
		{"why not", "Why not veto this?", "mention", "mention", "it is asked for"},
		{"hard not to", "It is hard not to veto", "mention", "mention", "it is asked for"},
		{"how could I not", "How could I not veto this!", "mention", "mention", "it is asked for"},
		{"hard veto", "Hard veto: leaks", "states", "states", "a label ends in it"},
		{"security veto", "**Security veto** – leaks", "states", "states", "a label ends in it"},
		{"heading that ends in it", "## A hard veto\n\nIt leaks.", "states", "mention", "a heading"},
		{"label in quotes", "prints \"veto: leaks\"", "mention", "mention", "it is quoted"},
		{"counted", "Findings: 1 veto, 2 notes", "states", "mention", "one is counted"},
		{"deserves", "This deserves a veto", "states", "states", "it is said of the candidate"},
		{"recommended", "Recommend a veto.", "states", "mention", "nobody else can"},
		{"fragment", "Must be vetoed.", "states", "mention", "all that its clause says"},
		{"after a semicolon", "I cannot approve this; veto", "states", "mention", "all that its clause says"},
		{"going to", "I'm going to veto this", "states", "states", "the judge says so"},
		{"consider it", "Consider it vetoed.", "states", "states", "it is said of the candidate"},
		{"a sentence about vetoes", "A veto stops the round", "mention", "mention", "its clause says more"},
		{"number in parentheses", "1) veto: leaks", "states", "states", "an item of a list"},
		{"brackets before a colon", "**Finding 1 (veto):** leaks", "states", "mention", "what a finding is marked with"},
		{"a verdict with a reason", "My verdict: VETO — it leaks", "states", "states", "a dash ends the value"},
		{"alone", "Decision.VETO", "states", "mention", "all there is, though a name of code"},
		{"trailing off", "VETO...", "states", "states", "dots are no template of it"},
		{"verdict is", "My verdict is veto", "states", "states", "it is said by the judge"},
		{"blocking", "severity: blocking", "blocks", "blocks", "a severity"},
		{"both", "- severity: blocking\n- severity: veto", "blocks states", "blocks states", "line by line"},
		{"both on a line", "severity: blocking, then severity: veto", "states", "mention", "the graver one"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(tt.text, Prose); got != tt.prose {
				t.Errorf("%q: %q, want %q: %s", tt.text, got, tt.prose, tt.reason)
			}
			if got := said(tt.text, Quoted); got != tt.quoted {
				t.Errorf("%q in a string: %q, want %q: %s", tt.text, got, tt.quoted, tt.reason)
			}
		})
	}
}
