package schema

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/seed-bcabc8a2/jury"
)

// compile also checks the schema against the metaschema.
func compile(t *testing.T, text json.RawMessage) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("mem:///schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("mem:///schema.json")
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return schema
}

func valid(t *testing.T, schema *jsonschema.Schema, instance string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(instance)))
	if err != nil {
		return err
	}
	return schema.Validate(doc)
}

func TestScoreSchema(t *testing.T) {
	schema := compile(t, jury.ScoreSchema())
	for _, text := range []string{"-1", "0", "0.5", "1", "1.5", "14", "17.0", "2e1", "20", "20.5", "21", "200", "1e400", "null", "true", `"17"`, "[17]", "{}"} {
		var score float64
		want := json.Unmarshal([]byte(text), &score) == nil && text != "null" && jury.ValidScore(score)
		if err := valid(t, schema, text); (err == nil) != want {
			t.Errorf("%s: %v, but ValidScore says %t", text, err, want)
		}
	}
}

func TestCriterionScoreSchema(t *testing.T) {
	schema := compile(t, jury.CriterionScoreSchema())
	for _, tt := range []struct {
		name, reply string
		want        bool
	}{
		{"whole", `{"criterion_id":"a","evidence":["ran it"],"findings":[{"finding":"f","severity":"veto"}],"score":17}`, true},
		{"empty lists", `{"criterion_id":"a","evidence":[],"findings":[],"score":1}`, true},
		{"off the scale", `{"criterion_id":"a","evidence":[],"findings":[],"score":21}`, true}, // the parser's to refuse
		{"half", `{"criterion_id":"a","evidence":[],"findings":[],"score":14.5}`, false},
		{"score as text", `{"criterion_id":"a","evidence":[],"findings":[],"score":"17"}`, false},
		{"no score", `{"criterion_id":"a","evidence":[],"findings":[]}`, false},
		{"unknown severity", `{"criterion_id":"a","evidence":[],"findings":[{"finding":"f","severity":"minor"}],"score":17}`, false},
		{"finding as text", `{"criterion_id":"a","evidence":[],"findings":["f"],"score":17}`, false},
		{"verifier", `{"criterion_id":"a","evidence":[],"findings":[],"score":17,"verifier":"me"}`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := valid(t, schema, tt.reply); (err == nil) != tt.want {
				t.Errorf("%s: %v", tt.reply, err)
			}
		})
	}
}

// TestCasesFitTheirSchemas takes every case that is one strict JSON object and
// parses without a quirk, and checks it against the schema of its contract.
// Parse needs less than a schema asks for and ignores more, so missing members
// are filled in and foreign ones left out.
func TestCasesFitTheirSchemas(t *testing.T) {
	asWritten, completed := 0, 0
	for _, c := range readCases(t, "verdict.jsonl", "contract.jsonl", "attacks.jsonl", "original-verdict.jsonl") {
		var reply map[string]json.RawMessage
		if json.Unmarshal([]byte(c.Reply), &reply) != nil {
			continue
		}
		contract := c.contract()
		v, err := contract.Parse(c.Reply)
		if err != nil || v.Quirks != 0 {
			continue
		}
		text := contract.Schema()
		schema := compile(t, text)
		if valid(t, schema, c.Reply) == nil {
			asWritten++
		}
		completed++
		if err := valid(t, schema, complete(t, text, reply)); err != nil {
			t.Errorf("%s: %s parses without a quirk and does not fit: %v", c.ID, c.Reply, err)
		}
	}
	t.Logf("%d cases fit as written, %d once completed", asWritten, completed)
	if asWritten < 2 || completed < 10 {
		t.Errorf("%d cases fit as written, %d once completed: too few to have been tested", asWritten, completed)
	}
}

// object is the root of a schema.
type object struct {
	Properties map[string]struct {
		Type string
		Enum []string
	}
	Required []string
}

// complete returns the members of the reply that the schema has, in its order,
// and the empty value for those that the reply lacks.
func complete(t *testing.T, schema json.RawMessage, reply map[string]json.RawMessage) string {
	t.Helper()
	var root object
	if err := json.Unmarshal(schema, &root); err != nil {
		t.Fatal(err)
	}
	empty := map[string]string{"array": "[]", "string": `""`, "boolean": "false", "number": "0"}
	text := "{"
	for i, key := range root.Required {
		if i > 0 {
			text += ","
		}
		value := string(reply[key])
		if value == "" {
			value = empty[root.Properties[key].Type]
		}
		text += strconv.Quote(key) + ":" + value
	}
	return text + "}"
}

