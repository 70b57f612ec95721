package openaijudge

import (
	"errors"
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
	pass = `{"reasons": ["the tests run"], "next_hint": "", "score": 0.9, "pass": true}`
	fail = `{"reasons": ["a test fails"], "next_hint": "mend it", "score": 0.2, "pass": false}`
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
		{"another tool beside a pass", []string{completion("tool_calls", content(pass), calls(call("read_file", "{}")))}, false, errOther, "the judge is not done"},
		{"reasoning says pass", []string{completion("stop", content(fail), `"reasoning_content": `+strconv.Quote(pass))}, false, nil, "a draft"},
		{"reasoning says fail", []string{completion("stop", content(pass), `"reasoning_content": `+strconv.Quote(fail))}, true, nil, "a draft"},
		{"nothing but reasoning", []string{completion("stop", content(""), `"reasoning_content": `+strconv.Quote(pass)), completion("stop", content(pass))}, true, nil,
			"no verdict, and asked again"},
		{"muddle", []string{completion("stop", content(`{"pass": "sort of", "score": 1}`)), completion("stop", content(pass))}, true, nil, "asked again"},
		{"abstention", []string{completion("stop", content(`{"pass": "unknown", "score": 0.5}`))}, false, jury.ErrAbstained, "an answer"},
		{"unknown reason", []string{completion("insufficient_system_resource", content(pass))}, false, errOther, "not known to be whole"},
		{"no reason", []string{completion("", content(pass))}, false, errOther, "likewise"},
		{"no choice", []string{`{"id": "1", "choices": []}`}, false, errOther, "nothing to read"},
		{"two choices", []string{`{"id": "1", "choices": [` + choice("stop", content(pass)) + "," + choice("stop", content(fail)) + `]}`}, false, errOther, "which counts, nobody said"},
		{"an error in place of a completion", []string{`{"error": {"message": "overloaded"}}`}, false, errOther, "no choices"},
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

func clientOf(server *scripted.Server) openai.Client {
	return openai.NewClient(option.WithBaseURL(server.URL), option.WithAPIKey("none"), option.WithMaxRetries(0))
}

// sentinelOf returns the sentinel that err wraps, errOther for none.
func sentinelOf(err error) error {
	for _, sentinel := range []error{nil, ErrRefused, ErrFiltered, jury.ErrTruncated, jury.ErrAbstained} {
		if errors.Is(err, sentinel) {
			return sentinel
		}
	}
	return errOther
}

// TestJudgeSaysWhatToDoBetter: the second question is the first with the hint.
func TestJudgeSaysWhatToDoBetter(t *testing.T) {
	server := scripted.Serve(t, completion("length", content(pass)), completion("stop", content(pass)))
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
	server := scripted.Serve(t, completion("stop", content(pass)))
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
	server := scripted.Serve(t, completion("stop", content("Small and tested.\n\nVerdict: PASS")))
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
