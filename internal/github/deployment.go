package github

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Deployment is what an event says about a deployment.
type Deployment struct {
	// URL is the site's, as it was sent, and Field the field of the payload that holds it. State is
	// how the deployment is, as it was sent.
	URL, Field, State string
	// At is when the host reported the state; zero when the payload does not say it.
	At time.Time

	// kind is what Event.Environment names: an environment, a commit status or a check run.
	kind string
	// isKnown is true when the URL is that of a site without a setting that says so.
	isKnown bool
	// canceled is what the host says of a deployment that it canceled, with a state of success:
	// Netlify does so.
	canceled string
}

// maxShown is the most code points of a text of the payload in an error.
const maxShown = 200

// shown is a text of the payload in quotes.
func shown(text string) string { return `"` + report.Clean(text, maxShown) + `"` }

// NothingError says that there is nothing to check, and nothing wrong: the deployment is not ready
// yet, or the event is not about a deployment that is to be checked.
type NothingError struct {
	why string
	// IsEarly is true when a later event starts the run that checks.
	IsEarly bool
}

func (e *NothingError) Error() string { return e.why }

// Select returns an error when the setting environment leaves out the deployment that the event is
// about: a *NothingError; or another one, when it is not known which one that is. The empty pattern
// leaves nothing out.
func (e *Event) Select(environment config.NamePattern) error {
	switch {
	case environment == "":
		return nil
	case e.unread != nil && deploys(e.Name):
		return e.unread
	case e.Deployment == nil || environment.Match(e.Environment) || e.plainEnvironment != "" && environment.Match(e.plainEnvironment):
		return nil
	case e.Environment == "":
		return fmt.Errorf("the event %s names no environment, and the setting environment is %s", e.Name, shown(string(environment)))
	}
	const why = "the %s is %s, and the setting environment is %s"
	return &NothingError{why: fmt.Sprintf(why, e.Deployment.kind, shown(e.Environment), shown(string(environment)))}
}

// Site returns the URL of the deployment that the event is about, and false when it is about none.
// The error is a *NothingError, or says why the deployment has no site: then there is no URL.
func (e *Event) Site(environment config.NamePattern) (string, bool, error) {
	d := e.Deployment
	switch err := e.Select(environment); {
	case e.unread != nil && deploys(e.Name):
		return "", true, e.unread
	case d == nil:
		return "", false, nil
	case err != nil:
		return "", true, err
	case !d.isKnown && environment == "":
		const why = "the %s %s is not one that linkvet knows as a deployment; if it links to the site, set the input `environment` to its name"
		return "", true, &NothingError{why: fmt.Sprintf(why, d.kind, shown(e.Environment))}
	}
	if err := e.stateError(); err != nil {
		return "", true, err
	}
	fault, host := "", hostOf(d.URL)
	switch {
	case d.URL == "":
		return "", true, e.fault(" and no " + d.Field)
	case host == "":
		fault = "not an http or https URL"
	case slices.Contains(dashboards, host), host == hostOf(e.Server) && !strings.Contains(d.URL, "/pages/"):
		// A forge may serve sites on its own host, too: those are below /pages/.
		fault = "a dashboard, not a site"
	default:
		return d.URL, true, nil
	}
	return "", true, e.fault(fmt.Sprintf(" and the %s %s, which is %s", d.Field, shown(weburl.Redact(d.URL)), fault))
}

// deploys reports whether an event can be about a deployment.
func deploys(event string) bool {
	return slices.Contains([]string{"deployment_status", "repository_dispatch", "status", "check_run"}, event)
}

// stateError returns nil when the deployment is ready.
func (e *Event) stateError() error {
	d := e.Deployment
	if d.canceled != "" {
		return e.fault(" (" + shown(d.canceled) + "); the host did not deploy")
	}
	why := ", which is unknown"
	switch strings.TrimPrefix(d.State, dispatchPrefix) {
	case "success", "ready", "promoted":
		return nil
	case "pending", "queued", "in_progress", "waiting", "requested":
		return &NothingError{why: fmt.Sprintf("the event %s has the state %q", e.Name, d.State), IsEarly: true}
	case "failure", "failed", "error", "timed_out", "action_required", "startup_failure":
		why = "; the deployment failed"
	case "canceled", "cancelled", "ignored", "skipped", "neutral", "stale":
		why = "; the host did not deploy"
	case "inactive":
		why = "; a newer deployment replaced this one"
	}
	return e.fault(why + ", so its " + d.Field + " is not checked")
}

// fault returns the reason why there is no site, after the state of the deployment.
func (e *Event) fault(why string) error {
	state := "no state"
	if e.Deployment.State != "" {
		state = "the state " + shown(e.Deployment.State)
	}
	return fmt.Errorf("the event %s has %s%s", e.Name, state, why)
}

// dashboards are hosts of pages about builds and deployments. They are never the site that was
// deployed.
var dashboards = []string{
	"github.com", "gitlab.com", "vercel.com", "app.netlify.com", "dash.cloudflare.com", "railway.com", "railway.app", "fly.io",
	"dashboard.render.com", "dashboard.heroku.com", "readthedocs.org", "app.readthedocs.org", "readthedocs.com", "app.readthedocs.com",
	"console.firebase.google.com", "console.cloud.google.com", "portal.azure.com", "dev.azure.com", "circleci.com", "app.circleci.com",
}

// hostOf returns the host of an http or https URL in lower case, without its port. It is empty for
// everything else.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return strings.ToLower(u.Hostname())
}
