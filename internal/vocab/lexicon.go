package vocab

import "github.com/seed-bcabc8a2/jury/internal/chars"

// A lexicon holds what words say. It finds a word by the letters that it begins
// and ends with, and by its length, so that most words of a text are not read.
type lexicon[T ~uint8 | ~uint32] [sides * sides][]entry[T]

type entry[T any] struct {
	word string
	says T
}

// sides is how many characters a word may begin or end with: the letters, and one
// for any other.
const sides = 'z' - 'a' + 2

// add adds to what word, in lower case, says.
func (l *lexicon[T]) add(word string, says T) {
	list := &l[bucket(word)]
	for i := range *list {
		if e := &(*list)[i]; e.word == word {
			e.says |= says
			return
		}
	}
	*list = append(*list, entry[T]{word, says})
}

// find returns what word, in any ASCII case, says; 0 if it is not known.
func (l *lexicon[T]) find(word string) T {
	if word == "" {
		return 0
	}
	for _, e := range l[bucket(word)] {
		if len(e.word) == len(word) && isFolded(word, e.word) {
			return e.says
		}
	}
	return 0
}

// bucket returns the place in a lexicon of word, which is not empty.
func bucket(word string) int { return side(word[0])*sides + side(word[len(word)-1]) }

func side(c byte) int { return int(min(c|0x20-'a', sides-1)) }

// isFolded reports whether word is lower, which is as long, but for its case.
func isFolded(word, lower string) bool {
	for i := range len(lower) {
		if chars.Lower(word[i]) != lower[i] {
			return false
		}
	}
	return true
}
