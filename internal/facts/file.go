package facts

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"sort"
	"sync"

	"github.com/linkvet/linkvet/internal/openfile"
)

// errStrange is the error for a file that is not one of facts.
var errStrange = errors.New("it is not a file of facts: give files that `report: facts=PATH` wrote")

// File is a file of facts. It is safe for concurrent use. It keeps one descriptor open.
type File struct {
	name    string
	file    *os.File
	header  Header
	entries []entry

	mu    sync.Mutex
	cache []*indexed
}

// Open opens a file of facts, and reads its header and index.
func Open(path string) (*File, error) {
	file, err := openfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("could not open the facts %q: %w", path, openfile.Cause(err))
	}
	f := &File{name: path, file: file}
	if err := f.load(); err != nil {
		_ = file.Close() // it was only read from
		return nil, f.failed(err)
	}
	return f, nil
}

// load reads all but the blocks: magic, index, header and footer.
func (f *File) load() error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	start := make([]byte, len(magic))
	if n, err := f.file.ReadAt(start, 0); string(start[:n]) != magic {
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		return errStrange
	}
	end := make([]byte, footerSize)
	at := info.Size() - int64(footerSize)
	if at < int64(len(magic)) {
		return errCut
	}
	if _, err := f.file.ReadAt(end, at); err != nil {
		return err
	}
	foot, err := readFooter(end, uint64(at)-uint64(len(magic)))
	if err != nil {
		return err
	}
	tail := make([]byte, foot.index+foot.header)
	if _, err := f.file.ReadAt(tail, int64(len(magic))+int64(foot.blocks)); err != nil {
		return err
	}
	if !sealed(tail, end) {
		return damaged("the checksum of its index and header differs")
	}
	if f.header, err = decodeHeader(tail[foot.index:]); err != nil {
		return err
	}
	f.entries, err = readIndex(tail[:foot.index:foot.index], int64(foot.blocks))
	return err
}

// Name returns the path by which the file was opened.
func (f *File) Name() string { return f.name }

// Header returns the file's header.
func (f *File) Header() Header { return f.header }

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// failed returns an error with the file's path, and what to do.
func (f *File) failed(err error) error {
	advice := ""
	if errors.As(err, new(damaged)) {
		advice = ": copy it again, or run its shard again"
	}
	return fmt.Errorf("could not read the facts %q: %w%s", f.name, openfile.Cause(err), advice)
}

// Invalid returns an error for facts that can be read, but hold a record that no run writes.
func (f *File) Invalid(err error) error {
	return fmt.Errorf("could not use the facts %q: %w; run this shard again", f.name, err)
}

// section returns the range of a section's entries.
func (f *File) section(s Section) (from, to int) {
	from = sort.Search(len(f.entries), func(i int) bool { return f.entries[i].section >= s })
	to = sort.Search(len(f.entries), func(i int) bool { return f.entries[i].section > s })
	return from, to
}

// Records yields the records of a section in the order of key and value. An error is the
// last that it yields.
func (f *File) Records(s Section) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		reader := blockReader{from: f.file}
		var before, kept Record
		from, to := f.section(s)
		for _, e := range f.entries[from:to] {
			isFirst := true
			more := reader.records(e.block, func(r Record, err error) bool {
				switch {
				case err != nil:
				case isFirst && !bytes.Equal(firstOf(r.Key), e.first):
					err = errIndex
				case r.compare(before) < 0:
					err = errOrder
				}
				if err != nil {
					yield(Record{}, f.failed(err))
					return false
				}
				isFirst, before = false, r
				return yield(r, nil)
			})
			if !more {
				return
			}
			// The next block is unpacked into the same memory.
			kept = Record{append(kept.Key[:0], before.Key...), append(kept.Value[:0], before.Value...)}
			before = kept
		}
	}
}
