package github

import (
	"regexp"
	"strconv"
	"strings"
)

// readers fill in what the payload of an event says. GITHUB_SHA is the commit under test
// for all other events.
var readers = map[string]func(*Event, *payload){
	"deployment_status":   readDeploymentStatus,
	"repository_dispatch": readDispatch,
	"status":              readStatus,
	"check_run":           readCheckRun,
	"workflow_run":        readWorkflowRun,
	"pull_request":        readPullRequest,
	"pull_request_target": readPullRequest,
	"merge_group":         readMergeGroup,
}

// pullRef matches the references of pull requests, at which workflows deploy.
var pullRef = regexp.MustCompile(`^refs/pull/([0-9]{1,9})/(?:head|merge)$`)

// betweenNames is what Vercel writes between the names of an environment and a project in
// an environment of GitHub.
const betweenNames = " – "

func readDeploymentStatus(e *Event, p *payload) {
	e.Commit, e.CommitField = p.Deployment.SHA, "github.event.deployment.sha"
	e.Environment = p.Deployment.Environment
	if e.Environment == "" {
		e.Environment = p.DeploymentStatus.Environment
	}
	if m := pullRef.FindStringSubmatch(p.Deployment.Ref); m != nil {
		e.PullRequest, _ = strconv.Atoi(m[1])
	}
	e.Deployment = &Deployment{
		URL: p.DeploymentStatus.EnvironmentURL, Field: "environment_url",
		State: p.DeploymentStatus.State, Ready: "success", At: timeOf(p.DeploymentStatus.CreatedAt), kind: ofEnvironment, isKnown: true,
	}
}

// dispatchPrefix begins the types of repository_dispatch by which Vercel reports a
// deployment.
const dispatchPrefix = "vercel.deployment."

func readDispatch(e *Event, p *payload) {
	if !strings.HasPrefix(p.Action, dispatchPrefix) {
		return
	}
	sent := &p.ClientPayload
	e.Commit, e.CommitField = sent.Git.SHA, "github.event.client_payload.git.sha"
	e.Environment = sent.Environment
	if e.Environment != "" && sent.Project.Name != "" {
		e.plainEnvironment = e.Environment
		e.Environment += betweenNames + sent.Project.Name
	}
	e.Deployment = &Deployment{
		URL: sent.URL, Field: "client_payload.url",
		State: p.Action, Ready: dispatchPrefix + "success", kind: ofEnvironment, isKnown: true,
	}
}

func readStatus(e *Event, p *payload) {
	e.Commit, e.CommitField = p.SHA, "github.event.sha"
	e.Environment = p.Context
	e.Deployment = &Deployment{
		URL: p.TargetURL, Field: "target_url",
		State: p.State, Ready: "success", At: timeOf(p.CreatedAt), kind: ofStatus, isKnown: isDeployStatus(p.Context),
	}
	if e.Deployment.isKnown {
		e.PullRequest = numberIn(p.TargetURL)
		if strings.Contains(p.Description, "canceled") {
			e.Deployment.canceled = p.Description
		}
	}
}

func readCheckRun(e *Event, p *payload) {
	run := &p.CheckRun
	e.Commit, e.CommitField = run.HeadSHA, "github.event.check_run.head_sha"
	e.PullRequest = e.numberOf(run.PullRequests)
	e.Environment = run.Name
	state := run.Status
	if state == "completed" {
		state = run.Conclusion
	}
	e.Deployment = &Deployment{
		URL: run.DetailsURL, Field: "check_run.details_url",
		State: state, Ready: "success", At: timeOf(run.CompletedAt), kind: ofCheckRun,
	}
	if host := previewHost(run.App.Slug); host != nil {
		e.Deployment.isKnown = true
		if host.inSummary {
			e.Deployment.URL, e.Deployment.Field = findPreview(run.Output.Summary), "URL of a preview in check_run.output.summary"
		}
		if e.PullRequest == 0 {
			e.PullRequest = numberIn(e.Deployment.URL)
		}
	}
}

func readWorkflowRun(e *Event, p *payload) {
	run := &p.WorkflowRun
	e.Commit, e.CommitField = run.HeadSHA, "github.event.workflow_run.head_sha"
	e.HeadRepository = run.HeadRepository.FullName
	e.PullRequest = e.numberOf(run.PullRequests)
}

func readPullRequest(e *Event, p *payload) {
	e.Commit, e.CommitField = p.PullRequest.Head.SHA, "github.event.pull_request.head.sha"
	e.HeadRepository = p.PullRequest.Head.Repo.FullName
	e.PullRequest = max(p.PullRequest.Number, 0)
	e.Base = p.PullRequest.Base.SHA
}

func readMergeGroup(e *Event, p *payload) {
	e.Commit, e.CommitField = p.MergeGroup.HeadSHA, "github.event.merge_group.head_sha"
	e.Base = p.MergeGroup.BaseSHA
}

// numberOf returns the number of the pull request that e.Commit belongs to. A list of
// GitHub has all pull requests from the branch, also those of other repositories. So it
// prefers those that end with the commit, and returns zero where several are left.
func (e *Event) numberOf(all []pullRequest) int {
	var inRepository, atCommit []int
	for i := range all {
		p := &all[i]
		if p.Number <= 0 || !p.Base.Repo.is(e.Repository) {
			continue
		}
		inRepository = append(inRepository, p.Number)
		if strings.EqualFold(p.Head.SHA, e.Commit) {
			atCommit = append(atCommit, p.Number)
		}
	}
	for _, numbers := range [][]int{atCommit, inRepository} {
		if len(numbers) == 1 {
			return numbers[0]
		}
	}
	return 0
}
