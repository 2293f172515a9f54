package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
)

// sortReports tells the reports that can be written at once from those whose
// reader may keep us waiting, each in their order.
func sortReports(all []config.ReportFile) (now, later []config.ReportFile) {
	for _, file := range all {
		if ownStream(file.Path) == 0 && isThrough(file.Path) {
			later = append(later, file)
		} else {
			now = append(now, file)
		}
	}
	return now, later
}

func (s *session) writeReport(ctx, late context.Context, file config.ReportFile, r *link.Report) error {
	content := func(w io.Writer) error { return s.render(w, file.Format, r, s.textOptions(late)) }
	switch stream := ownStream(file.Path); {
	case stream != 0:
		return s.writeOwn(stream, content)
	case isThrough(file.Path):
		return writeThrough(ctx, file.Path, content)
	}
	return replaceFile(file.Path, content)
}

// ownStream returns 1 or 2 for a path that stands for the standard output or the
// standard error of this process, and 0 for any other. Such a path may well lead
// to a plain file, but that is not one to replace.
func ownStream(path string) int {
	path = filepath.ToSlash(filepath.Clean(path))
	switch path {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return 1
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return 2
	}
	return 0
}

// writeOwn writes to one of the streams that the process has open.
func (s *session) writeOwn(stream int, content func(io.Writer) error) error {
	if err := s.flush(); err != nil && stream == 1 {
		return gone(plain(err))
	}
	w := s.process.Stdout
	if stream == 2 {
		w = unwrapped(s.process.Stderr)
	}
	return gone(content(w))
}

// isThrough tells whether a path is written through, as a pipe or a device is,
// rather than replaced. Descriptors of the process are, whatever they lead to.
func isThrough(path string) bool {
	slash := filepath.ToSlash(filepath.Clean(path))
	if strings.HasPrefix(slash, "/dev/fd/") || strings.HasPrefix(slash, "/proc/self/fd/") {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular()
}

// tempPattern names the file that a report is written to before it gets its name.
const tempPattern = ".linkvet-*"

// replaceFile writes a file whole or not at all: a reader never finds half of
// one, nor loses the last good one to a full disk.
func replaceFile(path string, content func(io.Writer) error) error {
	temp, err := os.CreateTemp(filepath.Dir(path), tempPattern)
	if err != nil {
		return plain(err)
	}
	err = content(temp)
	// CreateTemp makes files that only their owner reads; later steps of a job
	// may run as somebody else.
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(plain(err), os.Remove(temp.Name()))
	}
	return nil
}
