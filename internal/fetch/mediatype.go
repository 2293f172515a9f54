package fetch

import (
	"net/http"
	"strings"
)

// mediaType returns the media type that header names, in lower case without
// its parameters. Of several the last that is one counts, as for browsers. It
// is empty when there is none.
func mediaType(header http.Header) string {
	found := ""
	for _, field := range header["Content-Type"] {
		for value := range strings.SplitSeq(field, ",") {
			essence, _, _ := strings.Cut(value, ";")
			essence = strings.ToLower(strings.Trim(essence, " \t\r\n"))
			if isMediaType(essence) {
				found = essence
			}
		}
	}
	return found
}

// isMediaType tells whether s has the form type/subtype.
func isMediaType(s string) bool {
	kind, sub, ok := strings.Cut(s, "/")
	return ok && isToken(kind) && isToken(sub) && s != "*/*"
}

// isToken tells whether s is a token of HTTP.
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return s != ""
}

// isHTML tells whether a document of this media type is read as HTML.
func isHTML(mediaType string) bool {
	return mediaType == "text/html" || mediaType == "application/xhtml+xml"
}

// sniffLength is how many bytes of a body tell what it is.
const sniffLength = 512

// looksLikeHTML tells whether a body without a Content-Type that begins with
// head is HTML.
func looksLikeHTML(head []byte) bool {
	return isHTML(mediaType(http.Header{"Content-Type": {http.DetectContentType(head)}}))
}
