package compare

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	checkpage "github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// OnPage takes a page of the site that is checked, as [check.Job] passes it: it may be where a page
// of the old site went.
func (c *Comparison) OnPage(u weburl.URL, src []byte, read *scan.Page) {
	if read.Refresh != "" || u.Query != "" || pagekind.IsErrorPage(u.Path) {
		return
	}
	page := found{path: strings.Clone(u.Path)}
	if c.hasTexts {
		page.title, page.text = content.TitleOf(src), newText(src)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.newPages = append(c.newPages, page)
}

// pagesBelow returns the pages of the new site in the order of their paths, which are below the base
// path. A site that was replaced during the check was read twice.
func (c *Comparison) pagesBelow(base string) []found {
	all := slices.DeleteFunc(c.newPages, func(p found) bool { return !strings.HasPrefix(p.path, base) })
	slices.SortStableFunc(all, func(a, b found) int { return strings.Compare(a.path, b.path) })
	all = slices.CompactFunc(all, func(a, b found) bool { return a.path == b.path })
	for i := range all {
		all[i].path = all[i].path[len(base)-1:]
	}
	return all
}

// maxAsked is how many lost pages are requested from an old live site for their texts: the first of
// the list.
const maxAsked = 2000

// findMoves looks for the pages of the new site that have the content of lost ones. A URL that the
// old site redirected to the same place is not lost.
func (c *Comparison) findMoves(ctx context.Context) {
	var all []*judged
	for i := range c.judged {
		if found := &c.judged[i]; found.answer == lost && len(all) < check.MaxFindings {
			all = append(all, found)
		}
	}
	if len(all) == 0 || ctx.Err() != nil {
		return
	}
	hash := func(path string) uint64 { return hashOf(keyOf(path)) }
	wasThere := make(map[uint64]int32, len(c.pages))
	for i := range c.pages {
		wasThere[hash(c.pages[i].target)] = int32(i)
	}
	f := finder{
		now:      c.pagesBelow(c.job.Scope.Base()),
		wasThere: func(path string) bool { _, ok := wasThere[hash(path)]; return ok },
		before:   func(path string) text { return c.readBefore(ctx, &c.pages[wasThere[hash(path)]]).text },
	}
	if c.Renames != nil {
		f.renames = c.Renames(ctx)
	}
	list := make([]before, len(all))
	c.divide(ctx, len(all), "read the old page", func(i int) string { return c.pages[all[i].page].target }, func(i int) {
		if c.old.dir != nil || i < maxAsked {
			list[i] = c.readBefore(ctx, &c.pages[all[i].page])
		}
	})
	for i := range list {
		target := c.pages[all[i].page].target
		if c.isAsBefore(ctx, all[i], &list[i]) {
			all[i].answer = asBefore
		} else if !strings.Contains(target, "?") {
			f.lost = append(f.lost, found{target, list[i].title, list[i].text})
		}
	}
	c.moves = f.find(ctx)
}

// before is what the old site has at a URL that leads nowhere on the new one.
type before struct {
	title string
	text  text
	// end is where a redirect or a meta refresh of the old site leads; the zero URL when there is
	// none.
	end weburl.URL
}

// readBefore reads a page of the old site. One that cannot be read is lost, and no redirect is
// proposed.
func (c *Comparison) readBefore(ctx context.Context, p *page) (b before) {
	old := &c.old.urls[p.old]
	if dir := c.old.dir; dir != nil {
		files := dir.NewReader()
		defer func() { _ = files.Close() }() // it was only read from
		if src, err := files.Read(old.file, nil); err == nil && dir.Kind(old.file).IsPage() {
			b.read(c.urlOf(p), dir.Kind(old.file), src, "")
		}
		return b
	}
	u, err := weburl.Parse(old.raw)
	if c.Old == nil || err != nil {
		return b
	}
	resp, err := c.Old.Client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page})
	if err != nil {
		return b
	}
	defer resp.Release()
	if len(resp.Redirects) > 0 {
		b.end = resp.URL
	}
	if resp.HTML && resp.Body != nil && resp.Status == 200 {
		b.read(resp.URL, link.HTMLKind, resp.Body, resp.Charset)
	}
	return b
}

// read reads a page of the old site that is served at u.
func (b *before) read(u weburl.URL, kind link.Kind, src []byte, label string) {
	var doc checkpage.Document
	// What is before a fault counts: only a proposal depends on the rest.
	_ = doc.Read(kind, src, label, scan.Options{})
	b.title, b.text = content.TitleOf(doc.Text), newText(doc.Text)
	if doc.Page.Refresh == "" {
		return
	}
	if to, err := checkpage.NewBase(u, doc.Encoding, &doc.Page).URL.Resolve(doc.Page.Refresh); err == nil && to.Document() != u.Document() {
		b.end = to
	}
}

// isAsBefore reports whether a URL leads where it led on the old site: that redirected it already.
func (c *Comparison) isAsBefore(ctx context.Context, found *judged, b *before) bool {
	if b.end.Scheme == "" || found.end == "" {
		return false
	}
	if b.end.Document().String() == found.end {
		return true
	}
	// The redirects of a directory are resolved as if it were the new site.
	to, ok := c.job.Scope.Internal(b.end)
	if c.old.dir == nil {
		to, ok = c.place(b.end.Document(), true)
	}
	if !ok {
		return false
	}
	to = to.Document()
	visit := c.site.Visit(ctx, to)
	return to.String() == found.end || visit.IsRedirected() && visit.End.Document().String() == found.end
}

// writeRedirects makes rules of the moves that were found, for nginx in a file that ends in .conf, and
// else in the syntax of the host.
func (c *Comparison) writeRedirects() {
	if c.Redirects == "" {
		return
	}
	// The hosting of a live site is what the setting says.
	syntax, moves := cmp.Or(c.run.Report.Hosting, c.Hosting), map[string]string{}
	if path.Ext(filepath.ToSlash(c.Redirects)) == ".conf" {
		syntax = Nginx
	}
	for from, move := range c.moves {
		moves[from] = move.to
	}
	text, n, unwritten := Redirects(syntax, c.job.Scope.Base(), moves)
	c.run.Report.Redirects = text
	c.note("redirects: %s for %s", link.Count(n, "rule"), link.Count(c.counts[lost], "lost URL"))
	for i, reason := range unwritten {
		if i == check.MaxExamples {
			c.note("redirects: %d more moved URLs have no rule", len(unwritten)-i)
			break
		}
		c.note("redirects: %s", reason)
	}
}
