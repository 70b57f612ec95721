package jury

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
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
// json.Unmarshal refuses; its error is wrapped too), or ErrTooComplex. On an
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
	search
	keys []string
	list bool
	text []byte         // what was found, as strict JSON
	bad  evidence.Doubt // why it cannot be decoded
}

// decodable returns the object or list to decode, as strict JSON.
func decodable(reply string, keys []string, list bool) ([]byte, *ReplyError) {
	d := decoding{keys: keys, list: list}
	defer d.giveBack(d.borrow())
	if err := d.begin(reply); err != nil {
		return nil, err
	}
	for d.next() {
		d.consider()
	}
	if len(d.finds) == 0 {
		return nil, d.nothing()
	}
	if err := d.incomplete(); err != nil {
		return nil, err
	}
	if d.against.Detail == "" && len(keys) > 0 {
		w := &evidence.Watch{Text: d.search.Text, Keys: evidence.AppendLabels(nil, keys)}
		d.doubt(d.hiding(w))
		d.doubt(d.stray(w))
	}
	switch {
	case d.against.Detail != "":
		return nil, d.fail(ErrConflict, d.against)
	case d.bad.Detail != "":
		return nil, d.fail(ErrBadValue, d.bad)
	}
	return d.text, nil
}

// consider keeps the unit read last if it is what is looked for.
func (d *decoding) consider() {
	i, ok := d.find()
	if !ok {
		if key, at := d.strayKey(d.keys); key != "" {
			d.doubt(evidence.Doubt{at, key, "the key stands in something else, too"})
		}
		return
	}
	text := d.AppendJSON(make([]byte, 0, d.Nodes[i].End-d.Nodes[i].Start), i)
	if len(d.finds) > 0 && !sameJSON(d.text, text) {
		d.doubt(evidence.Doubt{d.unit.Start, "", "several objects or lists could be meant, and they differ"})
	}
	if k, ok := d.unsayable(i); ok {
		d.bad = evidence.Doubt{int(d.Nodes[k].Start), "", "JSON has no such value"}
	}
	if k, ok := d.repeatedName(i); ok {
		d.doubt(evidence.Doubt{int(d.Nodes[k].Start), "", "encoding/json would take two names in one object for each other"})
	}
	d.found()
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
		inner := d.inner()
		return inner, inner > 0 && d.hasKeys(inner)
	}
	i := uint32(0)
	if n := d.Nodes; n[0].Kind == lenient.KindObject && len(n) > 3 && n[2].Next == n[0].Next {
		i = 2
	}
	return i, d.isListOfKeyed(i) && (i == 0 || d.Nodes[i].Next > i+1)
}

// hasKeys reports whether the value at index i is an object with every key.
func (d *decoding) hasKeys(i uint32) bool {
	if d.Nodes[i].Kind != lenient.KindObject {
		return false
	}
	for _, key := range d.keys {
		if !d.hasKey(i, key) {
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
		for k := obj + 1; k < d.Nodes[obj].Next; k = d.Nodes[k+1].Next {
			p := place{obj, foldName(d.Str(d.Nodes[k]))}
			if seen[p] {
				return k, true
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

// nothing returns the error of a reply without what is looked for.
func (d *decoding) nothing() *ReplyError {
	if d.Ending == lenient.Cut {
		return d.fail(ErrTruncated, evidence.Doubt{d.unit.Start, "", "the text ends inside what opens here"})
	}
	what := "object"
	if d.list {
		what = "list of objects"
	}
	err := &ReplyError{Err: ErrNoVerdict, detail: "there is no " + what}
	if len(d.keys) > 0 {
		err.Key = d.keys[0]
		err.detail += " with every key asked for"
	}
	return err
}
