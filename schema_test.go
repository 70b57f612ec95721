package jury

import (
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
	} {
		first := schema()
		clear(first)
		if schema()[0] != '{' {
			t.Error("a caller can change a schema for the next one")
		}
	}
}
