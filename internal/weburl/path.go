package weburl

import (
	"bytes"
	"strings"
)

// joinPath resolves ref, a path of plain bytes, against base, the path of an
// http URL. It takes the dot segments out of ref; base has none.
func joinPath(base, ref string) string {
	dir := "/"
	if rest, rooted := strings.CutPrefix(ref, "/"); rooted {
		if !hasDots(rest) {
			return ref
		}
		ref = rest
	} else if i := strings.LastIndexByte(base, '/'); i >= 0 {
		dir = base[:i+1]
	}
	if !hasDots(ref) {
		return dir + ref
	}
	return appendPath(dir, ref)
}

// hasDots tells whether a segment of ref begins with a dot, as dot segments do.
func hasDots(ref string) bool {
	return strings.HasPrefix(ref, ".") || strings.Contains(ref, "/.")
}

// appendPath walks from dir, which begins and ends with "/", along ref. The way
// up ends at the root.
func appendPath(dir, ref string) string {
	var space [256]byte
	path := append(space[:0], dir...)
	for more := true; more; {
		var segment string
		segment, ref, more = strings.Cut(ref, "/")
		switch segment {
		case ".":
		case "..":
			if len(path) > 1 {
				path = path[:bytes.LastIndexByte(path[:len(path)-1], '/')+1]
			}
		default:
			path = append(path, segment...)
			if more {
				path = append(path, '/')
			}
		}
	}
	return string(path)
}
