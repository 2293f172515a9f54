package cli

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source"
)

// mapSources finds the places in the sources that the findings are made of. A run
// without findings opens none of them. That they cannot be looked at is said, and
// takes nothing from what was found.
func (s *session) mapSources(r *link.Report) {
	opt := source.Options{Dir: s.job.Config.Sources, Jobs: s.job.Config.Jobs}
	if r.Mode == link.Directory {
		opt.Built = s.job.Config.Target
	}
	if err := source.Map(r, opt); err != nil {
		r.Notes = append(r.Notes, err.Error())
	}
}
