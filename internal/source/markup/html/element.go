package html

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
	"github.com/linkvet/linkvet/internal/source/markup/stylesheet"
)

// element keeps the links of one element, whose tag is at i to end.
func (t *Reader) element(name string, i, end int, attrs []attribute, selfClosing bool) {
	if len(name) == 2 && (name[0] == 'h' || name[0] == 'H') && '1' <= name[1] && name[1] <= '6' {
		if j := bytes.IndexByte(t.src[end:min(len(t.src), end+1024)], '<'); j >= 0 {
			t.doc.AddHeading(i, t.headingText(end))
		}
		return
	}
	text, loose, asked := "", true, false
	for _, a := range attrs {
		if a.name == "style" && !a.expression {
			stylesheet.Read(t.doc, a.start, a.end)
			continue
		}
		isLink := destination.IsKey(a.name)
		value := string(t.src[a.start:a.end])
		if !isLink && (destination.IsTextKey(a.name) || !destination.LooksLike(value)) {
			continue
		}
		if !asked {
			text, loose = t.text(name, end, attrs, selfClosing)
			asked = true
		}
		r := document.Link{Order: i + 1, Text: text, Loose: loose, Role: elementRole(name), Region: t.regions.Current(), Innermost: t.regions.Innermost()}
		switch {
		case strings.HasSuffix(a.name, "srcset"):
			t.srcset(r, a)
		case t.route(r, a), t.variable(r, a):
		case a.expression:
			t.literals(r, a)
		default:
			r.Offset, r.End = a.start, a.end
			for _, root := range rootMarks {
				if strings.HasPrefix(value, root) {
					r.Offset += len(root)
				}
			}
			t.doc.Add(r)
		}
	}
}

// rootMarks stand for the root of the site in templates of Doxygen, SvelteKit and Create
// React App.
var rootMarks = [...]string{"$relpath^", "%sveltekit.assets%", "%PUBLIC_URL%"}

// elementRole returns the role of the links of an element. What a component becomes is
// not known.
func elementRole(name string) document.Role {
	if strings.ToLower(name) != name || strings.ContainsAny(name, "-.") {
		return document.AnyRole
	}
	return document.RoleOf(name)
}

// srcset keeps each candidate of a list of images.
func (t *Reader) srcset(r document.Link, a attribute) {
	for at := a.start; at < a.end; {
		for at < a.end && (t.src[at] <= ' ' || t.src[at] == ',') {
			at++
		}
		r.Offset, r.End = at, at
		for r.End < a.end && t.src[r.End] > ' ' {
			r.End++
		}
		at = r.End
		if r.End > r.Offset && t.src[r.End-1] == ',' {
			r.End--
		} else if j := bytes.IndexByte(t.src[at:a.end], ','); j >= 0 {
			at += j
		} else {
			at = a.end
		}
		if r.End > r.Offset {
			r.Raw = ""
			t.doc.Add(r)
		}
	}
}

// literals keeps the strings of an expression: '/guide/', `${base}/guide/`,
// base + "/guide/".
func (t *Reader) literals(r document.Link, a attribute) {
	for i := a.start; i < a.end; i++ {
		c := t.src[i]
		if c != '"' && c != '\'' && c != '`' {
			continue
		}
		j := bytes.IndexByte(t.src[i+1:a.end], c)
		if j < 0 {
			return
		}
		r.Offset, r.End, r.Raw = i+1, i+1+j, ""
		if strings.ContainsAny(string(t.src[a.start:i]), "+") {
			r.Raw = "{}" + string(t.src[r.Offset:r.End])
		}
		t.doc.Add(r)
		i += j + 1
	}
}

// text returns the text of an element: its contents, or an attribute of a component.
func (t *Reader) text(name string, end int, attrs []attribute, selfClosing bool) (text string, loose bool) {
	component := elementRole(name) == document.AnyRole
	for _, a := range attrs {
		if component && destination.IsTextKey(a.name) || document.RoleOf(strings.ToLower(name)) == document.EmbedRole && a.name == "alt" {
			if text, loose = plaintext.Read(string(t.src[a.start:a.end])); text != "" {
				return text, loose || a.expression
			}
		}
	}
	if selfClosing || document.RoleOf(name) == document.EmbedRole {
		return "", true
	}
	rest := t.src[end:min(len(t.src), end+document.MaxText)]
	if j := bytes.Index(rest, []byte("</"+name)); j >= 0 {
		// Code is masked in t.src, but is part of the text.
		return plaintext.Read(string(t.doc.Source[end : end+j]))
	}
	return "", true
}

// headingText returns the text of a heading whose contents begin at i.
func (t *Reader) headingText(i int) []byte {
	rest := t.src[i:min(len(t.src), i+1024)]
	if j := bytes.Index(rest, []byte("</h")); j >= 0 {
		return rest[:j]
	}
	return nil
}
