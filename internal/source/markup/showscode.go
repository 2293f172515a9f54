package markup

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// codeDirectives put the documentation of programs on a page: those of Sphinx and Breathe.
var codeDirectives = [...]string{".. auto", ".. doxygen", ".. js:auto", ".. kernel-doc", "```{auto", ":::{auto"}

// showsCode reports whether a text puts the documentation of programs on its page.
func showsCode(src []byte) bool {
	for _, directive := range codeDirectives {
		if bytes.Contains(src, []byte(directive)) {
			return true
		}
	}
	// mkdocstrings: "::: package.module".
	mark := []byte("::: ")
	for at := 0; at < len(src); {
		i := bytes.Index(src[at:], mark)
		if i < 0 {
			return false
		}
		at += i + len(mark)
		if at > len(mark) && src[at-len(mark)-1] != '\n' {
			continue
		}
		if word := bytes.TrimSpace(src[at:lexical.LineEnd(src, at)]); bytes.IndexByte(word, '.') > 0 && bytes.IndexByte(word, ' ') < 0 {
			return true
		}
	}
	return false
}
