package crawl

import (
	"encoding/binary"
	"errors"

	"github.com/linkvet/linkvet/internal/facts"
)

var errOrder = errors.New("the records of a document do not begin with its name")

// group finds the records of one reading of each document: those of the first share that
// read it.
type group struct {
	// name and reading are those of the key, and from is the file.
	name    string
	reading uint64
	from    int
	// chunk is the number of the next record.
	chunk   uint32
	isBegun bool
}

// next reports whether a record is one to use, and whether it begins a document.
func (g *group) next(r facts.Joined) (isFirst, ok bool, err error) {
	n := len(r.Key) - keyEnd
	if n < 0 || r.Key[n] != 0 {
		return false, false, errOrder
	}
	name, reading, chunk := r.Key[:n], binary.BigEndian.Uint64(r.Key[n+1:]), binary.BigEndian.Uint32(r.Key[n+9:])
	switch {
	case !g.isBegun || string(name) != g.name:
		if chunk != 0 {
			return false, false, errOrder
		}
		*g = group{name: string(name), reading: reading, from: r.From, chunk: 1, isBegun: true}
		return true, true, nil
	case r.From != g.from || reading != g.reading:
		return false, false, nil
	case chunk != g.chunk:
		return false, false, errOrder
	}
	g.chunk++
	return false, true, nil
}
