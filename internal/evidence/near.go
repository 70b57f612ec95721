package evidence

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// minNear is the shortest key of which a name one edit away is suspected: too
// many words are one edit from a shorter one.
const MinNear = 4

// damaged returns the key that before ends in, but for one edit or for what
// stands between its letters; "" if there is none. Something must be in
// quotes, or else this is prose.
func (w *Watch) damaged(before string, quoted bool, value string) string {
	if !quoted && !holdsQuote(before) {
		return ""
	}
	start := nameStart(before)
	if quoted || endsInQuote(before[:start]) {
		if key := w.near(before[start:], value); key != "" {
			return key
		}
	}
	item := before[strings.LastIndexAny(before, "{[,;\n")+1:]
	if !quoted && !holdsQuote(item) {
		return ""
	}
	if key := w.near(item, value); key != "" {
		return key
	}
	inQuotes := before[strings.LastIndexAny(before, Quotes)+1:]
	return w.near(inQuotes, value)
}

// bothDamaged returns the pass key that name is two edits away from, if value
// begins as a fail and the next name is as near to another key; else "".
func (w *Watch) bothDamaged(name, value string) string {
	comma := strings.IndexByte(value, ',')
	if comma < 0 || len(w.Keys) == 0 || !failsOrCounts(value) {
		return ""
	}
	next, _, ok := strings.Cut(value[comma+1:], ":")
	if !ok || !withinTwo(name, w.PassKeys) || !withinTwo(next, w.Keys[len(w.PassKeys):]) {
		return ""
	}
	return w.PassKeys[0]
}

// withinTwo reports whether the letters of name are at most two edits away from
// one of keys.
func withinTwo(name string, keys []string) bool {
	var buf [KeyWindow]byte
	letters := squeeze(buf[:0], name)
	for _, key := range keys {
		if len(key) >= MinNear && len(letters) >= len(key)-2 && len(letters) <= len(key)+2 && edits(letters, key) <= 2 {
			return true
		}
	}
	return false
}

// edits returns how many bytes must be inserted, removed or replaced to make b
// of a.
func edits(a []byte, b string) int {
	var row [KeyWindow + 1]int
	for j := range row[:len(b)+1] {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			least := diagonal
			if a[i] != b[j] {
				least = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], least
		}
	}
	return row[len(b)]
}

// near returns the key that the letters, digits and underscores of name are,
// or are one edit away from; "" if there is none. Words of code are one letter
// from a key ("store", "core"): a name with another first letter, or in which
// one letter stands for another, counts only before a value such as a verdict
// that fails has.
func (w *Watch) near(name, value string) string {
	var buf [KeyWindow]byte
	letters := squeeze(buf[:0], name)
	for _, key := range w.Keys {
		if strings.IndexFunc(key, notSqueezed) >= 0 {
			var bufKey [chars.MaxKey]byte
			key = string(squeeze(bufKey[:0], key))
		}
		if len(key) < MinNear || len(letters) < len(key)-1 || len(letters) > len(key)+1 {
			continue
		}
		switch edit := OneEdit(letters, key); {
		case edit == editNone, edit == EditTypo, edit == EditLetter && failsOrCounts(value):
			return key
		}
	}
	return ""
}

// squeeze appends the ASCII letters of s, folded, its digits and its
// underscores to buf.
func squeeze(buf []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if chars.IsASCIIWord(s[i]) || s[i] == '_' {
			buf = append(buf, chars.Lower(s[i]))
		}
	}
	return buf
}

// notSqueezed reports whether squeeze leaves c out.
func notSqueezed(c rune) bool { return c >= 0x80 || !chars.IsASCIIWord(byte(c)) && c != '_' }

// failsOrCounts reports whether value begins as a fail or a number does.
func failsOrCounts(value string) bool {
	return value != "" && strings.IndexByte("0123456789-.fFnN", value[0]) >= 0
}

// An edit says how far one name is from another.
type edit uint8

const (
	EditMany   edit = iota
	editNone        // they are equal
	EditTypo        // a byte is missing, added or damaged, or two are swapped
	EditLetter      // one letter stands for another, or the first is missing or added
)

// oneEdit returns how far a is from b.
func OneEdit(a []byte, b string) edit {
	first := len(a) == 0 || b == "" || a[0] != b[0]
	for len(a) > 0 && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	switch {
	case len(a)+len(b) == 0:
		return editNone
	case len(a) == 1 && len(b) == 1 && a[0] >= 'a' && a[0] <= 'z', first && len(a)+len(b) == 1:
		return EditLetter
	case len(a) <= 1 && len(b) <= 1:
		return EditTypo
	case len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]:
		return EditTypo
	}
	return EditMany
}
