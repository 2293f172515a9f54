package markup

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// RawTextEnd is the offset of the end tag that ends the text from i on of the
// element name, or the end of src. A script may hold what looks like one.
func RawTextEnd(src []byte, i int, name string) int {
	switch name {
	case "plaintext":
		return len(src)
	case "script":
		return scriptEnd(src, i)
	}
	for {
		n := bytes.Index(src[i:], []byte("</"))
		if n < 0 {
			return len(src)
		}
		if i += n; IsTagOf(src, i+2, name) {
			return i
		}
		i += 2
	}
}

// IsTagOf reports whether the name of a tag that begins at i is the given one, and
// ends there.
func IsTagOf(src []byte, i int, name string) bool {
	end := i + len(name)
	if end >= len(src) || !ascii.EqualFold(src[i:end], name) {
		return false
	}
	return ascii.IsSpace(src[end]) || src[end] == '/' || src[end] == '>'
}

// scriptEnd is RawTextEnd for a script. In a comment, which "<!--" opens and
// "-->" closes, a <script> hides the </script> behind it (HTML standard, section
// 13.2.5, the "script data escaped" and "double escaped" states).
func scriptEnd(src []byte, i int) int {
	var inComment, hidden bool
	comment := closer{src: src}
	for {
		n := bytes.IndexByte(src[i:], '<')
		if n < 0 {
			return len(src)
		}
		if inComment {
			if end := comment.behind(i); end <= i+n {
				i, inComment, hidden = end, false, false
				continue
			}
		}
		i += n
		switch {
		case !inComment && bytes.HasPrefix(src[i:], []byte("<!--")):
			// The dashes that open a comment can be those that close it.
			inComment = true
			i += len("<!")
		case !hidden && IsTagOf(src, i+2, "script") && src[i+1] == '/':
			return i
		case hidden && IsTagOf(src, i+2, "script") && src[i+1] == '/':
			hidden = false
			i += len("</script")
		case inComment && !hidden && IsTagOf(src, i+1, "script"):
			hidden = true
			i += len("<script")
		default:
			i++
		}
	}
}

// closer finds the ends of the comments of a script. It keeps the last that it
// found, so that a script is searched once however many calls there are.
type closer struct {
	src  []byte
	next int // offset behind a "-->"; 0 before the first search
}

// behind is the offset behind the first "-->" from i on, or beyond the end of
// src.
func (c *closer) behind(i int) int {
	const end = "-->"
	if c.next == 0 || c.next-len(end) < i {
		n := bytes.Index(c.src[i:], []byte(end))
		if n < 0 {
			c.next = len(c.src) + len(end) + 1
		} else {
			c.next = i + n + len(end)
		}
	}
	return c.next
}
