package jury

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/seed-bcabc8a2/jury/internal/outline"
)

// NormalizeCriteria makes criteria of what a program has at hand. It takes
//
//   - map[string]string and map[string]any: name to description, sorted by name;
//   - []string: each is name and description of a criterion;
//   - []Criterion, []map[string]string, []map[string]any and []any: criteria,
//     maps with the members id, name and description and no others, and, in
//     []any, strings;
//   - []byte and json.RawMessage: one JSON object or list of these shapes, in
//     document order, no key repeated.
//
// A blank name is the id, or else the slug of the description. An id is kept
// as it is; a blank one is derived from the name as ParseRubric does. Names and
// descriptions are kept as written. Normalizing its own output changes nothing.
//
// The error is a *RubricError that wraps ErrNoCriteria (nil, or nothing in it),
// ErrInputType (any other type or shape, with the element in Key), ErrInvalidID,
// ErrDuplicateID (an id given twice) or ErrEmptyCriterion (a description
// that is blank, or only ---, as ParseRubric counts it).
//
// map[string]string{"Fit": "Fits."} gives {"fit", "Fit", "Fits."}; a string is
// ErrInputType, since ParseRubric reads those.
func NormalizeCriteria(input any) ([]Criterion, error) {
	criteria, err := gather(input)
	if err != nil {
		return nil, err
	}
	if len(criteria) == 0 {
		return nil, &RubricError{Err: ErrNoCriteria, detail: "give at least one"}
	}
	if err := complete(criteria); err != nil {
		return nil, err
	}
	return criteria, nil
}

// SelectCriteria returns the criteria with these ids, in the order of the ids;
// without ids all of them, as a copy. It is a *RubricError that wraps
// ErrDuplicateID if an id stands twice in either argument, and ErrUnknownID,
// with all of them, if ids are not among the criteria: a misspelled id must not
// drop a criterion.
//
// Of criteria a, b and c, the ids "c", "a" select c and a.
func SelectCriteria(criteria []Criterion, ids ...string) ([]Criterion, error) {
	index := make(map[string]int, len(criteria))
	for i, c := range criteria {
		if _, twice := index[c.ID]; twice {
			return nil, duplicateID(c.ID, fmt.Sprintf("[%d]", i))
		}
		index[c.ID] = i
	}
	if len(ids) == 0 {
		return append([]Criterion{}, criteria...), nil
	}
	selected := make([]Criterion, 0, len(ids))
	seen := make(map[string]bool, len(ids))
	var unknown []string
	var repeated error
	for _, id := range ids {
		i, known := index[id]
		switch {
		case seen[id] && known && repeated == nil:
			repeated = duplicateID(id, "")
		case seen[id]:
		case !known:
			unknown = append(unknown, id)
		default:
			selected = append(selected, criteria[i])
		}
		seen[id] = true
	}
	if unknown != nil {
		return nil, unknownIDs(unknown, criteria)
	}
	if repeated != nil {
		return nil, repeated
	}
	return selected, nil
}

// CriterionIDs returns the ids of the criteria, in order: what a Round must
// cover. It is empty, and not nil, if there are no criteria.
//
// Criteria a and b give "a", "b".
func CriterionIDs(criteria []Criterion) []string {
	ids := make([]string, len(criteria))
	for i, c := range criteria {
		ids[i] = c.ID
	}
	return ids
}

// gather turns the input into criteria that may lack id and name.
func gather(input any) ([]Criterion, error) {
	switch in := input.(type) {
	case nil:
		return nil, nil
	case string:
		return nil, &RubricError{Err: ErrInputType, detail: "a string; use ParseRubric for the text of a criteria.md file"}
	case []byte:
		return gatherJSON(in)
	case json.RawMessage:
		return gatherJSON(in)
	case []Criterion:
		return append([]Criterion(nil), in...), nil
	case map[string]string:
		return gatherMap(in)
	case map[string]any:
		return gatherMap(in)
	case []string:
		return gatherList(in)
	case []map[string]string:
		return gatherList(in)
	case []map[string]any:
		return gatherList(in)
	case []any:
		return gatherList(in)
	}
	return nil, &RubricError{Err: ErrInputType, detail: fmt.Sprintf("%T; give a map of names to descriptions, or a list", input)}
}

