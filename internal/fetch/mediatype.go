package fetch

import (
	"net/http"
	"strings"
)

// mediaType returns the media type that header names, in lower case without
// its parameters, and its charset. Of several the last that is one counts, as
// for browsers. Both are empty when there is none.
func mediaType(header http.Header) (found, charset string) {
	for _, field := range header["Content-Type"] {
		for value := range strings.SplitSeq(field, ",") {
			essence, parameters, _ := strings.Cut(value, ";")
			essence = strings.ToLower(trimSpace(essence))
			if isMediaType(essence) {
				found, charset = essence, charsetIn(parameters)
			}
		}
	}
	return found, charset
}

// charsetIn returns the first charset among the parameters of a media type.
func charsetIn(parameters string) string {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if value = strings.Trim(trimSpace(value), `"`); value != "" && strings.EqualFold(trimSpace(name), "charset") {
			return value
		}
	}
	return ""
}

func trimSpace(s string) string { return strings.Trim(s, " \t\r\n") }

// isMediaType reports whether s has the form type/subtype.
func isMediaType(s string) bool {
	kind, sub, ok := strings.Cut(s, "/")
	return ok && isToken(kind) && isToken(sub) && s != "*/*"
}

// isToken reports whether s is a token of HTTP.
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return s != ""
}

// isHTML reports whether a document of this media type is HTML, in either syntax.
func isHTML(mediaType string) bool {
	return mediaType == "text/html" || mediaType == "application/xhtml+xml"
}

// mayHaveLinks reports whether a document of this media type other than HTML may
// have links: a style sheet, a feed, a sitemap or a manifest.
func mayHaveLinks(mediaType string) bool {
	switch mediaType {
	case "text/css", "text/xml", "application/xml", "application/json", "text/json":
		return true
	}
	return strings.HasSuffix(mediaType, "+xml") || strings.HasSuffix(mediaType, "+json")
}

// looksLikeHTML reports whether a body without a Content-Type that begins with
// head is HTML.
func looksLikeHTML(head []byte) bool {
	found, _ := mediaType(http.Header{"Content-Type": {http.DetectContentType(head)}})
	return isHTML(found)
}
