package source

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// includeWords stand in what takes another file in.
var includeWords = [...]string{"include", "import", "partial", "snippet", "render", "--8<--", "embed", "transclude", "extends", "layout", "component", "readfile"}

// mostIncludes bounds how many names are kept of one file.
const mostIncludes = 200

// maxWritten is how many ways to write one of these names are kept.
const maxWritten = 20

// readIncludes notes the names of the files that this one takes in, whatever
// language it says so in.
func (h *sheet) readIncludes() {
	for at := 0; at < len(h.src) && len(h.includes) < mostIncludes; {
		end := len(h.src)
		if i := bytes.IndexByte(h.src[at:], '\n'); i >= 0 {
			end = at + i
		}
		line := bytes.TrimLeft(h.src[at:min(end, at+maxExpression)], " \t")
		if takesIn(line) {
			h.addNames(line)
		} else if bytes.IndexByte(line, '{') >= 0 && hasIncludeWord(line) {
			h.readExpressions(string(line))
		}
		at = end + 1
	}
}

// readExpressions notes the names in the expressions of a line. What stands around
// them is prose.
func (h *sheet) readExpressions(line string) {
	for i := 0; i < len(line); i++ {
		if line[i] != '{' {
			continue
		}
		inner, end, ok := expressionAt(line, i)
		if !ok {
			return
		}
		if hasIncludeWord([]byte(inner)) {
			h.addNames([]byte(inner))
		}
		i = end - 1
	}
}

// takers begin the lines that take a file in as a whole.
var takers = [...]string{
	"import ", "include::", ".. include::", ".. literalinclude::", "extends ", "--8<--", "-8<-", "#+include", "#include", "@include",
	"@import", "@@include", "!include", ":include", "::include",
}

// takesIn tells whether a line does nothing but take a file in. Lines of prose that
// only name one do not.
func takesIn(line []byte) bool {
	if len(line) == 0 || bytes.IndexByte([]byte(".#:i<-@!e"), line[0]) < 0 {
		return false
	}
	if line[0] == '<' {
		// A component or a comment that says so with its first word.
		name, _, _ := bytes.Cut(line, []byte(" "))
		if bytes.Equal(name, []byte("<!--")) {
			name, _, _ = bytes.Cut(bytes.TrimLeft(line[len("<!--"):], " "), []byte(" "))
		}
		return hasIncludeWord(name)
	}
	head := bytes.ToLower(line[:min(len(line), 24)])
	for _, taker := range takers {
		if bytes.HasPrefix(head, []byte(taker)) {
			return true
		}
	}
	return false
}

// hasIncludeWord tells whether one of the words stands there, in any case.
func hasIncludeWord(line []byte) bool {
	lower := bytes.ToLower(line)
	for _, word := range includeWords {
		if bytes.Contains(lower, []byte(word)) {
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
			h.includes = map[string][]string{}
		}
		if written := h.includes[name]; len(written) < maxWritten && !slices.Contains(written, string(word)) {
			h.includes[name] = append(written, string(word))
		}
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

// inclusion is a file that another takes in; doubtful when several files may be
// meant.
type inclusion struct {
	file     int32
	doubtful bool
}

// takenBy are the files that a file takes in: of those with the name those whose
// path is most like what is written; and of these the one beside it, if there is
// one.
func (x *index) takenBy(file int32) []inclusion {
	if known, ok := x.taken[file]; ok {
		return known
	}
	var all []inclusion
	for name, written := range x.files[file].includes {
		for _, p := range written {
			all = append(all, x.meant(file, name, p)...)
		}
	}
	x.taken[file] = all
	return all
}

// meant are the files that one which names the path p may mean.
func (x *index) meant(file int32, name, p string) []inclusion {
	if !x.spend(len(x.named[name])) {
		return nil
	}
	var found []int32
	most := 0
	written := includePath(p)
	for _, i := range x.named[name] {
		if i == file {
			continue
		}
		other, known := x.paths[i]
		if !known {
			other = includePath(x.files[i].name)
			x.paths[i] = other
		}
		_, n := commonSuffix(other, written)
		switch beside := path.Dir(x.files[i].name) == path.Dir(x.files[file].name); {
		case n > most:
			most, found = n, []int32{i}
		case n == most && beside && n == 1:
			found = []int32{i}
		case n == most && !(n == 1 && len(found) > 0 && path.Dir(x.files[found[0]].name) == path.Dir(x.files[file].name)):
			found = append(found, i)
		}
	}
	all := make([]inclusion, len(found))
	for i := range found {
		all[i] = inclusion{file: found[i], doubtful: len(found) > 1}
	}
	return all
}

// includePath folds a path for the comparison of what is written with what is there.
func includePath(p string) string {
	return strings.ToLower(path.Join(path.Dir(path.Clean(p)), includeName(p)))
}
