package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/gcpercent"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// mergedLive is a live site that earlier runs have read, by the facts that they wrote.
type mergedLive struct {
	set  *facts.Set
	live *liveSite
	// at is where the site is.
	at place
}

// openMergedLive opens the facts of a live site.
func (s *session) openMergedLive(set *facts.Set) (checkedSite, error) {
	header := &set.Parts[0].Header
	if len(set.Parts) > 1 {
		return nil, fmt.Errorf("could not merge %q with the facts of %q: a live site is merged by itself", header.Target, set.Parts[1].Header.Target)
	}
	start, err := weburl.Parse(header.Target)
	if err != nil || !start.IsHTTP() || len(header.Sites) == 0 {
		return nil, fmt.Errorf("could not read the facts %q: %q is no live site", set.Parts[0].Files[0].Name(), header.Target)
	}
	m := &mergedLive{set: set, live: &liveSite{start: start.Document()}}
	if m.at.sites, err = recordedSites(set.Parts[0]); err != nil {
		return nil, err
	}
	m.at.scope = site.NewScope(m.at.sites[0], m.at.sites[1:]...)
	m.at.inferred, m.at.shared = header.Inferred, header.Shared
	s.cfg.Target = header.Target
	for _, at := range []weburl.URL{start, m.at.sites[0]} {
		// The facts may be a stranger's, and requests may hold secrets.
		if s.cfg.Shard.Count > 0 && !s.isNamedSite(at) {
			return nil, fmt.Errorf("could not read further pages of %s: only its facts name this site; set site-url to %[1]s to allow requests to it", at.Origin()+"/")
		}
	}
	return m, nil
}

// isNamedSite reports whether a setting, and not facts alone, names the origin of a URL.
func (s *session) isNamedSite(u weburl.URL) bool {
	return slices.ContainsFunc(siteURLs(s.cfg), func(named weburl.URL) bool { return named.Origin() == u.Origin() })
}

// check judges the facts, or reads further pages of the site.
func (m *mergedLive) check(ctx context.Context, s *session) (*link.Report, *check.Job) {
	recorded := &crawl.Recorded{Files: m.set.Parts[0].Files, Answers: m.set.Answers, Problems: m.set.Problems}
	if s.cfg.Shard.Count == 0 {
		s.scope.Store(&m.at.scope)
		s.client.Store(s.newClient(namedOrigins(s.cfg)...))
		job := s.newMergeJob(m.at, m.set)
		return s.addDiffering(crawl.Merge(ctx, job, recorded), m.set), job
	}
	m.live.open(s)
	found, first, err := m.live.settle(ctx, s)
	if err != nil {
		job := s.newMergeJob(m.at, m.set)
		return crawl.Unreachable(ctx, job, err), job
	}
	s.scope.Store(&m.at.scope)
	job := s.newMergeJob(m.at, m.set)
	header := m.set.Parts[0].Header
	header.Shard, header.Shards, header.Notes = s.cfg.Shard.Index, s.cfg.Shard.Count, s.siteNotes(job)
	s.writeFacts(job, header)
	r := crawl.Continue(ctx, job, found, first, recorded, crawl.Share(s.cfg.Shard))
	return s.addDiffering(r, m.set), job
}

func (m *mergedLive) dump(context.Context, *session, func(check.Sighting)) []string {
	return []string{noDump}
}

func (m *mergedLive) gcPolicy() gcpercent.Policy { return gcpercent.Live }

func (m *mergedLive) close() {
	// The files were only read from.
	_ = m.set.Close()
}
