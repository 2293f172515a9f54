package report

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/link"
)

// maxLine is the most code points of a line that names a target or a place.
const maxLine = 700

// What makes a cause, or a line, the first thing to do: how many findings there have to be
// at least, and on how many pages one line has to put a broken link. Of fewer findings the
// list says it as quickly.
const (
	forStart   = 5
	forPages   = 10
	forOneLine = 3
)

// start says what to do first about what is broken and new: one sentence, which may hold
// untrusted text. It is empty where the list of findings says it as quickly, and where a
// problem says what to do first.
func start(r *link.Report) string {
	if !r.Complete {
		return ""
	}
	var fresh []Group
	targets, missing, above, climbing := 0, 0, 0, 0
	for _, g := range Groups(r) {
		if !isFresh(g.Findings[0]) {
			continue
		}
		fresh = append(fresh, g)
		targets += len(g.Findings)
		for _, f := range g.Findings {
			if f.Internal && f.Reason == link.NotFound {
				missing++
			}
			if f.AboveRoot {
				above++
				climbing += len(f.Occurrences)
			}
		}
	}
	switch {
	case targets == 0:
		return ""
	case climbing > 1 && above*2 >= targets: // a single link may be a typo
		return r.Notes[0]
	case r.StrippedBase != "":
		return fmt.Sprintf("%s of %s exist without %s: is the site served there?", number(r.Stripped), count(missing, "missing target"), r.StrippedBase)
	case isUnbuilt(r) && r.Unbuilt*2 >= targets:
		return unbuilt(r)
	}
	if targets < forStart {
		return ""
	}
	if g := largest(fresh); len(g.Findings) >= forStart && len(g.Findings)*2 > targets {
		return ofOneCause(g, targets)
	}
	if targets < forPages {
		return ""
	}
	return onMostPages(&fresh[0], targets)
}

// largest returns the group with most findings.
func largest(groups []Group) *Group {
	best := &groups[0]
	for i := range groups {
		if len(groups[i].Findings) > len(best.Findings) {
			best = &groups[i]
		}
	}
	return best
}

// ofOneCause says how much of what is broken has one cause.
func ofOneCause(g *Group, targets int) string {
	n := fmt.Sprintf("%s of %s", number(len(g.Findings)), count(targets, "broken target"))
	if len(g.Findings) == targets {
		n = "all " + count(targets, "broken target")
	}
	switch g.Cause {
	case Folder:
		return n + " are in the folder " + g.Name + ", which does not exist"
	case SourceFile:
		return n + " come from one file: " + g.Name
	case SourceLine:
		return n + " come from one line: " + g.Name
	case PossibleLine:
		return n + " probably come from one template: " + g.Name
	case SameLink:
		return n + " come from one link that a template probably repeats: " + g.Name
	case Anchors:
		return n + " are anchors of one page: " + g.Name
	case OwnAnchors:
		return n + " probably come from one template: links to anchors of the same page, such as " + g.Findings[0].Occurrences[0].Link
	case Host:
		return n + " are on one host: " + g.Name
	}
	return ""
}

// onMostPages names the cause, or the line, that puts a broken link on several pages.
func onMostPages(g *Group, targets int) string {
	f := g.Findings[0]
	switch {
	case g.Pages < forOneLine:
		return ""
	case g.Cause == SameLink:
		return fmt.Sprintf("%s of %s are of the same link, %s, on %s", number(len(g.Findings)), count(targets, "broken target"), g.Name, count(g.Pages, "page"))
	case len(g.Findings) > 1:
		return ofOneCause(g, targets) + ", on " + count(g.Pages, "page")
	}
	if all := spots(f); all[0].isSource() && all[0].pages >= forOneLine {
		return fmt.Sprintf("%s puts a broken link on %s: %s", at(all[0].file, all[0].line, 0), count(all[0].pages, "page"), f.Target)
	}
	if n := PagesOf(f); n >= forOneLine {
		return fmt.Sprintf("%s link to %s", count(n, "page"), f.Target)
	}
	return ""
}

// minUnbuilt is how many missing pages have to have sources for a build to look incomplete.
const minUnbuilt = 3

// isUnbuilt reports whether missing pages have sources.
func isUnbuilt(r *link.Report) bool { return r.Unbuilt >= minUnbuilt }

// unbuilt asks whether the build is complete.
func unbuilt(r *link.Report) string {
	drafts := ""
	switch r.UnbuiltDrafts {
	case 0:
	case r.Unbuilt:
		return fmt.Sprintf("%s have sources here that are drafts, such as %s: publish them, or remove the links", count(r.Unbuilt, "missing page"), r.UnbuiltSource)
	default:
		drafts = fmt.Sprintf(" (%s)", count(r.UnbuiltDrafts, "draft"))
	}
	return fmt.Sprintf("%s have sources here, such as %s%s: is the build complete?", count(r.Unbuilt, "missing page"), r.UnbuiltSource, drafts)
}

// notes are those of a report but for what it says first.
func notes(r *link.Report) []string {
	if len(r.Notes) > 0 && r.Notes[0] == start(r) {
		return r.Notes[1:]
	}
	return r.Notes
}
