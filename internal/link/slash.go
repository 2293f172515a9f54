package link

import "strings"

// IsSlash reports whether a finding of the report is a redirect that only adds or drops the
// slash at the end of the path. Hosts send readers there for many links of a site: reports
// for people, and annotations, leave these findings out, and a note counts them.
func (r *Report) IsSlash(f *Finding) bool {
	if f.Verdict != Redirected || len(f.Redirects) == 0 {
		return false
	}
	from, fromQuery, _ := strings.Cut(f.Target, "?")
	to, toQuery, _ := strings.Cut(r.endOf(f), "?")
	return from != to && strings.TrimSuffix(from, "/") == strings.TrimSuffix(to, "/") && fromQuery == toQuery
}

// endOf returns where a redirect leads, in the form of the finding's target and without a
// fragment: a suggestion has that form, but there is none for a temporary redirect.
func (r *Report) endOf(f *Finding) string {
	to := f.Suggestion
	if to == "" {
		to = f.Redirects[len(f.Redirects)-1].URL
		if below, ok := strings.CutPrefix(to, r.SiteURL); ok && f.Internal && r.SiteURL != "" {
			to = "/" + below
		}
	}
	to, _, _ = strings.Cut(to, "#")
	return to
}
