package compare

import (
	"bufio"
	"context"
	"errors"
	"strings"
	"unicode/utf8"
)

// errFull ends the reading of a list that has more URLs than are compared.
var errFull = errors.New("it has too many URLs")

// readList reads a list of URLs, one a line. Empty lines and those that begin with # are left
// out.
func readList(ctx context.Context, v *inventory, name string, in *bufio.Reader) {
	file, unreadable, first := v.file(name), 0, int32(0)
	err := eachLine(ctx, in, func(number int32, line []byte) error {
		raw := strings.TrimSpace(string(line))
		switch {
		case line != nil && (raw == "" || raw[0] == '#'):
			return nil
		case line == nil || !isURL(raw):
			if unreadable++; unreadable == 1 {
				first = number
			}
			return nil
		}
		before, _, _ := strings.Cut(string(line), raw)
		if !v.add(oldURL{raw: raw, line: number, column: int32(1 + utf8.RuneCountInString(before)), file: file}) {
			return errFull
		}
		return nil
	})
	const form = "each line needs a URL that starts with http://, https:// or /, or a # before a comment"
	switch {
	case err != nil && !errors.Is(err, errFull):
		v.problem("could not read the old site %q: %v", name, cause(err))
	case unreadable == 1:
		v.problem("line %d of %q has no URL: %s", first, name, form)
	case unreadable > 1:
		v.problem("%d lines of %q have no URL, such as line %d: %s", unreadable, name, first, form)
	}
}

// isURL reports whether a line is a URL or a path from the root.
func isURL(line string) bool {
	if strings.ContainsAny(line, " \t") {
		return false
	}
	for _, scheme := range []string{"http://", "https://"} {
		if len(line) >= len(scheme) && strings.EqualFold(line[:len(scheme)], scheme) {
			return true
		}
	}
	return strings.HasPrefix(line, "/")
}
