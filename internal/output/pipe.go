package output

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/linkvet/linkvet/internal/openfile"
)

// How long a report waits for its reader: to open a pipe, to read anything of it, and
// for all readers together once the run has been interrupted.
const (
	openPatience = 2 * time.Second
	readPatience = 30 * time.Second
	LastPatience = 1500 * time.Millisecond
)

// openInterval is how often openPipe looks for a reader.
const openInterval = 20 * time.Millisecond

// WritePipe writes to an existing file that is not a regular one, such as a pipe or a
// device. It waits a bounded time for a reader to open the pipe, and for one that
// reads nothing.
func WritePipe(ctx context.Context, path string, content func(io.Writer) error) error {
	f, err := openPipe(ctx, path)
	if err != nil {
		return openfile.Cause(err)
	}
	w := &pipeWriter{ctx: ctx, f: f, patience: readPatience}
	// A deadline in the past ends a write that waits for the reader.
	unhook := context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(time.Unix(1, 0)) })
	defer unhook()
	err = content(w)
	if w.err != nil {
		err = w.err // without what the format's writer says of itself
	}
	return openfile.Cause(errors.Join(ExplainEPIPE(err), f.Close()))
}

// errNoReader says why a pipe was not opened.
var errNoReader = errors.New("no reader opened the pipe")

// openPipe opens a pipe or a device for writing. The reader of a pipe may have been
// started together with this process, and open it a moment later.
func openPipe(ctx context.Context, path string) (*os.File, error) {
	for end := time.Now().Add(openPatience); ; {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|syscall.O_NONBLOCK, 0)
		if !errors.Is(err, syscall.ENXIO) {
			return f, err
		}
		if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
			return nil, syscall.ENXIO // a socket, or a device that is not there
		}
		if time.Now().After(end) {
			return nil, errNoReader
		}
		select {
		case <-ctx.Done():
			return nil, errNoReader
		case <-time.After(openInterval):
		}
	}
}

// pipeWriter writes as fast as the reader reads, but gives up when it reads nothing
// for the time of patience, or ctx ends.
type pipeWriter struct {
	ctx context.Context
	f   interface {
		io.Writer
		SetWriteDeadline(time.Time) error
	}
	patience time.Duration
	err      error // of the write that failed
}

// Write writes all of p, or returns an error.
func (w *pipeWriter) Write(p []byte) (n int, err error) {
	defer func() { w.err = err }()
	for n < len(p) {
		// Devices have no deadlines, and no readers to wait for. The order matters: a
		// context that ends behind this line wakes what follows.
		_ = w.f.SetWriteDeadline(time.Now().Add(w.patience))
		if w.ctx.Err() != nil {
			return n, errors.New("the run ended before the reader had read all of it")
		}
		m, err := w.f.Write(p[n:])
		n += m
		slow := errors.Is(err, os.ErrDeadlineExceeded)
		switch {
		case slow && m == 0 && w.ctx.Err() == nil:
			return n, fmt.Errorf("the reader read nothing for %v", w.patience)
		case err != nil && !slow:
			return n, err
		}
	}
	return n, nil
}

// ExplainEPIPE says in words that a pipe has lost its reader.
func ExplainEPIPE(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("the reader closed it before the end (%w)", syscall.EPIPE)
	}
	return err
}
