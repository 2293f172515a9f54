package hosting

import (
	"net/url"
	"slices"
	"strings"
)

// certainty tells whether a rule is for a request.
type certainty uint8

const (
	never certainty = iota
	// perhaps: it depends on the reader, or on what cannot be read here.
	perhaps
	always
)

// both is how certain it is that two conditions are met.
func (c certainty) both(other certainty) certainty { return min(c, other) }

// not is how certain it is that a condition is not met.
func (c certainty) not() certainty { return always - c }

// maxChoices is how many further answers are kept of one request.
const maxChoices = 8

// choices collects what a host may answer besides what it answers most likely.
type choices []Answer

// add keeps an answer, unless it is known already.
func (c *choices) add(a Answer) {
	known := func(b Answer) bool { return sameAnswer(a, b) }
	if len(*c) < maxChoices && !slices.ContainsFunc(*c, known) {
		*c = append(*c, a)
	}
}

// with is an answer and those that were collected.
func (c choices) with(a Answer) Answer {
	others := choices(a.Or)
	a.Or = nil
	var kept choices
	kept.add(a)
	for _, list := range []choices{c, others} {
		for _, other := range list {
			kept.add(other)
		}
	}
	if len(kept) > 1 {
		a.Or = kept[1:]
	}
	return a
}

// location is a destination as a Location header: an absolute URL as it is, a
// path from the root, and whatever else is relative to the path of the request.
func location(destination string, req Request) string {
	if namesHost(destination) {
		return destination
	}
	if strings.HasPrefix(destination, "/") {
		return destinationEscapes.encode(destination)
	}
	base := url.URL{Path: req.Path}
	to, err := base.Parse(destinationEscapes.encode(destination))
	if err != nil {
		return "/" + destinationEscapes.encode(destination)
	}
	return to.String()
}

// namesHost tells whether a destination names its host.
func namesHost(destination string) bool {
	if strings.HasPrefix(destination, "//") {
		return true
	}
	scheme, _, ok := strings.Cut(destination, "://")
	return ok && scheme != "" && strings.IndexFunc(scheme, notOfScheme) < 0
}

// notOfScheme tells of the characters of an URL's scheme (RFC 3986, section 3.1).
func notOfScheme(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("+-.", r)
}

// withQuery adds the query of a request to a location, before its fragment.
func withQuery(location, query string) string {
	if query == "" {
		return location
	}
	location, fragment, hasFragment := strings.Cut(location, "#")
	separator := "?"
	if strings.Contains(location, "?") {
		separator = "&"
	}
	location += separator + query
	if hasFragment {
		location += "#" + fragment
	}
	return location
}

// sitePath is the path of a destination on the site, decoded as far as it can be,
// and with a slash before it.
func sitePath(destination string) string {
	path, _, _ := strings.Cut(destination, "#")
	path, _, _ = strings.Cut(path, "?")
	if decoded, err := url.PathUnescape(path); err == nil {
		path = decoded
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return path
}
