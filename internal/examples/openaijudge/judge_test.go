package openaijudge

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/seed-bcabc8a2/jury"
	"github.com/seed-bcabc8a2/jury/internal/examples/internal/scripted"
)

const (
	pass = scripted.Pass
	fail = scripted.Fail
)

// completion is a body of one choice, which ended for reason. members are those of
// its message.
func completion(reason string, members ...string) string {
	return `{"id": "1", "object": "chat.completion", "choices": [` + choice(reason, members...) + `]}`
}

func choice(reason string, members ...string) string {
	return fmt.Sprintf(`{"index": 0, "finish_reason": %q, "message": {"role": "assistant", %s}}`, reason, strings.Join(members, ", "))
}

func content(text string) string { return `"content": ` + strconv.Quote(text) }

func calls(calls ...string) string { return `"tool_calls": [` + strings.Join(calls, ", ") + `]` }

func call(name, arguments string) string {
	return fmt.Sprintf(`{"id": "c1", "type": "function", "function": {"name": %q, "arguments": %q}}`, name, arguments)
}

var judge = scripted.Judge{
	Ask: func(ctx context.Context, url string, contract jury.Contract, prompt string) (jury.Verdict, error) {
		client := openai.NewClient(option.WithBaseURL(url), option.WithAPIKey("none"), option.WithMaxRetries(0))
		return Judge(ctx, client, contract, prompt)
	},
	Said:      func(s string) string { return completion("stop", content(s)) },
	CutOff:    func(s string) string { return completion("length", content(s)) },
	Sentinels: []error{ErrRefused, ErrFiltered},
}

func TestJudge(t *testing.T) {
	judge.Test(t)
	for _, tt := range []struct {
		name    string
		replies []string
		pass    bool
		err     error
		reason  string
	}{
		{"pass", []string{completion("stop", content(pass))}, true, nil, "as asked for"},
		{"fail", []string{completion("stop", content(fail))}, false, nil, "a fail is not asked for twice"},
		{"prose and a fence", []string{completion("stop", content("All is well.\n```json\n"+pass+"\n```"))}, true, nil, "contract.Parse finds it"},
		{"cut off after a whole object", []string{completion("length", content(pass)), completion("stop", content(fail))}, false, nil,
			"the object looks whole, and the judge had not ended"},
		{"always cut off", []string{completion("length", content(pass)), completion("length", content(pass)), completion("length", content(pass))}, false, jury.ErrTruncated,
			"three times, and no more"},
		{"filtered", []string{completion("content_filter", content(pass))}, false, ErrFiltered, "what was taken out may have said fail"},
		{"refusal", []string{completion("stop", `"content": null`, `"refusal": "I cannot judge this."`)}, false, ErrRefused, "an answer"},
		{"refusal beside an object", []string{completion("stop", content(pass), `"refusal": "I cannot judge this."`)}, false, ErrRefused, "refused before it is read"},
		{"call that passes", []string{completion("tool_calls", `"content": null`, calls(call("verdict", pass)))}, true, nil, "the arguments are the verdict"},
		{"call that fails", []string{completion("tool_calls", `"content": ""`, calls(call("verdict", fail)))}, false, nil, "likewise"},
		{"call that was forced", []string{completion("stop", `"content": null`, calls(call("verdict", pass)))}, true, nil, "some servers end it with stop"},
		{"call that was cut off", []string{completion("tool_calls", `"content": null`, calls(call("verdict", pass[:len(pass)-1]))), completion("stop", content(pass))}, true, nil,
			"asked again"},
		{"text against the call", []string{completion("tool_calls", content("Verdict: FAIL"), calls(call("verdict", pass))), completion("stop", content(fail))}, false, nil,
			"both are read, and they must agree"},
		{"two calls that differ", []string{completion("tool_calls", `"content": null`, calls(call("verdict", pass), call("verdict", fail)))}, false, nil, "the last fails"},
		{"another tool beside a pass", []string{completion("tool_calls", content(pass), calls(call("read_file", "{}")))}, false, scripted.ErrOther, "the judge is not done"},
		{"reasoning says pass", []string{completion("stop", content(fail), `"reasoning_content": `+strconv.Quote(pass))}, false, nil, "a draft"},
		{"reasoning says fail", []string{completion("stop", content(pass), `"reasoning_content": `+strconv.Quote(fail))}, true, nil, "a draft"},
		{"nothing but reasoning", []string{completion("stop", content(""), `"reasoning_content": `+strconv.Quote(pass)), completion("stop", content(pass))}, true, nil,
			"no verdict, and asked again"},
		{"muddle", []string{completion("stop", content(`{"pass": "sort of", "score": 1}`)), completion("stop", content(pass))}, true, nil, "asked again"},
		{"abstention", []string{completion("stop", content(`{"pass": "unknown", "score": 0.5}`))}, false, jury.ErrAbstained, "an answer"},
		{"unknown reason", []string{completion("insufficient_system_resource", content(pass))}, false, scripted.ErrOther, "not known to be whole"},
		{"no reason", []string{completion("", content(pass))}, false, scripted.ErrOther, "likewise"},
		{"no choice", []string{`{"id": "1", "choices": []}`}, false, scripted.ErrOther, "nothing to read"},
		{"two choices", []string{`{"id": "1", "choices": [` + choice("stop", content(pass)) + "," + choice("stop", content(fail)) + `]}`}, false, scripted.ErrOther, "which counts, nobody said"},
		{"an error in place of a completion", []string{`{"error": {"message": "overloaded"}}`}, false, scripted.ErrOther, "no choices"},
	} {
		t.Run(tt.name, func(t *testing.T) { judge.Play(t, tt.replies, tt.pass, tt.err, tt.reason) })
	}
}
