package github

import (
	"fmt"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Deployment is what an event says about a deployment.
type Deployment struct {
	// URL is the site's, as it was sent, and Field the field of the payload that holds it.
	URL, Field string
	// State is how the deployment is, as it was sent, and Ready the state that comes with
	// the URL.
	State, Ready string
	// At is when the host reported the state; zero when the payload does not say it.
	At time.Time

	kind kind
	// isKnown is true when the URL is that of a site without a setting that says so.
	isKnown bool
	// canceled is what the host says of a deployment that it canceled, with a state of
	// success.
	canceled string
}

// kind is the sort of object by which a host reports a deployment.
type kind struct {
	// is precedes the name of the environment in a sentence about the deployment.
	is string
	// called precedes the name of one that may be no deployment.
	called string
}

var (
	ofEnvironment = kind{is: "the deployment is for the environment"}
	ofStatus      = kind{is: "the commit status is", called: "the commit status"}
	ofCheckRun    = kind{is: "the check run is", called: "the check run"}
)

// maxShown is the most code points of a text of the payload in an error.
const maxShown = 200

// NothingError says that there is nothing to check, and nothing wrong: the deployment is
// not ready yet, or the event is not about a deployment that is to be checked.
type NothingError struct {
	why string
	// IsEarly is true when a later event starts the run that checks.
	IsEarly bool
}

func (e *NothingError) Error() string { return e.why }

// SiteError says why a deployment has no site to check.
type SiteError struct{ why string }

func (e *SiteError) Error() string { return e.why }

// PayloadError is the error of a payload that could not be used.
type PayloadError struct {
	verb  string // "read" or "parse"
	cause error
}

func (e *PayloadError) Error() string {
	return fmt.Sprintf("could not %s the file in %s: %v", e.verb, pathVariable, e.cause)
}

// Unwrap returns the cause.
func (e *PayloadError) Unwrap() error { return e.cause }

// Select returns an error when the setting environment leaves out the deployment that
// the event is about: a *NothingError; or, when it is not known which one that is, a
// *SiteError or a *PayloadError. The empty pattern leaves nothing out.
func (e *Event) Select(environment config.NamePattern) error {
	switch {
	case environment == "":
		return nil
	case e.unread != nil && deploys[e.Name]:
		return e.unread
	case e.Deployment == nil || environment.Match(e.Environment) || e.plainEnvironment != "" && environment.Match(e.plainEnvironment):
		return nil
	}
	pattern := report.Clean(string(environment), maxShown)
	if e.Environment == "" {
		return &SiteError{fmt.Sprintf(`the event %s names no environment, and environment is "%s"`, e.Name, pattern)}
	}
	return &NothingError{why: fmt.Sprintf(`%s "%s", and environment is "%s"`, e.Deployment.kind.is, report.Clean(e.Environment, maxShown), pattern)}
}

// Site returns the URL of the deployment that the event is about, and false when it is
// about none. The error is a *NothingError, a *SiteError or a *PayloadError: then there
// is no URL.
func (e *Event) Site(environment config.NamePattern) (string, bool, error) {
	d := e.Deployment
	switch err := e.Select(environment); {
	case e.unread != nil && deploys[e.Name]:
		return "", true, e.unread
	case d == nil:
		return "", false, nil
	case err != nil:
		return "", true, err
	case !d.isKnown && environment == "":
		return "", true, &NothingError{why: fmt.Sprintf("%s \"%s\" is not one that linkvet knows as a deployment; if it links to the site, set the input `environment` to its name", d.kind.called, report.Clean(e.Environment, maxShown))}
	}
	if err := e.stateError(); err != nil {
		return "", true, err
	}
	shown := func() string {
		return ` and the ` + d.Field + ` "` + report.Clean(weburl.Redact(d.URL), maxShown) + `"`
	}
	switch {
	case d.URL == "":
		return "", true, e.fault(" and no " + d.Field)
	case host(d.URL) == "":
		return "", true, e.fault(shown() + ", which is not an http or https URL")
	case e.isLog(d.URL):
		return "", true, e.fault(shown() + ", which is the log of a job, not a site")
	case isDashboard(host(d.URL)):
		return "", true, e.fault(shown() + ", which is a dashboard, not a site")
	}
	return d.URL, true, nil
}

// deploys are the events that can be about a deployment.
var deploys = map[string]bool{"deployment_status": true, "repository_dispatch": true, "status": true, "check_run": true}

// stateError returns nil when the deployment is ready.
func (e *Event) stateError() error {
	d := e.Deployment
	unchecked := ", so its " + d.Field + " is not checked"
	if d.canceled != "" {
		return e.fault(fmt.Sprintf(` ("%s"); the host did not deploy`, report.Clean(d.canceled, maxShown)))
	}
	switch strings.TrimPrefix(d.State, dispatchPrefix) {
	case "success", "ready", "promoted":
		return nil
	case "pending", "queued", "in_progress", "waiting", "requested":
		return &NothingError{
			why:     fmt.Sprintf("the event %s has the state %q; the %s comes with the state %q", e.Name, d.State, d.Field, d.Ready),
			IsEarly: true,
		}
	case "failure", "failed", "error", "timed_out", "action_required", "startup_failure":
		return e.fault("; the deployment failed" + unchecked)
	case "canceled", "cancelled", "ignored", "skipped", "neutral", "stale":
		return e.fault("; the host did not deploy" + unchecked)
	case "inactive":
		return e.fault("; a newer deployment replaced this one" + unchecked)
	}
	return e.fault(", which is unknown" + unchecked)
}

// fault returns the reason why there is no site, after the state of the deployment.
func (e *Event) fault(why string) error {
	state := "no state"
	if e.Deployment.State != "" {
		state = `the state "` + report.Clean(e.Deployment.State, maxShown) + `"`
	}
	return &SiteError{fmt.Sprintf("the event %s has %s%s", e.Name, state, why)}
}
