package cli

import (
	"errors"
	"fmt"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/workdir"
)

// checkPathsInside returns an error for each path of an untrusted settings file that leads
// out of the working directory by a symbolic link. config has refused the paths that lead
// out as they are written. In a workflow run both the file and the link are untrusted.
func (p Process) checkPathsInside(cfg config.Config) error {
	if !p.inWorkflow() {
		return nil
	}
	named := map[string][]string{"cache": {cfg.Cache}, "baseline": {cfg.Baseline}, "sources": {cfg.Sources}}
	if !isURL(cfg.Target) {
		named["target"] = []string{cfg.Target}
	}
	if !isURL(cfg.Compare) {
		named["compare"] = []string{cfg.Compare}
	}
	for _, file := range cfg.Reports {
		named["report"] = append(named["report"], file.Path)
	}
	var errs []error
	for _, g := range cfg.Given {
		if g.InFile == "" {
			continue
		}
		for _, path := range named[g.Name] {
			if why := workdir.Leaves(path); why != "" {
				errs = append(errs, fmt.Errorf("%s: %s: %q %s; set it as an input, or use a path inside", g.Source, g.Name, path, why))
			}
		}
	}
	return errors.Join(errs...)
}
