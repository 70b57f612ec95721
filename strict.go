package jury

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
)

// UnmarshalJSON reads a round as it was stored, strictly: a member that no round
// has, one in another case ("ExpectedCount"), or one that stands twice is
// [ErrRound], also in its scores and findings, and r is left alone then. What was
// not read of a round could be its veto. So a release refuses a round with a
// member that only a later one knows. Else r is replaced as a whole.
func (r *Round) UnmarshalJSON(text []byte) error {
	type plain Round // without this method
	var read plain
	if err := unmarshalStrict(text, &read); err != nil {
		return roundError("%v", err)
	}
	if !isNull(text) {
		*r = Round(read)
	}
	return nil
}

// UnmarshalJSON reads a policy as it was stored, strictly: a member that no
// policy has ("criterionFloor"), or one that stands twice, is [ErrPolicy], and p
// is left alone then. A gate with a setting that nobody read is not the one that
// was meant. So a release refuses a policy, and a [Decision] with it, that has a
// member which only a later one knows. Members that are not there keep the value
// that they have in p.
func (p *Policy) UnmarshalJSON(text []byte) error {
	type plain Policy
	read := plain(*p)
	read.Severities = maps.Clone(p.Severities)
	if err := unmarshalStrict(text, &read); err != nil {
		return policyError("%v", err)
	}
	*p = Policy(read)
	return nil
}

func isNull(text []byte) bool { return string(bytes.TrimSpace(text)) == "null" }

// unmarshalStrict reads text into the struct that v points to. It wants each
// member to be one of the struct, spelled as there, and to stand once.
func unmarshalStrict(text []byte, v any) error {
	if err := json.Unmarshal(text, v); err != nil {
		return err
	}
	s := strictness{json.NewDecoder(bytes.NewReader(text)), make(map[reflect.Type]map[string]reflect.Type)}
	s.tokens.UseNumber()
	return s.value(reflect.TypeOf(v).Elem())
}

// A strictness checks JSON that was read before. It goes as deep as the types do,
// and not as the text.
type strictness struct {
	tokens  *json.Decoder
	members map[reflect.Type]map[string]reflect.Type // of the structs that were met
}

// value checks the next value, which was read into a t.
func (s *strictness) value(t reflect.Type) error {
	token, err := s.tokens.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('['):
		err = s.list(t.Elem())
	case json.Delim('{'):
		err = s.object(t)
	default:
		return nil
	}
	if err == nil {
		_, err = s.tokens.Token() // what closes it
	}
	return err
}

func (s *strictness) list(t reflect.Type) error {
	for s.tokens.More() {
		if err := s.value(t); err != nil {
			return err
		}
	}
	return nil
}

func (s *strictness) object(t reflect.Type) error {
	seen := make(map[string]bool)
	for s.tokens.More() {
		token, err := s.tokens.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		member, known := s.member(t, key)
		switch {
		case !known:
			return fmt.Errorf("%s is no member; known are %s", excerpt(key), strings.Join(sortedKeys(s.members[t]), ", "))
		case seen[key]:
			return fmt.Errorf("the member %s stands twice", excerpt(key))
		}
		seen[key] = true
		if err := s.value(member); err != nil {
			return err
		}
	}
	return nil
}

// member returns the type of what stands under key in a map or a struct.
func (s *strictness) member(t reflect.Type, key string) (reflect.Type, bool) {
	if t.Kind() == reflect.Map {
		return t.Elem(), true
	}
	members := s.members[t]
	if members == nil {
		members = make(map[string]reflect.Type)
		for _, f := range reflect.VisibleFields(t) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous {
				members[name] = f.Type
			}
		}
		s.members[t] = members
	}
	member, known := members[key]
	return member, known
}
