package main

import (
	"testing"
)

func TestRubric(t *testing.T) {
	const small = "## Ground Truth Note\n\nOrder 4711.\n\n## Criteria\n\n### Root cause {#root}\n\nIs it repaired?\n\n    code\n\n### Tests\nAre there tests?\n"
	runRows(t, map[string]string{
		"small.md":   small,
		"plain.md":   "## Criteria\n### Fit\nFits.\n",
		"empty.md":   "# Rubric\n\n## Criteria\n\n### Fit\n\n### Style\n\nReads well.\n",
		"several.md": "## Criteria\n###A\nx\n### B {#b!}\ny\n",
		"list.md":    "## Criteria\n- Fits {#fits weight=3 floor=12.5}: the task\n- [ ] Safe {floor=9}\n",
		"prose.md":   "Please judge the code.\n",
		"hostile.md": "## Criteria\n### Fit \x1b[31m\nFits\u202e \u009b2J \xff\tor not.\n",
	}, []row{
		{
			name: "shown", reason: "note, then id, name and description of each criterion",
			args: "rubric F/small.md", status: statusGood,
			stdout: "Ground truth note\n\n    Order 4711.\n\nroot: Root cause\n\n    Is it repaired?\n\n        code\n\ntests: Tests\n\n    Are there tests?\n",
		},
		{
			name: "stdin", reason: "a rubric may be piped in; without a note none is shown",
			args: "rubric -", stdin: "## Criteria\n### Fit\nFits.\n", status: statusGood, stdout: "fit: Fit\n\n    Fits.\n",
		},
		{
			name: "json", reason: "for programs",
			args: "rubric -json F/plain.md", status: statusGood,
			stdout: "{\n  \"ground_truth_note\": \"\",\n  \"criteria\": [\n    {\n      \"id\": \"fit\",\n      \"name\": \"Fit\",\n      \"description\": \"Fits.\"\n    }\n  ]\n}\n",
		},
		{
			name: "error-with-line", reason: "the file, the line, and what to do",
			args: "rubric F/empty.md", status: statusWrong,
			stderr: "jury: F/empty.md:5: empty criterion: write below the heading what to judge, for \"fit\"\n",
		},
		{
			name: "several-errors", reason: "all at once, each with its line",
			args: "rubric F/several.md", status: statusWrong,
			stderr: "jury: F/several.md:2: malformed rubric: put a space after the hashes, or the line in a code fence\n" +
				"jury: F/several.md:4: invalid criterion id: \"b!\": an id is made of letters, digits, _ and -\n",
		},
		{
			name: "list", reason: "items are criteria, with a weight and a floor where one is given",
			args: "rubric F/list.md", status: statusGood,
			stdout: "fits: Fits (weight 3, floor 12.5)\n\n    Fits: the task\n\nsafe: Safe (floor 9)\n\n    Safe\n",
		},
		{
			name: "no-criteria", reason: "text is no rubric",
			args: "rubric F/prose.md", status: statusWrong, stderr: "…jury: F/prose.md: no criteria",
		},
		{
			name: "control-characters", reason: "a rubric is shown, not obeyed; tabs stay",
			args: "rubric F/hostile.md", status: statusGood,
			stdout: "fit_31m: Fit \\x1b[31m\n\n    Fits\\u202e \\u009b2J \\xff\tor not.\n",
		},
		{
			name: "no-file", reason: "the system's word, in one line",
			args: "rubric F/gone.md", status: statusWrong, stderr: "…jury: open F/gone.md: ",
		},
		{
			name: "none", reason: "standard input is asked for by name here",
			args: "rubric", status: statusWrong, stderr: "jury: one rubric, not 0; jury rubric -h shows the use\n",
		},
		{
			name: "two", reason: "one at a time",
			args: "rubric F/small.md F/plain.md", status: statusWrong, stderr: "jury: one rubric, not 2; jury rubric -h shows the use\n",
		},
		{
			name: "unknown-flag", reason: "flag errors are wrong use",
			args: "rubric -jsn F/small.md", status: statusWrong,
			stderr: "jury: flag provided but not defined: -jsn; jury rubric -h shows the flags\n",
		},
	})
}
