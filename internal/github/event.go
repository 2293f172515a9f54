package github

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/openfile"
)

// Event is what started a run. What the payload does not say is empty. The zero Event is a run
// outside of a workflow.
type Event struct {
	// Name is GitHub's name of the event, such as "pull_request".
	Name string
	// Server is the URL of the forge, and Repository the repository of the workflow, as
	// "owner/name".
	Server, Repository string
	// HeadRepository is the repository of the branch under test, as "owner/name".
	HeadRepository string
	// DefaultBranch is that of Repository.
	DefaultBranch string
	// Commit is the commit under test, in hexadecimal digits. It is not GITHUB_SHA where that is
	// another one, such as the head of the default branch.
	Commit string
	// CommitField is where a workflow finds Commit, such as "github.event.deployment.sha".
	CommitField string
	// PullRequest is the number of the pull request. It is zero also where the commit has a pull
	// request that the payload does not name.
	PullRequest int
	// Base is the commit that the pull request or merge group is to be merged into.
	Base string
	// Environment is the name of what was deployed: of the environment, the commit status or the
	// check run. Two projects of one repository have two names.
	Environment string
	// Deployment is what the event says about a deployment; nil when it is about none.
	Deployment *Deployment

	// plainEnvironment is Environment without the project; empty when that is the same.
	plainEnvironment string
	// unread is why the payload could not be read.
	unread error
}

// IsFork reports whether the branch under test is in another repository, as far as the payload says
// it.
func (e *Event) IsFork() bool {
	return e.HeadRepository != "" && !strings.EqualFold(e.HeadRepository, e.Repository)
}

// maxPayload is the size in bytes above which a payload is not read. GitHub sends none of more than
// 25 MB.
const maxPayload = 32 << 20

// ReadEvent returns the event that started the run. An error of its payload is that of [Event.Site].
func ReadEvent(getenv func(string) string) Event {
	if getenv("GITHUB_ACTIONS") != "true" {
		return Event{}
	}
	content, err := openfile.Read(getenv("GITHUB_EVENT_PATH"), maxPayload)
	if err != nil {
		err = fmt.Errorf("could not read the file in GITHUB_EVENT_PATH: %w", err)
	}
	return newEvent(content, err, getenv)
}

// newEvent returns the event with a payload, or with the reason why that could not be read. getenv
// returns the variables of the runner, such as GITHUB_EVENT_NAME.
func newEvent(content []byte, unread error, getenv func(string) string) Event {
	e := Event{
		Name: getenv("GITHUB_EVENT_NAME"), Server: getenv("GITHUB_SERVER_URL"), Repository: getenv("GITHUB_REPOSITORY"),
		Commit: getenv("GITHUB_SHA"), CommitField: "github.sha", unread: unread,
	}
	var p payload
	wrong := (*json.UnmarshalTypeError)(nil)
	// A field of the wrong type costs only itself.
	if err := json.Unmarshal(content, &p); unread == nil && err != nil && (!errors.As(err, &wrong) || wrong.Field == "") {
		e.unread = fmt.Errorf("could not parse the file in GITHUB_EVENT_PATH: %w", err)
	}
	read := readers[e.Name]
	switch {
	case e.unread != nil && read != nil:
		// The payload has the commit under test, and GITHUB_SHA can be another one.
		e.Commit, e.CommitField = "", ""
	case e.unread == nil:
		e.DefaultBranch = p.Repository.GetDefaultBranch()
		if read != nil {
			read(&e, &p)
		}
	}
	e.Commit, e.Base = commit(e.Commit), commit(e.Base)
	return e
}

// commit returns a name of a commit, and nothing for what is none. The longest has the 64 digits of
// SHA-256.
func commit(name string) string {
	if len(name) > 64 || strings.Trim(name, "0123456789abcdefABCDEF") != "" || strings.Trim(name, "0") == "" {
		return ""
	}
	return name
}

// payload is what is read of the payloads of all events.
type payload struct {
	// Action is the type of a repository_dispatch.
	Action        string         `json:"action"`
	Repository    *gh.Repository `json:"repository"`
	ClientPayload struct {
		URL         string `json:"url"`
		Environment string `json:"environment"`
		Git         struct {
			SHA string `json:"sha"`
		} `json:"git"`
		Project struct {
			Name string `json:"name"`
		} `json:"project"`
	} `json:"client_payload"`

	DeploymentStatus *gh.DeploymentStatus `json:"deployment_status"`
	Deployment       *gh.Deployment       `json:"deployment"`
	CheckRun         *gh.CheckRun         `json:"check_run"`
	WorkflowRun      *gh.WorkflowRun      `json:"workflow_run"`
	PullRequest      *gh.PullRequest      `json:"pull_request"`
	MergeGroup       *gh.MergeGroup       `json:"merge_group"`
	*gh.RepoStatus                        // the fields of the event status
	SHA              string               `json:"sha"`
}

// readers fill in what the payload of an event says. GITHUB_SHA is the commit under test for all
// other events.
var readers = map[string]func(*Event, *payload){
	"deployment_status":   readDeploymentStatus,
	"repository_dispatch": readDispatch,
	"status":              readStatus,
	"check_run":           readCheckRun,
	"workflow_run": func(e *Event, p *payload) {
		e.Commit, e.CommitField = p.WorkflowRun.GetHeadSHA(), "github.event.workflow_run.head_sha"
		e.HeadRepository = p.WorkflowRun.GetHeadRepository().GetFullName()
		e.PullRequest = e.numberOf(p.WorkflowRun.GetPullRequests())
	},
	"pull_request":        readPullRequest,
	"pull_request_target": readPullRequest,
	"merge_group": func(e *Event, p *payload) {
		e.Commit, e.CommitField, e.Base = p.MergeGroup.GetHeadSHA(), "github.event.merge_group.head_sha", p.MergeGroup.GetBaseSHA()
	},
}

