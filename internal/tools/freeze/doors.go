package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-bcabc8a2/jury"
)

// A door is one way into the library. It adds all that comes of a text to the
// outcome, and returns it in short.
type door struct {
	name string
	run  func(o *outcome, text string) string
	// later doors are counted, but are no part of the digest: a door of a later
	// commit must not part it from an earlier one.
	later bool
}

// none is what a door says of a text that is not for it.
const none = "-"

// doors are every door of the library.
var doors = slices.Concat(ofObjects, ofForms)

// ofObjects are the doors but for [ofForms].
var ofObjects = []door{
	{name: "SafeVerdict", run: func(o *outcome, text string) string { return o.verdict(jury.SafeVerdict(text)) }},
	{name: "ParseVerdict", run: func(o *outcome, text string) string { return o.verdict(jury.ParseVerdict(text)) }},
	rewritten("keys", strings.NewReplacer(`"pass"`, `"verdict"`, `"score"`, `"rating"`, `"reasons"`, `"issues"`), jury.Contract{
		PassKeys: []string{"verdict", "decision", "approved"}, ScoreKeys: []string{"rating", "confidence"},
		ReasonKeys: []string{"issues", "findings", "reasoning"}, HintKeys: []string{"advice"},
	}),
	parse("scale", jury.Contract{ScoreMin: 1, ScoreMax: 10, PassScore: 7}),
	parse("keys and scale", jury.Contract{
		PassKeys: []string{"pass", "verdict"}, ScoreKeys: []string{"score", "rating"}, ScoreMin: 1, ScoreMax: 20, PassScore: 14, Allow: jury.AllQuirks,
	}),
	parse("nonce", jury.Contract{Nonce: "k7Q"}),
	rewritten("nonce", strings.NewReplacer("{", `{"nonce": "k7Q", `), jury.Contract{Nonce: "k7Q"}),
	parse("allow", jury.Contract{Allow: jury.AllQuirks}),
	parse("refuse", jury.Contract{Refuse: jury.AllQuirks}),
	parse("words", jury.Contract{PassWords: []string{"ship it", "safe"}, FailWords: []string{"needs work", "vulnerable"}, Allow: jury.QuirkProseAfter}),
	{name: "Contract.Parse of the row", run: parseRow},
	{name: "Contract.Validate", run: validate},
	decode[map[string]any]("map"),
	decode[struct{ Verdict string }]("text", "verdict"),
	decode[struct {
		Pass  bool
		Score float64
	}]("flag and number", "pass", "score"),
	decode[struct {
		Reasons []string `json:"reasons"`
		Score   any      `json:"score"`
	}]("list", "score"),
	{name: "Decode of the row", run: decodeRow},
	{name: "ParseCriterionScore", run: func(o *outcome, text string) string { return o.score(jury.ParseCriterionScore(text, "")) }},
	{name: "ParseCriterionScore a", run: func(o *outcome, text string) string { return o.score(jury.ParseCriterionScore(text, "a")) }},
	{name: "ParseCriterionScore of the row", run: scoreRow},
	{name: "Round.Add", run: func(o *outcome, text string) string { return add(o, jury.NewRound(criteria, 1), text, "") }},
	{name: "Round.Add a", run: func(o *outcome, text string) string { return add(o, jury.NewRound(criteria[:1], 1), text, "a") }},
	{name: "Round.Add open", run: func(o *outcome, text string) string { return add(o, jury.Round{ExpectedCount: 1}, text, "") }},
	{name: "DecideVerification of the row", run: decideRow},
	{name: "ParseRubric", run: rubric},
	{name: "NormalizeCriteria string", run: func(o *outcome, text string) string { return o.criteria(jury.NormalizeCriteria(text)) }},
	{name: "NormalizeCriteria bytes", run: func(o *outcome, text string) string { return o.criteria(jury.NormalizeCriteria([]byte(text))) }},
	{name: "NormalizeCriteria any", run: normalizeAny},
	{name: "NormalizeCriteria lines", run: func(o *outcome, text string) string {
		return o.criteria(jury.NormalizeCriteria(strings.Split(text, "\n")))
	}},
	{name: "SelectCriteria", run: selectWords},
	{name: "UnmarshalText", run: unmarshalText},
	{name: "no text", run: fixed},
}

// criteria are those of the rounds.
var criteria = []jury.Criterion{{ID: "a", Name: "A", Description: "First."}, {ID: "b", Name: "B", Description: "Second."}}

func parse(name string, c jury.Contract) door {
	return door{name: "Contract.Parse " + name, run: func(o *outcome, text string) string { return o.verdict(c.Parse(text)) }}
}

// rewritten is parse for a text changed so that more of them are to the contract.
func rewritten(name string, change *strings.Replacer, c jury.Contract) door {
	return door{name: "Contract.Parse rewritten for " + name, run: func(o *outcome, text string) string {
		return o.verdict(c.Parse(change.Replace(text)))
	}}
}

