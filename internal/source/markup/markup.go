// Package markup reads the source files of a site. Each syntax has a reader in a separate
// package. This one chooses the reader, and reads the parts that are the same in all
// syntaxes: front matter and the names of included files. It knows nothing of built pages.
package markup

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/asciidoc"
	"github.com/linkvet/linkvet/internal/source/markup/data"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/doccomment"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/html"
	"github.com/linkvet/linkvet/internal/source/markup/markdown"
	"github.com/linkvet/linkvet/internal/source/markup/org"
	"github.com/linkvet/linkvet/internal/source/markup/python"
	"github.com/linkvet/linkvet/internal/source/markup/rst"
	"github.com/linkvet/linkvet/internal/source/markup/stylesheet"
)

// File is what was read of a source file.
type File struct {
	Links []document.Link
	Front document.FrontMatter
	// Includes are the names of other files that this one includes, as it writes them, by
	// their folded names.
	Includes map[string][]string
	// IsPage is true for a complete page, and false for layouts, partials, configuration
	// and data.
	IsPage bool
	// HasElements is true for code that holds elements, and so may make a page.
	HasElements bool
	// ShowsCode is true for a text that puts the documentation of programs on its page.
	ShowsCode bool
	// Documentation are the names of the texts that the documentation of a program
	// includes, relative to its directory.
	Documentation []string
}

// Read reads a file of that name whose contents are src. It keeps the links whose
// destinations are wanted. The end of ctx cuts it short. An earlier report of linkvet has
// no links: it lists exactly the wanted ones.
func Read(ctx context.Context, name string, src []byte, wants func(destination.Destination) bool) File {
	if isReport(src) {
		return File{}
	}
	syntax := SyntaxOf(name)
	doc := document.New(ctx, path.Base(name), src, wants)
	switch {
	case syntax.IsData(), syntax.IsCode():
	case path.Ext(doc.Name) == ".astro":
		skipCodeFence(doc)
	default:
		readFrontMatter(doc)
		if !doc.Front.Present {
			readMetadata(doc, syntax)
		}
	}
	readLinks(doc, syntax)
	readScripts(doc, syntax)
	if doc.Name == "antora.yml" {
		readComponent(doc)
	}
	doc.Finish()
	if syntax.IsCode() {
		return File{Links: doc.Links, Documentation: doccomment.Includes(name, doc.Source)}
	}
	return File{
		Links: doc.Links, Front: doc.Front, Includes: readIncludes(doc.Source), ShowsCode: syntax.IsProse() && showsCode(doc.Source),
		IsPage:      syntax.IsProse() && !isNavigation(doc.Name) || syntax == HTML && isPage(name, doc),
		HasElements: syntax == JSON && bytes.Contains(doc.Source, []byte("</")),
	}
}

// ReadPage reads the wanted links of a built page.
func ReadPage(ctx context.Context, src []byte, wants func(destination.Destination) bool) []document.Link {
	doc := document.New(ctx, "", src, wants)
	html.ReadPage(doc)
	doc.Finish()
	return doc.Links
}

// readLinks reads the body of a file as its syntax requires.
func readLinks(doc *document.Document, syntax Syntax) {
	switch syntax {
	case Markdown, MDX:
		for _, p := range markdown.Read(doc, doc.Body, len(doc.Source), syntax == MDX) {
			data.Read(doc, p.Start, p.End, data.YAML)
		}
	case HTML:
		html.Read(doc, doc.Body, len(doc.Source))
	case RST:
		rst.Read(doc)
	case AsciiDoc:
		asciidoc.Read(doc)
	case Org:
		org.Read(doc)
	case YAML:
		data.Read(doc, 0, len(doc.Source), data.YAML)
	case TOML:
		data.Read(doc, 0, len(doc.Source), data.TOML)
	case JSON:
		data.Read(doc, 0, len(doc.Source), data.JSON)
	case Stylesheet:
		stylesheet.Read(doc, 0, len(doc.Source))
	case Code:
		doccomment.Read(doc)
	case Python:
		python.Read(doc)
	}
}

// reportMark is near the beginning of every JSON report, in all versions of its schema.
const reportMark = `"linkvet.report/`

// isReport reports whether a file is a report of an earlier run.
func isReport(src []byte) bool {
	return bytes.Contains(src[:min(len(src), 256)], []byte(reportMark))
}

// partDirs hold layouts and parts of pages.
var partDirs = []string{"layouts", "layout", "includes", "include", "partials", "templates", "components", "shortcodes", "themes", "theme"}

// isPage reports whether an HTML file is a complete page: it has front matter, or is a
// whole document without expressions.
func isPage(name string, doc *document.Document) bool {
	for segment := range strings.SplitSeq(path.Dir(name), "/") {
		if slices.Contains(partDirs, strings.TrimLeft(segment, "_")) {
			return false
		}
	}
	head := bytes.ToLower(doc.Source[:min(len(doc.Source), 1024)])
	whole := bytes.Contains(head, []byte("<!doctype")) || bytes.Contains(head, []byte("<html"))
	switch {
	case isComponent(name):
		return (whole || doc.Body > 0) && isPageComponent(name)
	case isDocumentTemplate(doc.Source):
		return false
	}
	return doc.Body > 0 || whole && !bytes.Contains(doc.Source, []byte("{{")) && !bytes.Contains(doc.Source, []byte("{%")) && !bytes.Contains(doc.Source, []byte("<%"))
}
