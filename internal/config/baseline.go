package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// ArtifactPrefix begins a baseline that names an artifact of a workflow.
const ArtifactPrefix = "artifact:"

// IsRemoteBaseline reports whether a baseline is a URL or an artifact, and not a file.
func IsRemoteBaseline(s string) bool { return IsURL(s) || strings.HasPrefix(s, ArtifactPrefix) }

// parseBaseline takes a path, a URL without user info, or the name of an artifact.
func parseBaseline(s string) (string, error) {
	if name, ok := strings.CutPrefix(s, ArtifactPrefix); ok {
		if name == "" || strings.ContainsAny(name, "\"<>|*?:\r\n\\/") {
			return "", fmt.Errorf("must name an artifact, as in artifact:links, not %s", quote(s))
		}
		return s, nil
	}
	if !IsURL(s) {
		return s, nil
	}
	u, err := parsePublicURL(s, "must be a path, an https URL or artifact:NAME")
	switch {
	case err != nil:
		return "", err
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return "", fmt.Errorf("must start with https://, because others could change a baseline that is not encrypted: %s", quote(s))
	}
	return s, nil
}

// parsePublicURL reads a URL that holds no user info. form says what the setting takes.
func parsePublicURL(s, form string) (*url.URL, error) {
	u, err := url.Parse(s)
	switch {
	case strings.Contains(s, "@") && (err != nil || u.User != nil):
		return nil, errors.New("must not contain a user name or password")
	case err != nil || u.Hostname() == "" || !portFits(u.Port()):
		return nil, fmt.Errorf("%s, not %s", form, quote(s))
	}
	return u, nil
}

// isLoopback reports whether the name or address of a host is of this machine.
func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}
