package extract

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// A token is what a model writes between the parts of its answer, with the label
// behind it: <|channel|>analysis, <|START_THINKING|>, <channel|>, ◁think▷.
type token struct {
	name, label string
	end         int // offset after both; 0 if there is none
}

// tokenBrackets are what tokens stand in.
var tokenBrackets = [...]struct{ opener, closer string }{{"<|", "|>"}, {"<|", ">"}, {"<", "|>"}, {"<seed:", ">"}, {"◁", "▷"}}

// maxToken is how long the name and the label of a token may be, so that each <
// is looked at in few bytes.
const maxToken = 64

// tokenAt returns the token that stands at pos.
func tokenAt(text string, pos int) token {
	for _, b := range tokenBrackets {
		rest, ok := strings.CutPrefix(text[pos:min(len(text), pos+maxToken)], b.opener)
		if !ok {
			continue
		}
		end := strings.IndexFunc(rest, func(c rune) bool { return c >= 0x80 || !chars.IsASCIIWord(byte(c)) && c != '_' && c != '/' })
		if end <= 0 || !strings.HasPrefix(rest[end:], b.closer) {
			continue
		}
		t := token{name: strings.ToLower(rest[:end]), end: pos + len(b.opener) + end + len(b.closer)}
		if t.name == "channel" || t.name == "start" || t.name == "role" {
			label := strings.IndexAny(text[t.end:min(len(text), t.end+maxToken)], "<\n")
			if label >= 0 {
				t.label = strings.ToLower(text[t.end : t.end+label])
				t.end += label
			}
		}
		return t
	}
	return token{}
}

// opensThinking reports whether what follows t is thought, not said: not the final
// channel, nor a call.
func (t token) opensThinking() bool {
	return !t.closesThinking() && !strings.Contains(t.label, "to=") &&
		(namesThinking(t.name) || namesThinking(t.label))
}

// closesThinking reports whether t is a token that ends something.
func (t token) closesThinking() bool {
	return strings.HasPrefix(t.name, "/") || strings.HasPrefix(t.name, "end")
}

// namesThinking reports whether one of the words of name is the name of a thinking
// tag: START_THINKING, begin_of_thought.
func namesThinking(name string) bool {
	for _, word := range strings.FieldsFunc(name, func(c rune) bool { return c == '_' || c == ' ' || c == '/' || c == '\r' }) {
		if thinkingName(word) != "" {
			return true
		}
	}
	return false
}

// skipTokens returns the offset after the tokens that the text has at pos, and
// after what is thought between them. thought says that something was; closed is
// false where the text ends in a thought.
func skipTokens(text string, pos int) (end int, thought, closed bool) {
	for {
		pos = chars.BlankStart(text, pos, len(text))
		if pos == len(text) {
			return pos, thought, true
		}
		t := tokenAt(text, pos)
		switch {
		case t.end == 0:
			return pos, thought, true
		case !t.opensThinking():
			pos = t.end
		default:
			thought = true
			if pos = thoughtEnd(text, t); pos < 0 {
				return len(text), true, false
			}
		}
	}
}

// thoughtEnd returns where the thought that t opens ends: at the next header, or
// after its own closer; -1 where it does not.
func thoughtEnd(text string, t token) int {
	openers := newTokenSeeker(text)
	for at := openers.From(t.end); at < len(text); at = openers.From(at + 1) {
		next := tokenAt(text, at)
		switch {
		case next.end == 0:
		case t.name == "channel" && strings.HasPrefix(text[at:], "<channel|>"), next.closesThinking() && namesThinking(next.name):
			return next.end
		case t.name == "channel" && (next.name == "channel" || next.name == "start"):
			return at
		}
	}
	return -1
}

// newTokenSeeker returns a seeker of what a token may begin with.
func newTokenSeeker(text string) chars.Seeker { return chars.NewSeeker(text, "<\xe2") }
