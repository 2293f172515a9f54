package source

import (
	"path"
	"strings"
)

// syntax is how a file writes its links.
type syntax uint8

const (
	noSyntax syntax = iota
	markdownSyntax
	mdxSyntax
	markupSyntax
	rstSyntax
	adocSyntax
	orgSyntax
	yamlSyntax
	tomlSyntax
	// jsonSyntax is JSON, and the literals of JavaScript and TypeScript.
	jsonSyntax
)

// syntaxOf tells by its name how a file is read; noSyntax for one that is not.
func syntaxOf(name string) syntax {
	base := strings.ToLower(path.Base(name))
	switch base {
	case "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "composer.lock", "package.json", "tsconfig.json":
		return noSyntax
	}
	switch path.Ext(base) {
	case ".md", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd":
		return markdownSyntax
	case ".mdx", ".mdoc":
		return mdxSyntax
	case ".html", ".htm", ".xhtml", ".gohtml", ".tmpl", ".njk", ".nunjucks", ".liquid", ".jinja", ".jinja2", ".j2", ".hbs", ".handlebars",
		".mustache", ".erb", ".astro", ".vue", ".svelte", ".tsx", ".jsx", ".php", ".webc", ".ejs", ".templ":
		return markupSyntax
	case ".rst", ".rest":
		return rstSyntax
	case ".adoc", ".asciidoc", ".asc":
		return adocSyntax
	case ".org":
		return orgSyntax
	case ".yml", ".yaml":
		return yamlSyntax
	case ".toml":
		return tomlSyntax
	case ".json", ".json5", ".jsonc", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts":
		return jsonSyntax
	}
	return noSyntax
}

// prose tells whether a file of that syntax is written to be a page of its own.
func (s syntax) prose() bool {
	switch s {
	case markdownSyntax, mdxSyntax, rstSyntax, adocSyntax, orgSyntax:
		return true
	}
	return false
}

// data tells whether a file of that syntax holds values, and no page.
func (s syntax) data() bool {
	return s == yamlSyntax || s == tomlSyntax || s == jsonSyntax
}
