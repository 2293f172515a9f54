package crawl

import "strings"

// words numbers strings that occur often.
type words struct {
	numbers map[string]int32
	names   []string
}

// number returns the number of a name, and gives it the next one if it is new.
func (w *words) number(name string) int32 {
	number, ok := w.numbers[name]
	if !ok {
		name, number = strings.Clone(name), int32(len(w.names)) // it may be cut out of a document
		w.numbers[name] = number
		w.names = append(w.names, name)
	}
	return number
}
