package crawl

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/linkvet/linkvet/internal/facts"
)

var errOrder = errors.New("the records of a document do not begin with its name")

// eachGrouped calls do with each record of a section to use, and with whether it begins a
// document, until ctx ends. A record that do has an error for is named by its file.
func eachGrouped(ctx context.Context, files []*facts.File, section facts.Section, do func(d *facts.Decoder, isFirst bool) error) error {
	var g group
	for r, err := range facts.Join(files, section) {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		isFirst, ok, err := g.next(r)
		if err == nil && ok {
			err = do(facts.NewDecoder(r.Value), isFirst)
		}
		if err != nil {
			return files[r.From].Invalid(err)
		}
	}
	return nil
}

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
