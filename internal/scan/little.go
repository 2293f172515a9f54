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
