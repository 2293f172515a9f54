package dir

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// linkedAs knows by which path the links of the site lead to its pages: many hosts serve
// "pricing.html" at "/pricing", too.
type linkedAs struct {
	dir     *site.Dir
	targets *targets
	// others are the pages to which links lead by their other path alone. It is nil until
	// the first path is asked for.
	others map[int32]bool
	// extensions counts the pages to which links lead by their other path alone, and direct
	// those by their own path, but for index files.
	extensions, direct int
}

// path returns the path by which the site links to a file. For one without links that is
// how the site links to most of its pages, if the host serves it there.
func (l *linkedAs) path(file int32) string {
	canonical, other := l.paths(file)
	if other == "" || l.targets.linked.has(file) {
		return canonical
	}
	if l.others == nil {
		l.count()
	}
	if l.others[file] {
		return other
	}
	if l.extensions > l.direct && !strings.HasSuffix(canonical, "/") {
		if entry := l.dir.Find(other, ""); entry.Kind == site.Found && entry.File == file {
			return other
		}
	}
	return canonical
}

// paths returns the own path of a file, and the same with or without the extension of
// pages, or with the name of an index file; other is empty for a file with one path.
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
		if t.Entry.Kind != site.Found || !t.isUp() || len(t.Hops) > 0 || l.targets.linked.has(t.Entry.File) {
			continue
		}
		canonical, other := l.paths(t.Entry.File)
		if other != t.name || l.others[t.Entry.File] {
			continue
		}
		l.others[t.Entry.File] = true
		if !strings.HasSuffix(canonical, "/") {
			l.extensions++
		}
	}
	for file := range l.targets.files {
		if canonical, other := l.paths(file); other != "" && !strings.HasSuffix(canonical, "/") && l.targets.linked.has(file) {
			l.direct++
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
		if ok && n > l.direct && f.Internal && f.Reason == link.NotFound && !isWithoutExtension(f) && path.Ext(f.Target) == "" {
			f.Suggestion = bare
		}
	}
}
