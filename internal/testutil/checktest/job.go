// Package checktest has what the tests of check and of the packages below it share: jobs,
// directories of pages, and a simulated site.
package checktest

import (
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Home is the home page of the jobs.
const Home = "http://site.test/"

// NewJob returns a job for the site at http://site.test/ with settings.
func NewJob(t testing.TB, args ...string) *check.Job {
	t.Helper()
	cfg, err := config.Load(config.Sources{Args: append(args, Home)})
	if err != nil {
		t.Fatal(err)
	}
	return &check.Job{Config: cfg, Scope: site.NewScope(MustParse(t, Home), weburl.URL{}), Progress: &check.Progress{}}
}

// MustParse parses a URL, or fails the test.
func MustParse(t testing.TB, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// NewJobWith is newJob with a settings file.
func NewJobWith(t *testing.T, file string) *check.Job {
	t.Helper()
	cfg, err := config.Load(config.Sources{Args: []string{Home}, File: []byte(file), FileName: "rules.yml"})
	if err != nil {
		t.Fatal(err)
	}
	job := NewJob(t)
	job.Config, job.Rules = cfg, check.NewRulebook(cfg.Rules)
	return job
}
