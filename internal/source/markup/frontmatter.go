package markup

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/data"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// fences open and close the front matter.
var fences = [...]struct {
	open, close string
	language    data.Language
}{
	{"---", "---", data.YAML},
	{"+++", "+++", data.TOML},
	{";;;", ";;;", data.JSON},
	{"{", "}", data.JSON},
	{"---yaml", "---", data.YAML},
	{"---toml", "---", data.TOML},
	{"---json", "---", data.JSON},
	{"---js", "---", data.JSON},
	{"---javascript", "---", data.JSON},
}

// readFrontMatter reads the front matter, if there is any: the path of the page, and
// links.
func readFrontMatter(doc *document.Document) {
	first, _, _ := bytes.Cut(doc.Source, []byte("\n"))
	for _, fence := range fences {
		if strings.TrimRight(string(first), " \t\r") != fence.open {
			continue
		}
		end, after := closingFence(doc.Source, len(first)+1, fence.close)
		if end < 0 {
			return
		}
		doc.Body, doc.Front.Present = after, true
		data.Read(doc, len(first)+1, end, fence.language)
		keys := doc.Source[min(len(first)+1, end):end]
		if fence.language == data.JSON {
			keys = outdent(keys)
		}
		doc.Front.ReadKeys(keys)
		return
	}
}

// closingFence returns where the line that closes the front matter begins and where the
// next line begins; end is -1 for none.
func closingFence(src []byte, from int, mark string) (end, after int) {
	for at := from; at < len(src); {
		next := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		line := strings.TrimRight(string(src[at:min(next, at+8)]), " \t\r\n")
		if line == mark || mark == "---" && line == "..." {
			return at, next
		}
		at = next
	}
	return -1, 0
}

// outdent removes the indentation of the first key of an object from all lines, so that
// the keys of the object are at the beginning of theirs.
func outdent(object []byte) []byte {
	object = bytes.TrimPrefix(bytes.TrimLeft(object, " \t\r\n"), []byte("{"))
	object = bytes.TrimLeft(object, "\r\n")
	indent := object[:len(object)-len(bytes.TrimLeft(object, " \t"))]
	if len(indent) == 0 {
		return object
	}
	return bytes.ReplaceAll(object[len(indent):], append([]byte("\n"), indent...), []byte("\n"))
}
