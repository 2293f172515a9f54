package cli

import (
	"context"
	"time"

	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/link"
)

// cachePatience is how long a run that has ended may write its cache. A very large cache
// takes longer, and then stays as it was.
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

// withCache runs a check with the cached results of external links, and writes the new
// ones. An error of the cache costs only requests: it is a note of the report.
//
// A run that has already ended sends no requests, and needs no cache.
func (s *session) withCache(ctx context.Context, check func() *link.Report) *link.Report {
	cfg := &s.cfg
	if cfg.Cache == "" || ctx.Err() != nil {
		return check()
	}
	var notes []string
	note := func(err error) {
		if err != nil {
			notes = append(notes, err.Error())
		}
	}
	store, err := cache.Open(ctx, cfg.Cache, cfg.CacheTTL, s.started)
	note(err)
	if store != nil {
		s.cache = store
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
