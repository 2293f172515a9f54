package report

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// Cause is what several findings have in common.
type Cause uint8

// The causes. Of several that make as many findings, the first one counts.
const (
	NoCause Cause = iota
	// Folder is a folder that the site does not have: its targets are missing.
	Folder
	// SourceLine is one line of a source, or of what may be the source.
	SourceLine
	// SameLink is one relative link, written the same on many pages, that leads to
	// another target on each of them, and whose source is not known.
	SameLink
	// Anchors is a page without the anchors that links to it name.
	Anchors
	// Host is another site that gives the same result for all targets.
	Host
)

// minFindings is how many findings make a group. Two targets that share a folder may be
// chance; two on one line of a source are together in any case.
var minFindings = [...]int{Folder: 3, SourceLine: 2, SameLink: 3, Anchors: 3, Host: 3}

// Group is one or more findings of one verdict with one cause. Reports for people show
// what a cause makes together, and say the cause once.
type Group struct {
	// Cause is what the findings have in common; NoCause for a finding by itself.
	Cause Cause
	// Name is what the cause is about: a folder, a line of a source, a host. It may be
	// untrusted text.
	Name string
	// Findings are those of the group, at least one, in the order in which to work on
	// them. They have the same verdict and state, and were all reached or all not.
	Findings []*link.Finding
	// Pages counts the distinct pages that have a link to any of them.
	Pages int
}

// Verdict is that of all findings of the group.
func (g *Group) Verdict() link.Verdict { return g.Findings[0].Verdict }

// Known reports whether a baseline lists all findings of the group.
func (g *Group) Known() bool { return g.Findings[0].Known }

// NotCaused reports whether the pull request causes none of the findings of the group.
func (g *Group) NotCaused() bool { return g.Findings[0].NotCaused }

// OneFix reports whether one change probably fixes all findings of a group of several.
func (g *Group) OneFix() bool {
	return len(g.Findings) > 1 && g.Cause != Anchors && g.Verdict() != link.Redirected
}

// Title says what the findings of a group have in common, for a group of several. name is
// g.Name, which is untrusted and is between two parts in linkvet's own words.
func (g *Group) Title() (before, name, after string) {
	n := count(len(g.Findings), "target")
	switch g.Cause {
	case Folder:
		before = n + " in the missing folder "
	case SourceLine:
		before = n + " linked from "
		if spots(g.Findings[0])[0].first.Source == nil {
			before = n + ", possibly all linked from "
		}
	case SameLink:
		before = n + " of the same link, "
	case Anchors:
		before = count(len(g.Findings), "missing anchor") + " of "
	case Host:
		before, after = n+" of ", ": "+string(g.Findings[0].Reason)
	}
	if g.Pages > 1 {
		after += ", on " + number(g.Pages) + " pages"
	}
	return before, g.Name, after
}

// state says how much a finding matters now.
type state uint8

// The states, in the order of reports.
const (
	fresh     state = iota
	notCaused       // by the pull request
	inBaseline
)

func stateOf(f *link.Finding) state {
	switch {
	case f.Known:
		return inBaseline
	case f.NotCaused:
		return notCaused
	}
	return fresh
}

// isFresh reports whether a finding is broken and new, and caused by the pull request where
// that counts.
func isFresh(f *link.Finding) bool { return f.Verdict == link.Broken && stateOf(f) == fresh }

// isLost reports whether a finding is a URL of an old site that leads nowhere.
func isLost(f *link.Finding) bool { return f.Reason == link.URLLost }

// verdicts are those of findings, the worst first.
var verdicts = [...]link.Verdict{link.Broken, link.Unverified, link.Redirected}

// cause identifies a cause among the findings of one state.
type cause struct {
	kind Cause
	name string
	// reason separates the findings about one host; the rest are groups that never mix.
	reason  link.Reason
	verdict link.Verdict
	state   state
}

// causesOf returns what may be the cause of a finding, in the order of the constants.
func causesOf(f *link.Finding) []cause {
	var all []cause
	add := func(kind Cause, name string) {
		if name != "" {
			all = append(all, cause{kind: kind, name: name, verdict: f.Verdict, state: stateOf(f)})
		}
	}
	switch {
	case f.Reason == link.NotReached, isLost(f):
		return nil
	case f.Verdict == link.Broken:
		add(Folder, f.MissingFolder)
		add(SourceLine, sharedLine(f))
		add(SameLink, sharedLink(f))
		if page, _, ok := strings.Cut(f.Target, "#"); ok && f.Reason == link.FragmentNotFound {
			add(Anchors, page)
		}
		if f.Reason != link.DNSNotFound && f.Reason != link.TLSInvalid {
			return all
		}
	}
	if u, err := url.Parse(f.Target); err == nil && !f.Internal {
		add(Host, u.Host)
		if n := len(all); n > 0 {
			all[n-1].reason = f.Reason
		}
	}
	return all
}

// sharedLine names the line of a source that puts the link on most pages, or else the only
// place that may be the source of every link.
func sharedLine(f *link.Finding) string {
	all := stableSpots(f)
	if len(all) == 0 {
		return ""
	}
	best := &all[0]
	for i := range all {
		if all[i].first.Source != nil && all[i].pages > best.pages {
			best = &all[i]
		}
	}
	if best.first.Source != nil {
		return at(best.file, best.line, 0)
	}
	if c := soleCandidate(f); c != nil {
		return at(c.File, c.Line, 0)
	}
	return ""
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
// finding that could have several causes is with the one that makes most findings.
func Groups(r *link.Report) []Group {
	causes := make([][]cause, len(r.Findings))
	counts := map[cause]int{}
	for i := range r.Findings {
		if f := &r.Findings[i]; r.SlashEnd(f) == "" {
			causes[i] = causesOf(f)
		}
		for _, c := range causes[i] {
			counts[c]++
		}
	}
	// A finding that another cause takes does not count for this one.
	taken, chosen := map[cause]int{}, make([]cause, len(r.Findings))
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
	for i := range r.Findings {
		f, c := &r.Findings[i], chosen[i]
		if r.SlashEnd(f) != "" {
			continue // one note is about all of them
		}
		if c.kind == NoCause || taken[c] < minFindings[c.kind] {
			groups = append(groups, Group{Findings: []*link.Finding{f}})
			continue
		}
		at, ok := place[c]
		if !ok {
			at = len(groups)
			place[c] = at
			groups = append(groups, Group{Cause: c.kind, Name: c.name})
		}
		groups[at].Findings = append(groups[at].Findings, f)
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
			cmp.Compare(b.Pages, a.Pages),
		)
	})
	return groups
}

// arrange sorts the findings of a group by the pages that they affect, and counts these.
func (g *Group) arrange() {
	if len(g.Findings) == 1 {
		g.Pages = PagesOf(g.Findings[0])
		return
	}
	pages, most := map[string]bool{}, map[*link.Finding]int{}
	for _, f := range g.Findings {
		for i := range f.Occurrences {
			pages[cmp.Or(f.Occurrences[i].Page, f.Occurrences[i].File)] = true
		}
		most[f] = PagesOf(f)
	}
	g.Pages = len(pages)
	slices.SortStableFunc(g.Findings, func(a, b *link.Finding) int { return cmp.Compare(most[b], most[a]) })
}

// Ordered returns the findings of Groups, one after the other. A report that cannot list
// all lists the first of these.
func Ordered(r *link.Report) []*link.Finding {
	ordered := make([]*link.Finding, 0, len(r.Findings))
	for _, g := range Groups(r) {
		ordered = append(ordered, g.Findings...)
	}
	return ordered
}

// yesLast compares two flags: the one that is set comes last.
func yesLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
