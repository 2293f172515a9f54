package report

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// kind is what several findings have in common.
type kind uint8

// The causes. Of several that make as many findings, the first one counts.
const (
	noCause kind = iota
	// folder is a folder that the site does not have: its targets are missing.
	folder
	// sourceLine is one line of a source, or of what may be the source.
	sourceLine
	// sameLink is one relative link, written the same on many pages, that leads to
	// another target on each of them, and whose source is not known.
	sameLink
	// anchors is a page without the anchors that links to it name.
	anchors
	// host is another site that gives the same result for all targets.
	host
)

// minFindings is how many findings make a group. Two targets that share a folder may be
// chance; two on one line of a source are together in any case.
var minFindings = [...]int{folder: 3, sourceLine: 2, sameLink: 3, anchors: 3, host: 3}

// Group is one or more findings of one verdict with one cause. Reports for people show
// what a cause makes together, and say the cause once.
type Group struct {
	// Findings are those of the group, at least one, in the order in which to work on
	// them. They have the same verdict and state, and were all reached or all not.
	Findings []*link.Finding
	// cause is what the findings have in common; noCause for a finding by itself.
	cause kind
	// name is what the cause is about: a folder, a line of a source, a host. It may be
	// untrusted text.
	name string
	// pages counts the distinct pages that have a link to any of them.
	pages int
}

// IsNew reports whether the findings of the group were reached, and neither does a baseline list
// them, nor a pull request not cause them.
func (g *Group) IsNew() bool {
	return stateOf(g.Findings[0]) == fresh && g.Findings[0].Reason != link.NotReached
}

// OneFix reports whether one change probably fixes all findings of a group of several.
func (g *Group) OneFix() bool {
	return len(g.Findings) > 1 && g.cause != anchors && g.Findings[0].Verdict != link.Redirected
}

// Title says what the findings of a group have in common, for a group of several. name is
// g.name, which is untrusted and is between two parts in linkvet's own words.
func (g *Group) Title() (before, name, after string) {
	n := link.Count(len(g.Findings), "target")
	switch g.cause {
	case folder:
		before = n + " in the missing folder "
	case sourceLine:
		before = n + " linked from "
		if spots(g.Findings[0])[0].first.Source == nil {
			before = n + ", possibly all linked from "
		}
	case sameLink:
		before = n + " of the same link, "
	case anchors:
		before = link.Count(len(g.Findings), "missing anchor") + " of "
	case host:
		before, after = n+" of ", ": "+string(g.Findings[0].Reason)
	}
	if g.pages > 1 {
		after += ", on " + link.Number(g.pages) + " pages"
	}
	return before, g.name, after
}

// cause identifies a cause among the findings of one verdict and state.
type cause struct {
	kind    kind
	name    string
	reason  link.Reason // of the findings about one host
	verdict link.Verdict
	state   state
}

// causesOf returns what may be the cause of a finding, in the order of the constants.
func causesOf(f *link.Finding) (all []cause) {
	add := func(kind kind, name string, reason link.Reason) {
		if name != "" {
			all = append(all, cause{kind, name, reason, f.Verdict, stateOf(f)})
		}
	}
	if f.Reason == link.NotReached || isLost(f) {
		return nil
	}
	if f.Verdict == link.Broken {
		add(folder, f.MissingFolder, "")
		add(sourceLine, sharedLine(f), "")
		add(sameLink, sharedLink(f), "")
		if page, _, ok := strings.Cut(f.Target, "#"); ok && f.Reason == link.FragmentNotFound {
			add(anchors, page, "")
		}
	}
	// A host that answers is not what is wrong with links to missing pages.
	if f.Verdict != link.Broken || f.Reason == link.DNSNotFound || f.Reason == link.TLSInvalid {
		if u, err := url.Parse(f.Target); err == nil && !f.Internal {
			add(host, u.Host, f.Reason)
		}
	}
	return all
}

