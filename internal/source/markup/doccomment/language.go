// Package doccomment reads the links of the comments from which documentation is generated:
// rustdoc, Doxygen, Javadoc, Dokka, godoc and TypeDoc.
package doccomment

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/html"
	"github.com/linkvet/linkvet/internal/source/markup/markdown"
)

// language says how a programming language writes comments and strings.
type language struct {
	// lines and blocks are the marks that begin comments of documentation; a longer mark
	// is before its beginning.
	lines, blocks []mark
	// multiline is true when strings in double quotes go over lines, triple when three
	// quotes open a string, and backquote when a backquote does.
	multiline, triple, backquote bool
	// single is true when strings may be in single quotes.
	single bool
	// raw is the letter before the quote of a string without escapes; 0 for none.
	raw byte
	// attributes is true when attributes hold documentation: #[doc = "text"].
	attributes bool
	// commands is true when the comments hold commands of Doxygen.
	commands bool
}

// mark begins a comment in a syntax.
type mark struct {
	text string
	read func(*document.Document)
}

// languages are those of source files, by the extension of their names.
var languages = map[string]*language{
	".rs": {
		lines: []mark{{"///", readMarkdown}, {"//!", readMarkdown}}, blocks: []mark{{"/**", readMarkdown}, {"/*!", readMarkdown}},
		multiline: true, raw: 'r', attributes: true,
	},
	".java": {lines: []mark{{"///", readMarkdown}}, blocks: []mark{{"/**", readJavadoc}}, triple: true},
	".kt":   {blocks: []mark{{"/**", readLinkified}}, triple: true},
	".go":   {lines: []mark{{"//", readLinkified}}, blocks: []mark{{"/*", readLinkified}}, backquote: true},
}

// c is the language of C and C++, whose comments Doxygen reads.
var c = &language{
	lines:  []mark{{"///<", readLinkified}, {"//!<", readLinkified}, {"///", readLinkified}, {"//!", readLinkified}},
	blocks: []mark{{"/**<", readLinkified}, {"/*!<", readLinkified}, {"/**", readLinkified}, {"/*!", readLinkified}},
	raw:    'R', commands: true,
}

// javascript is the language of JavaScript and TypeScript, whose comments TypeDoc reads.
var javascript = &language{blocks: []mark{{"/**", readLinkified}}, single: true, backquote: true}

// javascriptExtensions are those of JavaScript and TypeScript.
var javascriptExtensions = []string{".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx"}

// cExtensions are those of C and C++, and of files that hold nothing but such comments.
var cExtensions = [...]string{".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".c++", ".h++", ".inl", ".ipp", ".dox"}

// languageOf returns the language of a file by its name; nil when its comments are not read.
func languageOf(name string) *language {
	ext := strings.ToLower(path.Ext(name))
	for _, known := range cExtensions {
		if ext == known {
			return c
		}
	}
	if slices.Contains(javascriptExtensions, ext) {
		return javascript
	}
	return languages[ext]
}

// IsRead reports by the name of a file whether its comments are read.
func IsRead(name string) bool { return languageOf(name) != nil }

// readLinkified reads Markdown in which bare URLs become links.
func readLinkified(part *document.Document) { markdown.Read(part, 0, len(part.Source), false) }

// readMarkdown reads Markdown in which bare URLs are text.
func readMarkdown(part *document.Document) {
	readLinkified(part)
	kept := part.Links[:0]
	for _, l := range part.Links {
		if !l.Bare {
			kept = append(kept, l)
		}
	}
	part.Links = kept
}

// readJavadoc reads HTML with the inline tags of Javadoc, of which some hold code.
func readJavadoc(part *document.Document) {
	maskTags(part.Source)
	html.Read(part, 0, len(part.Source))
}
