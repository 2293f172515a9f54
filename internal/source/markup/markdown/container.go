package markdown

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// markLength returns the length of what begins a container in a line; 0 when the line
// begins none. The title of an admonition or a tab is a block by itself.
func markLength(text []byte) int {
	switch {
	case isAdmonition(text), isTab(text):
		return len(text)
	case len(text) > 2 && text[0] == ':' && text[1] == ' ':
		return 1
	}
	return footnoteLabel(text)
}

// isAdmonition reports whether a line begins an admonition, which may be folded:
// `!!! note "Title"`, `??? tip`, `???+ tip`.
func isAdmonition(text []byte) bool {
	rest, ok := bytes.CutPrefix(text, []byte("!!! "))
	if !ok {
		if rest, ok = bytes.CutPrefix(text, []byte("???")); !ok {
			return false
		}
		rest, ok = bytes.CutPrefix(bytes.TrimPrefix(rest, []byte("+")), []byte(" "))
	}
	rest = bytes.TrimLeft(rest, " ")
	return ok && len(rest) > 0 && (lexical.IsWord(rest[0]) || rest[0] == '"')
}

// isTab reports whether a line begins a tab: `=== "Title"`. The first tab of a set may be
// marked with "!", and the open one with "+".
func isTab(text []byte) bool {
	rest, ok := bytes.CutPrefix(text, []byte("==="))
	rest = bytes.TrimLeft(rest, "!+")
	return ok && len(rest) < len(text) && bytes.HasPrefix(rest, []byte(` "`))
}

// maxFootnoteLabel bounds the label of a footnote in bytes.
const maxFootnoteLabel = 1000

// footnoteLabel returns the length of the label that begins a footnote, "[^label]:"; 0 for
// none.
func footnoteLabel(text []byte) int {
	if !bytes.HasPrefix(text, []byte("[^")) {
		return 0
	}
	end := bytes.IndexByte(text[:min(len(text), maxFootnoteLabel)], ']')
	if end < 3 || end+1 >= len(text) || text[end+1] != ':' || bytes.IndexByte(text[2:end], '[') >= 0 {
		return 0
	}
	return end + 2
}
