// Package vectors: @description@
package vectors

// Vector is a string of code units, and what a decoder of UTF-8 has to answer.
type Vector struct {
	ID         string
	Units      string
	WellFormed bool
	Errors     [][2]int // offset and length of each ill-formed maximal subpart
	Values     []rune   // scalar values, with U+FFFD for each error
}
