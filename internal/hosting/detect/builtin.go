package detect

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// MayAnswer reports whether the host, or one that it may be, answers a path itself with
// any deployment: with its scripts, functions or login. The path is
// percent-decoded and begins with a slash.
//   - Netlify: https://docs.netlify.com/build/functions/get-started/
//   - Vercel: https://vercel.com/docs/analytics/quickstart
//   - Firebase: https://firebase.google.com/docs/hosting/reserved-urls
//   - Azure: https://learn.microsoft.com/azure/static-web-apps/authentication-authorization
func (c Choice) MayAnswer(path string) bool {
	return hosting.IsCloudflares(path) || slices.ContainsFunc(hosts, func(h host) bool {
		return h.prefix != "" && strings.HasPrefix(path, h.prefix) && (c.Assumed || h.name == c.Profile.Name())
	})
}

// IgnoresCase reports whether the host is known, and sends a file for its path in any
// case. Netlify redirects to the path in lower case:
// https://answers.netlify.com/t/my-url-paths-are-forced-into-lowercase/1659
func (c Choice) IgnoresCase() bool {
	return !c.Assumed && slices.ContainsFunc(hosts, func(h host) bool { return h.ignoresCase && h.name == c.Profile.Name() })
}
