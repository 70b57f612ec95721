package vocab

import "testing"

// refusedRows are lines, with what is left behind the refusal that they begin with, or
// that is of the candidate or of the judge: all of its clause is known.
var refusedRows = []struct {
	text, rest string
	refused    bool
	reason     string
}{
	{"FAIL", "", true, "a refusal"},
	{"FAIL: it leaks", ": it leaks", true, "and its reason"},
	{"must not be merged", "", true, "a favour that is negated"},
	{"❌", "", true, "a picture alone"},
	{"❌ lint: skipped", "", false, "a picture before a word begins an item"},
	{"fail bananas", "", false, "what is not known follows it"},
	{"FAIL if it leaks", "", false, "a condition"},
	{"FAIL:", "", false, "what stands above a list"},
	{"Failed: 0", "", false, "a count of none"},
	{"FAIL (0 of 5 passed)", " (0 of 5 passed)", true, "a count of what there is"},
	{"no", "", false, "a short word is none in a text"},
	{"major issues", "", false, "faults may be a heading"},
	{"incorrect input: x", "", false, "an example of what is incorrect"},
	{"rejected inputs", "", false, "of something else"},
	{"the tests fail", "", false, "somebody is named before it"},
	{"All is well.", "", false, ""},
	{"FAIL: no tests", ": no tests", true, "a refusal"},
	{"REJECTED: no tests", ": no tests", true, "a refusal that counts nothing"},
	{"Failed: no tests", "", false, "a count of none, in words"},
	{"Not approved.", ".", true, "a favour negated"},
	{"This change cannot be merged.", ".", true, "of the candidate"},
	{"It is not ready.", ".", true, "of the candidate"},
	{"The submission fails.", ".", true, "of the candidate"},
	{"I cannot approve this.", ".", true, "what a judge grants, negated"},
	{"We must reject this change.", ".", true, "of the judge"},
	{"In short, this is a fail.", ".", true, "an opening says nothing"},
	{"I could not run the tests.", "", false, "a judge need not run anything"},
	{"I found no problems.", "", false, "negated"},
	{"We are not given the date.", "", false, "not is of what follows"},
	{"This does not block the merge.", "", false, "negated"},
	{"This fails only if the input is empty.", "", false, "a condition"},
	{"This will not compile while the method is missing.", "", false, "a condition"},
	{"It fails on empty input.", "", false, "of a case: not all of it is known"},
	{"The tests fail.", "", false, "of a part"},
	{"This code rejects invalid input.", "", false, "of somebody else"},
	{".. code-block:: python", "", false, "a word that is joined to another"},
}

func TestRefused(t *testing.T) {
	for _, tt := range refusedRows {
		t.Run(tt.text, func(t *testing.T) {
			var w Words
			end := w.Refused(tt.text)
			if (end > 0) != tt.refused || tt.refused && tt.text[end:] != tt.rest {
				t.Errorf("Refused(%q) = %d, want %v before %q: %s", tt.text, end, tt.refused, tt.rest, tt.reason)
			}
		})
	}
}

func TestTakesBack(t *testing.T) {
	for _, tt := range []struct {
		remark string
		want   bool
		reason string
	}{
		{"all 14 tests green", false, "nothing is taken back"},
		{"clean and small", false, ""},
		{"no failures", false, "a negation"},
		{"no blockers", false, "a negation"},
		{"not a single blocker", false, "a negation goes on"},
		{"nothing that is of any weight, blocker", true, "and ends"},
		{"blocker: the tests were removed", true, "a grave fault"},
		{"one blocker is left", true, "wherever it stands"},
		{"a major rewrite", false, "grave, and no fault"},
		{"a few issues", false, "a fault, and not grave"},
		{"see FAIL above", true, "a refusal in it"},
		{"rejected inputs are covered", true, "it begins with a refusal"},
		{"the rejected inputs are covered", false, "said of something else"},
		{"but only for small inputs", true, "an exception"},
		{"if the missing test is added", true, "a condition"},
		{"not really", true, "it says fail"},
		{"(of the first", true, "left open"},
		{"", false, ""},
	} {
		t.Run(tt.remark, func(t *testing.T) {
			var w Words
			if got := w.TakesBack(tt.remark); got != tt.want {
				t.Errorf("TakesBack(%q) = %v, want %v: %s", tt.remark, got, tt.want, tt.reason)
			}
		})
	}
}

func TestOpening(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"if it is fixed", "if"}, {"only if it is fixed", "only if"}, {"just now: but", "just now:"}, {"reasons: fine", "reasons:"}, {"only", "only"}, {"- a", "-"}, {"", ""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			if got := Opening(tt.text); got != tt.want {
				t.Errorf("Opening(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestIsItem(t *testing.T) {
	for _, tt := range []struct {
		line string
		want bool
	}{
		{"- a", true}, {"* a", true}, {"+ a", true}, {"• a", true}, {"•a", true}, {"1. a", true}, {"12) a", true},
		{" - a", true}, {"\t- a", true}, {"> - a", true}, {">\t 1. a", true},
		{"-a", false}, {"a", false}, {"1: a", false}, {"12", false}, {"1.", false}, {"1- a", false}, {". a", false}, {"", false}, {">", false},
	} {
		t.Run(tt.line, func(t *testing.T) {
			if got := IsItem(tt.line); got != tt.want {
				t.Errorf("IsItem(%q) = %v", tt.line, got)
			}
		})
	}
}

func TestWholeScore(t *testing.T) {
	for _, tt := range []struct {
		text   string
		want   float64
		ok     bool
		reason string
	}{
		{"9/10", 9, true, "a share, which begins with the last digit"},
		{" 0/10\n", 0, true, "blanks aside, and with the first"},
		{"95%", 9.5, true, "a percentage"},
		{"9", 0, false, "it has no scale"},
		{"9/10 of it", 0, false, "more follows"},
		{"**9/10", 0, false, "decoration"},
		{"high", 0, false, "no number"},
		{"", 0, false, ""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			if got, ok := WholeScore(tt.text, 0, 10); ok != tt.ok || ok && got != tt.want {
				t.Errorf("WholeScore(%q) = %v, %v, want %v, %v: %s", tt.text, got, ok, tt.want, tt.ok, tt.reason)
			}
		})
	}
}

func TestHead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"PASS", "PASS"}, {"PASS. Or so", "PASS"}, {"PASS - clean", "PASS "}, {"PASS — clean", "PASS "}, {"request-changes", "request-changes"},
		{"- PASS", "- PASS"}, {"ship it (soon)", "ship it "}, {"", ""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			if got := Head(tt.text); got != tt.want {
				t.Errorf("Head(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestClassOf(t *testing.T) {
	for _, tt := range []struct {
		word string
		want class
	}{
		{"fail", refusal}, {"FAIL", refusal}, {"f'ail", refusal}, {"won't", negator}, {"won’t", negator}, {"couldn't", negator}, {"COULDN’T", negator},
		{"n't", 0}, {"isn't", negator}, {"it's", plain}, {"he's", 0}, {"couldnt", 0}, {"", 0}, {"'", 0}, {"éa'", 0}, {"aaaaaaaaaaaaaaaaaaaaaaaan't", 0},
	} {
		t.Run(tt.word, func(t *testing.T) {
			if got := classOf(tt.word); got != tt.want {
				t.Errorf("classOf(%q) = %b, want %b", tt.word, got, tt.want)
			}
		})
	}
}
