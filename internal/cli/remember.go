package cli

import (
	"context"

	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/link"
)

// withCache runs a check that may take what was ok of other sites from the cache,
// and keeps it there. What goes wrong with the cache costs requests and nothing
// else: it is a note of the report.
//
// A run that has ended by then asks nobody, and needs none.
func (s *session) withCache(ctx context.Context, check func() *link.Report) *link.Report {
	cfg := &s.job.Config
	if cfg.Cache == "" || ctx.Err() != nil {
		return check()
	}
	var notes []string
	note := func(err error) {
		if err != nil {
			notes = append(notes, err.Error())
		}
	}
	store, err := cache.Open(cfg.Cache, cfg.CacheTTL, s.job.Started)
	note(err)
	if store != nil {
		s.job.Cache = store
	}
	report := check()
	if store != nil {
		note(store.Write(s.process.secrets.Holds))
	}
	report.Notes = append(report.Notes, notes...)
	return report
}
