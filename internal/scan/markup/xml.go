package markup

import (
	"bytes"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// openInXML is open for a document that is XML, by the grammar of
// XML 1.0 (sections 2.5 to 2.8). There a comment and a processing instruction
// have but one end, CDATA sections are anywhere, and a doctype may hold
// declarations.
func openInXML(src []byte, i int) (kind Kind, end int) {
	rest := src[i+1:]
	switch {
	case len(rest) == 0:
		return Text, 0
	case startsName(rest[0]):
		return OpenTag, i + 1
	case rest[0] == '/':
		if len(rest) > 1 && startsName(rest[1]) {
			return CloseTag, i + 2
		}
		return Hidden, behind(src, i+2, '>')
	case rest[0] == '?':
		return Hidden, behindMark(src, i+len("<?"), "?>")
	case rest[0] != '!':
		return Text, 0
	case bytes.HasPrefix(rest, []byte("!--")):
		return Hidden, behindMark(src, i+len("<!--"), "-->")
	case bytes.HasPrefix(rest, []byte(cdataStart[1:])):
		return Text, behindMark(src, i+len(cdataStart), cdataEnd)
	}
	return Hidden, declarationEnd(src, i+len("<!"))
}

// behindMark is the offset behind the first mark from i on, or the end of src.
func behindMark(src []byte, i int, mark string) int {
	if n := bytes.Index(src[i:], []byte(mark)); n >= 0 {
		return i + n + len(mark)
	}
	return len(src)
}

// declarationEnd is the offset behind the declaration whose text begins at i. It
// may hold others, comments and processing instructions.
func declarationEnd(src []byte, i int) int {
	for depth := 0; i < len(src); {
		rest := src[i:]
		switch c := rest[0]; {
		case c == '"', c == '\'':
			i = behind(src, i+1, c)
		case bytes.HasPrefix(rest, []byte("<!--")):
			i = behindMark(src, i+len("<!--"), "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			i = behindMark(src, i+len("<?"), "?>")
		case c == '>' && depth == 0:
			return i + 1
		default:
			switch c {
			case '<':
				depth++
			case '>':
				depth--
			}
			i++
		}
	}
	return len(src)
}

// startsName reports whether c can begin a name in XML, or the UTF-8 of what can.
func startsName(c byte) bool { return ascii.IsLetter(c) || c == '_' || c == ':' || c >= utf8.RuneSelf }
