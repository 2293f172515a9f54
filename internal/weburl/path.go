package weburl

import "strings"

// joinPath resolves ref, a path of plain bytes, against base, the path of an
// http URL. It takes the dot segments out of ref; base has none.
func joinPath(base, ref string) string {
	dir := ""
	if rest, rooted := strings.CutPrefix(ref, "/"); rooted {
		if !hasDots(rest) {
			return ref
		}
		ref = rest
	} else {
		dir = base[:parentEnd(base, "http")]
		// Most dot segments are the first ones.
		for strings.HasPrefix(ref, "../") {
			dir, ref = dir[:parentEnd(dir, "http")], ref[len("../"):]
		}
		if !hasDots(ref) {
			return dir + "/" + ref
		}
	}
	return walk(dir, ref, "http")
}

// hasDots reports whether a segment of ref begins with a dot, as dot segments do
// that are not encoded.
func hasDots(ref string) bool {
	return strings.HasPrefix(ref, ".") || strings.Contains(ref, "/.")
}

// walk follows ref from the folder dir, and returns the resulting path, encoded and without
// dot segments. Both dir, where "" is the root, and the result have a "/" before every
// segment; ref has one between its segments. ".." ends at the root.
func walk(dir, ref, scheme string) string {
	var space [256]byte
	path := append(space[:0], dir...)
	for more := true; more; {
		var segment string
		segment, ref, more = cutSegment(ref, scheme)
		dots := countDots(segment)
		if dots == 2 {
			path = path[:parentEnd(path, scheme)]
		}
		switch {
		case dots > 0 && more:
		case dots > 0:
			path = append(path, '/')
		case scheme == "file" && len(path) == 0 && isDrive(segment):
			path = append(path, '/', segment[0], ':')
		default:
			path = append(path, '/')
			path = appendEncoded(path, segment, pathEscapes)
		}
	}
	return string(path)
}

// cutSegment cuts ref around its first separator.
func cutSegment(ref, scheme string) (segment, rest string, more bool) {
	backslash := isSpecial(scheme)
	for i := range len(ref) {
		if c := ref[i]; c == '/' || c == '\\' && backslash {
			return ref[:i], ref[i+1:], true
		}
	}
	return ref, "", false
}

// countDots returns 1 for a segment that means "here", 2 for one that means
// "up", and 0 for any other. A dot may be written as an escape.
func countDots(segment string) int {
	dots := 0
	for i := 0; i < len(segment); dots++ {
		switch {
		case segment[i] == '.':
			i++
		case startsWithDotEscape(segment[i:]):
			i += len("%2e")
		default:
			return 0
		}
	}
	if dots > 2 {
		return 0
	}
	return dots
}

// startsWithDotEscape reports whether s begins with "%2e" in either case.
func startsWithDotEscape(s string) bool {
	return len(s) >= 3 && s[0] == '%' && s[1] == '2' && s[2]|0x20 == 'e'
}

// parentEnd returns how much of path is the folder above it. The drive of a
// file URL has none above it.
func parentEnd[text string | []byte](path text, scheme string) int {
	if scheme == "file" && len(path) == len("/C:") && isDrive(string(path[1:])) {
		return len(path)
	}
	end := len(path) - 1
	for end > 0 && path[end] != '/' {
		end--
	}
	return max(end, 0)
}
