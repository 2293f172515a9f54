package compare

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// lostFragment is the id of a heading that the new site lacks.
type lostFragment struct {
	// page is the number of the page, and url what the old site calls it.
	page int
	url  weburl.URL
	id   string
}

// compareFragments looks for the ids of the headings of the old site on the pages at which
// readers of its URLs end now.
func (c *comparison) compareFragments(ctx context.Context) {
	numbers := make(map[string]int, len(c.pages))
	for i := range c.pages {
		numbers[c.pages[i].target] = i
	}
	gone := make(map[int]bool, len(c.result.judged))
	for i := range c.result.judged {
		gone[c.result.judged[i].page] = true
	}
	m := newMapper(&c.job.Scope, c.old)
	var all []lostFragment
	seen := map[uint64]bool{}
	c.eachRead(ctx, func(raw string, old readPage) {
		u, ok := m.find(raw)
		if !ok {
			return
		}
		i, ok := numbers[c.job.Scope.Target(u)]
		if !ok || gone[i] || len(old.ids) == 0 {
			return
		}
		facts := c.site.Visit(ctx, u).Facts
		if facts == nil {
			return
		}
		for _, id := range old.ids {
			if hash := hashOf(u, id); id != "" && !facts.Has(id) && !facts.IsCut() && !seen[hash] {
				seen[hash] = true
				all = append(all, lostFragment{i, old.url, id})
			}
		}
	})
	slices.SortFunc(all, func(a, b lostFragment) int { return cmp.Or(a.page-b.page, strings.Compare(a.id, b.id)) })
	c.result.fragments = all
}

// eachRead calls do with each page of the old site, and the URL by which the inventory has
// it.
func (c *comparison) eachRead(ctx context.Context, do func(raw string, old readPage)) {
	if c.old.directory != nil {
		c.eachFile(ctx, do)
		return
	}
	for _, page := range c.old.read.all {
		if ctx.Err() != nil {
			return
		}
		do(page.url.String(), page)
	}
}

// eachFile is eachRead for a directory, of which one page at a time is in memory.
func (c *comparison) eachFile(ctx context.Context, do func(raw string, old readPage)) {
	d := c.old.directory
	reader := d.dir.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = reader.Close() }()
	var doc check.Document
	for i, file := range d.files {
		kind := scan.KindOfName(d.dir.Path(file))
		if ctx.Err() != nil {
			return
		}
		if !kind.IsPage() {
			continue
		}
		src, err := reader.Read(file)
		if err == nil {
			err = doc.Read(kind, src, "", scan.Options{})
		}
		if err != nil {
			c.problem("could not compare the ids of headings: %s", check.Unread(kind, d.dir.File(file), len(src) > 0, err))
			continue
		}
		served, err := anyHost.Resolve(c.old.urls[i].raw)
		if err != nil {
			continue
		}
		c.old.read.note(linkedFragments(check.NewBase(served, doc.Encoding, &doc.Page), &doc))
		do(c.old.urls[i].raw, readPage{url: served, ids: content.HeadingIDs(doc.Text)})
	}
}

// addFragments adds the findings of ids that are gone. One to which a page of either site
// links is broken. Whether another site links to the others is not known.
func (c *comparison) addFragments() {
	missing := map[string]bool{}
	for i := range c.builder.Report.Findings {
		if f := &c.builder.Report.Findings[i]; f.Reason == link.FragmentNotFound {
			missing[f.Target] = true
		}
	}
	for _, lost := range c.result.fragments {
		p := &c.pages[lost.page]
		target := p.target + "#" + weburl.EscapeFragment(lost.id)
		o := check.Outcome{Verdict: link.Unverified, Reason: link.FragmentLost}
		o.Message = fmt.Sprintf("the page has no element with id %q any more; no page of either site links to it", lost.id)
		if missing[target] || missing[p.target+"#"+lost.id] || c.old.read.isLinked(lost.url, lost.id) {
			o.Verdict = link.Broken
			o.Message = fmt.Sprintf("the page has no element with id %q any more, and a page of this site or of the old one links to it", lost.id)
		}
		c.add(p, target, check.Temper(o, c.job.RuleNamed(p.target)))
	}
}
