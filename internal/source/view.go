package source

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// views looks at built pages, where what was found leaves a choice: for the
// headings and regions around links, and for who edits the page.
type views struct {
	// ctx is that of the run: pages are not looked at beyond its end.
	ctx    context.Context
	x      *index
	sought sought
	// pages are kept while a page is asked for; most are asked for once.
	pages map[string]*view
	// editors are the numbers of the source files that pages say are their own; -1
	// for none.
	editors map[string]int32
	dir     bool
	// fetch returns a page of a live site; nil for one that is not to be had.
	fetch func(page string) []byte
}

// view is what a built page says of its links.
type view struct {
	// links are those that were sought, by line and column.
	links map[[2]int]*record
}

// mostViews bounds how many pages are looked at, and mostFetched how many of a live
// site, each of which is one more request.
const (
	mostViews   = 2000
	mostFetched = 50
)

func newViews(ctx context.Context, x *index, r *link.Report) *views {
	return &views{ctx: ctx, x: x, sought: seek(r), pages: map[string]*view{}, editors: map[string]int32{}, dir: r.Mode == link.Directory}
}

// at is what surrounds an occurrence; the zero record when that is not known.
func (v *views) at(o *link.Occurrence) *record {
	if page := v.page(o); page != nil {
		if r := page.links[[2]int{o.Line, o.Column}]; r != nil {
			return r
		}
	}
	return &record{}
}

// edits is the source file that the page of an occurrence says is its own. For that
// alone a page of a directory is not taken in.
func (v *views) edits(o *link.Occurrence) (file int32, ok bool) {
	name := v.name(o)
	if !v.dir {
		v.page(o)
	} else if _, known := v.editors[name]; !known && len(v.editors) < mostViews && v.ctx.Err() == nil {
		v.editors[name] = v.editor(fileContents(name))
	}
	file, known := v.editors[name]
	return file, known && file >= 0
}

// name is what the page of an occurrence is read by.
func (v *views) name(o *link.Occurrence) string {
	if v.dir {
		return o.File
	}
	return o.Page
}

// page reads the page of an occurrence; nil when it is not there to be read.
func (v *views) page(o *link.Occurrence) *view {
	name, most := v.name(o), mostViews
	if !v.dir {
		most = mostFetched
	}
	if name == "" || !v.dir && v.fetch == nil {
		return nil
	}
	if page, known := v.pages[name]; known || len(v.pages) >= most || v.ctx.Err() != nil {
		return page
	}
	var src []byte
	if v.dir {
		src = fileContents(name)
	} else {
		src = v.fetch(name)
		v.editors[name] = v.editor(src)
	}
	v.pages[name] = v.read(src)
	return v.pages[name]
}

// fileContents are those of a built page; nil when it cannot be read.
func fileContents(name string) []byte {
	root, err := os.OpenRoot(filepath.Dir(filepath.FromSlash(name)))
	if err != nil {
		return nil
	}
	src, err := readInto(nil, root, filepath.Base(filepath.FromSlash(name)))
	// What it keeps open was only read from.
	_ = root.Close()
	if err != nil {
		return nil
	}
	return src
}

// read takes in a page; the result is nil when there is none.
func (v *views) read(src []byte) *view {
	if src == nil {
		return nil
	}
	h := &sheet{ctx: v.ctx, src: bytes.TrimPrefix(src, byteOrderMark), sought: v.sought}
	readPage(h)
	h.finish()
	page := &view{links: make(map[[2]int]*record, len(h.records))}
	for i := range h.records {
		r := &h.records[i]
		page.links[[2]int{r.line, r.column}] = r
	}
	return page
}

// editMarks stand in the URLs under which forges edit a file. Those that only
// show one are links like any other.
var editMarks = [...]string{"/edit/", "/_edit/"}

// editor finds the link of a page to its source file at a forge. Only one that
// the page has once, and that is a page's source, says what the page is made of.
func (v *views) editor(src []byte) int32 {
	for _, mark := range editMarks {
		found := int32(-1)
		for rest := src; ; {
			i := bytes.Index(rest, []byte(mark))
			if i < 0 {
				break
			}
			rest = rest[i+len(mark):]
			end := bytes.IndexAny(rest[:min(len(rest), maxExpression)], "\"'<> ?#")
			if end < 0 {
				continue
			}
			n, ok := v.tracked(string(rest[:end]))
			if !ok || n == found {
				continue
			}
			if found >= 0 {
				return -1
			}
			found = n
		}
		if found >= 0 {
			return found
		}
	}
	return -1
}

// tracked finds the source file that a path behind the name of a branch ends
// with.
func (v *views) tracked(p string) (int32, bool) {
	for range 4 {
		_, rest, ok := strings.Cut(p, "/")
		if !ok {
			return 0, false
		}
		if n, known := v.x.byName[rest]; known && !v.x.files[n].syntax.data() {
			return n, true
		}
		p = rest
	}
	return 0, false
}
