package fetch

import (
	"mime"
	"net/http"
	"strings"
)

// mediaType returns the media type that header names, in lower case without its parameters, and
// its charset. Of several the last that is one counts, as for browsers. Both are empty when there
// is none.
func mediaType(header http.Header) (found, charset string) {
	for _, field := range header["Content-Type"] {
		for value := range strings.SplitSeq(field, ",") {
			if name, parameters, ok := parseMediaType(value); ok {
				found, charset = name, parameters["charset"]
			}
		}
	}
	return found, charset
}

// maxMediaType is how many bytes of a media type are read.
const maxMediaType = 1 << 10

// parseMediaType reads a media type up to the first parameter that mime refuses: browsers take the
// type all the same, and the first of two charsets.
func parseMediaType(value string) (name string, parameters map[string]string, ok bool) {
	value = value[:min(len(value), maxMediaType)]
	name, parameters, err := mime.ParseMediaType(value)
	for err != nil {
		end := strings.LastIndexByte(value, ';')
		if end < 0 {
			return "", nil, false
		}
		value = value[:end]
		name, parameters, err = mime.ParseMediaType(value)
	}
	kind, sub, _ := strings.Cut(name, "/")
	return name, parameters, kind != "" && sub != "" && name != "*/*"
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
	return strings.HasPrefix(http.DetectContentType(head), "text/html")
}
