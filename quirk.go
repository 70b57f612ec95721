package jury

// Quirks is a set of named ways in which a reply strays from its contract.
// The zero value is the empty set.
type Quirks uint32
