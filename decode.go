package jury

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
	"github.com/seed-bcabc8a2/jury/internal/objection"
)

// Decode reads the one object in reply that has every key, by the grammar and
// the rules by which a verdict is found, and unmarshals it into a fresh T as
// encoding/json does. Keys match exactly. Without keys it reads the only object
// in the reply. Where T is a slice (but not of bytes) it reads the one list of
// which every element is an object with the keys; without keys, the only list.
// A wrapper such as stands around a verdict, or a list of one, may stand around
// the object; an object of one member, of any name, around the list.
//
// The errors are *ReplyError values that wrap ErrNoVerdict (no such object),
// ErrConflict (several that differ, a broken one or a stray key beside it, or
// names in it that encoding/json would take for each other), ErrTruncated (the
// reply was cut off), ErrBadValue (NaN, an infinity or ... in it, or what
// json.Unmarshal refuses; its error is wrapped too), or ErrTooLarge. On an
// error the result is the zero T.
//
// With T a struct{ Verdict string } and the key "verdict", "So: {verdict: 'reject',}"
// decodes to {reject}.
func Decode[T any](reply string, keys ...string) (T, error) {
	var value, zero T
	text, err := decodable(reply, keys, isList(reflect.TypeOf(&value).Elem()))
	if err == nil {
		err = unmarshal(text, &value)
	}
	if err != nil {
		return zero, err
	}
	return value, nil
}

// isList reports whether JSON has a list for t.
func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8
}

// unmarshal unmarshals text into value. Its error shows nothing of the text
// but what excerpt lets through.
func unmarshal(text []byte, value any) *ReplyError {
	err := json.Unmarshal(text, value)
	if err == nil {
		return nil
	}
	e := &ReplyError{Err: caused{ErrBadValue, err}, detail: "json.Unmarshal says " + excerpt(err.Error())}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		e.detail = fmt.Sprintf("the member %s does not fit the Go type %s", excerpt(wrong.Field), wrong.Type)
	}
	return e
}

// A decoding is a search for the one object or list that has the keys.
type decoding struct {
	*extract.Extraction
	keys    []string
	list    bool
	text    []byte              // what was found, as strict JSON
	missing string              // the first key that an object lacks
	bad     objection.Objection // why it cannot be decoded
}

// decodable returns the object or list to decode, as strict JSON.
func decodable(reply string, keys []string, list bool) ([]byte, *ReplyError) {
	x, o := extract.Open(reply)
	defer x.Close()
	d := decoding{Extraction: x, keys: keys, list: list}
	if !o.Holds() {
		o = d.search()
	}
	if o.Holds() {
		return nil, newReplyError(x.Text, o)
	}
	return d.text, nil
}

// search looks for it, and says why it was not found or may not be taken.
func (d *decoding) search() objection.Objection {
	for d.Next() {
		d.consider()
	}
	if len(d.Finds) == 0 {
		return d.nothing()
	}
	return d.Standing(&evidence.Watch{Text: d.Text, Keys: evidence.AppendLabels(nil, d.keys)}).Or(d.bad)
}

// consider keeps the unit read last if it is what is looked for.
func (d *decoding) consider() {
	i, ok := d.find()
	if !ok {
		if key, at := d.KeyOf(d.keys); key != "" {
			d.Doubt(objection.To(key, at, objection.KeyInOther))
		}
		return
	}
	text := d.AppendJSON(make([]byte, 0, d.Nodes[i].End-d.Nodes[i].Start), i)
	if len(d.Finds) > 0 && !sameJSON(d.text, text) {
		d.Doubt(objection.At(d.Span.Start, objection.FoundDiffer))
	}
	if k, ok := d.unsayable(i); ok {
		d.bad = objection.At(int(d.Nodes[k].Start), objection.NoJSON)
	}
	if k, ok := d.repeatedName(i); ok {
		d.Doubt(objection.At(int(d.Nodes[k].Start), objection.SameNames))
	}
	d.Found()
	d.text = text
}

