package hosting

import (
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// preview is a form of addresses that deployments share one after the other.
type preview struct {
	of string // what the group of the pattern is
	// pattern matches the name of the host, or, with a slash at its beginning, the path. Its group is the branch or the number;
	// there is none where neither is known.
	pattern string
	own     string // own matches a name that only one deployment has; empty for none
}

// otherHosts are those of which linkvet knows their previews alone.
var otherHosts = []Host{
	{
		Title: "Amplify", previews: []preview{{of: "pull request", pattern: `^pr-(\d+)\.[^.]+\.amplifyapp\.com$`}},
		placeholders: []string{"your app will appear here once you complete your first deployment"},
	},
	{Title: "Read the Docs", previews: []preview{{of: "pull request", pattern: `^[^.]+--(\d+)\.(?:org|com)\.readthedocs\.build$`}}},
	{
		Title: "Render", previews: []preview{{of: "pull request", pattern: `^[^.]+-pr-(\d+)\.onrender\.com$`}},
		placeholders: []string{"service waking up"},
	},
	{Title: "Railway", placeholders: []string{"the train has not arrived at the station"}},
}

// SharedAddressOf returns what the address of a site says about the deployments that have it one after the other, so that it
// does not say which of them answers: the title of their host, and what they are of, such as "pull request 7". Both are empty
// where each deployment has an address of its own, or where that is not known.
func SharedAddressOf(u weburl.URL) (host, of string) {
	name := strings.ToLower(u.Request().Hostname())
	for _, h := range slices.Concat(hosts, otherHosts) {
		for _, p := range h.previews {
			text := name
			if p.pattern[0] == '/' {
				text = u.Path
			}
			m := regexp.MustCompile(p.pattern).FindStringSubmatch(text)
			if m != nil && (p.own == "" || !regexp.MustCompile(p.own).MatchString(text)) {
				return h.Title, strings.Join(append([]string{p.of}, m[1:]...), " ")
			}
		}
	}
	return "", ""
}

// maxPlaceholderWords is how much a placeholder says, so that an article which quotes one is none.
const maxPlaceholderWords = 150

// PlaceholderOf returns the title of the host that shows a text, with success, where a deployment will be, and the sentence that
// says so; both are empty for any other text.
func PlaceholderOf(shown string) (host, says string) {
	shown = strings.ToLower(shown)
	for _, h := range slices.Concat(hosts, otherHosts) {
		for _, says := range h.placeholders {
			if strings.Contains(shown, says) && len(strings.Fields(shown)) <= maxPlaceholderWords {
				return h.Title, says
			}
		}
	}
	return "", ""
}
