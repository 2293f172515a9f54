package redirectrules

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/hosting"
)

// netlifyMarks are encoded in destinations, where a colon begins a placeholder.
const netlifyMarks = ":"

// netlifySource checks a path for Netlify, which compares the decoded path with the text of the
// rule.
// https://docs.netlify.com/manage/routing/redirects/redirect-options/
func netlifySource(path string) (reason string) {
	switch {
	case strings.Contains(path, "*"):
		return "Netlify reads * as a wildcard"
	case strings.Contains(path, "/:"):
		return "Netlify reads a colon after a slash as a placeholder"
	case strings.ContainsAny(path, "?#%"):
		return "Netlify has no way to write ?, # or % in a source"
	case strings.HasPrefix(path, "/.netlify"):
		return "Netlify reserves paths below /.netlify"
	}
	return ""
}

// netlifyRule returns what a line of Netlify says.
func netlifyRule(p *plan, r *rule) (from, to, status, reason string) {
	if reason := netlifySource(r.from); reason != "" {
		return "", "", "", reason
	}
	switch {
	case r.gone && !p.site.Exists("/404.html"):
		return "", "", "", "Netlify needs a page to show with status 410: add a 404.html"
	case r.gone:
		return r.from, "/404.html", "410", ""
	case r.folder:
		return r.from + "*", r.to.url("", netlifyMarks) + ":splat", "301", ""
	}
	return r.from, r.to.url("", netlifyMarks), "301", ""
}

// netlifyLine writes a line of _redirects. White space ends a source.
func netlifyLine(p *plan, r *rule) (e entry, reason string) {
	from, to, status, reason := netlifyRule(p, r)
	if reason == "" && strings.ContainsFunc(from, unicode.IsSpace) {
		reason = "a path with white space cannot be in _redirects"
	}
	return entry{text: from + " " + to + " " + status + "\n"}, reason
}

// maxCloudflareRule is how many characters a line may have.
const maxCloudflareRule = 1000

// cloudflareWildcard matches what is a wildcard or a placeholder in a source.
var cloudflareWildcard = regexp.MustCompile(`\*|:[A-Za-z]`)

// cloudflareLine writes a line of _redirects for Cloudflare Pages, which compares the path as in
// the URL.
// https://developers.cloudflare.com/pages/configuration/redirects/
func cloudflareLine(_ *plan, r *rule) (e entry, reason string) {
	from, to := hosting.EscapePath(r.from), r.to
	// A page is served at its folder, and a rule to its file might lead back to the source.
	to.path = strings.TrimSuffix(to.path, hosting.IndexFile)
	text := from + " " + to.url("", ":") + " 301\n"
	if r.folder {
		text = from + "* " + to.url("", ":") + ":splat 301\n"
	}
	switch {
	case r.gone:
		reason = "Cloudflare Pages has no rule for status 410, and answers 404"
	case cloudflareWildcard.MatchString(from):
		reason = "Cloudflare Pages reads * and a colon before a letter as wildcards"
	case strings.HasPrefix(to.origin, "http:"):
		reason = "Cloudflare Pages redirects to other sites by https only"
	case len(text) > maxCloudflareRule:
		reason = "a line for Cloudflare Pages may have at most 1000 characters"
	}
	return entry{text: text}, reason
}
