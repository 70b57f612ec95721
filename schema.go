package jury

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The object schemas of this package stay inside what the structured outputs of
// three providers have in common, read in November 2026:
//
//   - OpenAI (developers.openai.com/api/docs/guides/structured-outputs, "Supported
//     schemas"): every property is required, additionalProperties is false, and
//     the reply keeps the order of the keys in the schema.
//   - Anthropic (platform.claude.com/docs/en/build-with-claude/structured-outputs,
//     "JSON Schema limitations"): the same two; no minimum, maximum, minLength or
//     maxLength, no recursion; enum of plain values only.
//   - Gemini (ai.google.dev/gemini-api/docs/structured-output, "JSON Schema
//     support"): type, title, description, properties, required,
//     additionalProperties, items, and enum on strings; no const; the reply keeps
//     the order of properties, and for some models that of required.
//
// So a constant is an enum of one string, a range is a sentence, and properties
// and required have one order: reasons before the score, the score before the
// pass, since a model that judges first argues for what it has said.

// Schema returns the JSON Schema of the reply that c asks for, for structured
// output: the nonce if there is one, reasons, next_hint, score, the inverse of a
// pass and the pass, each under the first key of its list; what the verifier is
// not asked for is left out. With a PassScore or FailKeys and no PassKeys, pass is
// left out, too. Words of its own make the pass an enum of them, and the nonce is
// any string, so that one schema serves all calls. It stays inside what OpenAI's
// strict mode, Anthropic's and Gemini's structured outputs have in common: every
// property is required, additionalProperties is false, there are no numeric or
// length limits (the scale is told in words, and kept by Parse), and the pass
// comes last, after what it rests on. Whatever fits it, with a score on the scale,
// carries no quirk but that of words; a pass with a placeholder such as "..." for
// a reason is ErrConflict all the same.
//
// It is nil, which no provider takes for a schema, if c does not Validate or asks
// for no object.
func (c Contract) Schema() json.RawMessage {
	t := c.resolve()
	if t.fault() != "" || t.form != FormObject {
		return nil
	}
	var properties []schemaProperty
	if t.nonce != "" {
		properties = append(properties, schemaProperty{nonceKey, valueSchema("string", "copy the nonce that you were given")})
	}
	for _, r := range t.asked() {
		properties = append(properties, schemaProperty{t.keys[r][0], t.roleSchema(r)})
	}
	return json.RawMessage(objectSchema(properties...))
}

// roleSchema returns the schema of the value of r.
func (t *resolved) roleSchema(r role) string {
	switch {
	case r == roleReasons:
		return arraySchema(valueSchema("string", "one reason"), aboutReasons)
	case r == roleHint:
		return valueSchema("string", aboutHint)
	case r == roleScore:
		return valueSchema("number", t.aboutScore())
	case r == roleFail:
		return valueSchema("boolean", "true if this is so, which speaks against it")
	case t.ownWords():
		return enumSchema("the verdict", t.valueWords(r)...)
	}
	return valueSchema("boolean", "whether it passes")
}

// ScoreSchema returns the JSON Schema of a score alone: an integer from 1 to 20
// with [ScaleAnchors] as its description. It is for validators and for providers
// that enforce a range; Anthropic refuses minimum and maximum in a structured
// output, which is why [CriterionScoreSchema] has the range as a sentence.
func ScoreSchema() json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%d,"description":%s}`,
		MinScore, MaxScore, jsonText(ScaleAnchors)))
}

// CriterionScoreSchema returns the JSON Schema of the report that
// [ParseCriterionScore] reads, for structured output: criterion_id, evidence,
// findings, then score. It stays inside the common subset of OpenAI's strict
// mode, Anthropic's and Gemini's structured outputs: every property is required,
// additionalProperties is false, there are no numeric or length limits (a score
// of 21 fits the schema and is refused by the parser), and the score comes last,
// after what it rests on.
func CriterionScoreSchema() json.RawMessage {
	return json.RawMessage(objectSchema(
		schemaProperty{"criterion_id", valueSchema("string", "the id of the criterion that is scored")},
		schemaProperty{"evidence", arraySchema(valueSchema("string", "one observation"), "what the score rests on")},
		schemaProperty{"findings", arraySchema(objectSchema(
			schemaProperty{"finding", valueSchema("string", "what is wrong, and where")},
			schemaProperty{"severity", enumSchema("veto if it must not be accepted with this; blocking if it should be repaired; else note",
				string(Veto), string(Blocking), string(Note))},
		), "what is wrong; empty if nothing is")},
		schemaProperty{"score", valueSchema("integer", fmt.Sprintf("a whole number from %d to %d: %s", MinScore, MaxScore, ScaleAnchors))},
	))
}

// A schemaProperty is a member of an object schema.
type schemaProperty struct {
	name   string
	schema string // JSON text
}

// objectSchema returns the schema of an object that has exactly the given
// members, in that order.
func objectSchema(properties ...schemaProperty) string {
	var members, required strings.Builder
	for i, p := range properties {
		if i > 0 {
			members.WriteByte(',')
			required.WriteByte(',')
		}
		members.WriteString(jsonText(p.name) + ":" + p.schema)
		required.WriteString(jsonText(p.name))
	}
	return `{"type":"object","properties":{` + members.String() +
		`},"required":[` + required.String() + `],"additionalProperties":false}`
}

func arraySchema(items, description string) string {
	return `{"type":"array","description":` + jsonText(description) + `,"items":` + items + `}`
}

// valueSchema returns the schema of a JSON value of the given type.
func valueSchema(kind, description string) string {
	return `{"type":` + jsonText(kind) + `,"description":` + jsonText(description) + `}`
}

// enumSchema returns the schema of a string that is one of words.
func enumSchema(description string, words ...string) string {
	return `{"type":"string","description":` + jsonText(description) + `,"enum":` + jsonText(words) + `}`
}

// jsonText returns v, made of strings, as JSON text.
func jsonText(v any) string {
	text, _ := json.Marshal(v) // strings always marshal
	return string(text)
}
