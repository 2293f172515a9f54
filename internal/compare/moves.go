package compare

import (
	"cmp"
	"context"
	"hash/maphash"
	"iter"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/moved"
)

// maxAsked is how many lost pages are requested from an old live site for their texts: the
// first of the list.
const maxAsked = 2000

// findMoves looks for the pages of the new site that have the content of lost ones. A URL
// that the old site redirected to the same place is not lost.
func (c *comparison) findMoves(ctx context.Context) {
	var all []*judged
	for i := range c.result.judged {
		if found := &c.result.judged[i]; found.answer == lost && len(all) < check.MaxPlaces {
			all = append(all, found)
		}
	}
	if len(all) == 0 || ctx.Err() != nil {
		return
	}
	sites := moved.Sites{New: c.now.pages(&c.job.Scope), WasThere: c.wasThere()}
	c.useOldNames(ctx, sites.New)
	if c.Renames != nil {
		sites.Renames = c.Renames(ctx)
	}
	m := newMapper(&c.job.Scope, c.old)
	for i, was := range c.readLost(ctx, all) {
		p := &c.pages[all[i].page]
		if c.isAsBefore(ctx, m, all[i], &was) {
			all[i].answer = stays
			c.result.asBefore++
			continue
		}
		if !strings.Contains(p.target, "?") {
			sites.Lost = append(sites.Lost, moved.Page{Path: p.target, Title: cmp.Or(was.title, c.old.urls[p.old].title), Text: was.text})
		}
	}
	c.result.moves = map[string]moved.Move{}
	for _, move := range moved.Find(ctx, sites) {
		move.To = c.servedName(ctx, move.To)
		c.result.moves[move.From] = move
	}
}

// wasThere returns the function that reports whether the old site had a page at a path, too.
func (c *comparison) wasThere() func(path string) bool {
	all := make(map[uint64]struct{}, len(c.pages))
	for i := range c.pages {
		all[maphash.String(check.HashSeed, c.pages[i].target)] = struct{}{}
	}
	return func(path string) bool {
		_, ok := all[maphash.String(check.HashSeed, path)]
		return ok
	}
}

// readLost reads what the old site has at the URLs that are lost.
func (c *comparison) readLost(ctx context.Context, all []*judged) []before {
	list := make([]before, len(all))
	var mu sync.Mutex
	c.divide(ctx, len(all), func(numbers iter.Seq[int]) {
		reader := c.openOld()
		defer reader.close()
		for i := range numbers {
			p := &c.pages[all[i].page]
			if problem := contain.Panic("read the old page", p.target, func() { list[i] = c.readBefore(ctx, reader, i, p) }); problem != "" {
				mu.Lock()
				c.problem("%s", problem)
				mu.Unlock()
			}
		}
	})
	return list
}

// openOld returns a reader of the old site.
func (c *comparison) openOld() *oldReader {
	if c.old.directory == nil {
		return &oldReader{}
	}
	return &oldReader{c.old.directory.dir.NewReader()}
}
