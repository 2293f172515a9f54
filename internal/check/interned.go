package check

import "strings"

// Interned numbers strings that occur often.
type Interned struct {
	numbers map[string]int32
	Names   []string
}

// NewInterned returns a set without names.
func NewInterned() Interned { return Interned{numbers: map[string]int32{}} }

// Number returns the number of a name, and gives it the next one if it is new.
func (n *Interned) Number(name string) int32 {
	number, ok := n.numbers[name]
	if !ok {
		// It may be cut out of something that does not last.
		name = strings.Clone(name)
		number = int32(len(n.Names))
		n.numbers[name] = number
		n.Names = append(n.Names, name)
	}
	return number
}
