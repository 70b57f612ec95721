package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury"
)

func TestDecide(t *testing.T) {
	files := map[string]string{
		"two.md":      "## Criteria\n\n### Works {#works}\n\nDoes it?\n\n### Reads well {#style}\n\nDoes it?\n",
		"one.md":      "## Criteria\n\n### Works {#works}\n\nDoes it?\n",
		"broken.md":   "## Criteria\n\n###Works\n\nDoes it?\n",
		"works.txt":   `{"criterion_id": "works", "score": 17}`,
		"style.txt":   `{"criterion_id": "style", "score": 15}`,
		"low.txt":     `{"criterion_id": "style", "score": 3}`,
		"block.txt":   `{"criterion_id": "style", "score": 15, "findings": [{"finding": "slow", "severity": "Blocking"}]}`,
		"veto.txt":    `{"criterion_id": "style", "score": 20, "findings": [{"finding": "leaks\u001b[2J\u202e", "severity": "veto"}, {"finding": "neat", "severity": "note"}]}`,
		"noid.txt":    `{"score": 15}`,
		"other.txt":   `{"criterion_id": "sp\u001b[31meed", "score": 15}`,
		"prose.txt":   "I give it 20 of 20.",
		"empty.txt":   "",
		"a=b.txt":     `{"criterion_id": "style", "score": 15}`,
		"style=b.txt": `{"criterion_id": "works", "score": 15}`,
		"x.txt":       `what the pattern [x].txt matches`,
		"[x].txt":     `{"criterion_id": "style", "score": 15}`,
	}
	runRows(t, files, []row{
		{
			name: "accept", reason: "both criteria scored, the mean above the bar",
			args: "decide -rubric F/two.md F/works.txt F/style.txt", status: statusGood,
			stdout: `criterion  scores  mean   spread    findings
works      17      17.00  17 to 17  -
style      15      15.00  15 to 15  -

mean    16, 2 above the bar of 14
quorum  2 of 2 expected scores, 2 needed

decision: accept
`,
		},
		{
			name: "at-the-bar", reason: "at least is enough",
			args: "decide -accept 16 -rubric F/two.md F/works.txt F/style.txt", status: statusGood,
			stdout: "…mean    16, at the bar\n",
		},
		{
			name: "repair-by-mean", reason: "every score is there and the mean is low: asking again is wasted",
			args: "decide -rubric F/two.md F/works.txt F/low.txt", status: statusBad,
			stdout: `…
mean          10, 4 below the bar of 14
quorum        2 of 2 expected scores, 2 needed
asking again  cannot change this: every score is there

decision: repair
  mean_below_accept  10, 4 below the bar of 14
`,
		},
		{
			name: "repair-by-floor", reason: "17 elsewhere does not make up for a 3",
			args: "decide -accept 10 -floor 8 -rubric F/two.md F/works.txt F/low.txt", status: statusBad,
			stdout: "…decision: repair\n  criterion_below_floor  below the floor of 8: style with 3\n",
		},
		{
			name: "repair-by-veto", reason: "a veto beats a mean of 18.5, and its text cannot steer the terminal",
			args: "decide -rubric F/two.md F/works.txt F/veto.txt", status: statusBad,
			stdout: `criterion  scores  mean   spread    findings
works      17      17.00  17 to 17  -
style      20      20.00  20 to 20  1 veto, 1 note

findings
  veto  style  F/veto.txt  "leaks\x1b[2J\u202e"
  note  style  F/veto.txt  "neat"

mean          18.5, 4.5 above the bar of 14
quorum        2 of 2 expected scores, 2 needed
asking again  cannot change this: a veto stands, whatever the scores are

decision: repair
  veto  style in F/veto.txt
`,
		},
		{
			name: "blocking-is-told", reason: "without -blocking it is shown and changes nothing",
			args: "decide -rubric F/two.md F/works.txt F/block.txt", status: statusGood,
			stdout: "…  blocking  style  F/block.txt  \"slow\"\n",
		},
		{
			name: "repair-by-blocking", reason: "with -blocking it asks for repair",
			args: "decide -blocking -rubric F/two.md F/works.txt F/block.txt", status: statusBad,
			stdout: "…asking again  cannot change this: a blocking finding stands, whatever the scores are\n\ndecision: repair\n  blocking  style in F/block.txt\n",
		},
		{
			name: "missing", reason: "two scores are expected, though one file was found",
			args: "decide -rubric F/two.md F/works.txt", status: statusAgain,
			stdout: `criterion  scores  mean   spread    findings
works      17      17.00  17 to 17  -
style      -       -      -         -

mean          17, 3 above the bar of 14
quorum        1 of 2 expected scores, 2 needed
missing       1 for style; with the missing 1 the mean will be 9 to 18.5
asking again  can still change this

decision: indeterminate
  below_quorum       1 short of the 2 scores needed
  criterion_missing  no score for style
`,
		},
		{
			name: "out-of-reach", reason: "a 20 would not lift the mean to the bar",
			args: "decide -accept 19 -rubric F/two.md F/works.txt", status: statusStuck,
			stdout: "…asking again  cannot change this: scores of 20 would not lift the mean to the bar\n",
		},
		{
			name: "out-of-reach-floor", reason: "the one score that a criterion will have is below its floor",
			args: "decide -accept 2 -floor 8 -rubric F/two.md F/low.txt", status: statusStuck,
			stdout: "…asking again  cannot change this, whatever the missing scores are\n",
		},
		{
			name: "unread", reason: "replies without a score are set aside, each with its error",
			args: "decide -rubric F/two.md F/works.txt F/prose.txt F/empty.txt F/other.txt", status: statusAgain,
			stdout: `…set aside
  F/prose.txt  no verdict: there is no object with a score
  F/empty.txt  no verdict: there is no object with a score
  F/other.txt  bad value: it names "sp\x1b[31meed", which is no criterion of the round
`,
		},
		{
			name: "no-score-at-all", reason: "nothing to take a mean of",
			args: "decide -rubric F/one.md F/prose.txt", status: statusAgain,
			stdout: "…mean          none, the bar is 14\n",
		},
		{
			name: "id", reason: "the caller knows the criterion where the reply does not say",
			args: "decide -rubric F/two.md works=F/works.txt style=F/noid.txt", status: statusGood,
			stdout: "…decision: accept\n",
		},
		{
			name: "id-contradicted", reason: "a report on another criterion is not taken for this one",
			args: "decide -rubric F/two.md F/works.txt style=F/works.txt", status: statusAgain,
			stdout: "…F/works.txt  bad value at line 1, column 19: criterion_id: it names \"works\" in place of the criterion that was asked for\n",
		},
		{
			name: "no-id", reason: "without an id the score is for nothing",
			args: "decide -rubric F/one.md F/noid.txt", status: statusAgain,
			stdout: "…F/noid.txt  bad value",
		},
		{
			name: "stdin", reason: "one reply may come from standard input",
			args: "decide -rubric F/two.md F/works.txt style=-", stdin: `{"score": 15}`, status: statusGood,
			stdout: "…decision: accept\n",
		},
		{
			name: "verifiers", reason: "four scores are expected, and a quorum of half is there",
			args: "decide -verifiers 2 -quorum 0.5 -rubric F/two.md F/works.txt F/style.txt", status: statusGood,
			stdout: "…\nmean     16, 2 above the bar of 14\nquorum   2 of 4 expected scores, 2 needed\nmissing  1 for works, 1 for style; with the missing 2 the mean will be 8.5 to 18\n",
		},
		{
			name: "same-file-twice", reason: "one file is one verifier, by whatever path",
			args: "decide -verifiers 2 -rubric F/one.md F/works.txt F/./works.txt", status: statusAgain,
			stdout: "…set aside\n  F/works.txt  superseded: its score 17 for works; the lowest of one file counts, once\n",
		},
		{
			name: "stale-reply", reason: "two scores for one criterion do not make up for a missing one",
			args: "decide -verifiers 2 -quorum 0.75 -rubric F/two.md F/works.txt F/style.txt F/a=b.txt F/[x].txt", status: statusWrong,
			stderr: "jury: 3 verifiers for style, but -verifiers is 2; leave stale replies out, name the files of one verifier alike, or set -verifiers to how many were asked\n",
		},
		{
			name: "more-than-expected", reason: "the caller has miscounted",
			args: "decide -rubric F/one.md F/works.txt works=F/noid.txt", status: statusWrong,
			stderr: "jury: 2 verifiers for works, but -verifiers is 1; leave stale replies out, name the files of one verifier alike, or set -verifiers to how many were asked\n",
		},
		{
			name: "equals-in-file", reason: "what is before = is no id of the rubric, and the file is there",
			args: "decide -rubric F/two.md F/works.txt F/a=b.txt", status: statusGood,
			stdout: "…decision: accept\n",
		},
		{
			name: "pattern", reason: "a shell that expands nothing leaves it to the command",
			args: "decide -verifiers 9 -rubric F/two.md F/wor*.txt style=F/no?d.txt", status: statusAgain,
			stdout: "…quorum        2 of 18 expected scores, 18 needed\n",
		},
		{
			name: "pattern-is-a-file", reason: "a file that looks like a pattern is a file",
			args: "decide -rubric F/two.md F/works.txt F/[x].txt", status: statusGood,
			stdout: "…decision: accept\n",
		},
		{
			name: "pattern-of-nothing", reason: "no file at all is wrong use, as with any other name",
			args: "decide -rubric F/two.md F/none*.txt", status: statusWrong,
			stderr: "…jury: open F/none*.txt: ",
		},
		{
			name: "unknown-id", reason: "the known ones are named",
			args: "decide -rubric F/two.md stile=works.txt", status: statusWrong,
			stderr: "jury: no criterion has the id \"stile\"; the rubric has works, style\n",
		},
		{
			name: "id-without-file", reason: "a variable of a script may be empty",
			args: "decide -rubric F/two.md style=", status: statusWrong,
			stderr: "jury: \"style=\" names no file after the =\n",
		},
		{
			name: "stdin-twice", reason: "the second would be empty",
			args: "decide -rubric F/two.md works=- style=-", stdin: `{"score": 20}`, status: statusWrong,
			stderr: "jury: standard input can be read only once; name a file in place of the second -\n",
		},
		{
			name: "no-rubric", reason: "said before anything is read",
			args: "decide F/works.txt", status: statusWrong,
			stderr: "jury: no rubric; name it with -rubric, or see jury decide -h\n",
		},
		{
			name: "no-replies", reason: "a list that came out empty",
			args: "decide -rubric F/two.md", status: statusWrong,
			stderr: "jury: no replies; name their files after the flags, or see jury decide -h\n",
		},
		{
			name: "rubric-broken", reason: "file, line and advice",
			args: "decide -rubric F/broken.md F/works.txt", status: statusWrong,
			stderr: "jury: F/broken.md:3: malformed rubric: put a space after the hashes, or the line in a code fence\n",
		},
		{
			name: "rubric-gone", reason: "the system's word, in one line",
			args: "decide -rubric F/gone.md F/works.txt", status: statusWrong, stderr: "…jury: open F/gone.md: ",
		},
		{
			name: "reply-gone", reason: "a file that was named must be there; its absence is no opinion",
			args: "decide -rubric F/two.md F/works.txt F/gone.txt", status: statusWrong, stderr: "…jury: open F/gone.txt: ",
		},
		{
			name: "accept-nan", reason: "a bar of NaN is no bar",
			args: "decide -accept NaN -rubric F/two.md F/works.txt F/style.txt", status: statusWrong,
			stderr: "jury: invalid policy: -accept is NaN; set it from 1 to 20\n",
		},
		{
			name: "accept-zero", reason: "nor is 0",
			args: "decide -accept 0 -rubric F/two.md F/works.txt F/style.txt", status: statusWrong,
			stderr: "jury: invalid policy: -accept is 0; set it from 1 to 20\n",
		},
		{
			name: "quorum-zero", reason: "somebody must have scored",
			args: "decide -quorum 0 -rubric F/two.md F/works.txt F/style.txt", status: statusWrong,
			stderr: "jury: invalid policy: -quorum is 0; set it above 0 and up to 1\n",
		},
		{
			name: "floor-negative", reason: "a floor is on the scale",
			args: "decide -floor -1 -rubric F/two.md F/works.txt F/style.txt", status: statusWrong,
			stderr: "jury: invalid policy: -floor is -1; set it from 1 to 20, or to 0 for none\n",
		},
		{
			name: "verifiers-zero", reason: "said in terms of the flag",
			args: "decide -verifiers 0 -rubric F/two.md F/works.txt", status: statusWrong,
			stderr: "jury: -verifiers is 0; at least one verifier scores each criterion\n",
		},
		{
			name: "verifiers-huge", reason: "a wrapped number must not expect less",
			args: "decide -verifiers 2147483647 -rubric F/two.md F/works.txt", status: statusWrong,
			stderr: "…jury: invalid round: criteria × -verifiers is 1000001;",
		},
		{
			name: "flag-value", reason: "flag errors are wrong use",
			args: "decide -accept high -rubric F/two.md F/works.txt", status: statusWrong,
			stderr: "jury: invalid value \"high\" for flag -accept: parse error; jury decide -h shows the flags\n",
		},
		{
			name: "flag-after-reply", reason: "a flag that would be taken for a file is named",
			args: "decide -rubric F/two.md F/works.txt -accept=20", status: statusWrong,
			stderr: "…\"-accept=20\" stands after a file; put flags first",
		},
	})
}

