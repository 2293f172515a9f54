package cli

import (
	"errors"
	"fmt"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/openfile"
)

// checkPathsInside returns an error for each path that leads out of the checkout by a
// symbolic link. In a workflow run a pull request may have added the link: a report would
// replace a file of the runner, or pages would be those of another directory. A path of
// a flag or an input may lead anywhere as it is written; config has refused such paths
// of the settings file, which is untrusted, too.
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
		for _, path := range named[g.Name] {
			link, why := openfile.LinkOut(p.getenv("GITHUB_WORKSPACE"), path), openfile.Leaves(path)
			switch {
			case path == "":
			case g.InFile != "" && why != "":
				errs = append(errs, fmt.Errorf("%s: %s: %q %s; set it as an input, or use a path inside", g.Source, g.Name, path, why))
			case link != "":
				errs = append(errs, fmt.Errorf("the %s %s: %q leads out of the checkout by the symbolic link %q; remove the link, or set %s to where it leads",
					g.Source, g.Name, path, link, g.Name))
			}
		}
	}
	return errors.Join(errs...)
}
