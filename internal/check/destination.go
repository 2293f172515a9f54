package check

import (
	"hash/fnv"
	"strings"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Destination is where one link leads.
type Destination struct {
	// URL has no fragment. For an internal one it is where the site is read.
	URL weburl.URL
	// Fragment is what is after "#", as the URL standard writes it.
	Fragment string
	Internal bool
	// Reason is not empty when the target is not to be asked for: a skip, or
	// link.InvalidURL.
	Reason link.Reason
	// OtherShare is whether it is excluded only because another share requests its host.
	OtherShare bool
	// PastBase is whether it is internal only because no host is known: it does not have
	// the base path.
	PastBase bool
	// Rule is the one that holds for the target; nil for none.
	Rule *config.Rule
}

// DestinationOf reports whether the URL that a link leads to is of the site, and whether the
// settings leave it out, or which rule holds for it.
func (j *Job) DestinationOf(u weburl.URL) Destination {
	d := Destination{URL: u.Document()}
	if u.Fragment != "" {
		// What asks for a text on the page is not part of what names a place there.
		d.Fragment, _, _ = strings.Cut(u.Fragment[1:], ":~:")
	}
	if !u.IsHTTP() {
		d.Reason = link.UnsupportedScheme
		return d
	}
	d.PastBase = j.Scope.IsPastBase(d.URL)
	d.URL, d.Internal = j.Scope.Internal(d.URL)
	if !d.Internal && site.IsNowhere(d.URL) || j.Excluded(d, u.Fragment) {
		d.Reason = link.Excluded
		return d
	}
	// A rule for what is left out for other reasons is about something, too.
	rule := j.RuleOf(d.URL, d.Internal)
	switch {
	case !d.Internal && !j.inShare(d.URL.Host):
		d.Reason, d.OtherShare = link.Excluded, true
	case !d.Internal && !j.Config.External:
		d.Reason = link.ExternalOff
	case rule.Is(config.VerdictIgnore):
		d.Reason, d.Rule = link.Excluded, rule
	default:
		d.Rule = rule
	}
	return d
}

// InvalidDestination is where a link leads that no browser reads as a URL. It cannot
// be requested, so a rule with the verdict ok leaves it out.
func (j *Job) InvalidDestination(raw string) Destination {
	d := Destination{Reason: link.InvalidURL}
	if j.Rules != nil {
		d.Rule = j.Rules.find(raw)
	}
	if j.matches(exclude, raw) || j.IsOtherShare() || d.Rule.Is(config.VerdictIgnore) || d.Rule.Is(config.VerdictOK) {
		d.Reason = link.Excluded
	}
	return d
}

// IsOtherShare reports whether another share of the directory judges the links of the site
// itself. This one follows them all the same: a host may send one on to another host, and a
// file may be known as a style sheet only by a link to it.
func (j *Job) IsOtherShare() bool { return j.Config.Shard.Index > 1 }

// inShare reports whether this run requests an external host for a link: each belongs to one
// share, on every machine to the same, so that its limits hold. Redirects lead to any host.
func (j *Job) inShare(host string) bool {
	shard := j.Config.Shard
	if shard.Count == 0 {
		return true
	}
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(host)) // which never fails
	return hash.Sum64()%uint64(shard.Count) == uint64(shard.Index-1)
}

// Excluded reports whether include or exclude leaves a target out: include
// selects, exclude takes away from that.
func (j *Job) Excluded(d Destination, fragment string) bool {
	isChosen := !j.Config.Include.Empty()
	if !isChosen && j.Config.Exclude.Empty() {
		return false
	}
	names := j.names(d.URL, d.Internal)
	if fragment != "" {
		for _, name := range names {
			names = append(names, name+fragment)
		}
	}
	excluded := j.matches(exclude, names...)
	return isChosen && !j.matches(include, names...) || excluded
}

// PageExcluded reports whether links are not to be read from the internal page u.
func (j *Job) PageExcluded(u weburl.URL) bool {
	return !j.Config.ExcludePages.Empty() && j.matches(excludePages, j.names(u, true)...)
}

// ExcludesSitemap reports whether exclude names the sitemap at u. include has no say: it
// chooses links, and a sitemap is where these are found.
func (j *Job) ExcludesSitemap(u weburl.URL, internal bool) bool {
	return j.matches(exclude, j.names(u, internal)...)
}

// names are the forms of a target that a user's pattern may be written for: the
// whole URL, and for the site's own the path that the report shows and the URLs at
// all places of the site.
func (j *Job) names(u weburl.URL, internal bool) []string {
	if !internal {
		return []string{u.Redacted()}
	}
	return append([]string{j.Scope.Target(u)}, j.Scope.Names(u)...)
}

// DisplayName is how the report shows a target.
func (j *Job) DisplayName(u weburl.URL, internal bool) string {
	if internal {
		return j.Scope.Target(u)
	}
	return u.Redacted()
}

// FragmentSetting returns which fragments are looked up for links under a rule: one of
// config's Fragments constants.
func (j *Job) FragmentSetting(rule *config.Rule) string {
	if rule != nil && rule.Fragments != "" {
		return rule.Fragments
	}
	return j.Config.Fragments
}

// JudgesFragment reports whether the fragment of a link that leads to d is looked up.
func (j *Job) JudgesFragment(d *Destination) bool {
	setting := j.FragmentSetting(d.Rule)
	if setting == config.FragmentsNone || setting == config.FragmentsInternal && !d.Internal {
		return false
	}
	return !weburl.IsAnywhere(d.Fragment)
}
