package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// How long a report waits for its reader: for one to open a pipe, for one to take
// anything of it, and for all of them together once the run has been interrupted.
const (
	openPatience = 2 * time.Second
	readPatience = 30 * time.Second
	lastPatience = 1500 * time.Millisecond
)

// openPace is how often a pipe is looked at for somebody who reads it.
const openPace = 20 * time.Millisecond

// writeThrough writes to what is no plain file, such as a pipe. To open and to
// write never blocks, so neither a pipe that nobody reads nor a reader who stands
// still can hold the process.
func writeThrough(ctx context.Context, path string, content func(io.Writer) error) error {
	f, err := openThrough(ctx, path)
	if err != nil {
		return plain(err)
	}
	w := &patient{ctx: ctx, f: f, patience: readPatience}
	// What waits for the reader is woken by a deadline that is over.
	unhook := context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(time.Unix(1, 0)) })
	defer unhook()
	err = content(w)
	if w.err != nil {
		err = w.err // without what the format's writer says of itself
	}
	return plain(errors.Join(gone(err), f.Close()))
}

// errNoReader says why a pipe was not opened.
var errNoReader = errors.New("nobody reads this pipe")

// openThrough opens what is to be written through. A reader of a pipe that was
// started together with us may take a moment to be there.
func openThrough(ctx context.Context, path string) (*os.File, error) {
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
		case <-time.After(openPace):
		}
	}
}

// patient writes as fast as its reader takes it, but does not wait for one who
// takes nothing for long, nor beyond the end of ctx.
type patient struct {
	ctx context.Context
	f   interface {
		io.Writer
		SetWriteDeadline(time.Time) error
	}
	patience time.Duration
	err      error // of the write that failed
}

// Write writes all of p, or tells why not.
func (w *patient) Write(p []byte) (n int, err error) {
	defer func() { w.err = err }()
	for n < len(p) {
		// Devices have no deadlines, and no readers to wait for. The order matters: a
		// context that ends behind this line wakes what follows.
		_ = w.f.SetWriteDeadline(time.Now().Add(w.patience))
		if w.ctx.Err() != nil {
			return n, errors.New("the run was ended before its reader had taken all of it")
		}
		m, err := w.f.Write(p[n:])
		n += m
		slow := errors.Is(err, os.ErrDeadlineExceeded)
		switch {
		case slow && m == 0 && w.ctx.Err() == nil:
			return n, fmt.Errorf("its reader took nothing for %v", w.patience)
		case err != nil && !slow:
			return n, err
		}
	}
	return n, nil
}
