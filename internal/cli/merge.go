package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/dir"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/gcpercent"
	"github.com/linkvet/linkvet/internal/link"
)

// mergedSite is a site that earlier runs have read, by the facts that they wrote.
type mergedSite struct {
	set *facts.Set
	dir *dir.Recorded
	// at is where the site is.
	at place
}

// openMerge opens the facts to merge. Its errors are errors of the call.
func (s *session) openMerge() (checkedSite, error) {
	defer gcpercent.Set(gcpercent.Merge, s.process.getenv("GOGC"))()
	paths, missing := mergedFiles(&s.cfg)
	if len(paths) == 0 {
		return nil, missing
	}
	set, err := facts.OpenSet(paths)
	if err != nil {
		return nil, err
	}
	if err := s.checkVersion(set); err != nil {
		_ = set.Close() // it was only read from
		return nil, err
	}
	if missing != nil {
		// The others are judged all the same.
		set.Problems = append(set.Problems, strings.Split(missing.Error(), "\n")...)
	}
	if set.Parts[0].Header.Mode == link.Live {
		m, err := s.openMergedLive(set)
		if err != nil {
			_ = set.Close() // it was only read from
		}
		return m, err
	}
	m := &mergedSite{set: set}
	where, err := s.placeParts(set.Parts)
	if err == nil {
		m.at = where.place
		m.dir, err = dir.OpenRecorded(set.Parts, where.below, s.cfg.Hosting)
	}
	if err != nil {
		m.close()
		return nil, err
	}
	s.cfg.Target = where.target
	return m, nil
}

// checkVersion returns an error for facts of another version than this one, which may judge
// otherwise. All facts of a set have the same.
func (s *session) checkVersion(set *facts.Set) error {
	made, first := set.Parts[0].Header.Version, set.Parts[0].Files[0]
	if made == s.process.Version {
		return nil
	}
	return fmt.Errorf("could not merge %q: it was made by linkvet %q, and this is linkvet %q: use one version for all runs",
		first.Name(), link.Cut(made), s.process.Version)
}

// check judges the facts.
func (m *mergedSite) check(ctx context.Context, s *session) (*link.Report, *check.Job) {
	s.scope.Store(&m.at.scope)
	s.client.Store(s.newClient(namedOrigins(s.cfg)...))
	job := s.newMergeJob(m.at, m.set)
	judge := m.dir.Check
	if s.cfg.Shard.Count > 0 {
		s.writeFacts(job, m.header(s))
		judge = m.dir.Ask
	}
	r := judge(ctx, job, m.set.Answers)
	for _, problem := range m.set.Problems {
		r.AddProblem(problem)
	}
	return s.addDiffering(r, m.set), job
}

// newMergeJob returns the job of a merge, with the notes of the runs that wrote the facts. Those
// on settings come first, as in one run.
func (s *session) newMergeJob(at place, set *facts.Set) *check.Job {
	job := s.newJob(at)
	job.Unnamed = len(at.sites) > 0 && !s.isNamedSite(at.sites[0]) && (!at.inferred || set.Parts[0].Header.Mode == link.Live)
	for _, part := range set.Parts {
		job.Notes = append(job.Notes, part.Header.Notes...)
	}
	job.Notes = unique(job.Notes)
	return job
}

// header is that of the facts that hold only answers.
func (m *mergedSite) header(s *session) facts.Header {
	h := m.set.Parts[0].Header
	h.Shard, h.Shards, h.Answers, h.Build, h.Notes = 1, 1, s.cfg.Shard.String(), m.set.Build(), nil
	return h
}

// addDiffering adds to r a problem for each setting that the run does not have as the facts
// have it, and returns r.
func (s *session) addDiffering(r *link.Report, set *facts.Set) *link.Report {
	recorded := set.Parts[0].Header.Settings
	for _, name := range differing(recorded, factsSettings(&s.cfg)) {
		if name == "external" && recorded[name] != "false" {
			continue // The facts have the external links, and this run says whether they count.
		}
		r.AddProblem(fmt.Sprintf("the setting %s of this run is not that of the facts: set it to the same value in all runs", name))
	}
	return r
}

// unique returns the texts without repetitions, in the order of their first ones.
func unique(texts []string) []string {
	var all []string
	for _, text := range texts {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// differing names the settings that two runs do not have alike.
func differing(a, b map[string]string) []string {
	var names []string
	for _, name := range append(slices.Clone(decisive), "rules") {
		if a[name] != b[name] {
			names = append(names, name)
		}
	}
	return names
}

func (m *mergedSite) dump(context.Context, *session, func(check.Sighting)) []string {
	return []string{noDump}
}

// noDump is the problem of dump in a run that judges facts.
const noDump = "facts have no links to list"

func (m *mergedSite) gcPolicy() gcpercent.Policy { return gcpercent.Merge }

func (m *mergedSite) close() {
	// The files were only read from.
	_ = m.set.Close()
}
