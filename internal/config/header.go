package config

import (
	"errors"
	"fmt"
	"strings"
)

// Header is one HTTP header to send. Its value is to be kept out of all output.
type Header struct{ Name, Value string }

// parseHeader reads "Name: value". No error repeats any part of s that may be
// the value: it is most often a secret.
func parseHeader(s string) (Header, error) {
	name, value, found := strings.Cut(s, ":")
	if !found {
		return Header{}, errNoHeader
	}
	return newHeader(name, value)
}

// errNoHeader is the fault of a value that is no header field.
var errNoHeader = errors.New(`must be "Name: value" (not shown here: it may be a secret)`)

// newHeader checks a header. What its error repeats is never of the value.
func newHeader(name, value string) (Header, error) {
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !token(name):
		return Header{}, errNoHeader
	case !headerValue(value):
		return Header{}, errors.New("must not contain control characters (not shown here: it may be a secret)")
	case ownedByClient(name):
		return Header{}, fmt.Errorf("must not set %s: the HTTP client sets this header", strings.ToLower(name))
	}
	return Header{name, value}, nil
}

// ownedByClient reports whether a header is one that the HTTP client writes by its
// itself, and would drop or reject when given from outside.
func ownedByClient(name string) bool {
	switch strings.ToLower(name) {
	case "accept-encoding", "connection", "content-length", "host", "keep-alive",
		"proxy-connection", "te", "trailer", "transfer-encoding", "upgrade":
		return true
	}
	return false
}

// token reports whether s can be the name of a header (RFC 9110, section 5.6.2).
func token(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	})
}

// headerValue reports whether s can be the value of a header: no control character
// but the tab.
func headerValue(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
