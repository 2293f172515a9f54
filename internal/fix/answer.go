package fix

import (
	"slices"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/source"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// answer is where the links of a finding should lead.
type answer struct {
	from, to  weburl.URL
	isCertain bool
}

// siteHost stands for the host of the site, whose targets are paths. It does not exist.
const siteHost = "linkvet.invalid"

// parse reads a target or a suggestion. ok is false for other URLs than of http and https, and
// for one with user info.
func parse(target string) (u weburl.URL, ok bool) {
	if strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "//") {
		target = "https://" + siteHost + target
	}
	u, err := weburl.Parse(target)
	return u, err == nil && u.IsHTTP() && u.User == ""
}

// decider knows what the answers of a report depend on.
type decider struct {
	opt Options
	// base is the path of the site on its host.
	base string
	// lost are the paths of the old site that lead nowhere, and collecting the external URLs to
	// which pages of several names redirect.
	lost, collecting map[string]bool
	// sources are the keys of the tracked texts, by their last segment.
	sources map[string][]string
}

func newDecider(r *link.Report, opt Options) *decider {
	d := &decider{opt: opt, base: "/", lost: map[string]bool{}, collecting: map[string]bool{}, sources: map[string][]string{}}
	if site, err := weburl.Parse(r.SiteURL); err == nil {
		d.base = site.Path
	}
	comesFrom := map[string]string{}
	for i := range r.Findings {
		f := &r.Findings[i]
		switch {
		case f.Reason == link.URLLost:
			d.lost[f.Target] = true
		case f.Reason == link.MovedPermanently && !f.Internal:
			from, ok := parse(f.Target)
			to, known := parse(f.Suggestion)
			if end := to.Document().String(); ok && known {
				name := strings.ToLower(strings.Join(stems(from.Path), "/")) + from.Query
				d.collecting[end] = d.collecting[end] || comesFrom[end] != "" && comesFrom[end] != name
				comesFrom[end] = name
			}
		}
	}
	for name := range opt.Tracked {
		if source.IsProse(name) {
			k := pagekey.Loose(pagekey.Of(name))
			d.sources[pagekey.Last(k)] = append(d.sources[pagekey.Last(k)], k)
		}
	}
	return d
}

// answer returns where the links of a finding should lead.
func (d *decider) answer(f *link.Finding) (a answer) {
	right, isMoved := f.Suggestion, false
	if f.Internal && (f.Reason == link.NotFound || f.Reason == link.Gone) && d.opt.Moved != nil {
		if to, ok := d.opt.Moved(f.Target); ok {
			right, isMoved = to, true
		}
	}
	if rest, ok := strings.CutPrefix(right, d.base); ok && !isMoved && f.Reason != link.MovedPermanently && len(stems(right)) > len(stems(f.Target)) {
		right = "/" + rest // the suggestion has the base path, as the links have it
	}
	var ok, known bool
	a.from, ok = parse(f.Target)
	a.to, known = parse(right)
	switch {
	case !ok || !known:
	case isMoved:
		a.isCertain = true
	case f.Reason == link.MovedPermanently:
		a.isCertain = d.follows(f, &a)
	case f.Reason == link.CaseMismatch || f.Reason == link.NotFound:
		if f.Reason == link.CaseMismatch {
			a.to.Query = a.from.Query // the suggestion is the path alone
		}
		a.from.Fragment, a.to.Fragment = "", ""
		// The page of a source that is not built has no other name.
		isUnbuilt := f.Reason == link.NotFound && d.hasSource(a.from.Path) && !d.hasSource(a.to.Path)
		a.isCertain = !isUnbuilt && a.from.Origin() == a.to.Origin() && a.from.Query == a.to.Query &&
			d.isSpelling(f, stems(a.from.Path), stems(a.to.Path))
	case f.Reason == link.FragmentNotFound:
		a.isCertain = a.from.Document() == a.to.Document() && len(a.from.Fragment) > 1 && len(a.to.Fragment) > 1 &&
			d.isSpelling(f, []string{a.from.Fragment[1:]}, []string{a.to.Fragment[1:]})
	}
	return a
}

// hasSource reports whether the path of a text that git tracks ends with that of a page.
func (d *decider) hasSource(page string) bool {
	want := pagekey.Loose(pagekey.Of(page))
	return want != "" && slices.ContainsFunc(d.sources[pagekey.Last(want)], func(k string) bool { return strings.HasSuffix("/"+k, "/"+want) })
}

