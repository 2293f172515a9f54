// Package advice suggests, for findings about paths that do not exist, the path that the
// author probably meant.
package advice

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Advisor suggests what the links of findings perhaps meant. It reads a report in order, so
// that a bound leaves out the same findings in each run.
type Advisor struct {
	Job    *check.Job
	Report *link.Report
	Site   suggest.Site
	// paths makes an index of the site, for the first path that leads nowhere.
	paths func() *suggest.Paths
	// PathLike returns the path of a place in the form of the wrong path that is meant for it.
	PathLike func(place int32, wrong string) string
	// HasFolder reports whether the site has a folder, even one from which no file is
	// served. It is nil when folders are not known.
	HasFolder func(path string) bool
	// Outside are skipped targets outside the base path of the site, as absolute URLs.
	Outside map[string]bool
	// Queries is true if a query never changes which page a path leads to.
	Queries bool
}

// AdvisePaths gives the findings about a path that leads nowhere the path that
// was perhaps meant.
func (a *Advisor) AdvisePaths(ctx context.Context) {
	a.paths = sync.OnceValue(func() *suggest.Paths { return suggest.NewPaths(a.Site) })
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		if ctx.Err() != nil {
			break
		}
		if f.Suggestion != "" || f.AboveRoot {
			continue
		}
		if f.Internal && f.Reason == link.NotFound {
			a.advisePath(f)
		} else if !f.Internal {
			a.adviseBasePath(f)
		}
	}
	if ctx.Err() == nil {
		a.nameMissingFolders()
		a.nameStrippedBase()
	}
	a.Report.Note(a.basePathNote(ctx))
}

// advisePath does that for one finding.
func (a *Advisor) advisePath(f *link.Finding) {
	path, query := check.CutQuery(f.Target)
	if query != "" && !a.Queries {
		return
	}
	q := suggest.Query{Target: path}
	for _, o := range f.Occurrences[:min(len(f.Occurrences), maxUses)] {
		use := suggest.Use{Page: o.Page, Link: o.Link}
		if o.Element == link.RuleElement {
			use.Page = "" // a rule of the host is on none
		}
		q.Uses = append(q.Uses, use)
	}
	place := a.paths().Nearest(q)
	isHolder := func(o link.Occurrence) bool { return o.Page == a.Site.Path(place) && !strings.Contains(o.Link, "#") }
	if place >= 0 && !slices.ContainsFunc(f.Occurrences, isHolder) {
		f.Suggestion = a.PathLike(place, path) + query
	}
}

// maxUses is how many of the links to a target are looked at.
const maxUses = 16

// adviseBasePath gives a link that leads past the base path of the site the path
// that it lacks, if with that it leads to a page.
func (a *Advisor) adviseBasePath(f *link.Finding) {
	right, written, ok := a.below(f.Target)
	if !ok || f.Verdict == link.Redirected {
		return
	}
	if f.Suggestion = right; isFromRoot(f) {
		f.Suggestion = written
	}
	f.Message += "; it is outside the site's base path, " + a.Job.Scope.Served().Path
}

// below returns the URL that target would be with the base path that it lacks, if that leads to a
// page of the site, and how an author writes it as a path from the root of the host.
func (a *Advisor) below(target string) (right, written string, ok bool) {
	u, err := weburl.Parse(target)
	if err != nil {
		return "", "", false
	}
	place, ok := a.Job.Scope.MissedBase(u)
	if !ok || u.Query != "" && !a.Queries {
		return "", "", false
	}
	found := a.paths().Same(u.Path)
	if found < 0 {
		return "", "", false
	}
	place.Path += a.Site.Path(found)[1:]
	place.Query = u.Query
	internal, _ := a.Job.Scope.Internal(place)
	return place.String(), a.Job.Scope.Served().Path + a.Job.Scope.Target(internal)[1:], true
}

// isFromRoot reports whether the links of a finding are all written as paths from
// the root of the host.
func isFromRoot(f *link.Finding) bool {
	return !slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool {
		return !strings.HasPrefix(o.Link, "/") || strings.HasPrefix(o.Link, "//")
	})
}

