package document

import "strings"

// FrontMatter is what the front matter of a file says about the path of its page.
type FrontMatter struct {
	// Present is true when the file has front matter.
	Present bool
	// Paths are whole paths: permalink, url, and a slug from the root. Aliases redirect
	// to the page.
	Paths, Aliases []string
	// Slug replaces the last segment.
	Slug string
	// Title is what generators may make a slug from.
	Title string
	// Component is the path of the component that a descriptor of Antora describes.
	Component string
	// Draft is true for a page that is not published.
	Draft bool
}

// ReadKeys reads the keys that say where the page will be. Only keys of the outermost
// level count.
func (f *FrontMatter) ReadKeys(src []byte) {
	list := false
	for line := range strings.Lines(string(src)) {
		trimmed := strings.TrimSpace(line)
		if list && strings.HasPrefix(trimmed, "-") {
			f.Aliases = addPath(f.Aliases, unquote(trimmed[1:]))
			continue
		}
		list = false
		i := strings.IndexAny(line, ":=")
		if i <= 0 || line[0] == ' ' || line[0] == '\t' || line[0] == '#' {
			continue
		}
		key, value := strings.ToLower(strings.Trim(strings.TrimSpace(line[:i]), `"'`)), unquote(line[i+1:])
		switch key {
		case "permalink", "url", "save_as":
			f.Paths = addPath(f.Paths, value)
		case "aliases", "redirect_from":
			list = value == ""
			for _, alias := range strings.Split(strings.Trim(value, "[]"), ",") {
				f.Aliases = addPath(f.Aliases, unquote(alias))
			}
		case "slug":
			if strings.Contains(value, "/") {
				f.Paths = addPath(f.Paths, value)
			} else {
				f.Slug = value
			}
		case "id":
			if f.Slug == "" {
				f.Slug = value
			}
		case "title":
			f.Title = value
		case "status":
			f.Draft = strings.EqualFold(value, "draft")
		case "draft":
			f.Draft = strings.EqualFold(value, "true")
		case "published":
			f.Draft = strings.EqualFold(value, "false")
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
