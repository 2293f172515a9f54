package crawl

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
)

// Share is a part of the pages of a site, from 1 to Count, by a hash of their paths. The
// zero value is all of them.
//
// A run on a share reads the sitemaps, the start page and its own pages. It requests what
// these use, and passes on their links to other pages: they are in its facts. What is no
// page is not divided, so that one round of runs is enough for a site whose sitemaps list
// all pages.
type Share struct{ Index, Count int }

// passedPages are pages of other shares that were found, and whether a sitemap lists them.
type passedPages map[*target.Target]bool

func (p passedPages) add(t *target.Target, isListed bool) { p[t] = p[t] || isListed }

func (s Share) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// has reports whether the page at a path belongs to the share.
func (s Share) has(path string) bool {
	return s.Count == 0 || facts.ShardOf(path, s.Count) == s.Index
}
