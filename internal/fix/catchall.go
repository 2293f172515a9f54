package fix

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
)

// collects says why the end of a redirect to another place of the web is probably no page for
// what the link was for: hosts send readers of very different pages there. It is empty otherwise.
func collects(c change, opt Options) string {
	if c.from.origin == "" || c.to.origin == "" {
		return ""
	}
	from, to := stems(c.from.path), stems(c.to.path)
	switch {
	case opt.collecting[endOf(c.to)]:
		return "other pages redirect there, too"
	case len(to) < len(from) && len(to) > 0 && slices.Equal(from[:len(to)], to):
		return "it redirects to a folder around it"
	case owner(c.from.origin) != owner(c.to.origin) && !hasCommonName(from, to):
		return "it redirects to a page of another site with another name"
	}
	return ""
}

// collecting are the ends to which pages of several names redirect for good.
func collecting(r *link.Report) map[string]bool {
	sources, all := map[string]string{}, map[string]bool{}
	for i := range r.Findings {
		f := &r.Findings[i]
		from, ok := external(f.Target)
		to, known := external(f.Suggestion)
		if f.Reason != link.MovedPermanently || !ok || !known {
			continue
		}
		source, end := strings.ToLower(strings.Join(stems(from.path), "/"))+from.query, endOf(to)
		if other, ok := sources[end]; ok && other != source {
			all[end] = true
		}
		sources[end] = source
	}
	return all
}

// endOf is where a redirect ends, without a fragment.
func endOf(to address) string { return to.origin + to.path + to.query }

// owner is the part of a host that its owner has chosen, as far as the last two labels tell.
func owner(origin string) string {
	labels := strings.Split(host(origin), ".")
	return strings.Join(labels[max(len(labels)-2, 0):], ".")
}

// hasCommonName reports whether two pages have a name in common: that of one of their folders,
// or their own with a small difference.
func hasCommonName(from, to []string) bool {
	return slices.ContainsFunc(from, func(a string) bool {
		return slices.ContainsFunc(to, func(b string) bool { return a != "" && suggest.Compare(a, b) <= suggest.OneLetter })
	})
}
