package config

import (
	"cmp"
	"slices"
	"strings"
)

// Errors is the error of Load: everything that is wrong with the settings, so
// that it can all be fixed at once.
type Errors struct {
	// Faults are never none. Flags come first, as they were given, then inputs by
	// name, then the file by line.
	Faults []Fault
	// Shown holds what decides where the faults are shown, as far as it was understood:
	// Format, Annotations, Summary, Publish, Token and Shard. All else is empty.
	Shown Config
}

// Error returns one line for each fault.
func (e *Errors) Error() string {
	var b strings.Builder
	for i, f := range e.Faults {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(f.Where + ": " + f.What)
	}
	return b.String()
}

// Fault is one thing that is wrong with the settings.
type Fault struct {
	// Where is the flag, the input's variable, or the file, line and key.
	Where string
	// What says what is wrong and, where that is known, what to write instead. Like Where
	// it is one line without control characters.
	What string
	// File and Line are its place in a settings file on disk. They are empty and zero when
	// it is in another source, or when the line is not known.
	File string
	Line int

	at int
}

// faults gathers the faults of one source.
type faults []Fault

// add notes that what is wrong at p.
func (f *faults) add(p place, what string) {
	fault := Fault{Where: p.String(), What: what, at: p.at}
	if p.file != "" {
		fault.File, fault.Line = p.file, p.at
	}
	*f = append(*f, fault)
}

// sorted puts the faults in the order of their places.
func (f faults) sorted() []Fault {
	slices.SortStableFunc(f, func(a, b Fault) int { return cmp.Compare(a.at, b.at) })
	return f
}
