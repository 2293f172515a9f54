package fix

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Why a link cannot be written.
const (
	otherForm   = "it is written in another form than the target"
	noSuchFile  = "no file has the name that it would get"
	unsafeText  = "the new link has characters that mean something there"
	sharedPlace = "it is relative, in a file of several pages"
)

// writer writes a change into the text of one link.
type writer struct {
	// file is the file that has the link, and text the link as the file has it.
	file, text string
	// shared is true for a file of several pages, shownTwice for a link that another page may
	// show, too, and unicode for a file in UTF-8.
	shared, shownTwice, unicode bool
	// exists reports whether git tracks a file, and endsWith whether it tracks one whose path
	// ends so.
	exists, endsWith func(name string) bool
}

// rewrite returns the text that replaces the link, or why there is none.
func (w *writer) rewrite(c change, on *link.Occurrence) (string, string) {
	value, ok := w.value()
	if !ok {
		return "", otherForm
	}
	changed, why := w.changed(c, value, on)
	if why != "" {
		return "", why
	}
	return w.put(value, changed)
}

// changed returns the new value of the link.
func (w *writer) changed(c change, value string, on *link.Occurrence) (string, string) {
	if c.from.path == c.to.path && c.from.origin == c.to.origin && c.from.query == c.to.query {
		return w.otherFragment(c, value)
	}
	before, after, direct := addedTo(strings.TrimSpace(on.Link), value)
	if direct && (isSourceName(pathOf(value)) || c.bySource) {
		return w.sourceName(c, value, before == "" && after == "", on)
	}
	if !direct {
		return w.named(c, value)
	}
	if w.shared && before == "" && isRelative(value) {
		return "", sharedPlace
	}
	changed, why := w.url(c, before+value+after, on.Page)
	if why != "" {
		return "", why
	}
	changed, isBefore := strings.CutPrefix(changed, before)
	changed, isAfter := strings.CutSuffix(changed, after)
	if !isBefore || !isAfter || changed == "" {
		return "", otherForm
	}
	return changed, ""
}

// addedTo returns what a generator adds to a link of the sources: the base path before it,
// and a slash after it. ok is false when it changes more.
func addedTo(built, value string) (before, after string, ok bool) {
	if built == value {
		return "", "", true
	}
	for _, after := range []string{"", "/"} {
		rest, ok := strings.CutSuffix(built, after)
		if !ok {
			continue
		}
		before, ok := strings.CutSuffix(rest, value)
		if ok && strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "//") && !strings.HasSuffix(before, "/") {
			return before, after, true
		}
		if ok && before == "" {
			return "", after, true
		}
	}
	return "", "", false
}

// pathOf returns the path of a link, without query and fragment.
func pathOf(value string) string {
	value, _, _ = strings.Cut(value, "#")
	value, _, _ = strings.Cut(value, "?")
	return value
}

// isRelative reports whether a link depends on the page that has it.
func isRelative(value string) bool {
	return !strings.HasPrefix(value, "/") && !hasScheme(value)
}

