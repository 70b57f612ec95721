package extract

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// maxEnvelopes is how many envelopes stand around a reply at most: a message of an
// API in the record of a command.
const maxEnvelopes = 3

// Unwrap opens the envelope that the reply is, if it is nothing else and nothing
// was found in it: what Next reads then is what the envelope holds, and offsets are
// in that. It returns false where there is none to open.
func (x *Extraction) Unwrap() bool {
	if x.units != 1 || x.envelopes == maxEnvelopes || x.Ending != lenient.Whole || !x.StandsAlone() {
		return false
	}
	inner, ok := content(&x.Tree, 0)
	if !ok || strings.TrimSpace(inner) == "" {
		return false
	}
	x.envelopes++
	x.units = 0
	x.Outer |= Encoded
	x.setText(inner)
	x.Tree.Span.End = x.Start
	x.brace, x.bracket = -1, -1
	return !x.skipThinking().Holds()
}

// StandsAlone reports whether the unit read last is all of the reply, or of a fence
// or an element of answers that is.
func (x *Extraction) StandsAlone() bool {
	before := x.Text[x.Start:x.Span.Start]
	before = withoutAnswerTag(before[:fenceStart(before, 0, len(before))])
	return strings.TrimSpace(before) == "" && decorationEnd(x.Text, x.Span.End, len(x.Text)) == len(x.Text)
}

// content returns what the value at index i of t holds, if it is an envelope: the
// record of a command or a message of an API that ended as it should. A message of
// somebody else's, an error, and one that was cut off hold nothing.
func content(t *lenient.Tree, i uint32) (string, bool) {
	for range maxEnvelopes { // what is not encoded stands deeper in the same tree
		if t.Nodes[i].Kind == lenient.KindArray {
			return blocks(t, i)
		}
		if t.Nodes[i].Kind != lenient.KindObject || !endedWell(t, i) {
			return "", false
		}
		value, next := contentMember(t, i)
		switch {
		case value == 0:
			return "", false
		case t.Nodes[value].IsString():
			return t.Str(t.Nodes[value]), true
		case next:
			i = value
		default:
			return "", false
		}
	}
	return "", false
}

// contentMember returns the value in which the object at index obj has its
// content, 0 for none. next says that it may be an envelope in turn.
func contentMember(t *lenient.Tree, obj uint32) (value uint32, next bool) {
	has := func(key, want string) bool {
		m, ok := t.Member(obj, key)
		return ok && (want == "" || t.Nodes[m.Value].IsString() && t.Str(t.Nodes[m.Value]) == want)
	}
	at := func(key string) uint32 {
		m, _ := t.Member(obj, key)
		return m.Value
	}
	switch {
	case has("type", "result") && has("result", ""):
		return at("result"), false
	case has("type", "text") && has("text", ""):
		return at("text"), false
	case has("name", "") && has("arguments", ""):
		return at("arguments"), false
	case has("function", ""):
		return at("function"), true
	case has("tool_calls", "") && t.Count(at("tool_calls")) == 1:
		return at("tool_calls") + 1, true
	case has("choices", "") && t.Count(at("choices")) == 1:
		return at("choices") + 1, true
	case has("message", ""):
		return at("message"), true
	case has("role", "assistant") && has("content", ""):
		return at("content"), true
	}
	return 0, false
}

// endedWell reports whether no member of the object at index obj says that what it
// holds is an error or was cut off.
func endedWell(t *lenient.Tree, obj uint32) bool {
	for m := t.Members(obj); m.Next(); {
		n := t.Nodes[m.Value]
		switch t.Str(t.Nodes[m.Key]) {
		case "is_error", "isError":
			if n.Kind != lenient.KindFalse {
				return false
			}
		case "error", "refusal":
			if n.Kind != lenient.KindNull {
				return false
			}
		case "subtype":
			if strings.HasPrefix(t.Str(n), "error") {
				return false
			}
		case "finish_reason", "stop_reason":
			if n.Kind != lenient.KindNull && !isEnd(t.Str(n)) {
				return false
			}
		}
	}
	return true
}

// isEnd reports whether a message that stopped for that reason is complete.
func isEnd(reason string) bool {
	switch reason {
	case "stop", "end_turn", "stop_sequence", "tool_calls", "tool_use", "function_call":
		return true
	}
	return false
}

// blocks returns the text of the list of content blocks at index list: an object
// each, with a type. What was thought is left out.
func blocks(t *lenient.Tree, list uint32) (string, bool) {
	var texts []string
	for i := list + 1; i < t.Nodes[list].Next; i = t.Nodes[i].Next {
		if t.Nodes[i].Kind != lenient.KindObject {
			return "", false
		}
		kind, _ := t.Member(i, "type")
		text, ok := t.Member(i, "text")
		switch {
		case kind.Value == 0 || !t.Nodes[kind.Value].IsString():
			return "", false
		case thinkingName(strings.TrimPrefix(t.Str(t.Nodes[kind.Value]), "redacted_")) != "":
		case !ok || !t.Nodes[text.Value].IsString() || t.Str(t.Nodes[kind.Value]) != "text" && t.Str(t.Nodes[kind.Value]) != "output_text":
			return "", false
		default:
			texts = append(texts, t.Str(t.Nodes[text.Value]))
		}
	}
	return strings.Join(texts, "\n"), len(texts) > 0
}

// call returns the arguments of the call of a tool that the object at index obj is:
// they stand beside a name, a type and an id. 0 where it is none.
func (x *Extraction) call(obj uint32) uint32 {
	arguments, named := uint32(0), false
	for m := x.Members(obj); m.Next(); {
		n := x.Nodes[m.Value]
		switch name := x.Str(x.Nodes[m.Key]); {
		case n.Kind == lenient.KindObject && arguments == 0 && (chars.SameKey("arguments", name) || chars.SameKey("input", name)):
			arguments = m.Value
		case n.IsString() && chars.SameKey("name", name):
			named = true
		case n.IsString() && (chars.SameKey("type", name) || chars.SameKey("id", name) || chars.SameKey("call_id", name)):
		default:
			return 0
		}
	}
	if !named {
		return 0
	}
	return arguments
}
