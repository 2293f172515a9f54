package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/baseline/remote"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// readBaseline returns the places that the baseline of the settings lists; nil without one, and
// with a note where there is none yet.
func (s *session) readBaseline(ctx context.Context, cfg config.Config) (places *baseline.Places, err error) {
	name, isArtifact := strings.CutPrefix(cfg.Baseline, config.ArtifactPrefix)
	switch {
	case cfg.Baseline == "":
		return nil, nil
	case isArtifact:
		return s.readArtifact(ctx, cfg, name)
	case !config.IsURL(cfg.Baseline):
		// To create one, the given name is offered unless it may be that of another file.
		format := map[string]string{".json": report.FormatJSON, ".txt": report.FormatBaseline}[strings.ToLower(filepath.Ext(name))]
		if _, missing := os.Lstat(name); missing == nil || format == "" {
			format, name = report.FormatBaseline, report.BaselineFile
		}
		return baseline.Read(ctx, cfg.Baseline, s.process.option("report", format+"="+name))
	}
	client := s.baselineClient(cfg, "")
	defer client.Close()
	places, err = remote.AtURL(ctx, client, cfg.Baseline)
	if failed, ok := errors.AsType[*fetch.Error](err); ok && failed.Reason == link.PrivateAddress {
		err = fmt.Errorf("%w; to allow it, set %s", err, s.process.option("allow-private", "true"))
	}
	return places, err
}

// baselineClient returns a client for a baseline. It sends no header of the site and no token.
// Private addresses are those of other requests, and those of the server that stores artifacts.
func (s *session) baselineClient(cfg config.Config, server string) *fetch.Client {
	opt := fetch.Options{
		Timeout: cfg.Timeout, Retries: cfg.Retries, UserAgent: cfg.UserAgent, AllowPrivate: cfg.AllowPrivate,
		MaxBody: remote.MaxSize, MaxExternalBody: remote.MaxSize,
	}
	if _, chosenAt := s.process.chosenByFile(&cfg); chosenAt == "" && isURL(cfg.Target) {
		opt.Site = append(opt.Site, cfg.Target)
	}
	if server != "" {
		opt.Site = append(opt.Site, server)
	}
	return fetch.New(opt)
}

// readArtifact returns the places that an artifact of this workflow lists. A note says why there is
// none yet.
func (s *session) readArtifact(ctx context.Context, cfg config.Config, name string) (*baseline.Places, error) {
	p := s.process
	owner, repository, ok := strings.Cut(p.getenv("GITHUB_REPOSITORY"), "/")
	workflow, _, _ := strings.Cut(p.getenv("GITHUB_WORKFLOW_REF"), "@")
	branch := s.workflow.Event().DefaultBranch
	cause := ""
	switch {
	case !p.inWorkflow() || !ok || workflow == "":
		cause = "artifacts are available only in a workflow run on GitHub; use a file or a URL"
	case branch == "":
		cause = "the event of this run does not name the default branch; use a file or a URL"
	case cfg.Token == "":
		cause = "there is no token; set the environment variable GITHUB_TOKEN"
	}
	if cause != "" {
		return nil, fmt.Errorf("could not read the baseline %q: %s", cfg.Baseline, cause)
	}
	api, err := s.api()
	if err != nil {
		return nil, err
	}
	server := p.getenv("GITHUB_API_URL")
	if server == github.DefaultURL {
		server = "" // it stores artifacts at public addresses
	}
	client := s.baselineClient(cfg, server)
	defer client.Close()
	places, missing, err := remote.FromArtifact(ctx, api, client, remote.Artifact{Owner: owner, Repository: repository, Workflow: path.Base(workflow), Branch: branch, Name: name})
	if missing != "" {
		s.notes = append(s.notes, missing)
	}
	return places, err
}

// noteBaseline notes how many places of the baseline are fixed and how to remove them from it,
// and that a report baseline does not add what is new.
func (s *session) noteBaseline(r *link.Report) {
	if s.known == nil || !r.Complete {
		return
	}
	i := slices.IndexFunc(s.cfg.Reports, func(file config.ReportFile) bool { return file.Format == report.FormatBaseline })
	writes, written := i >= 0, ""
	if writes {
		written = s.cfg.Reports[i].Path
	}
	if r.Fixed > 0 {
		note := check.Count(r.Fixed, "place") + " of the baseline are fixed"
		if r.Fixed == 1 {
			note = "1 place of the baseline is fixed"
		}
		if writes {
			note += fmt.Sprintf(", and removed in %q", written)
		} else if name := s.cfg.Baseline; !config.IsRemoteBaseline(name) {
			if strings.EqualFold(filepath.Ext(name), ".json") {
				name = report.BaselineFile
			}
			note += "; to remove what is fixed, add " + s.process.option("report", report.FormatBaseline+"="+name)
		}
		r.Notes = append(r.Notes, note)
	}
	if writes && slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return !f.Known }) {
		r.Notes = append(r.Notes, fmt.Sprintf("new places are not added to %q; to add them, run once without the setting baseline", written))
	}
}
