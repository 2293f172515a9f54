package dir

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// linkedAs knows by which path the links of the site lead to its pages: many hosts serve
// "pricing.html" at "/pricing", too, and "guide/index.html" at "/guide/".
type linkedAs struct {
	dir     *site.Dir
	targets *targets
	// others are the pages to which links lead by their other path. It is nil until the
	// first path is asked for.
	others map[int32]bool
	// pages counts the pages by how links lead to them, and indexes the index files.
	pages, indexes forms
}

// forms counts files to which links lead by their own path alone, and by another one.
type forms struct{ direct, other int }

// path returns the path by which the site links to a file. For one without links that is
// how the site links to most of its pages, if the host serves it there. A page with both
// may link to itself with a fragment alone.
func (l *linkedAs) path(file int32) string {
	canonical, other := l.paths(file)
	if other == "" {
		return canonical
	}
	if l.others == nil {
		l.count()
	}
	linked, isIndex := l.targets.linked.has(file), strings.HasSuffix(canonical, "/")
	switch {
	case l.others[file]:
		if !linked || isIndex && l.indexes.other > l.indexes.direct {
			return other
		}
	case !linked && !isIndex && l.pages.other > l.pages.direct:
		if entry := l.dir.Find(other, ""); entry.Kind == site.Found && entry.File == file {
			return other
		}
	}
	return canonical
}

// paths returns the path of a file by itself, and the same with or without the extension
// of pages, or with the name of an index file; other is empty for a file with one path.
func (l *linkedAs) paths(file int32) (canonical, other string) {
	canonical = "/" + l.dir.URLPath(file)
	if bare, ok := strings.CutSuffix(canonical, hosting.PageExtension); ok {
		return canonical, bare
	}
	full := "/" + hosting.EscapePath(l.dir.Path(file))
	if full == canonical+hosting.PageExtension || strings.HasSuffix(canonical, "/") && full != canonical {
		return canonical, full
	}
	return canonical, ""
}

// count counts the forms in which the links of the site are written.
func (l *linkedAs) count() {
	l.others = map[int32]bool{}
	for i := range l.targets.others {
		t := &l.targets.others[i]
		if t.Entry.Kind != site.Found || !t.isUp() || len(t.Hops) > 0 {
			continue
		}
		if _, other := l.paths(t.Entry.File); other == t.name {
			l.others[t.Entry.File] = true
		}
	}
	for file := range l.targets.files {
		canonical, other := l.paths(file)
		if other == "" {
			continue
		}
		f := &l.pages
		if strings.HasSuffix(canonical, "/") {
			f = &l.indexes
		}
		switch {
		case l.others[file]:
			f.other++
		case l.targets.linked.has(file):
			f.direct++
		}
	}
}

// leaveOut leaves the extension of pages out of suggestions where the site is written for a
// host that serves pages without it, but no host is known: most links lack it.
func (l *linkedAs) leaveOut(r *link.Report) {
	n := lackExtension(r)
	if !l.dir.Hosting().Assumed || n < fewSlips {
		return
	}
	if l.others == nil {
		l.count()
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		bare, ok := strings.CutSuffix(f.Suggestion, hosting.PageExtension)
		if ok && n > l.pages.direct && f.Internal && f.Reason == link.NotFound && !isWithoutExtension(f) && path.Ext(f.Target) == "" {
			f.Suggestion = bare
		}
	}
}
