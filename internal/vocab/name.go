package vocab

import (
	"strings"
	"unicode"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// A Name says what a name is a name of, as a set; 0 for anything else. It is the
// name of a member, or a label in a text.
type Name uint8

const (
	NameVerdict Name = 1 << iota // of the verdict on the whole: passed, final_decision
	NameJudges                   // of a judgment, perhaps of a part: status, result, rating, ok
	NameFailing                  // of the inverse, or of what there must be none of: blocked, needs_changes, failed_criteria
	NameScore                    // of a score: final_score, total, rating
	NameKnown                    // all of its words are known: it is of no part that has a name
	NameNeutral                  // of another's word, or another time's, and nothing else: previous_verdict, expected, on_error
)

// A naming says what a word of a name makes of it.
type naming uint8

const (
	neutral naming = 1 << iota
	verdict
	judges
	whole // of the whole, beside a word that judges
	harm  // of what must not be
	score
	joins // says nothing
)

// names is what words make of the name that they are a part of, the only list of
// such words. A name is also read by the vocabulary.
var names = [...]struct {
	naming
	words string
}{
	{neutral, "previous prev prior initial initially original old before earlier last expected expectation expect mode on if when auto default history baseline " +
		"example sample threshold min max minimum maximum f1 risk style confidence similarity comment comments count counts http exit error errors " +
		"need retry retries requires require pending design from reason reasons note notes description hint log logs message type reference target ideal upstream"},
	{verdict, "verdict decision pass passed passes passing approve approved approval accept accepted acceptable"},
	{judges, "result outcome status conclusion judgment judgement recommendation correction update assessment evaluation answer review gate ok success successful " +
		"valid correct ready met satisfied compliant mergeable"},
	{judges | score, "rating rate grade"},
	{whole | score, "overall total"},
	{whole, "final"},
	{harm, "injection unsafe harmful jailbreak toxic flagged violation violations vulnerable malicious"},
	{score, "score"},
	{joins, "is are was has have the to a of my our your and or do does it should be for merge this pr code must detected prompt"},
}

// namings are the names by word.
var namings = func() (all lexicon[naming]) {
	for _, list := range names {
		for _, word := range strings.Fields(list.words) {
			all.add(word, list.naming)
		}
	}
	return all
}()

// maxNameWords is how many words a name may have; more are a sentence.
const maxNameWords = 6

// NameOf returns what name is a name of. Its words are parted by case and by
// what is neither letter nor digit: isPass, "Overall status", needs-changes.
func NameOf(name string) Name {
	if strings.IndexFunc(name, chars.IsInvisible) >= 0 {
		name = chars.Folded(name)
	}
	var says, first, last naming
	known, words := true, 0
	var buf [8 * maxNameWords]byte
	text, humps := buf[:0], false
	for rest := name; ; words++ {
		word, after := cutNameWord(rest)
		if word == "" {
			break
		}
		if words == maxNameWords {
			return 0
		}
		rest = after
		last = namings.find(word)
		if words == 0 || first == joins {
			first = last
		}
		humps = humps || after != "" && IsLetterOrDigit(rune(after[0]))
		says |= last
		if last == 0 && classOf(word) == 0 {
			known = false
		}
		text = append(append(text, word...), ' ')
	}
	if says&neutral != 0 {
		return NameNeutral
	}
	if phrase := name; known || says&harm != 0 {
		if humps {
			phrase = string(text)
		}
		return nameOf(says, first, last, known) | inverseOf(phrase, says)
	}
	return nameOf(says, first, last, known)
}

// nameOf returns what a name is whose words together, the first and the last make
// it of this.
func nameOf(says, first, last naming, known bool) Name {
	var n Name
	if known {
		n |= NameKnown
	}
	if (first|last)&(verdict|judges|whole) != 0 {
		n |= NameJudges
	}
	if known && (last&verdict != 0 || first&whole != 0 && last&(judges|whole|score) != 0) {
		n |= NameVerdict
	}
	if last&score != 0 {
		n |= NameScore
	}
	return n
}

// inverseOf returns NameFailing for words, all known, that the vocabulary reads as
// a fail or that begin with one, and for what must be fixed.
func inverseOf(words string, says naming) Name {
	var none Words
	first, rest := cutNameWord(words)
	if says&harm == 0 && !none.MayRefuse(first) {
		return 0
	}
	second, _ := cutNameWord(rest)
	c := classOf(first)
	if says&harm != 0 || c&refusal != 0 && c&alone == 0 || SameWord(first, "must") && classOf(second)&change != 0 {
		return NameFailing
	}
	if said, r := none.read(words, true); said == SaysFail && r.leads && c&alone == 0 {
		return NameFailing
	}
	return 0
}

// cutNameWord returns the first word of s, and what follows it.
func cutNameWord(s string) (word, after string) {
	s = strings.TrimLeftFunc(s, func(c rune) bool { return !IsLetterOrDigit(c) })
	upper := true // the word so far is in capitals
	for i, c := range s {
		switch {
		case c >= 'a' && c <= 'z': // as most
			upper = false
			continue
		case !IsLetterOrDigit(c), unicode.IsUpper(c) && !upper:
			return s[:i], s[i:]
		}
		upper = unicode.IsUpper(c)
	}
	return s, ""
}

// nameEndings are the last two letters of the words of names.
var nameEndings = func() (pairs [26]uint32) {
	for _, word := range Naming() {
		n := len(word)
		pairs[word[n-2]-'a'] |= 1 << (word[n-1] - 'a')
	}
	return pairs
}()

// EndsName reports whether text may end in a word of Naming, by its last two
// letters. Most words of prose do not.
func EndsName(text string) bool {
	if len(text) < 2 {
		return false
	}
	i, j := chars.Lower(text[len(text)-2])-'a', chars.Lower(text[len(text)-1])-'a'
	return i < 26 && j < 26 && nameEndings[i]&(1<<j) != 0
}

// Naming returns the words by which a name is known to be one of a verdict, a
// judgment or a score.
func Naming() []string {
	var words []string
	for _, list := range names {
		if list.naming&(verdict|judges|whole|score) != 0 {
			words = append(words, strings.Fields(list.words)...)
		}
	}
	return words
}

// BeginsName reports whether the first word of text is one of Naming.
func BeginsName(text string) bool {
	word, _ := cutNameWord(text)
	return namings.find(word)&(verdict|judges|whole|score) != 0
}