// find returns what the unit holds of what is looked for.
func (d *decoding) find() (uint32, bool) {
	if d.Ending != lenient.Whole {
		return 0, false
	}
	if !d.list {
		if d.hasKeys(0) {
			return 0, true
		}
		inner := d.Inner()
		return inner, inner > 0 && d.hasKeys(inner)
	}
	i := uint32(0)
	if n := d.Nodes; n[0].Kind == lenient.KindObject && len(n) > 3 && n[2].Next == n[0].Next {
		i = 2
	}
	isEmpty := d.Nodes[i].Next == i+1
	return i, d.isListOfKeyed(i) && (!isEmpty || i == 0 && d.StandsAlone())
}

// hasKeys reports whether the value at index i is an object with every key.
func (d *decoding) hasKeys(i uint32) bool {
	if d.Nodes[i].Kind != lenient.KindObject {
		return false
	}
	for _, key := range d.keys {
		if m, ok := d.Member(i, key); !ok || d.Nodes[m.Value].Kind == lenient.KindNull {
			d.missing = cmp.Or(d.missing, key)
			return false
		}
	}
	return true
}

// isListOfKeyed reports whether the value at index i is a list of which every
// element is an object with the keys; any list, where there are none.
func (d *decoding) isListOfKeyed(i uint32) bool {
	if d.Nodes[i].Kind != lenient.KindArray {
		return false
	}
	for k := i + 1; k < d.Nodes[i].Next && len(d.keys) > 0; k = d.Nodes[k].Next {
		if !d.hasKeys(k) {
			return false
		}
	}
	return true
}

// unsayable returns the first node of the value at index i that strict JSON
// cannot say: NaN, an infinity, or the dots in place of what was left out.
func (d *decoding) unsayable(i uint32) (uint32, bool) {
	for k := i; k < d.Nodes[i].Next; k++ {
		if d.Nodes[k].Kind == lenient.KindNonFinite || d.Nodes[k].Kind == lenient.KindEllipsis {
			return k, true
		}
	}
	return 0, false
}

// repeatedName returns the first key in the value at index i, at any depth,
// that encoding/json would take for an earlier one of the same object.
func (d *decoding) repeatedName(i uint32) (uint32, bool) {
	type place struct {
		obj  uint32
		name string
	}
	seen := make(map[place]bool)
	for obj := i; obj < d.Nodes[i].Next; obj++ {
		if d.Nodes[obj].Kind != lenient.KindObject {
			continue
		}
		for m := d.Members(obj); m.Next(); {
			p := place{obj, foldName(d.Str(d.Nodes[m.Key]))}
			if seen[p] {
				return m.Key, true
			}
			seen[p] = true
		}
	}
	return 0, false
}

// foldName folds name as encoding/json does when it looks for a field.
func foldName(name string) string {
	return strings.Map(func(c rune) rune {
		for {
			next := unicode.SimpleFold(c)
			if next <= c {
				return next
			}
			c = next
		}
	}, name)
}

// sameJSON reports whether a and b, strict JSON, are equal but for the order of
// members. Numbers are compared as they are written.
func sameJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	return reflect.DeepEqual(anyOf(a), anyOf(b))
}

// anyOf returns the value that text, strict JSON, holds.
func anyOf(text []byte) any {
	var value any
	numbers := json.NewDecoder(bytes.NewReader(text))
	numbers.UseNumber()
	if err := numbers.Decode(&value); err != nil {
		return err
	}
	return value
}

// nothing says why there is nothing to decode.
func (d *decoding) nothing() objection.Objection {
	if d.CutAt >= 0 {
		return objection.At(d.CutAt, objection.CutInside)
	}
	o := objection.Objection{Why: objection.NoObject}
	if d.list {
		o.Why = objection.NoList
	}
	if len(d.keys) > 0 {
		o.Key, o.Note = cmp.Or(d.missing, d.keys[0]), " with every key asked for"
	}
	if d.missing != "" {
		o.Note += "; the first that is missing, or null, is " + excerpt(d.missing)
	}
	return o
}
