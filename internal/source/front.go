package source

import (
	"bytes"
	"strings"
)

// frontMatter is what the head of a file says about the path of its page.
type frontMatter struct {
	// end is the offset behind the front matter; 0 for none.
	end int
	// paths are whole paths: permalink, url, and a slug from the root. slug replaces the last
	// segment.
	paths []string
	slug  string
	// draft is true for a page that is not published.
	draft bool
}

// frontFences open and close front matter.
var frontFences = map[string]string{
	"---": "---", "+++": "+++", ";;;": ";;;", "{": "}", "---yaml": "---", "---toml": "---", "---json": "---", "---js": "---", "---javascript": "---",
}

// readFront reads the front matter of a file.
func readFront(src []byte) frontMatter {
	var f frontMatter
	first, rest, _ := bytes.Cut(src, []byte("\n"))
	closing, ok := frontFences[strings.TrimRight(string(first[:min(len(first), 20)]), " \t\r")]
	if !ok {
		return f
	}
	at := len(src) - len(rest)
	for line := range bytes.Lines(rest) {
		end := strings.TrimRight(string(line[:min(len(line), 8)]), " \t\r\n")
		if end == closing || closing == "---" && end == "..." {
			keys := src[len(src)-len(rest) : at]
			f.end = at + len(line)
			f.readKeys(outdent(keys))
			return f
		}
		at += len(line)
	}
	return f
}

// outdent removes the indentation of the first key from all lines: only the keys of the
// outermost level say where the page is.
func outdent(src []byte) []byte {
	src = bytes.TrimPrefix(bytes.TrimLeft(src, " \t\r\n"), []byte("{"))
	src = bytes.TrimLeft(src, "\r\n")
	indent := src[:len(src)-len(bytes.TrimLeft(src, " \t"))]
	if len(indent) == 0 {
		return src
	}
	return bytes.ReplaceAll(src[len(indent):], append([]byte("\n"), indent...), []byte("\n"))
}

// readKeys reads the keys that say where the page will be.
func (f *frontMatter) readKeys(src []byte) {
	for raw := range bytes.Lines(src) {
		line := string(raw[:min(len(raw), 500)])
		i := strings.IndexAny(line, ":=")
		if i <= 0 || line[0] == ' ' || line[0] == '\t' || line[0] == '#' {
			continue
		}
		value := unquote(line[i+1:])
		switch strings.ToLower(strings.Trim(strings.TrimSpace(line[:i]), `"'`)) {
		case "permalink", "url", "save_as", "path":
			f.paths = addPath(f.paths, value)
		case "slug":
			if strings.Contains(value, "/") {
				f.paths = addPath(f.paths, value)
			} else {
				f.slug = value
			}
		case "id":
			if f.slug == "" {
				f.slug = value
			}
		case "status":
			f.draft = strings.EqualFold(value, "draft")
		case "draft":
			f.draft = strings.EqualFold(value, "true")
		case "published":
			f.draft = strings.EqualFold(value, "false")
		}
	}
}

// unquote returns the value of a scalar of YAML, TOML or JSON.
func unquote(s string) string {
	return strings.Trim(strings.TrimRight(strings.TrimSpace(s), ","), `"' `)
}

// addPath adds a whole path. One that holds expressions says nothing.
func addPath(paths []string, p string) []string {
	if p == "" || strings.ContainsAny(p, "{}:<>*|") {
		return paths
	}
	return append(paths, p)
}
