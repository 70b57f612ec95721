package jury

import (
	"strings"

	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/evidence"
	"github.com/seed-bcabc8a2/jury/internal/extract"
	"github.com/seed-bcabc8a2/jury/internal/objection"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// disowned are the places in which a statement is somebody else's, or a remark.
const disowned = evidence.InFence | evidence.InBlock | evidence.InComment | evidence.InCode | evidence.InCondition

// A textStatement is one of the kind that a contract of text asks for.
type textStatement struct {
	role       role
	start, end int    // of its value
	line       int    // where its label begins
	value      string // without the nonce
	stands     bool
	cut        bool // it does not end as it should
}

// A textReading is the search of a text for what the contract asks for.
type textReading struct {
	*extract.Extraction
	contract *resolved
	keys     []string // of all roles, as labels
	roles    []role   // of the keys
	found    []textStatement
	unquoted bool // all of the reply is a fence of statements
}

// readText finds the statements of the kind that t asks for.
func (t *resolved) readText(x *extract.Extraction) *textReading {
	r := &textReading{Extraction: x, contract: t}
	if end := x.DraftEnd(); end > x.Start && !r.failsBefore(end) {
		x.Start, x.Tree.Span.End = end, end
		x.Outer |= extract.Thinking
	}
	r.find(x.Start)
	return r
}

// failsBefore reports whether a statement that stands before end says fail: then
// the tag there may be quoted.
func (r *textReading) failsBefore(end int) bool {
	draft := textReading{Extraction: r.Extraction, contract: r.contract}
	draft.find(r.Start)
	for _, st := range draft.found {
		if st.line < end && st.stands && r.contract.says(st.role, &st).says == vocab.SaysFail {
			return true
		}
	}
	return false
}

// find finds the statements from start on.
func (r *textReading) find(start int) {
	switch r.contract.form {
	case FormWord:
		r.findWord(start)
	case FormBrackets:
		r.findBrackets(start)
	default:
		r.findLines(start)
	}
	r.disownEnclosed()
}

// disownEnclosed lets no statement stand where the last that does stands in an
// element that may hold another's text.
func (r *textReading) disownEnclosed() {
	last := len(r.found) - 1
	for last >= 0 && !r.found[last].stands {
		last--
	}
	if last < 0 {
		return
	}
	line := strings.LastIndexByte(r.Text[:r.found[last].line], '\n') + 1
	if r.EnclosedAt(chars.Span{Start: max(line, r.Start), End: r.found[last].end}) < 0 {
		return
	}
	for i := range r.found {
		r.found[i].stands = false
	}
}

// findWord takes all of the reply for the value.
func (r *textReading) findWord(start int) {
	text := r.Text[start:]
	value := strings.TrimFunc(text, isDecoration)
	at := start + strings.Index(text, value)
	if st, ok := r.counted(textStatement{role: r.contract.theOne(), start: at, line: at, end: at + len(value), value: value, stands: true}, text); ok && value != "" {
		st.cut = strings.ContainsAny(value, "\r\n")
		r.found = append(r.found, st)
	}
}

// findBrackets finds what stands in brackets.
func (r *textReading) findBrackets(start int) {
	s := evidence.Scanner{Text: r.Text, Words: r.contract.words()}
	s.Begin(start, len(r.Text))
	var list []evidence.Statement
	for more := true; more; {
		list, more = s.Brackets(list)
	}
	for _, b := range list {
		own := b.Has(evidence.BeginsLine|evidence.EndsLine) || b.Has(evidence.EndsLine) || b.Has(evidence.AfterColon)
		st := textStatement{
			role: r.contract.theOne(), start: b.Start, line: b.Start, end: b.End, value: b.Value, cut: b.Cut,
			stands: own && b.Place&(disowned|evidence.InQuotes) == 0,
		}
		if st, ok := r.counted(st, b.Value); ok {
			r.found = append(r.found, st)
		}
	}
}

// findLines finds the labels that are keys, with their values.
func (r *textReading) findLines(start int) {
	for i, keys := range r.contract.keys {
		r.keys = evidence.AppendLabels(r.keys, keys)
		for range keys {
			r.roles = append(r.roles, role(i))
		}
	}
	r.unquoted = r.isFenced(start)
	s := evidence.Scanner{Text: r.Text, Words: r.contract.words(), Keys: r.keys, Numbers: true}
	s.Begin(start, len(r.Text))
	for said, ok := s.Next(); ok; said, ok = s.Next() {
		if said.Key >= 0 && (said.Kind == evidence.KindLabel || said.Kind == evidence.KindTag) {
			r.addLine(said)
		}
	}
	if key := s.Waits(); key >= 0 && r.roles[key] != roleReasons && r.roles[key] != roleHint { // it is cut off before its value
		r.found = append(r.found, textStatement{role: r.roles[key], start: len(r.Text), end: len(r.Text), line: len(r.Text), cut: true})
	}
}

// addLine adds the statement of a label that ends in a key. One of a part, of
// another time or of somebody else may stop a pass and not make one.
func (r *textReading) addLine(said *evidence.Statement) {
	if said.Has(evidence.Closing) {
		return // what closes labels nothing below it; a fail there stops a pass all the same
	}
	own := chars.SameKey(bareLabel(said.Label), r.keys[said.Key])
	whole := own || said.Name&(vocab.NameKnown|vocab.NameVerdict) == vocab.NameKnown|vocab.NameVerdict ||
		said.Name&(vocab.NameKnown|vocab.NameScore) == vocab.NameKnown|vocab.NameScore
	st := textStatement{role: r.roles[said.Key], start: said.End - len(said.Value), line: said.Start, end: said.End, value: said.Value}
	quoted := said.Place & disowned
	if r.unquoted {
		quoted &^= evidence.InFence
	}
	begins := said.Has(evidence.BeginsLine) || said.Place&evidence.InRow != 0
	st.stands = whole && begins && quoted == 0 && said.Place&evidence.ByEquals == 0
	st.cut = said.Cut || said.Kind == evidence.KindTag && !r.closes(said)
	rest := r.Text[said.Start:min(len(r.Text), said.End+evidence.KeyWindow)]
	lineEnd := len(said.Value) + chars.IndexFrom(rest[len(said.Value):], 0, '\n')
	st.cut = st.cut || r.takenBack(rest[lineEnd:])
	if st, ok := r.counted(st, rest[:lineEnd]); ok || st.role == roleReasons || st.role == roleHint {
		r.found = append(r.found, st)
	}
}

// takenBack reports whether below, which begins with the end of a value's line, goes
// on with an exception or a condition: "PASS⏎  only if the tests are fixed".
func (r *textReading) takenBack(below string) bool {
	line := strings.TrimLeft(strings.TrimPrefix(below, "\n"), " \t")
	words := r.contract.words()
	return line != "" && line[0] >= 'a' && line[0] <= 'z' && words.TakesBack(vocab.Opening(line))
}

// bareLabel returns label without the marks around it and the remark that it ends
// with.
func bareLabel(label string) string {
	if i := strings.IndexAny(label, "(["); i > 0 {
		label = label[:i]
	}
	return strings.TrimFunc(label, func(c rune) bool { return vocab.IsMark(c) || c == '#' })
}

// closes reports whether the tag that said begins with is closed after its value.
func (r *textReading) closes(said *evidence.Statement) bool {
	rest := strings.TrimLeftFunc(r.Text[said.End:], chars.IsBlankRune)
	for _, opener := range [...]string{"</", "[/"} {
		if after, ok := strings.CutPrefix(rest, opener); ok {
			end := strings.IndexAny(after, ">]")
			return end > 0 && chars.SameKey(after[:end], said.Label)
		}
	}
	return false
}

// isFenced reports whether all of the text is one code fence, and each line in it
// begins with a key.
func (r *textReading) isFenced(start int) bool {
	lines := strings.Split(strings.TrimSpace(r.Text[start:]), "\n")
	if len(lines) < 3 || !isFence(lines[0]) || !isFence(lines[len(lines)-1]) {
		return false
	}
	for _, line := range lines[1 : len(lines)-1] {
		label, _, ok := strings.Cut(line, ":")
		if chars.TrimBlank(line) != "" && !(ok && r.isKey(bareLabel(label))) {
			return false
		}
	}
	return true
}

// isFence reports whether line opens or closes a code fence.
func isFence(line string) bool {
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// isKey reports whether label is a key of any role.
func (r *textReading) isKey(label string) bool {
	for _, key := range r.keys {
		if chars.SameKey(key, label) {
			return true
		}
	}
	return false
}

// counted returns st without the nonce, which must stand in text, its line or
// brackets, as a word; false where it does not.
func (r *textReading) counted(st textStatement, text string) (textStatement, bool) {
	nonce := r.contract.nonce
	if nonce == "" {
		return st, true
	}
	if at := wordAt(st.value, nonce); at >= 0 {
		before, after := st.value[:at], st.value[at+len(nonce):]
		if strings.HasSuffix(before, "(") && strings.HasPrefix(after, ")") {
			before, after = before[:len(before)-1], after[1:]
		}
		st.value = strings.TrimRight(before, " \t") + after
		return st, true
	}
	return st, wordAt(text, nonce) >= 0
}

// wordAt returns where word stands in text with no letter or digit beside it, or -1.
func wordAt(text, word string) int {
	for pos := 0; ; {
		i := strings.Index(text[pos:], word)
		if i < 0 {
			return -1
		}
		at := pos + i
		if !endsInWord(text[:at]) && !vocab.StartsWord(text[at+len(word):]) {
			return at
		}
		pos = at + len(word)
	}
}

// endsInWord reports whether s ends in a letter or digit.
func endsInWord(s string) bool {
	return strings.TrimRightFunc(s, vocab.IsLetterOrDigit) != s
}

// textAfter returns the text of the reasons or the hint in st: up to the next
// label that begins a line, or the tag that closes it.
func (r *textReading) textAfter(i int) string {
	st := r.found[i]
	end := len(r.Text)
	for _, next := range r.found[i+1:] {
		if next.stands && next.line > st.end {
			end = strings.LastIndexByte(r.Text[:next.line], '\n') + 1
			break
		}
	}
	text := r.Text[st.start:max(end, st.start)]
	if i := strings.Index(text, "</"); i >= 0 {
		text = text[:i]
	}
	return strings.TrimFunc(text, func(c rune) bool { return chars.IsBlankRune(c) || c == '*' })
}

// wrapping returns the quirks of how the text is wrapped.
func (r *textReading) wrapping() Quirks {
	return quirksAround(r.Outer) | quirkIf(r.unquoted, QuirkFenced)
}

// lookBeside says what an object beside the statements, or the text around them,
// says against a pass.
func (r *textReading) lookBeside(last int) objection.Objection {
	beside := reading{Extraction: r.Extraction, contract: *r.contract}
	for beside.Next() {
		if len(beside.Nodes) > 1 {
			beside.lowers()
		}
	}
	if r.CutAt >= 0 {
		return objection.At(r.CutAt, objection.CutInside)
	}
	if beside.Against.Holds() {
		return beside.Against
	}
	return r.lookAround(last)
}

// lowers doubts a pass of the text where the unit read last holds a key that a
// pass rests on, and does not say pass.
func (r *reading) lowers() {
	if _, said, ok := r.find(); ok {
		if said.says != vocab.SaysPass {
			r.Doubt(objection.At(r.Span.Start, objection.SaysOtherwise))
		}
		return
	}
	if r.contract.nonce != "" {
		return
	}
	for _, role := range [...]role{rolePass, roleFail, roleScore} {
		if key, at := r.KeyOf(r.contract.keys[role]); key != "" && !r.contract.form.holdsOne() {
			r.Doubt(objection.To(key, at, objection.KeyElsewhere))
		}
	}
}

// lookAround says what the text says against a pass; with a nonce, which nobody
// else can know, only what comes after the last statement.
func (r *textReading) lookAround(last int) objection.Objection {
	t := r.contract
	w := t.watch(r.Text)
	w.Keys, w.Words = nil, vocab.Words{Fail: longWords(t.failWords)}
	start := r.Start
	if t.nonce != "" {
		start = last
	}
	for i := range r.found { // a "no" beside a name of failing says pass
		if st := &r.found[i]; st.role == roleFail && st.line >= start {
			line := start + strings.LastIndexByte(r.Text[start:st.line], '\n') + 1
			if o := w.Stray(start, line); o.Holds() {
				return o
			}
			start = max(start, st.end)
		}
	}
	return w.Stray(start, len(r.Text))
}

// longWords returns the words that say fail wherever they begin a line: a letter,
// as "I", does not.
func longWords(words []string) []string {
	var long []string
	for _, word := range words {
		if len(word) >= leastAlone {
			long = append(long, word)
		}
	}
	return long
}

// leastAlone is how long a word of a contract is that says fail outside of what
// was asked for, as "fail".
const leastAlone = 4
