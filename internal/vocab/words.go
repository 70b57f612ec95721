package vocab

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-bcabc8a2/jury/internal/chars"
)

// A class says what a word does to what is said of the candidate. A word may be
// of several.
type class uint32

const (
	refusal    class = 1 << iota // says fail
	said                         // may be said of what follows: "rejected inputs"
	quality                      // says by itself how something is
	assent                       // says pass where nothing else is said
	favour                       // says nothing by itself, and fail once it is negated: "not ready"
	abstention                   // says that nothing is decided
	absent                       // says that there is nothing: no verdict, and no fail of a text
	alone                        // a refusal only if nothing follows but a reason
	negator                      // turns what follows
	nothing                      // turns all of its clause: "none of the checks failed"
	need                         // says fail beside a change: "needs work", "changes requested"
	change
	grave // says fail before a fault: "major issues"
	fault
	mended  // makes a fail one of before: "the failing test is fixed"
	due     // makes it one of now: "must be fixed"
	judging // says that nothing is decided once it is negated: "cannot determine"
	own     // the candidate, or the judge
	judge   // who says "I": of it only what it grants says fail, once that is negated
	grants
	part    // a part of the candidate, which may say the fail of all: "the tests fail"
	other   // somebody else
	plain   // says nothing, and is nobody
	relates // begins words that say of whom: "of the API"
	clause  // begins another clause
	revokes // and takes an assent back: "yes, but"
	asks    // and is a condition
	defers  // takes an assent back where it stands in a remark: "after the tests are added"
	counted // names what there may be none of: "failed: no tests"
	orders  // parts two words of which one is to be chosen
)

// vocabulary is what each word says, the only list of such words. What speeds the
// search for them is computed from it.
var vocabulary = [...]struct {
	class
	words string
}{
	{refusal, "fail reject deny decline refuse block revise repair veto disapprove failure rejection nope fails failures vetoes vetoed disapproves " +
		"disapproved unacceptable unsatisfactory unsuccessful insufficient inadequate incomplete unmet unready unapproved noncompliant nonconforming unfit " +
		"unmergeable deficient nack"},
	{refusal | said, "failed failing rejects rejected rejecting denies denied declines declined refuses refused blocks blocked"},
	{counted, "failed failing failures"},
	{refusal | said | quality, "false incorrect wrong invalid"},
	{refusal | alone | negator, "no"},
	{refusal | alone, "n f 0 hold never"},
	{assent, "true yes y pass passed passing ok approve approved accept accepted correct valid"},
	{favour, "passes approves approving approval accepts accepting acceptance acceptable okay lgtm ready merge merged merging mergeable ship shipped shippable " +
		"shipping go good adequate sufficient satisfactory satisfy satisfies satisfied meet meets met success successful succeed succeeds succeeded complete " +
		"completed compliant comply complies conform conforms safe sound fit enough suitable viable compile compiles build builds run runs work works address " +
		"addresses solve solves solved fulfil fulfill fulfills fulfilled recommend recommended endorse endorsed proceed deploy deployed deployable " +
		"release released land landed warranted justified done finished right way"},
	{favour | grants, "approve approves approving approval accept accepts accepting pass passing merge merging ship shipping recommend endorse proceed deploy release land"},
	{favour | mended, "fixed resolved addressed closed corrected"},
	{mended, "gone cleared made previously formerly initially originally earlier"},
	{abstention, "unknown unclear undetermined undecided inconclusive abstain abstains abstained abstaining unsure uncertain pending"},
	{absent | abstention, "none null"},
	{nothing | negator, "nothing none neither nobody without zero"},
	{negator, "not cannot cant dont wont isnt doesnt nor hardly non"},
	{judging, "determine determined tell say decide decided judge judged assess assessed verify verified evaluate evaluated"},
	{need, "need needs needed needing require requires required requiring request requests requested requesting necessary demand demands"},
	{change, "change changes work rework revision revisions fix fixes fixing improvement improvements modification modifications correction corrections rewrite"},
	{grave, "major critical blocking serious severe significant fatal unresolved unaddressed"},
	{fault, "issue issues problem problems bug bugs defect defects error errors flaw flaws concern concerns finding findings failure failures " +
		"violation violations vulnerability gaps"},
	{grave | fault, "blocker blockers showstopper showstoppers dealbreaker"},
	{own | judge, "i we im"},
	{own, "it this these them they those pr mr pull patch submission candidate code implementation solution diff commit branch response answer output reply proposal " +
		"change request verdict decision result outcome conclusion assessment judgment judgement feature"},
	{part, "test tests check checks criterion criteria requirement requirements gate gates suite suites item items step steps case cases ci build"},
	{plain | due, "must should shall to need needs will"},
	{plain, "a an the is are was were be been being am would could can may might do does did has have had having still yet " +
		"currently therefore very too quite clearly clear absolutely definitely strong strongly firmly completely totally fully overall final finally hard " +
		"hereby just only simply really honestly sorry unfortunately regretfully sadly here now again all any more most some much many further short summary its my our your " +
		"their formally also single ever thus get gets got remain remains both two three several at least found present there"},
	{relates, "of in on for with from by under about into over"},
	{relates | defers, "after"},
	{defers, "long"}, // as long as
	{other, "that which who whose"},
	{clause, "because since as and so then given"},
	{clause | revokes, "but except however though although otherwise subject contingent assuming provisional provisionally"},
	{clause | asks, "while"},
	{clause | revokes | asks, "unless if until once when provided conditional conditionally whether"},
	{orders, "or"},
}

