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
	for at := 0; at < len(h.src) && len(h.includes) < mostIncludes; {
		end := len(h.src)
		if i := bytes.IndexByte(h.src[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := bytes.TrimLeft(h.src[at:min(end, at+maxExpression)], " \t")
		if mayInclude(line) && hasIncludeWord(line) {
			h.addNames(line)
		}
		at = end + 1
	}
}

// mayInclude tells by little whether a line may take a file in: most lines are
// prose.
func mayInclude(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	return bytes.IndexByte([]byte(".#:i<-@+;e"), line[0]) >= 0 || bytes.IndexByte(line, '{') >= 0
}

func hasIncludeWord(line []byte) bool {
	for _, word := range includeWords {
		if bytes.Contains(line, []byte(word)) {
			return true
		}
	}
	return false
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
