package facts

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/openfile"
)

const (
	// spillBlock is how many bytes of records a block of the temporary file has. One block of
	// each run is in memory when they are merged.
	spillBlock = 64 << 10
	// tempPattern is the name of the temporary file.
	tempPattern = "linkvet-facts-*"
)

// spill is the temporary file of a sorter: sorted runs of blocks, one after the other.
type spill struct {
	file *os.File
	name string // empty when the file has none any more
	size int64
	runs [][]block
}

func newSpill(dir string) (*spill, error) {
	f, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return nil, fmt.Errorf("could not make a temporary file in %q: %w", cmp.Or(dir, os.TempDir()), openfile.Cause(err))
	}
	// Without a name, the file is gone with the process, however that ends. Windows removes
	// no open file: there close does it.
	s := &spill{file: f}
	if err := os.Remove(f.Name()); err != nil {
		s.name = f.Name()
	}
	return s, nil
}

// write writes a run of sorted records.
func (s *spill) write(records iter.Seq2[Record, error]) error {
	var run []block
	var packed []byte
	flush := func(raw []byte) error {
		var b block
		packed, b = pack(packed[:0], raw, s.size)
		if _, err := s.file.Write(packed); err != nil {
			return s.failed("write", err)
		}
		s.size += int64(b.stored)
		run = append(run, b)
		return nil
	}
	var raw []byte
	for r := range records {
		if len(raw) > 0 && len(raw)+r.size() > spillBlock {
			if err := flush(raw); err != nil {
				return err
			}
			raw = raw[:0]
		}
		raw = appendRecord(raw, r)
	}
	if len(raw) > 0 {
		if err := flush(raw); err != nil {
			return err
		}
	}
	s.runs = append(s.runs, run)
	return nil
}

// read yields the records of a run.
func (s *spill) read(run []block) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		stream := blockReader{from: s.file}
		for _, b := range run {
			more := stream.records(b, func(r Record, err error) bool {
				if err != nil {
					err = s.failed("read", err)
				}
				return yield(r, err)
			})
			if !more {
				return
			}
		}
	}
}

// failed returns an error with the directory of the file, whose name tells nothing.
func (s *spill) failed(verb string, err error) error {
	return fmt.Errorf("could not %s a temporary file in %q: %w", verb, filepath.Dir(s.file.Name()), openfile.Cause(err))
}

// close closes the file and removes it.
func (s *spill) close() error {
	err := s.file.Close()
	if s.name != "" {
		err = errors.Join(err, os.Remove(s.name))
	}
	return err
}
