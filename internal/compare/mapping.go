package compare

import (
	"hash/maphash"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// page is one URL of the old site on the new one.
type page struct {
	// target is what the report calls it: its path and query below the base path. A site may
	// have very many pages, so that its URL is made of that when it is needed.
	target string
	// old is the number of the first URL of the inventory that leads there.
	old int32
}

// urlOf returns the URL of a page on the new site.
func urlOf(scope *site.Scope, p *page) weburl.URL {
	path, query := check.CutQuery(p.target)
	u := scope.Page(path[1:])
	u.Query = query
	return u
}

// mapper maps the URLs of the old site onto the new one.
type mapper struct {
	scope *site.Scope
	// home is where the old site is; its path is empty when only the host is known.
	home weburl.URL
	// isBelow is that of the inventory.
	isBelow bool
	// stripsBase is whether paths of the old site begin with the base path of the new one.
	stripsBase bool

	// outside counts the URLs that are not of the site, and invalid those that no browser
	// reads. firstOutside and firstInvalid are the first of each, as examples.
	outside, invalid           int
	firstOutside, firstInvalid string
}

// newMapper looks at all URLs of the old site, to find out which host and base path it had.
func newMapper(scope *site.Scope, old *inventory) *mapper {
	m := &mapper{scope: scope, home: old.home, isBelow: old.isBelow, outside: old.outside, firstOutside: old.firstOutside}
	if m.isBelow || m.home.Scheme != "" {
		return m
	}
	hosts, isInternal, all := map[string]int{}, false, 0
	for i := range old.urls {
		u, hasHost, err := parse(old.urls[i].raw)
		if err != nil {
			continue
		}
		all++
		if strings.HasPrefix(u.Path, scope.Base()) {
			m.stripsBase = true
		}
		if !hasHost {
			continue
		}
		_, internal := scope.Internal(u)
		isInternal = isInternal || internal
		if name := hostName(u); hosts[name] > 0 || len(hosts) < maxHosts {
			hosts[name]++
		}
	}
	most := 0
	for host, n := range hosts {
		if n > most || n == most && host < m.home.Host {
			m.home.Host, most = host, n
		}
	}
	if served := scope.Served(); isInternal {
		m.home.Host = hostName(served)
	}
	return m
}

// maxHosts bounds how many hosts of a list are counted.
const maxHosts = 10_000

// hostName is the host of a URL, under which its site is also found with "www." before it.
func hostName(u weburl.URL) string { return strings.TrimPrefix(u.Host, "www.") }

// parse reads a URL of a list, without its fragment.
func parse(raw string) (u weburl.URL, hasHost bool, err error) {
	if strings.HasPrefix(raw, "/") {
		u, err = anyHost.Resolve("/" + strings.TrimLeft(raw, "/"))
		return u.Document(), false, err
	}
	u, err = weburl.Parse(raw)
	u.User = ""
	return u.Document(), true, err
}

// pages returns the URLs of the old site on the new one, each once.
func (m *mapper) pages(old *inventory) []page {
	all := make([]page, 0, len(old.urls))
	known := make(map[uint64]int32, len(old.urls))
	for i := range old.urls {
		from := &old.urls[i]
		u, ok := m.find(from.raw)
		if !ok {
			continue
		}
		target := m.scope.Target(u)
		if target == from.raw {
			target = from.raw // so that it is in memory once
		}
		hash := maphash.String(check.HashSeed, target)
		if at, isKnown := known[hash]; isKnown && all[at].target == target {
			continue
		}
		known[hash] = int32(len(all))
		all = append(all, page{target: target, old: int32(i)})
	}
	return all
}

// find returns where the new site has a URL of the old one; ok is false when it is not of
// the site.
func (m *mapper) find(raw string) (u weburl.URL, ok bool) {
	u, hasHost, err := parse(raw)
	if err != nil || !u.IsHTTP() {
		if m.invalid++; m.invalid == 1 {
			m.firstInvalid = raw
		}
		return u, false
	}
	if u, ok = m.place(u, hasHost); !ok {
		if m.outside++; m.outside == 1 {
			m.firstOutside = raw
		}
	}
	return u, ok
}

// place is find for a URL that was read.
func (m *mapper) place(u weburl.URL, hasHost bool) (weburl.URL, bool) {
	if m.isBelow {
		return m.below(u, u.Path[1:])
	}
	if hasHost {
		if internal, ok := m.scope.Internal(u); ok {
			return internal, true
		}
		if hostName(u) != hostName(m.home) {
			return u, false
		}
		if served := m.scope.Served(); m.scope.Known() && hostName(served) == hostName(u) {
			// It may differ in the scheme and in "www.".
			u.Scheme, u.Host = served.Scheme, served.Host
			if internal, ok := m.scope.Internal(u); ok || m.home.Path == "" {
				return internal, ok
			}
		}
		if m.home.Path != "" {
			path, ok := strings.CutPrefix(u.Path, m.home.Path)
			if !ok && u.Path+"/" != m.home.Path {
				return u, false
			}
			if !ok {
				path = ""
			}
			return m.below(u, path)
		}
	}
	if !m.stripsBase {
		return m.below(u, u.Path[1:])
	}
	path, ok := strings.CutPrefix(u.Path, m.scope.Base())
	if !ok && u.Path+"/" != m.scope.Base() {
		return u, false
	}
	if !ok {
		path = ""
	}
	return m.below(u, path)
}

// below is the page of the new site at a path below its base path, with the query of u.
func (m *mapper) below(u weburl.URL, path string) (weburl.URL, bool) {
	query := u.Query
	u = m.scope.Page(path)
	u.Query = query
	return u, true
}

// report says which URLs were not compared.
func (m *mapper) report(c *comparison) {
	if m.invalid > 0 {
		c.problem("could not read %s of the old site, such as %q: a URL must start with http://, https:// or /", check.Count(m.invalid, "URL"), weburl.Redact(m.firstInvalid))
	}
	if m.outside > 0 {
		c.note("compare: in %q, %s not of this site, such as %q, and not compared; if they are, set site-url",
			c.shown(), counted(m.outside, "URL", "is", "are"), weburl.Redact(m.firstOutside))
	}
}

// counted returns a number with its noun and verb.
func counted(n int, noun, one, many string) string {
	if n == 1 {
		return check.Count(n, noun) + " " + one
	}
	return check.Count(n, noun) + " " + many
}
