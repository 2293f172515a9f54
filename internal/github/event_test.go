package github

import (
	"testing"
	"time"
)

// A name that is none of a commit never becomes part of an address.
func TestCommit(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		tested: tested, tested + tested[:24]: tested + tested[:24], tested + tested: "", "ABC": "ABC",
		"": "", "../x": "", "0000000000000000000000000000000000000000": "", "--output=x": "",
	} {
		e := newEvent([]byte(`{"pull_request": {"base": {"sha": "`+name+`"}, "head": {"sha": "`+name+`"}}}`), nil, variables("pull_request"))
		if e.Commit != want || e.Base != want {
			t.Errorf("%q: got %q and %q, want %q", name, e.Commit, e.Base, want)
		}
	}
}

// The list of pull requests of a branch has those of other repositories, too.
func TestPullRequestOfAList(t *testing.T) {
	t.Parallel()
	const here, there = `"repo": {"url": "https://api.github.com/repos/Octo/Site"}`, `"repo": {"url": "https://api.github.com/repos/up/site"}`
	for name, tt := range map[string]struct {
		list string
		want int
	}{
		"none":                   {list: `[]`, want: 0},
		"one":                    {list: `[{"number": 7}]`, want: 7},
		"one elsewhere":          {list: `[{"number": 7, "head": {"sha": "` + tested + `"}, "base": {` + there + `}}]`, want: 0},
		"two, one elsewhere":     {list: `[{"number": 7, "base": {` + there + `}}, {"number": 8, "base": {` + here + `}}]`, want: 8},
		"two, one at the commit": {list: `[{"number": 7, "head": {"sha": "b"}}, {"number": 8, "head": {"sha": "` + tested + `"}}]`, want: 8},
		"wrong numbers":          {list: `[{"number": -7}, {"number": 0}, {"number": "8"}, {"number": 1e30}, {"number": 1.5}]`, want: 0},
	} {
		e := newEvent([]byte(`{"workflow_run": {"head_sha": "`+tested+`", "pull_requests": `+tt.list+`}}`), nil, variables("workflow_run"))
		if e.PullRequest != tt.want || e.Commit != tested {
			t.Errorf("%s: got %d and the commit %q, want %d", name, e.PullRequest, e.Commit, tt.want)
		}
	}
}

// Dispatches of other senders say nothing about a commit: the run is for GITHUB_SHA.
func TestDispatchOfOthers(t *testing.T) {
	t.Parallel()
	e := newEvent([]byte(`{"action": "deploy", "client_payload": {"url": ["https://p.test"], "git": {"sha": "`+tested+`"}}}`), nil, variables("repository_dispatch"))
	if e.Commit != ofRun || e.CommitField != "github.sha" || e.Deployment != nil {
		t.Errorf("got %+v", e)
	}
}

// A workflow finds the commit where CommitField says.
func TestCommitField(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"deployment_status": "github.event.deployment.sha", "status": "github.event.sha", "check_run": "github.event.check_run.head_sha",
		"workflow_run": "github.event.workflow_run.head_sha", "pull_request": "github.event.pull_request.head.sha",
		"pull_request_target": "github.event.pull_request.head.sha", "merge_group": "github.event.merge_group.head_sha", "push": "github.sha",
	} {
		if e := newEvent([]byte(`{}`), nil, variables(name)); e.CommitField != want {
			t.Errorf("%s: got %q, want %q", name, e.CommitField, want)
		}
	}
	if e := newEvent([]byte(`{"action": "vercel.deployment.ready"}`), nil, variables("repository_dispatch")); e.CommitField != "github.event.client_payload.git.sha" {
		t.Errorf("got %q", e.CommitField)
	}
}

// The time of a deployment is that of its state, which is when it got ready.
func TestTimeOfADeployment(t *testing.T) {
	t.Parallel()
	want := time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)
	for payload, name := range map[string]string{
		`{"deployment": {"created_at": "2020-01-01T00:00:00Z"}, "deployment_status": {"created_at": "2026-11-22T09:30:00Z"}}`: "deployment_status",
		`{"created_at": "2026-11-22T10:30:00+01:00"}`:                                                   "status",
		`{"check_run": {"started_at": "2020-01-01T00:00:00Z", "completed_at": "2026-11-22T09:30:00Z"}}`: "check_run",
	} {
		e := newEvent([]byte(payload), nil, variables(name))
		if !e.Deployment.At.Equal(want) {
			t.Errorf("%s: got %v", name, e.Deployment.At)
		}
	}
}
