package source

import (
	"bytes"
	"slices"
	"strings"
)

// element keeps the links of one element, whose tag stands at i to end.
func (t *tagReader) element(name string, i, end int, attrs []attribute, selfClosing bool) {
	if len(name) == 2 && (name[0] == 'h' || name[0] == 'H') && '1' <= name[1] && name[1] <= '6' {
		if j := bytes.IndexByte(t.src[end:min(len(t.src), end+1024)], '<'); j >= 0 {
			t.addHeading(i, t.headingText(end))
		}
		return
	}
	text, loose, asked := "", true, false
	for _, a := range attrs {
		isLink := isDestKey(a.name)
		value := string(t.src[a.start:a.end])
		if !isLink && (isTextKey(a.name) || !looksLikeDest(value)) {
			continue
		}
		if !asked {
			text, loose = t.text(name, end, attrs, selfClosing)
			asked = true
		}
		r := record{order: i + 1, text: text, loose: loose, role: elementRole(name), region: t.marks.current(), inner: t.marks.inner()}
		switch {
		case strings.HasSuffix(a.name, "srcset"):
			t.srcset(r, a)
		case a.expression:
			t.literals(r, a)
		default:
			r.offset, r.end = a.start, a.end
			t.add(r)
		}
	}
}

// elementRole is the role of the links of an element; what a component becomes
// is not known.
func elementRole(name string) role {
	if strings.ToLower(name) != name || strings.ContainsAny(name, "-.") {
		return anyRole
	}
	return roleOf(name)
}

// srcset keeps each candidate of a list of pictures.
func (t *tagReader) srcset(r record, a attribute) {
	for at := a.start; at < a.end; {
		for at < a.end && (t.src[at] <= ' ' || t.src[at] == ',') {
			at++
		}
		r.offset, r.end = at, at
		for r.end < a.end && t.src[r.end] > ' ' {
			r.end++
		}
		at = r.end
		if r.end > r.offset && t.src[r.end-1] == ',' {
			r.end--
		} else if j := bytes.IndexByte(t.src[at:a.end], ','); j >= 0 {
			at += j
		} else {
			at = a.end
		}
		if r.end > r.offset {
			r.raw = ""
			t.add(r)
		}
	}
}

// literals keeps the strings of an expression: '/guide/', `${base}/guide/`,
// base + "/guide/".
func (t *tagReader) literals(r record, a attribute) {
	for i := a.start; i < a.end; i++ {
		c := t.src[i]
		if c != '"' && c != '\'' && c != '`' {
			continue
		}
		j := bytes.IndexByte(t.src[i+1:a.end], c)
		if j < 0 {
			return
		}
		r.offset, r.end, r.raw = i+1, i+1+j, ""
		if strings.ContainsAny(string(t.src[a.start:i]), "+") {
			r.raw = "{}" + string(t.src[r.offset:r.end])
		}
		t.add(r)
		i += j + 1
	}
}

// text is what an element reads: what stands in it, or what an attribute of a
// component says.
func (t *tagReader) text(name string, end int, attrs []attribute, selfClosing bool) (text string, loose bool) {
	component := elementRole(name) == anyRole
	for _, a := range attrs {
		if component && isTextKey(a.name) || roleOf(strings.ToLower(name)) == embedRole && a.name == "alt" {
			if text, loose = readText(string(t.src[a.start:a.end])); text != "" {
				return text, loose || a.expression
			}
		}
	}
	if selfClosing || roleOf(name) == embedRole {
		return "", true
	}
	rest := t.src[end:min(len(t.src), end+maxText)]
	if j := bytes.Index(rest, []byte("</"+name)); j >= 0 {
		// Code is covered in t.src, and is text all the same.
		return readText(string(t.sheet.src[end : end+j]))
	}
	return "", true
}

// headingText is what a heading reads whose contents begin at i.
func (t *tagReader) headingText(i int) []byte {
	rest := t.src[i:min(len(t.src), i+1024)]
	if j := bytes.Index(rest, []byte("</h")); j >= 0 {
		return rest[:j]
	}
	return nil
}

// isDestKey tells whether what is under a key is a destination whatever it looks
// like.
func isDestKey(key string) bool {
	switch key {
	case "href", "src", "srcset", "to", "link", "url", "poster", "action", "cite", "background", "formaction", "xlink:href", "data-src",
		"data-href", "data-srcset", "imagesrcset", "image", "img", "icon", "logo", "longdesc", "manifest", "path", "page", "file", "pageref",
		"permalink", "ref", "target", "doc", "slug":
		return true
	}
	return false
}

// isTextKey tells whether what is under a key is what a link reads.
func isTextKey(key string) bool {
	return slices.Contains([]string{"text", "label", "title", "name", "caption", "linktext", "alt", "heading", "children"}, key)
}

// linkEndings are those of files that are linked to by their names alone.
var linkEndings = []string{
	".md", ".mdx", ".html", ".htm", ".rst", ".adoc", ".org", ".pdf", ".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp", ".zip", ".gz", ".txt",
	".xml", ".css", ".js", ".json", ".ico", ".mp4", ".webm",
}

// looksLikeDest tells whether a value is likely to be a destination.
func looksLikeDest(v string) bool {
	if len(v) < 2 || len(v) > 2048 || strings.ContainsAny(v, "\n\x01") {
		return false
	}
	switch {
	case v[0] == '/', v[0] == '#', strings.HasPrefix(v, "./"), strings.HasPrefix(v, "../"), strings.HasPrefix(v, "@site/"):
		return true
	case strings.HasPrefix(v, "http://"), strings.HasPrefix(v, "https://"), strings.HasPrefix(v, "pathname://"):
		return true
	case v[0] == '{' || v[0] == '$' || v[0] == '<':
		return strings.IndexByte(v, '/') > 0 || strings.Contains(v, "ref ") || strings.Contains(v, "link ")
	case strings.ContainsAny(v, " \t"):
		return false
	}
	before, _ := splitFragment(v)
	for _, ending := range linkEndings {
		if strings.HasSuffix(before, ending) {
			return true
		}
	}
	return strings.IndexByte(v, '/') > 0
}