// stems parts a path into the names of its folders and its page, without what hosts and
// generators add: a slash at the end, the name of an index file, and the extension of a page.
func stems(path string) []string {
	all := strings.Split(pagekey.Of(path), "/")
	if all[0] == "" {
		return nil
	}
	return all
}

// isSpelling reports whether names are others without doubt: they differ in case, in how words
// are parted, and by one typo at most. A name that was right once, or that a link reads, is no
// typo: where the page "contact" was removed, "Contact us" leads to no page "contract".
func (d *decider) isSpelling(f *link.Finding, from, to []string) bool {
	if len(from) != len(to) || slices.Equal(from, to) && f.Reason == link.FragmentNotFound {
		return false
	}
	typos := 0
	for i := range from {
		switch n := suggest.Typos(from[i], to[i]); {
		case n < 0:
			return false
		case n == 0:
			continue
		}
		typos++
		right := words(weburl.Unescape(to[i]))
		for _, word := range words(weburl.Unescape(from[i])) {
			if !slices.Contains(right, word) && slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool { return slices.Contains(words(o.Text), word) }) {
				return false
			}
		}
	}
	path, _, _ := strings.Cut(f.Target, "?")
	return typos == 0 || typos == 1 && !d.lost[path]
}

// words are those of a text, in lower case, without the "s" of a plural.
func words(text string) []string {
	all := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i := range all {
		all[i] = strings.TrimSuffix(all[i], "s")
	}
	return all
}

// permalinks are hosts whose addresses stay the same because they redirect, and aliases name a
// version that changes with each release.
var (
	permalinks = strings.Fields("doi.org dx.doi.org purl.org w3id.org hdl.handle.net n2t.net identifiers.org aka.ms go.microsoft.com " +
		"bit.ly t.co tinyurl.com goo.gl git.io youtu.be g.co shorturl.at is.gd")
	aliases = strings.Fields("latest stable current lts")
)

// follows reports whether a link should lead to the end of its permanent redirect.
func (d *decider) follows(f *link.Finding, a *answer) bool {
	if f.Status != 0 && (f.Status < 200 || f.Status > 299) || len(f.Redirects) == 0 {
		return false
	}
	isSecure := !f.Internal && a.from.Scheme == "https"
	for _, hop := range append([]link.Redirect{{URL: f.Suggestion}}, f.Redirects...) {
		u, ok := parse(hop.URL)
		if !ok || isSecure && u.Scheme == "http" || pagekind.CatchAll(a.from, u) != "" {
			return false
		}
		isSecure = isSecure || u.Scheme == "https" && !f.Internal
	}
	from, to := stems(a.from.Path), stems(a.to.Path)
	isAlias := func(segment string) bool { return slices.Contains(aliases, strings.ToLower(segment)) }
	isNewLanguage := func(name string) bool {
		return !slices.Contains(from, name) && pagekind.IsHome(weburl.URL{Path: "/" + name})
	}
	hasNameOf := func(name string) bool {
		return slices.ContainsFunc(to, func(other string) bool { return suggest.Typos(name, other) >= 0 })
	}
	switch {
	case a.from.Query != a.to.Query && a.to.Query != "", // such as a session
		slices.Contains(permalinks, strings.TrimPrefix(a.from.Host, "www.")),
		slices.ContainsFunc(from, isAlias) && !slices.ContainsFunc(to, isAlias),
		len(to) == len(from)+1 && slices.ContainsFunc(to, isNewLanguage): // by the language of the reader
		return false
	case f.Internal || a.to.Host == siteHost:
		return true
	case d.collecting[a.to.Document().String()],
		len(to) < len(from) && len(to) > 0 && slices.Equal(from[:len(to)], to): // a folder around it
		return false
	}
	// A page of another site must have a similar name.
	return ownerOf(a.from) == ownerOf(a.to) || slices.ContainsFunc(from, hasNameOf)
}

// ownerOf is the part of a host that its owner has chosen, as far as the last two labels tell.
func ownerOf(u weburl.URL) string {
	labels := strings.Split(u.Host, ".")
	return strings.Join(labels[max(len(labels)-2, 0):], ".")
}
