package jury

import "fmt"

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
		return fmt.Errorf("jury: %w", err)
	}
	*c = Contract(contract)
	return nil
}
