package actions

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxState is the most code points of a state or an address that an error repeats.
const maxState = 200

// deployment is what the event that started the run says about a deployment.
type deployment struct {
	event string
	// state is how it is, as it was sent.
	state string
	// field names the field that holds the site's address, which is address.
	field, address string
	// ready is the state that brings the address.
	ready string
}

// PendingError says that the deployment that started the run goes on: a later
// event tells how it ended, so there is nothing to check yet and nothing wrong.
type PendingError struct{ deployment deployment }

func (e *PendingError) Error() string {
	d := &e.deployment
	return fmt.Sprintf("the event %s has the state %q; the %[4]s comes with the state %[3]q", d.event, d.state, d.ready, d.field)
}

// DeploymentError says why the deployment that started the run has no site to check.
type DeploymentError struct {
	deployment deployment
	cause      string
}

func (e *DeploymentError) Error() string {
	state := "no state"
	if e.deployment.state != "" {
		state = `the state "` + report.Clean(e.deployment.state, maxState) + `"`
	}
	return fmt.Sprintf("the event %s has %s%s", e.deployment.event, state, e.cause)
}

// DeploymentURL returns the address of the deployment that started the run, and
// false when something else did. The error is a *PendingError, a *DeploymentError
// or a *FileError: then there is no address.
func (w *Workflow) DeploymentURL() (string, bool, error) {
	d, ok, err := w.deployment()
	if err != nil || !ok {
		return "", ok, err
	}
	fault := func(cause string) error { return &DeploymentError{d, cause} }
	unchecked := ", so its " + d.field + " is not checked"
	switch strings.TrimPrefix(d.state, dispatchPrefix) {
	case "success", "ready", "promoted":
	case "pending", "queued", "in_progress", "waiting":
		return "", true, &PendingError{d}
	case "failure", "failed", "error":
		return "", true, fault("; the deployment failed" + unchecked)
	case "canceled", "ignored", "skipped":
		return "", true, fault("; the host did not deploy" + unchecked)
	case "inactive":
		return "", true, fault("; a newer deployment replaced this one" + unchecked)
	default:
		return "", true, fault(", which is unknown" + unchecked)
	}
	shown := func() string {
		return ` and the ` + d.field + ` "` + report.Clean(weburl.Redact(d.address), maxState) + `"`
	}
	switch {
	case d.address == "":
		return "", true, fault(" and no " + d.field)
	case host(d.address) == "":
		return "", true, fault(shown() + ", which is not an http or https URL")
	case w.isLog(d.address):
		return "", true, fault(shown() + ", which is the log of a job, not a site")
	}
	return d.address, true, nil
}

// dispatchPrefix begins the types of repository_dispatch by which Vercel tells of
// a deployment.
const dispatchPrefix = "vercel.deployment."

// deployment reads the event that started the run, and returns false when that is
// not about a deployment.
func (w *Workflow) deployment() (deployment, bool, error) {
	name := w.getenv("GITHUB_EVENT_NAME")
	if !w.active || name != "deployment_status" && name != "repository_dispatch" {
		return deployment{}, false, nil
	}
	var event struct {
		// Action is the type of a repository_dispatch.
		Action string `json:"action"`
		// Status names the site in environment_url alone: its target_url and log_url are
		// those of a log.
		Status struct {
			State          string `json:"state"`
			EnvironmentURL string `json:"environment_url"`
		} `json:"deployment_status"`
	}
	if err := w.event(&event); err != nil {
		return deployment{}, true, err
	}
	if name == "deployment_status" {
		return deployment{name, event.Status.State, "environment_url", event.Status.EnvironmentURL, "success"}, true, nil
	}
	if !strings.HasPrefix(event.Action, dispatchPrefix) {
		return deployment{}, false, nil
	}
	// What other senders put there may be of any form, so it is read only now.
	var dispatch struct {
		Payload struct {
			URL string `json:"url"`
		} `json:"client_payload"`
	}
	if err := w.event(&dispatch); err != nil {
		return deployment{}, true, err
	}
	return deployment{name, event.Action, "client_payload.url", dispatch.Payload.URL, dispatchPrefix + "success"}, true, nil
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
