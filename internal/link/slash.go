package link

import "strings"

// SlashEnd returns where a redirect leads that only adds or drops the slash at the end of the
// path, in the form of the finding's target; it is empty for all other findings. Hosts send
// readers there for many links of a site: reports for people, and annotations, leave these
// findings out, and a note counts the links.
func (r *Report) SlashEnd(f *Finding) string {
	if f.Verdict != Redirected || len(f.Redirects) == 0 {
		return ""
	}
	end := f.Suggestion
	if end == "" { // as of a temporary redirect
		end = f.Redirects[len(f.Redirects)-1].URL
		if below, ok := strings.CutPrefix(end, r.SiteURL); ok && f.Internal && r.SiteURL != "" {
			end = "/" + below
		}
	}
	end, _, _ = strings.Cut(end, "#")
	from, fromQuery, _ := strings.Cut(f.Target, "?")
	to, toQuery, _ := strings.Cut(end, "?")
	if from == to || strings.TrimSuffix(from, "/") != strings.TrimSuffix(to, "/") || fromQuery != toQuery {
		return ""
	}
	return end
}
