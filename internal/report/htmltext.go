package report

import (
	"fmt"
	"html"
	"strings"
)

// markup is HTML of our own making. Constants are, and what the functions here
// return: an untrusted string does not compile where markup is needed.
type markup string

// htmlText returns s, cleaned and of at most limit code points, as HTML for the
// text of an element and for an attribute's value. A workflow runner that the
// report is printed to obeys nothing of it.
func htmlText(s string, limit int) markup {
	s = html.EscapeString(Clean(s, limit))
	if strings.Contains(s, "::") || strings.Contains(s, "##[") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "##[", "&#35;#["), "::", "&#58;:")
	}
	return markup(s)
}

// htmlCode is s as code, which is alone between the words around it.
func htmlCode(s string, limit int) markup { return "<code>" + htmlText(s, limit) + "</code>" }

// htmlProse is a sentence of our own, in which code is between backquotes.
func htmlProse(s string) markup {
	var b strings.Builder
	for i, part := range strings.Split(s, "`") {
		if i%2 == 0 {
			b.WriteString(string(htmlText(part, 0)))
		} else {
			b.WriteString(string(htmlCode(part, 0)))
		}
	}
	return markup(b.String())
}

// maxAddress is the longest address in bytes that is made a link.
const maxAddress = 4000

// linkTo makes inner a link when address is one that leads to the web, and leaves
// it as it is otherwise: a page may say javascript: as well.
func linkTo(address string, inner markup) markup {
	if to := webAddress(address); to != "" {
		return `<a href="` + htmlText(to, 0) + `">` + inner + `</a>`
	}
	return inner
}

// webAddress returns an absolute http or https URL in printable ASCII; it is empty
// for all else.
func webAddress(address string) string {
	if len(address) > maxAddress || !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") {
		return ""
	}
	if plain(address) && !strings.Contains(address, " ") {
		return address
	}
	var b strings.Builder
	for i := range len(address) {
		if c := address[i]; c <= ' ' || c >= 0x7f {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
