package content

import (
	"bytes"
	"html"
	"strings"
)

// LittleText returns the text that an HTML document shows and its title, white space
// folded, when that is no more than so many bytes; ok is false otherwise. It
// stops as soon as that is known. It reads tags roughly, as few pages are this short.
func LittleText(src []byte, limit int) (text string, ok bool) {
	var shown strings.Builder
	for len(src) > 0 {
		i := bytes.IndexByte(src, '<')
		if i < 0 {
			i = len(src)
		}
		piece := src[:i]
		if bytes.IndexByte(piece, '&') >= 0 {
			piece = []byte(html.UnescapeString(string(piece)))
		}
		for word := range bytes.FieldsSeq(piece) {
			if shown.Len() > 0 {
				shown.WriteByte(' ')
			}
			if shown.Write(word); shown.Len() > limit {
				return "", false
			}
		}
		src = afterTag(src[i:])
	}
	return shown.String(), true
}

// hiddenElements are those whose content a page does not show.
var hiddenElements = [...]string{"script", "style", "template", "noscript"}

// afterTag is what follows the tag, comment or hidden element at the beginning of src.
func afterTag(src []byte) []byte {
	if len(src) < 2 {
		return nil
	}
	switch src[1] | 0x20 {
	case '!':
		if bytes.HasPrefix(src, []byte("<!--")) {
			return afterText(src, "-->")
		}
	case 's', 't', 'n': // as few other elements begin
		for _, name := range hiddenElements {
			if len(src) > len(name) && strings.EqualFold(string(src[1:len(name)+1]), name) {
				src = afterText(src, "</"+string(src[1:len(name)+1]))
				break
			}
		}
	}
	return afterText(src, ">")
}

// afterText is what follows the first end in src; nil when there is none.
func afterText(src []byte, end string) []byte {
	if i := bytes.Index(src, []byte(end)); i >= 0 {
		return src[i+len(end):]
	}
	return nil
}
