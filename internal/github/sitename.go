package github

import (
	"net/url"
	"strings"
)

// SiteName returns the name of a site for the marker of its comment: the environment of the
// deployment, else the target. A host that gives each deployment a new address would
// otherwise get a new comment for each.
func SiteName(environment, target string) string {
	if environment != "" {
		return environment
	}
	u, err := url.Parse(target)
	if err != nil || u.Host == "" {
		return target
	}
	labels := strings.Split(u.Hostname(), ".")
	for i, label := range labels {
		labels[i] = strings.Join(keep(strings.Split(label, "-")), "-")
	}
	host := strings.Join(keep(labels), ".")
	if host == "" {
		host = u.Hostname()
	}
	return strings.TrimSuffix(host+u.EscapedPath(), "/")
}

// keep returns the parts of a host name that every deployment has.
func keep(parts []string) []string {
	var kept []string
	for _, part := range parts {
		if part != "" && !isHash(part) {
			kept = append(kept, part)
		}
	}
	return kept
}

// The length of the hashes in host names: Cloudflare has 8 digits, Vercel 9, Netlify 24.
const (
	shortestHash = 8
	longestHash  = 64
)

// isHash reports whether a part of a host name looks like the hash of a deployment: letters
// and digits mixed, or hexadecimal digits alone.
func isHash(part string) bool {
	if len(part) < shortestHash || len(part) > longestHash || strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return false
	}
	digits := 0
	for i := range len(part) {
		if part[i] <= '9' {
			digits++
		}
	}
	return digits >= 2 && digits < len(part) || strings.Trim(part, "abcdef0123456789") == ""
}
