package compare

import (
	"path"
	"strconv"
	"strings"
)

// logged is what a line of a server's log says of one request.
type logged struct {
	raw string
	// isPage is whether a reader got something there that may be bookmarked: no error, and no
	// style sheet, script, picture or font.
	isPage bool
}

// logLine reads a line of the common or the combined format: the time in brackets, the request
// in quotes, and its status. ok is false for another line.
// https://httpd.apache.org/docs/2.4/logs.html#accesslog
func logLine(line string) (l logged, ok bool) {
	_, rest, ok := strings.Cut(line, `] "`)
	if !ok {
		return l, false
	}
	for end := 0; ; end++ {
		next := strings.Index(rest[end:], `" `)
		if next < 0 {
			return l, false
		}
		end += next
		// A quote may be in the request, where it is no end.
		if status, ok := statusAt(rest[end+len(`" `):]); ok {
			l.raw, ok = requested(rest[:end])
			l.isPage = ok && isServed(status) && !isPart(l.raw)
			return l, true
		}
	}
}

// statusAt reads the status at the beginning of a text.
func statusAt(text string) (status int, ok bool) {
	code, _, _ := strings.Cut(text, " ")
	status, err := strconv.Atoi(code)
	return status, err == nil && len(code) == 3 && status >= 100
}

// requested returns the URL of a request such as "GET /guide/ HTTP/1.1"; ok is false for one
// by which no reader gets a page.
func requested(request string) (raw string, ok bool) {
	method, rest, _ := strings.Cut(request, " ")
	raw, _, isHTTP := strings.Cut(rest, " HTTP/")
	return raw, isHTTP && (method == "GET" || method == "HEAD") && isURL(raw)
}

// isServed reports whether a status says that the old site had something there, or sent readers on.
func isServed(status int) bool { return status >= 200 && status <= 399 }

// isPart reports whether a URL is that of a part of pages, whose name may change with each
// build.
func isPart(raw string) bool {
	raw, _, _ = strings.Cut(raw, "#")
	raw, _, _ = strings.Cut(raw, "?")
	switch strings.ToLower(path.Ext(raw)) {
	case ".css", ".js", ".mjs", ".map", ".json", ".wasm", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico",
		".woff", ".woff2", ".ttf", ".otf", ".eot", ".webmanifest":
		return true
	}
	return false
}

// isURL reports whether a column is a URL or a path from the root.
func isURL(field string) bool {
	for _, scheme := range []string{"http://", "https://"} {
		if len(field) >= len(scheme) && strings.EqualFold(field[:len(scheme)], scheme) {
			return true
		}
	}
	return strings.HasPrefix(field, "/")
}
