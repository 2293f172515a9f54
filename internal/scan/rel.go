package scan

import "strings"

// linksResource tells whether a <link> names a document that must exist. A
// preconnect names a host alone, and without a rel it names nothing.
func linksResource(s *scanner) bool {
	rel, _ := s.tag.get("rel")
	for token := range strings.FieldsFuncSeq(rel, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) }) {
		for _, known := range resourceRels {
			if equalFold(token, known) {
				return true
			}
		}
	}
	return false
}

// resourceRels are the link types whose href is a document.
var resourceRels = []string{
	"stylesheet", "icon", "shortcut-icon", "apple-touch-icon", "mask-icon", "canonical", "alternate", "next", "prev",
	"preload", "modulepreload", "prefetch", "manifest", "license", "search", "author", "help",
}
