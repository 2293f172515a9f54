package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/output"
)

// prepareFiles makes the directories for the files of the run, and finds out which
// reports cannot be written, before the check: a run of an hour should not fail at its
// end, and the other reports can list the problem.
//
// Call it when nothing can stop the run from starting, so that a wrong call leaves no
// directories.
func (s *session) prepareFiles() {
	cfg := &s.cfg
	s.unwritable = map[string]error{}
	for _, file := range cfg.Reports {
		if err := output.Prepare(file.Path); err != nil {
			s.unwritable[file.Path] = reportError(file.Path, err)
		}
	}
	if cfg.Cache != "" {
		// The cache itself notes an error: it costs only requests.
		_ = os.MkdirAll(filepath.Dir(cfg.Cache), output.DirMode)
	}
}

// reportError says that a report could not be written.
func reportError(path string, err error) error {
	return fmt.Errorf("could not write the report %q: %w", path, err)
}

// checkDistinctPaths returns an error when two files of the run are the same file under
// different names: the later would replace the earlier. config has refused equal paths.
func checkDistinctPaths(cfg config.Config) error {
	type owner struct{ what, path string }
	taken := map[string]owner{}
	var errs []error
	claim := func(what, path string) {
		if path == "" || output.StandardStream(path) != 0 {
			return
		}
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return
		}
		place, err := openfile.Resolve(path)
		if err != nil {
			return // to write there fails, and says why
		}
		if first, ok := taken[place]; ok {
			errs = append(errs, fmt.Errorf("the %s %q and the %s %q are the same file; use a different path for each",
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
