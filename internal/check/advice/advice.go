// Package advice suggests, for findings about paths that do not exist, the path that the
// author probably meant.
package advice

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Advisor suggests what the links of findings perhaps meant. It reads a report in order, so
// that a bound leaves out the same findings in each run.
type Advisor struct {
	Job    *check.Job
	Steps  *check.Steps
	Report *link.Report
	Site   suggest.Site
	// index is made of the site for the first path that leads nowhere.
	index *suggest.Paths
	// Titled returns the place whose title is what links to a path read, among
	// places that come into question; negative when none is. Nil asks for none.
	Titled func(f *link.Finding, places []int32) int32
	// LinkedAs returns the path by which links of the site lead to a place. Nil means the
	// path at which it is served.
	LinkedAs func(place int32) string
	// HasFolder reports whether the site has a folder, even one from which no file is
	// served. It is nil when folders are not known.
	HasFolder func(path string) bool
	// Queries is true if a query never changes which page a path leads to.
	Queries bool
}

// AdvisePaths gives the findings about a path that leads nowhere the path that
// was perhaps meant.
func (a *Advisor) AdvisePaths(ctx context.Context) {
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		if ctx.Err() != nil {
			break
		}
		if f.Suggestion != "" || f.AboveRoot {
			continue
		}
		if f.Internal && f.Reason == link.NotFound {
			a.Steps.Do("find a suggestion for", f.Target, func() { a.advisePath(f) })
		} else if !f.Internal {
			a.Steps.Do("find a suggestion for", f.Target, func() { a.adviseBasePath(f) })
		}
	}
	a.withdraw()
	a.remarkInferred()
	if ctx.Err() == nil {
		a.Steps.Do("find missing folders", "", func() { a.nameMissingFolders(ctx) })
		a.Steps.Do("find the base path of missing targets", "", a.nameStrippedBase)
	}
}

// advisePath does that for one finding.
func (a *Advisor) advisePath(f *link.Finding) {
	path, query := check.CutQuery(f.Target)
	if query != "" && !a.Queries {
		return
	}
	q := suggest.Query{Target: path}
	for i := range f.Occurrences {
		if i == MaxUses {
			break
		}
		q.Uses = append(q.Uses, useOf(&f.Occurrences[i]))
	}
	paths := a.paths()
	place, rivals := paths.Nearest(q)
	if place < 0 && a.Titled != nil {
		if rivals == nil {
			rivals = paths.Neighbours(path)
		}
		place = a.Titled(f, rivals)
	}
	if place >= 0 && !q.StandsOn(a.Site.Path(place)) {
		f.Suggestion = a.linkedAs(place) + query
	}
}

// linkedAs returns the path to write for a place.
func (a *Advisor) linkedAs(place int32) string {
	if a.LinkedAs == nil {
		return a.Site.Path(place)
	}
	return a.LinkedAs(place)
}

// useOf is how a page has a link. A rule of the host is on none.
func useOf(o *link.Occurrence) suggest.Use {
	if o.Element == link.RuleElement {
		return suggest.Use{Link: o.Link}
	}
	return suggest.Use{Page: o.Page, Link: o.Link}
}

// The notes about targets outside the base path: {a} is the base path, {b} what to write.
var (
	unaskedBase = check.Text{
		One:  "targets without the base path, {a}, that count as ok because no host is known: 1; write {b}",
		Many: "targets without the base path, {a}, that count as ok because no host is known: {n}; write {b}",
	}
	uncheckedBase = check.Text{
		One:  "1 target was not checked because it is outside the site's base path, {a}; the page exists below it: write {b}",
		Many: "{n} targets were not checked because they are outside the site's base path, {a}; the pages exist below it: write {b}, and so on",
	}
)

// MaxUses is how many of the links to a target are looked at.
const MaxUses = 16

func (a *Advisor) paths() *suggest.Paths {
	if a.index == nil {
		a.index = suggest.NewPaths(a.Site)
	}
	return a.index
}

// withdraw removes suggestions that would have the author rewrite a whole site that is
// served below a base path which the run does not know: several links from the root begin
// with that path, and have no other fault.
func (a *Advisor) withdraw() {
	const several = 3
	if a.Job.Scope.Known() && !a.Job.Inferred {
		return
	}
	below := map[string]int{}
	for i := range a.Report.Findings {
		if base, _, ok := fromRoot(&a.Report.Findings[i]); ok {
			below[base]++
		}
	}
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		if base, rest, ok := fromRoot(f); ok && below[base] >= several && f.Suggestion == "/"+rest {
			f.Suggestion = ""
		}
	}
}

