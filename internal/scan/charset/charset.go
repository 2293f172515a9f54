// Package charset turns documents into UTF-8 as browsers do.
package charset

import (
	"bytes"
	"regexp"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/scan/ascii"
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
	if text, name = declaredOutside(src, httpCharset); name != "" {
		return decodeAs(text, name)
	}
	if head := src[:min(len(src), prescanned)]; !mayDeclareOther(head) && utf8.Valid(src) {
		return src, nameUTF8 // as nearly all pages
	} else if name = prescan(head); name != "" {
		return decodeAs(src, name)
	}
	if utf8.Valid(withoutPartialRune(src)) {
		return decodeAs(src, nameUTF8)
	}
	// A parser that meets a declaration later starts over with it.
	for at := 0; ; at += prescanned / 2 {
		n := bytes.Index(src[min(at, len(src)):], []byte("<meta"))
		if n < 0 {
			return decodeAs(src, nameWindows1252)
		}
		at += n
		if name = prescan(src[at:min(len(src), at+prescanned)]); name != "" {
			return decodeAs(src, name)
		}
	}
}

// mayDeclareOther reports whether the first bytes of a document may declare another
// encoding than UTF-8.
func mayDeclareOther(head []byte) bool {
	if unmarkedUTF16(head) != "" {
		return true
	}
	if text, ok := bytes.CutPrefix(head, []byte("<?xml")); ok && names(text, "encoding") {
		return true
	}
	return names(head, "charset")
}

// names reports whether a word is in a text in any case, and what it is set to is not UTF-8.
func names(text []byte, word string) bool {
	for _, second := range []byte{word[1], word[1] - 'a' + 'A'} {
		for at := 0; ; at++ {
			n := bytes.IndexByte(text[at:], second)
			if n < 0 {
				break
			}
			at += n
			start, end := at-1, at-1+len(word)
			if start < 0 || end > len(text) || !ascii.EqualFold(text[start:end], word) {
				continue
			}
			label := bytes.TrimLeft(text[end:], ascii.Space+`="'`)
			if n := min(len(label), len(nameUTF8)); !ascii.EqualFold(label[:n], nameUTF8) {
				return true
			}
		}
	}
	return false
}

// prescan returns the name of the encoding that an HTML document declares for
// itself within head, its first bytes, and "" when it declares none.
func prescan(head []byte) string {
	if name := unmarkedUTF16(head); name != "" {
		return name
	}
	// What is not ASCII decides what x/net guesses where nothing is declared. So a name was
	// declared that it returns both with and without such bytes.
	const high = "\u00e9    "
	plain := make([]byte, 0, prescanned)
	for _, c := range head[:min(len(head), prescanned-len(high))] {
		if c >= utf8.RuneSelf {
			c = 'x'
		}
		plain = append(plain, c)
	}
	_, name, _ := charset.DetermineEncoding(plain, "")
	if _, other, _ := charset.DetermineEncoding(append(plain, high...), ""); other != name {
		return xmlEncoding(head)
	}
	return declaredName(name)
}

// unmarkedUTF16 returns the name of the UTF-16 in which src begins with an XML
// declaration, "" when it does not.
func unmarkedUTF16(src []byte) string {
	switch {
	case bytes.HasPrefix(src, []byte("<\x00?\x00x\x00")):
		return nameUTF16LE
	case bytes.HasPrefix(src, []byte("\x00<\x00?\x00x")):
		return nameUTF16BE
	}
	return ""
}

// xmlDeclaration matches an XML declaration with an encoding. Browsers heed it in HTML, too.
var xmlDeclaration = regexp.MustCompile(`^<\?xml[^>]*?encoding[\x00-\x20]*=[\x00-\x20]*(?:"([^"\x00-\x20>]*)"|'([^'\x00-\x20>]*)')[^>]*>`)

// xmlEncoding returns the name of the encoding that the XML declaration at the
// start of src holds, "" for none.
func xmlEncoding(src []byte) string {
	match := xmlDeclaration.FindSubmatch(src)
	if match == nil {
		return ""
	}
	return declaredName(string(match[1]) + string(match[2]))
}

// DecodeXML is Decode for a document that is XML, where no <meta> counts: behind
// a byte order mark and httpCharset come what the XML declaration says, and that
// the document is UTF-8 when it is valid as that. A document that is none
// of these is not XML, and is decoded as HTML.
func DecodeXML(src []byte, httpCharset string) (text []byte, name string) {
	if text, name = declaredOutside(src, httpCharset); name != "" {
		return decodeAs(text, name)
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
	if text, name = declaredOutside(src, httpCharset); name != "" {
		return decodeAs(text, name)
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

// declaredOutside names the encoding that a byte order mark, which it cuts off, or else
// httpCharset stands for, "" when neither does.
func declaredOutside(src []byte, httpCharset string) (text []byte, name string) {
	for _, mark := range [...][2]string{{"\xef\xbb\xbf", nameUTF8}, {"\xfe\xff", nameUTF16BE}, {"\xff\xfe", nameUTF16LE}} {
		if text, found := bytes.CutPrefix(src, []byte(mark[0])); found {
			return text, mark[1]
		}
	}
	return src, encodingName(httpCharset)
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
