package markup

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/data"
	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// fences open and close the front matter.
var fences = [...]struct {
	mark     string
	language data.Language
}{{"---", data.YAML}, {"+++", data.TOML}, {";;;", data.JSON}}

// readFrontMatter reads the front matter, if there is any: the path of the page, and
// links.
func readFrontMatter(doc *document.Document) {
	first, _, _ := bytes.Cut(doc.Source, []byte("\n"))
	for _, fence := range fences {
		if strings.TrimRight(string(first), " \t\r") != fence.mark {
			continue
		}
		end, after := closingFence(doc.Source, len(first)+1, fence.mark)
		if end < 0 {
			return
		}
		doc.Body, doc.Front.Present = after, true
		data.Read(doc, len(first)+1, end, fence.language)
		doc.Front.ReadKeys(doc.Source[min(len(first)+1, end):end])
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
