package baseline

import (
	"errors"
	"fmt"
	"strings"
)

// maxPlaces is how many places a baseline may list: as many as a run may find.
const maxPlaces = 1_000_000

// Places are the places that a baseline lists. A nil Places lists none.
type Places struct {
	// at holds the numbers of the places by line, and lines the lines by number.
	at    map[string]int32
	lines []string
	// chunk holds the end of the text that the lines are part of, and scratch the line
	// that is compared.
	chunk   *strings.Builder
	scratch []byte
}

// chunkBytes is the size of the pieces of memory that hold the lines.
const chunkBytes = 64 << 10

// errTooMany is the error of a baseline with too many places.
var errTooMany = fmt.Errorf("it lists more than %d places", maxPlaces)

// newPlaces returns an empty set.
func newPlaces() *Places { return &Places{at: map[string]int32{}} }

// Len returns how many places there are.
func (p *Places) Len() int {
	if p == nil {
		return 0
	}
	return len(p.lines)
}

// Find returns the number of the place with a line, as AppendFinding and AppendPage write
// it, from 0 to Len.
func (p *Places) Find(line []byte) (n int, ok bool) {
	if p == nil {
		return 0, false
	}
	at, ok := p.at[string(line)]
	return int(at), ok
}

// Line returns the line of a place by its number.
func (p *Places) Line(n int) string { return p.lines[n] }

// Place returns a place by its number.
func (p *Places) Place(n int) Place {
	place, err := parseLine(p.lines[n])
	if err != nil {
		return Place{} // not reached: add writes what parseLine reads
	}
	return place
}

// add adds a place, unless it is there.
func (p *Places) add(place Place) error {
	p.scratch = AppendFinding(p.scratch[:0], place.ID, place.Reason, place.Target)
	p.scratch = AppendPage(p.scratch, place.Page)
	if _, ok := p.at[string(p.scratch)]; ok {
		return nil
	}
	if len(p.lines) == maxPlaces {
		return errTooMany
	}
	line := p.keep(p.scratch)
	p.at[line] = int32(len(p.lines))
	p.lines = append(p.lines, line)
	return nil
}

// keep copies a line into memory that many lines share.
func (p *Places) keep(line []byte) string {
	if p.chunk == nil || p.chunk.Cap()-p.chunk.Len() < len(line) {
		p.chunk = new(strings.Builder)
		p.chunk.Grow(max(chunkBytes, len(line)))
	}
	start := p.chunk.Len()
	_, _ = p.chunk.Write(line)
	return p.chunk.String()[start:]
}

// errEmpty is the error of a file without content.
var errEmpty = errors.New("it is empty")
