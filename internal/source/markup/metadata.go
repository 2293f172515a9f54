package markup

import (
	"bytes"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// metadataKeys are those that Pelican reads from the lines above a text, without fences.
var metadataKeys = []string{
	"title", "date", "modified", "category", "tags", "keywords", "slug", "author", "authors", "summary", "lang", "translation", "status", "template",
	"save_as", "url",
}

// readMetadata reads the lines that say where the page of a text without front matter will
// be: in Markdown "Slug: name" above the text, in reStructuredText ":slug: name" below the
// title. The title names the page where nothing else does.
func readMetadata(doc *document.Document, syntax Syntax) {
	at, prefix := 0, ""
	var keys bytes.Buffer
	switch syntax {
	case Markdown:
	case RST:
		prefix = ":"
		title := ""
		if title, at = rstTitle(doc.Source); title == "" {
			return
		}
		keys.WriteString("title:")
		keys.WriteString(title)
		keys.WriteByte('\n')
	default:
		return
	}
	from := keys.Len()
	for at < len(doc.Source) {
		end := lexical.LineEnd(doc.Source, at)
		line, ok := bytes.CutPrefix(bytes.TrimRight(doc.Source[at:end], " \t\r"), []byte(prefix))
		name, _, found := bytes.Cut(line, []byte(":"))
		if !ok || !found || !slices.Contains(metadataKeys, strings.ToLower(string(name))) {
			break
		}
		keys.Write(line)
		keys.WriteByte('\n')
		at = end + 1
	}
	if keys.Len() > from {
		doc.Front.ReadKeys(keys.Bytes())
	}
}

// rstTitle returns the title of a text in reStructuredText, and where the first line with a
// text after it begins.
func rstTitle(src []byte) (title string, after int) {
	var line []byte
	for at := 0; at < len(src); {
		end := lexical.LineEnd(src, at)
		line = bytes.TrimSpace(src[at:end])
		isMark := len(line) > 0 && lexical.IsPunctuation(line[0]) && lexical.IsRunOf(line, line[0])
		switch {
		case len(line) == 0 && title == "", isMark:
		case title != "" && len(line) > 0:
			return title, at
		case title == "":
			title = string(line)
		}
		at = end + 1
	}
	return "", 0
}
