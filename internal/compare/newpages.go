package compare

import (
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/moved"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// newPages are the pages of the new site, where those of the old one may be now. It is safe
// for concurrent use.
type newPages struct {
	mu sync.Mutex
	// all have their paths from the root of the host.
	all []moved.Page
}

// add adds a page, if it is one that others may be redirected to.
func (n *newPages) add(u weburl.URL, text []byte, read *scan.Page, withText bool) {
	if read.Refresh != "" || u.Query != "" || pagekind.IsErrorPage(u.Path) {
		return
	}
	page := moved.Page{Path: strings.Clone(u.Path)}
	if withText {
		page.Title, page.Text = content.TitleOf(text), moved.NewText(text)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, page)
}

// pages returns the pages in the order of their paths, which are below the base path. A site
// that was replaced during the check was read twice.
func (n *newPages) pages(scope *site.Scope) []moved.Page {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := slices.DeleteFunc(n.all, func(p moved.Page) bool { return !strings.HasPrefix(p.Path, scope.Base()) })
	slices.SortStableFunc(all, func(a, b moved.Page) int { return strings.Compare(a.Path, b.Path) })
	all = slices.CompactFunc(all, func(a, b moved.Page) bool { return a.Path == b.Path })
	for i := range all {
		all[i].Path = all[i].Path[len(scope.Base())-1:]
	}
	n.all = nil
	return all
}

// hasTexts reports whether the old site may have the titles or the texts of its pages: a list
// of URLs has none.
func (c *Options) hasTexts() bool {
	if config.IsURL(c.Source) {
		return true
	}
	info, err := os.Stat(c.Source)
	return err == nil && info.IsDir()
}
