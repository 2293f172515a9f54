package output

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"
)

// How long the standard streams wait for their reader once the run has been
// interrupted: all that is written by then, and each further write by itself.
const (
	StreamPatience = time.Second
	writePatience  = 100 * time.Millisecond
)

// maxUnstarted is how often writePatience begins anew for a reader who would take more: on a
// machine under load, the write may not have begun in that time.
const maxUnstarted = 10

// errUnread says why a standard stream was given up.
var errUnread = errors.New("the run ended before the reader had read all of it")

// stream is a standard stream whose reader may stop reading. Such a reader is waited
// for, as a pager or a slow pipe is, until the run is interrupted: the job summary and
// the outputs come after it, and would be lost.
//
// Go cannot end a write to an inherited pipe, so each write is done by a goroutine,
// which is left behind when the stream is given up.
type stream struct {
	file *os.File
	// late ends StreamPatience after the run was interrupted.
	late context.Context

	mu      sync.Mutex // orders writes
	givenUp bool
}

// Stream returns w, or for a file whose writes may block, a writer that gives up soon
// after the context that late returns has ended: StreamPatience after the run was
// interrupted. It lasts as long as the process.
func Stream(w io.Writer, late func() context.Context) io.Writer {
	f, ok := w.(*os.File)
	if !ok {
		return w
	}
	if info, err := f.Stat(); err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeCharDevice) == 0 {
		return w
	}
	return &stream{file: f, late: late()}
}

// Write writes all of p, or returns errUnread after the stream has been given up.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.givenUp {
		return 0, errUnread
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	// The caller may use p again while the goroutine still reads from it.
	buf := bytes.Clone(p)
	go func() {
		n, err := s.file.Write(buf)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-s.late.Done():
	}
	for range maxUnstarted {
		timer := time.NewTimer(writePatience)
		select {
		case r := <-done:
			timer.Stop()
			return r.n, r.err
		case <-timer.C:
		}
		if !takesMore(s.file) {
			break
		}
	}
	select {
	case r := <-done: // in the meantime
		return r.n, r.err
	default:
		s.givenUp = true
		return 0, errUnread
	}
}

// Fd is that of the file.
func (s *stream) Fd() uintptr { return s.file.Fd() }
