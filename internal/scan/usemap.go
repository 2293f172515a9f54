package scan

import (
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/weburl"
)

// MapName returns the name of the <map> that a usemap asks for: what stands
// behind its first "#", as it is written. It is false when the usemap asks for
// none, be it that there is no "#".
func MapName(usemap string) (name string, ok bool) {
	_, name, _ = strings.Cut(usemap, "#")
	return name, name != ""
}

// readUsemap takes in the usemap of an image.
func readUsemap(s *scanner, a *attr) {
	if value := s.tag.value(a); !ascii.IsBlank(value) {
		s.add(a, value, a.start, false)
		s.last().Map = true
	}
}

// mapName takes in the name of a <map>, or its id, which images find as well.
func (s *scanner) mapName(a *attr, in namespace) {
	if s.tag.element.name == "map" && in == inHTML && a.start < a.end {
		s.page.Maps = append(s.page.Maps, s.hash(a))
	}
}

// readShape takes in the pointer of an SVG element to another one, which is a
// link only when that stands in another document.
func readShape(s *scanner, a *attr) {
	if value := s.tag.value(a); !ascii.IsBlank(value) && !weburl.IsFragment(value) {
		s.add(a, value, a.start, false)
	}
}
