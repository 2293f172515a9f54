package source

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// Generators that do not find the file of a link write its name in another form, so that
// it is seen: Antora and MyST make a fragment of it, and Sphinx writes the whole path of a
// picture below the directory of its sources.

// unresolvedName returns the name of a file that a link writes as a fragment, without the
// version, the component and the module of Antora: "#1.0@api:errors.adoc#codes". Antora's
// theme writes a path before it in the navigation, as to a page.
func unresolvedName(written string) (name string, ok bool) {
	relative, fragment := destination.SplitFragment(written)
	file, _ := destination.SplitFragment(fragment)
	if !strings.Contains(file, ".") || relative != "" && !strings.HasSuffix(file, ".adoc") {
		return "", false
	}
	return fragment[strings.LastIndexByte(file, ':')+1:], true
}

// isUnresolved reports whether an occurrence is a link whose file the generator did not
// find.
func (a *attributor) isUnresolved(q *query, l *document.Link) bool {
	if name, ok := unresolvedName(q.written); ok && a.index.Files[l.File].Syntax.IsProse() {
		return name == l.Dest.Pattern
	}
	if l.Role != document.EmbedRole || q.written == "" || strings.HasPrefix(l.Dest.Pattern, "/") {
		return false
	}
	if name, ok := strings.CutPrefix(path.Base(path.Dir(q.written))+"/"+path.Base(q.written), "_images/"); ok && name == l.Dest.Pattern {
		return true
	}
	dir := path.Dir(a.index.Files[l.File].Name)
	whole := path.Join(dir, l.Dest.Pattern)
	return strings.Contains(q.written, "/") && (whole == q.written || strings.HasSuffix(whole, "/"+q.written)) && strings.HasPrefix(q.written, path.Base(dir)+"/")
}
