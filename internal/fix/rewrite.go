package fix

import (
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/source"
	"github.com/linkvet/linkvet/internal/weburl"
)

// rewrite returns the text that replaces a link as the file has it. The link stays as it is but for
// the part that is wrong. ok is false for one that does not stand literally in the file, such as an
// expression, or the name of a source file: only its generator knows what it means.
func rewrite(old string, u *use, shared bool) (changed string, ok bool) {
	built, value := strings.TrimSpace(u.Link), html.UnescapeString(old)
	if strings.ContainsAny(old, "\\\n\r") || strings.Contains(old, "&#") || !utf8.ValidString(old) {
		return "", false
	}
	head, fragment, hasFragment := strings.Cut(old, "#")
	if u.from.Document() == u.to.Document() {
		// The text before the fragment may be of any form.
		if wrong := u.from.Fragment[1:]; fragment != wrong && fragment != weburl.Unescape(wrong) {
			return "", false
		}
		return checked(old, head+"#"+spell(u.to.Fragment[1:], old))
	}
	base, ok := strings.CutSuffix(built, value)
	if !ok || base != "" && (!strings.HasPrefix(value, "/") || strings.HasPrefix(value, "//")) {
		return "", false
	}
	name, query, hasQuery := strings.Cut(head, "?")
	if source.IsProse(name) {
		return "", false
	}
	isRelative := !strings.HasPrefix(name, "/") && !strings.Contains(name, "://")
	if shared && isRelative {
		return "", false // it leads elsewhere from each of the pages
	}
	if u.from.Host != siteHost || u.to.Host != siteHost {
		name = u.to.Scheme + "://" + u.to.Host + spell(u.to.Path, name)
	} else if name, ok = newPath(name, u); !ok {
		return "", false
	}
	if hasQuery && (u.from.Query == u.to.Query || u.to.Query != "") {
		name += "?" + query
	}
	switch {
	case hasFragment:
		name += "#" + fragment
	case u.to.Fragment != "":
		name += "#" + spell(u.to.Fragment[1:], old)
	}
	if !leadsThere(base+html.UnescapeString(name), built, u) {
		return "", false
	}
	return checked(old, name)
}

// newPath replaces the end of a path, from the first segment in which the target and the right
// path differ. ok is false when the path does not end like the target.
func newPath(path string, u *use) (string, bool) {
	from, to := strings.Split(u.from.Path, "/"), strings.Split(u.to.Path, "/")
	for len(from) > 1 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	written := strings.Split(path, "/")
	keep := len(written) - len(from)
	if keep < 0 {
		return "", false
	}
	for i, segment := range from {
		if weburl.Unescape(written[keep+i]) != weburl.Unescape(segment) {
			return "", false
		}
	}
	right := written[:keep:keep]
	for i, segment := range to {
		if len(from) == len(to) && segment == from[i] {
			segment = written[keep+i]
		} else {
			segment = spell(segment, path)
		}
		right = append(right, segment)
	}
	return strings.Join(right, "/"), true
}

// leadsThere reports whether a link leads where it should from its page, when the built one leads
// to the wrong target. Both may be below the base path of the site.
func leadsThere(right, built string, u *use) bool {
	page, _ := parse(u.Page)
	old, err := page.Resolve(built)
	next, failed := page.Resolve(right)
	base, ok := strings.CutSuffix(weburl.Unescape(old.Path), weburl.Unescape(u.from.Path))
	if err != nil || failed != nil || !ok || next.Query != u.to.Query || u.from.Host != siteHost && old.Document() != u.from.Document() {
		return false
	}
	if u.to.Host != siteHost {
		return next.Origin() == u.to.Origin() && weburl.Unescape(next.Path) == weburl.Unescape(u.to.Path)
	}
	return next.Host == old.Host && weburl.Unescape(next.Path) == base+weburl.Unescape(u.to.Path)
}

// checked returns a changed link, when it is another one and can be written: a mark that is new at
// its end may be no part of it where it stands in a text, and one that is new in it may mean something.
func checked(old, changed string) (string, bool) {
	if changed == old {
		return "", false
	}
	const ends = ".,:;!?*_~"
	isNew := strings.ContainsRune(ends, rune(changed[len(changed)-1])) && !strings.ContainsRune(ends, rune(old[len(old)-1]))
	for _, mark := range [...]string{"__", "++", "::", "~~"} {
		isNew = isNew || strings.Contains(changed, mark) && !strings.Contains(old, mark)
	}
	return changed, !isNew
}

// spell writes a part of a URL in the style of a link: letters that are not ASCII without
// escapes where the link has such letters, and with escapes elsewhere. Characters that mean
// something in the syntax of a source are always escaped.
func spell(part, link string) string {
	isWide := strings.ContainsFunc(link, func(r rune) bool { return r >= utf8.RuneSelf })
	if text := weburl.Unescape(part); isWide && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return r < utf8.RuneSelf && !isSafe(r) }) {
		part = text
	}
	var b strings.Builder
	for _, r := range part {
		if isSafe(r) || isWide && (unicode.IsLetter(r) || unicode.IsMark(r)) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// isSafe reports whether a character means nothing in any syntax of sources.
func isSafe(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-._~/%=:+,;!@", r)
}
