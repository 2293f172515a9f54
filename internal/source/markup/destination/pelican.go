package destination

import "strings"

// pelicanKinds begin the links of Pelican to its own content, in braces or between bars:
// {filename}../guide.md, |static|/images/a.png.
var pelicanKinds = [...]string{"filename", "static", "attach", "author", "category", "tag", "index"}

// pelicanLink returns the kind of a link of Pelican, and the name after it.
func pelicanLink(raw string) (kind, name string, ok bool) {
	if raw == "" || raw[0] != '{' && raw[0] != '|' {
		return "", "", false
	}
	for _, kind := range pelicanKinds {
		for _, mark := range [...]string{"{" + kind + "}", "|" + kind + "|"} {
			if name, found := strings.CutPrefix(raw, mark); found {
				return kind, name, true
			}
		}
	}
	return "", "", false
}

// pelican reads a link of Pelican: the name of a file, or that of a page which lists
// others.
func pelican(kind, name string) Destination {
	d := Destination{Pattern: name, Names: true, Root: strings.HasPrefix(name, "/")}
	switch kind {
	case "author", "category", "tag":
		d.Pattern, d.Root = "/"+kind+"/"+name, true
	case "index":
		d.Pattern, d.Root = "/"+name, true
	}
	return d
}
