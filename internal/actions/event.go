package actions

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
)

// DeploymentURL returns the address of the deployment that started the run, and
// false when it was not a successful deployment that did, or one that names no
// address. The error is an *FileError.
func (w *Workflow) DeploymentURL() (string, bool, error) {
	if !w.active || w.getenv("GITHUB_EVENT_NAME") != "deployment_status" {
		return "", false, nil
	}
	const variable = "GITHUB_EVENT_PATH"
	data, err := os.ReadFile(w.getenv(variable))
	if err != nil {
		return "", false, &FileError{Verb: "read", Variable: variable, Err: err}
	}
	var event struct {
		Status struct {
			State          string `json:"state"`
			EnvironmentURL string `json:"environment_url"`
			TargetURL      string `json:"target_url"`
		} `json:"deployment_status"`
	}
	if err := json.Unmarshal(data, &event); err != nil {
		return "", false, &FileError{Verb: "understand", Variable: variable, Err: err}
	}
	if event.Status.State != "success" {
		return "", false, nil
	}
	if s := event.Status.EnvironmentURL; host(s) != "" {
		return s, true, nil
	}
	// Some deployers have only this field for the site's address, but others put
	// their log there, most of all those that are workflows themselves.
	if s := event.Status.TargetURL; host(s) != "" && !w.forge(host(s)) {
		return s, true, nil
	}
	return "", false, nil
}

// forge reports whether name is the host of the forge that runs the workflow.
func (w *Workflow) forge(name string) bool {
	return name == "github.com" || strings.HasSuffix(name, ".github.com") || name == host(w.getenv("GITHUB_SERVER_URL"))
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

// FileError tells of a file of the runner's that could not be used.
type FileError struct {
	// Verb is what was tried: "read", "understand" or "write".
	Verb string
	// Variable is the environment variable that names the file.
	Variable string
	// Err is the cause.
	Err error
}

// Error says which variable to look at.
func (e *FileError) Error() string {
	return fmt.Sprintf("could not %s file named by %s: %v", e.Verb, e.Variable, e.Err)
}

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }
