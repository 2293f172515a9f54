package source

import (
	"bytes"
	"strings"
)

// front is what the front matter of a file says of where its page will be.
type front struct {
	// present is true when there is front matter.
	present bool
	// paths are the whole paths: permalink, url, and a slug from the root. aliases
	// only lead to the page.
	paths, aliases []string
	// slug takes the place of the last segment.
	slug string
	// title is what a slug may be made from.
	title string
	// draft is true for what is not to be published yet.
	draft bool
}

// fences open and close the front matter.
var fences = [...]struct {
	mark string
	kind syntax
}{{"---", yamlSyntax}, {"+++", tomlSyntax}, {";;;", jsonSyntax}}

// readFront reads the front matter, if there is one, for what it says and for the
// links in it.
func (h *sheet) readFront() {
	first, _, _ := bytes.Cut(h.src, []byte("\n"))
	for _, fence := range fences {
		if strings.TrimRight(string(first), " \t\r") != fence.mark {
			continue
		}
		end, behind := closingFence(h.src, len(first)+1, fence.mark)
		if end < 0 {
			return
		}
		h.from, h.front.present = behind, true
		readData(h, len(first)+1, end, fence.kind)
		h.readFrontKeys(h.src[min(len(first)+1, end):end])
		return
	}
}

// closingFence finds the line that closes the front matter: where it begins, and
// what is behind it; end is -1 for none.
func closingFence(src []byte, from int, mark string) (end, behind int) {
	for at := from; at < len(src); {
		next := len(src)
		if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		line := strings.TrimRight(string(src[at:min(next, at+8)]), " \t\r\n")
		if line == mark || mark == "---" && line == "..." {
			return at, next
		}
		at = next
	}
	return -1, 0
}

// readFrontKeys reads what tells where the page will be. Only keys of the
// outermost level count.
func (h *sheet) readFrontKeys(src []byte) {
	list := false
	for line := range strings.Lines(string(src)) {
		trimmed := strings.TrimSpace(line)
		if list && strings.HasPrefix(trimmed, "-") {
			h.front.aliases = addPath(h.front.aliases, unquote(trimmed[1:]))
			continue
		}
		list = false
		i := strings.IndexAny(line, ":=")
		if i <= 0 || line[0] == ' ' || line[0] == '\t' || line[0] == '#' {
			continue
		}
		key, value := strings.ToLower(strings.Trim(strings.TrimSpace(line[:i]), `"'`)), unquote(line[i+1:])
		switch key {
		case "permalink", "url":
			h.front.paths = addPath(h.front.paths, value)
		case "aliases", "redirect_from":
			list = value == ""
			for _, alias := range strings.Split(strings.Trim(value, "[]"), ",") {
				h.front.aliases = addPath(h.front.aliases, unquote(alias))
			}
		case "slug":
			if strings.Contains(value, "/") {
				h.front.paths = addPath(h.front.paths, value)
			} else {
				h.front.slug = value
			}
		case "id":
			if h.front.slug == "" {
				h.front.slug = value
			}
		case "title":
			h.front.title = value
		case "draft":
			h.front.draft = strings.EqualFold(value, "true")
		case "published":
			h.front.draft = strings.EqualFold(value, "false")
		}
	}
}

// unquote is the value of a scalar in the forms that front matter is written in.
func unquote(s string) string {
	return strings.Trim(strings.TrimRight(strings.TrimSpace(s), ","), `"' `)
}

// addPath adds a whole path; one that holds expressions says nothing.
func addPath(paths []string, p string) []string {
	if p == "" || strings.ContainsAny(p, "{}:<>*|") {
		return paths
	}
	return append(paths, p)
}
