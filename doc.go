// Package jury reads what LLM verifiers write (a verdict, a rubric, a score)
// and decides: accept, repair, or ask again.
package jury
