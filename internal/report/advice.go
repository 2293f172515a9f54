package report

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// The bounds of advice: as many lines as a reader follows, and from how many
// broken targets on it pays to start from a baseline.
const (
	maxAdvice   = 3
	forBaseline = 20
	// forExclude is how many broken targets of one host are a sign that programs cannot
	// check it: fewer are wrong links.
	forExclude = 3
)

// advice names the settings that would help most with what was found, the most
// useful first: as flags, and in a workflow run as inputs. It is made of our own words
// and of host names that hold nothing but letters, digits, dots and hyphens, because
// it is there to be copied into a shell.
func advice(r *link.Report) []string {
	if !r.Complete && !isEarlyEnd(r) {
		return nil // a problem says what to do first
	}
	var lines []string
	for _, f := range []func(*link.Report) string{
		adviseEarlyEnd, adviseSiteURL, adviseUnbuilt, adviseBroken, adviseUnverified, adviseBaseline, adviseRedirects,
	} {
		if line := f(r); line != "" && len(lines) < maxAdvice {
			lines = append(lines, line)
		}
	}
	return lines
}

// isEarlyEnd reports whether the run ended before it had checked all targets.
func isEarlyEnd(r *link.Report) bool {
	return slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return f.Reason == link.NotReached })
}

// adviseEarlyEnd says what may let the next run reach the end.
func adviseEarlyEnd(r *link.Report) string {
	if r.Complete || !isEarlyEnd(r) {
		return ""
	}
	return "a longer " + optionName(r, "time-limit") + ", or " + option(r, "external", "false") + " to check internal links only"
}

// adviseSiteURL recognizes a site that is served below a base path which the run was not
// told of: the links that lead nowhere all begin with it, and lead to pages without it.
func adviseSiteURL(r *link.Report) string {
	if r.StrippedBase == "" || !safeWord(strings.ReplaceAll(r.StrippedBase, "/", "")) {
		return ""
	}
	host := "https://YOUR-HOST"
	if pages, ok := strings.CutSuffix(r.PagesURL, r.StrippedBase); ok && safePath(pages) {
		host = pages
	}
	if r.SiteURL != "" {
		u, err := url.Parse(r.SiteURL)
		if err != nil || u.Path != "/" || !safeWord(u.Host) {
			return ""
		}
		host = u.Scheme + "://" + u.Host
	}
	return fmt.Sprintf("%s if the site is served there: %s missing targets exist without %s",
		option(r, "site-url", host+r.StrippedBase), number(r.Stripped), r.StrippedBase)
}

// adviseUnbuilt asks whether the build is complete when missing pages have sources.
func adviseUnbuilt(r *link.Report) string {
	if !isUnbuilt(r) || adviseSiteURL(r) != "" {
		return ""
	}
	if r.UnbuiltDrafts == r.Unbuilt {
		return "publishing the drafts of " + count(r.Unbuilt, "missing page") + ", or removing the links to them"
	}
	return "a complete build: " + count(r.Unbuilt, "missing page") + " have sources here"
}

// adviseBroken says how to live with broken links of other people's sites.
func adviseBroken(r *link.Report) string {
	origins, external, fresh := map[string]int{}, 0, 0
	for i := range r.Findings {
		f := &r.Findings[i]
		if !isFresh(f) {
			continue
		}
		fresh++
		if o := originOf(r, f); o != "" && !isOurs(f) {
			external++
			if !isOutOfReach(f) {
				origins[o]++
			}
		}
	}
	var ways []string
	if origin, n := commonest(origins); n >= forExclude {
		ways = append(ways, fmt.Sprintf("%s to skip this host (%s)", option(r, "exclude", "'"+origin+"/**'"), count(n, "broken target")))
	}
	if external > 0 && external == fresh && r.Failed {
		ways = append(ways, option(r, "fail-on", "internal")+" to fail on internal links only")
	}
	return strings.Join(ways, ", or ")
}

// isOutOfReach reports whether no connection to the host of a finding's target came
// about. To exclude it would hide a wrong domain, or a network that does not work.
func isOutOfReach(f *link.Finding) bool {
	switch f.Reason {
	case link.DNSNotFound, link.DNSTemporary, link.ConnectionRefused, link.ConnectionFailed:
		return f.Status == 0
	}
	return false
}

// isOurs reports whether a finding about another site is for the author to fix: no
// host has answered that it does not exist, but the checkout of the repository.
func isOurs(f *link.Finding) bool { return f.Reason == link.NotFound && f.Status == 0 }

