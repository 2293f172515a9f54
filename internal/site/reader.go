package site

import (
	"errors"
	"io"
	"path"

	"github.com/linkvet/linkvet/internal/markdown"
	"github.com/linkvet/linkvet/internal/openfile"
)

// MaxPage is the size in bytes past which a page is not read: no author writes such a page,
// and a hostile one must not fill the memory.
const MaxPage = 64 << 20

// ErrTooLarge is the cause when a page is larger than MaxPage.
var ErrTooLarge = errors.New("larger than 64 MiB")

// ErrCut is the cause when a file ended before the size that it had when it was opened.
var ErrCut = errors.New("the file became smaller during the check")

// errIrregular is the cause when a pipe or the like has taken the place of a file.
var errIrregular = errors.New("no longer a regular file")

// Reader reads files of a Dir, one after the other, into its buffer. It is quickest when
// files of one directory follow each other, as it keeps that directory open. It is not safe
// for concurrent use.
type Reader struct {
	dir *Dir
	buf []byte
	// folder is the directory at the slash path at, once one is open.
	folder folder
	at     string
	isOpen bool
}

// NewReader returns a reader of d's files, to be closed.
func (d *Dir) NewReader() *Reader { return &Reader{dir: d} }

// Close releases what the reader keeps.
func (r *Reader) Close() error {
	r.Forget()
	if !r.isOpen {
		return nil
	}
	r.isOpen = false
	return r.folder.Close()
}

// A buffer has at least minBuffer bytes, and at most maxSpare beyond the file that it was made
// for.
const minBuffer, maxSpare = 256 << 10, 64 << 10

// Forget lets go of the memory that holds the bytes which were read last.
func (r *Reader) Forget() { r.buf = nil }

// Read returns the bytes of file i, which are good until the next call. The error names no
// file; its causes include ErrTooLarge and ErrCut, with which the bytes are what could be
// read. For a file that may have to wait, admit is called with its size before there is memory
// for it, and an error of admit is returned; nil admits all.
func (r *Reader) Read(i int32, admit func(size int64) error) ([]byte, error) {
	f, long, err := r.open(i)
	if err != nil {
		return nil, openfile.Cause(err)
	}
	defer f.Close()
	if long > MaxPage {
		return nil, ErrTooLarge
	}
	if admit != nil {
		if err := admit(long); err != nil {
			return nil, err
		}
	}
	size := int(long)
	if cap(r.buf) < size {
		r.buf = make([]byte, max(size+min(size/4, maxSpare), minBuffer)) // The next file may be a little larger.
	}
	n, err := io.ReadFull(f, r.buf[:size])
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return r.buf[:n], ErrCut
	case err != nil:
		return nil, openfile.Cause(err)
	}
	if r.dir.IsRepository() {
		return markdown.Render(r.buf[:n]), nil
	}
	return r.buf[:n], nil
}

// ReadHead returns as many of the first bytes of file i as fit in buf; fewer when the file is
// shorter, and none when it cannot be read.
func (r *Reader) ReadHead(i int32, buf []byte) []byte {
	f, _, err := r.open(i)
	if err != nil {
		return nil
	}
	defer f.Close()
	n, err := io.ReadFull(f, buf)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return buf[:n]
}

// open opens a file in its directory, so that the directories above it are gone through once
// and not for each of its files. If a pipe has taken its place, it does not wait for it.
func (r *Reader) open(i int32) (f file, size int64, err error) {
	name := r.dir.files[i]
	if real, ok := r.dir.reals[name]; ok {
		name = real
	}
	dir, base := path.Split(name)
	if !r.isOpen || r.at != dir {
		if r.isOpen {
			_ = r.folder.Close() // It was only read from.
		}
		r.folder, err = openFolder(r.dir.root, dir)
		if r.isOpen, r.at = err == nil, dir; err != nil {
			return f, 0, err
		}
	}
	if f, err = r.folder.open(base); err != nil {
		return f, 0, err
	}
	size, isRegular, err := f.size()
	if err == nil && !isRegular {
		err = errIrregular
	}
	if err != nil {
		_ = f.Close() // It was not even read from.
	}
	return f, size, err
}