// fromRoot parts the target of a link from the root of the site's host, which
// leads nowhere, into its first folder and the rest.
func fromRoot(f *link.Finding) (base, rest string, ok bool) {
	if !f.Internal || f.Reason != link.NotFound || len(f.Occurrences) == 0 || !strings.HasPrefix(f.Occurrences[0].Link, "/") {
		return "", "", false
	}
	return strings.Cut(strings.TrimPrefix(f.Target, "/"), "/")
}

// adviseBasePath gives a link that leads past the base path of the site the path
// that it lacks, if with that it leads to a page.
func (a *Advisor) adviseBasePath(f *link.Finding) {
	if f.Verdict == link.Redirected {
		return
	}
	u, err := weburl.Parse(f.Target)
	if err != nil {
		return
	}
	right, ok := a.below(u)
	if !ok {
		return
	}
	f.Suggestion = right.String()
	if isFromRoot(f) {
		f.Suggestion = a.fromRoot(right)
	}
	f.Message += "; it is outside the site's base path, " + a.Job.Scope.Served().Path
}

// below returns the URL that u would be with the base path that it lacks, if that
// leads to a page of the site.
func (a *Advisor) below(u weburl.URL) (right weburl.URL, ok bool) {
	place, ok := a.Job.Scope.MissedBase(u)
	if !ok || u.Query != "" && !a.Queries {
		return right, false
	}
	found := a.paths().Same(u.Path)
	if found < 0 {
		return right, false
	}
	place.Path += a.Site.Path(found)[1:]
	place.Query = u.Query
	return place, true
}

// fromRoot is how an author writes an internal URL as a path from the root of the host
// at which the site is served.
func (a *Advisor) fromRoot(u weburl.URL) string {
	internal, _ := a.Job.Scope.Internal(u)
	return a.Job.Scope.Served().Path + a.Job.Scope.Target(internal)[1:]
}

// isFromRoot reports whether the links of a finding are all written as paths from
// the root of the host.
func isFromRoot(f *link.Finding) bool {
	return !slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool {
		return !strings.HasPrefix(o.Link, "/") || strings.HasPrefix(o.Link, "//")
	})
}

// BasePathNote names the targets outside the base path of the site that were skipped
// although the site has a page of that path. Targets that are requested need no such note:
// another site may be served there, and the answer decides. The root of a host always has
// an answer, so it does not count.
func (a *Advisor) BasePathNote(ctx context.Context, targets map[string]bool) string {
	n, first := 0, ""
	for name := range targets {
		if ctx.Err() != nil {
			break
		}
		u, err := weburl.Parse(name)
		if err != nil || u.Path == "/" {
			continue
		}
		if right, ok := a.below(u); ok {
			n++
			if like := fmt.Sprintf("%s instead of %s", a.fromRoot(right), u.Path+u.Query); first == "" || like < first {
				first = like
			}
		}
	}
	base := a.Job.Scope.Served().Path
	if !a.Job.Scope.Known() {
		return unaskedBase.Of(n, nil, base, first)
	}
	return uncheckedBase.Of(n, nil, base, first)
}

// remarkInferred adds to findings about missing targets that are only linked by absolute
// URLs why they are looked for on the site, if its place was only inferred: another site
// may be served there.
func (a *Advisor) remarkInferred() {
	if !a.Job.Inferred || !a.Job.Scope.Known() {
		return
	}
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		if f.Internal && f.Reason == link.NotFound && f.Suggestion == "" && isWhole(f) {
			f.Message += "; if another site serves this URL, add it to exclude"
		}
	}
}

// isWhole reports whether all links of a finding are absolute URLs that readers may follow.
// The URLs by which a page or a sitemap names itself do not count: they name the site's
// place.
func isWhole(f *link.Finding) bool {
	return !slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool {
		u, err := weburl.Parse(o.Link)
		return err != nil || !u.IsHTTP() || o.Element != "a"
	})
}

// minStripped is how many missing targets have to exist without their first folder for
// that to be the base path of the site.
const minStripped = 5

