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
	shown := ", not " + quote(s)
	if strings.Contains(s, "@") {
		shown = ""
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || !portFits(u.Port()) ||
		strings.ContainsAny(s, " \\") {
		return "", fmt.Errorf("must be an absolute http or https URL such as https://example.com/docs/%s", shown)
	}
	if u.User != nil {
		return "", errors.New("must not contain a user name or password")
	}
	if strings.ContainsAny(s, "?#") {
		return "", fmt.Errorf("must be a URL without a query or fragment, such as https://example.com/docs/%s", shown)
	}
	if strings.Contains(s, ",http://") || strings.Contains(s, ",https://") {
		// By itself the second would do for a part of a path.
		return "", fmt.Errorf("must be one URL per line or per flag%s", shown)
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