func decode[T any](name string, keys ...string) door {
	return door{name: "Decode " + name, run: func(o *outcome, text string) string {
		v, err := jury.Decode[T](text, keys...)
		o.put(v)
		return o.fault(err)
	}}
}

// A caseRow is a row of a case file, as far as a door needs more of it than its
// texts.
type caseRow struct {
	rowContract
	Nested      *rowContract `json:"contract"`
	AllowAll    bool         `json:"allow_all"`
	Reply       *string
	Keys        []string
	CriterionID *string `json:"criterion_id"`
	Verifiers   int
	Criteria    []jury.Criterion
	Choices     []string
	Calls       []struct{ Reply, Criterion, Verifier string }
	Round       *rowRound
	Policy      rowPolicy
}

// A rowContract is a contract whose quirks are a list of names.
type rowContract struct {
	laxContract
	Allow  []string `json:"allow"`
	Refuse []string `json:"refuse"`
}

// A laxContract is a contract that may stand among members of something else.
type laxContract jury.Contract

// contract returns the contract of the row.
func (r *caseRow) contract() jury.Contract {
	row := r.rowContract
	if r.Nested != nil {
		row = *r.Nested
	}
	c := jury.Contract(row.laxContract)
	c.Allow, c.Refuse = quirks(row.Allow), quirks(row.Refuse)
	if r.AllowAll {
		c.Allow = jury.AllQuirks
	}
	return c
}

// quirks returns those with these names, none if one is unknown.
func quirks(names []string) (q jury.Quirks) {
	if q.UnmarshalText([]byte(strings.Join(names, "|"))) != nil {
		return 0
	}
	return q
}

type rowRound struct {
	Expected, Invalid int
	Criteria          []string
	Salvaged          []rowFinding
	Scores            []struct {
		Criterion, Verifier string
		Score               looseFloat
		Findings            []rowFinding
	}
}

type rowPolicy struct {
	AcceptMean       looseFloat `json:"accept_mean"`
	QuorumFraction   looseFloat `json:"quorum_fraction"`
	CriterionFloor   looseFloat `json:"criterion_floor"`
	RepairOnBlocking bool       `json:"repair_on_blocking"`
}

type rowFinding struct{ Criterion, Verifier, Finding, Severity string }

// looseFloat reads NaN and the infinities, which JSON lacks, from strings.
type looseFloat float64

func (f *looseFloat) UnmarshalJSON(b []byte) error {
	x, err := strconv.ParseFloat(string(bytes.Trim(b, `"`)), 64)
	*f = looseFloat(x)
	return err
}

// rowOf reads a row of a case file; members that are of no use there are left at
// their zero value.
func rowOf(text string) (caseRow, bool) {
	var r caseRow
	if !strings.HasPrefix(text, "{") {
		return r, false
	}
	err := json.Unmarshal([]byte(text), &r)
	var typed *json.UnmarshalTypeError
	return r, err == nil || errors.As(err, &typed)
}

func parseRow(o *outcome, text string) string {
	r, ok := rowOf(text)
	if !ok || r.Reply == nil {
		return none
	}
	return o.verdict(r.contract().Parse(*r.Reply))
}

func decodeRow(o *outcome, text string) string {
	r, ok := rowOf(text)
	if !ok || r.Reply == nil || len(r.Keys) == 0 {
		return none
	}
	v, err := jury.Decode[any](*r.Reply, r.Keys...)
	o.put(v)
	return o.fault(err)
}

func scoreRow(o *outcome, text string) string {
	r, ok := rowOf(text)
	if !ok || r.Reply == nil || r.CriterionID == nil {
		return none
	}
	return o.score(jury.ParseCriterionScore(*r.Reply, *r.CriterionID))
}

// validate makes a contract of the text, if it is no contract in JSON: its lines
// are the keys, the words and the nonce.
func validate(o *outcome, text string) string {
	var c jury.Contract
	if json.Unmarshal([]byte(text), &c) != nil {
		lines := strings.Split(text, "\n")
		n := len(lines)
		c = jury.Contract{
			PassKeys: lines[:min(n, 1)], ScoreKeys: lines[min(n, 1):min(n, 3)], ReasonKeys: lines[min(n, 3):min(n, 4)],
			PassWords: strings.Fields(lines[0]), FailWords: lines[n-1:], Nonce: lines[n/2],
			ScoreMin: float64(n % 5), ScoreMax: float64(len(text) % 7), PassScore: float64(len(text) % 3),
		}
	}
	o.put([]byte(c.Schema()))
	return o.fault(c.Validate())
}

func (o *outcome) score(s jury.CriterionScore, err error) string {
	o.put(s)
	return o.fault(err)
}

func (o *outcome) criteria(list []jury.Criterion, err error) string {
	o.put(list, jury.CriterionIDs(list))
	return o.fault(err)
}

