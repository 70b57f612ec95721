// Package bench is the module that compares package jury with what people use
// in its place, by outcome and by speed. It is a module of its own so that no
// user of jury meets the rivals it needs.
package bench

import "github.com/seed-bcabc8a2/jury"

// The zero verdict is a fail; nothing here may start from less.
var _ = jury.Verdict{}.Pass
