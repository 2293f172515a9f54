// Package content says what a page shows: its title and its words, whether it is a login,
// and whether scripts have to put its content there.
package content

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/markup"
	"golang.org/x/net/html"
)

// MaxTitleAt is how far into a document TitleOf looks for its title, in bytes.
const MaxTitleAt = 64 << 10

// TitleOf returns what the first <title> of a UTF-8 document reads, white space
// folded; empty when it has none near its beginning. It is for a few documents of
// which nothing else is wanted: it does not see that an element is commented out.
func TitleOf(src []byte) string {
	src = src[:min(len(src), MaxTitleAt)]
	for at := 0; ; {
		n := bytes.IndexByte(src[at:], '<')
		if n < 0 {
			return ""
		}
		at += n + 1
		if !markup.IsTagOf(src, at, "title") {
			continue
		}
		start := bytes.IndexByte(src[at:], '>')
		if start < 0 {
			return ""
		}
		start += at + 1
		text := html.UnescapeString(string(src[start:markup.RawTextEnd(src, start, "title")]))
		return strings.Join(strings.Fields(text), " ")
	}
}
