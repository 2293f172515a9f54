package check

import (
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// simulatedHome is the home page of the jobs.
const simulatedHome = "http://site.test/"

// newJob returns a job for the site at http://site.test/ with settings.
func newJob(t *testing.T, args ...string) *Job {
	t.Helper()
	cfg, err := config.Load(config.Sources{Args: append(args, simulatedHome)})
	if err != nil {
		t.Fatal(err)
	}
	return &Job{Config: cfg, Space: site.NewSpace(mustParse(t, simulatedHome), weburl.URL{}), Progress: &Progress{}}
}

func mustParse(t *testing.T, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// newJobWith is newJob with a settings file.
func newJobWith(t *testing.T, file string) *Job {
	t.Helper()
	cfg, err := config.Load(config.Sources{Args: []string{simulatedHome}, File: []byte(file), FileName: "rules.yml"})
	if err != nil {
		t.Fatal(err)
	}
	job := newJob(t)
	job.Config, job.Rules = cfg, NewRulebook(cfg.Rules)
	return job
}
