package actions

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// PullRequest returns the commits that a pull request is to be merged into and
// ends at; both are empty when the run was started by something else, or the
// event cannot be read.
func (w *Workflow) PullRequest() (base, head string) {
	name := w.getenv("GITHUB_EVENT_NAME")
	if !w.active || name != "pull_request" && name != "pull_request_target" {
		return "", ""
	}
	var event struct {
		PullRequest struct {
			Base struct {
				SHA string `json:"sha"`
			} `json:"base"`
			Head struct {
				SHA string `json:"sha"`
			} `json:"head"`
		} `json:"pull_request"`
	}
	if err := w.event(&event); err != nil {
		return "", ""
	}
	return event.PullRequest.Base.SHA, event.PullRequest.Head.SHA
}

// DefaultBranch returns the default branch of the repository, as the event that
// started the run tells it; empty when it does not.
func (w *Workflow) DefaultBranch() string {
	if !w.active {
		return ""
	}
	var event struct {
		Repository struct {
			DefaultBranch string `json:"default_branch"`
		} `json:"repository"`
	}
	if err := w.event(&event); err != nil {
		return ""
	}
	return event.Repository.DefaultBranch
}

// maxEvent is the size in bytes past which an event is not read: GitHub sends none of
// more than 25 MB.
const maxEvent = 32 << 20

// event reads the payload of the event that started the run. The error
// is a *FileError.
func (w *Workflow) event(into any) error {
	const variable = "GITHUB_EVENT_PATH"
	data, err := openfile.Read(w.getenv(variable), maxEvent)
	if err != nil {
		return &FileError{Verb: "read", Variable: variable, Err: err}
	}
	if err := json.Unmarshal(data, into); err != nil {
		return &FileError{Verb: "parse", Variable: variable, Err: err}
	}
	return nil
}

// commit is the commit at which lines are linked: the last of a pull request,
// whose own GITHUB_SHA is a merge that does not last; else that of the run. It is
// empty when it is not known.
func (w *Workflow) commit() string {
	_, head := w.PullRequest()
	sha := cmp.Or(head, w.getenv("GITHUB_SHA"))
	if strings.Trim(sha, "0123456789abcdefABCDEF") != "" {
		return ""
	}
	return sha
}

// host returns the host of an http or https address, lower-case and without its
// port; it is empty for everything else.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// FileError is the error of a file of the runner that could not be used.
type FileError struct {
	// Verb is what was tried: "read", "parse" or "write".
	Verb string
	// Variable is the environment variable that names the file.
	Variable string
	// Err is the cause.
	Err error
}

// Error says which variable to look at.
func (e *FileError) Error() string {
	return fmt.Sprintf("could not %s the file in %s: %v", e.Verb, e.Variable, e.Err)
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }
