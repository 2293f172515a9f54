package report

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

// Cause is what several findings have in common.
type Cause uint8

// The causes. Of several that make as many findings, the first one counts.
const (
	NoCause Cause = iota
	// AboveRoot are links that climb above the root of the site.
	AboveRoot
	// Folder is a folder that the site does not have: its targets are missing.
	Folder
	// SourceLine is one line of a source.
	SourceLine
	// SourceFile is a source whose links are on several pages, such as a layout.
	SourceFile
	// PossibleLine is the place, or the places, that may be the source of all links.
	PossibleLine
	// SameLink is one relative link, written the same on many pages, that leads to
	// another target on each of them, and whose source is not known.
	SameLink
	// Anchors is a page without the anchors that links to it name.
	Anchors
	// OwnAnchors are links to anchors of their own page that are named like the text of the
	// link, as a template makes them of tags or headings.
	OwnAnchors
	// Host is another site that gives the same result for all targets.
	Host
	// HTTPS is a redirect that only changes http to https.
	HTTPS
	// Moved is a site that redirects to another host.
	Moved
)

// minFindings is how many findings make a group. Two targets that share a folder may be
// chance; two on one line of a source are together in any case.
var minFindings = [...]int{
	AboveRoot: 2, Folder: 3, SourceLine: 2, SourceFile: 2, PossibleLine: 3, SameLink: 3, Anchors: 3, OwnAnchors: 5, Host: 3, HTTPS: 3, Moved: 3,
}

// cause is a possible cause of a finding.
type cause struct {
	kind Cause
	name string
	// reason separates the findings about one host.
	reason link.Reason
}

// causesOf returns what may be the cause of a finding, in the order of the constants.
func causesOf(f *link.Finding) []cause {
	switch {
	case f.Reason == link.NotReached, isLost(f):
		return nil
	case f.Verdict == link.Redirected:
		return redirectCauses(f)
	case f.Verdict == link.Unverified:
		return hostCause(f)
	}
	if f.AboveRoot {
		return []cause{{kind: AboveRoot}}
	}
	var all []cause
	if f.MissingFolder != "" {
		all = append(all, cause{kind: Folder, name: f.MissingFolder})
	}
	all = append(all, sourceCauses(f)...)
	if value := sharedValue(f); value != "" {
		all = append(all, cause{kind: SameLink, name: value})
	}
	if page, _, ok := strings.Cut(f.Target, "#"); ok && f.Reason == link.FragmentNotFound {
		all = append(all, cause{kind: Anchors, name: page})
		if isOwnAnchor(f) {
			all = append(all, cause{kind: OwnAnchors})
		}
	}
	switch f.Reason {
	case link.DNSNotFound, link.TLSInvalid:
		all = append(all, hostCause(f)...)
	}
	return all
}

// sourceCauses are the source that puts the link on most pages, or else the places that
// may be the source of every link.
func sourceCauses(f *link.Finding) []cause {
	all := stableSpots(f)
	if len(all) == 0 {
		return nil
	}
	if all[0].isSource() {
		best := &all[0]
		for i := range all {
			if all[i].isSource() && all[i].pages > best.pages {
				best = &all[i]
			}
		}
		causes := []cause{{kind: SourceLine, name: at(best.file, best.line, 0)}}
		if best.pages > 1 {
			causes = append(causes, cause{kind: SourceFile, name: best.file})
		}
		return causes
	}
	first := possibleSources(all[0].first)
	for i := range all {
		if possibleSources(all[i].first) != first {
			return nil
		}
	}
	if first == "" {
		return nil
	}
	return []cause{{kind: PossibleLine, name: first}}
}

// possibleSources names the candidates of an occurrence.
func possibleSources(o *link.Occurrence) string {
	names := make([]string, 0, maxPlaces)
	for i, c := range o.Candidates {
		if i == maxPlaces {
			break
		}
		names = append(names, at(c.File, c.Line, 0))
	}
	return strings.Join(names, ", ")
}

// sharedValue is the relative link that all pages have to a target; empty when they write
// it in several ways, or in one that means the same on every page, or when a source is known:
// the pages of several translations have equal links, too, each in a source of its own.
func sharedValue(f *link.Finding) string {
	if len(f.Occurrences) == 0 {
		return ""
	}
	value, element := f.Occurrences[0].Link, f.Occurrences[0].Element
	if value == "" || strings.HasPrefix(value, "/") || strings.Contains(value, "://") || element == link.RuleElement || element == link.OldURLElement {
		return ""
	}
	if slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool { return o.Link != value || o.Source != nil }) {
		return ""
	}
	return value
}

// isOwnAnchor reports whether all links of a finding are to an anchor of their own page that
// is named like their text, without a known source.
func isOwnAnchor(f *link.Finding) bool {
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		fragment, ok := strings.CutPrefix(o.Link, "#")
		if !ok || o.Source != nil || len(o.Candidates) > 0 {
			return false
		}
		if decoded, err := url.PathUnescape(fragment); err == nil {
			fragment = decoded
		}
		if name := lettersOf(fragment); name == "" || name != lettersOf(o.Text) {
			return false
		}
	}
	return len(f.Occurrences) > 0
}

// lettersOf returns the letters and digits of s in lower case.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// hostCause is the host of an external target, with the reason that it gives.
func hostCause(f *link.Finding) []cause {
	if f.Internal {
		return nil
	}
	if host := hostOf(f.Target); host != "" {
		return []cause{{Host, host, f.Reason}}
	}
	return nil
}

func hostOf(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return ""
	}
	return u.Host
}

// redirectCauses are what a redirect changes.
func redirectCauses(f *link.Finding) []cause {
	if len(f.Redirects) == 0 {
		return nil
	}
	from, err := url.Parse(f.Target)
	if err != nil {
		return nil
	}
	to, err := url.Parse(f.Redirects[len(f.Redirects)-1].URL)
	if err != nil {
		return nil
	}
	switch {
	case from.Scheme == "http" && to.Scheme == "https" && from.Host == to.Host && from.EscapedPath() == to.EscapedPath() && from.RawQuery == to.RawQuery:
		return []cause{{kind: HTTPS}}
	case from.Host != "" && to.Host != "" && from.Host != to.Host:
		return []cause{{kind: Moved, name: from.Host + " to " + to.Host}}
	}
	return nil
}
