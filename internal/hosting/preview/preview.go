// Package preview knows the addresses of previews that hosts use again: every deployment of
// a branch or a pull request has the same one, so that the address alone does not say which
// deployment answers.
package preview

import (
	"regexp"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Shared is an address that several deployments have, one after the other.
type Shared struct {
	// Host is the name of the host.
	Host string
	// Of is what the deployments are of, such as "pull request 7".
	Of string
}

// SharedOf returns what the address of a site says about the deployments that share it; ok
// is false where each deployment has an address of its own, or where that is not known.
func SharedOf(u weburl.URL) (shared Shared, ok bool) {
	name := strings.ToLower(u.Request().Hostname())
	for _, a := range addresses() {
		text := name
		if a.isPath {
			text = u.Path
		}
		m := a.pattern.FindStringSubmatch(text)
		if m == nil || a.isOwn != nil && a.isOwn(text) {
			continue
		}
		return Shared{Host: a.host, Of: strings.Join(append([]string{a.of}, m[1:]...), " ")}, true
	}
	return Shared{}, false
}

// address is one form of addresses that deployments share.
type address struct {
	host string
	// pattern matches the name of the host, or the path. Its group is the branch or the
	// number; there is none where neither is known.
	pattern *regexp.Regexp
	isPath  bool
	// isOwn reports whether the name is one of those that only one deployment has; nil
	// where there are none.
	isOwn func(name string) bool
	// of is what the group is.
	of string
}

const (
	pullRequest = "pull request"
	branch      = "the branch"
	channel     = "the channel"
)

// addresses are the known forms. The first that matches counts. Few runs look at them, so
// they are compiled at the first use.
//
//   - Netlify: https://docs.netlify.com/deploy/deploy-overview/
//   - Vercel: https://vercel.com/docs/deployments/generated-urls
//   - Cloudflare Pages: https://developers.cloudflare.com/pages/configuration/preview-deployments/
//   - Amplify: https://docs.aws.amazon.com/amplify/latest/userguide/pr-previews.html
//   - Read the Docs: https://docs.readthedocs.com/platform/stable/pull-requests.html
//   - Render: https://render.com/docs/service-previews
//   - Azure: https://learn.microsoft.com/azure/static-web-apps/preview-environments
//   - Firebase: https://firebase.google.com/docs/hosting/manage-hosting-resources
//   - GitHub Pages: the path that the action rossjrw/pr-preview-action publishes to
var addresses = sync.OnceValue(func() []address {
	return []address{
		{host: "Netlify", of: pullRequest, pattern: regexp.MustCompile(`^deploy-preview-(\d+)--[^.]+\.netlify\.app$`)},
		// The address of a single deployment begins with its id.
		{host: "Netlify", of: branch, pattern: regexp.MustCompile(`^([^.]+?)--[^.]+\.netlify\.app$`), isOwn: startsWithHex(24)},
		// Branch and team both may contain hyphens, so the branch is not known.
		{host: "Vercel", of: "a branch", pattern: regexp.MustCompile(`^[^.]+?-git-[^.]+-[^.]+\.vercel\.app$`), isOwn: isVercelDeployment},
		{host: "Cloudflare Pages", of: branch, pattern: regexp.MustCompile(`^([^.]+)\.[^.]+\.pages\.dev$`), isOwn: startsWithHex(8)},
		{host: "Amplify", of: pullRequest, pattern: regexp.MustCompile(`^pr-(\d+)\.[^.]+\.amplifyapp\.com$`)},
		{host: "Read the Docs", of: pullRequest, pattern: regexp.MustCompile(`^[^.]+--(\d+)\.(?:org|com)\.readthedocs\.build$`)},
		{host: "Render", of: pullRequest, pattern: regexp.MustCompile(`^[^.]+-pr-(\d+)\.onrender\.com$`)},
		{host: "Azure Static Web Apps", of: pullRequest, pattern: regexp.MustCompile(`^[^.]+-(\d+)\.[^.]+\.(?:\d+\.)?azurestaticapps\.net$`)},
		{host: "Firebase", of: channel, pattern: regexp.MustCompile(`^[^.]+?--([^.]+)\.web\.app$`)},
		{host: "GitHub Pages", of: pullRequest, isPath: true, pattern: regexp.MustCompile(`/pr-preview/pr-(\d+)(?:/|$)`)},
	}
})

// startsWithHex returns a function that reports whether a name begins with the id of a
// deployment, which has so many hexadecimal digits.
func startsWithHex(digits int) func(string) bool {
	return func(name string) bool {
		id := strings.TrimLeft(name, "0123456789abcdef")
		return len(name)-len(id) == digits && (strings.HasPrefix(id, ".") || strings.HasPrefix(id, "--"))
	}
}

// isVercelDeployment reports whether the name is that of a single deployment of a project
// whose name contains "-git-": nine letters and digits come before the team.
func isVercelDeployment(name string) bool {
	_, rest, _ := strings.Cut(strings.TrimSuffix(name, ".vercel.app"), "-git-")
	for part := range strings.SplitSeq(rest, "-") {
		if len(part) == 9 && strings.ContainsAny(part, "0123456789") && strings.ContainsAny(part, "abcdefghijklmnopqrstuvwxyz") {
			return true
		}
	}
	return false
}
