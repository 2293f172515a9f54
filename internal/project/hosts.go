package project

import (
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	azurehost "github.com/linkvet/linkvet/internal/hosting/azure"
	cloudflarehost "github.com/linkvet/linkvet/internal/hosting/cloudflare"
	firebasehost "github.com/linkvet/linkvet/internal/hosting/firebase"
	"github.com/linkvet/linkvet/internal/hosting/githubpages"
	netlifyhost "github.com/linkvet/linkvet/internal/hosting/netlify"
	"github.com/linkvet/linkvet/internal/hosting/plain"
	vercelhost "github.com/linkvet/linkvet/internal/hosting/vercel"
)

// The names of hosts.
const (
	plainHost   = plain.Name
	githubPages = githubpages.Name
	netlify     = netlifyhost.Name
	cloudflare  = cloudflarehost.Name
	vercel      = vercelhost.Name
	firebase    = firebasehost.Name
	azure       = azurehost.Name
)

// hosts are all hosts, in the order in which messages list them.
var hosts = []struct {
	name string
	make func(hosting.Deployment) hosting.Profile
	// prefix begins the paths that the host answers itself with any deployment; empty for
	// none.
	prefix string
}{
	{plainHost, plain.New, ""},
	{githubPages, githubpages.New, ""},
	{netlify, netlifyhost.New, "/.netlify/"},
	{cloudflare, cloudflarehost.New, ""},
	{vercel, vercelhost.New, "/_vercel/"},
	{firebase, firebasehost.New, "/__/"},
	{azure, azurehost.New, "/.auth/"},
}

// Names returns the names of all hosts.
func Names() (names []string) {
	for _, h := range hosts {
		names = append(names, h.name)
	}
	return names
}

// newProfile returns the profile of that name, which is one of Names.
func newProfile(name string, d hosting.Deployment) hosting.Profile {
	for _, h := range hosts {
		if h.name == name {
			return h.make(d)
		}
	}
	return plain.New(d)
}

// MayAnswer reports whether the host, or one that it may be, answers a path itself with
// any deployment: with its scripts, functions or login. The path is
// percent-decoded and begins with a slash.
//   - Netlify: https://docs.netlify.com/build/functions/get-started/
//   - Vercel: https://vercel.com/docs/analytics/quickstart
//   - Firebase: https://firebase.google.com/docs/hosting/reserved-urls
//   - Azure: https://learn.microsoft.com/azure/static-web-apps/authentication-authorization
func (c Choice) MayAnswer(path string) bool {
	for _, h := range hosts {
		if h.prefix != "" && strings.HasPrefix(path, h.prefix) && (c.Assumed || h.name == c.Profile.Name()) {
			return true
		}
	}
	return hosting.IsCloudflares(path)
}

// IgnoresCase reports whether the host is known, and sends a file for its path in any
// case. Netlify redirects to the path in lower case:
// https://answers.netlify.com/t/my-url-paths-are-forced-into-lowercase/1659
func (c Choice) IgnoresCase() bool { return !c.Assumed && c.Profile.Name() == netlify }
