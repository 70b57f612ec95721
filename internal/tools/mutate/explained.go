package main

// explained lists changes that no test can notice, since they change nothing
// that can be seen, each with its reason. A change is named by its file, the
// line that it changes and what it changes, so that moved code stays explained
// and rewritten code does not.
var explained = []struct{ file, source, old, new, reason string }{}

func explanation(m mutation) (reason string, ok bool) {
	for _, e := range explained {
		if e.file == m.file && e.source == m.source && e.old == m.old && e.new == m.new {
			return e.reason, true
		}
	}
	return "", false
}
