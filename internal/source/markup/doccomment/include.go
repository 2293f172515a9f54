package doccomment

import (
	"bytes"

	"github.com/linkvet/linkvet/internal/source/markup/lexical"
)

// maxIncludes bounds how many texts are looked for in a file.
const maxIncludes = 100

// Includes returns the names of the texts that the documentation of a program includes, as
// Rust writes them: #![doc = include_str!("../README.md")].
func Includes(name string, src []byte) (names []string) {
	if l := languageOf(name); l == nil || !l.attributes {
		return nil
	}
	for at := 0; at < len(src) && len(names) < maxIncludes; {
		i := bytes.Index(src[at:], []byte("include_str!("))
		if i < 0 {
			break
		}
		begin := bytes.LastIndexByte(src[at:at+i], '\n') + 1 + at
		before := bytes.TrimLeft(src[begin:at+i], "#![ \t")
		rest := src[at+i+len("include_str!("):]
		at += i + len("include_str!(")
		rest = rest[:lexical.LineEnd(rest, 0)]
		if !bytes.HasPrefix(before, []byte("doc")) || len(rest) == 0 || rest[0] != '"' {
			continue
		}
		if end := bytes.IndexByte(rest[1:], '"'); end > 0 {
			names = append(names, string(rest[1:1+end]))
		}
	}
	return names
}
