package redirectrules

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
)

// alias writes an old path of a page, for its front matter.
//   - https://github.com/jekyll/jekyll-redirect-from
//   - https://gohugo.io/content-management/urls/#aliases
func alias(_ *plan, r *rule) (e entry, reason string) {
	switch reason := pageReason(r); {
	case reason != "":
		return e, reason
	case r.to.origin != "" || r.to.query != "" || r.to.fragment != "":
		return e, "front matter of a page can have only paths that lead to that page"
	}
	group := r.to.path
	if r.source != "" {
		group = r.source + " (" + r.to.path + ")"
	}
	return entry{text: "  - " + quote(r.from) + "\n", group: group}, ""
}

// jekyllAlias is an alias that Jekyll takes for a URL: it decodes a percent sign once more.
func jekyllAlias(p *plan, r *rule) (e entry, reason string) {
	if strings.Contains(r.from, "%") {
		return e, "Jekyll reads % in redirect_from as an escape"
	}
	return alias(p, r)
}

// frontMatter joins the old paths of each page.
func frontMatter(name string) func(*plan, []entry) []File {
	return func(p *plan, entries []entry) []File {
		groups := map[string]string{}
		for _, e := range entries {
			groups[e.group] += e.text
		}
		var b strings.Builder
		b.WriteString("# Add these lines to the front matter of each page.\n")
		for _, group := range slices.Sorted(maps.Keys(groups)) {
			b.WriteString("\n# " + group + "\n" + name + ":\n" + groups[group])
		}
		return []File{{p.syntax.file, b.String()}}
	}
}

// mkdocsRedirect writes one of the redirect_maps of the plugin mkdocs-redirects, which has the
// names of source files.
// https://github.com/mkdocs/mkdocs-redirects
func mkdocsRedirect(_ *plan, r *rule) (e entry, reason string) {
	if reason := pageReason(r); reason != "" {
		return e, reason
	}
	to := r.to.url("", "")
	if r.to.origin == "" {
		source := belowDocs(r.source, r.to.path)
		if !strings.HasSuffix(source, ".md") {
			return e, "MkDocs needs the Markdown file of the new page, which is not known; set sources to the folder with docs_dir"
		}
		if r.to.query != "" {
			return e, "MkDocs does not redirect to a page with a query"
		}
		to = source + r.to.fragment
	}
	name, extension := stubName(r.from), path.Ext(r.from)
	if extension == ".htm" || extension == ".html" && (extension != path.Ext(r.to.path) || path.Base(name) == hosting.IndexFile) {
		return e, "MkDocs writes each page as a folder, so it has no page at " + path.Base(r.from)
	}
	name = strings.TrimSuffix(name, ".html")
	return entry{text: "        " + quote(name+".md") + ": " + quote(to) + "\n"}, ""
}

// belowDocs returns the name of the source of a page below docs_dir, which is a folder of the
// project: what ends as the path of the page does. It is empty when nothing does.
func belowDocs(source, page string) string {
	source = path.Clean(strings.ReplaceAll(source, `\`, "/"))
	for _, below, ok := strings.Cut(source, "/"); ok; _, below, ok = strings.Cut(below, "/") {
		if pageOf(below, ".md") == pageOf(strings.Trim(page, "/"), ".html") {
			return below
		}
	}
	return ""
}

// pageOf returns the path of a page without its extension, and without the name of an index.
func pageOf(name, extension string) string {
	name = "/" + strings.TrimSuffix(name, extension)
	return strings.TrimSuffix(strings.TrimSuffix(name, "/index"), "/README")
}

// mkdocsFile puts the lines below the plugin.
func mkdocsFile(p *plan, entries []entry) []File {
	files := lines(p, entries)
	files[0].Text = "plugins:\n  - redirects:\n      redirect_maps:\n" + files[0].Text
	return files
}
