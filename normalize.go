package jury

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/outline"
)

// NormalizeCriteria makes criteria of what a program has at hand. It takes
//
//   - map[string]string and map[string]any: name to description, sorted by name;
//   - []string: each is name and description of a criterion;
//   - []Criterion, []map[string]string, []map[string]any and []any: criteria,
//     maps with the members id, name, description, weight and floor and no
//     others, and, in []any, strings;
//   - []byte and json.RawMessage: one JSON object or list of these shapes, in
//     document order, no key repeated, with or without a BOM.
//
// A blank name is the id, or else the slug of the description. An id is kept
// as it is; a blank one is derived from the name as ParseRubric does. Names and
// descriptions are kept as written. A weight is a whole number from 1 to 1000, a
// floor a number from 1 to 20. Normalizing its own output changes nothing.
//
// A map of three names or more, or of a description and one more, is refused if
// one of them is what a member of a criterion or of a rubric is called (name,
// version, description, criteria and the like, in any case): so a whole rubric
// does not become criteria. Give its list.
//
// The error is a *RubricError that wraps ErrNoCriteria (nil, or nothing in it),
// ErrInputType (any other type, shape or number, with the element in Key), ErrInvalidID,
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
	criteria := make([]Criterion, 0, len(in))
	for _, name := range sortedKeys(in) {
		description, ok := any(in[name]).(string)
		if !ok {
			return nil, wrongType(name, in[name], noDescription)
		}
		criteria = append(criteria, Criterion{Name: name, Description: description})
	}
	if err := checkMap(criteria); err != nil {
		return nil, err
	}
	return criteria, nil
}

// checkMap returns an error if a map of names to descriptions holds the members
// of one criterion, or of a whole rubric.
func checkMap(criteria []Criterion) error {
	described := slices.ContainsFunc(criteria, func(c Criterion) bool { return c.Name == "description" })
	if len(criteria) < 2 || len(criteria) == 2 && !described {
		return nil // names that are called so
	}
	for _, c := range criteria {
		if isOneOf(c.Name, "id", "name", "title", "description", "version", "author", "criteria", "rubric", "ground_truth_note", "weight", "floor") {
			return &RubricError{Err: ErrInputType, Key: c.Name, detail: excerpt(c.Name) + " belongs to a criterion or to a whole rubric; " +
				"give the list of the criteria, each as an object with id, name and description, even if there is one"}
		}
	}
	return nil
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
			err = wrongType(key, e, noElement)
		}
		if err != nil {
			return nil, err
		}
		criteria = append(criteria, c)
	}
	return criteria, nil
}

// What to do about a value of the wrong type.
const (
	noDescription = "a description is text in quotes; what has more than that, such as a weight, goes into a list of objects with name, description and weight"
	noElement     = "an element is text in quotes, or an object with id, name and description"
	noText        = "a member is text in quotes"
)

// fromMembers takes the members of one criterion, the element called key.
func fromMembers[V any](key string, members map[string]V) (Criterion, error) {
	var c Criterion
	for _, name := range sortedKeys(members) {
		if err := c.set(key, name, any(members[name])); err != nil {
			return Criterion{}, err
		}
	}
	return c, nil
}

// set sets a member of the element called key by its JSON name.
func (c *Criterion) set(key, name string, value any) error {
	at := key + "." + name
	switch name {
	case "weight", "floor":
		return c.setNumber(at, name, value)
	case "id", "name", "description":
	default:
		return &RubricError{Err: ErrInputType, Key: at,
			detail: excerpt(at) + " is not a member of a criterion; the members are id, name, description, weight and floor"}
	}
	text, ok := value.(string)
	if !ok {
		return wrongType(at, value, noText)
	}
	switch name {
	case "id":
		c.ID = text
	case "name":
		c.Name = text
	default:
		c.Description = text
	}
	return nil
}

