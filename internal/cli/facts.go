package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/weburl"
)

// decisive are the settings that decide verdicts. All runs whose facts are merged must have
// the same.
var decisive = []string{"include", "exclude", "exclude-pages", "external", "fragments", "redirects", "hosting", "accept"}

// factsSettings are the decisive settings of the run that are not the defaults.
func factsSettings(cfg *config.Config) map[string]string {
	settings := map[string]string{}
	for _, given := range cfg.Given {
		if slices.Contains(decisive, given.Name) {
			settings[given.Name] = given.Value
		}
	}
	// A shard may say in words what another leaves to the default.
	for _, setting := range config.Settings() {
		if settings[setting.Name] == setting.Default {
			delete(settings, setting.Name)
		}
	}
	if delete(settings, "external"); !cfg.External {
		settings["external"] = "false" // however it is written
	}
	var rules strings.Builder
	for i := range cfg.Rules {
		rule := &cfg.Rules[i]
		// Headers are secrets, and decide no verdict by themselves.
		for n := range rule.Match {
			fmt.Fprintf(&rules, "%q ", rule.Match.Text(n))
		}
		fmt.Fprintf(&rules, "%s %s\n", rule.Verdict, rule.Fragments)
	}
	if rules.Len() > 0 {
		settings["rules"] = rules.String()
	}
	return settings
}

// liveBuild returns the function that identifies the build of a live site. All builds of a
// site have the same identity, because nothing tells them apart.
func liveBuild(start weburl.URL) func() string {
	return func() string { return "live " + start.String() }
}

// openFacts lets a job write the facts of its run, if a report is to hold them. build
// returns what identifies the build that is read.
func (s *session) openFacts(job *check.Job, at *place, build func() string) {
	if s.cfg.FactsPath() == "" {
		return
	}
	shard := s.cfg.Shard
	if shard.Count == 0 {
		shard = config.Shard{Index: 1, Count: 1}
	}
	mode := link.Directory
	if isURL(s.cfg.Target) {
		mode = link.Live
	}
	header := facts.Header{
		Version: s.process.Version, Mode: mode, Target: weburl.Redact(s.cfg.Target), Inferred: at.inferred, Shared: at.shared, Build: build(),
		Shard: shard.Index, Shards: shard.Count, Settings: factsSettings(&s.cfg), Notes: s.siteNotes(job),
	}
	for _, u := range at.sites {
		header.Sites = append(header.Sites, u.String())
	}
	if !at.scope.Known() {
		header.Base = at.scope.Base()
	}
	s.writeFacts(job, header)
}

// siteNotes are the notes of a job but for those on settings of this run alone: the run with
// merge has its own settings.
func (s *session) siteNotes(job *check.Job) []string {
	ineffective := s.cfg.Ineffective()
	return slices.DeleteFunc(slices.Clone(job.Notes), func(note string) bool { return slices.Contains(ineffective, note) })
}

// writeFacts lets a job write facts with a header.
func (s *session) writeFacts(job *check.Job, header facts.Header) {
	file := &factsFile{}
	w, err := facts.NewWriter(file, header, "")
	if err != nil {
		s.factsErr = err
		return
	}
	file.Writer, job.Facts, s.facts = w, w, file
}

// errNothingRead is the cause when nothing was read that could be facts.
var errNothingRead = errors.New("nothing of the site was read")

// writeFactsFile writes the file of facts.
func (s *session) writeFactsFile(path string) error {
	switch {
	case s.factsErr != nil:
		return s.factsErr
	case s.facts == nil:
		return errNothingRead
	}
	return output.Replace(path, func(w io.Writer) error {
		s.facts.out = w
		return s.facts.Close()
	})
}
