package crawl

import (
	"context"
	"maps"
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
)

// maxReadAgain is how many documents are read once more to see whether they still name
// what is missing. A new deployment changes all of them.
const maxReadAgain = 5

// unnamed returns the missing files that documents do not name any more: those documents
// are read once more. One that differs from one request to the next, such as a page with
// a random picture, does not count.
func (c *crawl) unnamed(ctx context.Context, missing []*target.Target) []string {
	if len(missing) == 0 {
		return nil
	}
	documents := map[string]*target.Target{}
	for i, t := range c.documents {
		documents[c.name(int32(i))] = t
	}
	seen := map[*target.Target]links{}
	var names []string
	for _, t := range missing {
		for _, m := range t.Held.Faults {
			if m.At == nil || documents[m.At.Page] == nil {
				continue
			}
			owner := documents[m.At.Page]
			now, ok := seen[owner]
			if !ok && len(seen) == maxReadAgain {
				continue
			}
			if !ok {
				now = c.linksNow(ctx, owner)
				seen[owner] = now
			}
			if now.isKnown && !now.raw[m.At.Link] {
				names = append(names, c.job.Scope.Target(t.URL))
				break
			}
		}
	}
	return names
}

// links are those that a document has now.
type links struct {
	// raw are the links as their author wrote them.
	raw map[string]bool
	// isKnown is whether the document gives the same links to each request.
	isKnown bool
}

// linksNow reads a document twice, and returns its links.
func (c *crawl) linksNow(ctx context.Context, owner *target.Target) links {
	first, ok := c.rawLinks(ctx, owner)
	if !ok {
		return links{}
	}
	second, ok := c.rawLinks(ctx, owner)
	return links{raw: first, isKnown: ok && maps.Equal(first, second)}
}

// rawLinks reads a document once more and returns its links; ok is false when it cannot be
// read, or not to its end. A document that is gone has no links.
func (c *crawl) rawLinks(ctx context.Context, owner *target.Target) (raw map[string]bool, ok bool) {
	resp, err := c.job.Client.Do(ctx, fetch.Request{URL: owner.URL, Want: fetch.Document})
	if err != nil {
		return nil, false
	}
	defer resp.Release()
	isGone := resp.Status == http.StatusNotFound || resp.Status == http.StatusGone
	if isGone || resp.Cut != nil || resp.Body == nil || resp.Status >= http.StatusMultipleChoices {
		return nil, isGone
	}
	kind := owner.Holds
	switch {
	case resp.HTML:
		kind = page.KindOf(resp)
	case scan.KindOfMedia(resp.ContentType) == link.SVGKind:
		kind = link.SVGKind
	}
	var doc page.Document
	if err := doc.Read(kind, resp.Body, resp.Charset, scan.Options{}); err != nil {
		return nil, false
	}
	raw = map[string]bool{}
	for i := range doc.Page.Links {
		raw[strings.Clone(doc.Page.Links[i].Raw)] = true
	}
	return raw, true
}
