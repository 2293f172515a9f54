package compare

import (
	"context"

	checkpage "github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/moved"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// before is what the old site has at a URL that leads nowhere on the new one.
type before struct {
	title string
	text  moved.Text
	// end is where a redirect or a meta refresh of the old site leads; the zero URL when
	// there is none.
	end weburl.URL
}

// readBefore reads what the old site has at a lost URL; i is its number among the lost ones.
func (c *comparison) readBefore(ctx context.Context, r *oldReader, i int, p *page) (b before) {
	switch {
	case r.files != nil:
		file := c.old.directory.files[p.old]
		kind := scan.KindOfName(c.old.directory.dir.Path(file))
		if !kind.IsPage() {
			return b
		}
		src, err := r.files.Read(file)
		if err != nil {
			return b // then it is lost, and no redirect is proposed
		}
		b.read(urlOf(&c.job.Scope, p), kind, src, "")
	case c.Old != nil && i < maxAsked:
		u, err := weburl.Parse(c.old.urls[p.old].raw)
		if err != nil {
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
	}
	return b
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

// isAsBefore reports whether a URL leads where it led on the old site: that redirected it
// already.
func (c *comparison) isAsBefore(ctx context.Context, m *mapper, found *judged, b *before) bool {
	if b.end.Scheme == "" || found.end == "" {
		return false
	}
	if b.end.Document().String() == found.end {
		return true
	}
	// The redirects of a directory are resolved as if it were the new site.
	to, ok := c.job.Scope.Internal(b.end)
	if c.old.directory == nil {
		to, ok = m.find(b.end.String())
	}
	if !ok {
		return false
	}
	to = to.Document()
	visit := c.site.Visit(ctx, to)
	return to.String() == found.end || visit.IsRedirected() && visit.End.Document().String() == found.end
}

// oldReader reads files of an old site in a directory; files is nil for other old sites.
type oldReader struct{ files *site.Reader }

func (r *oldReader) close() {
	if r.files != nil {
		// What it keeps open was only read from.
		_ = r.files.Close()
	}
}
