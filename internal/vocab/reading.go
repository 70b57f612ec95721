package vocab

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/lenient"
)

// negates is how many words a negator turns: "not a single failing test".
const negates = 4

// apart is how many words may stand between two that say fail together.
const apart = 2

// maxOpening is how many words may open a sentence before a comma: "In short, ".
const maxOpening = 3

// A token is a word, or several that are joined, with its class.
type token struct {
	class
	text   string
	number bool
	joined bool // one of several to choose from: "pass/fail"
	breaks bool // punctuation ended a clause before it
	remark bool // such as a remark follows
	asked  bool // such as a question has
	comma  bool // a comma ended it
}

// A reading is how far a value was read, and what it said so far.
type reading struct {
	words *Words
	text  string
	pos   int
	bare  bool // only what stands first is asked for
	known int  // up to where joined words are known to be known

	clauses  int  // that were read
	openings int  // the first of them, which say nothing: "Overall,"
	assented bool // an assent was all of the first clause so far
	remarked bool // more followed it than may
	abstains bool
	chosen   bool // both are named, as in a template
	fails    bool
	quality  bool // by a word for how something is, beside others
	leads    bool // the refusal stands first
	direct   bool // and it is no short word, and all that follows in its clause is known
	end      int  // where its clause ends

	phrase // the clause that is being read
}

// A phrase is what the words of one clause said so far.
type phrase struct {
	count    int   // its words
	strange  int   // those that are not known
	subject  class // own, or other
	judge    bool  // and that is who judges
	related  bool  // what follows says of whom
	numbered bool  // a number stands in it
	negated  int   // how many words more are turned
	none     bool  // all words are
	refused  bool  // nothing was there yet that the last negator turns
	asked    bool  // it is a condition
	mended   bool
	due      bool
	pairs    [2]pair // what stands first of a need and a change, of a grave and a fault
	hit      bool    // it says fail
	first    bool    // plain words and its subject at most stand before that
	bald     bool    // and no subject
	weak     bool    // by a word that is too short to be read in a text, or by its faults
	loose    bool    // words that are not known stand after it
	last     class
}

// A pair is the half that was read of two words that say fail together.
type pair struct {
	half class
	at   int
}

// read reads text to its end, or to the end of the clause that says fail. Where
// only what stands first is asked for, it ends where that says nothing.
func (w *Words) read(text string, first bool) (Says, reading) {
	r := reading{words: w, text: text, bare: first}
	decor, crossed := DecorEnd(text)
	r.pos = decor
	switch bare := strings.TrimFunc(text, IsMark); {
	case WordIn(w.Fail, bare):
		r.direct, r.end = true, len(text)
		return SaysFail, r
	case WordIn(w.Pass, text), WordIn(w.Pass, bare):
		return SaysPass, r
	}
	for !r.fails && !(first && !r.hit && (r.clauses > r.openings || r.strange > 0 || r.subject == other)) {
		start := r.pos
		t, ok := r.next()
		if !ok || t.breaks || t.class&clause != 0 {
			r.endClause(start, t, ok)
		}
		if !ok {
			break
		}
		r.hear(t)
		r.count++
		r.last = t.class
	}
	return r.sum(crossed, text[:decor]), r
}

// sum returns what the clauses say together, behind the decoration decor.
func (r *reading) sum(crossed bool, decor string) Says {
	switch bare := r.clauses == 0 && r.count == 0; {
	case r.fails && r.assented, crossed && r.assented:
		return SaysBoth
	case r.fails:
		return SaysFail
	case crossed && (bare || !r.bare): // in a text an item may begin with one: "❌ lint: skipped"
		r.direct, r.end = true, len(decor)
		return SaysFail
	case bare && strings.ContainsAny(decor, checks):
		return SaysPass
	case r.abstains && !r.assented:
		return SaysAbstain
	case r.assented && !r.remarked && !r.chosen && strings.IndexFunc(r.text, isControl) < 0:
		return SaysPass
	}
	return SaysUnclear
}

// checks are the pictures that say pass.
const checks = "✅✔☑👍🟢"

// isControl reports whether c is a control character that is no blank.
func isControl(c rune) bool { return c < ' ' && c != '\t' && c != '\n' && c != '\r' }

