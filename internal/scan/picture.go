package scan

import (
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/weburl"
)

// picture completes the link that was recorded last, which is to an image of that URL.
func (s *scanner) picture(url string) {
	if weburl.IsFragment(url) {
		s.page.Uses = s.page.Uses || s.tag.element.name == "use"
	} else if NamesSVG(url) {
		s.last().Holds = link.SVGKind
	}
}

// NamesSVG reports whether a URL has the name of an SVG file.
func NamesSVG(url string) bool {
	if end := strings.IndexAny(url, "?#"); end >= 0 {
		url = url[:end]
	}
	return ascii.EqualFold(path.Ext(strings.TrimRight(url, ascii.Space)), ".svg")
}

// isScript reports whether the current <script> holds code and not data.
func (t *tag) isScript() bool {
	value, _ := t.get(attrType)
	value = strings.ToLower(value)
	return strings.Trim(value, ascii.Space) == "" || strings.Contains(value, "module") || strings.Contains(value, "javascript") || strings.Contains(value, "ecmascript")
}
