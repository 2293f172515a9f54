// Package css finds the links of style sheets and of style attributes.
package css

import (
	"bytes"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Link is one link in CSS.
type Link struct {
	URL string
	// Index is the index of its first character.
	Index int
	// Import reports whether the link is that of an @import. All others are to images,
	// fonts and other resources that a declaration uses.
	Import bool
}

// Sheet calls found for each link of a UTF-8 style sheet, in order. A url() that is a
// fragment alone names something in the document that uses the sheet, and is not a
// link. Neither is one outside of declarations, as in @namespace.
func Sheet(src []byte, found func(Link)) {
	if mayHaveLinks(src) {
		r := reader{src: src, found: found, imports: true, prelude: noPrelude}
		r.read()
	}
}

// Declarations is Sheet for the value of a style attribute.
func Declarations(src []byte, found func(Link)) {
	r := reader{src: src, found: found, prelude: noPrelude}
	r.read()
}

// mayHaveLinks reports whether a style sheet has what looks like a link. Most that are in a
// page have none, and are long.
func mayHaveLinks(src []byte) bool {
	if bytes.IndexByte(src, '\\') >= 0 {
		return true // a name may be escaped
	}
	for rule := range bytes.SplitSeq(src, []byte("@")) {
		if ascii.EqualFold(rule[:min(len(rule), len("import"))], "import") {
			return true
		}
	}
	for at := 0; ; at++ {
		n := bytes.IndexByte(src[at:], '(')
		if n < 0 {
			return false
		}
		at += n
		if name := src[max(0, at-len("url")):at]; ascii.EqualFold(name, "url") || ascii.EqualFold(name, "src") || ascii.EqualFold(name, "set") {
			return true
		}
	}
}

// reader takes CSS apart as the CSS Syntax standard does (section 4), as far as that decides
// which URLs are links. It takes time linear in src.
type reader struct {
	src   []byte
	at    int // where the next token is looked for
	found func(Link)
	// open are the brackets that close those that are open, innermost last.
	open []byte
	// prelude is how many of them were open at the at-rule whose prelude is being read.
	prelude int
	// imports reports whether an @import counts here. Only some at-rules may be before it.
	imports bool
	// wants is what a string or URL means that comes next.
	wants want
}

const (
	// noPrelude is the depth of the prelude where there is none.
	noPrelude = -1
	// endOfSet stands for the bracket that closes an image-set().
	endOfSet = 's'
)

type want uint8

const (
	wantsNothing want = iota
	// wantsString expects a string that is a link, as in url(), src() and image-set().
	wantsString
	// wantsImport expects a string or a URL of an imported style sheet.
	wantsImport
)

// read reads all of src.
func (r *reader) read() {
	for r.at < len(r.src) {
		i, rest := r.at, r.src[r.at:]
		c := rest[0]
		switch {
		case ascii.IsSpace(c):
			r.at++
			continue
		case bytes.HasPrefix(rest, []byte("/*")):
			r.at = len(r.src)
			if n := bytes.Index(rest[2:], []byte("*/")); n >= 0 {
				r.at = i + n + len("/**/")
			}
			continue
		case bytes.HasPrefix(rest, []byte("<!--")):
			r.at += len("<!--")
			continue
		case bytes.HasPrefix(rest, []byte("-->")):
			r.at += len("-->")
			continue
		}
		wants := r.wants
		r.wants = wantsNothing
		switch {
		case c == '"' || c == '\'':
			r.quoted(c, wants)
		case c == '@':
			r.at = r.nameEnd(i + 1)
			r.atRule(r.src[i+1 : r.at])
		case c == '#' || isNameByte(c) || c == '\\':
			r.word(wants)
		default:
			r.at++
			r.punctuation(c)
		}
	}
}

// quoted reads the string that begins with that quote. A line end in it makes it a bad one,
// which ends there.
func (r *reader) quoted(quote byte, wants want) {
	start := r.at + 1
	i := start
	for i < len(r.src) && r.src[i] != quote {
		switch c := r.src[i]; {
		case c == '\\':
			i += len(escape.Find(r.src[i:]))
		case isLineEnd(c):
			r.at = i
			return
		default:
			i++
		}
	}
	r.at = min(i+1, len(r.src))
	if wants != wantsNothing {
		r.add(start, i, wants == wantsImport)
	}
}

// word reads a name, a number, an operator, or a function with the bracket behind it.
func (r *reader) word(wants want) {
	start := r.at
	first := start
	if r.src[start] == '#' {
		first++
	}
	end := max(r.nameEnd(first), start+1)
	r.at = end
	if end == len(r.src) || r.src[end] != '(' {
		return
	}
	r.at++
	name := decode(r.src[start:end])
	if first := ascii.SkipSpace(r.src, r.at); ascii.EqualFold(name, "url") && (first == len(r.src) || r.src[first] != '"' && r.src[first] != '\'') {
		r.url(first, wants)
		return
	}
	closer := byte(')')
	switch isURL := ascii.EqualFold(name, "url") || ascii.EqualFold(name, "src"); {
	case isURL && wants == wantsImport:
		r.wants = wantsImport
	case r.prelude != noPrelude:
	case isURL:
		r.wants = wantsString
	case ascii.EqualFold(name, "image-set"), ascii.EqualFold(name, "-webkit-image-set"):
		closer = endOfSet
		r.wants = wantsString
	}
	r.open = append(r.open, closer)
}

// url reads the URL without quotes that starts at i, behind any space, and its bracket. One
// that is not well formed is skipped.
func (r *reader) url(i int, wants want) {
	start, end, isBad := i, -1, false
	for i < len(r.src) && r.src[i] != ')' {
		c := r.src[i]
		switch {
		case c == '\\' && r.nameEnd(i) > i:
			i += len(escape.Find(r.src[i:]))
			isBad = isBad || end >= 0
			continue
		case ascii.IsSpace(c) && end < 0:
			end = i
		case ascii.IsSpace(c):
		default:
			isBad = isBad || end >= 0 || c == '"' || c == '\'' || c == '(' || c == '\\' || c != 0 && c < ' ' || c == 0x7f
		}
		i++
	}
	if end < 0 {
		end = i
	}
	r.at = min(i+1, len(r.src))
	if !isBad && (wants == wantsImport || r.prelude == noPrelude) {
		r.add(start, end, wants == wantsImport)
	}
}

// atRule reads the name of an at-rule, unless it is in brackets, where it is not one.
func (r *reader) atRule(name []byte) {
	n := len(r.open)
	if len(name) == 0 || r.prelude != noPrelude || n > 0 && r.open[n-1] != '}' {
		return
	}
	r.prelude = n
	switch name := decode(name); {
	case n > 0 || !r.imports:
	case ascii.EqualFold(name, "import"):
		r.wants = wantsImport
	case ascii.EqualFold(name, "namespace"):
		r.imports = false
	}
}

// punctuation reads brackets, commas and semicolons. A bracket that does not match the
// innermost open one closes nothing.
func (r *reader) punctuation(c byte) {
	last := len(r.open) - 1
	switch c {
	case '(':
		r.open = append(r.open, ')')
	case '[':
		r.open = append(r.open, ']')
	case '{':
		r.imports = r.imports && last >= 0
		if r.prelude == len(r.open) {
			r.prelude = noPrelude
		}
		r.open = append(r.open, '}')
	case ')', ']', '}':
		if last < 0 || r.open[last] != c && !(c == ')' && r.open[last] == endOfSet) {
			return
		}
		r.open = r.open[:last]
		if r.prelude > last {
			r.prelude = noPrelude
		}
	case ';':
		if r.prelude == len(r.open) {
			r.prelude = noPrelude
		}
	case ',':
		if last >= 0 && r.open[last] == endOfSet {
			r.wants = wantsString
		}
	}
}

// add records the link between start and end.
func (r *reader) add(start, end int, imported bool) {
	raw := decode(r.src[start:end])
	if !ascii.IsBlank(raw) && !weburl.IsFragment(raw) {
		r.found(Link{URL: raw, Index: start, Import: imported})
	}
}

// nameEnd returns where the name ends that i is in.
func (r *reader) nameEnd(i int) int {
	for i < len(r.src) {
		switch c := r.src[i]; {
		case isNameByte(c):
			i++
		case c == '\\' && (i+1 == len(r.src) || !isLineEnd(r.src[i+1])):
			i += len(escape.Find(r.src[i:]))
		default:
			return i
		}
	}
	return i
}

// isNameByte reports whether c can be in a name or a number: letters, digits, "-", "_", and
// all that is not ASCII. A NUL counts as such.
func isNameByte(c byte) bool {
	return ascii.IsLetter(c) || ascii.IsDigit(c) || c == '-' || c == '_' || c >= utf8.RuneSelf || c == 0
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' || c == '\f' }

// escape matches an escape: of a code point by its number, with the space behind it; of a
// line end, which it hides in a string; or of any other character. The last may be missing.
var escape = regexp.MustCompile(`^\\(?:([[:xdigit:]]{1,6})(?:\r\n|[ \t\n\r\f])?|\r\n|[\n\r\f]|((?s:.))|$)`)

// decode decodes a name, a string or a URL of CSS: its escapes, the line ends that a
// backslash hides, and its NULs.
func decode(raw []byte) string {
	var decoded []byte
	raw = bytes.ReplaceAll(raw, []byte{0}, []byte("\ufffd"))
	for {
		n := bytes.IndexByte(raw, '\\')
		if n < 0 {
			return string(append(decoded, raw...))
		}
		decoded = append(decoded, raw[:n]...)
		match := escape.FindSubmatch(raw[n:])
		switch raw = raw[n+len(match[0]):]; {
		case match[1] != nil:
			code, _ := strconv.ParseUint(string(match[1]), 16, 32)
			if code == 0 {
				code = utf8.RuneError
			}
			decoded = utf8.AppendRune(decoded, rune(code)) // which makes U+FFFD of what is no code point
		case len(match[0]) == len(`\`):
			decoded = utf8.AppendRune(decoded, utf8.RuneError)
		default:
			decoded = append(decoded, match[2]...)
		}
	}
}
