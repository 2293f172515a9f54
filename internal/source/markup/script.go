package markup

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/data"
	"github.com/linkvet/linkvet/internal/source/markup/doccomment"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// components are the extensions of components, which are made of elements and code.
var components = []string{".tsx", ".jsx", ".vue", ".svelte", ".astro"}

// isComponent reports by its name whether a file is a component.
func isComponent(name string) bool {
	return slices.Contains(components, strings.ToLower(path.Ext(name)))
}

// readScripts reads the literals of the code in components and in Markdown, from which they
// make lists of links.
func readScripts(doc *document.Document, syntax Syntax) {
	if syntax == JSON || isComponent(doc.Name) {
		readComments(doc)
	}
	switch ext := strings.ToLower(path.Ext(doc.Name)); {
	case ext == ".tsx" || ext == ".jsx":
		data.ReadLiterals(doc, lexical.Span{End: len(doc.Source)})
	case isComponent(doc.Name), syntax == Markdown:
		readScriptElements(doc)
	case syntax == MDX:
		readExports(doc)
	}
}

// readComments reads the comments of JavaScript from which documentation is generated.
func readComments(doc *document.Document) {
	if doccomment.IsRead(doc.Name) && bytes.Contains(doc.Source, []byte("/**")) {
		doccomment.Read(doc)
	}
}

// readScriptElements reads the code of <script> elements, and that between the fences that a
// component of Astro begins with.
func readScriptElements(doc *document.Document) {
	var parts []lexical.Span
	if strings.EqualFold(path.Ext(doc.Name), ".astro") && doc.Body > 0 {
		parts = append(parts, lexical.Span{End: doc.Body})
	}
	closers := lexical.Closers{}
	for at := doc.Body; ; {
		i := bytes.Index(doc.Source[at:], []byte("<script"))
		if i < 0 {
			break
		}
		from := at + i
		if at = closers.After(doc.Source, from, "</script"); at == 0 {
			break
		}
		parts = append(parts, lexical.Span{Start: from, End: at})
	}
	data.ReadLiterals(doc, parts...)
}

// skipCodeFence makes the body of a component of Astro begin after the code in fences.
func skipCodeFence(doc *document.Document) {
	if first, _, _ := bytes.Cut(doc.Source, []byte("\n")); string(bytes.TrimRight(first, " \t\r")) == "---" {
		if _, after := closingFence(doc.Source, len(first)+1, "---"); after > 0 {
			doc.Body = after
		}
	}
}

// readExports reads the code that MDX exports: export const links = [...].
func readExports(doc *document.Document) {
	var parts []lexical.Span
	for at := doc.Body; at < len(doc.Source); {
		if !bytes.HasPrefix(doc.Source[at:], []byte("export ")) {
			at = lexical.LineEnd(doc.Source, at) + 1
			continue
		}
		end := statementEnd(doc.Source, at)
		if end < 0 {
			break
		}
		parts = append(parts, lexical.Span{Start: at, End: end})
		at = lexical.LineEnd(doc.Source, end) + 1
	}
	data.ReadLiterals(doc, parts...)
}

// statementEnd returns the end of the line on which the brackets of the statement at i are
// closed; -1 when they are not.
func statementEnd(src []byte, i int) int {
	depth, lineEnd := 0, 0
	for ; i < len(src); i++ {
		switch c := src[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"', '\'', '`':
			if i >= lineEnd {
				lineEnd = lexical.LineEnd(src, i)
			}
			if j := bytes.IndexByte(src[i+1:lineEnd], c); j >= 0 {
				i += j + 1
			}
		case '\n':
			if depth <= 0 {
				return i
			}
		}
	}
	if depth > 0 {
		return -1
	}
	return len(src)
}

// placeholders are in whole documents into which SvelteKit and Doxygen put their pages.
var placeholders = [...]string{"%sveltekit.", "$relpath^"}

// isDocumentTemplate reports whether a whole document is a template for all pages.
func isDocumentTemplate(src []byte) bool {
	for _, placeholder := range placeholders {
		if bytes.Contains(src, []byte(placeholder)) {
			return true
		}
	}
	return false
}

// isPageComponent reports whether a component that holds a whole document, or is one of Astro,
// is a page: one in a directory of pages, which is no layout.
func isPageComponent(name string) bool {
	base := strings.ToLower(strings.TrimSuffix(path.Base(name), path.Ext(name)))
	if strings.HasPrefix(base, "_") || strings.Contains(base, "layout") {
		return false
	}
	for segment := range strings.SplitSeq(path.Dir(name), "/") {
		if segment == "pages" || segment == "routes" {
			return true
		}
	}
	return false
}