// maxWord is the longest word that is known.
const maxWord = 16

// classes are the vocabulary by word.
var classes = func() (all lexicon[class]) {
	for _, list := range vocabulary {
		for _, word := range strings.Fields(list.words) {
			all.add(word, list.class)
		}
	}
	return all
}()

// classOf returns what word is, in any ASCII case, with apostrophes aside; 0 for
// a word that is not known.
func classOf(word string) class {
	if c := classes.find(word); c != 0 || strings.IndexByte(word, '\'') < 0 && strings.IndexByte(word, "’"[0]) < 0 {
		return c
	}
	var buf [maxWord]byte
	bare := buf[:0]
	for _, c := range word {
		switch {
		case c == '\'' || c == '’':
		case c >= utf8.RuneSelf || len(bare) == maxWord:
			return 0
		default:
			bare = append(bare, chars.Lower(byte(c)))
		}
	}
	if c := classes.find(string(bare)); c != 0 {
		return c
	}
	if len(bare) > 2 && bytes.HasSuffix(bare, []byte("nt")) { // doesn't
		return negator
	}
	return 0
}

// Listed returns the words that say s where they are a pass value, in the order of
// the vocabulary.
func Listed(s Says) []string {
	is := map[Says]class{SaysFail: refusal, SaysPass: assent, SaysAbstain: abstention}[s]
	var words []string
	for _, list := range vocabulary {
		if list.class&is != 0 && list.class&clause == 0 {
			words = append(words, strings.Fields(list.words)...)
		}
	}
	if s == SaysAbstain {
		words = append(words, "n/a", "cannot determine")
	}
	return slices.DeleteFunc(words, func(word string) bool { return word == "f" })
}

// MayRefuse reports whether the first word of text may begin what refuses: most
// lines of prose begin otherwise.
func (w *Words) MayRefuse(text string) bool {
	return len(w.Fail) > 0 || classOf(text[:wordLen(text)])&(refusal|negator|need|change|grave|fault|plain|favour|judging|abstention|own|relates|clause) != 0
}

// Asks reports whether a word in text begins a condition.
func Asks(text string) bool {
	for text != "" {
		n := wordLen(text)
		if classOf(text[:n])&asks != 0 {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[n:])
		text = text[n+size:]
	}
	return false
}
