package actions

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// deploymentEvent is the event by which a deployment starts a run.
const deploymentEvent = "deployment_status"

// maxState is the most code points of a state or an address that an error repeats.
const maxState = 200

// PendingError says that the deployment that started the run goes on: a later
// event tells how it ended, so there is nothing to check yet and nothing wrong.
type PendingError struct {
	// State is that of the deployment.
	State string
}

func (e *PendingError) Error() string {
	return fmt.Sprintf("the event %s has the state %q; the one with the state \"success\" brings the environment_url",
		deploymentEvent, e.State)
}

// DeploymentError says why the deployment that started the run has no site to check.
type DeploymentError struct {
	// State is that of the deployment, as it was sent.
	State string
	// Cause says what is wrong with it.
	Cause string
}

func (e *DeploymentError) Error() string {
	state := "no state"
	if e.State != "" {
		state = `the state "` + report.Clean(e.State, maxState) + `"`
	}
	return fmt.Sprintf("the event %s has %s%s", deploymentEvent, state, e.Cause)
}

// DeploymentURL returns the address of the deployment that started the run, and
// false when something else did. The error is a *PendingError, a *DeploymentError
// or a *FileError: then a deployment started the run, and has no site to check.
//
// Only environment_url names a site: target_url and log_url are those of a log.
func (w *Workflow) DeploymentURL() (string, bool, error) {
	if !w.active || w.getenv("GITHUB_EVENT_NAME") != deploymentEvent {
		return "", false, nil
	}
	var event struct {
		Status struct {
			State          string `json:"state"`
			EnvironmentURL string `json:"environment_url"`
		} `json:"deployment_status"`
	}
	if err := w.event(&event); err != nil {
		return "", true, err
	}
	state, address := event.Status.State, event.Status.EnvironmentURL
	fault := func(cause string) error { return &DeploymentError{State: state, Cause: cause} }
	switch state {
	case "success":
	case "pending", "queued", "in_progress", "waiting":
		return "", true, &PendingError{State: state}
	case "failure", "error":
		return "", true, fault(": the deployment failed, so its environment_url is not checked")
	case "inactive":
		return "", true, fault(": another deployment has replaced this one, so its environment_url is not checked")
	default:
		return "", true, fault(", which is not known, so its environment_url is not checked")
	}
	shown := func() string { return `"` + report.Clean(weburl.Redact(address), maxState) + `"` }
	switch {
	case address == "":
		return "", true, fault(" and no environment_url")
	case host(address) == "":
		return "", true, fault(" and the environment_url " + shown() + ", which is not an http or https URL")
	case w.isLog(address):
		return "", true, fault(" and the environment_url " + shown() + ", which is the log of a job and not a site")
	}
	return address, true, nil
}

// isLog reports whether an address is that of a job's log on the forge, which some
// deployers put where the site's address should be. A forge may serve pages of
// its users on its own host, too: those are below /pages/.
func (w *Workflow) isLog(address string) bool {
	name := host(address)
	forge := name == "github.com" || strings.HasSuffix(name, ".github.com") || name == host(w.getenv("GITHUB_SERVER_URL"))
	u, err := url.Parse(address)
	if err != nil || !forge {
		return false
	}
	parts := strings.Split(u.Path, "/")
	return len(parts) > 3 && parts[1] != "pages" && (parts[3] == "actions" || parts[3] == "runs" || parts[3] == "deployments")
}