// TestDecideIDBeforeFile: an id of the rubric before = is the id, also where a
// file has the whole as its name.
func TestDecideIDBeforeFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"r.md":    "## Criteria\n### A {#a}\nA?\n### B {#b}\nB?\n",
		"a=b.txt": `{"criterion_id": "b", "score": 20}`,
		"c=b.txt": `{"criterion_id": "b", "score": 16}`,
		"b.txt":   `{"score": 14}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	old, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir(dir); err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(old)
	d := decideJSON(t, 0, "a=b.txt", "c=b.txt")
	if d.Criteria[0].Sum != 14 || d.Criteria[1].Sum != 16 {
		t.Errorf("a=b.txt and c=b.txt gave %+v", d.Criteria)
	}
	d = decideJSON(t, 0, "./a=b.txt", "a=b.txt")
	if d.Criteria[0].Sum != 14 || d.Criteria[1].Sum != 20 {
		t.Errorf("./a=b.txt and a=b.txt gave %+v", d.Criteria)
	}
}

// TestDecideLink: a link to a reply is not a second verifier.
func TestDecideLink(t *testing.T) {
	dir := t.TempDir()
	rubric, reply, link := filepath.Join(dir, "r.md"), filepath.Join(dir, "reply.txt"), filepath.Join(dir, "link.txt")
	for name, text := range map[string]string{rubric: "## Criteria\n### A\nA?\n", reply: `{"criterion_id": "a", "score": 20}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(reply, link); err != nil {
		t.Skip(err)
	}
	status, stdout, _ := try("", "decide", "-verifiers", "2", "-rubric", rubric, reply, link)
	if status != statusAgain || !strings.Contains(stdout, "superseded") {
		t.Errorf("status %d:\n%s", status, stdout)
	}
}

func decideJSON(t *testing.T, status int, args ...string) (d jury.Decision) {
	t.Helper()
	got, stdout, stderr := try("", append([]string{"decide", "-json", "-rubric", "r.md"}, args...)...)
	if got != status {
		t.Fatalf("exit status %d, want %d: %s", got, status, stderr)
	}
	if err := json.Unmarshal([]byte(stdout), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestDecideJSON: -json prints the record that the library decides.
func TestDecideJSON(t *testing.T) {
	rubric, err := os.ReadFile("testdata/demo/criteria.md")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jury.ParseRubric(string(rubric))
	if err != nil {
		t.Fatal(err)
	}
	round := jury.NewRound(parsed.Criteria, 3)
	replies := demoReplies(t)
	unread := ""
	for _, file := range replies {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.Split(filepath.Base(file), ".")
		if err := round.Add(string(text), name[0], name[1]); err != nil {
			unread += "jury: " + quoteName(file) + strings.TrimPrefix(err.Error(), "jury") + "\n"
		}
	}
	want, err := jury.DecideVerification(round, jury.Policy{AcceptMean: 14, QuorumFraction: 0.75})
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"decide", "-json", "-rubric", "testdata/demo/criteria.md", "-verifiers", "3", "-quorum", "0.75"}
	status, stdout, stderr := try("", append(args, replies...)...)
	var got jury.Decision
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) || status != statusBad || stderr != unread {
		t.Errorf("status %d, record\n%+v\nwant\n%+v\nstandard error\n%s\nwant\n%s", status, got, want, stderr, unread)
	}
}

