package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// destination is where one link leads.
type destination struct {
	// url has no fragment. For an internal one it is where the site is read.
	url weburl.URL
	// fragment is what stands after "#", as the URL standard writes it.
	fragment string
	internal bool
	// reason is not empty when the target is not to be asked for: a skip, or
	// link.InvalidURL.
	reason link.Reason
	// rule is the one that holds for the target; nil for none.
	rule *config.Rule
}

// resolve is destination for a link, which its author may have marked.
func (j *Job) resolve(from base, l *link.Link) destination {
	d := j.destination(from.of(l), l.Raw)
	if d.internal && d.reason == "" && j.elsewhere != nil && l.Element == "a" {
		d = j.abroad(d, l.Raw)
	}
	if l.OnSite {
		// It names a thing, and so does its fragment.
		d.fragment = ""
	}
	if l.Ignored {
		d.reason = link.Ignored
	}
	return d
}

// destination resolves raw as a browser does.
func (j *Job) destination(from base, raw string) destination {
	u, err := from.resolve(raw)
	if err != nil {
		return j.unreadable(raw)
	}
	return j.bound(u)
}

// abroad is d, to which a link leads that reads raw, unless raw names a host and
// something else than the directory is likely to serve d: then whoever does is asked.
func (j *Job) abroad(d destination, raw string) destination {
	u, err := weburl.Parse(raw)
	if err != nil || !u.IsHTTP() || !j.elsewhere(j.Space.TargetPath(d.url)) {
		return d
	}
	return j.settle(destination{url: u.Document(), fragment: d.fragment}, u.Fragment)
}

// bound reports whether the URL that a link leads to is of the site, and whether the
// settings leave it out.
func (j *Job) bound(u weburl.URL) destination {
	d := destination{url: u.Document()}
	if u.Fragment != "" {
		// What asks for a text on the page is not part of what names a place there.
		d.fragment, _, _ = strings.Cut(u.Fragment[1:], ":~:")
	}
	if !u.IsHTTP() {
		d.reason = link.UnsupportedScheme
		return d
	}
	d.url, d.internal = j.Space.Own(d.url)
	return j.settle(d, u.Fragment)
}

// settle reports whether the settings leave out what has that fragment.
func (j *Job) settle(d destination, fragment string) destination {
	switch {
	case j.excluded(d, fragment):
		d.reason = link.Excluded
	case !d.internal && !j.Config.External:
		d.reason = link.ExternalOff
	default:
		d.rule = j.rule(d)
		if d.rule.Is(config.VerdictIgnore) {
			d.reason = link.Excluded
		}
	}
	return d
}

// unreadable is destination for what no browser reads as a URL. Nobody can ask
// for it, so that a rule which takes it for ok leaves it out.
func (j *Job) unreadable(raw string) destination {
	d := destination{reason: link.InvalidURL}
	if j.Rules != nil {
		d.rule = j.Rules.find(raw)
	}
	if j.excludes(raw) || d.rule.Is(config.VerdictIgnore) || d.rule.Is(config.VerdictOK) {
		d.reason = link.Excluded
	}
	return d
}

// excluded reports whether include or exclude leaves a target out: include
// selects, exclude takes away from that.
func (j *Job) excluded(d destination, fragment string) bool {
	include, exclude := j.Config.Include, j.Config.Exclude
	if include.Empty() && exclude.Empty() {
		return false
	}
	names := j.names(d)
	if fragment != "" {
		for _, name := range names {
			names = append(names, name+fragment)
		}
	}
	included, excluded := true, j.excludes(names...)
	if use := j.uses.include; use != nil {
		included = use.match(names...)
	} else if !include.Empty() {
		included = include.Match(names...)
	}
	return !included || excluded
}

// excludes reports whether exclude names one of the forms of a target.
func (j *Job) excludes(names ...string) bool {
	if use := j.uses.exclude; use != nil {
		return use.match(names...)
	}
	return j.Config.Exclude.Match(names...)
}

// names are the forms of a target that a user's pattern may be written for: the
// whole URL, and for the site's own the path that the report shows and the URLs at
// all places of the site.
func (j *Job) names(d destination) []string {
	if !d.internal {
		return []string{d.url.Redacted()}
	}
	return append([]string{j.Space.Target(d.url)}, j.Space.Names(d.url)...)
}

// pageExcluded reports whether links are not to be read from the own page u.
func (j *Job) pageExcluded(u weburl.URL) bool {
	patterns := j.Config.ExcludePages
	if patterns.Empty() {
		return false
	}
	names := j.names(destination{url: u, internal: true})
	if use := j.uses.excludePages; use != nil {
		return use.match(names...)
	}
	return patterns.Match(names...)
}

// display is how the report shows a target.
func (j *Job) display(u weburl.URL, internal bool) string {
	if internal {
		return j.Space.Target(u)
	}
	return u.Redacted()
}

// fragments tells whose fragments are looked up by the settings, for what the
// rule holds for: one of config's Fragments constants.
func (j *Job) fragments(rule *config.Rule) string {
	if rule != nil && rule.Fragments != "" {
		return rule.Fragments
	}
	return j.Config.Fragments
}

// judges reports whether the fragment of a link that leads to d is looked up.
func (j *Job) judges(d *destination) bool {
	switch j.fragments(d.rule) {
	case config.FragmentsNone:
		return false
	case config.FragmentsInternal:
		if !d.internal {
			return false
		}
	}
	return !weburl.Indicated(d.fragment, func(string) bool { return false })
}
