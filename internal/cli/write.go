package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/linkvet/linkvet/internal/openfile"
)

// reportError says that a report could not be written.
func reportError(path string, err error) error {
	return fmt.Errorf("could not write the report %q: %w", path, err)
}

// standardStream returns 1 or 2 for a path that means the standard output or the standard
// error of this process, and 0 for any other. Even when it leads to a regular file,
// that file must not be replaced.
func standardStream(path string) int {
	switch filepath.ToSlash(filepath.Clean(path)) {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return 1
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return 2
	}
	return 0
}

// isRegular reports whether a path is written as a regular file, which is replaced. Pipes,
// devices and open descriptors of the process are written to as they are.
func isRegular(path string) bool {
	slash := filepath.ToSlash(filepath.Clean(path))
	info, err := os.Stat(path)
	return standardStream(path) == 0 && !strings.HasPrefix(slash, "/dev/fd/") && !strings.HasPrefix(slash, "/proc/self/fd/") && (err != nil || info.Mode().IsRegular())
}

// prepareFile makes the directory of a file, and returns an error when the file cannot be
// written there. It does not try pipes: opening one uses it.
func prepareFile(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errors.New("is a directory")
	}
	if !isRegular(path) {
		return nil
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return openfile.Cause(err)
	}
	temp, err := os.CreateTemp(dir, openfile.TempPattern)
	if err != nil {
		return openfile.Cause(err)
	}
	return openfile.Cause(errors.Join(temp.Close(), os.Remove(temp.Name())))
}

// prepareAppended returns an error when nothing can be added to a file of the runner.
func prepareAppended(path string) error {
	if path == "" || !isRegular(path) && !isDirectory(path) {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	return file.Close()
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// writeNew writes a file that is not there yet, or is empty. A file that has the same content
// stays; one with other content is one of the project, whose rules would be lost.
func writeNew(path string, text []byte) error {
	old, err := openfile.Read(path, int64(len(text))+1)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(old) == 0:
		return openfile.Write(path, 0o644, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	case err == nil && bytes.Equal(old, text), len(text) == 0:
		return nil
	case err == nil, errors.Is(err, openfile.ErrTooLarge):
		return errors.New("the file exists with other content, and is left as it was; write to another path, and add the rules to the file")
	}
	return openfile.Cause(err)
}

// How long outputs wait for their reader. A standard stream is waited for until the run is
// interrupted, as a pager or a slow pipe is, and a pipe as long as something is read of it within
// pipePatience; once the run has been interrupted, both for streamPatience.
const (
	pipePatience   = 10 * time.Second
	pipeInterval   = 10 * time.Millisecond
	pipePiece      = 64 << 10 // bytes
	streamPatience = time.Second
)

// errUnread says why an output was given up.
var errUnread = errors.New("the run ended before the reader had read all of it")

// writePipe writes to a file that is not a regular one, such as a pipe or a device. Neither a pipe
// that no reader opens nor one that no reader reads from holds up the run for long.
func writePipe(ctx context.Context, path string, text []byte) error {
	unread := fmt.Errorf("no reader read it for %v", pipePatience)
	opened := time.Now()
	file, err := openUnblocked(path)
	for ; errors.Is(err, syscall.ENXIO); file, err = openUnblocked(path) {
		select {
		case <-ctx.Done():
			return errUnread
		case <-time.After(pipeInterval):
		}
		if time.Since(opened) > pipePatience {
			return unread
		}
	}
	if err != nil {
		return openfile.Cause(err)
	}
	// A device has no deadlines, and needs none.
	stop := context.AfterFunc(ctx, func() { _ = file.SetWriteDeadline(time.Now()) })
	defer stop()
	for piece := range slices.Chunk(text, pipePiece) {
		_ = file.SetWriteDeadline(time.Now().Add(pipePatience))
		if ctx.Err() != nil {
			err = errUnread
			break
		}
		if _, err = file.Write(piece); err != nil {
			break
		}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		if err = unread; ctx.Err() != nil {
			err = errUnread
		}
	}
	return explainEPIPE(openfile.Cause(errors.Join(err, file.Close())))
}

// openUnblocked opens a file for writing. The error is ENXIO for a pipe that has no reader yet.
func openUnblocked(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_APPEND|syscall.O_NONBLOCK, 0)
}

// explainEPIPE says in words that a pipe has lost its reader.
func explainEPIPE(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return fmt.Errorf("the reader closed it before the end (%w)", syscall.EPIPE)
	}
	return err
}

// stream is a standard stream whose reader may stop reading. Such a reader is waited
// for until the run is interrupted: the job summary and the outputs come after it, and would
// be lost.
//
// Go cannot end a write to an inherited pipe, so each write is done by a goroutine,
// which is left behind when the stream is given up.
type stream struct {
	file *os.File
	late context.Context

	mu      sync.Mutex // orders writes
	givenUp bool
}

// newStream returns w, or for a file whose writes may block, a writer that gives up when late
// ends.
func newStream(w io.Writer, late context.Context) io.Writer {
	f, ok := w.(*os.File)
	if !ok {
		return w
	}
	if info, err := f.Stat(); err != nil || info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeCharDevice) == 0 {
		return w
	}
	return &stream{file: f, late: late}
}

// lateWrite is how long a write may take once late has ended. A reader that reads takes it in that
// time.
const lateWrite = 200 * time.Millisecond

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
	late, end := s.late.Done(), (<-chan time.Time)(nil)
	for {
		select {
		case r := <-done:
			return r.n, r.err
		case <-late:
			late, end = nil, time.After(lateWrite)
		case <-end:
			s.givenUp = true
			return 0, errUnread
		}
	}
}

// Fd is that of the file.
func (s *stream) Fd() uintptr { return s.file.Fd() }
