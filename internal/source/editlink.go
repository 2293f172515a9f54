package source

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/template"
)

// editMarks are in the URLs under which forges edit a file. URLs that only show a file
// are ordinary links.
var editMarks = [...]string{"/edit/", "/_edit/"}

// noFile is the number of no file.
const noFile = -1

// editLink returns the source file that a page links to for editing; noFile when it links
// to none, or to several.
func editLink(x *index.Index, src []byte) int32 {
	for _, mark := range editMarks {
		found := int32(noFile)
		for rest := src; ; {
			i := bytes.Index(rest, []byte(mark))
			if i < 0 {
				break
			}
			rest = rest[i+len(mark):]
			end := bytes.IndexAny(rest[:min(len(rest), template.MaxExpression)], "\"'<> ?#")
			if end < 0 {
				continue
			}
			n, ok := editedFile(x, string(rest[:end]))
			if !ok || n == found {
				continue
			}
			if found != noFile {
				return noFile
			}
			found = n
		}
		if found != noFile {
			return found
		}
	}
	return noFile
}

// editedFile finds the source file in a path that begins with the name of a branch.
func editedFile(x *index.Index, p string) (int32, bool) {
	for range 4 {
		_, rest, ok := strings.Cut(p, "/")
		if !ok {
			return 0, false
		}
		if n, known := x.FileNumber(rest); known && !x.Files[n].Syntax.IsData() {
			return n, true
		}
		p = rest
	}
	return 0, false
}
