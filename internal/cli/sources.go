package cli

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source"
)

// mapSources finds the places in the sources that the findings are made of. A run
// without findings opens none of them. That they cannot be looked at is said, and
// takes nothing from what was found.
func (s *session) mapSources(r *link.Report) {
	cfg := s.job.Config
	opt := source.Options{Dir: cfg.Sources, Jobs: cfg.Jobs, Made: []string{cfg.Baseline, cfg.Cache}, Page: r.Serves}
	for _, file := range cfg.Reports {
		opt.Made = append(opt.Made, file.Path)
	}
	if r.Mode == link.Directory {
		opt.Built = cfg.Target
	}
	if err := source.Map(r, opt); err != nil {
		r.Notes = append(r.Notes, err.Error())
	}
	// What it holds on to, such as what a crawl knows, is of no more use.
	r.Serves = nil
}
