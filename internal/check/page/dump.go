package page

import (
	"context"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Sighting is one link as it was found, and where it leads.
type Sighting struct {
	link.Occurrence
	// Resolved is the URL that a browser would go to, or the path where it is not
	// known where the site will be; empty when no browser can follow the link.
	Resolved string
}

// DumpDirectory shows every link of a directory, in the order of its files, and
// checks none. It returns what could not be read.
func DumpDirectory(ctx context.Context, j *check.Job, dir *site.Dir, show func(Sighting)) (problems []string) {
	reader := dir.NewReader()
	// What it keeps open was only read from.
	defer func() { _ = reader.Close() }()
	problems = dir.Unlisted()
	var doc Document
	for file := range int32(dir.Len()) {
		kind := scan.KindOfName(dir.Path(file))
		if kind == link.NoKind || ctx.Err() != nil {
			continue
		}
		src, err := reader.Read(file)
		if err == nil {
			err = doc.Read(kind, src, "", scan.Options{Text: true})
		}
		if err != nil {
			problems = append(problems, Unread(kind, dir.File(file), len(src) > 0, err))
		}
		dump(j, "/"+dir.URLPath(file), dir.File(file), j.Scope.Page(dir.URLPath(file)), &doc, show)
		doc.Page.Links = doc.Page.Links[:0]
	}
	return problems
}

// DumpPage shows every link of the page that answered with first, and checks
// none. It returns what could not be read.
func DumpPage(j *check.Job, first *fetch.Response, show func(Sighting)) (problems []string) {
	if !first.HTML {
		return nil
	}
	var doc Document
	kind := KindOf(first)
	err := doc.Read(kind, first.Body, first.Charset, scan.Options{Text: true})
	if first.Cut != nil {
		err = first.Cut
	}
	served := first.URL.Document()
	if err != nil {
		problems = append(problems, Unread(kind, served.Redacted(), true, err))
	}
	dump(j, served.Redacted(), "", served, &doc, show)
	return problems
}

// dump shows the links of one document.
func dump(j *check.Job, page, file string, served weburl.URL, doc *Document, show func(Sighting)) {
	from := NewBase(served, doc.Encoding, &doc.Page)
	lines := position.NewLines(doc.Text)
	for i := range doc.Page.Links {
		l := &doc.Page.Links[i]
		place := Occurrence(page, l)
		place.Line, place.Column = lines.Position(l.Offset)
		place.File = file
		show(Sighting{Occurrence: place, Resolved: resolved(j, from, l)})
	}
}

// resolved is where a link leads, as a user knows the place.
func resolved(j *check.Job, from Base, l *link.Link) string {
	u, err := from.of(l).resolve(l.Raw)
	if err != nil {
		return ""
	}
	if internal, ok := j.Scope.Internal(u); ok && !j.Scope.Known() {
		return strings.Clone(j.Scope.Target(internal) + internal.Fragment) // which may be a part of the document
	}
	return u.Redacted()
}
