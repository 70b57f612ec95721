// Package tools is the module of the tools that check package jury: linters
// that .ci/run calls as go tool, the test of what a user of the module gets
// (publish), and the command that changes the module path (modpath). It is a
// module of its own so that no user of jury meets any of it.
package tools
