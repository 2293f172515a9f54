package scan

import (
	"bytes"
	"iter"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
)

// RobotsSitemaps iterates over the URLs in the Sitemap lines of a robots.txt, as written and
// in its order. There may be millions.
func RobotsSitemaps(src []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		src := bytes.TrimPrefix(src, []byte("\ufeff"))
		for line := range bytes.FieldsFuncSeq(src, func(r rune) bool { return r == '\n' || r == '\r' }) {
			line, _, _ = bytes.Cut(line, []byte("#"))
			field, value, ok := bytes.Cut(line, []byte(":"))
			if !ok || !ascii.EqualFold(bytes.TrimSpace(field), "sitemap") {
				continue
			}
			if url := strings.TrimSpace(string(value)); url != "" && !yield(url) {
				return
			}
		}
	}
}
