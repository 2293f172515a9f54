package config

import (
	"errors"
)

// parseCompare takes a path, or a URL without user info.
func parseCompare(s string) (string, error) {
	if s == "" {
		return "", errors.New("must not be empty; set it to a directory, a file or a URL, or remove it")
	}
	if !IsURL(s) {
		return s, nil
	}
	if _, err := parsePublicURL(s, "must be a directory, a file or an http(s) URL"); err != nil {
		return "", err
	}
	return s, nil
}
