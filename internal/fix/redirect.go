package fix

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// redirected says why a permanent redirect is not followed by the link; empty when it is.
func redirected(f *link.Finding, c change, opt Options) string {
	if f.Status != 0 && (f.Status < 200 || f.Status > 299) {
		return "its end does not answer with success"
	}
	from, hops := hopsOf(f, c)
	if hops == nil {
		return noAnswer
	}
	scheme := from.Scheme
	for _, hop := range hops {
		if scheme == "https" && hop.Scheme == "http" {
			return "it redirects from https to http"
		}
		scheme = hop.Scheme
		if kind := site.CatchAll(from, hop); kind != "" {
			return "it redirects to " + kind
		}
	}
	switch {
	case c.to.origin != c.from.origin && !isSameSite(c) && isStart(c.to) && c.to.origin != "":
		return "it redirects to the start page of another site"
	case c.from.query != c.to.query && c.to.query != "":
		return "it redirects to another query"
	case isPermalink(from.Host):
		return "it is a permanent address, made to redirect"
	case isAlias(c.from.path) && !isAlias(c.to.path):
		return "it is an address for the latest version"
	case c.from.path != c.to.path && addsLanguage(c.from.path, c.to.path):
		return "it redirects by the language of the reader"
	}
	return collects(c, opt)
}

// hopsOf returns the first URL of a redirected finding, and all that it leads through. hops
// is nil when one cannot be read.
func hopsOf(f *link.Finding, c change) (from weburl.URL, hops []weburl.URL) {
	for _, hop := range f.Redirects {
		// Without a known place of the site, its hops are paths.
		at, ok := read(hop.URL)
		if at.origin == "" {
			at.origin = siteHost
		}
		u, err := weburl.Parse(at.origin + at.path + at.query)
		if err != nil || !ok {
			return from, nil
		}
		hops = append(hops, u)
	}
	if len(hops) == 0 {
		return from, nil
	}
	if c.from.origin != "" {
		from, err := weburl.Parse(f.Target)
		if err != nil {
			return from, nil
		}
		return from, hops
	}
	// A link of the site begins where its first hop is.
	from = hops[0]
	from.Path, from.Query, from.Fragment = c.from.path, c.from.query, ""
	return from, hops
}

// isStart reports whether a target is the start page of its host.
func isStart(a address) bool {
	u, err := weburl.Parse(a.origin + a.path + a.query)
	return err == nil && site.IsHome(u)
}

// isSameSite reports whether both hosts of an external redirect are the same but for "www.".
func isSameSite(c change) bool {
	return host(c.from.origin) == host(c.to.origin)
}

// host returns the host of an origin without "www.".
func host(origin string) string {
	_, host, _ := strings.Cut(origin, "://")
	return strings.TrimPrefix(host, "www.")
}

// permalinks are hosts whose addresses stay the same because they redirect.
var permalinks = []string{
	"doi.org", "dx.doi.org", "purl.org", "w3id.org", "hdl.handle.net", "n2t.net", "identifiers.org", "aka.ms", "go.microsoft.com",
	"bit.ly", "t.co", "tinyurl.com", "goo.gl", "git.io", "youtu.be", "g.co", "shorturl.at", "is.gd",
}

// isPermalink reports whether a host serves addresses that are made to redirect.
func isPermalink(host string) bool {
	return slices.Contains(permalinks, strings.TrimPrefix(host, "www."))
}

// isAlias reports whether a path names a version that changes with each release.
func isAlias(path string) bool {
	return slices.ContainsFunc(segments(strings.ToLower(path)), func(s string) bool {
		return s == "latest" || s == "stable" || s == "current" || s == "lts"
	})
}

// addsLanguage reports whether a path differs from another only by a segment for a language,
// such as "en-us".
func addsLanguage(from, to string) bool {
	a, b := stems(from), stems(to)
	if len(b) != len(a)+1 {
		return false
	}
	i := 0
	for i < len(a) && suggest.Compare(a[i], b[i]) <= suggest.OtherCase {
		i++
	}
	if !slices.EqualFunc(a[i:], b[i+1:], func(x, y string) bool { return suggest.Compare(x, y) <= suggest.OtherCase }) {
		return false
	}
	u := weburl.URL{Scheme: "https", Host: "a.invalid", Path: "/" + b[i]}
	return site.IsHome(u)
}
