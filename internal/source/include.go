package source

import (
	"bytes"
	"path"
	"strings"
)

// includeWords stand on the lines by which one file takes another in.
var includeWords = [...]string{"include", "import", "partial", "snippet", "render", "--8<--", "embed", "transclude", "extends", "layout", "component", "readfile"}

// mostIncludes bounds how many names are kept of one file.
const mostIncludes = 200

// readIncludes notes the names of the files that this one takes in, without
// directories and endings, whatever language it says so in.
func (h *sheet) readIncludes() {
	for _, word := range includeWords {
		for at := 0; len(h.includes) < mostIncludes; {
			i := bytes.Index(h.src[at:], []byte(word))
			if i < 0 {
				break
			}
			at += i + len(word)
			end := len(h.src)
			if j := bytes.IndexByte(h.src[at:], '\n'); j >= 0 {
				end = at + j
			}
			h.addNames(h.src[at:min(end, at+maxExpression)])
			at = end
		}
	}
}

// addNames notes the words of a line that may name files.
func (h *sheet) addNames(line []byte) {
	for _, word := range bytes.FieldsFunc(line, notInPath) {
		// A word of prose names no file.
		if bytes.IndexByte(word, '/') < 0 && bytes.IndexByte(word, '.') <= 0 {
			continue
		}
		name := includeName(string(word))
		if len(name) < 2 || len(h.includes) >= mostIncludes {
			continue
		}
		if h.includes == nil {
			h.includes = map[string]bool{}
		}
		h.includes[name] = true
	}
}

func notInPath(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '/' || r == '-' || r == '_' || r >= 0x80)
}

// includeName is how a file is told in what takes it in.
func includeName(p string) string {
	base := path.Base(trimDocument(p))
	return strings.ToLower(strings.TrimLeft(strings.TrimSuffix(base, path.Ext(base)), "_."))
}
