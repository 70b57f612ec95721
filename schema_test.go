package jury

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScoreSchema(t *testing.T) {
	const want = `{"type":"integer","minimum":1,"maximum":20,"description":"1 = certainly fails … 10 = borderline … 20 = verified correct"}`
	if diff := cmp.Diff(want, string(ScoreSchema())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCriterionScoreSchema(t *testing.T) {
	const want = `{"type":"object","properties":{` +
		`"criterion_id":{"type":"string","description":"the id of the criterion that is scored"},` +
		`"evidence":{"type":"array","description":"what the score rests on","items":{"type":"string","description":"one observation"}},` +
		`"findings":{"type":"array","description":"what is wrong; empty if nothing is","items":{"type":"object","properties":{` +
		`"finding":{"type":"string","description":"what is wrong, and where"},` +
		`"severity":{"type":"string","description":"veto if it must not be accepted with this; blocking if it should be repaired; else note","enum":["veto","blocking","note"]}},` +
		`"required":["finding","severity"],"additionalProperties":false}},` +
		`"score":{"type":"integer","description":"a whole number from 1 to 20: 1 = certainly fails … 10 = borderline … 20 = verified correct"}},` +
		`"required":["criterion_id","evidence","findings","score"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(CriterionScoreSchema())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSchemasAreFresh(t *testing.T) {
	for _, schema := range []func() []byte{
		func() []byte { return ScoreSchema() },
		func() []byte { return CriterionScoreSchema() },
		func() []byte { return Contract{}.Schema() },
	} {
		first := schema()
		clear(first)
		if schema()[0] != '{' {
			t.Error("a caller can change a schema for the next one")
		}
	}
}

func TestContractSchema(t *testing.T) {
	const (
		reasons = `{"type":"array","description":"what the verdict rests on","items":{"type":"string","description":"one reason"}}`
		hint    = `{"type":"string","description":"what to do next; empty if nothing is"}`
		unit    = `{"type":"number","description":"from 0 (worst) to 1 (best)"}`
		ten     = `{"type":"number","description":"from -0.5 (worst) to 10 (best)"}`
		pass    = `{"type":"boolean","description":"whether it passes"}`
	)
	for _, tt := range []struct {
		name, reason string
		contract     Contract
		want         string
	}{
		{"zero", "the default keys, the pass last", Contract{},
			`{"type":"object","properties":{"reasons":` + reasons + `,"next_hint":` + hint + `,"score":` + unit + `,"pass":` + pass + `},` +
				`"required":["reasons","next_hint","score","pass"],"additionalProperties":false}`},
		{"own keys and scale", "the first of each list, quoted as JSON", Contract{
			PassKeys: []string{"ok", "pass"}, ScoreKeys: []string{"mark \"x\""}, ReasonKeys: []string{"why"}, HintKeys: []string{"then"}, ScoreMin: -0.5, ScoreMax: 10,
		},
			`{"type":"object","properties":{"why":` + reasons + `,"then":` + hint + `,"mark \"x\"":` + ten + `,"ok":` + pass + `},` +
				`"required":["why","then","mark \"x\"","ok"],"additionalProperties":false}`},
		{"nonce", "it comes first, as any string", Contract{Nonce: "k7Q"},
			`{"type":"object","properties":{"nonce":{"type":"string","description":"copy the nonce that you were given"},"reasons":` + reasons + `,"next_hint":` + hint + `,"score":` + unit + `,"pass":` + pass + `},` +
				`"required":["nonce","reasons","next_hint","score","pass"],"additionalProperties":false}`},
		{"pass score", "the score decides alone", Contract{PassScore: 0.5},
			`{"type":"object","properties":{"reasons":` + reasons + `,"next_hint":` + hint + `,"score":` + unit + `},` +
				`"required":["reasons","next_hint","score"],"additionalProperties":false}`},
		{"pass score and pass key", "a key that was asked for is asked for", Contract{PassScore: 0.5, PassKeys: []string{"pass"}},
			`{"type":"object","properties":{"reasons":` + reasons + `,"next_hint":` + hint + `,"score":` + unit + `,"pass":` + pass + `},` +
				`"required":["reasons","next_hint","score","pass"],"additionalProperties":false}`},
		{"invalid", "no schema for a contract that Parse refuses", Contract{PassKeys: []string{"score"}}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, string(tt.contract.Schema())); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
			}
		})
	}
}

// TestSchemasAreCommon walks the schemas for what one of the three providers
// would refuse or not keep.
func TestSchemasAreCommon(t *testing.T) {
	for name, schema := range map[string]json.RawMessage{
		"criterion score":   CriterionScoreSchema(),
		"contract":          Contract{}.Schema(),
		"contract, nonce":   Contract{Nonce: "<&>\u2028", PassKeys: []string{"ключ"}}.Schema(),
		"contract, numbers": Contract{ScoreMax: 1e300, PassScore: 5e-324}.Schema(),
	} {
		var root map[string]any
		if err := json.Unmarshal(schema, &root); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkCommon(t, name, root)
		checkOrder(t, name, schema)
	}
}

func checkCommon(t *testing.T, path string, node map[string]any) {
	t.Helper()
	for keyword := range node {
		switch keyword {
		case "type", "description", "properties", "required", "additionalProperties", "items", "enum":
		default:
			t.Errorf("%s: keyword %q is not common to the three", path, keyword)
		}
	}
	if enum, ok := node["enum"]; ok && (node["type"] != "string" || len(enum.([]any)) == 0) {
		t.Errorf("%s: an enum must be of strings", path)
	}
	if items, ok := node["items"].(map[string]any); ok != (node["type"] == "array") {
		t.Errorf("%s: items must come with arrays, and only with them", path)
	} else if ok {
		checkCommon(t, path+"[]", items)
	}
	if node["type"] != "object" {
		return
	}
	properties, required := node["properties"].(map[string]any), node["required"].([]any)
	if node["additionalProperties"] != false || len(required) != len(properties) {
		t.Errorf("%s: an object must be closed, every property required", path)
	}
	for _, key := range required {
		property, ok := properties[key.(string)].(map[string]any)
		if !ok {
			t.Errorf("%s: %q is required and no property", path, key)
			continue
		}
		checkCommon(t, path+"."+key.(string), property)
	}
}

// checkOrder checks that properties stand in the order of required.
func checkOrder(t *testing.T, name string, schema json.RawMessage) {
	t.Helper()
	var root struct {
		Properties json.RawMessage
		Required   []string
	}
	if err := json.Unmarshal(schema, &root); err != nil {
		t.Fatal(err)
	}
	tokens, keys, depth := json.NewDecoder(bytes.NewReader(root.Properties)), []string{}, 0
	for {
		token, err := tokens.Token()
		if err != nil {
			break
		}
		switch token := token.(type) {
		case json.Delim:
			if token == '{' || token == '[' {
				depth++
			} else {
				depth--
			}
		case string:
			if depth == 1 {
				keys = append(keys, token)
			}
		}
	}
	if diff := cmp.Diff(root.Required, keys); diff != "" {
		t.Errorf("%s: order of required (-) and properties (+):\n%s", name, diff)
	}
}
