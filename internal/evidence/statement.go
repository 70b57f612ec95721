package evidence

import (
	"github.com/seed-bcabc8a2/jury/internal/chars"
	"github.com/seed-bcabc8a2/jury/internal/vocab"
)

// A Kind says in what form a statement was made.
type Kind uint8

const (
	KindLabel    Kind = iota + 1 // a name with a value: "Verdict: FAIL", a row "| overall | failed |", a heading and the line below
	KindTag                      // <verdict>FAIL</verdict>, [VERDICT]FAIL[/VERDICT]
	KindBrackets                 // [[8]], \boxed{8}
	KindWord                     // a line or a row that holds nothing else: "**FAIL**"
)

// A Place says where a statement stands, as a set.
type Place uint16

const (
	BeginsLine  Place = 1 << iota // before it on its line stands decoration alone: marks, a list's, a heading's, a quote's
	EndsLine                      // after it on its line stands decoration alone
	AfterColon                    // a colon or the like stands before its value, which stands on a line below
	InFence                       // in a code fence
	InBlock                       // in a block quote
	InComment                     // in an HTML comment
	InCode                        // in inline code, with other text on its line
	InQuotes                      // between double quotes, with other text on its line
	InItem                        // in an item of a list
	InRow                         // in a row of a table
	UnderHeader                   // and its label is that of its column, on the line that Label stands on
	ByEquals                      // = stands between label and value
	ValueBelow                    // its value stands on a line below
	InCondition                   // after an if, when, whether or the like
	Wrapped                       // on a line that may go on with the one above: it begins in lower case, and that one holds text
	Closing                       // its value stands below a tag that closes, which labels nothing
)

// A Statement is something that a text says: in what form, where, and what. Label
// and Value are parts of the text.
type Statement struct {
	Kind       Kind
	Place      Place
	Start, End int // all of it: from the label, or the value, to the end of the value

	Label string     // as it was written, decoration aside; "" for a word, and for brackets without a label
	Name  vocab.Name // what the label is a name of
	Key   int        // the place in Scanner.Keys of the key that the label is or ends in; -1 for none

	Value string     // as it was written, decoration before it aside, to the end of its line, cell, tag or brackets
	Says  vocab.Says // what Value says by the words of the scanner; SaysBoth is a pass that is taken back
	Cut   bool       // Value was longer than is read, so that it says no pass
}

// Has reports whether all of places hold.
func (st *Statement) Has(places Place) bool { return st.Place&places == places }

// A Scanner finds the statements of a text. It goes over the text once, line by
// line; a statement is found wherever it stands, and its Place says whether it
// counts. A label is a name of the verdict, of a judgment or of a score, or one of
// Keys; others are passed over.
type Scanner struct {
	Text  string
	Words vocab.Words
	Keys  []string // labels besides the names that are known, folded, as of [AppendLabels]

	Numbers bool // whether a number in a row of a table is a value of a key

	end            int
	at             int          // where the text was read to
	marks          chars.Seeker // what may part a label and its value, from there on
	fence          int          // how many marks opened the fence that is open, or 0
	mark           byte         // and which
	comment        bool         // a comment is open
	text           bool         // the line before holds text
	waits          bool         // a label waits for the line below:
	waiting        label        // this
	columns        []label      // the labels of the columns of the table that is open
	saidFrom, said int          // what was read as a value last
	found          []Statement  // on the line read last
	next           int          // which of them is next
}

// Begin makes Text[start:end] what [Scanner.Next] goes over. What is open at the
// end of what was gone over before, as a fence, is open yet, if that does not go
// back.
func (s *Scanner) Begin(start, end int) {
	if start < s.at || s.at == 0 {
		s.fence, s.comment, s.text, s.waits, s.columns = 0, false, false, false, s.columns[:0]
		s.marks = chars.NewSeeker(s.Text, separators)
	}
	s.at, s.end, s.saidFrom, s.said = start, end, 0, 0
	s.found, s.next = s.found[:0], 0
}

// Next returns the next statement, by the order of their lines. It belongs to the
// scanner until the next call.
func (s *Scanner) Next() (*Statement, bool) {
	for s.next == len(s.found) {
		if s.at >= s.end {
			return nil, false
		}
		s.found, s.next = s.found[:0], 0
		start := s.at
		end := chars.IndexFrom(s.Text[:s.end], start, '\n')
		s.at = end + 1
		s.readLine(start, end)
	}
	s.next++
	return &s.found[s.next-1], true
}

// Waits returns the key of the label that the text ends in, without a value, or -1.
func (s *Scanner) Waits() int {
	if !s.waits || s.waiting.place&Closing != 0 {
		return -1
	}
	return s.waiting.key
}

// Scan calls visit for the statements of Text[start:end], until it returns false.
func (s *Scanner) Scan(start, end int, visit func(*Statement) bool) {
	s.Begin(start, end)
	for {
		if st, ok := s.Next(); !ok || !visit(st) {
			return
		}
	}
}
