package dir

import (
	"cmp"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
)

// linkedAs tells by which path the links of the site lead to its pages: many hosts serve
// "pricing.html" at "/pricing", too.
type linkedAs struct {
	dir     *site.Dir
	targets *targets
	// names are the shortest paths of pages to which no link leads by their own URL, by
	// file. They are nil until the first is asked for.
	names map[int32]string
	// bare is whether more links leave out the extension of pages than write it.
	bare bool
}

// path returns the path by which the site links to a file. For one without links that is
// how the site links to most of its pages, if the host serves it there.
func (l *linkedAs) path(file int32) string {
	own := "/" + l.dir.URLPath(file)
	bare, ok := strings.CutSuffix(own, hosting.PageExtension)
	if !ok || l.targets.linked.has(file) {
		return own
	}
	if l.names == nil {
		l.count()
	}
	if name := l.names[file]; name != "" {
		return name
	}
	if l.bare {
		if entry := l.dir.Find(bare, ""); entry.Kind == site.Found && entry.File == file {
			return bare
		}
	}
	return own
}

// count counts the forms in which the targets of the site are written.
func (l *linkedAs) count() {
	l.names = map[int32]string{}
	for i := range l.targets.others {
		other := &l.targets.others[i]
		file := other.Entry.File
		if other.Entry.Kind != site.Found || other.Entry.OtherCase || !other.isUp() || len(other.Hops) > 0 || strings.Contains(other.name, "?") ||
			l.targets.linked.has(file) || !l.hasExtension(file) {
			continue
		}
		if known := l.names[file]; known == "" || cmp.Or(cmp.Compare(len(other.name), len(known)), cmp.Compare(other.name, known)) < 0 {
			l.names[file] = other.name
		}
	}
	l.bare = len(l.names) > l.written()
}

// written counts the pages to which links lead by their own path with its extension.
func (l *linkedAs) written() (n int) {
	for file := range l.targets.files {
		if l.targets.linked.has(file) && l.hasExtension(file) {
			n++
		}
	}
	return n
}

// hasExtension reports whether the own path of a file is that of a page with its extension.
func (l *linkedAs) hasExtension(file int32) bool {
	return strings.HasSuffix(l.dir.URLPath(file), hosting.PageExtension)
}

// leaveOut leaves the extension of pages out of suggestions where the site is written for a
// host that serves pages without it, but no host is known: most links lack it.
func (l *linkedAs) leaveOut(r *link.Report) {
	if n := lackExtension(r); !l.dir.Hosting().Assumed || n < fewSlips || n <= l.written() {
		return
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		bare, ok := strings.CutSuffix(f.Suggestion, hosting.PageExtension)
		if ok && f.Internal && f.Reason == link.NotFound && !isWithoutExtension(f) && path.Ext(f.Target) == "" {
			f.Suggestion = bare
		}
	}
}
