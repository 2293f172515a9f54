package report

import (
	"fmt"
	"path/filepath"
	"strings"
)

// fileURI returns the path of a file as a URI reference that is relative where the path
// is. The drives and servers of Windows are known on Windows.
func fileURI(path string) string {
	switch {
	case filepath.VolumeName(path) != "" && hasDrive(path):
		return "file:///" + path[:2] + pathURI(path[2:])
	case strings.HasPrefix(path, "//"):
		return "file:" + pathURI(path)
	case strings.HasPrefix(path, "/"):
		return "file://" + pathURI(path)
	}
	return pathURI(path)
}

// hasDrive reports whether a path begins with a drive of Windows.
func hasDrive(path string) bool {
	return len(path) > 2 && 'A' <= path[0]&^0x20 && path[0]&^0x20 <= 'Z' && path[1:3] == ":/"
}

// pathURI percent-encodes what a URI cannot hold, or would read as something else than a
// path.
func pathURI(path string) string {
	const bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/"
	var b strings.Builder
	for i := range len(path) {
		if strings.IndexByte(bare, path[i]) >= 0 {
			b.WriteByte(path[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", path[i])
		}
	}
	return b.String()
}
