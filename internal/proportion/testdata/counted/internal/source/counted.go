package source

import "context"

// CountedRead reads a file for the link /never, or for all links.
func CountedRead(name string, src []byte, all bool) {
	f := file{name: name, syntax: syntaxOf(name)}
	readFile(context.Background(), &f, 0, src, sought{keys: map[string]bool{"never": true}, all: all})
}
