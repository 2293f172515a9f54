package report

import (
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
		m.limit = maxComment
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
	m.add(opt.about(r))
	if first := start(r); first != "" {
		m.add("\n**Start here:** " + prose(first, maxLine) + "\n")
	}
	m.add(remarks(whyIncomplete+":", r.Problems, m.limit/4))
	m.add(decision(r))
	m.add(fixed(r))
	m.add(m.fileIndex())
	fresh, known := commentSections(r)
	notes := foldedNotes(r, m.limit/8)
	reserve := func(s section) int { return min(headingBytes+rowBytes*s.listed(), m.limit/10) }
	m.reserved = len(notes)
	for _, s := range append(fresh[:len(fresh):len(fresh)], known...) {
		m.reserved += reserve(s)
	}
	for _, s := range fresh {
		m.reserved -= reserve(s)
		m.section(s)
	}
	m.knownOnly = true
	for _, s := range known {
		m.reserved -= reserve(s)
		m.listing("\n<details><summary>Known "+string(s.verdict)+": "+byReason(s.reasons)+"</summary>\n", "\n</details>\n", s)
	}
	m.reserved = 0
	m.add(notes)
	return m.out.String()
}

// commentSections returns the sections of new findings, and those of known ones.
func commentSections(r *link.Report) (fresh, known []section) {
	for _, s := range sections(r) {
		parts := [2]section{}
		for i := range s.groups {
			g := &s.groups[i]
			part := &parts[0]
			if g.Known() {
				part = &parts[1]
			}
			if part.reasons == nil {
				part.verdict, part.reasons = s.verdict, map[link.Reason]int{}
			}
			part.groups = append(part.groups, *g)
			part.findings = append(part.findings, g.Findings...)
			for _, f := range g.Findings {
				part.reasons[f.Reason]++
			}
		}
		if len(parts[0].groups) > 0 {
			fresh = append(fresh, parts[0])
		}
		if len(parts[1].groups) > 0 {
			known = append(known, parts[1])
		}
	}
	return fresh, known
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
		line += ", " + fixedWords(r)
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

// fixed says how many findings of the baseline are no longer found.
func fixed(r *link.Report) string {
	if r.Fixed == 0 {
		return ""
	}
	return "\n**Fixed:** " + fixedWords(r) + ".\n"
}

func fixedWords(r *link.Report) string {
	if r.Fixed == 1 {
		return "1 known finding is gone"
	}
	return number(r.Fixed) + " known findings are gone"
}

// foldedNotes are the notes of the report, as many as fit in limit bytes.
func foldedNotes(r *link.Report, limit int) string {
	if len(r.Notes) == 0 {
		return ""
	}
	return remarks("<details><summary>"+count(len(r.Notes), "note")+"</summary>", r.Notes, limit) + "\n</details>\n"
}