// hear takes in what the next word says.
func (r *reading) hear(t token) {
	turned := r.none || r.negated > 0
	if r.negated > 0 {
		r.negated--
	}
	if t.class&clause != 0 {
		r.asked = r.asked || t.class&asks != 0
		r.remarked = r.remarked || t.class&revokes != 0
		return
	}
	if r.choose(t) {
		return
	}
	if r.hit && t.class == 0 && !t.number {
		r.loose = true
	}
	if r.assented && r.clauses == 0 && t.class&(plain|assent) == 0 {
		r.remarked = true
	}
	switch c := t.class; {
	case c&alone != 0 && r.isAll() && r.clauses == 0:
		r.refuse()
		r.weak = true
	case c&alone != 0 && r.isAll(): // PASS. No.
		r.remarked = true
	case c&negator != 0:
		r.negated, r.none, r.refused = negates, r.none || c&nothing != 0, c&(alone|nothing) == 0
		r.abstains = r.abstains || c&abstention != 0 && r.clauses == 0 && r.isAll()
	case c&refusal != 0 && c&alone == 0:
		r.hearRefusal(c, turned)
	case c&(assent|favour) != 0 && turned:
		r.refusesFavour(c)
	case c&assent != 0:
		r.assented = r.assented || r.clauses == 0 && r.strange == 0 && !r.numbered && r.subject == 0 && !r.hit
	case c&(need|change|grave|fault) != 0:
		r.hearPair(c, turned)
	case c&judging != 0 && turned, c&abstention != 0 && r.clauses == 0 && r.strange == 0 && !turned:
		r.abstains, r.refused = true, false
	}
	r.numbered = r.numbered || t.number
	r.mended = r.mended || t.class&mended != 0 && !turned
	r.due = r.due || t.class&due != 0
	r.setSubject(t)
}

// choose notes two words of which one is to be chosen, and takes back the first.
func (r *reading) choose(t token) bool {
	const sides = refusal | assent
	if !(t.joined || r.last&orders != 0) || t.class&sides == 0 {
		return false
	}
	if t.joined && t.class&refusal != 0 && !r.hit && r.count > 0 { // "completed" | "failed"
		r.chosen = true
		return true
	}
	if opposite := t.class&assent != 0 && r.hit || t.class&refusal != 0 && r.assented && r.clauses == 0; !opposite {
		return false
	}
	r.chosen, r.hit, r.assented = true, false, false
	return true
}

// isAll reports whether the word read last is all that its clause says.
func (r *reading) isAll() bool {
	ahead := *r
	t, ok := ahead.next()
	return r.strange == 0 && !r.numbered && (!ok || t.breaks || t.class&clause != 0)
}

// hearRefusal takes in a word that refuses.
func (r *reading) hearRefusal(c class, turned bool) {
	r.refused = r.refused && !turned
	switch {
	case turned:
		r.negated = 0
	case c&said != 0 && (r.bare || r.clauses > 0 || r.count > 0) && r.saysOfNext():
		r.subject = other
	default:
		r.quality = c&quality != 0
		r.refuse()
	}
}

// saysOfNext reports whether the word read last may be said of the next, which
// somebody else is: "rejected inputs", "all failed checks".
func (r *reading) saysOfNext() bool {
	ahead := *r
	t, ok := ahead.next()
	return ok && !t.breaks && !t.number && (t.class == 0 || t.class&(part|fault|change) != 0)
}

// refuse notes that the clause says fail, unless it does of somebody else.
func (r *reading) refuse() {
	if r.subject != other && !r.hit {
		r.hit, r.first, r.bald = true, r.clauses == r.openings && r.strange == 0, r.subject == 0
	}
}

// refusesFavour takes in a word that favours and is turned: "not ready", "no
// pass", but not "no merge conflicts".
func (r *reading) refusesFavour(c class) {
	if r.judge && c&grants == 0 { // "I have not run it"
		return
	}
	ahead := *r
	t, ok := ahead.next()
	if no := !r.refused; no && ok && !t.breaks && t.class&^(fault|grave|own|part) == 0 {
		return
	}
	r.negated, r.refused = 0, false
	r.refuse()
}

// hearPair takes in a word that says fail beside another.
func (r *reading) hearPair(c class, turned bool) {
	r.refused = r.refused && !turned
	if turned {
		return
	}
	if c&grave != 0 && c&fault != 0 {
		r.refuseByFault()
		return
	}
	for i, both := range [...]class{need | change, grave | fault} {
		p := &r.pairs[i]
		ordered := i == 0 || p.half&grave != 0
		if half := c & both; half != 0 && p.half != 0 && p.half&half != both && p.half|half == both && ordered && r.count-p.at <= apart+1 {
			if i == 1 {
				r.refuseByFault()
			} else {
				r.refuse()
			}
		} else if half != 0 {
			*p = pair{half, r.count}
		}
	}
}