// gatherMap takes names and descriptions, sorted by name.
func gatherMap[V any](in map[string]V) ([]Criterion, error) {
	if isOneCriterion(in) {
		return nil, oneCriterion()
	}
	criteria := make([]Criterion, 0, len(in))
	for _, name := range sortedKeys(in) {
		description, ok := any(in[name]).(string)
		if !ok {
			return nil, wrongType(name, in[name], "a description is a string")
		}
		criteria = append(criteria, Criterion{Name: name, Description: description})
	}
	return criteria, nil
}

// isOneCriterion reports whether in is no map of names to descriptions but the
// members of one criterion.
func isOneCriterion[V any](in map[string]V) bool {
	for name := range in {
		if name != "id" && name != "name" && name != "description" {
			return false
		}
	}
	_, described := in["description"]
	return described && len(in) > 1
}

func oneCriterion() error {
	return &RubricError{Err: ErrInputType, detail: "the members of one criterion; put it in a list"}
}

// gatherList takes strings, criteria and maps of their members.
func gatherList[E any](in []E) ([]Criterion, error) {
	criteria := make([]Criterion, 0, len(in))
	for i, e := range in {
		var c Criterion
		var err error
		key := fmt.Sprintf("[%d]", i)
		switch e := any(e).(type) {
		case string:
			c = Criterion{Name: e, Description: e}
		case Criterion:
			c = e
		case map[string]string:
			c, err = fromMembers(key, e)
		case map[string]any:
			c, err = fromMembers(key, e)
		default:
			err = wrongType(key, e, "an element is a string, or an object with id, name and description")
		}
		if err != nil {
			return nil, err
		}
		criteria = append(criteria, c)
	}
	return criteria, nil
}

// fromMembers takes the members of one criterion, the element called key.
func fromMembers[V any](key string, members map[string]V) (Criterion, error) {
	var c Criterion
	for _, name := range sortedKeys(members) {
		value, ok := any(members[name]).(string)
		if !ok {
			return Criterion{}, wrongType(key+"."+name, members[name], "a member is a string")
		}
		if !c.set(name, value) {
			return Criterion{}, unknownMember(key + "." + name)
		}
	}
	return c, nil
}

