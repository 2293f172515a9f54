package check

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/weburl"
)

// JudgeRedirects makes a redirected target of u, a good one, where the settings
// ask for that. The first hop reports whether the link itself should be changed:
// behind a temporary one nothing is known to be permanent.
func (j *Job) JudgeRedirects(u weburl.URL, o *Outcome) {
	if len(o.Redirects) == 0 || j.Config.Redirects == config.RedirectsNone {
		return
	}
	end := permanentEnd(o.Redirects)
	switch {
	case end >= 0:
		o.Reason = link.MovedPermanently
		j.suggest(u, o, o.Redirects[end].URL)
	case j.Config.Redirects == config.RedirectsAll:
		o.Reason = link.MovedTemporarily
		o.Message = fmt.Sprintf("redirects to %s", j.Written(o.Redirects[len(o.Redirects)-1].URL))
	default:
		return
	}
	o.Message += j.Via(o.Redirects)
	if to := downgrade(u, o.Redirects); to != "" {
		o.Message += fmt.Sprintf("; it redirects from https to http, which is not secure: %s", j.Written(to))
	}
	o.Verdict = link.Redirected
}

// suggest offers the URL to which u redirects as the new link. It offers none where a host
// sends all readers to one page: then the page is gone, or needs a login, and the new link
// would hide that. Nor does it offer a URL of which only the beginning is known.
func (j *Job) suggest(u weburl.URL, o *Outcome, raw string) {
	if len(raw) >= fetch.MaxHop {
		o.Message = fmt.Sprintf("moved permanently to a URL of %d bytes or more", fetch.MaxHop)
		return
	}
	to := j.Written(raw)
	end, err := weburl.Parse(raw)
	if err == nil {
		if place := pagekind.CatchAll(u, end); place != "" {
			o.Message = fmt.Sprintf("moved permanently to %s (%s): find the page that the link was meant for", place, to)
			return
		}
	}
	o.Suggestion = to
	o.Message = fmt.Sprintf("moved permanently to %s", to)
}

// maxWays is how many places on a way are named.
const maxWays = 3

// Via names the places between a link and where its redirects end; empty where
// there are none.
func (j *Job) Via(hops []link.Redirect) string {
	if len(hops) < 2 {
		return ""
	}
	var places []string
	for _, hop := range hops[:min(len(hops)-1, maxWays)] {
		places = append(places, j.Written(hop.URL))
	}
	if more := len(hops) - 1 - len(places); more > 0 {
		places = append(places, fmt.Sprintf("%d more", more))
	}
	return " (via " + strings.Join(places, ", ") + ")"
}

// permanentEnd is the index of the last hop before the first temporary one, or
// -1 when the first is temporary.
func permanentEnd(hops []link.Redirect) int {
	for i, hop := range hops {
		if hop.Status != http.StatusMovedPermanently && hop.Status != http.StatusPermanentRedirect {
			return i - 1
		}
	}
	return len(hops) - 1
}

// downgrade returns the first hop that leads from https to http; empty when none
// does.
func downgrade(u weburl.URL, hops []link.Redirect) string {
	scheme := u.Scheme
	for _, hop := range hops {
		next, err := weburl.Parse(hop.URL)
		if err != nil {
			return ""
		}
		if scheme == "https" && next.Scheme == "http" {
			return hop.URL
		}
		scheme = next.Scheme
	}
	return ""
}

// Written is how an author would write the absolute URL raw in a link.
func (j *Job) Written(raw string) string {
	u, err := weburl.Parse(raw)
	if err != nil {
		return raw
	}
	if internal, ok := j.Scope.Internal(u); ok {
		return j.Scope.Target(internal) + internal.Fragment
	}
	return raw
}

// WrittenURL is written for a URL.
func (j *Job) WrittenURL(u weburl.URL) string { return j.Written(u.String()) }

// slashNote is the one line about all redirects that only add or drop a slash.
func slashNote(r *link.Report) []string {
	links, first, end := 0, "", ""
	for i := range r.Findings {
		f := &r.Findings[i]
		to := r.SlashEnd(f)
		if to == "" {
			continue
		}
		if links += len(f.Occurrences); first == "" || f.Target < first {
			first, end = f.Target, to
		}
	}
	if links == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s %s a redirect that only adds or drops a slash, such as %s → %s",
		Count(links, "link"), Plural(links, "needs", "need"), weburl.Redact(first), weburl.Redact(end))}
}