// refuseByFault notes that the clause begins with a grave fault, and thus says
// fail: "major issues", "two blockers remain".
func (r *reading) refuseByFault() {
	if r.strange == 0 && r.subject == 0 && !r.hit {
		r.refuse()
		r.weak = true
	}
}

// setSubject notes whom the clause is about.
func (r *reading) setSubject(t token) {
	switch c := t.class; {
	case c&other != 0:
		r.subject = other
	case c&part != 0 && r.bare:
		r.subject = other // what says fail of a part stands in many a review that passes
	case c&(own|part) != 0 && c&(need|change) == 0:
		r.judge = c&judge != 0 && r.subject == 0
		r.subject = own
	case c&relates != 0:
		r.related = true
	case c == 0:
		if !t.number {
			r.strange++
		}
		if r.subject == 0 && !r.related && !t.number {
			r.subject = other
		}
	}
}

// endClause ends the clause that ends before t, at start.
func (r *reading) endClause(start int, t token, ok bool) {
	if r.count == 0 {
		return
	}
	dangling := r.refused && r.subject != other && !r.judge && r.last&(negator|plain) != 0
	if dangling && !r.hit {
		r.refuse()
		r.loose = r.strange > 0
	}
	if r.hit && !r.asked && (!r.mended || r.due) {
		r.fails, r.end = true, start
		r.leads, r.quality = r.first && r.bald, r.quality && r.count > 1
		r.direct = r.first && !r.weak && !r.loose && t.class&asks == 0
	}
	r.remarked = r.remarked || t.asked || ok && !t.remark
	if r.openings == r.clauses && t.comma && r.strange == 0 && r.count <= maxOpening && !r.assented {
		r.openings++
	}
	r.clauses++
	r.phrase = phrase{}
}

// next reads the next word, and what stands before it.
func (r *reading) next() (t token, ok bool) {
	for r.pos < len(r.text) {
		rest := r.text[r.pos:]
		c, n := utf8.DecodeRuneInString(rest)
		switch {
		case IsLetterOrDigit(c):
			return r.word(t), true
		case c == ' ':
		case c == '{':
			r.pos = len(r.text)
			continue
		case c == '<':
			n = TagLen(rest)
		case c == '|', c == '/':
			t.joined = true
		case c == '-' && endsBlank(r.text[:r.pos]) && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '-'), strings.ContainsRune(".!;([–—…\n。；！（", c):
			t.breaks, t.remark = true, !t.breaks || t.remark
		case strings.ContainsRune(":,?)]=→⇒：，？、", c):
			t.breaks, t.remark, t.asked, t.comma = true, false, c == '?' || c == '？', c == ','
		}
		r.pos += n
	}
	t.breaks = true
	return t, false
}

// endsBlank reports whether s ends in a blank.
func endsBlank(s string) bool { return s == "" || s[len(s)-1] == ' ' || s[len(s)-1] == '\t' }

// word reads the word at pos into t. Words that are joined by a hyphen or the like
// are one, which is known if all of them are: "NEEDS_CHANGES", but "fail-fast".
func (r *reading) word(t token) token {
	rest := r.text[r.pos:]
	n := wordLen(rest)
	t.text = rest[:n]
	if c, long := r.words.added(rest); long > 0 {
		t.class = c
		r.pos += long
		return t
	}
	if n == 1 && chars.Lower(rest[0]) == 'n' {
		if after, is := CutWord(rest, "n/a"); is {
			t.class = absent | abstention
			r.pos = len(r.text) - len(after)
			return t
		}
	}
	t.class, t.number = classOf(t.text), lenient.DigitsEnd(t.text, 0) == n
	if r.pos >= r.known && n < len(rest) && strings.IndexByte("-_.", rest[n]) >= 0 {
		end, known := joinedEnd(rest)
		if r.known = r.pos + end; !known || t.number && end > n {
			t.class, t.number, n = 0, known && t.number, end
		}
	}
	if t.number && strings.Trim(rest[:n], "0") == "" {
		t.class |= negator | nothing
	}
	r.pos += n
	return t
}

