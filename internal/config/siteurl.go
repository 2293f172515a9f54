package config

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// parseSiteURL reads the URL of a site and ends its path with a slash. A value
// that may hold a password is not repeated.
func parseSiteURL(s string) (string, error) {
	shown := quote(s)
	if strings.Contains(s, "@") {
		shown = "this"
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || !portFits(u.Port()) ||
		strings.ContainsAny(s, " \\") {
		return "", fmt.Errorf("%s is not an absolute http or https URL; write it like https://example.com/docs/", shown)
	}
	if u.User != nil {
		return "", errors.New("holds a user name or password; leave them out")
	}
	if strings.ContainsAny(s, "?#") {
		return "", fmt.Errorf("%s has a query or a fragment; write it like https://example.com/docs/", shown)
	}
	if strings.Contains(s, ",http://") || strings.Contains(s, ",https://") {
		// By itself the second would do for a part of a path.
		return "", fmt.Errorf("%s is more than one URL; give each a line, or a flag, of its own", shown)
	}
	if !strings.HasSuffix(s, "/") {
		s += "/"
	}
	return s, nil
}

// portFits reports whether a URL's port, which is digits or empty, can be one.
func portFits(port string) bool {
	if port == "" {
		return true
	}
	_, err := strconv.ParseUint(port, 10, 16)
	return err == nil
}
