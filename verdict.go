package jury

import "log/slog"

// maxLoggedReasons is how many reasons a line of a log shows: enough to see what the
// verdict rests on, too few to spill a reply that is nothing but reasons.
const maxLoggedReasons = 3

// A Verdict is what a verifier said of one candidate. The zero value is a fail.
//
// Its JSON has the four keys of the original contract, and nothing else, so that it
// reads back as a verdict. [VerdictRecord] has all of it.
type Verdict struct {
	Pass     bool     `json:"pass"`      // false unless a clean verdict said so
	Score    float64  `json:"score"`     // in [0,1], never NaN
	Reasons  []string `json:"reasons"`   // never nil after a parse
	NextHint string   `json:"next_hint"` // what to do next, or ""
	RawScore float64  `json:"-"`         // the score on the judge's own scale, in [ScoreMin,ScoreMax]
	Quirks   Quirks   `json:"-"`         // every way in which the reply strayed
	Word     string   `json:"-"`         // the word that the pass value was, as the lists of the contract spell it, else as written; "" if it was none
}

// A VerdictRecord is a [Verdict] for a log or a database: the same fields, all of them
// in its JSON. Each converts to the other, VerdictRecord(v) and Verdict(r), and the
// record reads back equal. The zero value is a fail.
//
// Of {"pass": "Approved", "score": 0.9} it is {"pass":true,"score":0.9,"reasons":[],
// "next_hint":"","raw_score":0.9,"quirks":"pass_word","word":"Approved"}.
type VerdictRecord struct {
	Pass     bool     `json:"pass"`
	Score    float64  `json:"score"`
	Reasons  []string `json:"reasons"`
	NextHint string   `json:"next_hint"`
	RawScore float64  `json:"raw_score"`
	Quirks   Quirks   `json:"quirks"`         // by their names, as "fenced|comments"; "" for none
	Word     string   `json:"word,omitempty"` // left out where the pass value was no word
}

// ParseVerdict reads reply by the original contract, which takes a value where
// it can make one: a missing score is 0, an unusable one 0.5 (D-V2, D-V3), one
// out of range is clamped (R2), and a pass value that is no clear word is true
// where it is not empty (R1). For a gate use [SafeVerdict].
//
// The errors are those of [Contract.Parse] but ErrUntrusted and ErrContract.
// {"pass": "yes", "score": 7} passes with a score of 1; "I could not judge this." is
// ErrNoVerdict.
func ParseVerdict(reply string) (Verdict, error) {
	t := zeroContract
	t.original = true
	return verdictOf(t.parse(reply, AllQuirks))
}

// SafeVerdict reads reply as a gate should: Contract{}.Parse(reply). A clean,
// complete, unanimous verdict may pass; anything that can be read as a fail
// fails; the rest is an error and the verifier should be asked again.
//
// {"pass": true, "score": 0.9} passes; {"pass": "no"} fails;
// {"pass": true} is ErrUntrusted, for it has no score. A verifier that gives no
// verdict and ends on a quoted pass passes: against that, use Contract.Nonce.
func SafeVerdict(reply string) (Verdict, error) {
	return verdictOf(zeroContract.parse(reply, SafeQuirks))
}

// LogValue returns the verdict as a group for [log/slog]: pass, score, raw_score,
// quirks, and word where there is one. Of what the verifier wrote it has as much as a
// line can hold: the word, the first three reasons and the hint, each cut to 60 runes;
// more_reasons counts the others. [VerdictRecord] keeps everything.
//
// {"pass": "no", "score": 0.2} is pass=false score=0.2 raw_score=0.2
// quirks=pass_word word=no reasons=[].
func (v Verdict) LogValue() slog.Value {
	attrs := []slog.Attr{
		slog.Bool("pass", v.Pass),
		slog.Float64("score", v.Score),
		slog.Float64("raw_score", v.RawScore),
		slog.String("quirks", v.Quirks.String()),
	}
	if v.Word != "" {
		attrs = append(attrs, slog.String("word", shorten(v.Word)))
	}
	shown := min(len(v.Reasons), maxLoggedReasons)
	attrs = append(attrs, slog.Any("reasons", shortenAll(v.Reasons[:shown])))
	if more := len(v.Reasons) - shown; more > 0 {
		attrs = append(attrs, slog.Int("more_reasons", more))
	}
	if v.NextHint != "" {
		attrs = append(attrs, slog.String("next_hint", shorten(v.NextHint)))
	}
	return slog.GroupValue(attrs...)
}

// verdictOf returns an error that is nil where err is.
func verdictOf(v Verdict, err *ReplyError) (Verdict, error) {
	if err != nil {
		return Verdict{}, err
	}
	return v, nil
}

// shortenAll returns each of texts as a line may show it; never nil.
func shortenAll(texts []string) []string {
	short := make([]string, len(texts))
	for i, text := range texts {
		short[i] = shorten(text)
	}
	return short
}
