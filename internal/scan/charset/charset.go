// Package charset turns documents into UTF-8 as browsers do.
package charset

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/transform"
)

// prescanned is how many bytes of a page browsers search for the declaration of
// its encoding before they decode it.
const prescanned = 1024

// The names of encodings that are treated specially, as the Encoding standard
// gives them, in lower case.
const (
	nameUTF8        = "utf-8"
	nameUTF16BE     = "utf-16be"
	nameUTF16LE     = "utf-16le"
	nameWindows1252 = "windows-1252"
)

// Decode turns the bytes of an HTML document into UTF-8 as browsers do, and
// names the encoding that they were in, in lower case. The first of these
// counts: a byte order mark, which is cut off; httpCharset, the charset of the
// HTTP header Content-Type ("" when there is none); a declaration in the first
// 1,024 bytes. Without any of them the document is UTF-8 when it is valid as
// that, and windows-1252 else, unless a declaration comes late. Labels that the
// Encoding standard does not have are ignored.
//
// Bytes that mean nothing in the encoding become U+FFFD. A document that
// needs no change is not copied: the result is then src, or the end of it.
func Decode(src []byte, httpCharset string) (text []byte, name string) {
	if text, name = cutMark(src); name != "" {
		return decodeAs(text, name)
	}
	if name = encodingName(httpCharset); name != "" {
		return decodeAs(src, name)
	}
	if name = prescan(src[:min(len(src), prescanned)]); name != "" {
		return decodeAs(src, name)
	}
	if utf8.Valid(withoutPartialRune(src)) {
		return decodeAs(src, nameUTF8)
	}
	// A parser that meets a declaration later starts over with it.
	if name = prescan(src); name != "" {
		return decodeAs(src, name)
	}
	return decodeAs(src, nameWindows1252)
}

// DecodeXML is Decode for a document that is XML, where no <meta> counts: behind
// a byte order mark and httpCharset come what the XML declaration says, and that
// the document is UTF-8 when it is valid as that. A document that is none
// of these is not XML, and is decoded as HTML.
func DecodeXML(src []byte, httpCharset string) (text []byte, name string) {
	if _, mark := cutMark(src); mark != "" || encodingName(httpCharset) != "" {
		return Decode(src, httpCharset)
	}
	head := src[:min(len(src), prescanned)]
	if name = unmarkedUTF16(head); name != "" {
		return decodeAs(src, name)
	}
	if name = xmlEncoding(head); name != "" {
		return decodeAs(src, name)
	}
	if utf8.Valid(withoutPartialRune(src)) {
		return decodeAs(src, nameUTF8)
	}
	return Decode(src, "")
}

// DecodeCSS turns the bytes of a style sheet into UTF-8 as browsers do, and
// names the encoding that they were in, in lower case. A byte order mark counts
// first, then httpCharset as for Decode, then an @charset at the very start; a
// style sheet with none of them is UTF-8. Bytes that mean nothing become U+FFFD,
// and what needs no change is not copied.
func DecodeCSS(src []byte, httpCharset string) (text []byte, name string) {
	if text, name = cutMark(src); name != "" {
		return decodeAs(text, name)
	}
	if name = encodingName(httpCharset); name != "" {
		return decodeAs(src, name)
	}
	if name = charsetRule(src[:min(len(src), prescanned)]); name != "" {
		return decodeAs(src, name)
	}
	return decodeAs(src, nameUTF8)
}

// charsetRule returns the name of the encoding in the @charset at the start of
// a style sheet, "" for none. It is not CSS: only this spelling counts, byte for byte.
func charsetRule(src []byte) string {
	rest, found := bytes.CutPrefix(src, []byte(`@charset "`))
	if !found {
		return ""
	}
	label, rest, found := bytes.Cut(rest, []byte(`"`))
	if !found || !bytes.HasPrefix(rest, []byte(";")) {
		return ""
	}
	return declaredName(string(label))
}

// cutMark cuts off a byte order mark and names the encoding that it stands for,
// "" when there is none.
func cutMark(src []byte) (text []byte, name string) {
	for _, mark := range []struct{ bytes, name string }{
		{"\xef\xbb\xbf", nameUTF8},
		{"\xfe\xff", nameUTF16BE},
		{"\xff\xfe", nameUTF16LE},
	} {
		if text, found := bytes.CutPrefix(src, []byte(mark.bytes)); found {
			return text, mark.name
		}
	}
	return src, ""
}

// encodingName returns the name of the encoding that has that label, "" when
// the Encoding standard knows none.
func encodingName(label string) string {
	if label == "" {
		return ""
	}
	_, name := charset.Lookup(label)
	return name
}

// declaredName is encodingName for a label that is in the document itself.
// If its bytes were UTF-16 the label could not have been read.
func declaredName(label string) string {
	switch name := encodingName(label); name {
	case nameUTF16BE, nameUTF16LE:
		return nameUTF8
	case "x-user-defined":
		return nameWindows1252
	default:
		return name
	}
}

// decodeAs turns src into UTF-8 from the encoding of that name.
func decodeAs(src []byte, name string) ([]byte, string) {
	label := name
	switch name {
	case nameUTF8:
		if utf8.Valid(src) {
			return src, name
		}
	case nameUTF16BE, nameUTF16LE, "iso-2022-jp", "replacement":
		// ASCII bytes need not mean ASCII here.
	default:
		if isASCII(src) {
			return src, name
		}
		if name == "gbk" {
			label = "gb18030" // browsers decode it as this superset
		}
	}
	encoding, _ := charset.Lookup(label)
	// These decoders report no errors: they put U+FFFD for what they cannot read.
	text, _, _ := transform.Bytes(encoding.NewDecoder(), src)
	return text, name
}

// isASCII reports whether src is ASCII.
func isASCII(src []byte) bool {
	for _, c := range src {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// withoutPartialRune returns src without the first bytes of a code point whose
// rest is cut off.
func withoutPartialRune(src []byte) []byte {
	for i := len(src) - 1; i >= 0 && len(src)-i < utf8.UTFMax; i-- {
		if utf8.RuneStart(src[i]) {
			if !utf8.FullRune(src[i:]) {
				return src[:i]
			}
			break
		}
	}
	return src
}