// set sets a member by its JSON name and reports whether there is such a one.
func (c *Criterion) set(name, value string) bool {
	switch name {
	case "id":
		c.ID = value
	case "name":
		c.Name = value
	case "description":
		c.Description = value
	default:
		return false
	}
	return true
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// complete gives every criterion the id and name that it lacks, and checks all.
func complete(criteria []Criterion) error {
	if err := checkPins(criteria); err != nil {
		return err
	}
	for i := range criteria {
		c := &criteria[i]
		if outline.IsBlank(c.ID) {
			c.ID = ""
		}
		switch {
		case !outline.IsBlank(c.Name):
		case c.ID != "":
			c.Name = c.ID
		default:
			c.Name = slug(c.Description)
		}
	}
	assignIDs(criteria)
	return checkBlank(criteria)
}

// checkBlank returns an error with the ids of all criteria without description.
func checkBlank(criteria []Criterion) error {
	var blank []string
	for _, c := range criteria {
		if outline.TrimBlankLines(c.Description) == "" {
			blank = append(blank, c.ID)
		}
	}
	if blank == nil {
		return nil
	}
	return &RubricError{Err: ErrEmptyCriterion, IDs: blank,
		detail: "say what to judge, for " + excerptList(blank)}
}

// gatherJSON takes one JSON object or list.
func gatherJSON(data []byte) ([]Criterion, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	criteria, err := gatherTop(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, &RubricError{Err: ErrInputType, detail: "something follows the JSON value; give one object or list"}
	}
	return criteria, nil
}

func gatherTop(d *json.Decoder) ([]Criterion, error) {
	first, err := d.Token()
	if err != nil {
		return nil, notJSON(err)
	}
	var criteria []Criterion
	switch first {
	case nil:
		return nil, nil
	case json.Delim('{'):
		err = readMembers(d, "", func(name, value string) bool {
			criteria = append(criteria, Criterion{Name: name, Description: value})
			return true
		})
		names := make(map[string]bool, len(criteria))
		for _, c := range criteria {
			names[c.Name] = true
		}
		if err == nil && isOneCriterion(names) {
			err = oneCriterion()
		}
	case json.Delim('['):
		criteria, err = readElements(d)
	default:
		err = wrongType("", first, "give a JSON object or list; ParseRubric reads the text of a criteria.md file")
	}
	return criteria, err
}

// readElements reads the elements of a JSON list up to its end.
func readElements(d *json.Decoder) ([]Criterion, error) {
	var criteria []Criterion
	for {
		t, err := d.Token()
		if err != nil {
			return nil, notJSON(err)
		}
		var c Criterion
		key := fmt.Sprintf("[%d]", len(criteria))
		switch t := t.(type) {
		case string:
			c = Criterion{Name: t, Description: t}
		case json.Delim:
			if t == ']' {
				return criteria, nil
			}
			if t != '{' {
				return nil, wrongType(key, t, "an element is a string, or an object with id, name and description")
			}
			err = readMembers(d, key, c.set)
		default:
			err = wrongType(key, t, "an element is a string, or an object with id, name and description")
		}
		if err != nil {
			return nil, err
		}
		criteria = append(criteria, c)
	}
}

// readMembers reads the members of a JSON object, the element called key, up to
// its end. It hands each to set, which reports whether there is such a one.
func readMembers(d *json.Decoder, key string, set func(name, value string) bool) error {
	seen := make(map[string]bool)
	for {
		t, err := d.Token()
		if err != nil {
			return notJSON(err)
		}
		name, isName := t.(string)
		if !isName {
			return nil // the closing brace
		}
		at := name
		if key != "" {
			at = key + "." + name
		}
		if t, err = d.Token(); err != nil {
			return notJSON(err)
		}
		value, ok := t.(string)
		switch {
		case seen[name]:
			return &RubricError{Err: ErrInputType, Key: at, detail: excerpt(at) + " stands twice; give it once"}
		case !ok:
			return wrongType(at, t, "a JSON string is wanted")
		case !set(name, value):
			return unknownMember(at)
		}
		seen[name] = true
	}
}

func wrongType(key string, value any, advice string) error {
	kind := fmt.Sprintf("%T", value)
	switch v := value.(type) {
	case nil:
		kind = "null"
	case json.Delim:
		kind = map[json.Delim]string{'{': "an object", '[': "a list"}[v]
	}
	detail := kind + "; " + advice
	if key != "" {
		detail = excerpt(key) + " is " + detail
	}
	return &RubricError{Err: ErrInputType, Key: key, detail: detail}
}

func unknownMember(key string) error {
	return &RubricError{Err: ErrInputType, Key: key,
		detail: excerpt(key) + " is not a member of a criterion; the members are id, name and description"}
}

func notJSON(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return &RubricError{Err: ErrInputType, detail: fmt.Sprintf("no JSON from byte %d on; give one object or list", syntax.Offset)}
	}
	return &RubricError{Err: ErrInputType, detail: "the JSON ends too early; give one object or list"}
}

func unknownIDs(unknown []string, criteria []Criterion) error {
	known := CriterionIDs(criteria[:min(len(criteria), maxExcerpt)])
	return &RubricError{Err: ErrUnknownID, IDs: unknown,
		detail: fmt.Sprintf("%q; known are %q", clip(joinSome(unknown), halfExcerpt), clip(joinSome(known), halfExcerpt))}
}
