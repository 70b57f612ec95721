package cases

import (
	"slices"
	"testing"
)

func TestRead(t *testing.T) {
	all, err := Read("../../../testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range all {
		if seen[c.ID] {
			t.Errorf("two cases are called %s", c.ID)
		}
		seen[c.ID] = true
		if !slices.Contains(c.OK, string(c.Want)) {
			t.Errorf("%s: the wanted outcome %q is not among the acceptable %q", c.ID, c.Want, c.OK)
		}
	}
	if len(all) < 200 {
		t.Errorf("only %d cases", len(all))
	}
}

func TestReadForms(t *testing.T) {
	groups, err := ReadForms("../../../testdata/cases")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, g := range groups {
		if len(g.Cases) < 20 {
			t.Errorf("%s: only %d cases", g.Asked, len(g.Cases))
		}
		for _, c := range g.Cases {
			if seen[c.ID] {
				t.Errorf("two cases are called %s", c.ID)
			}
			seen[c.ID] = true
			if err := c.Contract.Validate(); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
		}
	}
}
