package report

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// BaselineFile is the name that advice gives to a report baseline.
const BaselineFile = "linkvet-baseline.txt"

const (
	// maxAdvice is as many lines as a reader follows.
	maxAdvice = 3
	// forBaseline is from how many broken targets on it pays to start from a baseline.
	forBaseline = 20
	// forExclude is how many broken targets of one host are a sign that programs cannot
	// check it: fewer are wrong links.
	forExclude = 3
	// forStart is how many broken targets make a cause the first thing to do: of fewer, the
	// list says it as quickly.
	forStart = 5
)

// start says what to do first about what is broken and new: one sentence. It is empty where
// the list of findings says it as quickly, and where a problem says what to do first.
func start(r *link.Report, groups []Group) string {
	targets, largest := freshIn(groups)
	switch {
	case !r.Complete, targets == 0:
		return ""
	case r.StrippedBase != "":
		return fmt.Sprintf("%s exist without %s: is the site served there?", link.Count(r.Stripped, "missing target"), shown(r.StrippedBase, maxPath))
	case len(largest.Findings) < forStart, len(largest.Findings)*2 <= targets:
		return ""
	}
	before, name, after := largest.Title()
	if len(largest.Findings) < targets {
		after += ", of " + link.Number(targets) + " broken"
	}
	return before + shown(name, maxTarget) + after
}

// freshIn counts the findings that are broken and new, and returns the group with most of them.
func freshIn(groups []Group) (n int, largest *Group) {
	for i := range groups {
		g := &groups[i]
		if !isFresh(g.Findings[0]) {
			continue
		}
		if n += len(g.Findings); largest == nil || len(g.Findings) > len(largest.Findings) {
			largest = g
		}
	}
	return n, largest
}

// advice names the settings that would help most with what was found, the most
// useful first: as flags, and in a workflow run as inputs. It is made of our own words
// and of host names that hold nothing but letters, digits, dots and hyphens, because
// it is there to be copied into a shell. Of an incomplete run the problem says what to do.
func advice(r *link.Report, groups []Group) []string {
	if !r.Complete {
		return nil
	}
	all := []string{adviseSiteURL(r), adviseExternal(r), adviseSlow(r), ""}
	if all[0] == "" {
		all[3] = adviseBaseline(r, groups)
	}
	if r.Stats.Broken == 0 && r.Stats.Unverified == 0 && len(groups) > 0 {
		all[3] = "changing these links to their new URLs, or " + Option(r.Inputs, "redirects", "none") + " to hide them"
	}
	all = slices.DeleteFunc(all, func(line string) bool { return line == "" })
	return all[:min(len(all), maxAdvice)]
}

// adviseSiteURL recognizes a site that is served below a base path which the run was not
// told of: the links that lead nowhere all begin with it, and lead to pages without it.
func adviseSiteURL(r *link.Report) string {
	host := "https://YOUR-HOST"
	if pages, ok := strings.CutSuffix(r.PagesURL, r.StrippedBase); ok {
		host = pages
	}
	if u, err := url.Parse(r.SiteURL); r.SiteURL != "" {
		if err != nil || u.Path != "/" {
			return ""
		}
		host = u.Scheme + "://" + u.Host
	}
	if r.StrippedBase == "" || !safeWord(strings.ReplaceAll(host+r.StrippedBase, "/", "")) {
		return ""
	}
	return Option(r.Inputs, "site-url", host+r.StrippedBase) + " if the site is served there"
}

// adviseExternal says how to live with links of other people's sites that are broken, or that
// programs cannot check.
func adviseExternal(r *link.Report) string {
	hosts, external, all := map[string]int{}, 0, 0
	for i := range r.Findings {
		f := &r.Findings[i]
		o := originOf(r, f)
		// What no host answered, but the checkout of the repository, is the author's to fix. To exclude a
		// host that does not answer would hide a wrong domain, or a network that does not work.
		isAnswer := o != "" && (f.Reason != link.NotFound || f.Status != 0)
		if isFresh(f) {
			if all++; isAnswer {
				external++
			}
		}
		if isAnswer && stateOf(f) == fresh && f.Verdict != link.Redirected && f.Status != 0 && !isSlow(f) {
			hosts[o]++
		}
	}
	var ways []string
	if most := byCount(hosts); len(most) > 0 && hosts[most[0]] >= forExclude {
		ways = append(ways, fmt.Sprintf("%s to skip this host (%s)", Option(r.Inputs, "exclude", "'"+most[0]+"/**'"), link.Count(hosts[most[0]], "target")))
	}
	if external > 0 && external == all && r.Failed {
		ways = append(ways, Option(r.Inputs, "fail-on", "internal")+" to fail on internal links only")
	}
	return strings.Join(ways, ", or ")
}

// isSlow reports whether the host of a finding's target needs more time, and adviseSlow how to
// give it.
func isSlow(f *link.Finding) bool { return f.Reason == link.RateLimited || f.Reason == link.Timeout }

func adviseSlow(r *link.Report) string {
	slow := map[link.Reason]int{}
	for i := range r.Findings {
		if f := &r.Findings[i]; isSlow(f) && stateOf(f) == fresh && originOf(r, f) != "" {
			slow[f.Reason]++
		}
	}
	switch {
	case slow[link.RateLimited] > slow[link.Timeout]:
		return Option(r.Inputs, "host-rate", "1") + " to send one request per second to each host (" + link.Count(slow[link.RateLimited], "target") + " rate-limited)"
	case slow[link.Timeout] > 0:
		return "a longer " + strings.TrimRight(Option(r.Inputs, "timeout", ""), ": ") + " (" + link.Count(slow[link.Timeout], "target") + " timed out)"
	}
	return ""
}

// adviseBaseline offers a way to begin on a site with much to fix. It is no help where one
// change fixes most, nor where the run had a baseline.
func adviseBaseline(r *link.Report, groups []Group) string {
	all, largest := freshIn(groups)
	if r.Baseline || !r.Failed || all < forBaseline || len(largest.Findings)*2 > all {
		return ""
	}
	return Option(r.Inputs, "report", "baseline="+BaselineFile) + " now, and " + Option(r.Inputs, "baseline", BaselineFile) + " in later runs, to fail on new findings only"
}

// originOf returns scheme and host of an external finding's target; it is empty
// when there is none that is safe to print in a command.
func originOf(r *link.Report, f *link.Finding) string {
	u, err := url.Parse(f.Target)
	// A URL that no browser reads is fixed where it is: it has no host to leave out.
	if err != nil || f.Internal || f.Reason == link.InvalidURL || (u.Scheme != "http" && u.Scheme != "https") || !safeWord(u.Host) {
		return ""
	}
	origin := u.Scheme + "://" + u.Host
	if strings.HasPrefix(r.Target+"/", origin+"/") || strings.HasPrefix(r.SiteURL+"/", origin+"/") {
		return "" // leaving it out would leave out the site itself
	}
	return origin
}

// safeWord reports whether s can be in a shell command and in a pattern as it is.
func safeWord(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:"
	return s != "" && len(s) <= 100 && strings.Trim(s, letters) == ""
}