// setNumber sets the weight or the floor.
func (c *Criterion) setNumber(at, name string, value any) error {
	var x float64
	switch v := value.(type) {
	case float64:
		x = v
	case int:
		x = float64(v)
	default:
		return wrongType(at, value, "a "+name+" is a number, without quotes")
	}
	switch {
	case name == "floor" && isFloor(x):
		c.Floor = x
	case name == "weight" && x >= 1 && x <= maxWeight && x == math.Trunc(x):
		c.Weight = int(x)
	default:
		return wrongNumber(at)
	}
	return nil
}

func wrongNumber(at string) error {
	return &RubricError{Err: ErrInputType, Key: at,
		detail: fmt.Sprintf("%s is out of range; a weight is a whole number from 1 to %d, a floor a number from %d to %d; leave it out if there is none", excerpt(at), maxWeight, MinScore, MaxScore)}
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
		if err := c.checkNumbers(fmt.Sprintf("[%d]", i)); err != nil {
			return err
		}
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

// checkNumbers returns an error if the weight or the floor is none.
func (c Criterion) checkNumbers(key string) error {
	switch {
	case c.Weight != 0 && !isWeight(c.Weight):
		return wrongNumber(key + ".weight")
	case c.Floor != 0 && !isFloor(c.Floor):
		return wrongNumber(key + ".floor")
	}
	return nil
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
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, nil
	}
	if kind := otherText(data); kind != "" {
		return nil, &RubricError{Err: ErrInputType, detail: kind}
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
		err = readMembers(d, "", func(name string, value any) error {
			text, ok := value.(string)
			if !ok {
				return wrongType(name, value, noDescription)
			}
			criteria = append(criteria, Criterion{Name: name, Description: text})
			return nil
		})
		if err == nil {
			err = checkMap(criteria)
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
				return nil, wrongType(key, t, noElement)
			}
			err = readMembers(d, key, func(name string, value any) error { return c.set(key, name, value) })
		default:
			err = wrongType(key, t, noElement)
		}
		if err != nil {
			return nil, err
		}
		criteria = append(criteria, c)
	}
}

// readMembers reads the members of a JSON object, the element called key, up to
// its end. It hands each to set, a list or an object as its first delimiter.
func readMembers(d *json.Decoder, key string, set func(name string, value any) error) error {
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
		if seen[name] {
			return &RubricError{Err: ErrInputType, Key: at, detail: excerpt(at) + " stands twice; give it once"}
		}
		if err := set(name, t); err != nil {
			return err
		}
		seen[name] = true
	}
}

// otherText names the bytes that are a text of another format, and what to do
// with them.
func otherText(data []byte) string {
	text := string(bytes.TrimSpace(data[:min(len(data), 1<<10)]))
	first, _, _ := strings.Cut(text, "\n")
	key, _, hasColon := strings.Cut(first, ":")
	switch {
	case isUTF16(string(data[:min(len(data), 2)])):
		return "this is UTF-16; give JSON in UTF-8"
	case strings.HasPrefix(text, "#"):
		return "no JSON from byte 1 on; this looks like Markdown, which ParseRubric reads"
	case strings.HasPrefix(text, "---"), strings.HasPrefix(text, "- "), hasColon && strings.Trim(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- ") == "":
		return "no JSON from byte 1 on; this looks like YAML; decode it, and give the list of the criteria, or write it as JSON"
	}
	return ""
}

func wrongType(key string, value any, advice string) error {
	kind := "a " + fmt.Sprintf("%T", value)
	switch v := value.(type) {
	case nil:
		kind = "null"
	case float64, int:
		kind = fmt.Sprintf("the number %v (%T)", v, v)
	case json.Delim:
		kind = map[json.Delim]string{'{': "an object", '[': "a list"}[v]
	}
	detail := kind + "; " + advice
	if key != "" {
		detail = excerpt(key) + " is " + detail
	}
	if isOneOf(key, "criteria") {
		detail += "; if this is a whole rubric, give the value of " + excerpt(key) + " alone"
	}
	return &RubricError{Err: ErrInputType, Key: key, detail: detail}
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
