package origin

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// claim is what all signals of one kind say about the place of the site.
type claim struct {
	kind Kind
	// families are the places that the signals name, the most frequent one first.
	families []family
	// pages counts the signals that name a place, or another host.
	pages int
	// start is whether one of them is about the start page.
	start bool
	// rootless is whether the claim names a host without a base path.
	rootless bool
}

// below adds the base path of another claim about the same host.
func (s *claim) below(other claim) {
	f := &s.families[0]
	if host(f) != host(&other.families[0]) {
		return
	}
	base := f.base()
	f.key = strings.TrimSuffix(f.key, base) + other.families[0].base()
	sites := map[weburl.URL]int{}
	for site, votes := range f.sites {
		site.Path = other.families[0].base()
		sites[site] = votes
	}
	f.sites = sites
}

// family is one place of the site under all its names: with http and https, with www.
// and without.
type family struct {
	key   string
	sites map[weburl.URL]int
	votes int
}

// base is the base path of a family.
func (f *family) base() string { return f.key[strings.IndexByte(f.key, '/'):] }

// familyKey returns what all names of one place have in common.
func familyKey(u weburl.URL) string { return strings.TrimPrefix(u.Host, "www.") + u.Path }

// claimOf returns the claim of one kind. A page that names another page of the same
// host, as the second page of a list may, does not say where the site is. A page that
// names another host does.
func (e Evidence) claimOf(kind Kind) claim {
	s := claim{kind: kind}
	votes := map[string]*family{}
	strays := map[string]int{}
	signals, sites := e.ofKind(kind)
	for i, w := range signals {
		if len(sites[i]) == 0 {
			strays[strings.TrimPrefix(w.URL.Host, "www.")]++
			continue
		}
		for _, site := range sites[i] {
			key := familyKey(site)
			if votes[key] == nil {
				votes[key] = &family{key: key, sites: map[weburl.URL]int{}}
			}
			votes[key].sites[site]++
			votes[key].votes++
		}
		s.pages++
		s.start = s.start || w.isStart()
		s.rootless = kind == CNAME && w.File == ""
	}
	for _, f := range votes {
		s.families = append(s.families, *f)
		delete(strays, host(f))
	}
	for n := range maps.Values(strays) {
		s.pages += n
	}
	slices.SortFunc(s.families, func(a, b family) int {
		return cmp.Or(cmp.Compare(b.votes, a.votes), cmp.Compare(len(a.key), len(b.key)), cmp.Compare(a.key, b.key))
	})
	return s
}

// ofKind returns the signals of one kind, and for each the places where the site may be:
// none, one, or several for a URL of a sitemap.
func (e Evidence) ofKind(kind Kind) (signals []Signal, sites [][]weburl.URL) {
	for _, w := range e.Signals {
		if w.Kind != kind {
			continue
		}
		signals = append(signals, w)
		switch site, ok := w.site(e.Exists); {
		case kind == Sitemap:
			sites = append(sites, e.listed(w.URL))
		case ok:
			sites = append(sites, []weburl.URL{site})
		default:
			sites = append(sites, nil)
		}
	}
	if kind == Sitemap && e.Exists != nil {
		dropBare(signals, sites)
	}
	return signals, sites
}

// dropBare removes the places that are only the URL of one signal, unless URLs of other
// signals are below them: every URL could be that of a start page.
func dropBare(signals []Signal, sites [][]weburl.URL) {
	borne := map[weburl.URL]bool{}
	for i, w := range signals {
		for _, site := range sites[i] {
			borne[site] = borne[site] || site.Path != w.URL.Path || site.Path == "/"
		}
	}
	for i := range sites {
		sites[i] = slices.DeleteFunc(sites[i], func(site weburl.URL) bool { return !borne[site] })
	}
}

// maxBaseDepth is the most folders of a base path.
const maxBaseDepth = 8

// listed returns the places where the site may be so that it has a page at a URL of its
// sitemap.
func (e Evidence) listed(u weburl.URL) []weburl.URL {
	var bases []string
	if e.Exists == nil {
		bases = slices.DeleteFunc(e.bases(), func(base string) bool { return !strings.HasPrefix(u.Path, base) })
	}
	for i, depth := 0, 0; e.Exists != nil && i < len(u.Path) && depth < maxBaseDepth; i++ {
		if u.Path[i] != '/' {
			continue
		}
		depth++
		if rest := u.Path[i:]; rest == "/" || e.Exists(rest) {
			bases = append(bases, u.Path[:i+1])
		}
	}
	sites := make([]weburl.URL, len(bases))
	for i, base := range bases {
		sites[i] = weburl.URL{Scheme: u.Scheme, Host: u.Host, Path: base}
	}
	return sites
}

// host returns the host of a family, without www.
func host(f *family) string {
	name, _, _ := strings.Cut(f.key, "/")
	return name
}

// clear reports whether four in five of the signals name one place. A few pages may be
// copies that still name the site that they come from.
func (s claim) clear() bool { return s.families[0].votes*5 >= s.pages*4 }

// enough reports whether the claim counts without others. A single page may name another
// site, unless it is the start page.
func (s claim) enough() bool {
	return s.kind == CNAME || s.kind == Sitemap || s.start || s.families[0].votes > 1
}

// names returns the names of the place that most signals name, the most frequent first.
func (s claim) names() []weburl.URL {
	sites := s.families[0].sites
	return slices.SortedFunc(maps.Keys(sites), func(a, b weburl.URL) int {
		return cmp.Or(cmp.Compare(sites[b], sites[a]), -cmp.Compare(a.Scheme, b.Scheme), cmp.Compare(a.Host, b.Host))
	})
}
