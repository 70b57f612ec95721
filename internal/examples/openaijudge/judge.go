// Package openaijudge asks a judge through openai-go and reads its verdict. Copy
// it, and put your model in.
//
// Why a reply ended stands beside its text, and is looked at first. One that ran
// into the limit of tokens, or that a filter took something out of, may hold an
// object that looks whole and passes: what is missing can be the sentence, or the
// second object, that takes it back.
package openaijudge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/seed-bcabc8a2/jury"
	"github.com/seed-bcabc8a2/jury/internal/examples/ask"
)

const (
	model    = openai.ChatModelGPT6_1Sol
	tool     = "verdict"
	maxReply = 4096 // tokens, those of reasoning too
)

// Answers that are no verdict. Asking again would press for another.
var (
	ErrRefused  = errors.New("the model refused")
	ErrFiltered = errors.New("a filter took out a part of the reply")
)

// Judge asks for a verdict on what prompt holds, as [ask.Judge] does. Its errors are
// those of the network, those of [Reply] and those of contract.Parse; on any error
// nothing has passed.
func Judge(ctx context.Context, client openai.Client, contract jury.Contract, prompt string) (jury.Verdict, error) {
	return ask.Judge(contract, prompt, func(question string) (string, error) {
		completion, err := client.Chat.Completions.New(ctx, request(contract, question))
		if err != nil {
			return "", err // the SDK has tried again already
		}
		return Reply(completion)
	})
}

// Reply returns what the judge said: the content, and below it the arguments of each
// call of the tool, so that neither can hide a fail in the other. Reasoning, which
// some servers send as reasoning_content, is a draft, and left out.
//
// It refuses before it looks at the text: ErrRefused, ErrFiltered, jury.ErrTruncated
// for a finish_reason of "length", and an error for every reason that is not known to
// end a whole reply, for another tool, and for none or several choices.
func Reply(completion *openai.ChatCompletion) (string, error) {
	if n := len(completion.Choices); n != 1 {
		return "", fmt.Errorf("%d choices, not one", n)
	}
	choice := completion.Choices[0]
	switch choice.FinishReason {
	case "stop", "tool_calls":
	case "length":
		return "", fmt.Errorf("finish_reason length: %w", jury.ErrTruncated)
	case "content_filter":
		return "", ErrFiltered
	default:
		return "", fmt.Errorf("finish_reason %q ends no reply that is known to be whole", choice.FinishReason)
	}
	if choice.Message.Refusal != "" {
		return "", ErrRefused
	}
	said := []string{choice.Message.Content}
	for _, call := range choice.Message.ToolCalls {
		if call.Function.Name != tool {
			return "", fmt.Errorf("the judge called %q, and waits for its result", call.Function.Name)
		}
		said = append(said, call.Function.Arguments)
	}
	return strings.TrimSpace(strings.Join(said, "\n")), nil
}

// request asks question, and offers a tool of which the arguments are the verdict.
// Whether the judge calls it or writes an object, Reply has it.
func request(contract jury.Contract, question string) openai.ChatCompletionNewParams {
	params := openai.ChatCompletionNewParams{
		Model:               model,
		MaxCompletionTokens: openai.Int(maxReply),
		Messages:            []openai.ChatCompletionMessageParamUnion{openai.UserMessage(question)},
	}
	if parameters := parametersOf(contract); parameters != nil {
		params.Tools = []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
			Name: tool, Strict: openai.Bool(true), Parameters: parameters,
		})}
	}
	return params
}

// parametersOf returns the schema of the verdict, or nil where contract asks for no
// object. The properties stay as they are written: a map would sort them, and a
// judge that decides first argues for what it has said.
func parametersOf(contract jury.Contract) openai.FunctionParameters {
	var schema map[string]json.RawMessage
	if json.Unmarshal(contract.Schema(), &schema) != nil {
		return nil
	}
	parameters := openai.FunctionParameters{}
	for name, part := range schema {
		parameters[name] = part
	}
	return parameters
}
