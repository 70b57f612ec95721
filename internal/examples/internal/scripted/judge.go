package scripted

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/seed-bcabc8a2/jury"
)

// What the judges of the scripts say.
const (
	Pass = `{"reasons": ["the tests run"], "next_hint": "", "score": 0.9, "pass": true}`
	Fail = `{"reasons": ["a test fails"], "next_hint": "mend it", "score": 0.2, "pass": false}`
)

// ErrOther is any error that wraps no sentinel that a judge has.
var ErrOther = errors.New("another error")

// A Judge is a way to ask a judge through an API, under test.
type Judge struct {
	// Ask asks for a verdict on prompt, of the server at url.
	Ask func(ctx context.Context, url string, contract jury.Contract, prompt string) (jury.Verdict, error)
	// Said and CutOff are the bodies of a reply that ended, and of one that did not.
	Said, CutOff func(text string) string
	Sentinels    []error
}

// Play gives replies to one question, all of which must be asked for, and wants a pass
// or none, and one of the sentinels, nil or ErrOther.
func (j Judge) Play(t *testing.T, replies []string, pass bool, want error, reason string) {
	server := Serve(t, replies...)
	verdict, err := j.ask(t, server, jury.Contract{})
	if verdict.Pass != pass {
		t.Errorf("pass is %v, want %v: %s", verdict.Pass, pass, reason)
	}
	if sentinel := j.sentinelOf(err); !errors.Is(sentinel, want) {
		t.Errorf("error %v, want %v: %s", err, want, reason)
	}
	if n := len(server.Asked()); n != len(replies) {
		t.Errorf("asked %d times, want %d: %s", n, len(replies), reason)
	}
}

// Test checks what holds for every API.
func (j Judge) Test(t *testing.T) {
	t.Run("says what to do better", j.saysWhatToDoBetter)
	t.Run("offers the tool", j.offersTheTool)
	t.Run("by text", j.byText)
	t.Run("without a server", j.withoutAServer)
}

func (j Judge) ask(t *testing.T, server *Server, contract jury.Contract) (jury.Verdict, error) {
	return j.Ask(t.Context(), server.URL, contract, "Judge it.")
}

// sentinelOf returns the sentinel that err wraps, ErrOther for none.
func (j Judge) sentinelOf(err error) error {
	for _, sentinel := range append([]error{nil, jury.ErrTruncated, jury.ErrAbstained}, j.Sentinels...) {
		if errors.Is(err, sentinel) {
			return sentinel
		}
	}
	return ErrOther
}

// The second question is the first with the hint.
func (j Judge) saysWhatToDoBetter(t *testing.T) {
	server := Serve(t, j.CutOff(Pass), j.Said(Pass))
	if _, err := j.ask(t, server, jury.Contract{}); err != nil {
		t.Fatal(err)
	}
	asked := server.Asked()
	const hint = "Your reply was cut off; be shorter."
	if strings.Contains(asked[0], hint) || !strings.Contains(asked[1], hint) || !strings.Contains(asked[1], "Judge it.") {
		t.Errorf("asked\n%s\nand then\n%s", asked[0], asked[1])
	}
}

// The schema reaches the model with the verdict last.
func (j Judge) offersTheTool(t *testing.T) {
	server := Serve(t, j.Said(Pass))
	if _, err := j.ask(t, server, jury.Contract{}); err != nil {
		t.Fatal(err)
	}
	_, properties, found := strings.Cut(server.Asked()[0], `"properties":{`)
	reasons, last := strings.Index(properties, `"reasons":{`), strings.Index(properties, `"pass":{`)
	if !found || reasons != 0 || last < 0 || strings.Contains(properties[last:], `"score":{`) {
		t.Errorf("reasons do not come first, or the pass not last: %s", server.Asked()[0])
	}
}

// A contract that asks for no object offers no tool.
func (j Judge) byText(t *testing.T) {
	contract := jury.Contract{Form: jury.FormText, PassKeys: []string{"verdict"}, ScoreKeys: []string{"-"}}
	server := Serve(t, j.Said("Small and tested.\n\nVerdict: PASS"))
	verdict, err := j.ask(t, server, contract)
	if err != nil || !verdict.Pass || strings.Contains(server.Asked()[0], `"tools"`) {
		t.Errorf("%v, %v: %s", verdict.Pass, err, server.Asked()[0])
	}
}

// An error of the network is no verdict.
func (j Judge) withoutAServer(t *testing.T) {
	if verdict, err := j.ask(t, &Server{URL: "http://127.0.0.1:0"}, jury.Contract{}); err == nil || verdict.Pass {
		t.Errorf("%v, %v", verdict.Pass, err)
	}
}
