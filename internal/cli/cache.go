package cli

import (
	"context"
	"time"

	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/link"
)

// cachePatience is how long a run that has ended may go on writing its cache. That is
// enough but for very large ones, which stay as they were.
const cachePatience = 500 * time.Millisecond

// endingAfter returns a context that ends so long after its parent has.
func endingAfter(parent context.Context, patience time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
	stop := context.AfterFunc(parent, func() { time.AfterFunc(patience, cancel) })
	return ctx, func() {
		stop()
		cancel()
	}
}

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
	store, err := cache.Open(ctx, cfg.Cache, cfg.CacheTTL, s.job.Started)
	note(err)
	if store != nil {
		s.job.Cache = store
	}
	report := check()
	if store != nil {
		late, cancel := endingAfter(ctx, cachePatience)
		defer cancel()
		note(store.Write(late, s.process.secrets.Holds))
	}
	report.Notes = append(report.Notes, notes...)
	return report
}