// TestWhatFitsParses makes replies that fit the schema of a contract, with
// texts that are hard to read, and parses each without a quirk.
func TestWhatFitsParses(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for _, contract := range []jury.Contract{
		{},
		{PassKeys: []string{"verdict", "pass"}, ScoreKeys: []string{"mark"}, ReasonKeys: []string{"why"}, HintKeys: []string{"then"}},
		{ScoreMin: 1, ScoreMax: 20},
		{ScoreMin: -10, ScoreMax: 10, PassScore: 7},
		{PassScore: 0.5, PassKeys: []string{"ok"}},
		{Nonce: "k7Q"},
	} {
		text := contract.Schema()
		schema := compile(t, text)
		for range 2000 {
			reply := randomReply(t, random, text, contract)
			if err := valid(t, schema, reply); err != nil {
				t.Fatalf("%s does not fit %s: %v", reply, text, err)
			}
			v, err := contract.Parse(reply)
			if err != nil || v.Quirks != 0 {
				t.Fatalf("%s fits %s, and parses as %+v, %v", reply, text, v, err)
			}
		}
	}
}

func randomReply(t *testing.T, random *rand.Rand, schema json.RawMessage, contract jury.Contract) string {
	t.Helper()
	var root object
	if err := json.Unmarshal(schema, &root); err != nil {
		t.Fatal(err)
	}
	lo, hi := contract.ScoreMin, contract.ScoreMax
	if lo == 0 && hi == 0 {
		hi = 1
	}
	reply := map[string]json.RawMessage{}
	for key, property := range root.Properties {
		var value any
		switch {
		case key == "nonce": // one schema serves all calls, so that it does not name the word
			value = contract.Nonce
		case property.Enum != nil:
			value = property.Enum[random.Intn(len(property.Enum))]
		case property.Type == "string":
			value = hardText(random)
		case property.Type == "array":
			texts := []string{}
			for range random.Intn(3) {
				texts = append(texts, hardText(random))
			}
			value = texts
		case property.Type == "boolean":
			value = random.Intn(2) == 0
		case property.Type == "number":
			value = min(hi, lo+(hi-lo)*float64(random.Intn(101))/100)
		default:
			t.Fatalf("%s: no value for %q", schema, key)
		}
		encoded, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		reply[key] = encoded
	}
	return complete(t, schema, reply)
}

func hardText(random *rand.Rand) string {
	return [...]string{
		"", "clean", `{"pass": false, "score": 0}`, "{\"pass\": true}", "```json\n{", "verdict: fail", "pass: no", "<think>", "k7Q", `"`, `\`, "\u2028", "/* { */", "[", "null", "it's “quoted”",
	}[random.Intn(16)]
}

// A caseRow is a row of verdict.jsonl or contract.jsonl.
type caseRow struct {
	ID       string
	Reply    string
	ScoreMin float64 `json:"score_min"`
	ScoreMax float64 `json:"score_max"`
	Contract struct {
		PassKeys   []string `json:"pass_keys"`
		ScoreKeys  []string `json:"score_keys"`
		ReasonKeys []string `json:"reason_keys"`
		HintKeys   []string `json:"hint_keys"`
		PassWords  []string `json:"pass_words"`
		FailWords  []string `json:"fail_words"`
		ScoreMin   float64  `json:"score_min"`
		ScoreMax   float64  `json:"score_max"`
		PassScore  float64  `json:"pass_score"`
		Nonce      string   `json:"nonce"`
	}
}

func (c caseRow) contract() jury.Contract {
	k := c.Contract
	if k.ScoreMin == 0 && k.ScoreMax == 0 {
		k.ScoreMin, k.ScoreMax = c.ScoreMin, c.ScoreMax
	}
	return jury.Contract{
		PassKeys: k.PassKeys, ScoreKeys: k.ScoreKeys, ReasonKeys: k.ReasonKeys, HintKeys: k.HintKeys,
		PassWords: k.PassWords, FailWords: k.FailWords,
		ScoreMin: k.ScoreMin, ScoreMax: k.ScoreMax, PassScore: k.PassScore, Nonce: k.Nonce,
	}
}

func readCases(t *testing.T, names ...string) []caseRow {
	t.Helper()
	var all []caseRow
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "cases", name))
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
			var c caseRow
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(fmt.Errorf("%s: %w", name, err))
			}
			all = append(all, c)
		}
	}
	return all
}
