package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
)

// prepareFiles makes the directories that the files of the run are to stand in, and
// finds out which reports cannot be written, before anything is checked: a run that
// takes an hour should not find that out at its end, and its other reports can say so.
//
// It is called when nothing can stop the run from beginning any more, so that a wrong
// call leaves nothing behind.
func (s *session) prepareFiles() {
	cfg := &s.job.Config
	s.unwritable = map[string]error{}
	for _, file := range cfg.Reports {
		if err := tryReport(file.Path); err != nil {
			s.unwritable[file.Path] = reportError(file.Path, err)
		}
	}
	if cfg.Cache != "" {
		// What is wrong with it the cache will say, as a note: it costs requests alone.
		_ = os.MkdirAll(filepath.Dir(cfg.Cache), dirMode)
	}
}

// dirMode is that of directories that are made for files of the run.
const dirMode = 0o755

// tryReport makes the directory of a report, and finds out whether a file can be
// put there. What is written through is left to the end: to open a pipe is to use it.
func tryReport(path string) error {
	if ownStream(path) != 0 {
		return nil
	}
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return plain(err)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return errDirectory
	}
	temp, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return plain(err)
	}
	return plain(errors.Join(temp.Close(), os.Remove(temp.Name())))
}

var errDirectory = errors.New("is a directory")

// reportError says that a report could not be written.
func reportError(path string, err error) error {
	return fmt.Errorf("could not write the report %q: %w", path, err)
}

// keepApart refuses settings by which two files of the run would be one, under
// different names: the later would replace the earlier. Reports that are named by
// the same path were refused when the settings were read.
func keepApart(cfg config.Config) error {
	type owner struct{ what, path string }
	taken := map[string]owner{}
	var errs []error
	claim := func(what, path string) {
		if path == "" || ownStream(path) != 0 {
			return
		}
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return
		}
		place, err := placeOf(path)
		if err != nil {
			return // to write there fails, and says why
		}
		if first, ok := taken[place]; ok {
			errs = append(errs, fmt.Errorf("the %s %q and the %s %q are the same file; give each a path of its own",
				first.what, first.path, what, path))
			return
		}
		taken[place] = owner{what, path}
	}
	for _, file := range cfg.Reports {
		claim("report", file.Path)
	}
	claim("cache", cfg.Cache)
	return errors.Join(errs...)
}

// placeOf is where a file really is, or will be once the directories on the way that
// are missing have been made: absolute, and without symbolic links as far as it exists.
func placeOf(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	missing := ""
	for existing := absolute; ; existing = filepath.Dir(existing) {
		real, err := filepath.EvalSymlinks(existing)
		if err == nil {
			return filepath.Join(real, missing), nil
		}
		if !errors.Is(err, fs.ErrNotExist) || existing == filepath.Dir(existing) {
			return "", err
		}
		missing = filepath.Join(strings.TrimPrefix(existing, filepath.Dir(existing)), missing)
	}
}
