package config

import "strconv"

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

// entry is one value of a setting as text, and where it is.
type entry struct {
	text string
	place
}
