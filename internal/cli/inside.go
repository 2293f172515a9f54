package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/config"
)

// keepInside tells which files that the settings file names lie elsewhere after
// all: its paths stay below its directory as they are written, but a symbolic link
// there may lead out, and both may be a stranger's.
func keepInside(cfg config.Config) error {
	named := map[string][]string{"cache": {cfg.Cache}, "baseline": {cfg.Baseline}}
	for _, file := range cfg.Reports {
		named["report"] = append(named["report"], file.Path)
	}
	here, err := filepath.EvalSymlinks(".")
	if err == nil {
		here, err = filepath.Abs(here)
	}
	if err != nil {
		return fmt.Errorf("could not find the working directory: %w", plain(err))
	}
	var errs []error
	for _, g := range cfg.Given {
		if g.Source != configFile {
			continue
		}
		for _, path := range named[g.Name] {
			if leadsOut(here, path) {
				errs = append(errs, fmt.Errorf("%s: %s: %q leads out of this directory by a symbolic link; name it with a flag or an input, or put it here",
					configFile, g.Name, path))
			}
		}
	}
	return errors.Join(errs...)
}

// leadsOut tells whether what a path leads to is outside of the directory here. Of
// what is not there yet, the last directory on the way that is there counts.
func leadsOut(here, path string) bool {
	real, err := placeOf(path)
	if err != nil {
		return false // nothing can be read or written there
	}
	below, err := filepath.Rel(here, real)
	return err != nil || !filepath.IsLocal(below)
}