// TestDecideFlood: what is of use to a person stays in sight, whatever a
// verifier writes.
func TestDecideFlood(t *testing.T) {
	var findings []string
	for i := range 200 {
		findings = append(findings, fmt.Sprintf(`{"finding": "%d %s", "severity": "note"}`, i, strings.Repeat("long ", 99)))
	}
	findings = append(findings, `{"finding": "the one that matters", "severity": "veto"}`)
	dir := t.TempDir()
	rubric, reply := filepath.Join(dir, "r.md"), filepath.Join(dir, "odd name.txt")
	if err := os.WriteFile(rubric, []byte("## Criteria\n### A\nA?\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(reply, []byte(`{"criterion_id": "a", "score": 20, "findings": [`+strings.Join(findings, ",")+"]}"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, stdout, _ := try("", "decide", "-verifiers", "12", "-rubric", rubric, reply)
	lines := strings.Split(stdout, "\n")
	if status != statusStuck || len(lines) > 40 || !strings.HasPrefix(lines[4], "  veto  a  \"") || !strings.Contains(lines[4], "the one that matters") {
		t.Errorf("status %d:\n%s", status, stdout)
	}
	for _, want := range []string{"20 - - - - - - - - and 3 more", "1 veto, 200 note", "and 181 more, which -json lists", "…\"\n"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is not in\n%s", want, stdout)
		}
	}
	for _, line := range lines {
		if len(line) > 400 {
			t.Errorf("a line of %d bytes: %s", len(line), line)
		}
	}
}

