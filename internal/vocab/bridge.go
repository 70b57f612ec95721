package vocab

// Abstains reports whether word is an abstention, alone or before what explains
// it.
func Abstains(word string) bool { return abstains(word) }

// Head returns the words that s begins with, up to what explains them.
func Head(s string) string { return s[:headEnd(s)] }
