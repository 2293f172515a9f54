package scan

import (
	"strings"
)

// MapName returns the name of the <map> that a usemap refers to: the text after its
// first "#", as it is written. It is false when the usemap names no map.
func MapName(usemap string) (name string, ok bool) {
	_, name, _ = strings.Cut(usemap, "#")
	return name, name != ""
}
