// Package peers holds what people read an LLM judge's reply with today, each
// wrapped as its users wrap it: as little code as works on a clean reply.
package peers

import (
	"encoding/json"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/kaptinlin/jsonrepair"
	"github.com/tidwall/gjson"

	"github.com/seed-bcabc8a2/jury/internal/bench/cases"
)

// A Peer reads replies.
type Peer struct {
	Name string
	Ours bool
	Read func(c cases.Case) cases.Outcome
}

// All returns every peer, rivals first.
func All() []Peer { return append(Rivals(), Jury()) }

// Rivals returns the peers that are not ours.
func Rivals() []Peer {
	return []Peer{
		{Name: "encoding/json, the whole reply", Read: whole(json.Unmarshal)},
		{Name: "go-json-experiment/json, the whole reply", Read: whole(unmarshalV2)},
		{Name: "balanced scan, first object", Read: within(FirstObject)},
		{Name: "first brace to last brace", Read: within(FirstToLastBrace)},
		{Name: "tidwall/gjson", Read: readGJSON},
		{Name: "kaptinlin/jsonrepair, the whole reply", Read: readRepaired},
		{Name: "kaptinlin/jsonrepair, first brace to last", Read: readRepairedSpan},
	}
}

// whole reads the reply as one JSON text.
func whole(unmarshal func([]byte, any) error) func(cases.Case) cases.Outcome {
	return func(c cases.Case) cases.Outcome {
		var object map[string]any
		if err := unmarshal([]byte(c.Reply), &object); err != nil {
			return cases.None
		}
		return judge(object, c)
	}
}

func unmarshalV2(data []byte, v any) error { return jsonv2.Unmarshal(data, v) }

// within reads what a cut takes out of the reply with encoding/json.
func within(cut func(string) (string, bool)) func(cases.Case) cases.Outcome {
	return func(c cases.Case) cases.Outcome {
		text, ok := cut(c.Reply)
		if !ok {
			return cases.None
		}
		c.Reply = text
		return whole(json.Unmarshal)(c)
	}
}

// FirstObject is the scan that most hand-written parsers share: from the first
// brace to the one that balances it, strings skipped.
func FirstObject(reply string) (object string, ok bool) {
	start := strings.IndexByte(reply, '{')
	if start < 0 {
		return "", false
	}
	depth, inString := 0, false
	for i := start; i < len(reply); i++ {
		switch b := reply[i]; {
		case inString && b == '\\':
			i++
		case b == '"':
			inString = !inString
		case !inString && b == '{':
			depth++
		case !inString && b == '}':
			if depth--; depth == 0 {
				return reply[start : i+1], true
			}
		}
	}
	return "", false
}

// FirstToLastBrace is the other scan: everything from the first opening brace
// to the last closing one.
func FirstToLastBrace(reply string) (object string, ok bool) {
	start, end := strings.IndexByte(reply, '{'), strings.LastIndexByte(reply, '}')
	if start < 0 || end < start {
		return "", false
	}
	return reply[start : end+1], true
}

func readRepaired(c cases.Case) cases.Outcome {
	repaired, err := jsonrepair.Repair(c.Reply)
	if err != nil {
		return cases.None
	}
	c.Reply = repaired
	return whole(json.Unmarshal)(c)
}

func readRepairedSpan(c cases.Case) cases.Outcome {
	text, ok := FirstToLastBrace(c.Reply)
	if !ok {
		return cases.None
	}
	c.Reply = text
	return readRepaired(c)
}

// readGJSON asks for the member by its path, as gjson's users do; gjson looks
// for the first brace itself and reads strings and numbers as booleans.
func readGJSON(c cases.Case) cases.Outcome {
	if c.Nonce != "" && gjson.Get(c.Reply, "nonce").String() != c.Nonce {
		return cases.None
	}
	if c.PassScore != 0 {
		score := gjson.Get(c.Reply, "score")
		if !score.Exists() {
			return cases.None
		}
		return outcome(score.Float() >= c.PassScore)
	}
	for _, key := range passKeys(c) {
		if value := gjson.Get(c.Reply, key); value.Exists() {
			return outcome(value.Bool())
		}
	}
	return cases.None
}

// judge reads the object as plain code does: the first pass key that is
// present must be a boolean, a score is compared with the bar, a nonce must be
// the one asked for.
func judge(object map[string]any, c cases.Case) cases.Outcome {
	if c.Nonce != "" && object["nonce"] != c.Nonce {
		return cases.None
	}
	if c.PassScore != 0 {
		score, ok := object["score"].(float64)
		if !ok {
			return cases.None
		}
		return outcome(score >= c.PassScore)
	}
	for _, key := range passKeys(c) {
		if value, ok := object[key]; ok {
			pass, ok := value.(bool)
			if !ok {
				return cases.None
			}
			return outcome(pass)
		}
	}
	return cases.None
}

func passKeys(c cases.Case) []string {
	if len(c.PassKeys) == 0 {
		return []string{"pass"}
	}
	return c.PassKeys
}

func outcome(pass bool) cases.Outcome {
	if pass {
		return cases.Pass
	}
	return cases.Fail
}
