package scan

import "unsafe"

// view returns b as a string without a copy. Most values of a document are
// looked at once and forgotten, so that copying them would be a good part of the
// work. The string changes when b does, which is what Go promises not to happen:
// it is valid as long as the document does not change, and must be cloned to be kept
// for longer. Of what a Page holds only the Raw and the Text of links are such
// strings.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
