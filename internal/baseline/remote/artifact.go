package remote

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/githubapi"
)

// Artifact says which artifact holds a baseline.
type Artifact struct {
	// Owner and Repository are those of the workflow, Workflow the name of its file, and
	// Branch the default branch.
	Owner, Repository, Workflow, Branch string
	// Name is that of the artifact.
	Name string
}

// NoneError says that no run has the artifact yet. It is no failure: the first run of a
// workflow has none.
type NoneError struct {
	// Artifact is what was searched for.
	Artifact Artifact
}

// Error says how to make one.
func (e *NoneError) Error() string {
	return fmt.Sprintf("there is no baseline yet, so all findings are new: no successful run of %s on %s (for push, schedule or workflow_dispatch) has the artifact %q; "+
		"let such a run upload a report under this name, with fail-on: none as long as it has findings", e.Artifact.Workflow, e.Artifact.Branch, e.Artifact.Name)
}

const (
	// maxRuns is how many successful runs are searched for the artifact.
	maxRuns = 10
	// maxArtifacts is how many artifacts of one run are looked at.
	maxArtifacts = 300
	// permission is what the token needs.
	permission = "actions: read"
)

// trusted are the events whose runs check the default branch itself. Runs for others may be on
// the default branch and check a pull request, which could then choose what is known.
var trusted = map[string]bool{"push": true, "schedule": true, "workflow_dispatch": true}

// FromArtifact returns the places of the baseline in the artifact of the last successful run
// on the default branch that has it. It returns nil when ctx ends first, and a *NoneError when
// no run has it.
func FromArtifact(ctx context.Context, api *github.Client, client Client, a Artifact) (*baseline.Places, error) {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	places, err := fromArtifact(within, api, client, a)
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case within.Err() != nil:
		err = fmt.Errorf("GitHub did not answer within %v", patience)
	}
	if _, isNone := err.(*NoneError); err == nil || isNone {
		return places, err
	}
	return nil, fmt.Errorf("could not read the baseline %q: %w", "artifact:"+a.Name, err)
}

func fromArtifact(ctx context.Context, api *github.Client, client Client, a Artifact) (*baseline.Places, error) {
	runs, _, err := api.Actions.ListWorkflowRunsByFileName(ctx, a.Owner, a.Repository, a.Workflow, &github.ListWorkflowRunsOptions{
		Branch: a.Branch, Status: "success", ExcludePullRequests: true, ListOptions: github.ListOptions{PerPage: 100},
	})
	if err != nil {
		return nil, githubapi.Explain(err, permission)
	}
	searched := 0
	for _, run := range runs.WorkflowRuns {
		if !a.isTrusted(run) {
			continue
		}
		if searched++; searched > maxRuns {
			break
		}
		id, err := a.find(ctx, api, run.GetID())
		if err != nil {
			return nil, err
		}
		if id != 0 {
			return a.read(ctx, api, client, id)
		}
	}
	return nil, &NoneError{a}
}

// isTrusted reports whether a run checked the default branch of this repository. A fork may
// have a branch of the same name.
func (a Artifact) isTrusted(run *github.WorkflowRun) bool {
	return trusted[run.GetEvent()] && run.GetHeadBranch() == a.Branch && run.GetConclusion() == "success" &&
		run.GetRepository().GetID() != 0 && run.GetRepository().GetID() == run.GetHeadRepository().GetID()
}

// find returns the number of the newest artifact of a run with the name; 0 for none.
func (a Artifact) find(ctx context.Context, api *github.Client, run int64) (id int64, err error) {
	opt := &github.ListOptions{PerPage: 100}
	var newest time.Time
	for seen := 0; seen < maxArtifacts; {
		list, resp, err := api.Actions.ListWorkflowRunArtifacts(ctx, a.Owner, a.Repository, run, opt)
		if err != nil {
			return 0, githubapi.Explain(err, permission)
		}
		for _, artifact := range list.Artifacts {
			// A run that was repeated has one for each attempt.
			if made := artifact.GetCreatedAt().Time; artifact.GetName() == a.Name && !artifact.GetExpired() && (id == 0 || made.After(newest)) {
				id, newest = artifact.GetID(), made
			}
		}
		seen += max(len(list.Artifacts), 1)
		if resp.NextPage == 0 {
			break
		}
		opt.Page = resp.NextPage
	}
	return id, nil
}

// read downloads an artifact from where GitHub stores it, which gets no token.
func (a Artifact) read(ctx context.Context, api *github.Client, client Client, id int64) (*baseline.Places, error) {
	at, resp, err := api.Actions.DownloadArtifact(ctx, a.Owner, a.Repository, id, 1)
	status := 0
	if resp != nil && resp.Response != nil {
		status = resp.StatusCode
	}
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return nil, &githubapi.ReadOnlyError{Permission: permission, Status: status, Words: http.StatusText(status)}
	case status >= http.StatusBadRequest:
		return nil, fmt.Errorf("GitHub answered %d %s when the artifact was requested", status, http.StatusText(status))
	case err != nil:
		return nil, githubapi.Explain(err, permission)
	}
	var places *baseline.Places
	err = download(ctx, client, at.String(), func(body []byte) (err error) {
		places, err = fromZip(ctx, body, maxUnpacked)
		return err
	})
	return places, err
}