// nameStrippedBase names the first folder of missing targets that lead to pages without
// it, when that is so for nine in ten of all.
func (a *Advisor) nameStrippedBase() {
	if a.Report.Mode != link.Directory {
		return
	}
	below, missing := map[string]int{}, 0
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		if !f.Internal || f.Reason != link.NotFound {
			continue
		}
		missing++
		if base, _, ok := fromRoot(f); ok && base != "" {
			below[base]++
		}
	}
	for base, n := range below {
		if n < minStripped || n*10 < missing*9 {
			continue
		}
		if found := a.countStripped(base); found >= minStripped && found*10 >= missing*9 {
			a.Report.StrippedBase, a.Report.Stripped = "/"+base+"/", found
		}
	}
}

// countStripped counts the missing targets in a folder that lead to a page without it.
func (a *Advisor) countStripped(folder string) int {
	found := 0
	for i := range a.Report.Findings {
		base, rest, ok := fromRoot(&a.Report.Findings[i])
		if !ok || base != folder {
			continue
		}
		rest, _, _ = strings.Cut(rest, "?")
		if rest == "" || a.paths().Same("/"+rest) >= 0 {
			found++
		}
	}
	return found
}

// maxFolderDepth is the most folders of a path that are looked for.
const maxFolderDepth = 8

// minMissing is the least number of missing targets for which folders are looked for.
// Reports show fewer one by one.
const minMissing = 3

// nameMissingFolders gives each missing target the outermost folder of its path that the
// site does not have.
func (a *Advisor) nameMissingFolders(ctx context.Context) {
	missing := map[string]bool{}
	n := 0
	for i := range a.Report.Findings {
		if f := &a.Report.Findings[i]; isMissing(f) {
			n++
			eachFolder(f.Target, func(folder string) bool {
				missing[folder] = true
				return true
			})
		}
	}
	if n < minMissing || len(missing) == 0 {
		return
	}
	a.removeExisting(missing)
	for i := range a.Report.Findings {
		if f := &a.Report.Findings[i]; isMissing(f) && ctx.Err() == nil {
			eachFolder(f.Target, func(folder string) bool {
				if missing[folder] && a.HasFolder != nil && a.HasFolder(folder) {
					delete(missing, folder)
				}
				if missing[folder] {
					f.MissingFolder = folder
				}
				return !missing[folder]
			})
		}
	}
}

// removeExisting removes the folders that the site has.
func (a *Advisor) removeExisting(missing map[string]bool) {
	exists := func(path string) {
		eachFolder(path, func(folder string) bool {
			delete(missing, folder)
			return true
		})
	}
	last := ""
	for i := range int32(a.Site.Len) {
		path := a.Site.Path(i)
		if folder := path[:strings.LastIndexByte(path, '/')+1]; folder != last {
			exists(folder)
			last = folder
		}
	}
	for i := range a.Report.Findings {
		if f := &a.Report.Findings[i]; f.Internal && !isMissing(f) {
			exists(f.Target)
		}
	}
}

// isMissing reports whether a finding is about a path of the site that leads nowhere.
func isMissing(f *link.Finding) bool {
	return f.Internal && (f.Reason == link.NotFound || f.Reason == link.Gone)
}

// eachFolder calls do for each folder of a target, the outermost first, as long as do
// returns true. The root is none.
func eachFolder(target string, do func(folder string) bool) {
	path, _ := check.CutQuery(target)
	if !strings.HasPrefix(path, "/") {
		return
	}
	at := 1
	for range maxFolderDepth {
		i := strings.IndexByte(path[at:], '/')
		if i < 0 {
			return
		}
		at += i + 1
		if !do(path[:at]) {
			return
		}
	}
}

// WithBasePath puts the base path of the site before suggestions for links that are written
// as paths from the root of the host, as an author writes them. Suggestions for other links
// are paths below the base path, as targets are.
func WithBasePath(j *check.Job, r *link.Report) {
	base := j.Scope.Served().Path
	if len(base) < 2 {
		return
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Internal && (f.Reason == link.NotFound || f.Reason == link.FragmentNotFound) && strings.HasPrefix(f.Suggestion, "/") && isFromRoot(f) {
			f.Suggestion = base + f.Suggestion[1:]
		}
	}
}
