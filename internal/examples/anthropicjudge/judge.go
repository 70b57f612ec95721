// Package anthropicjudge asks a judge through anthropic-sdk-go and reads its verdict.
// Copy it, and put your model in.
//
// Why a reply ended stands beside its blocks, and is looked at first. One that ran
// into the limit of tokens, or at which the model refused to go on, may hold an
// object that looks whole and passes: what is missing can be the sentence, or the
// second object, that takes it back.
package anthropicjudge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/seed-bcabc8a2/jury"
	"github.com/seed-bcabc8a2/jury/internal/examples/ask"
)

const (
	model    = anthropic.ModelClaudeSonnet5_5
	tool     = "verdict"
	maxReply = 4096 // tokens, those of thinking too
)

// ErrRefused is an answer that is no verdict. Asking again would press for another.
var ErrRefused = errors.New("the model refused")

// Judge asks for a verdict on what prompt holds, as [ask.Judge] does. Its errors are
// those of the network, those of [Reply] and those of contract.Parse; on any error
// nothing has passed.
func Judge(ctx context.Context, client anthropic.Client, contract jury.Contract, prompt string) (jury.Verdict, error) {
	return ask.Judge(contract, prompt, func(question string) (string, error) {
		message, err := client.Messages.New(ctx, request(contract, question))
		if err != nil {
			return "", err // the SDK has tried again already
		}
		return Reply(message)
	})
}

// Reply returns what the judge said: its texts, and the input of each call of the
// tool, in their order, so that none can hide a fail in another. Thinking is a draft,
// and left out.
//
// It refuses before it looks at the blocks: ErrRefused, jury.ErrTruncated for a
// stop_reason of "max_tokens" or "model_context_window_exceeded", and an error for
// every reason that is not known to end a whole reply, and for blocks of other kinds.
func Reply(message *anthropic.Message) (string, error) {
	switch reason := message.StopReason; reason {
	case anthropic.StopReasonEndTurn, anthropic.StopReasonToolUse:
	case anthropic.StopReasonMaxTokens, anthropic.StopReasonModelContextWindowExceeded:
		return "", fmt.Errorf("stop_reason %s: %w", reason, jury.ErrTruncated)
	case anthropic.StopReasonRefusal:
		return "", ErrRefused
	default:
		return "", fmt.Errorf("stop_reason %q ends no reply that is known to be whole", reason)
	}
	var said []string
	for _, block := range message.Content {
		switch {
		case block.Type == "text":
			said = append(said, block.Text)
		case block.Type == "tool_use" && block.Name == tool:
			said = append(said, string(block.Input))
		case block.Type == "thinking" || block.Type == "redacted_thinking":
		default:
			return "", fmt.Errorf("a block %s %q, which is no part of a verdict", block.Type, block.Name)
		}
	}
	return strings.Join(said, "\n"), nil
}

// request asks question, and offers a tool of which the input is the verdict.
// Whether the judge calls it or writes an object, Reply has it.
func request(contract jury.Contract, question string) anthropic.MessageNewParams {
	params := anthropic.MessageNewParams{
		Model:     model,
		MaxTokens: maxReply,
		Messages:  []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(question))},
	}
	if schema, ok := inputOf(contract); ok {
		params.Tools = []anthropic.ToolUnionParam{{OfTool: &anthropic.ToolParam{
			Name: tool, Strict: anthropic.Bool(true), InputSchema: schema,
		}}}
	}
	return params
}

// inputOf returns the schema of the verdict. ok is false where contract asks for no
// object. The properties stay as they are written: a map would sort them, and a
// judge that decides first argues for what it has said.
func inputOf(contract jury.Contract) (input anthropic.ToolInputSchemaParam, ok bool) {
	var schema struct {
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	if json.Unmarshal(contract.Schema(), &schema) != nil {
		return anthropic.ToolInputSchemaParam{}, false
	}
	return anthropic.ToolInputSchemaParam{
		Properties:  schema.Properties,
		Required:    schema.Required,
		ExtraFields: map[string]any{"additionalProperties": false},
	}, true
}
