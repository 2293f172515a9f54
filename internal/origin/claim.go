package origin

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// statement is what the witnesses of one kind say together.
type statement struct {
	kind Kind
	// families are the places that were named, the one that most witnesses named
	// first.
	families []family
	// pages counts the witnesses that named any, or one on another host.
	pages int
	// start is whether one of them is about the start page.
	start bool
	// rootless is whether what was named is a host without a base path.
	rootless bool
}

// below gives the host that a statement names the base path of another one about
// the same host.
func (s *statement) below(other statement) {
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

// family is one place of the site under its names: with http and https, with www.
// and without, browsers end at the same.
type family struct {
	key   string
	sites map[weburl.URL]int
	votes int
}

// base is the base path of a family.
func (f *family) base() string { return f.key[strings.IndexByte(f.key, '/'):] }

// familyKey is what the names of one place have in common.
func familyKey(u weburl.URL) string { return strings.TrimPrefix(u.Host, "www.") + u.Path }

// state hears the witnesses of one kind. What a page says that names another page
// of the same host, as the second page of a list may, is no word on where the
// site is; what it says of another host is.
func (e Evidence) state(kind Kind) statement {
	s := statement{kind: kind}
	votes := map[string]*family{}
	strays := map[string]int{}
	witnesses, sites := e.heard(kind)
	for i, w := range witnesses {
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

// heard are the witnesses of one kind, and the places at which the site may be as
// each of them has it: none, or for what a sitemap lists several.
func (e Evidence) heard(kind Kind) (witnesses []Witness, sites [][]weburl.URL) {
	for _, w := range e.Witnesses {
		if w.Kind != kind {
			continue
		}
		witnesses = append(witnesses, w)
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
		dropBare(witnesses, sites)
	}
	return witnesses, sites
}

// dropBare drops the places that are nothing but a listed URL, unless other listed
// URLs are below them: any URL may be that of a start page.
func dropBare(witnesses []Witness, sites [][]weburl.URL) {
	borne := map[weburl.URL]bool{}
	for i, w := range witnesses {
		for _, site := range sites[i] {
			borne[site] = borne[site] || site.Path != w.URL.Path || site.Path == "/"
		}
	}
	for i := range sites {
		sites[i] = slices.DeleteFunc(sites[i], func(site weburl.URL) bool { return !borne[site] })
	}
}

// deepestBase bounds how many folders of a URL are taken for a base path.
const deepestBase = 8

// listed are the places at which the site has a page for a URL that its sitemap
// lists.
func (e Evidence) listed(u weburl.URL) []weburl.URL {
	var bases []string
	if e.Exists == nil {
		bases = slices.DeleteFunc(e.bases(), func(base string) bool { return !strings.HasPrefix(u.Path, base) })
	}
	for i, depth := 0, 0; e.Exists != nil && i < len(u.Path) && depth < deepestBase; i++ {
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

// host is that of a family, without www.
func host(f *family) string {
	name, _, _ := strings.Cut(f.key, "/")
	return name
}

// clear tells whether four in five of the witnesses name one place: a few pages
// that were taken over from elsewhere name the places where they came from.
func (s statement) clear() bool { return s.families[0].votes*5 >= s.pages*4 }

// enough tells whether the witnesses are worth believing by themselves. One page
// alone may name another's place, but the start page is what a site is known by.
func (s statement) enough() bool {
	return s.kind == CNAME || s.kind == Sitemap || s.start || s.families[0].votes > 1
}

// names are those of the place that most witnesses named, the commonest first.
func (s statement) names() []weburl.URL {
	sites := s.families[0].sites
	return slices.SortedFunc(maps.Keys(sites), func(a, b weburl.URL) int {
		return cmp.Or(cmp.Compare(sites[b], sites[a]), -cmp.Compare(a.Scheme, b.Scheme), cmp.Compare(a.Host, b.Host))
	})
}
