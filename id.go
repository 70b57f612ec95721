package jury

import (
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/outline"
)

// maxID is the most characters that the id of a criterion has, as the format
// that criteria.md comes from sets it.
const maxID = 40

// fallbackID begins the ids that are derived from names without a letter or
// digit of ASCII.
const fallbackID = "criterion"

// isID reports whether s is an id: 1 to 40 of A-Z, a-z, 0-9, _ and -.
func isID(s string) bool {
	return len(s) >= 1 && len(s) <= maxID && isIDText(s)
}

// isIDText reports whether s has no character that an id has not.
func isIDText(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !chars.IsASCIIWord(c) && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

// slug derives an id from a name: "Root cause (v2)" gives "root_cause_v2".
// It is its own slug.
func slug(name string) string {
	if s := slugOf(name, maxID); s != "" {
		return s
	}
	return hashed(fallbackID, name)
}

// slugOf joins the letters and digits of a name, up to a length.
func slugOf(name string, length int) string {
	b := make([]byte, 0, min(length, len(name)))
	gap := false
	for i := 0; i < len(name) && len(b) < length; i++ {
		c := chars.Lower(name[i])
		if !chars.IsASCIIWord(c) {
			gap = len(b) > 0
			continue
		}
		if gap {
			b = append(b, '_')
			gap = false
		}
		if len(b) < length {
			b = append(b, c)
		}
	}
	return trimUnderscores(string(b))
}

// hashed appends to a stem a hash of the name, so that the id depends on
// nothing else: it stays when another criterion comes or goes.
func hashed(stem, name string) string {
	h := fnv.New32a()
	io.WriteString(h, strings.TrimSpace(name))
	return fmt.Sprintf("%s_%08x", cutStem(stem, maxID-len("_01234567")), h.Sum32())
}

// trimUnderscores drops underscores at the end.
func trimUnderscores(s string) string {
	for s != "" && s[len(s)-1] == '_' {
		s = s[:len(s)-1]
	}
	return s
}

// assignIDs gives every criterion an id of its own. Those that have one were
// given it by an author: the first with it keeps it as it stands. Then, in
// order, each other one gets its id, or else the slug of its name, if that is
// free, or the first of id_2, id_3, ... that is.
//
// Names that differ in no letter and no digit, such as C, C# and C++, have one
// slug. Each then gets its hash, too, lest the slug pass from one to another.
func assignIDs(criteria []Criterion) {
	derived := make([]string, len(criteria))
	for i, c := range criteria {
		if c.ID == "" {
			derived[i] = slug(c.Name)
		}
	}
	ids, met := giveIDs(criteria, derived)
	if met && hashShared(criteria, derived) {
		ids, _ = giveIDs(criteria, derived)
	}
	for i := range criteria {
		criteria[i].ID = ids[i]
	}
}

// giveIDs returns an id for each criterion, and whether some met.
func giveIDs(criteria []Criterion, derived []string) (given []string, met bool) {
	ids := idSet{taken: make(map[string]*numbering, len(criteria))}
	given = make([]string, len(criteria))
	for i, c := range criteria {
		if c.ID != "" && ids.take(c.ID) {
			given[i] = c.ID
		}
	}
	for i, c := range criteria {
		switch {
		case given[i] != "":
		case c.ID != "":
			given[i] = ids.unique(c.ID)
		default:
			given[i] = ids.unique(derived[i])
		}
	}
	return given, ids.numberings != nil
}

// hashShared appends their hashes to the slugs that names share which differ,
// and reports whether there are such.
func hashShared(criteria []Criterion, derived []string) bool {
	first := make(map[string]int, len(derived)) // the criterion whose name first gave a slug
	shared := make(map[string]bool)
	for i, id := range derived {
		if k, found := first[id]; !found {
			first[id] = i
		} else if !shared[id] && isMerged(criteria[k].Name, criteria[i].Name) {
			shared[id] = true
		}
	}
	for i, id := range derived {
		if id != "" && shared[id] {
			derived[i] = hashed(id, criteria[i].Name)
		}
	}
	return len(shared) > 0
}

// maxMerged is the most bytes of two names that signs alone tell apart. Longer
// ones are sentences, and comparing many of them would take long.
const maxMerged = 400

// isMerged reports whether names differ, and their slugs, however long, do not.
func isMerged(a, b string) bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	return a != b && len(a)+len(b) <= maxMerged && slugOf(a, len(a)) == slugOf(b, len(b))
}

// An idSet remembers the ids given out, and for those asked for again, which
// numbers they go on with.
type idSet struct {
	taken      map[string]*numbering
	numberings map[suffixed]*numbering
}

// A suffixed stands for the ids that are stem, "_" and a number of so many
// digits. Counting for each of them, not for each name, keeps the search short
// where many long names share a beginning.
type suffixed struct {
	stem   string
	digits int
}

// A numbering gives out the ids of one suffixed, in order.
type numbering struct {
	digits    int
	prefix    []byte // the stem and "_", with room for the digits
	next, end int    // every number below next is taken; end has a digit more
}

// take takes the id and reports whether it was free.
func (s *idSet) take(id string) bool {
	if _, found := s.taken[id]; found {
		return false
	}
	s.taken[id] = nil
	return true
}

// unique takes and returns the id, or the first one free with a number.
func (s *idSet) unique(id string) string {
	n, found := s.taken[id]
	if !found {
		s.taken[id] = nil
		return id
	}
	if n == nil {
		n = s.number(id, 1)
	}
	for {
		for n.next < n.end {
			numbered := string(strconv.AppendInt(n.prefix, int64(n.next), 10))
			n.next++
			if s.take(numbered) {
				return numbered
			}
		}
		n = s.number(id, n.digits+1)
	}
}

// number makes the id go on with numbers of so many digits.
func (s *idSet) number(id string, digits int) *numbering {
	if s.numberings == nil {
		s.numberings = make(map[suffixed]*numbering)
	}
	of := suffixed{cutStem(id, maxID-1-digits), digits}
	n := s.numberings[of]
	if n == nil {
		n = newNumbering(of)
		s.numberings[of] = n
	}
	s.taken[id] = n
	return n
}

func newNumbering(of suffixed) *numbering {
	first := 1
	for i := 1; i < of.digits; i++ {
		first *= 10
	}
	n := &numbering{digits: of.digits, prefix: make([]byte, 0, maxID), next: max(2, first), end: 10 * first}
	n.prefix = append(append(n.prefix, of.stem...), '_')
	return n
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
		if outline.IsBlank(c.ID) {
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
