package github

import (
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// Event is what started a run. What the payload does not say is empty. The zero Event is
// a run outside of a workflow.
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
	// Commit is the commit under test, in hexadecimal digits. It is not GITHUB_SHA where
	// that is another one, such as the head of the default branch.
	Commit string
	// CommitField is where a workflow finds Commit, such as "github.event.deployment.sha".
	CommitField string
	// PullRequest is the number of the pull request. It is zero also where the commit
	// has a pull request that the payload does not name.
	PullRequest int
	// Base is the commit that the pull request or merge group is to be merged into.
	Base string
	// Environment is the name of what was deployed: of the environment, the commit status
	// or the check run. Two projects of one repository have two names.
	Environment string
	// Deployment is what the event says about a deployment; nil when it is about none.
	Deployment *Deployment

	// plainEnvironment is Environment without the project; empty when that is the same.
	plainEnvironment string
	// unread is why the payload could not be read.
	unread error
}

// IsFork reports whether the branch under test is in another repository, as far as the
// payload says it.
func (e *Event) IsFork() bool {
	return e.HeadRepository != "" && !strings.EqualFold(e.HeadRepository, e.Repository)
}

// pathVariable names the file that holds the payload.
const pathVariable = "GITHUB_EVENT_PATH"

// maxPayload is the size in bytes above which a payload is not read. GitHub sends none
// of more than 25 MB.
const maxPayload = 32 << 20

// ReadEvent returns the event that started the run. An error of its payload is that of
// [Event.Site].
func ReadEvent(getenv func(string) string) Event {
	if getenv("GITHUB_ACTIONS") != "true" {
		return Event{}
	}
	payload, err := openfile.Read(getenv(pathVariable), maxPayload)
	if err != nil {
		return unreadable(getenv, "read", err)
	}
	return NewEvent(payload, getenv)
}

// NewEvent returns the event whose payload GitHub sent. getenv returns the variables of the
// runner, such as GITHUB_EVENT_NAME.
func NewEvent(payload []byte, getenv func(string) string) Event {
	p, err := parse(payload)
	if err != nil {
		return unreadable(getenv, "parse", err)
	}
	e := fromVariables(getenv)
	e.DefaultBranch = p.Repository.DefaultBranch
	if read := readers[e.Name]; read != nil {
		read(&e, p)
	}
	e.Commit, e.Base = commit(e.Commit), commit(e.Base)
	return e
}

// fromVariables returns what the variables of the runner say of an event.
func fromVariables(getenv func(string) string) Event {
	return Event{
		Name: getenv("GITHUB_EVENT_NAME"), Server: getenv("GITHUB_SERVER_URL"), Repository: getenv("GITHUB_REPOSITORY"),
		Commit: commit(getenv("GITHUB_SHA")), CommitField: "github.sha",
	}
}

// unreadable returns an event whose payload could not be read. Where the payload would
// have the commit under test, GITHUB_SHA can be another one.
func unreadable(getenv func(string) string, verb string, cause error) Event {
	e := fromVariables(getenv)
	if readers[e.Name] != nil {
		e.Commit, e.CommitField = "", ""
	}
	e.unread = &PayloadError{verb: verb, cause: cause}
	return e
}

// maxCommit is the length of the longest name of a commit, one of SHA-256.
const maxCommit = 64

// commit returns a name of a commit, and nothing for what is none.
func commit(name string) string {
	if len(name) > maxCommit || strings.Trim(name, "0123456789abcdefABCDEF") != "" || strings.Trim(name, "0") == "" {
		return ""
	}
	return name
}