func readPullRequest(e *Event, p *payload) {
	e.Commit, e.CommitField = p.PullRequest.GetHead().GetSHA(), "github.event.pull_request.head.sha"
	e.HeadRepository = p.PullRequest.GetHead().GetRepo().GetFullName()
	e.PullRequest, e.Base = max(p.PullRequest.GetNumber(), 0), p.PullRequest.GetBase().GetSHA()
}

// pullRef matches the references of pull requests, at which workflows deploy.
var pullRef = regexp.MustCompile(`^refs/pull/([0-9]{1,9})/(?:head|merge)$`)

func readDeploymentStatus(e *Event, p *payload) {
	e.Commit, e.CommitField = p.Deployment.GetSHA(), "github.event.deployment.sha"
	e.Environment = p.Deployment.GetEnvironment()
	if e.Environment == "" {
		e.Environment = p.DeploymentStatus.GetEnvironment()
	}
	if m := pullRef.FindStringSubmatch(p.Deployment.GetRef()); m != nil {
		e.PullRequest, _ = strconv.Atoi(m[1])
	}
	e.Deployment = &Deployment{
		URL: p.DeploymentStatus.GetEnvironmentURL(), Field: "environment_url", State: p.DeploymentStatus.GetState(),
		At: p.DeploymentStatus.GetCreatedAt().Time, kind: "environment", isKnown: true,
	}
}

// dispatchPrefix begins the types of repository_dispatch by which Vercel reports a deployment.
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
		e.Environment += " – " + sent.Project.Name // as Vercel's own environments of GitHub are named
	}
	e.Deployment = &Deployment{
		URL: sent.URL, Field: "client_payload.url", State: p.Action, kind: "environment", isKnown: true,
	}
}

// deployStatus matches the names of commit statuses whose target_url is the preview once they
// succeed: those of Netlify and of Read the Docs.
var deployStatus = regexp.MustCompile(`^(?:netlify/.+/deploy-preview$|deploy/netlify$|docs/readthedocs(?:\.org|\.com)?:)`)

func readStatus(e *Event, p *payload) {
	e.Commit, e.CommitField, e.Environment = p.SHA, "github.event.sha", p.GetContext()
	e.Deployment = &Deployment{
		URL: p.GetTargetURL(), Field: "target_url", State: p.GetState(),
		At: p.GetCreatedAt().Time, kind: "commit status", isKnown: deployStatus.MatchString(p.GetContext()),
	}
	if e.Deployment.isKnown && strings.Contains(p.GetDescription(), "canceled") {
		e.Deployment.canceled = p.GetDescription()
	}
}

// previewApp matches the slugs of the GitHub apps of hosts that report previews as check runs. The
// first of them has the URL in the summary, and a dashboard in details_url.
var previewApp = regexp.MustCompile(`^(?:(cloudflare-(?:workers-and-)?pages)|aws-amplify-[a-z0-9-]+)$`)

// previewURL matches the URLs of previews of Cloudflare; its group is there for one that stays with
// one deployment.
var previewURL = regexp.MustCompile(`https://(?:([0-9a-f]{8})(?:-[a-z0-9-]+)?|[a-z0-9-]+)\.[a-z0-9-]+\.(?:pages|workers)\.dev\b`)

func readCheckRun(e *Event, p *payload) {
	run := p.CheckRun
	e.Commit, e.CommitField, e.Environment = run.GetHeadSHA(), "github.event.check_run.head_sha", run.GetName()
	e.PullRequest = e.numberOf(run.GetPullRequests())
	d := &Deployment{
		URL: run.GetDetailsURL(), Field: "check_run.details_url", State: run.GetStatus(),
		At: run.GetCompletedAt().Time, kind: "check run",
	}
	if d.State == "completed" {
		d.State = run.GetConclusion()
	}
	if app := previewApp.FindStringSubmatch(run.GetApp().GetSlug()); app != nil {
		d.isKnown = true
		if app[1] != "" {
			d.URL, d.Field = "", "URL of a preview in check_run.output.summary"
			for _, m := range previewURL.FindAllStringSubmatch(run.GetOutput().GetSummary(), -1) {
				if d.URL == "" || m[1] != "" {
					d.URL = m[0]
				}
				if m[1] != "" {
					break
				}
			}
		}
	}
	e.Deployment = d
}

// numberOf returns the number of the pull request that e.Commit belongs to. A list of GitHub has all
// pull requests from the branch, also those of other repositories. So it prefers those that end with
// the commit, and returns zero where several are left.
func (e *Event) numberOf(all []*gh.PullRequest) int {
	var inRepository, atCommit []int
	for _, p := range all {
		// The URL is the only name in such a list that has an owner.
		url := strings.ToLower(p.GetBase().GetRepo().GetURL())
		if p.GetNumber() <= 0 || url != "" && !strings.HasSuffix(url, "/repos/"+strings.ToLower(e.Repository)) {
			continue
		}
		inRepository = append(inRepository, p.GetNumber())
		if strings.EqualFold(p.GetHead().GetSHA(), e.Commit) {
			atCommit = append(atCommit, p.GetNumber())
		}
	}
	for _, numbers := range [][]int{atCommit, inRepository} {
		if len(numbers) == 1 {
			return numbers[0]
		}
	}
	return 0
}
