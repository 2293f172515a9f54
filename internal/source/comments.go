package source

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/source/pagesource"
	"github.com/linkvet/linkvet/internal/weburl"
)

// programAnchors adds the links to anchors of a program's own page, on another page that shows the
// comment: Javadoc adds the page to them.
func programAnchors(x *index.Index, all []match, q *query, o *link.Occurrence, links []*document.Link) []match {
	if !q.internal || q.fragment == "" || q.written[0] == '#' || !x.Spend(len(links)) {
		return all
	}
	folded := plaintext.Fold(o.Text)
	for _, l := range links {
		fragment, samePage := strings.CutPrefix(l.Dest.Pattern, "#")
		if !samePage || weburl.Unescape(fragment) != q.fragment || !l.Role.Fits(document.RoleOf(o.Element)) {
			continue
		}
		name := x.Files[l.File].Name
		name = pagekey.Loose(strings.TrimSuffix(name, path.Ext(name)))
		if _, common := pagekey.CommonSuffix(name, q.key); common > 0 {
			all = append(all, match{link: l, dest: destResolved, relation: includedFile, text: matchText(l, o.Text, folded)})
		}
	}
	return all
}

// showsComments reports whether a page shows documentation of programs.
func showsComments(x *index.Index, sources pagesource.Sources, read func() *builtPage) bool {
	exact := false
	for _, s := range sources.All {
		if x.Files[s.File].Content.ShowsCode {
			return true
		}
		exact = exact || s.Exact
	}
	page := read()
	return page != nil && (page.kind == referencePage || page.kind == documentationPage && !exact)
}

// namedPrograms keeps of the matches in programs those that the path of the page names:
// Foo.java for /com/example/Foo.html, and de/mod.rs for /crate/de/trait.Foo.html.
func namedPrograms(x *index.Index, page string, all []match) []match {
	words := pageWords(page)
	most := 0
	counts := make([]int, len(all))
	for k, m := range all {
		if m.link.InComment {
			counts[k] = commonNames(x.Files[m.link.File].Name, words)
			most = max(most, counts[k])
		}
	}
	if most == 0 {
		return all
	}
	kept := all[:0:0]
	for k, m := range all {
		if !m.link.InComment || counts[k] == most {
			kept = append(kept, m)
		}
	}
	return kept
}

// kinds are the words that generators put before the name of what a page documents.
var kinds = [...]string{"class", "struct", "namespace", "union", "interface", "group"}

// pageWords returns the folded names in the path of a page.
func pageWords(page string) []string {
	key := strings.ToLower(pagekey.Of(page))
	words := strings.FieldsFunc(key, func(r rune) bool { return strings.ContainsRune("/.-$", r) })
	joined := strings.ReplaceAll(pagekey.Last(key), "_", "")
	words = append(words, joined)
	for _, kind := range kinds {
		if rest, ok := strings.CutPrefix(joined, kind); ok {
			words = append(words, rest)
		}
	}
	// Doxygen writes "_8" for a dot.
	if name, _, ok := strings.Cut(pagekey.Last(key), "_8"); ok {
		words = append(words, strings.ReplaceAll(name, "__", "_"))
	}
	return words
}

// unnamed are the names of programs that stand for their directories.
var unnamed = []string{"mod", "lib", "main", "index", "__init__", "package-info"}

// maxNames bounds how many directories of a program are compared.
const maxNames = 16

// commonNames counts how many names at the end of the path of a program are words of the
// path of a page, one after the other.
func commonNames(name string, words []string) int {
	name = strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
	if base := path.Base(name); slices.Contains(unnamed, base) {
		name = path.Dir(name)
	}
	n := 0
	for n < maxNames && name != "" && name != "." {
		base := path.Base(name)
		if !slices.Contains(words, base) && !slices.Contains(words, strings.ReplaceAll(base, "_", "")) {
			break
		}
		n++
		name = path.Dir(name)
	}
	return n
}
