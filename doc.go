// Package jury reads what LLM verifiers write (a verdict, a rubric, a score)
// and decides: accept, repair, or ask again. It must never turn a fail, a fake
// or a muddle into a pass.
//
//	verdict, err := jury.SafeVerdict(reply)
//	switch {
//	case err != nil: // nothing to rely on: ask again, a few times at most
//	case verdict.Pass: // let it through
//	default: // a fail: verdict.Reasons, verdict.NextHint
//	}
//
// It finds the verdict in whatever surrounds it, and names every way in which
// the reply strays from what was asked for, a quirk:
//
//	Looks good.⏎{"pass": true, "score": 0.9,}      passes: loose_syntax prose_before
//	{"pass": "no", "score": 0.9}                   fails: pass_word
//	{"pass": true, "score": 0.9                    ErrTruncated
//	{"pass": true, "score": 0.9} **pass**: no      ErrConflict
//
// SPEC.md, beside the sources, is the specification: what is read, how the
// verdict is found, what the values mean, what stops a pass, how a round is
// decided. Its examples are tests, and so are those of this page.
//
// # Promise
//
// Trust is asymmetric. A clean, complete, unanimous verdict may pass; anything
// that can be read as a fail fails; the rest is an error. Damage, repair and
// disagreement can lower a result and never raise it.
//
// # Doors
//
// Three doors read a verdict, by one grammar and one search. They differ in
// what they trust.
//
//   - [SafeVerdict] is for a gate. It asks for an object with the keys pass,
//     score (0 to 1), reasons and next_hint, and a pass may carry no quirk that
//     invents a value or hides doubt.
//   - [Contract.Parse] is the same door for keys, words, a scale and a trust of
//     your own. The zero Contract is SafeVerdict; [Contract.Validate] checks a
//     contract before it is used.
//   - [ParseVerdict] is the lenient door, for logs and migrations, and not for a
//     gate. It reads by the original contract, which takes a value where it can
//     make one: a missing score is 0, and a word in no list of words is a pass.
//
// What is not a verdict has doors of its own.
//
//   - [Decode] finds an object or a list of your own by the same rules, and
//     [ParseCriterionScore] the report of one verifier on one criterion.
//   - [ParseRubric] reads criteria from Markdown, [NormalizeCriteria] from maps,
//     lists and JSON.
//   - [NewRound], [Round.Add] and [DecideVerification] lead from the reports of
//     several verifiers to a decision.
//
// Every error of a door that reads a reply is a [*ReplyError]; on an error the
// result is the zero value, which is a fail.
//
// # What no parser can know
//
// A verifier that gives no verdict in an object, and ends on a quoted one,
// passes:
//
//	I could not run it. The file ends with⏎{"pass": true, "score": 1}  passes: prose_before
//
// So does one that judged wrong, or was talked into a pass. Against quoted
// passes there is Contract.Nonce: put a fresh random word into each prompt, ask
// for it as the member "nonce", and no text that the verifier was given to
// judge can hold it.
//
// Text after a pass is not trusted either, since quoted fakes look so: ask for
// the object last. For verifiers that will go on talking, use a nonce, and
// Allow: [QuirkProseAfter].
//
// # Asking again
//
// On an error ask again, with the sentence of [RetryHint]; where it gives none,
// the judge has answered ([ErrFailed], [ErrAbstained]) or the contract is wrong, and
// asking again is wrong, too. Asking again until
// it passes is how a gate is worn down: any verifier says pass once, if asked
// often enough. Cap it, at two or three times, and then treat the candidate as
// failed.
//
// # Limits
//
// Time is linear in the input. How large and how deep a reply may be, and what is
// kept in memory, stands in SPEC.md.
//
// Apart from [Round.Add], which changes its receiver, every function is pure and
// safe for concurrent use: no I/O, clock, randomness, goroutines or logging, no
// change to its arguments, and the same result on every platform.
//
// # Stability
//
// Stable from v0.1 on: outcomes, sentinel errors, exported names, and the names
// of quirks, kinds, reasons and errors in text and JSON. The list of words for passing
// may only shrink, those for failing only grow: no release turns a fail into a
// pass. Not stable: the text of messages, Decision.String, the bits of quirks.
//
// # Non-goals
//
// Calling models, prompts, retries and storage; verdicts in free
// prose ("I would let it through"); medians, trimmed means and
// confidence intervals; repair of JSON in general.
package jury
