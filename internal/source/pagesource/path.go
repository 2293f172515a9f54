package pagesource

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// pagePath is a path that the page of a file may have.
type pagePath struct {
	file int32
	// key is the folded path. declared is true when the file states it, so that no part
	// of it is the directory of the sources.
	key      string
	declared bool
	// language is the one that the name of the file ends in. It may be the first segment
	// of the page's path.
	language string
	// guessed is true for a path made from a title, and for one that redirects to the
	// page.
	guessed bool
}

// addFile adds the paths that the page of a file may have.
func (x *Finder) addFile(i int32) {
	f := &x.index.Files[i]
	if f.Syntax == markup.None || f.Syntax.IsCode() {
		return
	}
	key := pagekey.Of(f.Name)
	if x.mayBeStartPage(f) {
		x.paths[""] = append(x.paths[""], pagePath{file: i, key: pagekey.Loose(strings.TrimPrefix(path.Dir(key)+"/", "./"))})
	}
	if f.Syntax.IsData() {
		return
	}
	for _, o := range nameKeys(key) {
		o.file = i
		x.add(o)
		if pagekey.IsIndexName(path.Base(pagekey.TrimExtension(f.Name))) || o.language != "" && pagekey.IsIndexName(withoutLanguage(f.Name)) {
			x.paths[""] = append(x.paths[""], o)
		}
	}
	if dir, ok := routeDirectory(f.Name); ok && f.Syntax == markup.HTML && !f.Test {
		x.add(pagePath{file: i, key: pagekey.Loose(dir)})
	}
	if key, ok := x.antoraPath(f.Name); ok {
		x.add(pagePath{file: i, key: key, declared: true})
	}
	for _, p := range f.Content.Front.Paths {
		k := pagekey.Loose(pagekey.Of(p))
		if k == "" {
			x.paths[""] = append(x.paths[""], pagePath{file: i, declared: true})
			x.add(pagePath{file: i, key: pagekey.Loose(path.Dir(key))})
			continue
		}
		x.add(pagePath{file: i, key: k, declared: true})
	}
	for _, p := range f.Content.Front.Aliases {
		x.add(pagePath{file: i, key: pagekey.Loose(pagekey.Of(p)), declared: true, guessed: true})
	}
	dir := strings.TrimPrefix(path.Dir(key)+"/", "./")
	if f.Content.Front.Slug != "" {
		x.add(pagePath{file: i, key: pagekey.Loose(dir + f.Content.Front.Slug)})
	}
	if f.Content.Front.Title != "" {
		x.add(pagePath{file: i, key: pagekey.Loose(dir + f.Content.Front.Title), guessed: true})
	}
}

// withoutLanguage returns the name of a file without language and extension.
func withoutLanguage(name string) string {
	name, _, _ = strings.Cut(path.Base(name), ".")
	return name
}

// mayBeStartPage reports whether a component or a layout may make the start page.
func (x *Finder) mayBeStartPage(f *index.File) bool {
	if f.Test || f.Syntax != markup.JSON && f.Syntax != markup.HTML {
		return false
	}
	switch name := withoutLanguage(f.Name); name {
	case "page", "+page", "home":
		return f.Syntax == markup.HTML
	case "index":
		return f.Content.HasElements
	}
	return false
}

// add adds a path under its last segment.
func (x *Finder) add(o pagePath) {
	last := pagekey.Last(o.key)
	x.paths[last] = append(x.paths[last], o)
}

// nameKeys returns the paths that the page of a source with the key may have, also without
// the date or the language in its name.
func nameKeys(key string) []pagePath {
	keys := []pagePath{{key: pagekey.Loose(key)}}
	slash := strings.LastIndexByte(key, '/')
	dir, name := key[:slash+1], key[slash+1:]
	if pagekey.IsDated(name) {
		date, rest := pagekey.CutDate(name)
		date = strings.ReplaceAll(date, "-", "/")
		dir = strings.TrimSuffix(dir, "_posts/")
		keys = append(keys, pagePath{key: pagekey.Loose(dir + rest)}, pagePath{key: pagekey.Loose(dir + date + "/" + rest)})
	}
	if base, language, found := strings.Cut(name, "."); found && isLanguage(language) {
		keys = append(keys, pagePath{key: pagekey.Loose(pagekey.Of(dir + base)), language: strings.ToLower(language)})
	}
	return keys
}

// isLanguage reports whether a part of a name is a language, maybe with a country: "fr",
// "pt-BR".
func isLanguage(s string) bool {
	language, country, _ := strings.Cut(s, "-")
	for i := range len(s) {
		if c := s[i] | 0x20; s[i] != '-' && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(language) == 2 && (len(s) == 2 || len(country) == 2 || len(country) == 4)
}
