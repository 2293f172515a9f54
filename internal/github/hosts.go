package github

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// deployContexts match the names of commit statuses whose target_url is the preview once
// they succeed: those of Netlify and of Read the Docs. Like what follows, they are compiled
// at the first use: most runs have no such event.
var deployContexts = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^(?:netlify/.+/deploy-preview|deploy/netlify)$`),
		regexp.MustCompile(`^docs/readthedocs(?:\.org|\.com)?:`),
	}
})

// isDeployStatus reports whether the name of a commit status is that of a known deploy.
func isDeployStatus(context string) bool {
	for _, expr := range deployContexts() {
		if expr.MatchString(context) {
			return true
		}
	}
	return false
}

// checkRunHost is a host that reports its previews as check runs.
type checkRunHost struct {
	// app matches the slug of the host's GitHub app.
	app *regexp.Regexp
	// inSummary is true when the URL is in the summary, and details_url leads to a
	// dashboard.
	inSummary bool
}

var checkRunHosts = sync.OnceValue(func() []checkRunHost {
	return []checkRunHost{
		{app: regexp.MustCompile(`^cloudflare-(?:workers-and-)?pages$`), inSummary: true},
		{app: regexp.MustCompile(`^aws-amplify-[a-z0-9-]+$`)},
	}
})

// previewHost returns the host with a GitHub app; nil for all other apps.
func previewHost(slug string) *checkRunHost {
	for _, h := range checkRunHosts() {
		if h.app.MatchString(slug) {
			return &h
		}
	}
	return nil
}

// previewURL matches the URLs of previews of Cloudflare.
var previewURL = regexp.MustCompile(`https://([a-z0-9-]+)\.[a-z0-9-]+\.(?:pages|workers)\.dev\b`)

// immutable matches the first label of a URL that stays with one deployment.
var immutable = regexp.MustCompile(`^[0-9a-f]{8}(?:-|$)`)

// findPreview returns the URL of the preview in a summary: the one of this deployment, and
// that of its branch where there is no other.
func findPreview(summary string) string {
	var first string
	for _, m := range previewURL.FindAllStringSubmatch(summary, -1) {
		if immutable.MatchString(m[1]) {
			return m[0]
		}
		if first == "" {
			first = m[0]
		}
	}
	return first
}

// numbered match the hosts of previews whose names have the number of the pull request:
// those of Netlify, Read the Docs and Amplify.
var numbered = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^deploy-preview-([0-9]{1,9})--`),
		regexp.MustCompile(`--([0-9]{1,9})\.(?:org|com)\.readthedocs\.build$`),
		regexp.MustCompile(`^pr-([0-9]{1,9})\.[a-z0-9]+\.amplifyapp\.com$`),
	}
})

// numberIn returns the number of the pull request in the URL of a preview; zero when it
// has none.
func numberIn(address string) int {
	name := host(address)
	for _, expr := range numbered() {
		if m := expr.FindStringSubmatch(name); m != nil {
			n, _ := strconv.Atoi(m[1])
			return n
		}
	}
	return 0
}

// dashboards are hosts of pages about builds and deployments. They are never the site
// that was deployed.
var dashboards = map[string]bool{
	"github.com": true, "gitlab.com": true, "vercel.com": true, "app.netlify.com": true, "dash.cloudflare.com": true,
	"railway.com": true, "railway.app": true, "dashboard.render.com": true, "fly.io": true, "dashboard.heroku.com": true,
	"readthedocs.org": true, "app.readthedocs.org": true, "readthedocs.com": true, "app.readthedocs.com": true,
	"console.firebase.google.com": true, "console.cloud.google.com": true, "portal.azure.com": true, "console.aws.amazon.com": true,
	"circleci.com": true, "app.circleci.com": true, "travis-ci.com": true, "app.travis-ci.com": true, "ci.appveyor.com": true,
	"dev.azure.com": true, "buildkite.com": true, "cirrus-ci.com": true, "codecov.io": true, "app.codecov.io": true, "sonarcloud.io": true,
	"percy.io": true, "results.pre-commit.ci": true,
}

// isDashboard reports whether a host is that of a dashboard.
func isDashboard(host string) bool {
	return dashboards[host] || strings.HasSuffix(host, ".console.aws.amazon.com") || strings.HasSuffix(host, ".visualstudio.com")
}

// host returns the host of an http or https URL in lower case, without its port. It is
// empty for everything else.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// isLog reports whether a URL is that of a log or comment on the forge, which some deployers
// put into the field of the site's URL. A forge may serve pages of its users on its own
// host, too: those are below /pages/.
func (e *Event) isLog(address string) bool {
	name := host(address)
	forge := name == "github.com" || strings.HasSuffix(name, ".github.com") || name == host(e.Server)
	u, err := url.Parse(address)
	if err != nil || !forge {
		return false
	}
	parts := strings.Split(u.Path, "/")
	return len(parts) > 3 && parts[1] != "pages" && (parts[3] == "actions" || parts[3] == "runs" || parts[3] == "deployments" || parts[3] == "pull")
}
