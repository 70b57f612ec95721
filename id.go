package jury

import (
	"fmt"
	"strconv"
	"strings"
)

// maxID is the most characters that the id of a criterion has, as the format
// that criteria.md comes from sets it.
const maxID = 40

// fallbackID is derived from names without a letter or digit of ASCII.
const fallbackID = "criterion"

// isID reports whether s is an id: 1 to 40 of A-Z, a-z, 0-9, _ and -.
func isID(s string) bool {
	return len(s) >= 1 && len(s) <= maxID && isIDText(s)
}

// isIDText reports whether s has no character that an id has not.
func isIDText(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isASCIIWord(c) && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

// slug derives an id from a name: "Root cause (v2)" gives "root_cause_v2".
// It is its own slug.
func slug(name string) string {
	b := make([]byte, 0, maxID)
	gap := false
	for i := 0; i < len(name) && len(b) < maxID; i++ {
		c := lower(name[i])
		if !isASCIIWord(c) {
			gap = len(b) > 0
			continue
		}
		if gap {
			b = append(b, '_')
			gap = false
		}
		if len(b) < maxID {
			b = append(b, c)
		}
	}
	if s := trimUnderscores(string(b)); s != "" {
		return s
	}
	return fallbackID
}

// trimUnderscores drops underscores at the end.
func trimUnderscores(s string) string {
	for s != "" && s[len(s)-1] == '_' {
		s = s[:len(s)-1]
	}
	return s
}

// assignIDs makes the ids of criteria unique. pinned says of each whether an
// author wrote its id or it was derived. The first criterion with a pin keeps
// it as it stands; then, in order, each other one keeps its id if it is free,
// or gets the first of id_2, id_3, ... that is.
func assignIDs(criteria []Criterion, pinned []bool) {
	ids := idSet{taken: make(map[string]bool, len(criteria))}
	settled := make([]bool, len(criteria))
	for i, c := range criteria {
		if pinned[i] {
			settled[i] = ids.take(c.ID)
		}
	}
	for i := range criteria {
		if !settled[i] {
			criteria[i].ID = ids.unique(criteria[i].ID)
		}
	}
}

// An idSet remembers the ids given out.
type idSet struct {
	taken map[string]bool
	next  map[suffixed]int // below it, within its width, every number is taken
}

// A suffixed stands for the ids that are stem, "_" and a number of so many
// digits. Counting for each of them, not for each name, keeps the search short
// where many long names share a beginning.
type suffixed struct {
	stem   string
	digits int
}

// take takes the id and reports whether it was free.
func (s *idSet) take(id string) bool {
	if s.taken[id] {
		return false
	}
	s.taken[id] = true
	return true
}

// unique takes and returns the id, or the first one free with a number.
func (s *idSet) unique(id string) string {
	if s.take(id) {
		return id
	}
	if s.next == nil {
		s.next = make(map[suffixed]int)
	}
	for n, end := 2, 10; ; n, end = end, 10*end {
		digits := len(strconv.Itoa(n))
		key := suffixed{cutStem(id, maxID-1-digits), digits}
		for n = max(n, s.next[key]); n < end; n++ {
			if out := key.stem + "_" + strconv.Itoa(n); s.take(out) {
				s.next[key] = n + 1
				return out
			}
		}
		s.next[key] = end
	}
}

// cutStem cuts the id to the length that leaves room for a number.
func cutStem(id string, length int) string {
	if len(id) <= length {
		return id
	}
	return trimUnderscores(id[:length])
}

// checkPins returns an error if an id that is not blank is no id, or is given
// twice.
func checkPins(criteria []Criterion) error {
	seen := make(map[string]bool, len(criteria))
	for i, c := range criteria {
		if isBlank(c.ID) {
			continue
		}
		key := fmt.Sprintf("[%d]", i)
		if !isID(c.ID) {
			return &RubricError{Err: ErrInvalidID, Key: key, IDs: []string{c.ID},
				detail: fmt.Sprintf("%s at %s; an id is 1 to %d letters, digits, _ and -", excerpt(c.ID), key, maxID)}
		}
		if seen[c.ID] {
			return duplicateID(c.ID, key)
		}
		seen[c.ID] = true
	}
	return nil
}

func duplicateID(id, key string) error {
	return &RubricError{Err: ErrDuplicateID, Key: key, IDs: []string{id}, detail: excerpt(id) + " stands twice; give it once"}
}

// halfExcerpt is what each of two texts may fill of an excerpt, cut mark aside.
const halfExcerpt = maxExcerpt/2 - 1

// excerptList quotes a list for an error text, as excerpt does.
func excerptList(list []string) string {
	return excerpt(joinSome(list))
}

// joinSome joins as much of a list as an excerpt may need.
func joinSome(list []string) string {
	return strings.Join(list[:min(len(list), maxExcerpt)], ", ")
}

// clip shortens s to n runes.
func clip(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
