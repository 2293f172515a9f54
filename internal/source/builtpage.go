package source

import (
	"context"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// builtPages reads built pages again: for the headings and regions around links, and for
// the links to edit the page.
type builtPages struct {
	// ctx is that of the run. No page is read after its end.
	ctx    context.Context
	index  *index.Index
	wanted wanted
	// pages caches the pages by name. editable caches the numbers of the source files
	// that pages link to for editing; noFile for none.
	pages    map[string]*builtPage
	editable map[string]int32
	isDir    bool
	// fetch returns a page of a live site; nil for one that cannot be read.
	fetch func(page string) []byte
}

// builtPage is what a built page says about its links.
type builtPage struct {
	// links are the wanted ones by line and column.
	links map[[2]int]*document.Link
	// hasMain is true when an element says where the content is.
	hasMain bool
	// kind is known when the sources have links in the documentation of programs.
	kind pageKind
}

// maxPages bounds how many pages are read. maxFetched bounds the pages of a live site: each
// one is a request.
const (
	maxPages   = 2000
	maxFetched = 50
)

// newBuiltPages returns the built pages of a report. fetch may be nil.
func newBuiltPages(ctx context.Context, x *index.Index, r *link.Report, w wanted, fetch func(page string) []byte) *builtPages {
	return &builtPages{
		ctx: ctx, index: x, wanted: w, pages: map[string]*builtPage{}, editable: map[string]int32{},
		isDir: r.Mode == link.Directory, fetch: fetch,
	}
}

// at returns the link that an occurrence is, with its surroundings; the zero link when that
// is not known.
func (b *builtPages) at(o *link.Occurrence) *document.Link {
	if page := b.page(o); page != nil {
		if l := page.links[[2]int{o.Line, o.Column}]; l != nil {
			return l
		}
	}
	return &document.Link{}
}

// hasMain reports whether the page of an occurrence has an element for its content.
func (b *builtPages) hasMain(o *link.Occurrence) bool {
	page := b.page(o)
	return page != nil && page.hasMain
}

// edited returns the source file that the page of an occurrence links to for editing. For
// that alone the links of a page in a directory are not read.
func (b *builtPages) edited(o *link.Occurrence) (file int32, ok bool) {
	name := b.name(o)
	if !b.isDir {
		b.page(o)
	} else if _, known := b.editable[name]; !known && len(b.editable) < maxPages && b.ctx.Err() == nil {
		b.editable[name] = editLink(b.index, readBuilt(name))
	}
	file, known := b.editable[name]
	return file, known && file != noFile
}

// name returns the name under which the page of an occurrence is read.
func (b *builtPages) name(o *link.Occurrence) string {
	if b.isDir {
		return o.File
	}
	return o.Page
}

// page reads the page of an occurrence; nil when it cannot be read.
func (b *builtPages) page(o *link.Occurrence) *builtPage {
	name, most := b.name(o), maxPages
	if !b.isDir {
		most = maxFetched
	}
	if name == "" || !b.isDir && b.fetch == nil {
		return nil
	}
	if page, known := b.pages[name]; known || len(b.pages) >= most || b.ctx.Err() != nil {
		return page
	}
	var src []byte
	if b.isDir {
		src = readBuilt(name)
	} else {
		src = b.fetch(name)
		b.editable[name] = editLink(b.index, src)
	}
	b.pages[name] = b.parse(src)
	return b.pages[name]
}

// parse reads the wanted links of a page; nil when there is no page.
func (b *builtPages) parse(src []byte) *builtPage {
	if src == nil {
		return nil
	}
	links := markup.ReadPage(b.ctx, src, b.wanted.want)
	page := &builtPage{links: make(map[[2]int]*document.Link, len(links)), hasMain: hasMain(src)}
	if b.index.HasComments {
		page.kind = kindOf(src)
	}
	for i := range links {
		l := &links[i]
		page.links[[2]int{l.Line, l.Column}] = l
	}
	return page
}