// basePathNote names the targets outside the base path of the site that were skipped
// although the site has a page of that path. Targets that are requested need no such note:
// another site may be served there, and the answer decides. The root of a host always has
// an answer, so it does not count.
func (a *Advisor) basePathNote(ctx context.Context) string {
	n, first := 0, ""
	for name := range a.Outside {
		u, err := weburl.Parse(name)
		if err != nil || u.Path == "/" || ctx.Err() != nil {
			continue
		}
		if _, written, ok := a.below(name); ok {
			n++
			if like := fmt.Sprintf("%s instead of %s", written, u.Path+u.Query); first == "" || like < first {
				first = like
			}
		}
	}
	text := check.UncheckedBase
	if !a.Job.Scope.Known() {
		text = check.UnaskedBase
	}
	return text.Of(n, nil, a.Job.Scope.Served().Path, first)
}

// minStripped is how many missing targets have to exist without their first folder for
// that to be the base path of the site, and minAlike in how many of one folder it may be one.
const minStripped, minAlike = 5, 3

// nameStrippedBase names the first folder of missing targets that lead to pages without it,
// when that is so for nine in ten of all: links are written for a base path that the run does
// not know. To remove it from each of them would be wrong, so that is not suggested.
func (a *Advisor) nameStrippedBase() {
	missing, below := 0, map[string][]*link.Finding{}
	for i := range a.Report.Findings {
		f := &a.Report.Findings[i]
		if !f.Internal || f.Reason != link.NotFound {
			continue
		}
		missing++
		if folder, _, ok := strings.Cut(strings.TrimPrefix(f.Target, "/"), "/"); ok && folder != "" && isFromRoot(f) {
			below[folder] = append(below[folder], f)
		}
	}
	for folder, all := range below {
		stripped := 0
		for _, f := range all {
			rest, _ := check.CutQuery(f.Target[len("/"+folder):])
			if rest == "/" || a.paths().Same(rest) >= 0 {
				stripped++
			}
			if len(all) >= minAlike && "/"+folder+f.Suggestion == f.Target && (a.Job.Inferred || !a.Job.Scope.Known()) {
				f.Suggestion = ""
			}
		}
		if a.Report.Mode == link.Directory && stripped >= minStripped && stripped*10 >= missing*9 {
			a.Report.StrippedBase, a.Report.Stripped = "/"+folder+"/", stripped
		}
	}
}

// nameMissingFolders gives each missing target the outermost folder of its path that the
// site does not have.
func (a *Advisor) nameMissingFolders() {
	var missing []*link.Finding
	present := map[string]bool{}
	add := func(path string) {
		for folder := range folders(path) {
			present[folder] = true
		}
	}
	for i := range a.Report.Findings {
		switch f := &a.Report.Findings[i]; {
		case !f.Internal:
		case f.Reason == link.NotFound || f.Reason == link.Gone:
			missing = append(missing, f)
		default:
			add(f.Target)
		}
	}
	for i := int32(0); a.HasFolder == nil && len(missing) > 0 && i < int32(a.Site.Len); i++ {
		add(a.Site.Path(i))
	}
	for _, f := range missing {
		for folder := range folders(f.Target) {
			if !present[folder] && (a.HasFolder == nil || !a.HasFolder(folder)) {
				f.MissingFolder = folder
				break
			}
		}
	}
}

// maxFolderDepth is the most folders of a path that are looked for.
const maxFolderDepth = 8

// folders are the folders of a target, the outermost first, without the root.
func folders(target string) iter.Seq[string] {
	return func(yield func(string) bool) {
		path, _ := check.CutQuery(target)
		for at, depth := 1, 0; depth < maxFolderDepth && at < len(path); depth++ {
			i := strings.IndexByte(path[at:], '/')
			if at += i + 1; i < 0 || !yield(path[:at]) {
				return
			}
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
