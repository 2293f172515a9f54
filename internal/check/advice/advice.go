// Package advice suggests, for findings about paths that do not exist, the path that the
// author probably meant.
package advice

import (
	"context"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
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
		a.Steps.Do("find missing folders", "", a.nameMissingFolders)
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