// hasScheme reports whether a link begins with http or https.
func hasScheme(value string) bool {
	scheme, _, ok := strings.Cut(value, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// otherFragment replaces the fragment of a link. The text before it may be of any form.
func (w *writer) otherFragment(c change, value string) (string, string) {
	from, to := strings.TrimPrefix(c.from.fragment, "#"), strings.TrimPrefix(c.to.fragment, "#")
	return w.replaceName(value, from, to, func(before, after string) bool {
		return strings.HasSuffix(before, "#") && (after == "" || strings.ContainsRune("\"' )}>]", rune(after[0])))
	})
}

// replaceName replaces a name that occurs exactly once at a place that fits, with or without
// escapes.
func (w *writer) replaceName(value, from, to string, fits func(before, after string) bool) (string, string) {
	found := map[string]bool{}
	for _, spelt := range []string{from, weburl.Unescape(from)} {
		if spelt == "" {
			continue
		}
		for at := 0; ; {
			i := strings.Index(value[at:], spelt)
			if i < 0 {
				break
			}
			before, after := value[:at+i], value[at+i+len(spelt):]
			if fits(before, after) {
				found[before+w.spell(to, value)+after] = true
			}
			at += i + len(spelt)
		}
	}
	if len(found) != 1 {
		return "", otherForm
	}
	for changed := range found {
		return changed, ""
	}
	return "", otherForm
}

// named replaces the names of folders and of the page in a text that is no URL of the page: the
// name of a source file, or an expression.
func (w *writer) named(c change, value string) (string, string) {
	from, to := stems(c.from.path), stems(c.to.path)
	if c.from.origin != "" || c.to.origin != "" || len(from) != len(to) {
		return "", otherForm
	}
	changed := value
	for i := range from {
		if weburl.Unescape(from[i]) == weburl.Unescape(to[i]) {
			continue
		}
		next, why := w.replaceName(changed, from[i], to[i], isWholeName)
		if why != "" {
			return "", why
		}
		changed = next
	}
	if changed == value {
		return "", otherForm
	}
	if token := nameOf(changed); isSourceName(token) && (w.resolves(nameOf(value)) || !w.resolves(token) && !w.endsWith(strings.Join(to, "/")+path.Ext(token))) {
		return "", noSuchFile
	}
	return changed, ""
}

// isWholeName reports whether a name between two texts is a whole segment of a path, perhaps
// with an extension.
func isWholeName(before, after string) bool {
	if before != "" && !strings.ContainsRune("/\"'`:", rune(before[len(before)-1])) {
		return false
	}
	if dot, rest, ok := strings.Cut(after, "."); ok && dot == "" {
		i := 0
		for i < len(rest) && (rest[i]|0x20 >= 'a' && rest[i]|0x20 <= 'z') {
			i++
		}
		if i == 0 {
			return false
		}
		after = rest[i:]
	}
	return after == "" || strings.ContainsRune("/\"'`#?", rune(after[0]))
}

// nameOf returns the path in a link or an expression that names a source file; empty for
// none.
func nameOf(value string) string {
	for token := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune(" \t\"'`{}()<>|,#?=", r) }) {
		if isSourceName(token) {
			return token
		}
	}
	return pathOf(value)
}

// resolves reports whether a name is that of a source file: from the folder of the file that
// has the link, or from one of the folders around it.
func (w *writer) resolves(name string) bool {
	name = weburl.Unescape(name)
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	isRoot := strings.HasPrefix(name, "/") || strings.HasPrefix(name, "@")
	if strings.HasPrefix(name, "@") {
		_, name, _ = strings.Cut(name, "/")
	}
	name = strings.TrimPrefix(name, "/")
	for dir := path.Dir(w.file); ; dir = path.Dir(dir) {
		if w.exists(path.Join(dir, name)) {
			return true
		}
		if dir == "." || dir == "/" || strings.HasPrefix(name, ".") && !isRoot {
			return false
		}
	}
}

// sourceName changes a link that is the name of a source file, as far as the page has it: its
// generator puts the page in its place when there is such a file, or leaves it as it is.
func (w *writer) sourceName(c change, value string, asWritten bool, on *link.Occurrence) (string, string) {
	looksUp, resolves := w.looksUpNames(), w.resolves(pathOf(value))
	switch {
	case looksUp && !resolves:
		changed, why := w.named(c, value)
		if why == "" && c.bySource && !w.resolves(pathOf(changed)) {
			return "", noSuchFile
		}
		return changed, why
	case looksUp, !asWritten, !isSourceName(pathOf(value)):
		// Why the generator did not find the file is not known.
		return "", otherForm
	case !resolves:
		if name, why := w.named(c, value); why == "" {
			return "", "it may be the name of a source file: " + name
		}
	}
	if w.shared && isRelative(value) {
		return "", sharedPlace
	}
	return w.url(c, value, on.Page)
}

// generators are the settings of generators that look up the names of source files.
var generators = []string{
	"mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "zensical.toml", "book.toml", "conf.py", "source/conf.py", "antora.yml",
	"docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs",
	".vitepress/config.js", ".vitepress/config.ts", ".vitepress/config.mts", ".vitepress/config.mjs", ".vuepress/config.js", ".vuepress/config.ts",
}

// looksUpNames reports whether a generator above the file looks up the names of source
// files.
func (w *writer) looksUpNames() bool {
	for dir := path.Dir(w.file); ; dir = path.Dir(dir) {
		for _, name := range generators {
			if w.exists(path.Join(dir, name)) {
				return true
			}
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}
