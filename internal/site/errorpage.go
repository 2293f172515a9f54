package site

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/origin"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
)

// The bounds of what is read of error pages for the base path of the site.
const (
	maxErrorPages = 8
	maxErrorRefs  = 64
)

// errorPages returns the first error pages of the directory.
func (d *Dir) errorPages() []int32 {
	var files []int32
	for i, name := range d.files.all {
		if strings.HasSuffix(name, "404.html") && pagekind.IsErrorPage(name) {
			if files = append(files, i); len(files) == maxErrorPages {
				break
			}
		}
	}
	return files
}

// addErrorPage records the base of an error page and the links that need it. mdBook
// writes such a page for a book that has site-url, and no other page with a base.
func (p *evidenceBuilder) addErrorPage(name string, kind link.Kind, src []byte) {
	text, _ := charset.Decode(src, "")
	// A page that is cut off is no fault here.
	_ = scan.Read(kind, text, scan.Options{}, &p.page)
	if !p.page.HasBase || p.page.Refresh != "" {
		return
	}
	served := UnknownScope().home
	served.Path += name
	base, err := served.Resolve(p.page.Base)
	if err != nil || !base.IsHTTP() {
		return
	}
	page := origin.ErrorPage{File: strings.Clone(name), Base: directory(base)}
	// What was read gives way to the next file.
	page.Base.Host, page.Base.Path = strings.Clone(page.Base.Host), strings.Clone(page.Base.Path)
	for i := range p.page.Links {
		l := &p.page.Links[i]
		if l.Identity != link.NoIdentity || l.Base != nil || strings.HasPrefix(l.Raw, "#") || len(page.Refs) == maxErrorRefs {
			continue
		}
		if u, err := base.Resolve(l.Raw); err == nil && u.Origin() == base.Origin() && !isRooted(l.Raw) {
			page.Refs = append(page.Refs, strings.Clone(u.Path))
		}
	}
	if base.Host == served.Host {
		page.Base.Scheme, page.Base.Host = "", ""
	}
	p.ErrorPages = append(p.ErrorPages, page)
}

// isRooted reports whether a reference does not depend on the path of its base.
func isRooted(ref string) bool {
	ref = strings.TrimSpace(ref)
	return strings.HasPrefix(ref, "/") || strings.Contains(ref, ":")
}