// added returns what the word of w that s begins with says, and its length; 0, 0
// for none.
func (w *Words) added(s string) (class, int) {
	if len(w.Fail)+len(w.Pass)+len(w.Abstain) == 0 { // as most contracts
		return 0, 0
	}
	for i, words := range [...][]string{w.Fail, w.Pass, w.Abstain} {
		for _, word := range words {
			if n := wordPrefix(s, word); n > 0 && !StartsWord(s[n:]) {
				return [...]class{refusal, assent, abstention}[i], n
			}
		}
	}
	return 0, 0
}

// joinedEnd returns the end of the words that s begins with and that are joined,
// and whether each of them is known, or all are numbers.
func joinedEnd(s string) (end int, known bool) {
	known = true
	numbers := true
	for first := true; ; first = false {
		n := wordLen(s[end:])
		number := lenient.DigitsEnd(s[end:end+n], 0) == n
		numbers = numbers && number
		c := classOf(s[end : end+n])
		known = known && c != 0 || numbers
		end += n
		if end+1 >= len(s) || strings.IndexByte("-_.", s[end]) < 0 || !StartsWord(s[end+1:]) {
			return end, known || first
		}
		known = known && (c&(refusal|own) == 0 || c&need != 0) || c&alone != 0 || numbers // fail-safe, code-block
		end++
	}
}

// wordLen returns the length of the word that s begins with.
func wordLen(s string) int {
	n := 0
	for n < len(s) && chars.IsASCIIWord(s[n]) {
		n++
	}
	if n < len(s) && s[n] < utf8.RuneSelf && s[n] != '\'' {
		return n
	}
	for i, c := range s {
		if !IsLetterOrDigit(c) && !((c == '\'' || c == '’') && StartsWord(s[i+utf8.RuneLen(c):])) {
			return i
		}
	}
	return len(s)
}

// counts reports whether rest, which follows the refusal word, makes it a count of what
// there is none of: "Failed: 0", "Failed: no tests", but not "FAIL: no tests" or
// "FAIL (0 of 5 passed)".
func counts(word, rest string) bool {
	rest = strings.TrimLeft(rest, " \t*_`")
	number := strings.TrimLeft(rest, "(:=-,;–— \t*_`|")
	if number == rest {
		return false
	}
	for _, none := range [...]string{"0", "none", "no", "false", "null", "n/a", "zero"} {
		if more, ok := CutWord(number, none); ok {
			if none == "no" && StartsWord(strings.TrimLeft(more, " ")) && classOf(word)&counted == 0 {
				return false
			}
			return onlyCounts(none, more, rest[0] == '(')
		}
	}
	return false
}

// onlyCounts reports whether rest, up to the next punctuation, says no more than
// of what there is none; inside says that it stands in parentheses.
func onlyCounts(none, rest string, inside bool) bool {
	clause, after := cutClause(rest, ":,;.()|\n")
	words := strings.FieldsFunc(clause, func(c rune) bool { return !IsLetterOrDigit(c) })
	for _, word := range words {
		switch c := classOf(word); {
		case c&(assent|favour) != 0 && !strings.HasPrefix(after, ":"): // "0 of 5 passed"
			return false
		case c == 0 && lenient.DigitsEnd(word, 0) < len(word) && none != "0":
			return false
		}
	}
	return !inside || !strings.HasPrefix(rest, "/") && len(words) == 0 || strings.HasPrefix(after, ")") && strings.HasPrefix(strings.TrimLeft(after[1:], " "), ",")
}

// cutClause cuts s at the first of stops, or after MaxProse bytes.
func cutClause(s, stops string) (clause, after string) {
	end := min(len(s), MaxProse)
	if i := strings.IndexAny(s[:end], stops); i >= 0 {
		end = i
	}
	return s[:end], s[end:]
}

// headEnd returns the end of the words that s begins with: where punctuation,
// a line end, a long dash, or a hyphen between spaces follows.
func headEnd(s string) int {
	spaced := false
	for i, c := range s {
		switch c {
		case '.', ':', ';', ',', '!', '?', '(', ')', '[', ']', '=', '…', '–', '—', '\n', '\r', '\u2028', 0,
			'。', '：', '；', '，', '！', '（', '、':
			return i
		case '-':
			rest := strings.TrimLeft(s[i:], "-–—")
			if spaced && strings.IndexFunc(rest, chars.IsPythonSpace) == 0 {
				return i
			}
		}
		spaced = chars.IsPythonSpace(c)
	}
	return len(s)
}
