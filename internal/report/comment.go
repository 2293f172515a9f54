package report

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// CommentOptions say what a comment is about and where its links lead.
type CommentOptions struct {
	// Site identifies the site among those that one pull request has comments about. It
	// is the same from run to run, and holds no secret.
	Site string
	// Commit is the hash of the commit under test, and CommitURL its web address; empty
	// when they are not known.
	Commit, CommitURL string
	// RunURL is the web address of the run; empty when it is not known.
	RunURL string
	// Limit is the most bytes to write. Zero means what a comment on GitHub holds.
	Limit int
	// Link is as in MarkdownOptions.
	Link func(file string, line int) string
}

// IsAllWell reports whether a pull request needs no comment about r: the check is
// complete, the run passes, and no broken link is new.
func IsAllWell(r *link.Report) bool {
	if !r.Complete || r.Failed || len(r.Problems) > 0 {
		return false
	}
	for i := range r.Findings {
		if isFresh(&r.Findings[i]) {
			return false
		}
	}
	return true
}

// Comment returns r as a comment on a pull request, in GitHub's Markdown: the marker of
// the site, a headline, what to do first, what made the run incomplete, the new findings,
// and then, folded, the known ones. It never exceeds opt.Limit: rows are left out, the
// last first, and each table says how many. A report in which all is well is one line.
func Comment(r *link.Report, opt CommentOptions) string {
	m := &markdown{report: r, limit: opt.Limit, link: opt.Link, omitted: map[link.Verdict]int{}}
	if m.limit == 0 {
		m.limit = MaxComment
	}
	if run := opt.run(); run != "" {
		m.seeAlso = "; the summary of " + run + " may show more"
	}
	m.add(Marker(opt.Site) + "\n")
	if IsAllWell(r) {
		m.add(opt.allWell(r))
		return m.out.String()
	}
	m.add(headline(r))
	if lost := lostLine(r); lost != "" {
		m.add("\n**" + lost + ".**\n")
	}
	m.add(opt.about(r))
	if first := start(r); first != "" {
		m.add("\n**Start here:** " + prose(first, maxLine) + "\n")
	}
	m.add(remarks(whyIncomplete+":", r.Problems, m.limit/4))
	if r.FailOn != defaultFailOn {
		m.add(decision(r))
	}
	m.add(fixed(r))
	m.add(m.fileIndex())
	notes := foldedNotes(r, m.limit/8)
	all := commentSections(r)
	reserve := func(s section) int { return min(headingBytes+rowBytes*s.listed(), m.limit/10) }
	m.reserved = len(notes)
	for i := range all {
		m.reserved += reserve(all[i].section)
	}
	m.oneKind, m.most = true, maxWholeGroup
	for i := range all {
		s := &all[i]
		m.reserved -= reserve(s.section)
		m.openRows = 0
		if s.title == "" {
			m.openRows = maxOpenRows
			m.section(s.section)
			continue
		}
		m.listing("\n<details><summary>"+s.title+": "+byReason(s.reasons)+"</summary>\n", foldEnd, s.section)
	}
	m.reserved = 0
	m.add(notes)
	return m.out.String()
}

const (
	// defaultFailOn is the fail-on that a comment does not explain.
	defaultFailOn = "broken"
	// maxOpenRows is after how many rows a table of a comment is folded. What one cause
	// makes is not parted.
	maxOpenRows = 20
)

// commentSection is a table of a comment. Its title is empty for new findings.
type commentSection struct {
	section
	title string
}

// commentSections returns the new findings by verdict, then those that the pull request
// does not cause, then the known ones.
func commentSections(r *link.Report) []commentSection {
	var all, notCaused, known []commentSection
	for _, s := range sections(r) {
		var parts [3]section
		for i := range s.groups {
			g := &s.groups[i]
			part := &parts[0]
			switch {
			case g.Known():
				part = &parts[2]
			case g.NotCaused():
				part = &parts[1]
			}
			part.add(g)
		}
		verdict := string(s.verdict)
		if s.lost {
			verdict = "lost"
		}
		for i, into := range []*[]commentSection{&all, &notCaused, &known} {
			title := [...]string{"", capital(verdict) + ", not caused by this pull request", "Known " + verdict}[i]
			if len(parts[i].groups) > 0 {
				*into = append(*into, commentSection{parts[i], title})
			}
		}
	}
	return slices.Concat(all, notCaused, known)
}

// add adds a group to a section.
func (s *section) add(g *Group) {
	if s.reasons == nil {
		s.verdict, s.lost, s.reasons = g.Verdict(), g.isLost(), map[link.Reason]int{}
	}
	s.groups = append(s.groups, *g)
	s.findings = append(s.findings, g.Findings...)
	for _, f := range g.Findings {
		s.reasons[f.Reason]++
	}
}

// about is the line below the headline: commit, run and counts.
func (o *CommentOptions) about(r *link.Report) string {
	return "\n" + strings.Join(append(o.places(), prose(runCounts(r), maxLine)), " · ") + "\n"
}

// allWell is the one line of a comment that an earlier run has written and that has
// nothing more to say.
func (o *CommentOptions) allWell(r *link.Report) string {
	line := "✅ No broken links in " + code(r.Target, maxPath)
	if found := foundWords(r); found != "" {
		line = "✅ No new broken links in " + code(r.Target, maxPath) + " (" + found + ")"
	}
	if r.Fixed > 0 {
		line += ", fixed: " + fixedWords(r)
	}
	return strings.Join(append([]string{line}, o.places()...), " · ") + "\n"
}

// places are the commit and the run.
func (o *CommentOptions) places() []string {
	var all []string
	if commit := shortCommit(o.Commit); commit != "" {
		shown := code(commit, 0)
		if to := destination(o.CommitURL); to != "" {
			shown = "[" + shown + "](" + to + ")"
		}
		all = append(all, "Commit "+shown)
	}
	if run := o.run(); run != "" {
		all = append(all, run)
	}
	return all
}

// run links to the run; empty without an address.
func (o *CommentOptions) run() string {
	if to := destination(o.RunURL); to != "" {
		return "[this run](" + to + ")"
	}
	return ""
}

// shortCommit returns the first digits of a hash; empty for anything else.
func shortCommit(hash string) string {
	const digits = 7
	if len(hash) < digits || strings.Trim(hash, "0123456789abcdefABCDEF") != "" {
		return ""
	}
	return strings.ToLower(hash[:digits])
}

// fixed says how many places of the baseline are fixed.
func fixed(r *link.Report) string {
	if r.Fixed == 0 {
		return ""
	}
	return "\n**Fixed:** " + fixedWords(r) + ".\n"
}

func fixedWords(r *link.Report) string {
	if r.Fixed == 1 {
		return "1 place of the baseline"
	}
	return number(r.Fixed) + " places of the baseline"
}

// foldedNotes are the notes of the report, as many as fit in limit bytes.
func foldedNotes(r *link.Report, limit int) string {
	notes := notes(r)
	if len(notes) == 0 {
		return ""
	}
	return remarks("<details><summary>"+count(len(notes), "note")+"</summary>", notes, limit) + "\n</details>\n"
}
