package scan

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// RobotsSitemaps returns what the Sitemap lines of a robots.txt name, as
// written, in its order.
func RobotsSitemaps(src []byte) []string {
	var found []string
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	for line := range bytes.FieldsFuncSeq(src, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		field, value, ok := bytes.Cut(line, []byte(":"))
		if url := strings.TrimSpace(string(value)); ok && url != "" && ascii.EqualFold(bytes.TrimSpace(field), "sitemap") {
			found = append(found, url)
		}
	}
	return found
}
