package anthropicjudge

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
	"github.com/seed-bcabc8a2/jury"
	"github.com/seed-bcabc8a2/jury/internal/examples/internal/scripted"
)

const (
	pass = `{"reasons": ["the tests run"], "next_hint": "", "score": 0.9, "pass": true}`
	fail = `{"reasons": ["a test fails"], "next_hint": "mend it", "score": 0.2, "pass": false}`
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

// errOther is any error that is none of the sentinels.
var errOther = errors.New("another error")

func TestJudge(t *testing.T) {
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
		{"another tool beside a pass", []string{message("tool_use", text(pass), use("read_file", "{}"))}, false, errOther, "the judge is not done"},
		{"thought says pass", []string{message("end_turn", thinking(pass), text(fail))}, false, nil, "a draft"},
		{"thought says fail", []string{message("end_turn", thinking(fail), text(pass))}, true, nil, "a draft"},
		{"nothing but thought", []string{message("end_turn", thinking(pass)), message("end_turn", text(pass))}, true, nil, "no verdict, and asked again"},
		{"muddle", []string{message("end_turn", text(`{"pass": "sort of", "score": 1}`)), message("end_turn", text(pass))}, true, nil, "asked again"},
		{"abstention", []string{message("end_turn", text(`{"pass": "unknown", "score": 0.5}`))}, false, jury.ErrAbstained, "an answer"},
		{"paused", []string{message("pause_turn", text(pass))}, false, errOther, "not ended"},
		{"a stop sequence that nobody asked for", []string{message("stop_sequence", text(pass))}, false, errOther, "not known to be whole"},
		{"unknown block", []string{message("end_turn", text(pass), `{"type": "hologram"}`)}, false, errOther, "nobody knows what it says"},
		{"an error in place of a message", []string{`{"type": "error", "error": {"type": "overloaded_error", "message": "overloaded"}}`}, false, errOther, "no reason to stop"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := scripted.Serve(t, tt.replies...)
			verdict, err := Judge(t.Context(), clientOf(server), jury.Contract{}, "Judge it.")
			if verdict.Pass != tt.pass {
				t.Errorf("pass is %v, want %v: %s", verdict.Pass, tt.pass, tt.reason)
			}
			if sentinel := sentinelOf(err); !errors.Is(sentinel, tt.err) {
				t.Errorf("error %v, want %v: %s", err, tt.err, tt.reason)
			}
			if n := len(server.Asked()); n != len(tt.replies) {
				t.Errorf("asked %d times, want %d: %s", n, len(tt.replies), tt.reason)
			}
		})
	}
}

func clientOf(server *scripted.Server) anthropic.Client {
	return anthropic.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey("none"), option.WithMaxRetries(0))
}

// sentinelOf returns the sentinel that err wraps, errOther for none.
func sentinelOf(err error) error {
	for _, sentinel := range []error{nil, ErrRefused, jury.ErrTruncated, jury.ErrAbstained} {
		if errors.Is(err, sentinel) {
			return sentinel
		}
	}
	return errOther
}

// TestJudgeSaysWhatToDoBetter: the second question is the first with the hint.
func TestJudgeSaysWhatToDoBetter(t *testing.T) {
	server := scripted.Serve(t, message("max_tokens", text(pass)), message("end_turn", text(pass)))
	if _, err := Judge(t.Context(), clientOf(server), jury.Contract{}, "Judge it."); err != nil {
		t.Fatal(err)
	}
	asked := server.Asked()
	const hint = "Your reply was cut off; be shorter."
	if strings.Contains(asked[0], hint) || !strings.Contains(asked[1], hint) || !strings.Contains(asked[1], "Judge it.") {
		t.Errorf("asked\n%s\nand then\n%s", asked[0], asked[1])
	}
}

// TestJudgeOffersTheTool: the schema reaches the model with the verdict last.
func TestJudgeOffersTheTool(t *testing.T) {
	server := scripted.Serve(t, message("end_turn", text(pass)))
	if _, err := Judge(t.Context(), clientOf(server), jury.Contract{}, "Judge it."); err != nil {
		t.Fatal(err)
	}
	_, properties, found := strings.Cut(server.Asked()[0], `"properties":{`)
	reasons, last := strings.Index(properties, `"reasons":{`), strings.Index(properties, `"pass":{`)
	if !found || reasons != 0 || last < 0 || strings.Contains(properties[last:], `"score":{`) {
		t.Errorf("reasons do not come first, or the pass not last: %s", server.Asked()[0])
	}
}

// TestJudgeByText: a contract that asks for no object offers no tool.
func TestJudgeByText(t *testing.T) {
	contract := jury.Contract{Form: jury.FormText, PassKeys: []string{"verdict"}, ScoreKeys: []string{"-"}}
	server := scripted.Serve(t, message("end_turn", text("Small and tested.\n\nVerdict: PASS")))
	verdict, err := Judge(t.Context(), clientOf(server), contract, "Judge it.")
	if err != nil || !verdict.Pass || strings.Contains(server.Asked()[0], `"tools"`) {
		t.Errorf("%v, %v: %s", verdict.Pass, err, server.Asked()[0])
	}
}

// TestJudgeWithoutAServer: an error of the network is no verdict.
func TestJudgeWithoutAServer(t *testing.T) {
	server := &scripted.Server{URL: "http://127.0.0.1:0"}
	if verdict, err := Judge(t.Context(), clientOf(server), jury.Contract{}, "Judge it."); err == nil || verdict.Pass {
		t.Errorf("%v, %v", verdict.Pass, err)
	}
}
