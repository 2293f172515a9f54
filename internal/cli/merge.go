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
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
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

// mergedPlace is where the site is that several parts make up.
type mergedPlace struct {
	place
	// target is the directory of the site.
	target string
	// below are the paths of the parts below the base path of the site, each empty or with a
	// slash at its end.
	below []string
}

// placeParts finds out where the parts are on the site. It is below the setting site-url, or
// else below the folder that all parts have in common.
func (s *session) placeParts(parts []facts.Part) (m mergedPlace, err error) {
	header := &parts[0].Header
	m.place = place{scope: site.UnknownScope(), inferred: header.Inferred, shared: header.Shared, sites: siteURLs(s.cfg)}
	m.target = header.Target
	if len(parts) == 1 && len(m.sites) == 0 {
		return m, m.placeAlone(header)
	}
	homes := make([]weburl.URL, len(parts))
	for i, part := range parts {
		if len(part.Header.Sites) == 0 {
			return m, unplaced(parts, i)
		}
		if homes[i], err = readSite(part.Header.Sites[0]); err != nil {
			return m, err
		}
		if m.target != part.Header.Target {
			m.target = commonFolder(m.target, part.Header.Target)
		}
	}
	switch {
	case m.target == "":
		m.target = "." // two directories in the working directory
	case len(m.target) > 1:
		m.target = strings.TrimSuffix(m.target, "/")
	}
	if len(m.sites) == 0 {
		common := homes[0]
		for _, home := range homes[1:] {
			common.Path = commonFolder(common.Path, home.Path)
		}
		m.sites = []weburl.URL{common}
	}
	top := m.sites[0]
	for i, home := range homes {
		below, ok := strings.CutPrefix(home.Path, top.Path)
		if !ok || home.Origin() != top.Origin() {
			return m, fmt.Errorf("could not place %q on the site: it is served at %s, which is not below %s; set site-url to a URL above all parts",
				parts[i].Header.Target, home.String(), top.String())
		}
		m.below = append(m.below, below)
	}
	m.inferred, m.scope = false, site.PlannedScope(m.sites...)
	return m, nil
}

// placeAlone finds out where the only part is: where its run took it to be.
func (m *mergedPlace) placeAlone(header *facts.Header) error {
	m.below = []string{""}
	for _, raw := range header.Sites {
		u, err := readSite(raw)
		if err != nil {
			return err
		}
		m.sites = append(m.sites, u)
	}
	switch {
	case len(m.sites) > 0:
		m.scope = site.PlannedScope(m.sites...)
	case header.Base != "":
		m.scope = site.UnknownScopeAt(header.Base)
	}
	return nil
}

// readSite reads one of the Sites of a header.
func readSite(raw string) (weburl.URL, error) {
	u, err := weburl.Parse(raw)
	if err != nil {
		return u, fmt.Errorf("could not read the site %q of the facts: %w", raw, err)
	}
	return u, nil
}

// unplaced is the error for a part of several whose place on the site is not known. It may
// also be the facts of another site, given by mistake.
func unplaced(parts []facts.Part, at int) error {
	part, other := &parts[at], &parts[0]
	if at == 0 && len(parts) > 1 {
		other = &parts[1]
	}
	if part == other {
		return fmt.Errorf("could not place %q on the site: its facts do not say where it is served; set site-url in the run that writes them", part.Header.Target)
	}
	return fmt.Errorf("could not merge the facts %q of %q with %q of %q: the first do not say where it is served; remove the facts that are not of this site, or set site-url in the runs that write them",
		part.Files[0].Name(), part.Header.Target, other.Files[0].Name(), other.Header.Target)
}

// commonFolder is the folder that two paths are in, with the slash at its end if it is not the
// name of one of them.
func commonFolder(a, b string) string {
	if a == b {
		return a
	}
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == '/' {
			n = i + 1
		}
	}
	return a[:n]
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