// adviseUnverified looks at the commonest way in which targets kept from being
// checked.
func adviseUnverified(r *link.Report) string {
	type way struct {
		reason link.Reason
		status int
	}
	ways, origins := map[way]int{}, map[way]map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		o := originOf(r, f)
		if f.Verdict != link.Unverified || f.Known || f.Reason == link.NotReached || isOutOfReach(f) || o == "" {
			continue
		}
		w := way{f.Reason, f.Status}
		if origins[w] == nil {
			origins[w] = map[string]int{}
		}
		ways[w]++
		origins[w][o]++
	}
	if len(ways) == 0 {
		return ""
	}
	keys := make([]way, 0, len(ways))
	for w := range ways {
		keys = append(keys, w)
	}
	top := slices.MinFunc(keys, func(a, b way) int {
		return cmp.Or(cmp.Compare(ways[b], ways[a]), cmp.Compare(a.reason, b.reason), cmp.Compare(a.status, b.status))
	})
	origin, n := commonest(origins[top])
	switch {
	case top.reason == link.RateLimited:
		return option(r, "host-rate", "1") + " to send one request per second to each host (" + count(ways[top], "target") + " rate-limited)"
	case top.reason == link.Timeout:
		return "a longer " + optionName(r, "timeout") + " (" + count(ways[top], "target") + " timed out)"
	case top.reason == link.Blocked && top.status >= 400 && len(origins[top]) > 2:
		return fmt.Sprintf("%s to accept this status (%s)", option(r, "accept", strconv.Itoa(top.status)), count(ways[top], "target"))
	case top.reason == link.Blocked && top.status >= 400:
		return fmt.Sprintf("%s to accept this status (%s)",
			option(r, "accept", fmt.Sprintf("'%s/**=%d'", origin, top.status)), count(n, "target"))
	}
	return fmt.Sprintf("%s to skip this host (%s unverified)", option(r, "exclude", "'"+origin+"/**'"), count(n, "target"))
}

// adviseBaseline offers a way to begin on a site with much to fix. It is no help where one
// change fixes most, nor where the run had a baseline.
func adviseBaseline(r *link.Report) string {
	if r.Baseline || !r.Failed || adviseSiteURL(r) != "" {
		return ""
	}
	fresh, most := 0, 0
	for _, g := range Groups(r) {
		if isFresh(g.Findings[0]) {
			fresh += len(g.Findings)
			most = max(most, len(g.Findings))
		}
	}
	if fresh < forBaseline || most*2 > fresh || isUnbuilt(r) && r.Unbuilt*2 > fresh {
		return ""
	}
	return option(r, "report", "baseline="+BaselineFile) + " now, and " + option(r, "baseline", BaselineFile) + " in later runs, to fail on new findings only"
}

// adviseRedirects is for reports with nothing worse than redirects.
func adviseRedirects(r *link.Report) string {
	if r.Stats.Broken > 0 || r.Stats.Unverified > 0 || len(Groups(r)) == 0 {
		return ""
	}
	return "changing these links to their new URLs, or " + option(r, "redirects", "none") + " to hide them"
}

// originOf returns scheme and host of an external finding's target; it is empty
// when there is none that is safe to print in a command.
func originOf(r *link.Report, f *link.Finding) string {
	// A URL that no browser reads is fixed where it is: it has no host to
	// leave out.
	if f.Internal || f.Reason == link.InvalidURL {
		return ""
	}
	u, err := url.Parse(f.Target)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || !safeWord(u.Host) {
		return ""
	}
	origin := u.Scheme + "://" + u.Host
	for _, siteURL := range []string{r.Target, r.SiteURL} {
		if strings.HasPrefix(siteURL+"/", origin+"/") {
			return "" // leaving it out would leave out the site itself
		}
	}
	return origin
}

// safeWord reports whether s can be in a shell command and in a pattern as
// it is.
func safeWord(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:"
	return s != "" && len(s) <= 100 && strings.Trim(s, letters) == ""
}

// safePath is safeWord for the path of a file.
func safePath(s string) bool { return safeWord(strings.ReplaceAll(s, "/", "")) && len(s) <= 100 }

// commonest returns the key that was counted most, the first of equals.
func commonest(counts map[string]int) (key string, n int) {
	for k, c := range counts {
		if c > n || c == n && k < key {
			key, n = k, c
		}
	}
	return key, n
}
