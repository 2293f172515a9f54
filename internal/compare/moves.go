package compare

import (
	"cmp"
	"context"
	"hash/maphash"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	checkpage "github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/moved"
	"github.com/linkvet/linkvet/internal/redirectrules"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// OnPage takes a page of the site that is checked, as [check.Job] passes it: it may be where a page
// of the old site went.
func (c *Comparison) OnPage(u weburl.URL, text []byte, read *scan.Page) {
	if read.Refresh != "" || u.Query != "" || site.IsErrorPage(u.Path) {
		return
	}
	page := moved.Page{Path: strings.Clone(u.Path)}
	if c.hasTexts() {
		page.Title, page.Text = content.TitleOf(text), moved.NewText(text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.newPages = append(c.newPages, page)
}

// pagesBelow returns the pages of the new site in the order of their paths, which are below the base
// path. A site that was replaced during the check was read twice.
func (c *Comparison) pagesBelow(base string) []moved.Page {
	all := slices.DeleteFunc(c.newPages, func(p moved.Page) bool { return !strings.HasPrefix(p.Path, base) })
	slices.SortStableFunc(all, func(a, b moved.Page) int { return strings.Compare(a.Path, b.Path) })
	all = slices.CompactFunc(all, func(a, b moved.Page) bool { return a.Path == b.Path })
	for i := range all {
		all[i].Path = all[i].Path[len(base)-1:]
	}
	c.newPages = nil
	return all
}

// hasTexts reports whether the old site may have the texts of its pages: a list of URLs has none.
func (c *Options) hasTexts() bool {
	info, err := os.Stat(c.Source)
	return config.IsURL(c.Source) || err == nil && info.IsDir()
}

// maxAsked is how many lost pages are requested from an old live site for their texts: the first of
// the list.
const maxAsked = 2000

// findMoves looks for the pages of the new site that have the content of lost ones. A URL that the
// old site redirected to the same place is not lost.
func (c *Comparison) findMoves(ctx context.Context) {
	var all []*judged
	for i := range c.judged {
		if found := &c.judged[i]; found.answer == lost && len(all) < check.MaxPlaces {
			all = append(all, found)
		}
	}
	if len(all) == 0 || ctx.Err() != nil {
		return
	}
	keyOf := func(path string) uint64 { return maphash.String(check.HashSeed, moved.Key(path)) }
	wasThere := make(map[uint64]int32, len(c.pages))
	for i := range c.pages {
		wasThere[keyOf(c.pages[i].target)] = int32(i)
	}
	files, end := c.openOld()
	defer end()
	sites := moved.Sites{
		New:      c.pagesBelow(c.job.Scope.Base()),
		WasThere: func(path string) bool { _, ok := wasThere[keyOf(path)]; return ok },
		TextBefore: func(path string) (text moved.Text) {
			if problem := contain.Panic("read the old page", path, func() { text = c.readBefore(ctx, files, &c.pages[wasThere[keyOf(path)]]).text }); problem != "" {
				c.problem("%s", problem)
			}
			return text
		},
	}
	if c.Renames != nil {
		sites.Renames = c.Renames(ctx)
	}
	for i, was := range c.readLost(ctx, all) {
		p := &c.pages[all[i].page]
		if c.isAsBefore(ctx, all[i], &was) {
			all[i].answer = stays
			c.asBefore++
		} else if !strings.Contains(p.target, "?") {
			sites.Lost = append(sites.Lost, moved.Page{Path: p.target, Title: cmp.Or(was.title, c.old.urls[p.old].title), Text: was.text})
		}
	}
	for _, move := range moved.Find(ctx, sites) {
		move.To = c.inFormOf(ctx, move.From, move.To)
		c.moves[move.From] = move
	}
}

// inFormOf is the path of a new page in the form of that of an old one, if the new site answers there,
// too: hosts such as Netlify serve "api.html" at "/api.html" and at "/api".
func (c *Comparison) inFormOf(ctx context.Context, from, to string) string {
	other, hasName := strings.CutSuffix(to, hosting.PageExtension)
	if !hasName {
		other += hosting.PageExtension
	}
	if strings.HasSuffix(from, "/") || strings.HasSuffix(to, "/") || strings.HasSuffix(from, hosting.PageExtension) == hasName {
		return to
	}
	u := c.job.Scope.Page(strings.TrimPrefix(other, "/"))
	visit := c.site.Visit(ctx, u)
	if answer, _ := c.decide(u, &visit); answer != stays || visit.IsRedirected() {
		return to
	}
	return other
}

// before is what the old site has at a URL that leads nowhere on the new one.
type before struct {
	title string
	text  moved.Text
	// end is where a redirect or a meta refresh of the old site leads; the zero URL when there is
	// none.
	end weburl.URL
}

// readLost reads what the old site has at the URLs that are lost.
func (c *Comparison) readLost(ctx context.Context, all []*judged) []before {
	list := make([]before, len(all))
	var mu sync.Mutex
	c.divide(ctx, len(all), func(next func() (int, bool)) {
		files, end := c.openOld()
		defer end()
		for i, ok := next(); ok; i, ok = next() {
			p := &c.pages[all[i].page]
			if files == nil && i >= maxAsked {
				continue
			}
			if problem := contain.Panic("read the old page", p.target, func() { list[i] = c.readBefore(ctx, files, p) }); problem != "" {
				mu.Lock()
				c.problem("%s", problem)
				mu.Unlock()
			}
		}
	})
	return list
}

// openOld returns a reader of the files of an old directory; nil for other old sites.
func (c *Comparison) openOld() (files *site.Reader, end func()) {
	if c.old.dir == nil {
		return nil, func() {}
	}
	files = c.old.dir.NewReader()
	return files, func() { _ = files.Close() } // it was only read from
}

// readBefore reads a page of the old site. One that cannot be read is lost, and no redirect is
// proposed.
func (c *Comparison) readBefore(ctx context.Context, files *site.Reader, p *page) (b before) {
	old := &c.old.urls[p.old]
	switch {
	case files != nil:
		kind := scan.KindOfName(c.old.dir.Path(old.file))
		if !kind.IsPage() {
			return b
		}
		if src, err := files.Read(old.file); err == nil {
			b.read(c.mapper.urlOf(p), kind, src, "")
		}
	case c.Old != nil:
		b.request(ctx, c.Old.Client, old.raw)
	}
	return b
}

// request requests a page of an old live site.
func (b *before) request(ctx context.Context, client check.Client, raw string) {
	u, err := weburl.Parse(raw)
	if err != nil {
		return
	}
	resp, err := client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page})
	if err != nil {
		return
	}
	defer resp.Release()
	if len(resp.Redirects) > 0 {
		b.end = resp.URL
	}
	if resp.HTML && resp.Body != nil && resp.Status == 200 {
		b.read(resp.URL, link.HTMLKind, resp.Body, resp.Charset)
	}
}

// read reads a page of the old site that is served at u.
func (b *before) read(u weburl.URL, kind link.Kind, src []byte, label string) {
	var doc checkpage.Document
	// What is before a fault counts: only a proposal depends on the rest.
	_ = doc.Read(kind, src, label, scan.Options{})
	b.title, b.text = content.TitleOf(doc.Text), moved.NewText(doc.Text)
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
		to, ok = c.mapper.place(b.end.Document(), true)
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
func (c *Comparison) writeRedirects(ctx context.Context) {
	if c.Redirects == "" {
		return
	}
	var moves []redirectrules.Move
	isLost := make(map[string]bool, len(c.judged))
	for i := range c.judged {
		target := c.pages[c.judged[i].page].target
		isLost[target] = c.judged[i].answer == lost
		if isLost[target] && !strings.Contains(target, "?") {
			moves = append(moves, redirectrules.Move{From: target, To: c.moves[target].To})
		}
	}
	exists := func(path string) bool {
		escaped := (&url.URL{Path: path}).EscapedPath()
		if lost, isKnown := isLost[escaped]; isKnown {
			return !lost
		}
		u := c.job.Scope.Page(strings.TrimPrefix(escaped, "/"))
		visit := c.site.Visit(ctx, u)
		answer, _ := c.decide(u, &visit)
		return answer != lost && answer != removed
	}
	rules := redirectrules.Site{Base: c.job.Scope.Base(), Exists: exists}
	// The hosting of a live site is what the setting says.
	syntax := cmp.Or(c.builder.Report.Hosting, c.Hosting)
	if path.Ext(filepath.ToSlash(c.Redirects)) == ".conf" {
		syntax = redirectrules.Nginx
	}
	out := redirectrules.Write(syntax, rules, moves)
	c.builder.Report.Redirects = out.Text
	c.note("redirects: %s for %s", check.Count(out.Rules, "rule"), check.Count(c.counts[lost], "lost URL"))
	for i, reason := range out.Unwritten {
		if i == check.MaxExamples {
			c.note("redirects: %d more moved URLs have no rule", len(out.Unwritten)-i)
			break
		}
		c.note("redirects: %s", reason)
	}
}
