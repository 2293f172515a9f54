package check

import "strings"

// interned numbers strings that occur often.
type interned struct {
	numbers map[string]int32
	names   []string
	// bytes is how long the names are together.
	bytes int
}

func newInterned() interned { return interned{numbers: map[string]int32{}} }

func (n *interned) number(name string) int32 {
	number, ok := n.numbers[name]
	if !ok {
		// It may be cut out of something that does not last.
		name = strings.Clone(name)
		number = int32(len(n.names))
		n.numbers[name] = number
		n.names = append(n.names, name)
		n.bytes += len(name)
	}
	return number
}