// sharedLine names the line of a source that puts the link on most pages, or else the only
// place that may be the source of every link.
func sharedLine(f *link.Finding) string {
	var best spot
	for _, s := range stableSpots(f) {
		if s.first.Source != nil && s.pages > best.pages {
			best = s
		}
	}
	if best.first != nil {
		return at(best.file, best.line, 0)
	}
	return soleCandidate(f)
}

// soleCandidate names the line of the only place that may be the source of each link of a
// finding whose sources are not known; it is empty when there is none.
func soleCandidate(f *link.Finding) string {
	all := candidatesOf(f)
	if len(all) != 1 || slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool { return o.Source != nil || len(o.Candidates) == 0 }) {
		return ""
	}
	return at(all[0].File, all[0].Line, 0)
}

// sharedLink is the relative link that all pages have to a target; empty when they write
// it in several ways, or in one that means the same on every page, or when a source is known:
// the pages of several translations have equal links, too, each in a source of its own.
func sharedLink(f *link.Finding) string {
	if len(f.Occurrences) == 0 {
		return ""
	}
	value := f.Occurrences[0].Link
	if strings.HasPrefix(value, "/") || strings.Contains(value, "://") || !f.Occurrences[0].IsInDocument() ||
		slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool { return o.Link != value || o.Source != nil }) {
		return ""
	}
	return value
}

// Groups returns the findings by cause, in the order in which to work on them: first what is
// new, then what the pull request does not cause, then what the baseline knows; of each broken,
// unverified, redirected; of these first the lost URLs of an old site, then what affects most
// pages. Findings of a group, and groups that are alike in this, stay in the order of r. A
// finding that could have several causes is with the one that makes most findings. One note is
// about all redirects that only add a slash: they are in no group.
func Groups(r *link.Report) []Group {
	var findings []*link.Finding
	var causes [][]cause
	counts := map[cause]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if r.SlashEnd(f) != "" {
			continue
		}
		findings, causes = append(findings, f), append(causes, causesOf(f))
		for _, c := range causes[len(causes)-1] {
			counts[c]++
		}
	}
	// A finding that another cause takes does not count for this one.
	taken, chosen := map[cause]int{}, make([]cause, len(findings))
	for i, all := range causes {
		for _, c := range all {
			if counts[c] >= minFindings[c.kind] && counts[c] > counts[chosen[i]] {
				chosen[i] = c
			}
		}
		taken[chosen[i]]++
	}
	var groups []Group
	place := map[cause]int{}
	for i, f := range findings {
		c := chosen[i]
		at, ok := place[c]
		switch {
		case c.kind == noCause || taken[c] < minFindings[c.kind]:
			groups = append(groups, Group{Findings: []*link.Finding{f}})
		case ok:
			groups[at].Findings = append(groups[at].Findings, f)
		default:
			place[c] = len(groups)
			groups = append(groups, Group{cause: c.kind, name: c.name, Findings: []*link.Finding{f}})
		}
	}
	for i := range groups {
		groups[i].arrange()
	}
	slices.SortStableFunc(groups, func(a, b Group) int {
		f, g := a.Findings[0], b.Findings[0]
		return cmp.Or(
			cmp.Compare(stateOf(f), stateOf(g)),
			cmp.Compare(slices.Index(verdicts[:], f.Verdict), slices.Index(verdicts[:], g.Verdict)),
			yesLast(!isLost(f), !isLost(g)),
			// A target that the run did not reach is work for the next run only.
			yesLast(f.Reason == link.NotReached, g.Reason == link.NotReached),
			cmp.Compare(b.pages, a.pages),
		)
	})
	return groups
}

// arrange sorts the findings of a group by the pages that they affect, and counts these.
func (g *Group) arrange() {
	pages, most := map[string]bool{}, map[*link.Finding]int{}
	for _, f := range g.Findings {
		if most[f] = PagesOf(f); len(g.Findings) == 1 {
			g.pages = most[f]
			return
		}
		for i := range f.Occurrences {
			pages[pageOf(&f.Occurrences[i])] = true
		}
	}
	g.pages = len(pages)
	slices.SortStableFunc(g.Findings, func(a, b *link.Finding) int { return cmp.Compare(most[b], most[a]) })
}
