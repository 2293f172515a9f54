// Package template finds the expressions and comments that template languages write
// into markup: Go templates, Liquid, Nunjucks, Jinja, ERB, Vue and JSX.
package template

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// brackets open and close the expressions of the template languages.
var brackets = [...]struct{ open, close string }{
	{"{{", "}}"}, {"{%", "%}"}, {"<%", "%>"}, {"${", "}"}, {"#{", "}"}, {"{", "}"},
}

// Expression returns where the expression at i ends and what it holds. ok is false when
// none begins there.
func Expression(s string, i int) (inner string, end int, ok bool) {
	for _, b := range brackets {
		if !strings.HasPrefix(s[i:], b.open) {
			continue
		}
		inside := i + len(b.open)
		j := strings.Index(s[inside:min(len(s), inside+MaxExpression)], b.close)
		if j < 0 {
			return "", 0, false
		}
		end = inside + j + len(b.close)
		if b.open == "{{" && end < len(s) && s[end] == '}' {
			end++ // {{{unescaped}}}
		}
		return s[inside : inside+j], end, true
	}
	return "", 0, false
}

// MaxExpression bounds the length of an expression in bytes.
const MaxExpression = 1024

// CommentEnd returns the offset after the Liquid comment at i, or 0 for none. Its tags
// may trim the space around them.
func CommentEnd(src []byte, i int, closers lexical.Closers) int {
	if !bytes.HasPrefix(src[i:], []byte("{%")) {
		return 0
	}
	word := bytes.TrimLeft(src[i+2:min(len(src), i+64)], "- \t")
	if !bytes.HasPrefix(word, []byte("comment")) || len(word) == len("comment") || lexical.IsWord(word[len("comment")]) {
		return 0
	}
	end := closers.After(src, i+2, "endcomment")
	if end == 0 {
		return 0
	}
	return closers.After(src, end, "%}")
}
