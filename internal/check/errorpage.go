package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
)

// IsOwnFragment reports whether a link of the error page at a path names a fragment of
// that page itself. The <base> of such a page sends readers elsewhere, but only its
// generator wrote both: mdBook links every heading to itself.
func IsOwnFragment(l *link.Link, path string, facts *PageFacts) bool {
	fragment, ok := strings.CutPrefix(l.Raw, "#")
	return ok && fragment != "" && facts != nil && pagekind.IsErrorPage(path) && facts.Indicates(fragment)
}
