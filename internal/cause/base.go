package cause

import "bytes"

// bases returns the elements base of a page or a template, which decide where its links
// lead.
func bases(src []byte) []string {
	const name = "base"
	var all []string
	for {
		_, rest, found := bytes.Cut(src, []byte("<"))
		if !found {
			return all
		}
		src = rest
		if len(rest) <= len(name) || !bytes.EqualFold(rest[:len(name)], []byte(name)) || !bytes.ContainsRune([]byte(" \t\r\n\f/"), rune(rest[len(name)])) {
			continue
		}
		element, after, _ := bytes.Cut(rest, []byte(">"))
		all, src = append(all, string(element)), after
	}
}
