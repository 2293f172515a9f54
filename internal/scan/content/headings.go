package content

import (
	"bytes"

	"golang.org/x/net/html"
)

// maxBefore is how many ids right before a heading count as its own: generators put them on
// the section that begins with it, or on an empty element.
const maxBefore = 4

// HeadingIDs returns the ids by which links lead to the headings of a UTF-8 document, in
// order: those of the headings, of what is inside them, and of the elements that begin with
// one.
func HeadingIDs(src []byte) []string {
	var all, before []string
	heading := ""
	tokens := html.NewTokenizer(bytes.NewReader(src))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return all
		case html.TextToken:
			if heading == "" && len(before) > 0 && len(bytes.TrimSpace(tokens.Raw())) > 0 {
				before = before[:0]
			}
		case html.EndTagToken:
			if name, _ := tokens.TagName(); string(name) == heading {
				heading = ""
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, id := anchorOf(tokens)
			switch {
			case isHeading(name):
				all, before, heading = append(all, before...), before[:0], name
				if id != "" {
					all = append(all, id)
				}
			case id == "":
			case heading != "":
				all = append(all, id)
			default:
				if len(before) == maxBefore {
					before = append(before[:0], before[1:]...)
				}
				before = append(before, id)
			}
		}
	}
}

// anchorOf returns the name of the tag that was read, and its id; for <a> also its name.
func anchorOf(tokens *html.Tokenizer) (tag, id string) {
	name, more := tokens.TagName()
	tag = string(name)
	for more {
		var key, value []byte
		key, value, more = tokens.TagAttr()
		if id == "" && (string(key) == "id" || tag == "a" && string(key) == "name") {
			id = string(value)
		}
	}
	return tag, id
}

// isHeading reports whether an element is a heading.
func isHeading(name string) bool {
	return len(name) == 2 && name[0] == 'h' && '1' <= name[1] && name[1] <= '6'
}
