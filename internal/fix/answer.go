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
	from, to weburl.URL
	// likely is the answer as people read it; empty for none.
	likely string
	// why says why it is not certain; empty for one that is.
	why string
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
	// slashes is as in Plan.
	slashes int
}

// maxSlashes is how many links only a slash at the end may keep from their pages before that is
// the fault of a setting.
const maxSlashes = 20

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
		case f.Reason == link.MovedPermanently:
			from, ok := parse(f.Target)
			to, known := parse(f.Suggestion)
			if f.Internal && r.SlashEnd(f) != "" {
				d.slashes += len(f.Occurrences)
			} else if end := to.Document().String(); ok && known && !f.Internal {
				name := strings.ToLower(strings.Join(stems(from.Path), "/")) + from.Query
				d.collecting[end] = d.collecting[end] || comesFrom[end] != "" && comesFrom[end] != name
				comesFrom[end] = name
			}
		}
	}
	if d.slashes <= maxSlashes {
		d.slashes = 0
	}
	for name := range opt.Tracked {
		if source.IsProse(name) {
			k := pagekey.Loose(pagekey.Of(name))
			d.sources[pagekey.Last(k)] = append(d.sources[pagekey.Last(k)], k)
		}
	}
	return d
}

// onlyLikely says why a suggestion is no answer.
const onlyLikely = "the suggestion is likely, but not certain"

// answer returns where the links of a finding should lead.
func (d *decider) answer(f *link.Finding) answer {
	a := answer{likely: f.Suggestion}
	isMoved := false
	if f.Internal && (f.Reason == link.NotFound || f.Reason == link.Gone) && d.opt.Moved != nil {
		if to, ok := d.opt.Moved(f.Target); ok {
			a.likely, isMoved = to, true
		}
	}
	right := a.likely
	if rest, ok := strings.CutPrefix(right, d.base); ok && !isMoved && f.Reason != link.MovedPermanently && len(stems(right)) > len(stems(f.Target)) {
		right = "/" + rest // the suggestion has the base path, as the links have it
	}
	var ok, known bool
	a.from, ok = parse(f.Target)
	a.to, known = parse(right)
	if !ok || !known {
		a.why = "no answer is known"
		return a
	}
	switch {
	case isMoved:
	case f.Reason == link.MovedPermanently:
		a.why = d.redirected(f, &a)
	case f.Reason == link.CaseMismatch || f.Reason == link.NotFound:
		if f.Reason == link.CaseMismatch {
			a.to.Query = a.from.Query // the suggestion is the path alone
		}
		a.from.Fragment, a.to.Fragment = "", ""
		if a.from.Origin() != a.to.Origin() || a.from.Query != a.to.Query || !d.isSpelling(f, stems(a.from.Path), stems(a.to.Path)) {
			a.why = onlyLikely
		}
	case f.Reason == link.FragmentNotFound:
		if a.from.Document() != a.to.Document() || len(a.from.Fragment) < 2 || len(a.to.Fragment) < 2 ||
			!d.isSpelling(f, []string{a.from.Fragment[1:]}, []string{a.to.Fragment[1:]}) {
			a.why = onlyLikely
		}
	default:
		a.why = onlyLikely
	}
	if f.Reason == link.NotFound && !isMoved && d.hasSource(a.from.Path) && !d.hasSource(a.to.Path) {
		a.why = "a source file has this name; its page was not built"
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

// redirected says why a permanent redirect is not followed by the link; empty when it is.
func (d *decider) redirected(f *link.Finding, a *answer) string {
	switch {
	case f.Status != 0 && (f.Status < 200 || f.Status > 299):
		return "its end does not answer with success"
	case len(f.Redirects) == 0:
		return "its redirects are not known"
	}
	isSecure := !f.Internal && a.from.Scheme == "https"
	for _, hop := range append([]link.Redirect{{URL: a.likely}}, f.Redirects...) {
		u, ok := parse(hop.URL)
		if !ok || isSecure && u.Scheme == "http" {
			return "it redirects from https to http"
		}
		isSecure = isSecure || u.Scheme == "https" && !f.Internal
		if kind := pagekind.CatchAll(a.from, u); kind != "" {
			return "it redirects to " + kind
		}
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
	case a.from.Query != a.to.Query && a.to.Query != "":
		return "it redirects to another query"
	case slices.Contains(permalinks, strings.TrimPrefix(a.from.Host, "www.")):
		return "it is a permanent address, made to redirect"
	case slices.ContainsFunc(from, isAlias) && !slices.ContainsFunc(to, isAlias):
		return "it is an address for the latest version"
	case len(to) == len(from)+1 && slices.ContainsFunc(to, isNewLanguage):
		return "it redirects by the language of the reader"
	case f.Internal || a.to.Host == siteHost:
		return ""
	case d.collecting[a.to.Document().String()]:
		return "other pages redirect there, too"
	case len(to) < len(from) && len(to) > 0 && slices.Equal(from[:len(to)], to):
		return "it redirects to a folder around it"
	case ownerOf(a.from) != ownerOf(a.to) && !slices.ContainsFunc(from, hasNameOf):
		return "it redirects to a page of another site with another name"
	}
	return ""
}

// ownerOf is the part of a host that its owner has chosen, as far as the last two labels tell.
func ownerOf(u weburl.URL) string {
	labels := strings.Split(u.Host, ".")
	return strings.Join(labels[max(len(labels)-2, 0):], ".")
}
