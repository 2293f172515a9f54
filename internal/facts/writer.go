package facts

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// Writer writes a file of facts. It takes records in any order and sorts them, in a
// temporary file when they are many.
type Writer struct {
	mu     sync.Mutex
	out    io.Writer
	header Header
	sorter *Sorter
	key    []byte
	err    error
}

// NewWriter returns a writer of facts to out. The directory temp is that of the temporary
// file, the system's if it is empty. What the header lacks is set by [Writer.SetHeader].
func NewWriter(out io.Writer, h Header, temp string) (*Writer, error) {
	if err := h.validate(); err != nil {
		return nil, err
	}
	return &Writer{out: out, header: h, sorter: NewSorter(temp, 0)}, nil
}

// SetHeader changes the header, which Close writes.
func (w *Writer) SetHeader(change func(*Header)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.header)
}

// Add adds a copy of a record. It is safe for concurrent use. Close returns the first
// error, as that the disk is full.
func (w *Writer) Add(s Section, key, value []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return
	}
	if w.err = (Record{key, value}).tooLong(); w.err != nil {
		return
	}
	w.key = append(append(w.key[:0], byte(s)), key...)
	w.err = w.sorter.add(w.key, value)
}

// Close sorts the records and writes the file, and removes the temporary file. The same
// records and header make the same bytes, in any order of Add.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sorter == nil {
		return w.err
	}
	if w.err == nil {
		w.err = w.write()
	}
	w.release()
	return w.err
}

// Abort removes the temporary file, if Close has not done so. It writes nothing.
func (w *Writer) Abort() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = errors.New("the facts were given up")
	}
	w.release()
}

// release frees the records, and removes the temporary file.
func (w *Writer) release() {
	if w.sorter != nil {
		_ = w.sorter.Close() // what was read from it was checked
		w.sorter = nil
	}
}

// write writes the file.
func (w *Writer) write() error {
	header, err := w.header.encode()
	if err != nil {
		return err
	}
	o := fileWriter{out: w.out}
	if err := o.write([]byte(magic)); err != nil {
		return err
	}
	for r, err := range w.sorter.Sorted() {
		if err == nil {
			err = o.add(Section(r.Key[0]), Record{r.Key[1:], r.Value})
		}
		if err != nil {
			return err
		}
	}
	if err := o.flush(); err != nil {
		return err
	}
	f := footer{blocks: uint64(o.offset) - uint64(len(magic)), index: uint64(len(o.index)), header: uint64(len(header))}
	return o.write(f.append(append(o.index, header...)))
}

// fileWriter writes sorted records as blocks.
type fileWriter struct {
	out         io.Writer
	offset      int64
	section     Section // that of the block
	raw, packed []byte
	first       []byte
	index       []byte
	unpacked    int64
}

// add adds a record.
func (o *fileWriter) add(s Section, r Record) error {
	if len(o.raw) > 0 && (s != o.section || len(o.raw)+r.size() > blockSize) {
		if err := o.flush(); err != nil {
			return err
		}
	}
	if len(o.raw) == 0 {
		o.section, o.first = s, append(o.first[:0], firstOf(r.Key)...)
	}
	o.raw = appendRecord(o.raw, r)
	return nil
}

// flush writes the block.
func (o *fileWriter) flush() error {
	if len(o.raw) == 0 {
		return nil
	}
	e := entry{section: o.section, first: o.first}
	o.packed, e.block = pack(o.packed[:0], o.raw, o.offset)
	o.index = appendEntry(o.index, e)
	o.unpacked += int64(len(o.raw))
	if len(o.index) > maxIndex || o.unpacked > maxUnpacked {
		return errors.New("there are too many facts for one file: use more shards")
	}
	o.raw = o.raw[:0]
	return o.write(o.packed)
}

func (o *fileWriter) write(b []byte) error {
	n, err := o.out.Write(b)
	o.offset += int64(n)
	if err != nil {
		return fmt.Errorf("could not write the facts: %w", err)
	}
	return nil
}
