package markup

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/doccomment"
)

// Syntax is how a file writes its links.
type Syntax uint8

// The syntaxes. None is that of a file that no reader reads.
const (
	None Syntax = iota
	Markdown
	// MDX is Markdown with components, and no indented code.
	MDX
	// HTML is HTML, and the template languages and components around it.
	HTML
	RST
	AsciiDoc
	Org
	YAML
	TOML
	// JSON is JSON, and the literals of JavaScript and TypeScript.
	JSON
	// Code is that of programming languages whose comments become documentation.
	Code
	// Python is Python, with its docstrings.
	Python
	// Stylesheet is CSS, and the languages that become CSS.
	Stylesheet
)

// SyntaxOf returns the syntax of a file by its name; None when it is not read.
func SyntaxOf(name string) Syntax {
	base := strings.ToLower(path.Base(name))
	if isManifest(base) {
		return None
	}
	switch path.Ext(base) {
	case ".md", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd":
		return Markdown
	case ".mdx", ".mdoc":
		return MDX
	case ".html", ".htm", ".xhtml", ".gohtml", ".tmpl", ".njk", ".nunjucks", ".liquid", ".jinja", ".jinja2", ".j2", ".hbs", ".handlebars",
		".mustache", ".erb", ".astro", ".vue", ".svelte", ".tsx", ".jsx", ".php", ".webc", ".ejs", ".templ":
		return HTML
	case ".rst", ".rest":
		return RST
	case ".adoc", ".asciidoc", ".asc":
		return AsciiDoc
	case ".org":
		return Org
	case ".yml", ".yaml":
		return YAML
	case ".toml":
		return TOML
	case ".json", ".json5", ".jsonc", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts":
		return JSON
	case ".py":
		return Python
	case ".css", ".scss", ".sass", ".less", ".styl", ".pcss", ".postcss":
		return Stylesheet
	}
	if doccomment.IsRead(base) {
		return Code
	}
	return None
}

// IsProse reports whether files of that syntax are written as complete pages.
func (s Syntax) IsProse() bool {
	switch s {
	case Markdown, MDX, RST, AsciiDoc, Org:
		return true
	}
	return false
}

// IsData reports whether a file of that syntax holds values, and is no page.
func (s Syntax) IsData() bool {
	return s == YAML || s == TOML || s == JSON
}

// IsCode reports whether a file of that syntax is a program or a stylesheet, and so never
// the text of a page.
func (s Syntax) IsCode() bool {
	return s == Code || s == Python || s == Stylesheet
}
