package jury

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/seed-bcabc8a2/jury/internal/extract"
)

// UnmarshalJSON reads a contract as it stands in a configuration file. A member
// that is unknown, or stands twice, is an error: a key or a bar that got lost would
// change what passes. On an error c stays as it was. Whether the contract means
// anything is for Validate to say.
//
// {"form": "text", "pass_keys": ["verdict"], "score_keys": ["-"]} asks for a line
// such as "verdict: PASS"; {"pass_key": ["verdict"]} is an error.
func (c *Contract) UnmarshalJSON(text []byte) error {
	type plain Contract // without this method
	contract := plain(*c)
	if err := unmarshalStrict(text, &contract); err != nil {
		return err
	}
	*c = Contract(contract)
	return nil
}

// unmarshalStrict unmarshals text into value, a struct. Unknown and repeated
// members are errors.
func unmarshalStrict(text []byte, value any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		return fmt.Errorf("jury: %w", err)
	}
	x, _ := extract.Open(string(text))
	defer x.Close()
	seen := decoding{Extraction: x}
	if x.Next() {
		if k, ok := seen.repeatedName(0); ok {
			return fmt.Errorf("jury: the member %s stands twice", excerpt(x.Str(x.Nodes[k])))
		}
	}
	return nil
}