// add adds a reply to a round and decides it, by two policies.
func add(o *outcome, r jury.Round, text, id string) string {
	short := o.fault(r.Add(text, id, "anna"))
	o.put(r)
	if len(r.Salvaged) > 0 {
		short += " salvaged"
	}
	o.decide(r, jury.DefaultPolicy())
	return short + ", " + o.decide(r, jury.Policy{AcceptMean: 12, QuorumFraction: 0.5, CriterionFloor: 10, RepairOnBlocking: true})
}

func (o *outcome) decide(r jury.Round, p jury.Policy) string {
	d, err := jury.DecideVerification(r, p)
	o.put(d)
	if short := o.fault(err); err != nil {
		return short
	}
	return d.Kind.String()
}

// decideRow decides the round of a row, or the one that its calls make.
func decideRow(o *outcome, text string) string {
	row, ok := rowOf(text)
	if !ok || row.Round == nil && len(row.Calls) == 0 {
		return none
	}
	p := jury.Policy{
		AcceptMean: float64(row.Policy.AcceptMean), QuorumFraction: float64(row.Policy.QuorumFraction),
		CriterionFloor: float64(row.Policy.CriterionFloor), RepairOnBlocking: row.Policy.RepairOnBlocking,
	}
	if row.Round != nil {
		return o.decide(row.Round.round(), p)
	}
	r := jury.NewRound(row.Criteria, row.Verifiers)
	for _, call := range row.Calls {
		o.fault(r.Add(call.Reply, call.Criterion, call.Verifier))
	}
	o.put(r)
	return o.decide(r, p)
}

func (row *rowRound) round() jury.Round {
	r := jury.Round{ExpectedCount: row.Expected, InvalidCount: row.Invalid, CriterionIDs: row.Criteria}
	for _, s := range row.Scores {
		score := jury.CriterionScore{CriterionID: s.Criterion, Verifier: s.Verifier, Score: float64(s.Score)}
		for _, f := range s.Findings {
			score.Findings = append(score.Findings, f.finding())
		}
		r.Scores = append(r.Scores, score)
	}
	for _, f := range row.Salvaged {
		r.Salvaged = append(r.Salvaged, jury.RoundFinding{CriterionID: f.Criterion, Verifier: f.Verifier, Finding: f.finding()})
	}
	return r
}

func (f rowFinding) finding() jury.Finding {
	return jury.Finding{Text: f.Finding, Severity: jury.Severity(f.Severity)}
}

func rubric(o *outcome, text string) string {
	r, err := jury.ParseRubric(text)
	o.put(r.GroundTruthNote, r.Criteria)
	short := o.fault(err)
	formatted, err := r.Format()
	o.put(formatted)
	o.fault(err)
	return short
}

// normalizeAny normalizes what encoding/json makes of the text.
func normalizeAny(o *outcome, text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return none
	}
	return o.criteria(jury.NormalizeCriteria(v))
}

// selectWords selects the first words of the text from the criteria of it, if it
// is a rubric.
func selectWords(o *outcome, text string) string {
	words := strings.Fields(text[:min(len(text), 200)])
	from := criteria
	if r, err := jury.ParseRubric(text); err == nil {
		from = r.Criteria
		words = jury.CriterionIDs(from)
		slices.Reverse(words)
	}
	return o.criteria(jury.SelectCriteria(from, words[:min(len(words), 4)]...))
}

func unmarshalText(o *outcome, text string) string {
	var (
		quirks jury.Quirks
		kind   jury.Kind
		reason jury.Reason
		reject jury.RejectReason
	)
	short := o.fault(quirks.UnmarshalText([]byte(text)))
	o.put(quirks)
	for _, err := range []error{kind.UnmarshalText([]byte(text)), reason.UnmarshalText([]byte(text)), reject.UnmarshalText([]byte(text))} {
		if o.fault(err) == "ok" {
			short = "ok"
		}
	}
	o.put(kind, reason, reject)
	return short
}

// fixed says what needs no text, for the empty one.
func fixed(o *outcome, text string) string {
	if text != "" {
		return none
	}
	o.put(jury.ScaleAnchors, jury.MinScore, jury.MaxScore, []byte(jury.ScoreSchema()), []byte(jury.CriterionScoreSchema()))
	o.put([]byte(jury.Contract{}.Schema()), jury.NewRound(nil, 3), jury.NewRound(criteria, 0), jury.NewRound(criteria, 1<<30))
	for _, s := range sentinels {
		o.fault(s.err)
		o.fault(fmt.Errorf("wrapped: %w", s.err))
	}
	for i := range 23 { // the quirks of the first release: a new one changes nothing of them
		q := jury.Quirks(1 << i)
		o.put(q.String(), jury.SafeQuirks.Has(q))
	}
	for i := range 25 {
		o.put(jury.ValidScore(float64(i)), jury.ValidScore(float64(i)+0.5))
	}
	o.put(jury.CriterionIDs(nil), jury.CriterionIDs(criteria))
	o.fault(jury.Contract{}.Validate())
	return "ok"
}
