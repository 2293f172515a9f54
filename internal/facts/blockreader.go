package facts

import (
	"io"
	"slices"
)

// blockReader reads one block after the other into the same memory.
type blockReader struct {
	from        io.ReaderAt
	packed, raw []byte
}

// load reads a block.
func (r *blockReader) load(b block) ([]byte, error) {
	r.packed = slices.Grow(r.packed[:0], int(b.stored))[:b.stored]
	if _, err := r.from.ReadAt(r.packed, b.offset); err != nil {
		return nil, err
	}
	raw, err := unpack(b, r.packed, r.raw)
	if err == nil {
		r.raw = raw[:0]
	}
	return raw, err
}

// records yields the records of a block. It returns false when that is the end.
func (r *blockReader) records(b block, yield func(Record, error) bool) bool {
	raw, err := r.load(b)
	if err != nil {
		yield(Record{}, err)
		return false
	}
	for len(raw) > 0 {
		var record Record
		if record, raw, err = cutRecord(raw); err != nil {
			yield(Record{}, err)
			return false
		}
		if !yield(record, nil) {
			return false
		}
	}
	return true
}
