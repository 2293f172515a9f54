package fix

import (
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// url returns what a page has to write in place of a link, in the same form.
func (w *writer) url(c change, written, page string) (string, string) {
	head, fragment, _ := strings.Cut(written, "#")
	if fragment != "" || strings.HasSuffix(written, "#") {
		fragment = "#" + fragment
	}
	name, query, _ := strings.Cut(head, "?")
	if query != "" || strings.HasSuffix(head, "?") {
		query = "?" + query
	}
	if c.from.query != c.to.query {
		query = c.to.query
	}
	if fragment == "" && c.from.fragment == "" {
		fragment = c.to.fragment
	}
	var why string
	if c.from.origin != "" || c.to.origin != "" {
		name, why = w.externalName(c, name)
	} else {
		name, why = w.internalName(c, name, page)
	}
	return name + query + fragment, why
}

// externalName returns a whole URL without query and fragment.
func (w *writer) externalName(c change, name string) (string, string) {
	if c.from.origin == "" {
		// A page that is now on another site.
		return c.to.origin + w.spell(c.to.path, name), ""
	}
	if c.to.origin == "" || !hasScheme(name) {
		return "", otherForm
	}
	u, err := weburl.Parse(name)
	if err != nil || u.Origin() != c.from.origin || u.Path != c.from.path || u.User != "" {
		return "", otherForm
	}
	scheme, rest, _ := strings.Cut(name, "://")
	authority, written := rest, ""
	if slash := strings.IndexByte(rest, '/'); slash >= 0 {
		authority, written = rest[:slash], rest[slash:]
	}
	toScheme, toHost, _ := strings.Cut(c.to.origin, "://")
	fromScheme, fromHost, _ := strings.Cut(c.from.origin, "://")
	if toScheme != fromScheme {
		scheme = toScheme
	}
	if toHost != fromHost {
		authority = toHost
	}
	if c.to.path == c.from.path {
		return scheme + "://" + authority + written, ""
	}
	tail, ok := w.tail(c, written)
	if !ok {
		tail = w.spell(c.to.path, name)
	}
	return scheme + "://" + authority + tail, ""
}

// internalName returns the path of a page of the site.
func (w *writer) internalName(c change, name, page string) (string, string) {
	old, ok := resolve(page, name)
	base, isBelow := strings.CutSuffix(weburl.Unescape(old), weburl.Unescape(c.from.path))
	if !ok || !isBelow || isRelative(name) && base != "" {
		return "", otherForm // as with a <base> on the page
	}
	if tail, ok := w.tail(c, name); ok {
		if next, ok := resolve(page, tail); !ok || weburl.Unescape(next) != base+weburl.Unescape(c.to.path) {
			return "", otherForm
		}
		return tail, ""
	}
	if !isRelative(name) {
		return "", otherForm
	}
	if w.shownTwice {
		return "", "another page may show it, too"
	}
	relative := relativePath(page, c.to.path)
	if strings.HasPrefix(name, "./") && !strings.HasPrefix(relative, ".") {
		relative = "./" + relative
	}
	if next, ok := resolve(page, relative); !ok || next != c.to.path {
		return "", otherForm
	}
	return w.spell(relative, name), ""
}

// siteHost stands for the host of the site. It does not exist.
const siteHost = "https://linkvet.invalid"

// resolve returns the path to which a link of a page leads.
func resolve(page, name string) (string, bool) {
	from, err := weburl.Parse(siteHost + page)
	if err != nil {
		return "", false
	}
	u, err := from.Resolve(name)
	return u.Path, err == nil
}

// tail replaces the end of a path, from the first segment in which the target and the right
// path differ. ok is false when the link does not end like the target.
func (w *writer) tail(c change, name string) (string, bool) {
	from, to := segments(c.from.path), segments(c.to.path)
	common := 0
	for common < min(len(from), len(to))-1 && from[common] == to[common] {
		common++
	}
	from, to = from[common:], to[common:]
	written := strings.Split(name, "/")
	keep := len(written) - len(from)
	if keep < 0 {
		return "", false
	}
	for i, segment := range from {
		if weburl.Unescape(written[keep+i]) != weburl.Unescape(segment) {
			return "", false
		}
	}
	right := make([]string, len(to))
	for i, segment := range to {
		right[i] = w.spell(segment, name)
		if len(from) == len(to) && segment == from[i] {
			right[i] = written[keep+i]
		}
	}
	changed := strings.Join(append(written[:keep:keep], right...), "/")
	if changed == "" || strings.HasPrefix(changed, "/") != strings.HasPrefix(name, "/") || strings.HasPrefix(changed, "//") {
		return "", false
	}
	if first, _, _ := strings.Cut(changed, "/"); isRelative(name) && strings.Contains(first, ":") {
		return "", false
	}
	return changed, true
}

// relativePath returns the shortest way from a page to a path.
func relativePath(page, to string) string {
	from, right := segments(page), segments(to)
	from = from[:len(from)-1]
	common := 0
	for common < len(from) && common < len(right)-1 && from[common] == right[common] {
		common++
	}
	up := strings.Repeat("../", len(from)-common)
	if rest := strings.Join(right[common:], "/"); up+rest != "" {
		return up + rest
	}
	return "./"
}
