package anthropicjudge

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/seed-bcabc8a2/jury"
	"github.com/seed-bcabc8a2/jury/internal/examples/internal/scripted"
)

const (
	pass = scripted.Pass
	fail = scripted.Fail
)

// message is a body of these blocks, which ended for reason.
func message(reason string, blocks ...string) string {
	return fmt.Sprintf(`{"id": "1", "type": "message", "role": "assistant", "stop_reason": %q, "content": [%s]}`, reason, strings.Join(blocks, ", "))
}

func text(s string) string { return fmt.Sprintf(`{"type": "text", "text": %q}`, s) }

func thinking(s string) string {
	return fmt.Sprintf(`{"type": "thinking", "signature": "s", "thinking": %q}`, s)
}

func use(name, input string) string {
	return fmt.Sprintf(`{"type": "tool_use", "id": "u1", "name": %q, "input": %s}`, name, input)
}

var judge = scripted.Judge{
	Ask: func(ctx context.Context, url string, contract jury.Contract, prompt string) (jury.Verdict, error) {
		client := anthropic.NewClient(option.WithBaseURL(url), option.WithAPIKey("none"), option.WithMaxRetries(0))
		return Judge(ctx, client, contract, prompt)
	},
	Said:      func(s string) string { return message("end_turn", text(s)) },
	CutOff:    func(s string) string { return message("max_tokens", text(s)) },
	Sentinels: []error{ErrRefused},
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
		{"pass", []string{message("end_turn", text(pass))}, true, nil, "as asked for"},
		{"fail", []string{message("end_turn", text(fail))}, false, nil, "a fail is not asked for twice"},
		{"prose and a fence", []string{message("end_turn", text("All is well.\n```json\n"+pass+"\n```"))}, true, nil, "contract.Parse finds it"},
		{"two texts", []string{message("end_turn", text("I read all of it."), text(pass))}, true, nil, "blocks are one reply"},
		{"cut off after a whole object", []string{message("max_tokens", text(pass)), message("end_turn", text(fail))}, false, nil,
			"the object looks whole, and the judge had not ended"},
		{"always cut off", []string{message("max_tokens", text(pass)), message("max_tokens", text(pass)), message("max_tokens", text(pass))}, false, jury.ErrTruncated,
			"three times, and no more"},
		{"window exceeded", []string{message("model_context_window_exceeded", text(pass)), message("end_turn", text(pass))}, true, nil, "cut off in another way"},
		{"refusal", []string{message("refusal")}, false, ErrRefused, "an answer"},
		{"refusal after an object", []string{message("refusal", text(pass))}, false, ErrRefused, "refused before it is read"},
		{"call that passes", []string{message("tool_use", use("verdict", pass))}, true, nil, "the input is the verdict"},
		{"call that fails", []string{message("tool_use", text("I will now report."), use("verdict", fail))}, false, nil, "likewise"},
		{"text against the call", []string{message("tool_use", text("Verdict: FAIL"), use("verdict", pass)), message("end_turn", text(fail))}, false, nil,
			"both are read, and they must agree"},
		{"two calls that differ", []string{message("tool_use", use("verdict", pass), use("verdict", fail))}, false, nil, "the last fails"},
		{"another tool beside a pass", []string{message("tool_use", text(pass), use("read_file", "{}"))}, false, scripted.ErrOther, "the judge is not done"},
		{"thought says pass", []string{message("end_turn", thinking(pass), text(fail))}, false, nil, "a draft"},
		{"thought says fail", []string{message("end_turn", thinking(fail), text(pass))}, true, nil, "a draft"},
		{"nothing but thought", []string{message("end_turn", thinking(pass)), message("end_turn", text(pass))}, true, nil, "no verdict, and asked again"},
		{"muddle", []string{message("end_turn", text(`{"pass": "sort of", "score": 1}`)), message("end_turn", text(pass))}, true, nil, "asked again"},
		{"abstention", []string{message("end_turn", text(`{"pass": "unknown", "score": 0.5}`))}, false, jury.ErrAbstained, "an answer"},
		{"paused", []string{message("pause_turn", text(pass))}, false, scripted.ErrOther, "not ended"},
		{"a stop sequence that nobody asked for", []string{message("stop_sequence", text(pass))}, false, scripted.ErrOther, "not known to be whole"},
		{"unknown block", []string{message("end_turn", text(pass), `{"type": "hologram"}`)}, false, scripted.ErrOther, "nobody knows what it says"},
		{"an error in place of a message", []string{`{"type": "error", "error": {"type": "overloaded_error", "message": "overloaded"}}`}, false, scripted.ErrOther, "no reason to stop"},
	} {
		t.Run(tt.name, func(t *testing.T) { judge.Play(t, tt.replies, tt.pass, tt.err, tt.reason) })
	}
}
