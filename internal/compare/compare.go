// Package compare finds the URLs of an old site that lead nowhere on the site that was
// checked. The old site is a live one, a build directory, or a file that lists URLs. The
// answers of the new site come from the run that checked it, so that its host's rules,
// redirects and error pages count as they do for links.
package compare

import (
	"context"
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/moved"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Comparison compares a site with an old one.
type Comparison struct {
	Options
	pages newPages
	// moves are where lost pages went, by their targets.
	moves map[string]moved.Move
}

// New returns the comparison with an old site.
func New(opt Options) *Comparison { return &Comparison{Options: opt} }

// OnPage takes a page of the site that is checked, as [check.Job] passes it: it may be where
// a page of the old site went.
func (c *Comparison) OnPage(u weburl.URL, text []byte, page *scan.Page) {
	c.pages.add(u, text, page, c.hasTexts())
}

// Compare is a [check.Comparer]: it adds the lost URLs of the old site to the report of b.
func (c *Comparison) Compare(ctx context.Context, site check.Visitor, b *check.Builder) {
	run := &comparison{Options: &c.Options, site: site, builder: b, job: b.Job, now: &c.pages}
	run.run(ctx)
	c.moves = run.result.moves
}

// Moved returns the target at which the content of a lost one is now, when a renamed source
// or the text says so.
func (c *Comparison) Moved(target string) (to string, ok bool) {
	move := c.moves[target]
	return move.To, move.IsSure
}

// comparison is one comparison.
type comparison struct {
	*Options
	site    check.Visitor
	builder *check.Builder
	job     *check.Job
	now     *newPages
	old     *inventory
	pages   []page
	result  result
}

// run compares, and adds what comes of it to the report.
func (c *comparison) run(ctx context.Context) {
	c.old = c.read(ctx, &c.job.Scope)
	defer c.old.close()
	c.result.pagesBound = c.old.partial
	m := newMapper(&c.job.Scope, c.old)
	c.pages = m.pages(c.old)
	m.report(c)
	if len(c.pages) == 0 && len(c.old.problems) == 0 && ctx.Err() == nil {
		c.problem("could not compare with the old site %q: it lists no URL of this site; check compare and site-url", c.shown())
	}
	c.visitAll(ctx)
	c.findMoves(ctx)
	c.conclude()
	c.writeRedirects(ctx)
	for _, problem := range c.old.problems {
		c.problem("%s", problem)
	}
}

// problem adds a problem to the report.
func (c *comparison) problem(format string, args ...any) {
	c.builder.Report.Problems = append(c.builder.Report.Problems, fmt.Sprintf(format, args...))
}

// note adds a note to the report.
func (c *comparison) note(format string, args ...any) {
	c.builder.Report.Notes = append(c.builder.Report.Notes, fmt.Sprintf(format, args...))
}

// occurrence is where the old site has a URL: the page as the new site would serve it, so
// that a baseline is good for any list of the old site, and the line of the list or the old file.
func (c *comparison) occurrence(p *page) *link.Occurrence {
	old := &c.old.urls[p.old]
	o := &link.Occurrence{Page: p.target, Element: link.OldURLElement, Link: old.raw}
	switch d := c.old.directory; {
	case old.line > 0:
		o.File, o.Line, o.Column = c.old.files[old.file], int(old.line), int(old.column)
	case d != nil:
		o.File = d.dir.File(d.files[p.old])
	}
	return o
}
