package scan

import "github.com/linkvet/linkvet/internal/scan/ascii"

// rendersTemplate tells whether a <template> is a declarative shadow root, whose
// content is part of what the reader sees. The content of any other is inert
// until a script copies it.
func (t *tag) rendersTemplate() bool {
	mode, _ := t.get(attrShadowrootmode)
	return ascii.EqualFold(mode, "open") || ascii.EqualFold(mode, "closed")
}
