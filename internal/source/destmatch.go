package source

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
	"github.com/linkvet/linkvet/internal/source/pagekey"
	"github.com/linkvet/linkvet/internal/source/pagesource"
	"github.com/linkvet/linkvet/internal/weburl"
)

// matchDest compares the destination of a link in the sources with a query. source is the
// file that the page is made of, for a link in it or in a file that it includes.
func (a *attributor) matchDest(q *query, l *document.Link, source pagesource.Source) destMatch {
	pattern := l.Dest.Pattern
	if pattern == q.written || l.Raw == q.written {
		return destIdentical
	}
	if strings.Contains(pattern, destination.Wild) {
		return matchPattern(pattern, q)
	}
	if a.isUnresolved(q, l) {
		return destEquivalent
	}
	before, fragment := destination.SplitFragment(pattern)
	if weburl.Unescape(fragment) != q.fragment {
		return destDiffers
	}
	if foldURL(pattern) == foldURL(q.written) {
		return destEquivalent
	}
	if destination.IsAbsolute(before) || strings.HasPrefix(before, "www.") {
		return a.matchAbsolute(before, q)
	}
	if !q.internal || destination.IsAbsolute(q.written) && a.site.Scheme == "" {
		return destDiffers
	}
	before, query, _ := strings.Cut(before, "?")
	if query != q.query {
		return destDiffers
	}
	if !l.Dest.Names && a.resolvesTo(before, q) {
		return destEquivalent
	}
	return a.matchName(before, q, l, source)
}

// matchAbsolute compares a URL that names its host.
func (a *attributor) matchAbsolute(u string, q *query) destMatch {
	if strings.HasPrefix(u, "www.") {
		u = "http://" + u
	}
	parsed, err := weburl.Parse(strings.TrimSpace(u))
	if err != nil && strings.HasPrefix(u, "//") {
		parsed, err = weburl.Parse("https:" + u)
	}
	if err != nil {
		return destDiffers
	}
	shown := parsed.Redacted()
	if !q.internal {
		if foldURL(shown) == foldURL(q.target) {
			return destEquivalent
		}
		return destDiffers
	}
	if below, ok := strings.CutPrefix(shown, a.site.String()); ok && a.site.Scheme != "" && foldURL("/"+below) == foldURL(q.target) {
		return destEquivalent
	}
	return destDiffers
}

// resolvesTo reports whether a browser follows ref from the page to the target, or would do
// so if pages had the names of their sources.
func (a *attributor) resolvesTo(ref string, q *query) bool {
	u, err := q.from().Resolve(ref)
	if err != nil {
		return false
	}
	found := weburl.Unescape(u.Path)
	if strings.TrimRight(found, "/") == q.path {
		return true
	}
	below, based := strings.CutPrefix(found, a.site.Path)
	if a.site.Scheme != "" && based && strings.HasPrefix(ref, "/") && strings.TrimRight("/"+below, "/") == q.path {
		return true
	}
	return pagekey.TrimExtension(found) != found && pagekey.Loose(pagekey.Of(found)) == q.key
}

// matchName compares the name of a source file with the page that is made of it.
func (a *attributor) matchName(ref string, q *query, l *document.Link, source pagesource.Source) destMatch {
	if ref == "" {
		return destDiffers
	}
	name := weburl.Unescape(ref)
	isFile := l.Dest.Names || l.Dest.Root || pagekey.TrimExtension(name) != name
	if a.isFromRoot(name, q, l) || a.namesPage(ref, q, l) {
		return destResolved
	}
	if strings.HasPrefix(name, "/") || l.Dest.Root {
		return a.matchFromRoot(looseDated(pagekey.Of(name)), isFile, q, l)
	}
	found := looseDated(pagekey.Of(path.Join(path.Dir(a.index.Files[l.File].Name), name)))
	if rest, ok := below(source.Root, found); ok && (source.Exact || source.Mount != "") {
		switch {
		case strings.Trim(source.Mount+"/"+rest, "/") == q.key:
			return destResolved
		case source.Exact && !l.Dest.Names:
			// The paths of pages are those of their files.
			return destDiffers
		}
	}
	if q.key == "" {
		return destDiffers
	}
	if l.Dest.Names {
		if at := a.matchFromRoot(looseDated(pagekey.Of(name)), isFile, q, l); at > destDiffers {
			return at
		}
	}
	added, common := pagekey.CommonSuffix(q.key, found)
	switch depth := pagekey.Depth(q.key); {
	case common == depth && depth > 1 && l.Dest.Names:
		return destResolved
	case common == depth, common >= 2 && a.mayAdd(added, q, l):
		return destSimilar
	}
	return destDiffers
}

// below returns the part of a key after a directory that it is in, or that it is.
func below(dir, key string) (rest string, ok bool) {
	if dir == "" || dir == key {
		return key[len(dir):], true
	}
	return strings.CutPrefix(key, dir+"/")
}

