package report

import (
	"cmp"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// Group is one or more findings of one verdict with one cause. Reports for people show
// what a cause makes together, and say the cause once.
type Group struct {
	// Cause is what the findings have in common; NoCause for a finding by itself.
	Cause Cause
	// Name is what the cause is about: a folder, a line of a source, a host. It may be
	// untrusted text.
	Name string
	// Findings are those of the group, at least one, in the order in which to work on
	// them. They have the same verdict, are all known or all new, and were all reached or
	// all not.
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

// isLost reports whether the findings are URLs of an old site that lead nowhere.
func (g *Group) isLost() bool { return isLost(g.Findings[0]) }

// isNotReached reports whether the run ended before it checked the targets.
func (g *Group) isNotReached() bool { return g.Findings[0].Reason == link.NotReached }

// causeKey identifies a cause among the findings of one state.
type causeKey struct {
	state state
	cause
}

// state is what separates the groups of one cause.
type state struct {
	verdict           link.Verdict
	notReached, known bool
	notCaused         bool
}

// verdicts are those of findings, the worst first.
var verdicts = [...]link.Verdict{link.Broken, link.Unverified, link.Redirected}

// Groups returns the findings by cause, in the order in which to work on them: broken,
// unverified, redirected; of each first the lost URLs of an old site, then what is new, then
// what affects most pages. Findings of a group, and groups that are alike in this, stay in the
// order of r. A finding that could have several causes is with the one that makes most findings.
func Groups(r *link.Report) []Group {
	causes := make([][]causeKey, len(r.Findings))
	counts := map[causeKey]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if r.SlashEnd(f) != "" {
			continue // one note is about all of them
		}
		s := state{f.Verdict, f.Reason == link.NotReached, f.Known, f.NotCaused}
		for _, c := range causesOf(f) {
			key := causeKey{s, c}
			causes[i] = append(causes[i], key)
			counts[key]++
		}
	}
	var all []Group
	at, taken := map[causeKey]int{}, map[causeKey]int{}
	chosen := make([]causeKey, len(r.Findings))
	for i := range r.Findings {
		chosen[i] = mostCommon(causes[i], counts)
		taken[chosen[i]]++
	}
	for i := range r.Findings {
		f, key := &r.Findings[i], chosen[i]
		if r.SlashEnd(f) != "" {
			continue
		}
		if key.kind == NoCause || taken[key] < minFindings[key.kind] {
			all = append(all, Group{Findings: []*link.Finding{f}})
			continue
		}
		j, ok := at[key]
		if !ok {
			j = len(all)
			at[key] = j
			all = append(all, Group{Cause: key.kind, Name: key.name})
		}
		all[j].Findings = append(all[j].Findings, f)
	}
	return arranged(all)
}

// mostCommon returns the cause that makes most findings, the first of equals; the zero
// key when none makes enough.
func mostCommon(keys []causeKey, counts map[causeKey]int) causeKey {
	var best causeKey
	for _, key := range keys {
		if counts[key] >= minFindings[key.kind] && counts[key] > counts[best] {
			best = key
		}
	}
	return best
}

// arranged sorts groups, and the findings of each, in the order in which to work on them.
func arranged(all []Group) []Group {
	for i := range all {
		all[i].arrange()
	}
	slices.SortStableFunc(all, func(a, b Group) int {
		return cmp.Or(
			cmp.Compare(slices.Index(verdicts[:], a.Verdict()), slices.Index(verdicts[:], b.Verdict())),
			yesLast(!a.isLost(), !b.isLost()),
			// A target that the run did not reach is work for the next run only.
			yesLast(a.isNotReached(), b.isNotReached()),
			yesLast(a.Known(), b.Known()),
			yesLast(a.NotCaused(), b.NotCaused()),
			cmp.Compare(b.Pages, a.Pages),
		)
	})
	return all
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
			pages[pageOf(&f.Occurrences[i])] = true
		}
		most[f] = PagesOf(f)
	}
	g.Pages = len(pages)
	slices.SortStableFunc(g.Findings, func(a, b *link.Finding) int { return cmp.Compare(most[b], most[a]) })
}

// pageOf names the page of an occurrence.
func pageOf(o *link.Occurrence) string { return cmp.Or(o.Page, o.File) }

// Title says what the findings of a group have in common, for a group of several. name is
// g.Name, which is untrusted and is between two parts in linkvet's own words; it may
// be empty.
func (g *Group) Title() (before, name, after string) {
	n := count(len(g.Findings), "target")
	switch g.Cause {
	case AboveRoot:
		before = n + " above the site's root"
	case Folder:
		before = n + " in the missing folder "
	case SourceFile, SourceLine:
		before = n + " linked from "
	case PossibleLine:
		before = n + ", possibly all linked from "
	case SameLink:
		before = n + " of the same link, "
	case Anchors:
		before = count(len(g.Findings), "missing anchor") + " of "
	case OwnAnchors:
		before = count(len(g.Findings), "missing anchor") + " of the page with the link, probably all from one template"
	case Host:
		before, after = n+" of ", ": "+string(g.Findings[0].Reason)
	case HTTPS:
		before = n + " that redirect from http to https"
	case Moved:
		before = n + " that moved from "
	}
	if g.Pages > 1 {
		after += ", on " + number(g.Pages) + " pages"
	}
	return before, g.Name, after
}

// A group of up to maxWholeGroup findings is listed whole in text and Markdown, and
// fewInGroup of a larger one that one change fixes.
const (
	maxWholeGroup = 5
	fewInGroup    = 3
)

// OneFix reports whether one change probably fixes all findings of a group of several.
func (g *Group) OneFix() bool {
	switch g.Cause {
	case AboveRoot, Folder, SourceLine, PossibleLine, SameLink, OwnAnchors, Host:
		return true
	}
	return false
}

// listed is how many findings of the group text and Markdown list.
func (g *Group) listed() int {
	if g.OneFix() && len(g.Findings) > maxWholeGroup {
		return fewInGroup
	}
	return len(g.Findings)
}

// likeThese says how many findings of a group are not listed.
func likeThese(n int) string { return "and " + number(n) + " like these" }

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

// isFresh reports whether a finding is broken and new, and caused by the pull request where
// that counts.
func isFresh(f *link.Finding) bool { return f.Verdict == link.Broken && !f.Known && !f.NotCaused }
