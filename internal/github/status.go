package github

import (
	"context"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/report"
)

// MaxDescription is the most characters of a status's text.
const MaxDescription = 140

// State is that of a commit status.
type State string

// The states. A required status lets a change be merged in the state Success alone.
const (
	Pending State = "pending"
	Success State = "success"
	Failure State = "failure"
	// Error is the state of a run that was not complete, or could not start.
	Error State = "error"
)

// Status is a commit status.
type Status struct {
	State State
	// Text is shown next to it, up to MaxDescription characters.
	Text string
	// URL is where it leads; empty for nowhere.
	URL string
}

// SetStatus sets the status of the commit under test, and returns its number.
func SetStatus(ctx context.Context, client *gh.Client, at Place, s Status) (id int64, err error) {
	owner, name, _ := at.Split()
	status := gh.RepoStatus{
		State: gh.Ptr(string(s.State)), Context: gh.Ptr(at.Name()), Description: gh.Ptr(report.Clean(s.Text, MaxDescription)),
	}
	if s.URL != "" {
		status.TargetURL = &s.URL
	}
	created, _, err := client.Repositories.CreateStatus(ctx, owner, name, at.Commit, status)
	return created.GetID(), Explain(err, "statuses: write")
}

// maxSearched bounds the statuses that EndPending looks at: the newest come first.
const maxSearched = 300

// EndPending replaces the status with a number, which a run set when it began, if it is
// still the newest of its name: the run was killed. It reports whether it was.
func EndPending(ctx context.Context, client *gh.Client, at Place, id int64, text string) (bool, error) {
	owner, name, _ := at.Split()
	seen := 0
	for status, err := range client.Repositories.ListStatusesIter(ctx, owner, name, at.Commit, &gh.ListOptions{PerPage: 100}) {
		if err != nil {
			return false, Explain(err, "statuses: write")
		}
		if status.GetContext() == at.Name() {
			if status.GetID() != id || status.GetState() != string(Pending) {
				return false, nil
			}
			break
		}
		if seen++; seen == maxSearched {
			return false, nil
		}
	}
	_, err := SetStatus(ctx, client, at, Status{State: Error, Text: text, URL: at.RunURL})
	return err == nil, err
}
