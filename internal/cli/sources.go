package cli

import (
	"context"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source"
)

// rereading is how long pages of a live site may be requested again for the text around
// their links.
const rereading = 10 * time.Second

// mapSources attributes the findings to lines of the sources. A run without findings
// opens no source. An error is a note, and changes no finding.
func (s *session) mapSources(ctx context.Context, job *check.Job, r *link.Report) {
	cfg := s.cfg
	opt := s.sourceOptions()
	opt.Page = job.Served.Has
	if r.Mode != link.Directory {
		ctx, cancel := context.WithTimeout(ctx, rereading)
		defer cancel()
		opt.Read = func(page string) []byte { return crawl.ReadAgain(ctx, job, page) }
	}
	var problems []string
	opt.Problem = func(problem string) { problems = append(problems, problem) }
	problem := contain.Panic("find the source lines", cfg.Sources, func() {
		if err := source.Map(ctx, r, opt); err != nil {
			r.Notes = append(r.Notes, err.Error())
		}
	})
	for _, problem := range append(problems, problem) {
		r.AddProblem(problem)
	}
	if job.Client != nil {
		r.Stats.Requests = job.Client.Requests()
	}
}

// sourceOptions say where the sources are.
func (s *session) sourceOptions() source.Options {
	cfg := &s.cfg
	opt := source.Options{Dir: cfg.Sources, Jobs: cfg.Jobs, Made: []string{cfg.Baseline, cfg.Cache}}
	for _, file := range cfg.Reports {
		opt.Made = append(opt.Made, file.Path)
	}
	if _, isRepository := s.site.(*repositorySite); !isURL(cfg.Target) && !isRepository {
		opt.Built = cfg.Target
	}
	return opt
}
