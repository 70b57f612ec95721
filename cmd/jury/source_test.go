package main

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/seed-bcabc8a2/jury"
)

func TestSourceInName(t *testing.T) {
	c := count{criteria: []jury.Criterion{{ID: "leaks"}, {ID: "works"}}}
	for _, tt := range []struct {
		name, reason, file string
		want               source
		wrong              bool
	}{
		{"id and verifier", "the usual name", "out/leaks.anna.txt", source{"leaks", "anna"}, false},
		{"no extension", "what follows the id is whose it is", "leaks.anna", source{"leaks", "anna"}, false},
		{"a second try", "it is the same verifier's", "leaks.anna.2.txt", source{"leaks", "anna"}, false},
		{"after a prefix", "the id may be any part", "run7.leaks.anna.json", source{"leaks", "anna"}, false},
		{"verifier first", "nothing else says whose it is", "anna.leaks.txt", source{"leaks", "anna"}, false},
		{"verifier first, a second try", "a number is no name beside one", "anna.leaks.2.txt", source{"leaks", "anna"}, false},
		{"numbered verifiers", "but it is where there is no other", "leaks.2.txt", source{"leaks", "2"}, false},
		{"id alone", "it may be anybody's, and about anything", "leaks.txt", source{}, false},
		{"no id", "as above", "anna.txt", source{}, false},
		{"id in another case", "ids are as the rubric has them", "Leaks.anna.txt", source{}, false},
		{"part of an id", "parts are whole", "leaks-2.anna.txt", source{}, false},
		{"folder", "only the file is named", "leaks.anna/reply.txt", source{}, false},
		{"no verifier", "two dots have nothing between them", "leaks..txt", source{}, false},
		{"two ids", "it could be about either", "leaks.works.txt", source{}, true},
		{"an id twice", "no verifier has the name of a criterion", "leaks.leaks.txt", source{}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := c.inName(filepath.FromSlash(tt.file))
			if got != tt.want || (err != nil) != tt.wrong {
				t.Errorf("%s: %+v, %v; want %+v", tt.reason, got, err, tt.want)
			}
		})
	}
}

