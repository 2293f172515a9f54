package scan

// rendersTemplate tells whether a <template> is a declarative shadow root, whose
// content is part of what the reader sees. The content of any other is inert
// until a script copies it.
func (t *tag) rendersTemplate() bool {
	mode, _ := t.get(attrShadowrootmode)
	return equalFold(mode, "open") || equalFold(mode, "closed")
}
