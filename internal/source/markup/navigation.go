package markup

import (
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/source/markup/document"
)

// navigationFiles are texts that generators show around the content of all pages, and that
// make no page.
var navigationFiles = []string{"nav.adoc", "_sidebar.md", "_navbar.md", "_footer.md", "SUMMARY.md"}

// isNavigation reports whether a file of that name makes no page.
func isNavigation(name string) bool { return slices.Contains(navigationFiles, name) }

// readComponent reads the name and the version from a descriptor of Antora. A version that
// the branch gives is not known.
func readComponent(doc *document.Document) {
	name, version := "", ""
	for line := range strings.Lines(string(doc.Source)) {
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		value, _, _ = strings.Cut(value, " #")
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		switch key {
		case "name":
			name = value
		case "version":
			version = value
		}
	}
	if version == "~" || version == "null" {
		version = ""
	}
	if name == "" || strings.ContainsAny(name+version, "{}/ ") || version == "true" {
		return
	}
	if name == "ROOT" {
		name = ""
	}
	doc.Front.Component = path.Join("/", name, version)
}
