package weburl

import "strings"

// AppendPath appends to b the path that ref leads to from a document in a folder, the path
// of an http URL up to its last slash. It allocates nothing. ok is false for all but
// relative references that are made of a path alone, in which a browser changes nothing
// other than dots at the beginning: Resolve reads those.
func AppendPath(b []byte, folder, ref string) (path []byte, ok bool) {
	if ref == "" || strings.HasPrefix(ref, "//") || strings.IndexByte(ref, ':') >= 0 || !isPlainPath(ref) {
		return b, false
	}
	if ref[0] == '/' {
		folder = ""
	}
	for ref[0] == '.' {
		switch {
		case strings.HasPrefix(ref, "../"):
			folder, ref = folder[:strings.LastIndexByte(folder[:max(len(folder)-1, 1)], '/')+1], ref[len("../"):]
		case strings.HasPrefix(ref, "./"):
			ref = ref[len("./"):]
		default:
			return b, false
		}
		if ref == "" {
			break
		}
	}
	if hasDots(ref) {
		return b, false
	}
	return append(append(b, folder...), ref...), true
}
