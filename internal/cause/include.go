package cause

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// A link can appear on a page, or an anchor can disappear from it, without a change of the
// line that holds it: a layout or a page includes another file, a condition around the link
// changes, a draft is published. What follows finds such changes.

// includeMarks are in lines without expressions that include another file, or choose the
// layout.
var includeMarks = [...]string{"--8<--", "include", "import", "require", "layout", "template", "extends", "partial", "snippet", "embed", "render", "component"}

// isInclude reports whether a line may include another file. A name in upper case begins a
// component.
func isInclude(line string) bool {
	for _, m := range includeMarks {
		if strings.Contains(line, m) {
			return true
		}
	}
	for rest := line; ; {
		at := strings.IndexByte(rest, '<')
		if at < 0 || at+1 == len(rest) {
			return false
		}
		if rest = rest[at+1:]; 'A' <= rest[0] && rest[0] <= 'Z' {
			return true
		}
	}
}

// includes returns what may include another file: expressions of templates, and lines.
func includes(src []byte) []string {
	var all []string
	for raw := range bytes.Lines(src) {
		line := string(bytes.TrimSpace(raw))
		if found := expressions(line); len(found) > 0 {
			all = append(all, found...)
		} else if isInclude(line) {
			all = append(all, line)
		}
	}
	return all
}

// expressions returns the expressions of templates in a line. One that is not closed goes to
// the end of the line.
func expressions(line string) []string {
	var all []string
	for at := 0; at+1 < len(line); {
		end := ""
		switch line[at : at+2] {
		case "{{":
			end = "}}"
		case "{%":
			end = "%}"
		case "<%":
			end = "%>"
		default:
			at++
			continue
		}
		size := strings.Index(line[at:], end)
		if size < 0 {
			return append(all, line[at:])
		}
		all = append(all, line[at:at+size])
		at += size + len(end)
	}
	return all
}

// hasIncludes reports whether the lines of a file can include another one.
func hasIncludes(file string) bool {
	syntax := source.SyntaxOf(file)
	return syntax.IsProse() || syntax.IsMarkup() || isScript(file)
}

// less returns the lines that are less often among others.
func less(lines, others []string) []string {
	left := map[string]int{}
	for _, line := range others {
		left[line]++
	}
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		left[line]--
		return left[line] >= 0
	})
}

// differ reports whether two lists have other lines.
func differ(a, b []string) bool { return len(a) != len(b) || len(less(a, b)) > 0 }

// compareIncludes notes which files are included more often than before, and which file, or
// which template, includes less.
func (c *changes) compareIncludes(file string, before, after []byte) {
	if !hasIncludes(file) {
		return
	}
	was, is, s := includes(before), includes(after), included
	if source.SyntaxOf(file).IsProse() {
		s = includedByPage
	}
	for _, line := range less(is, was) {
		c.names.sign(line, s)
	}
	if len(less(was, is)) == 0 {
		return
	}
	if source.SyntaxOf(file).IsProse() {
		c.names.sign(file, shortened)
	} else {
		c.template = file
	}
}

// isNewlyShown reports whether a page or a template may show a file for the first time whose
// links are not new. A file that an unchanged page shows was shown before, unless a template
// shows it now.
func (c *changes) isNewlyShown(f *link.Finding, o *link.Occurrence) bool {
	name := fileName(o.Source.File)
	switch {
	case c.names.has(included, name):
		return true
	case !c.names.has(includedByPage, name):
		return false
	}
	if c.shownOf != f {
		c.shownOf, c.shown = f, map[link.Source]bool{}
		for i := range f.Occurrences {
			if on := &f.Occurrences[i]; on.Source != nil && !c.isChangedPage(on.Page) {
				c.shown[*on.Source] = true
			}
		}
	}
	return !c.shown[*o.Source]
}

// isChangedPage reports whether the pull request may add or change the source of a page.
func (c *changes) isChangedPage(page string) bool {
	return c.isNewPage(page) || c.names.has(touched, nameOf(page))
}

// conditions returns what decides whether a template shows its links: what it includes, and
// the code of a component.
func conditions(file string, src []byte) []string {
	all := includes(src)
	switch path.Ext(file) {
	case ".tsx", ".jsx", ".vue", ".svelte", ".astro":
		for raw := range bytes.Lines(src) {
			if line := string(bytes.TrimSpace(raw)); strings.ContainsAny(line, "{}") || strings.Contains(line, " v-") {
				all = append(all, line)
			}
		}
	}
	return all
}

// fileName is the name to look for of a file that may be included.
func fileName(file string) string {
	return folded(pagekey.TrimExtension(path.Base(file)))
}

// publishKeys are those of front matter that publish a page, or hide it.
var publishKeys = [...]string{
	"draft", "published", "publish", "publishdate", "publish_date", "date", "expirydate", "hidden", "status", "unlisted", "private", "permalink",
	"slug", "url", "render", "build", "_build", "eleventyexcludefromcollections", "layout",
}

// isPublished reports whether the front matter of a file changes what publishes it.
func isPublished(before, after []byte) bool {
	return differ(publishing(before), publishing(after))
}

// pathKeys are the publishKeys that hide no page: the values of most make its path.
var pathKeys = [...]string{"permalink", "slug", "url", "layout"}

// isHidden reports whether a change of the front matter may hide a page, or give it a path
// that is not that of its file any more.
func isHidden(before, after []byte) (hidden, moved bool) {
	was, is := publishing(before), publishing(after)
	isPath := func(line string) bool { return slices.Contains(pathKeys[:], publishKey(line)) }
	makesPath := func(line string) bool { return isPath(line) && publishKey(line) != "layout" }
	moved = slices.ContainsFunc(is, makesPath) && !slices.ContainsFunc(was, makesPath)
	return differ(slices.DeleteFunc(was, isPath), slices.DeleteFunc(is, isPath)), moved
}

// cascades reports whether the front matter of a file may set that of other pages.
func cascades(src []byte) bool { return bytes.Contains(frontMatter(src), []byte("cascade")) }

// publishing returns the lines of front matter that publish a page.
func publishing(src []byte) []string {
	var all []string
	for raw := range bytes.Lines(frontMatter(src)) {
		if line := string(bytes.TrimSpace(raw)); slices.Contains(publishKeys[:], publishKey(line)) {
			all = append(all, line)
		}
	}
	return all
}

// publishKey returns the key of a line of front matter, in lower case; empty for none.
func publishKey(line string) string {
	key, _, ok := strings.Cut(strings.ReplaceAll(line, "=", ":"), ":")
	if !ok {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(key))
}
