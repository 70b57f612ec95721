package evidence

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// MinNear is the shortest key of which a name one edit away is suspected: too
// many words are one edit from a shorter one.
const MinNear = 4

// damaged returns the key that before ends in, but for one edit or for what
// stands between its letters; "" if there is none. Something must be in
// quotes, or else this is prose.
func (w *Watch) damaged(before string, quoted bool, value string) string {
	if !quoted && !holdsQuote(before) {
		return ""
	}
	keys := w.Keys
	start := nameStart(before)
	if inline(before[:start]) {
		keys = keys[:min(len(keys), w.sure())]
	}
	if quoted || endsInQuote(before[:start]) && before[start-1] != '`' {
		if key := w.near(keys, before[start:], value); key != "" {
			return key
		}
	}
	item := before[strings.LastIndexAny(before, "{[,;\n")+1:]
	if !quoted && !holdsQuote(item) {
		return ""
	}
	if key := w.near(keys, item, value); key != "" {
		return key
	}
	inQuotes := before[strings.LastIndexAny(before, `"'`)+1:]
	return w.near(keys, inQuotes, value)
}

// near returns the key that the letters, digits and underscores of name are,
// or are one edit away from; "" if there is none. Words of code are one letter
// from a key ("store", "core"): a name with another first letter, or in which
// one letter stands for another, counts only before a value such as a verdict
// that fails has.
func (w *Watch) near(keys []string, name, value string) string {
	var buf [KeyWindow]byte
	letters := squeeze(buf[:0], name)
	for i, key := range keys {
		if strings.IndexFunc(key, notSqueezed) >= 0 {
			var bufKey [chars.MaxKey]byte
			key = string(squeeze(bufKey[:0], key))
		}
		if len(key) < MinNear || len(letters) < len(key)-1 || len(letters) > len(key)+1 {
			continue
		}
		switch edit := OneEdit(letters, key); {
		case edit == EditTypo && i < w.sure(), edit != EditMany && failsOrCounts(value):
			return key
		}
	}
	return ""
}

// sure returns how many of the keys are known with one edit whatever their value
// is: those for passing, or all where none is.
func (w *Watch) sure() int {
	if len(w.PassKeys) > 0 {
		return len(w.PassKeys)
	}
	return len(w.Keys)
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
	if value != "" && strings.IndexByte("-.", value[0]) >= 0 {
		value = value[1:]
		return value != "" && strings.IndexByte("0123456789.", value[0]) >= 0 && !strings.HasPrefix(value, "..")
	}
	return value != "" && strings.IndexByte("0123456789fFnN", value[0]) >= 0
}

// An edit says how far one name is from another.
type edit uint8

const (
	EditMany   edit = iota
	editNone        // they are equal
	EditTypo        // a byte is missing, added or damaged, or two are swapped
	EditLetter      // one letter stands for another, or the first is missing or added
)

// OneEdit returns how far a is from b.
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
