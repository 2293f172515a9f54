package markup

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
	"github.com/linkvet/linkvet/internal/source/markup/template"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// includeWords are in text that includes another file.
var includeWords = [...]string{"include", "import", "partial", "snippet", "render", "--8<--", "embed", "transclude", "extends", "layout", "component", "readfile"}

// maxIncludes bounds how many names of included files are kept for one file.
const maxIncludes = 200

// maxWritten bounds how many ways to write one of these names are kept.
const maxWritten = 20

// includes are the names of the files that a file includes, as it writes them, by their
// folded names.
type includes map[string][]string

// readIncludes returns the files that a file includes, in any language.
func readIncludes(src []byte) includes {
	found := includes{}
	for at := 0; at < len(src) && len(found) < maxIncludes; {
		end := lexical.LineEnd(src, at)
		line := bytes.TrimLeft(src[at:min(end, at+template.MaxExpression)], " \t")
		if isDirective(line) {
			found.add(line)
		} else if bytes.IndexByte(line, '{') >= 0 && hasIncludeWord(line) {
			found.addExpressions(string(line))
		}
		at = end + 1
	}
	return found
}

// addExpressions adds the names in the expressions of a line. The text around them is
// prose.
func (found includes) addExpressions(line string) {
	for i := 0; i < len(line); i++ {
		if line[i] != '{' {
			continue
		}
		inner, end, ok := template.Expression(line, i)
		if !ok {
			return
		}
		if hasIncludeWord([]byte(inner)) {
			found.add([]byte(inner))
		}
		i = end - 1
	}
}

// directives begin the lines that do nothing but include a file.
var directives = [...]string{
	"import ", "include::", ".. include::", ".. literalinclude::", "extends ", "--8<--", "-8<-", "#+include", "#include", "@include",
	"@import", "@@include", "!include", ":include", "::include",
}

// isDirective reports whether a line does nothing but include a file. Prose that mentions a
// file does not.
func isDirective(line []byte) bool {
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
	for _, directive := range directives {
		if bytes.HasPrefix(head, []byte(directive)) {
			return true
		}
	}
	return false
}

// hasIncludeWord reports whether a line holds one of the words, in any case.
func hasIncludeWord(line []byte) bool {
	lower := bytes.ToLower(line)
	for _, word := range includeWords {
		if bytes.Contains(lower, []byte(word)) {
			return true
		}
	}
	return false
}

// add adds the words of a line that may name files.
func (found includes) add(line []byte) {
	for _, word := range bytes.FieldsFunc(line, notInPath) {
		// A word of prose names no file.
		if bytes.IndexByte(word, '/') < 0 && bytes.IndexByte(word, '.') <= 0 {
			continue
		}
		name := IncludeName(string(word))
		if len(name) < 2 || len(found) >= maxIncludes {
			continue
		}
		if written := found[name]; len(written) < maxWritten && !slices.Contains(written, string(word)) {
			found[name] = append(written, string(word))
		}
	}
}

// notInPath reports whether r separates paths.
func notInPath(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '/' || r == '-' || r == '_' || r >= 0x80)
}

// IncludeName folds the name of a file as other files write it when they include it.
func IncludeName(p string) string {
	base := path.Base(pagekey.TrimExtension(p))
	return strings.ToLower(strings.TrimLeft(strings.TrimSuffix(base, path.Ext(base)), "_."))
}
