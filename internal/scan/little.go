package scan

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// LittleText returns the text that an HTML document shows and its title, white space
// folded, when that is no more than so many bytes; ok is false otherwise. It reads no
// further than it takes to know that.
func LittleText(src []byte, most int) (text string, ok bool) {
	if showsMuch(src, most*roughly) {
		return "", false
	}
	var shown strings.Builder
	hidden := ""
	tokens := html.NewTokenizer(bytes.NewReader(src))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return shown.String(), true // the end: there is no other error in memory
		case html.StartTagToken:
			if hidden != "" {
				continue
			}
			raw, _ := tokens.TagName()
			switch name := string(raw); name {
			case "script", "style", "template", "noscript":
				hidden = name
			}
		case html.EndTagToken:
			if raw, _ := tokens.TagName(); string(raw) == hidden {
				hidden = ""
			}
		case html.TextToken:
			if hidden != "" {
				continue
			}
			for _, word := range bytes.Fields(tokens.Text()) {
				if shown.Len() > 0 {
					shown.WriteByte(' ')
				}
				if shown.Write(word); shown.Len() > most {
					return "", false
				}
			}
		}
	}
}

// roughly is how many times more than LittleText takes for text showsMuch may count:
// references such as &nbsp; are longer than what they stand for.
const roughly = 4

// showsMuch reports whether a document has more than so many bytes outside of tags,
// white space aside. It is quick, and goes no further than it takes to know that.
func showsMuch(src []byte, most int) bool {
	for shown := 0; ; {
		i := bytes.IndexByte(src, '<')
		if i < 0 {
			i = len(src)
		}
		for _, c := range src[:i] {
			if !isSpace(c) {
				shown++
			}
		}
		if shown > most {
			return true
		}
		if src = afterTag(src[i:]); len(src) == 0 {
			return false
		}
	}
}

// afterTag is what follows the tag, comment or hidden element at the beginning of src.
func afterTag(src []byte) []byte {
	end := ">"
	if bytes.HasPrefix(src, []byte("<!--")) {
		end = "-->"
	}
	for _, hidden := range [...]string{"script", "style", "template", "noscript"} {
		if len(src) > len(hidden) && strings.EqualFold(string(src[1:len(hidden)+1]), hidden) {
			end = "</" + string(src[1:len(hidden)+1])
		}
	}
	if i := bytes.Index(src, []byte(end)); i >= 0 {
		return src[i+len(end):]
	}
	return nil
}
