package hosting

import (
	"regexp"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/weburl"
)

// SharedAddressOf returns what the address of a site says about the deployments that have it one after the other, so that it
// does not say which of them answers: the name of their host, and what they are of, such as "pull request 7". Both are empty
// where each deployment has an address of its own, or where that is not known.
func SharedAddressOf(u weburl.URL) (host, of string) {
	name := strings.ToLower(u.Request().Hostname())
	for _, a := range addresses() {
		text := name
		if a.isPath {
			text = u.Path
		}
		if m := a.pattern.FindStringSubmatch(text); m != nil && (a.isOwn == nil || !a.isOwn(text)) {
			return a.host, strings.Join(append([]string{a.of}, m[1:]...), " ")
		}
	}
	return "", ""
}

// address is one form of addresses that deployments share.
type address struct {
	host string
	of   string // what the group of the pattern is
	// pattern matches the name of the host, or the path. Its group is the branch or the number; there is none where neither is
	// known.
	pattern *regexp.Regexp
	isOwn   func(name string) bool // isOwn reports whether a name is one that only one deployment has; nil for none
	isPath  bool
}

// addresses are the known forms. The first that matches counts. Few runs look at them, so they are compiled at the first use.
var addresses = sync.OnceValue(func() []address {
	compile := regexp.MustCompile
	return []address{
		{host: "Netlify", of: "pull request", pattern: compile(`^deploy-preview-(\d+)--[^.]+\.netlify\.app$`)},
		// The address of a single deployment begins with its id.
		{host: "Netlify", of: "the branch", pattern: compile(`^([^.]+?)--[^.]+\.netlify\.app$`), isOwn: compile(`^[0-9a-f]{24}(?:\.|--)`).MatchString},
		// Branch and team both may contain hyphens, so the branch is not known.
		{host: "Vercel", of: "a branch", pattern: compile(`^[^.]+?-git-[^.]+-[^.]+\.vercel\.app$`)},
		{host: "Cloudflare Pages", of: "the branch", pattern: compile(`^([^.]+)\.[^.]+\.pages\.dev$`), isOwn: compile(`^[0-9a-f]{8}\.`).MatchString},
		{host: "Amplify", of: "pull request", pattern: compile(`^pr-(\d+)\.[^.]+\.amplifyapp\.com$`)},
		{host: "Read the Docs", of: "pull request", pattern: compile(`^[^.]+--(\d+)\.(?:org|com)\.readthedocs\.build$`)},
		{host: "Render", of: "pull request", pattern: compile(`^[^.]+-pr-(\d+)\.onrender\.com$`)},
		{host: "Azure Static Web Apps", of: "pull request", pattern: compile(`^[^.]+-(\d+)\.[^.]+\.(?:\d+\.)?azurestaticapps\.net$`)},
		{host: "Firebase", of: "the channel", pattern: compile(`^[^.]+?--([^.]+)\.web\.app$`)},
		{host: "GitHub Pages", of: "pull request", isPath: true, pattern: compile(`/pr-preview/pr-(\d+)(?:/|$)`)},
	}
})
