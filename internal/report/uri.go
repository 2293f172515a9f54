package report

import (
	"fmt"
	"strings"
)

// fileURI returns a path as a URI reference that is relative where the path is:
// what a URI cannot hold, or would read as something else, is percent-encoded.
func fileURI(path string) string {
	const bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/"
	var b strings.Builder
	if strings.HasPrefix(path, "/") {
		b.WriteString("file://")
	}
	for i := range len(path) {
		if strings.IndexByte(bare, path[i]) >= 0 {
			b.WriteByte(path[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", path[i])
		}
	}
	return b.String()
}
