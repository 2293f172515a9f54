package facts

import (
	"errors"
	"iter"
	"slices"
)

const (
	// defaultMemory is how many bytes of records a sorter keeps before it writes them to a file.
	defaultMemory = 64 << 20
	// arenaSize is how many bytes of records are allocated at once.
	arenaSize = 1 << 20
)

// Sorter sorts records by key and value. What does not fit into memory is in a temporary
// file, packed. It is for one goroutine.
type Sorter struct {
	temp   string
	memory int

	arenas [][]byte // records, one after the other
	free   [][]byte // arenas of an earlier run
	items  []item
	used   int

	spill *spill
	err   error
}

// item is a record in memory: its key and its value follow each other.
type item struct{ arena, at, key, value uint32 }

// itemSize is how many bytes an item takes.
const itemSize = 16

// NewSorter returns a sorter that keeps so many bytes of records in memory, 0 for 64 MiB,
// and more of them in a temporary file in the directory temp, the system's if empty.
func NewSorter(temp string, memory int) *Sorter {
	if memory <= 0 {
		memory = defaultMemory
	}
	return &Sorter{temp: temp, memory: memory}
}

// Add adds a copy of a record.
func (s *Sorter) Add(key, value []byte) error {
	if s.err == nil {
		s.err = (Record{key, value}).tooLong()
	}
	return s.add(key, value)
}

// add is Add without the limits.
func (s *Sorter) add(key, value []byte) error {
	if s.err != nil {
		return s.err
	}
	need := len(key) + len(value)
	if s.used > 0 && s.used+need+itemSize > s.memory {
		if s.err = s.writeRun(); s.err != nil {
			return s.err
		}
	}
	last := len(s.arenas) - 1
	if last < 0 || cap(s.arenas[last])-len(s.arenas[last]) < need {
		s.arenas = append(s.arenas, s.arena(need))
		last++
	}
	arena := s.arenas[last]
	s.items = append(s.items, item{uint32(last), uint32(len(arena)), uint32(len(key)), uint32(len(value))})
	s.arenas[last] = append(append(arena, key...), value...)
	s.used += need + itemSize
	return nil
}

// arena returns memory for records, with room for need bytes or more.
func (s *Sorter) arena(need int) (arena []byte) {
	if last := len(s.free) - 1; last >= 0 {
		s.free, arena = s.free[:last], s.free[last][:0]
	}
	return slices.Grow(arena, max(need, min(arenaSize, s.memory)))
}

// record returns an item's record.
func (s *Sorter) record(i item) Record {
	b := s.arenas[i.arena][i.at:]
	end := i.key + i.value
	return Record{b[:i.key:i.key], b[i.key:end:end]}
}

// sort sorts what is in memory.
func (s *Sorter) sort() {
	slices.SortFunc(s.items, func(a, b item) int { return s.record(a).compare(s.record(b)) })
}

// writeRun moves what is in memory to the temporary file.
func (s *Sorter) writeRun() error {
	if s.spill == nil {
		spill, err := newSpill(s.temp)
		if err != nil {
			return err
		}
		s.spill = spill
	}
	s.sort()
	if err := s.spill.write(s.inMemory()); err != nil {
		return err
	}
	s.free, s.arenas = append(s.free, s.arenas...), s.arenas[:0]
	s.items, s.used = s.items[:0], 0
	return nil
}

// inMemory yields the sorted records that are in memory.
func (s *Sorter) inMemory() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for _, i := range s.items {
			if !yield(s.record(i), nil) {
				return
			}
		}
	}
}

// Sorted yields all records in order. No more can be added after it.
func (s *Sorter) Sorted() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if s.err != nil {
			yield(Record{}, s.err)
			return
		}
		s.free = nil
		s.sort()
		streams := []iter.Seq2[Record, error]{s.inMemory()}
		if s.spill != nil {
			for _, run := range s.spill.runs {
				streams = append(streams, s.spill.read(run))
			}
		}
		for j, err := range merge(streams) {
			if !yield(j.Record, err) || err != nil {
				return
			}
		}
	}
}

// Close frees the memory and removes the temporary file.
func (s *Sorter) Close() error {
	s.arenas, s.free, s.items = nil, nil, nil
	if s.err == nil {
		s.err = errors.New("the sorter is closed")
	}
	if s.spill == nil {
		return nil
	}
	spill := s.spill
	s.spill = nil
	return spill.close()
}
