package crawl

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
)

// Share is part Index, from 1 to Count, of the pages of a site, by a hash of their paths. The
// zero value is all of them.
//
// A run on a share reads the sitemaps, the start page and its own pages. It requests what
// these use, and passes on their links to other pages: they are in its facts. What is no
// page is not divided, so that one round of runs is enough for a site whose sitemaps list
// all pages.
type Share struct{ Index, Count int }

// passedPages are pages of other shares that were found, and whether a sitemap lists them.
type passedPages map[*target.Target]bool

// add records a page. Of several calls for one page, any may say that a sitemap lists it.
func (p passedPages) add(t *target.Target, isListed bool) { p[t] = p[t] || isListed }

// String returns the share as users write it, such as "2/8".
func (s Share) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// has reports whether the page at a path belongs to the share.
func (s Share) has(path string) bool {
	return s.Count == 0 || facts.ShardOf(path, s.Count) == s.Index
}
