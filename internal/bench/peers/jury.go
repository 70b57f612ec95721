package peers

import (
	"github.com/seed-bcabc8a2/jury"

	"github.com/seed-bcabc8a2/jury/internal/bench/cases"
)

// Jury is package jury behind its safe door, with the contract of the case.
func Jury() Peer {
	return Peer{Name: "jury", Ours: true, Read: func(c cases.Case) cases.Outcome {
		verdict, err := contract(c).Parse(c.Reply)
		if err != nil {
			return cases.None
		}
		return outcome(verdict.Pass)
	}}
}

// contract says what the judge of the case was asked for.
func contract(c cases.Case) jury.Contract {
	if c.Contract.Form != jury.FormObject {
		return c.Contract
	}
	contract := jury.Contract{
		PassKeys:  c.PassKeys,
		ScoreKeys: c.ScoreKeys,
		ScoreMin:  c.ScoreMin,
		ScoreMax:  c.ScoreMax,
		PassScore: c.PassScore,
		Nonce:     c.Nonce,
	}
	if c.AllowAll {
		contract.Allow = jury.AllQuirks
	}
	return contract
}
