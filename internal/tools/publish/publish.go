// Package publish tests what a user of the module gets: it packs the module
// as a module proxy would, and builds a stranger's program against it.
package publish
