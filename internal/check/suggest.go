package check

import (
	"context"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/suggest"
)

// advisor gives findings what their links were perhaps meant for. It looks at a
// report in its order, so that a bound leaves out the same in each run.
type advisor struct {
	job    *Job
	steps  *mishaps
	report *link.Report
	site   suggest.Site
	// index is made of the site for the first path that leads nowhere.
	index *suggest.Paths
	// titled returns the place whose title is what links to a path read, among
	// places that come into question; negative when none is. Nil asks for none.
	titled func(f *link.Finding, places []int32) int32
	// queries is whether a query makes no difference to what a path leads to.
	queries bool
}

// advisePaths gives the findings about a path that leads nowhere the path that
// was perhaps meant.
func (a *advisor) advisePaths(ctx context.Context) {
	for i := range a.report.Findings {
		f := &a.report.Findings[i]
		if ctx.Err() != nil {
			break
		}
		if f.Suggestion != "" {
			continue
		}
		if f.Internal && f.Reason == link.NotFound {
			a.steps.contain("look for a suggestion for", f.Target, func() { a.advisePath(f) })
		} else if !f.Internal {
			a.steps.contain("look for a suggestion for", f.Target, func() { a.adviseBeside(f) })
		}
	}
	a.withdraw()
	a.remarkElsewhere()
}

// advisePath does that for one finding.
func (a *advisor) advisePath(f *link.Finding) {
	path, query := cutQuery(f.Target)
	if query != "" && !a.queries {
		return
	}
	q := suggest.Query{Target: path}
	for i := range f.Occurrences {
		if i == mostUses {
			break
		}
		q.Uses = append(q.Uses, useOf(&f.Occurrences[i]))
	}
	paths := a.paths()
	place, rivals := paths.Nearest(q)
	if place < 0 && a.titled != nil {
		if rivals == nil {
			rivals = paths.Neighbours(path)
		}
		place = a.titled(f, rivals)
	}
	if place >= 0 {
		f.Suggestion = a.site.Path(place) + query
	}
}

// useOf is how a page has a link. A rule of the host stands on none.
func useOf(o *link.Occurrence) suggest.Use {
	if o.Element == link.RuleElement {
		return suggest.Use{Link: o.Link}
	}
	return suggest.Use{Page: o.Page, Link: o.Link}
}

// mostUses is how many of the links to a target are looked at.
const mostUses = 16

func (a *advisor) paths() *suggest.Paths {
	if a.index == nil {
		a.index = suggest.NewPaths(a.site)
	}
	return a.index
}

// withdraw takes back what would have a whole site rewritten that is to be served
// below a base path which the run was not told of: several links from the root
// begin with it, and lack nothing else.
func (a *advisor) withdraw() {
	const several = 3
	if a.job.Space.Known() && !a.job.Inferred {
		return
	}
	below := map[string]int{}
	for i := range a.report.Findings {
		if base, _, ok := fromRoot(&a.report.Findings[i]); ok {
			below[base]++
		}
	}
	for i := range a.report.Findings {
		f := &a.report.Findings[i]
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