func utf16le(text string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

const (
	rubricOne    = "## Criteria\n\n### Leaks {#leaks}\n\nDoes it?\n"
	rubricTwo    = rubricOne + "\n### Works {#works}\n\nDoes it?\n"
	good, better = `{"score": 17}`, `{"score": 19}`
	vetoing      = `{"score": 18, "findings": [{"finding": "token in log", "severity": "P0"}]}`
)

func TestDecideVerifiers(t *testing.T) {
	runRows(t, map[string]string{
		"one.md":           rubricOne,
		"two.md":           rubricTwo,
		"leaks.anna.txt":   good,
		"leaks.anna.2.txt": better,
		"leaks.ben.txt":    "I give it 20.",
		"leaks.ben.2.txt":  "Twenty.",
		"leaks.cleo.txt":   vetoing,
		"leaks.Anna.txt":   `{"score": 12}`,
		"leaks.works.txt":  good,
		"works.anna.txt":   better,
		"works.ben.txt":    `{"criterion_id": "leaks", "score": 20}`,
		"works.cleo.txt":   `{"score": 9}`,
		"x.txt":            good,
		"all.txt":          `[{"criterion_id": "leaks", "score": 16}, {"criterion_id": "works", "score": 15}]`,
		"part.txt":         `[{"criterion_id": "leaks", "score": 16}]`,
		"y.txt":            `{"score": 6}`,
		"minor.txt":        `{"score": 18, "findings": [{"finding": "odd", "severity": "Minor"}]}`,
		"16.txt":           "\xff\xfe" + utf16le(vetoing),
		"16-no-mark.txt":   utf16le(vetoing),
		"16-cut.txt":       "\xff\xfe" + utf16le(good) + "x",
		"16.md":            "\xff\xfe" + utf16le(rubricOne),
	}, []row{
		{
			name: "columns", reason: "a column for each verifier, a dash for each score that is not there",
			args: "decide -verifiers 3 -quorum 0.5 -rubric F/two.md F/leaks.anna.txt F/leaks.ben.txt F/works.anna.txt F/works.cleo.txt", status: statusGood,
			stdout: `…criterion  anna  ben  cleo  mean   spread    findings
leaks      17    -    -     17.00  17 to 17  -
works      19    -    9     14.00  9 to 19   -

set aside
  F/leaks.ben.txt  no verdict`,
		},
		{
			name: "at", reason: "ID@VERIFIER= says it of any file",
			args: "decide -verifiers 2 -rubric F/one.md leaks@anna=F/x.txt leaks@ben=F/y.txt", status: statusBad,
			stdout: "…criterion  anna  ben  mean   spread   findings\nleaks      17    6    11.50  6 to 17  -\n",
		},
		{
			name: "at-before-name", reason: "what the caller says goes before the name of the file",
			args: "decide -rubric F/one.md leaks@dora=F/leaks.anna.txt", status: statusGood,
			stdout: "…criterion  dora  mean",
		},
		{
			name: "several", reason: "one reply on all criteria",
			args: "decide -verifiers 2 -rubric F/two.md *@dora=F/all.txt F/leaks.anna.txt F/works.anna.txt", status: statusGood,
			stdout: "…criterion  dora  anna  mean   spread    findings\nleaks      16    17    16.50  16 to 17  -\nworks      15    19    17.00  15 to 19  -\n",
		},
		{
			name: "several-by-file", reason: "without a name the verifier is the file",
			args: "decide -rubric F/two.md *=F/all.txt", status: statusGood, stdout: "…criterion  scores  mean",
		},
		{
			name: "several-missing", reason: "what it leaves out is missing, and told",
			args: "decide -rubric F/two.md *@dora=F/part.txt", status: statusAgain, stdout: "…set aside\n  F/part.txt  ",
		},
		{
			name: "several-asked", reason: "who was asked for all was asked for this one",
			args: "decide -rubric F/two.md *@dora=F/part.txt F/works.anna.txt", status: statusWrong, stderr: "…2 verifiers for works, but -verifiers is 1;",
		},
		{
			name: "at-nobody", reason: "a variable of a script may be empty",
			args: "decide -rubric F/one.md leaks@=F/x.txt", status: statusWrong,
			stderr: "…names no verifier after the @\n",
		},
		{
			name: "retry", reason: "two files of one verifier are one vote, the lowest",
			args: "decide -verifiers 2 -rubric F/one.md F/leaks.anna.txt F/leaks.anna.2.txt", status: statusAgain,
			stdout: "…set aside\n  anna  superseded: its score 19 for leaks; the lowest of one verifier counts, once\n\nmean          17, 3 above the bar of 14\nquorum        1 of 2 expected scores, 2 needed\n",
		},
		{
			name: "case", reason: "Anna is anna",
			args: "decide -verifiers 2 -rubric F/one.md F/leaks.anna.txt leaks@Anna=F/leaks.Anna.txt", status: statusAgain,
			stdout: "…criterion  anna  mean   spread    findings\nleaks      12    12.00",
		},
		{
			name: "too-many", reason: "a third verifier of two was not asked",
			args: "decide -verifiers 2 -quorum 0.5 -rubric F/one.md F/leaks.anna.txt F/leaks.cleo.txt leaks@dora=F/x.txt", status: statusWrong,
			stderr: "jury: 3 verifiers for leaks, but -verifiers is 2; leave stale replies out, name the files of one verifier alike, or set -verifiers to how many were asked\n",
		},
		{
			name: "too-many-unreadable", reason: "one that cannot be read was asked as well",
			args: "decide -verifiers 1 -rubric F/one.md F/leaks.anna.txt F/leaks.ben.txt", status: statusWrong,
			stderr: "…2 verifiers for leaks, but -verifiers is 1;",
		},
		{
			name: "retries-unreadable", reason: "two tries of one verifier are one",
			args: "decide -verifiers 2 -quorum 0.5 -rubric F/one.md F/leaks.anna.txt F/leaks.ben.txt F/leaks.ben.2.txt", status: statusGood,
			stdout: "…quorum   1 of 2 expected scores, 1 needed\n",
		},
		{
			name: "two-ids", reason: "the file could be about either",
			args: "decide -rubric F/two.md F/leaks.works.txt", status: statusWrong,
			stderr: "jury: the name of F/leaks.works.txt has two ids, leaks and works; write ID@VERIFIER=FILE\n",
		},
		{
			name: "two-ids-told", reason: "then the caller says it",
			args: "decide -verifiers 2 -quorum 0.25 -rubric F/two.md leaks@anna=F/leaks.works.txt", status: statusAgain,
			stdout: "…criterion  anna  mean",
		},
		{
			name: "one-file-of-two", reason: "a copy is no second opinion",
			args: "decide -verifiers 2 -rubric F/one.md leaks@anna=F/x.txt leaks@ben=F/./x.txt", status: statusWrong,
			stderr: "jury: F/./x.txt is given as the reply of two verifiers, anna and ben\n",
		},
		{
			name: "name-contradicted", reason: "a report on another criterion than its file says is set aside",
			args: "decide -rubric F/two.md F/leaks.anna.txt F/works.ben.txt", status: statusAgain,
			stdout: "…F/works.ben.txt  bad value at line 1, column 19: criterion_id: it names \"leaks\"",
		},
		{
			name: "files-without-names", reason: "one file has no name: then scores are a list",
			args: "decide -verifiers 2 -rubric F/one.md F/leaks.anna.txt leaks=F/y.txt", status: statusBad,
			stdout: "…criterion  scores  mean   spread   findings\nleaks      17 6    11.50  6 to 17  -\n",
		},
		{
			name: "said", reason: "whoever maps severities sees which word was written",
			args: "decide -rubric F/one.md F/leaks.cleo.txt", status: statusBad,
			stdout: "…findings\n  veto (said \"p0\")  leaks  cleo  \"token in log\"\n",
		},
		{
			name: "severity", reason: "a word that is mapped counts as what it is mapped to",
			args: "decide -severity minor=note -severity P1=blocking -rubric F/one.md leaks@anna=F/minor.txt", status: statusGood,
			stdout: "…note (said \"minor\")  leaks  anna  \"odd\"\n",
		},
		{
			name: "severity-own", reason: "ours mean what they mean",
			args: "decide -severity veto=note -rubric F/one.md F/leaks.anna.txt", status: statusWrong,
			stderr: "…jury: invalid policy: -severity says what \"veto\" counts as",
		},
		{
			name: "severity-twice", reason: "the second would count",
			args: "decide -severity minor=veto -severity minor=note -rubric F/one.md F/leaks.anna.txt", status: statusWrong,
			stderr: "…write each word once, as in minor=note",
		},
		{
			name: "floor-marked", reason: "the row says where the fault is",
			args: "decide -floor 10 -accept 10 -rubric F/two.md F/leaks.anna.txt F/works.cleo.txt", status: statusBad,
			stdout: "…leaks      17    -     17.00          17 to 17  -\nworks      -     9     9.00 below 10  9 to 9    -\n",
		},
		{
			name: "min", reason: "one score of two is too few to say",
			args: "decide -verifiers 2 -quorum 0.5 -min 2 -rubric F/one.md F/leaks.anna.txt", status: statusAgain,
			stdout: "…decision: indeterminate\n  criterion_below_min  fewer than 2 scores: leaks with 1\n",
		},
		{
			name: "spread", reason: "a quarrel is for a person: asking again cannot help",
			args: "decide -verifiers 2 -accept 10 -spread 5 -rubric F/one.md leaks@anna=F/x.txt leaks@ben=F/y.txt", status: statusStuck,
			stdout: "…asking again  cannot change this: verifiers disagree, and a person must say who is right\n\ndecision: indeterminate\n  disagreement  more than 5 apart: leaks with 6 to 17\n",
		},
		{
			name: "spread-past", reason: "said in terms of the flag",
			args: "decide -spread 20 -rubric F/one.md F/leaks.anna.txt", status: statusWrong,
			stderr: "jury: invalid policy: -spread is 20; set it from 1 to 19, or to 0 for none\n",
		},
		{
			name: "quorum-quotient", reason: "two of three is 2/3, and not 0.67",
			args: "decide -verifiers 3 -quorum 2/3 -rubric F/one.md F/leaks.anna.txt leaks@dora=F/x.txt", status: statusGood,
			stdout: "…quorum   2 of 3 expected scores, 2 needed\n",
		},
		{
			name: "quorum-zeroth", reason: "no number",
			args: "decide -quorum 1/0 -rubric F/one.md F/leaks.anna.txt", status: statusWrong,
			stderr: "jury: invalid value \"1/0\" for flag -quorum: write a number, or two as in 2/3; jury decide -h shows the flags\n",
		},
		{
			name: "quorum-negative", reason: "signs are for no count",
			args: "decide -quorum -1/2 -rubric F/one.md F/leaks.anna.txt", status: statusWrong, stderr: "…write a number",
		},
		{
			name: "quorum-over", reason: "more than all",
			args: "decide -quorum 3/2 -rubric F/one.md F/leaks.anna.txt", status: statusWrong, stderr: "…-quorum is 1.5; set it above 0 and up to 1",
		},
		{
			name: "UTF-16", reason: "a veto is not lost because a shell wrote it so",
			args: "decide -rubric F/16.md leaks@anna=F/16.txt", status: statusBad, stdout: "…token in log",
		},
		{
			name: "UTF-16-no-mark", reason: "nor where the mark is missing",
			args: "decide -rubric F/one.md leaks@anna=F/16-no-mark.txt", status: statusBad, stdout: "…token in log",
		},
		{
			name: "UTF-16-cut", reason: "half a character is a sign of more",
			args: "decide -rubric F/one.md leaks@anna=F/16-cut.txt", status: statusAgain, stdout: "…pass not trusted",
		},
		{
			name: "md-to-stdout", reason: "the text is there already",
			args: "decide -md - -rubric F/one.md F/leaks.anna.txt", status: statusWrong,
			stderr: "jury: standard output has the text; -md and -junit need the name of a file\n",
		},
		{
			name: "md-nowhere", reason: "an answer of which a part is lost is none",
			args: "decide -md F/none/x.md -rubric F/one.md F/leaks.anna.txt", status: statusWrong, stderr: "…jury: open F/none/x.md: ",
		},
	})
}

// TestDecideFiles writes Markdown and JUnit XML with what would steer a page.
func TestDecideFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"r.md":           rubricTwo,
		"leaks.anna.txt": `{"score": 18, "findings": [{"finding": "<script> | @ben [x](http://y) ` + "``` \\u001b]" + `", "severity": "veto"}]}`,
		"leaks.ben.txt":  "| <b>",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	markdown, junit := filepath.Join(dir, "out.md"), filepath.Join(dir, "out.xml")
	status, stdout, stderr := try("", "decide", "-verifiers", "2", "-md", markdown, "-junit", junit, "-rubric", filepath.Join(dir, "r.md"),
		filepath.Join(dir, "leaks.anna.txt"), "leaks@@ben="+filepath.Join(dir, "leaks.ben.txt"))
	if status != statusStuck || stdout == "" || stderr != "" {
		t.Fatalf("status %d\n%s%s", status, stdout, stderr)
	}
	got := strings.ReplaceAll(readFile(t, markdown), dir+string(filepath.Separator), "")
	for _, want := range []string{
		"## jury: indeterminate\n",
		"- **veto**: leaks by anna\n",
		"| criterion | anna | ` @ben ` | mean | spread | findings |\n|:--|:--|:--|:--|:--|:--|\n| leaks | 18 | - | 18.00 | 18 to 18 | 1 veto |\n",
		"| veto | leaks | anna | ```` \"<script> \\| @ben [x](http://y) ``` \\x1b]\" ```` |\n",
		"| ` leaks.ben.txt ` |",
		"- asking again: cannot change this: a veto stands, whatever the scores are\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	var suites junitSuites
	if err := xml.Unmarshal([]byte(readFile(t, junit)), &suites); err != nil {
		t.Fatal(err)
	}
	s := suites.Suites[0]
	if s.Tests != 3 || s.Failures != 2 || s.Errors != 1 || len(s.Cases) != 3 || s.Cases[0].Failure == nil || s.Cases[1].Error == nil || s.Cases[2].Failure == nil {
		t.Errorf("%+v", s)
	}
	if message := s.Cases[0].Failure.Message; !strings.HasPrefix(message, `veto by anna: "<script> | @ben`) || strings.Contains(message, "\x1b") {
		t.Errorf("the failure says %q", message)
	}
}

// TestDecideFilesOfAnAccept: nothing fails where nothing is wrong.
func TestDecideFilesOfAnAccept(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"r.md": rubricOne, "leaks.anna.txt": good} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	junit := filepath.Join(dir, "out.xml")
	status, _, _ := try("", "decide", "-junit", junit, "-rubric", filepath.Join(dir, "r.md"), filepath.Join(dir, "leaks.anna.txt"))
	if got := readFile(t, junit); status != statusGood || !strings.Contains(got, `tests="2" failures="0" errors="0"`) {
		t.Errorf("status %d\n%s", status, got)
	}
}
