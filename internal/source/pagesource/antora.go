package pagesource

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// antoraPath returns the path of a page of Antora, which its component, its module and its
// name below "pages" make: docs/modules/api/pages/errors.adoc. ok is false for other files,
// and where the version of the component is not known.
func (x *Finder) antoraPath(name string) (key string, ok bool) {
	component, rest, ok := strings.Cut("/"+name, "/modules/")
	if !ok || path.Ext(name) != ".adoc" {
		return "", false
	}
	module, page, ok := strings.Cut(rest, "/pages/")
	if !ok || strings.Contains(module, "/") {
		return "", false
	}
	descriptor, ok := x.index.FileNumber(strings.TrimPrefix(component+"/antora.yml", "/"))
	if !ok || x.index.Files[descriptor].Content.Front.Component == "" {
		return "", false
	}
	if module == "ROOT" {
		module = ""
	}
	return pagekey.Loose(pagekey.Of(path.Join(x.index.Files[descriptor].Content.Front.Component, module, page))), true
}
