package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Errors is the error of Load: everything that is wrong with the settings, so
// that it can all be mended at once.
type Errors struct {
	// Faults are never none. Flags come first, as they were given, then inputs by
	// name, then the file by line.
	Faults []Fault
	// Shown holds what decides where the faults are shown, as far as it was understood:
	// Format, Annotations and Summary. All else is empty.
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
	// What says what is wrong there and, where that is known, what to write
	// instead. Like Where it is one line without control characters.
	What string
	// File and Line are where it stands in the settings file; empty and zero when it
	// stands elsewhere, or when the line is not known.
	File string
	Line int

	at int
}

// place is where a value was given.
type place struct {
	file string // empty for flags and inputs
	name string // as faults show it; empty for the file as a whole
	at   int    // the line of a file, else the rank within the source
	// block marks a value whose own first line is the one after at: a YAML
	// literal block.
	block bool
}

// line returns the place of the i-th line, from 0, of the value given at p.
func (p place) line(i int) place {
	if p.block {
		p.at += 1 + i
		p.block = false
	}
	return p
}

// String returns the place as a fault names it.
func (p place) String() string {
	if p.file == "" {
		return p.name
	}
	where := p.file
	if p.at > 0 {
		where += ":" + strconv.Itoa(p.at)
	}
	if p.name != "" {
		where += ": " + p.name
	}
	return where
}

// faults gathers what is wrong in one source.
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

// maxQuoted is how much of a value a fault repeats, in code points.
const maxQuoted = 80

// quote returns s in quotation marks as faults show it; see escape.
func quote(s string) string { return `"` + escape(s) + `"` }

// escape returns s cut to a readable length, on one line, and without the marker
// that a workflow's log would take for a command.
func escape(s string) string {
	tail := ""
	n := 0
	for i := range s {
		if n++; n > maxQuoted {
			s, tail = s[:i], "…"
			break
		}
	}
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], "##[", `#\x23[`) + tail
}

// named returns the name of a setting as it was given: bare when it looks like a
// name, else quoted.
func named(s string) string {
	plain := func(r rune) bool {
		return r == '-' || r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	if s == "" || len(s) > maxQuoted || strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return quote(s)
	}
	return s
}

// readme is what lists all settings for those who write no flags.
const readme = "the README"

// unknown says that there is no setting called name, and which one was perhaps
// meant: one of the table, or of the others that the source may hold. list is what
// lists all of them: --help for flags alone, as in a workflow there are none.
func unknown(name, list string, table []Setting, others ...string) string {
	if len(others) == 0 && strings.EqualFold(name, rulesKey) {
		return "can only be given in the settings file, as a list of rules"
	}
	names := others
	for _, s := range table {
		names = append(names, s.Name)
	}
	if near := nearest(name, names); near != "" {
		return fmt.Sprintf("unknown setting; did you mean %q?", near)
	}
	return "unknown setting; " + list + " lists them all"
}
