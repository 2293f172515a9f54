package facts

import (
	"bytes"
	"container/heap"
	"errors"
	"iter"
)

// maxJoin is how many bytes of blocks Join has in memory.
const maxJoin = 512 << 20

// errJoin is the error for files that together have too large records.
var errJoin = errors.New("its largest records and those of the files before it do not fit into memory together")

// Joined is a record of one of several files.
type Joined struct {
	// From is the file's index.
	From int
	Record
}

// Join yields the records of a section of several files in the order of keys, and those
// with the same key in the order of the files. It keeps one block of each file in memory.
// An error is the last that it yields.
func Join(files []*File, s Section) iter.Seq2[Joined, error] {
	return joinFiles(files, s, func(a, b *source) bool {
		if c := bytes.Compare(a.record.Key, b.record.Key); c != 0 {
			return c < 0
		}
		return a.from < b.from
	})
}

// Union is Join in the order of keys and values. A record that several files have comes once.
func Union(files []*File, s Section) iter.Seq2[Joined, error] {
	all := joinFiles(files, s, byRecord)
	return func(yield func(Joined, error) bool) {
		var last Record
		isFirst := true
		for j, err := range all {
			if err == nil && !isFirst && j.compare(last) == 0 {
				continue
			}
			if !yield(j, err) {
				return
			}
			isFirst = false
			last.Key, last.Value = append(last.Key[:0], j.Key...), append(last.Value[:0], j.Value...)
		}
	}
}

// joinFiles yields the records of a section of files in the order of less.
func joinFiles(files []*File, s Section, less func(a, b *source) bool) iter.Seq2[Joined, error] {
	streams := make([]iter.Seq2[Record, error], len(files))
	memory := int64(0)
	for i, f := range files {
		streams[i] = f.Records(s)
		if memory += f.largest(s); memory > maxJoin {
			return func(yield func(Joined, error) bool) { yield(Joined{From: i}, f.failed(errJoin)) }
		}
	}
	return joined(streams, less)
}

// largest returns how much memory the largest block of a section takes, packed and unpacked.
func (f *File) largest(s Section) (size int64) {
	from, to := f.section(s)
	for _, e := range f.entries[from:to] {
		size = max(size, int64(e.stored)+int64(e.raw))
	}
	return size
}

// merge yields the records of sorted streams in order.
func merge(streams []iter.Seq2[Record, error]) iter.Seq2[Joined, error] {
	return joined(streams, byRecord)
}

// byRecord is the order of records, and of the files for equal ones.
func byRecord(a, b *source) bool {
	if c := a.record.compare(b.record); c != 0 {
		return c < 0
	}
	return a.from < b.from
}

// joined yields the records of sorted streams in the order of less.
func joined(streams []iter.Seq2[Record, error], less func(a, b *source) bool) iter.Seq2[Joined, error] {
	return func(yield func(Joined, error) bool) {
		h := &sources{less: less}
		for i, stream := range streams {
			next, stop := iter.Pull2(stream)
			defer stop()
			record, err, ok := next()
			if err != nil {
				yield(Joined{From: i}, err)
				return
			}
			if ok {
				h.all = append(h.all, &source{from: i, record: record, next: next})
			}
		}
		heap.Init(h)
		for len(h.all) > 0 {
			first := h.all[0]
			if !yield(Joined{first.from, first.record}, nil) {
				return
			}
			record, err, ok := first.next()
			switch {
			case err != nil:
				yield(Joined{From: first.from}, err)
				return
			case ok:
				first.record = record
				heap.Fix(h, 0)
			default:
				heap.Pop(h)
			}
		}
	}
}

// source is a sorted stream, with its first record that was not yielded yet.
type source struct {
	from   int
	record Record
	next   func() (Record, error, bool)
}

// sources is a heap of streams.
type sources struct {
	all  []*source
	less func(a, b *source) bool
}

func (s *sources) Len() int           { return len(s.all) }
func (s *sources) Less(i, j int) bool { return s.less(s.all[i], s.all[j]) }
func (s *sources) Swap(i, j int)      { s.all[i], s.all[j] = s.all[j], s.all[i] }
func (s *sources) Push(x any)         { s.all = append(s.all, x.(*source)) }

func (s *sources) Pop() any {
	last := len(s.all) - 1
	x := s.all[last]
	s.all = s.all[:last]
	return x
}