// looseDated folds a key, without the date that the name of a post begins with.
func looseDated(key string) string {
	slash := strings.LastIndexByte(key, '/')
	_, name := pagekey.CutDate(key[slash+1:])
	return pagekey.Loose(key[:slash+1] + name)
}

// matchFromRoot compares a path from the root of the sources or of the site. The generator
// may add a path before it. The name of a file may begin with the directory of the sources.
func (a *attributor) matchFromRoot(found string, isFile bool, q *query, l *document.Link) destMatch {
	if found == "" || q.key == "" {
		return destDiffers
	}
	added, common := pagekey.CommonSuffix(q.key, found)
	depth := pagekey.Depth(found)
	switch {
	case common == depth && a.mayAdd(added, q, l), isFile && added == "":
		return destResolved
	case isFile && common >= 2 && a.mayAdd(added, q, l), common == 1 && depth > 1 && strings.HasPrefix(found, "-posts/"):
		return destSimilar
	}
	return destDiffers
}

// mayAdd reports whether the generator may have added a path before that of a link: to a
// value of data what it wants; to a link of a page what it added to the page, such as a
// language; and to any link the base path once more.
func (a *attributor) mayAdd(added string, q *query, l *document.Link) bool {
	file := &a.index.Files[l.File]
	switch {
	case added == "", added == a.basePath():
		return true
	case file.Syntax.IsData():
		return strings.Count(added, "/") < 2
	case file.Content.IsPage:
		page := pagekey.Loose(pagekey.Of(q.from().Path))
		return page == added || strings.HasPrefix(page, added+"/")
	}
	return false
}

// basePath returns the key of the path at which the site is served.
func (a *attributor) basePath() string { return pagekey.Loose(pagekey.Of(a.site.Path)) }

// The text outside of expressions must have minLiteral letters and digits to mean anything,
// and manyLiteral to name a target. Extensions and the names of index files do not count:
// very many targets have them.
const (
	minLiteral  = 3
	manyLiteral = 5
)

// matchPattern compares a pattern with the link, or with the target where the base path
// is before it. All text outside of expressions must occur in it, in order.
func matchPattern(pattern string, q *query) destMatch {
	parts := strings.Split(foldURL(pattern), destination.Wild)
	literal := literals(parts)
	if literal < minLiteral {
		return destDiffers
	}
	written := foldURL(q.written)
	if !inOrder(parts, written) {
		if written = q.target; q.fragment != "" {
			written += "#" + q.fragment
		}
		if written = foldURL(written); !inOrder(parts, written) {
			return destDiffers
		}
	}
	if len(parts) == 2 && (parts[0] == "" || literal >= manyLiteral) && isWhole(parts[0], parts[1], written) {
		return destResolved
	}
	return destSimilar
}

// literals counts the letters and digits of the text outside of expressions.
func literals(parts []string) int {
	last := len(parts) - 1
	end, fragment := destination.SplitFragment(parts[last])
	end, query, _ := strings.Cut(end, "?")
	name := strings.TrimSuffix(end, path.Ext(end))
	if slash := strings.LastIndexByte(name, '/'); pagekey.IsIndexName(name[slash+1:]) {
		name = name[:slash+1]
	}
	return len(plaintext.Fold(strings.Join(parts[:last], "") + name + query + fragment))
}

// isWhole reports whether an expression between two texts replaces what an author would
// write there in u: whole segments at the beginning, and elsewhere a part of the path that
// is within one segment and not all that distinguishes one page from the others.
func isWhole(before, after, u string) bool {
	value := u[len(before) : len(u)-len(after)]
	if before != "" {
		begun := before[strings.LastIndexByte(before, '/')+1:]
		return !strings.Contains(value, "/") && (after != "" || len(plaintext.Fold(begun)) >= minLiteral)
	}
	return value == "" || after == "" || !isWordByte(after[0]) || !isWordByte(value[len(value)-1])
}

// isWordByte reports whether c is a part of a word in a path.
func isWordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}

// inOrder reports whether s begins with the first of the parts, ends with the last one, and
// has the others between them.
func inOrder(parts []string, s string) bool {
	rest, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}

// isUnresolved reports whether an occurrence is a link whose file the generator did not
// find.
func (a *attributor) isUnresolved(q *query, l *document.Link) bool {
	file := &a.index.Files[l.File]
	if name, ok := unresolvedName(q.written); ok && file.Syntax.IsProse() {
		return name == l.Dest.Pattern
	}
	return l.Role == document.EmbedRole && isUnresolvedPicture(q.written, l.Dest.Pattern, file.Name)
}

// isFromRoot reports whether a value of data or of front matter is the whole path of the
// target below the root of the site: the entries of a menu, and the pictures of a theme,
// are relative to the directory of the sources that becomes the site.
func (a *attributor) isFromRoot(name string, q *query, l *document.Link) bool {
	if q.key == "" || !l.InFrontMatter && !a.index.Files[l.File].Syntax.IsData() {
		return false
	}
	found := pagekey.Of(name)
	return looseDated(found) == q.key || looseDated("_static/"+path.Base(found)) == q.key
}
