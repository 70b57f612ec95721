// Package gate holds a gate for CI that cannot fail open: gate.sh, and gate.yml,
// which runs it for pull requests. Its test runs both.
package gate