// TestDecideManyVetoes: the decision names each file once, and not all of many.
func TestDecideManyVetoes(t *testing.T) {
	dir := t.TempDir()
	args := []string{"decide", "-verifiers", "12", "-rubric", filepath.Join(dir, "r.md")}
	if err := os.WriteFile(filepath.Join(dir, "r.md"), []byte("## Criteria\n### A\nA?\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		file := filepath.Join(dir, fmt.Sprintf("%02d.txt", i))
		if err := os.WriteFile(file, []byte(`{"criterion_id": "a", "score": 20, "findings": ["one", "two"]}`), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	status, stdout, _ := try("", args...)
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(stdout, dir+string(filepath.Separator), "")), "\n")
	want := "  veto  a in 00.txt, a in 01.txt, a in 02.txt, a in 03.txt, a in 04.txt, a in 05.txt, a in 06.txt, a in 07.txt, a in 08.txt, and more"
	if got := lines[len(lines)-1]; status != statusBad || got != want {
		t.Errorf("status %d, %s, want %s", status, got, want)
	}
}

func TestQuoteName(t *testing.T) {
	for in, want := range map[string]string{
		"a/b-c.txt": "a/b-c.txt", "": `""`, "a b": `"a b"`, "a\x1bb": `"a\x1bb"`, `a"b`: `"a\"b"`, "grün": "grün",
		"a\u00a0b": "\"a\u00a0b\"", "\xff": `"\xff"`, `C:\\a.txt`: `C:\\a.txt`,
	} {
		if got := quoteName(in); got != want {
			t.Errorf("quoteName(%q) is %s, want %s", in, got, want)
		}
	}
}
