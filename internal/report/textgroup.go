package report

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// section writes a heading and the findings under it, as long as fewer lines than
// limit are written.
func (t *text) section(s section, limit int) {
	if !t.opt.Quiet {
		detail := ""
		if len(s.reasons) > 1 {
			detail = " (" + byReason(s.reasons) + ")"
		}
		t.out.add(t.paint.bold(headingOf(s)), detail)
	} else if s.groups = failing(s.groups); len(s.groups) == 0 {
		return
	}
	groups, rest, hidden := s.groups, 0, 0
	for i := range groups {
		rest += len(groups[i].Findings)
	}
	notReached := 0
	for i := range groups {
		g := &groups[i]
		if g.isNotReached() {
			notReached++
		}
		fits := t.fitting(g, limit-t.out.n)
		if notReached > maxNotReached || fits == 0 {
			break
		}
		t.group(g, fits)
		if fits < t.inGroup(g) {
			rest -= fits
			break
		}
		hidden += len(g.Findings) - fits
		rest -= len(g.Findings)
	}
	switch {
	case rest == 0 && hidden > 0:
		t.out.add("  ", whereAll(t.report, plainly))
	case rest == 0:
	case notReached > maxNotReached:
		t.out.add(t.paint.mark(s.verdict), " ", string(link.NotReached), "  and ", count(rest, "more target"))
	default:
		t.out.add(t.paint.mark(s.verdict), " ", leftOut(t.report, rest, plainly))
	}
	t.out.add()
}

// failing returns the groups with only the findings that fail the run.
func failing(groups []Group) []Group {
	var all []Group
	for _, g := range groups {
		g.Findings = slices.DeleteFunc(slices.Clone(g.Findings), func(f *link.Finding) bool { return !f.Fails })
		if len(g.Findings) > 0 {
			all = append(all, g)
		}
	}
	return all
}

// group writes the first findings of a group, under a heading that says their cause.
func (t *text) group(g *Group, shown int) {
	if len(g.Findings) == 1 {
		f := g.Findings[0]
		t.finding(f, t.maxPlacesOf(f), isFresh(f))
		return
	}
	before, name, after := g.Title()
	t.out.add(t.paint.mark(g.Verdict()), " ", aside(g.Findings[0]), before, t.paint.bold(Clean(name, maxTarget)), after)
	t.indent = "  "
	for i, f := range g.Findings[:shown] {
		t.finding(f, t.placesInGroup(g, i), isFresh(f) && (i == 0 || g.Cause != SourceLine))
	}
	if rest := len(g.Findings) - shown; rest > 0 && shown == t.inGroup(g) {
		t.out.add(t.indent, t.paint.mark(g.Verdict()), " ", likeThese(rest))
	}
	t.indent = ""
}

// inGroup is how many findings of a group are listed.
func (t *text) inGroup(g *Group) int {
	if t.opt.Verbose {
		return len(g.Findings)
	}
	return g.listed()
}

// placesInGroup is how many places are listed of a finding by its number in a group: one
// line says it for all.
func (t *text) placesInGroup(g *Group, i int) int {
	if most := t.maxPlacesOf(g.Findings[i]); i == 0 || t.opt.Verbose {
		return most
	}
	return 1
}

// fitting is how many of the findings that a group lists fit in so many lines.
func (t *text) fitting(g *Group, lines int) int {
	if len(g.Findings) > 1 {
		lines -= 2 // its heading, and how many findings are left out
	}
	listed := t.inGroup(g)
	for i, f := range g.Findings[:listed] {
		if lines -= t.maxFindingLines(f, t.placesInGroup(g, i)); lines <= 0 {
			return i
		}
	}
	return listed
}

// maxFindingLines is how many lines a finding with so many places takes at most.
func (t *text) maxFindingLines(f *link.Finding, places int) int {
	const others = 5 // its own line, the quote and what is below it, further places and possible sources
	n := others + min(len(f.Occurrences), places)
	if t.opt.Verbose {
		n += len(f.Redirects)
	}
	return n
}

// maxPlacesOf is how many places of a finding are shown. Only what is broken and
// new is worth more than one.
func (t *text) maxPlacesOf(f *link.Finding) int {
	switch {
	case t.opt.Verbose:
		return maxVerbosePlaces
	case isFresh(f):
		return t.opt.MaxOccurrences
	}
	return 1
}

// maxTextFiles and maxVerboseFiles are the most files of the index in the text report.
const (
	maxTextFiles    = 20
	maxVerboseFiles = 1_000
)

// fileIndex lists the files with the new findings of a report that has many.
func (t *text) fileIndex() {
	files, others := fileIndexOf(t.report)
	if len(files) == 0 {
		return
	}
	t.out.add(t.paint.bold("Files to fix: " + number(len(files))))
	limit := maxTextFiles
	if t.opt.Verbose {
		limit = maxVerboseFiles
	}
	shown := files[:min(len(files), limit)]
	wide := 0
	for i := range shown {
		wide = max(wide, len([]rune(Clean(shown[i].file, maxPath))))
	}
	for i := range shown {
		name := Clean(shown[i].file, maxPath)
		t.out.add("    ", name, padding(name, min(wide, maxPad)), shown[i].words())
	}
	if rest := len(files) - len(shown); rest > 0 {
		t.out.add("    and ", count(rest, "more file"))
	}
	if others > 0 {
		t.out.add("    ", count(others, "target"), " on many pages, without a known source")
	}
	t.out.add()
}
