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
	// target is what the report calls it: its path and query below the base path. A site may have
	// very many pages, so that its URL is made of that when it is needed.
	target string
	// old is the number of the first URL of the inventory that leads there.
	old int32
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
}

// newMapper looks at all URLs of the old site, to find out which host and base path it had.
func newMapper(scope *site.Scope, old *inventory) *mapper {
	m := &mapper{scope: scope, home: old.home, isBelow: old.isBelow}
	if m.isBelow || m.home.Scheme != "" {
		return m
	}
	hosts, isInternal := map[string]int{}, false
	for i := range old.urls {
		u, hasHost, err := parse(old.urls[i].raw)
		if err != nil {
			continue
		}
		m.stripsBase = m.stripsBase || strings.HasPrefix(u.Path, scope.Base())
		if hasHost {
			_, internal := scope.Internal(u)
			isInternal = isInternal || internal
			hosts[hostName(u)]++
		}
	}
	most := 0
	for host, n := range hosts {
		if n > most || n == most && host < m.home.Host {
			m.home.Host, most = host, n
		}
	}
	if isInternal {
		m.home.Host = hostName(scope.Served())
	}
	return m
}

// hostName is the host of a URL, under which its site is also found with "www." before it.
func hostName(u weburl.URL) string { return strings.TrimPrefix(u.Host, "www.") }

// anyHost stands for the place of a site of which only paths are known.
var anyHost = weburl.URL{Scheme: "https", Host: "linkvet.invalid", Path: "/"}

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

// mapPages finds the URLs of the old site on the new one, each once, and says which were not
// compared.
func (c *Comparison) mapPages() {
	c.pages = make([]page, 0, len(c.old.urls))
	known := make(map[uint64]int32, len(c.old.urls))
	invalid, firstInvalid := 0, ""
	for i := range c.old.urls {
		raw := c.old.urls[i].raw
		u, hasHost, err := parse(raw)
		if err != nil || !u.IsHTTP() {
			if invalid++; invalid == 1 {
				firstInvalid = raw
			}
			continue
		}
		if u, ok := c.mapper.place(u, hasHost); ok {
			target := c.job.Scope.Target(u)
			if target == raw {
				target = raw // so that it is in memory once
			}
			hash := maphash.String(check.HashSeed, target)
			if at, isKnown := known[hash]; !isKnown || c.pages[at].target != target {
				known[hash] = int32(len(c.pages))
				c.pages = append(c.pages, page{target: target, old: int32(i)})
			}
			continue
		}
		c.old.addOutside(raw)
	}
	if invalid > 0 {
		c.problem("could not read %s of the old site, such as %q: a URL must start with http://, https:// or /", check.Count(invalid, "URL"), weburl.Redact(firstInvalid))
	}
	if n := c.old.outside; n > 0 {
		c.note("compare: in %q, %s %s not of this site, such as %q, and not compared; if they are, set site-url",
			c.shown(), check.Count(n, "URL"), check.Plural(n, "is", "are"), weburl.Redact(c.old.firstOutside))
	}
}

// place returns where the new site has a URL of the old one; ok is false when it is not of the site.
func (m *mapper) place(u weburl.URL, hasHost bool) (at weburl.URL, ok bool) {
	base := "/"
	if m.stripsBase {
		base = m.scope.Base()
	}
	if hasHost && !m.isBelow {
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
			base = m.home.Path
		}
	}
	path, ok := strings.CutPrefix(u.Path, base)
	if !ok && u.Path+"/" != base {
		return u, false
	}
	if !ok {
		path = ""
	}
	at = m.scope.Page(path)
	at.Query = u.Query
	return at, true
}

// urlOf returns the URL of a page on the new site.
func (m *mapper) urlOf(p *page) weburl.URL {
	path, query := check.CutQuery(p.target)
	u := m.scope.Page(path[1:])
	u.Query = query
	return u
}
