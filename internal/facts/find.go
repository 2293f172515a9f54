package facts

import (
	"bytes"
	"errors"
	"slices"
	"sort"
)

const (
	// cachedBlocks is how many unpacked blocks Find keeps.
	cachedBlocks = 4
	// maxFound is how many bytes Find returns, and foundSize what it counts for each record
	// besides its bytes.
	maxFound  = 64 << 20
	foundSize = 64
)

// errFound is the error for a key with more records than Find returns.
var errFound = errors.New("one key has too many records")

// indexed is an unpacked block whose records can be searched.
type indexed struct {
	entry  int
	raw    []byte
	starts []uint32 // the offsets of its records in raw
}

// record returns a record of the block. It was read before without an error.
func (b *indexed) record(i int) Record {
	r, _, _ := cutRecord(b.raw[b.starts[i]:])
	return r
}

// Find returns copies of the records with a key, in the order of their values. It is for a
// few keys, or for those that come in order. For all keys, and for a key with very many
// records, use [File.Records] or [Join].
func (f *File) Find(s Section, key []byte) ([]Record, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	found, err := f.find(s, key)
	if err != nil {
		return nil, f.failed(err)
	}
	return found, nil
}

func (f *File) find(s Section, key []byte) (found []Record, err error) {
	from, to := f.section(s)
	start, err := f.startOf(from, to, key)
	if err != nil {
		return nil, err
	}
	size := 0
	for i := start; i < to && bytes.Compare(f.entries[i].first, firstOf(key)) <= 0; i++ {
		b, err := f.block(i)
		if err != nil {
			return nil, err
		}
		n := len(b.starts)
		for at := sort.Search(n, func(i int) bool { return bytes.Compare(b.record(i).Key, key) >= 0 }); at < n; at++ {
			r := b.record(at)
			if !bytes.Equal(r.Key, key) {
				return found, nil
			}
			if size += r.size() + foundSize; size > maxFound {
				return nil, errFound
			}
			found = append(found, Record{bytes.Clone(r.Key), bytes.Clone(r.Value)})
		}
	}
	return found, nil
}

// startOf returns the first of some blocks that a key may be in: the last one that starts
// before the key.
func (f *File) startOf(from, to int, key []byte) (int, error) {
	var failed error
	n := sort.Search(to-from, func(i int) bool {
		before, err := f.startsBefore(from+i, key)
		failed = errors.Join(failed, err)
		return !before
	})
	return max(from+n-1, from), failed
}

// startsBefore reports whether the first key of a block is before a key. The block is read
// only when the index does not tell.
func (f *File) startsBefore(i int, key []byte) (bool, error) {
	e := f.entries[i]
	if order := bytes.Compare(e.first, firstOf(key)); order != 0 || len(e.first) < maxFirst {
		return order < 0, nil
	}
	b, err := f.block(i)
	if err != nil {
		return false, err
	}
	return bytes.Compare(b.record(0).Key, key) < 0, nil
}

// block returns a block that can be searched. Only those of usual size are kept.
func (f *File) block(i int) (*indexed, error) {
	if at := slices.IndexFunc(f.cache, func(b *indexed) bool { return b.entry == i }); at >= 0 {
		b := f.cache[at]
		f.cache = slices.Insert(slices.Delete(f.cache, at, at+1), 0, b)
		return b, nil
	}
	reader := blockReader{from: f.file}
	raw, err := reader.load(f.entries[i].block)
	if err != nil {
		return nil, err
	}
	b := &indexed{entry: i, raw: raw}
	var before Record
	for rest := raw; len(rest) > 0; {
		b.starts = append(b.starts, uint32(len(raw)-len(rest)))
		var r Record
		if r, rest, err = cutRecord(rest); err != nil {
			return nil, err
		}
		if r.compare(before) < 0 {
			return nil, errOrder
		}
		before = r
	}
	if len(raw) <= blockSize {
		f.cache = slices.Insert(f.cache[:min(len(f.cache), cachedBlocks-1)], 0, b)
	}
	return b, nil
}
