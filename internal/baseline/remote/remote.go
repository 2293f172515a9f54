// Package remote reads baselines that are not in a file: at a URL, or in an artifact of an
// earlier run of the workflow.
package remote

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/github"
	"github.com/linkvet/linkvet/internal/weburl"
)

const (
	// maxRuns is how many successful runs are searched for the artifact.
	maxRuns = 10
	// permission is what the token needs.
	permission = "actions: read"
)

// AtURL returns the places of the baseline at a URL. It returns nil when ctx ends first. The client
// sends no header of the site and no token, and reads bodies of baseline.MaxSize bytes.
func AtURL(ctx context.Context, client *fetch.Client, raw string) (baseline.Places, error) {
	places, err := download(ctx, client, raw, baseline.Parse)
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case err != nil:
		if u, invalid := url.Parse(raw); invalid == nil {
			u.User, u.RawQuery, u.Fragment = nil, "", "" // which may be secret
			raw = u.String()
		}
		return nil, fmt.Errorf("could not read the baseline %q: %w", weburl.Redact(raw), err)
	}
	return places, nil
}

// download requests a URL, and returns the places that parse finds in the answer.
func download(ctx context.Context, client *fetch.Client, raw string, parse func(body []byte) (baseline.Places, error)) (baseline.Places, error) {
	u, err := weburl.Parse(raw)
	if err != nil {
		return nil, errors.New("it is not a valid URL")
	}
	resp, err := client.Do(ctx, fetch.Request{URL: u, Want: fetch.Body})
	if err != nil {
		return nil, err
	}
	defer resp.Release()
	for _, hop := range resp.Redirects {
		if to, err := weburl.Parse(hop.URL); err == nil && to.Scheme == "http" && u.Scheme == "https" {
			return nil, errors.New("it redirects to a URL without https")
		}
	}
	switch {
	case resp.Login != "":
		return nil, errors.New("a login page answered; use a URL that needs no login")
	case resp.Status != http.StatusOK:
		return nil, fmt.Errorf("the host answered with status %d", resp.Status)
	case resp.Cut != nil:
		return nil, resp.Cut
	}
	return parse(resp.Body)
}

// Artifact says which artifact holds a baseline.
type Artifact struct {
	// Workflow is the name of the file of the workflow, and Branch the default branch.
	Owner, Repository, Workflow, Branch, Name string
}

// FromArtifact returns the places of the baseline in the artifact of the last successful run on the
// default branch that has it; nil when ctx ends first. missing says that no run has it, which is no
// failure: the first run of a workflow has none.
func FromArtifact(ctx context.Context, api *gh.Client, client *fetch.Client, a Artifact) (places baseline.Places, missing string, err error) {
	places, err = a.find(ctx, api, client)
	switch {
	case ctx.Err() != nil:
		return nil, "", nil
	case err != nil:
		return nil, "", fmt.Errorf("could not read the baseline %q: %w", "artifact:"+a.Name, err)
	case places == nil:
		missing = fmt.Sprintf("there is no baseline yet, so all findings are new: no successful run of %s on %s (for push, schedule or workflow_dispatch) has the artifact %q; "+
			"let such a run upload a report under this name, with fail-on: none as long as it has findings", a.Workflow, a.Branch, a.Name)
	}
	return places, missing, nil
}

// find reads the artifact of the last run that has it; nil without one. Only events whose runs
// check the default branch itself count: runs for others may be on the default branch and check a
// pull request, which could then choose what is known. A fork may have a branch of the same name.
func (a Artifact) find(ctx context.Context, api *gh.Client, client *fetch.Client) (baseline.Places, error) {
	runs, _, err := api.Actions.ListWorkflowRunsByFileName(ctx, a.Owner, a.Repository, a.Workflow, &gh.ListWorkflowRunsOptions{
		Branch: a.Branch, Status: "success", ExcludePullRequests: true, ListOptions: gh.ListOptions{PerPage: 100},
	})
	if err != nil {
		return nil, github.Explain(err, permission)
	}
	trusted := slices.DeleteFunc(runs.WorkflowRuns, func(run *gh.WorkflowRun) bool {
		return !slices.Contains([]string{"push", "schedule", "workflow_dispatch"}, run.GetEvent()) || run.GetHeadBranch() != a.Branch ||
			run.GetConclusion() != "success" || run.GetRepository().GetID() == 0 || run.GetRepository().GetID() != run.GetHeadRepository().GetID()
	})
	for _, run := range trusted[:min(len(trusted), maxRuns)] {
		var newest *gh.Artifact
		for artifact, err := range api.Actions.ListWorkflowRunArtifactsIter(ctx, a.Owner, a.Repository, run.GetID(), &gh.ListOptions{PerPage: 100}) {
			if err != nil {
				return nil, github.Explain(err, permission)
			}
			// A run that was repeated has one for each attempt.
			if artifact.GetName() == a.Name && !artifact.GetExpired() && (newest == nil || artifact.GetCreatedAt().After(newest.GetCreatedAt().Time)) {
				newest = artifact
			}
		}
		if newest != nil {
			at, resp, err := api.Actions.DownloadArtifact(ctx, a.Owner, a.Repository, newest.GetID(), 1)
			if err != nil && resp != nil && resp.StatusCode >= http.StatusBadRequest {
				err = &gh.ErrorResponse{Response: resp.Response}
			}
			if err != nil {
				return nil, github.Explain(err, permission)
			}
			return download(ctx, client, at.String(), fromZip) // GitHub stores it elsewhere, where no token is sent
		}
	}
	return nil, nil
}

// fromZip returns the places of the first file of an archive that is a baseline or a JSON report, in
// the order of the names. It is unpacked in memory, so the paths of the files lead nowhere.
func fromZip(archive []byte) (baseline.Places, error) {
	in, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("the artifact is not a zip archive: %w", err)
	}
	files := slices.DeleteFunc(slices.Clone(in.File), func(file *zip.File) bool { return !file.Mode().IsRegular() })
	slices.SortStableFunc(files, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	for _, file := range files {
		var places baseline.Places
		content, err := file.Open()
		if err == nil {
			in := bufio.NewReader(content)
			if start, _ := in.Peek(64); baseline.IsReport(start) {
				var text []byte
				if text, err = io.ReadAll(io.LimitReader(in, baseline.MaxSize+1)); err == nil {
					places, err = baseline.Parse(text)
				}
			}
			_ = content.Close() // it was only read from
		}
		if err != nil {
			return nil, fmt.Errorf("the file %.100q of the artifact: %w", file.Name, err)
		}
		if places != nil {
			return places, nil
		}
	}
	return nil, errors.New("the artifact has no report baseline and no JSON report")
}
