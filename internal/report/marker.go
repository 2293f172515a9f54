package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// maxSite is the most characters of a site in its marker, without the hash.
const maxSite = 60

// Marker returns the line by which a later run finds the comment about a site. GitHub does
// not show it. Two sites never share a marker.
func Marker(site string) string { return "<!-- linkvet:" + slug(site) + " -->" }

// HasMarker reports whether body is a comment about a site: its first line is the marker.
func HasMarker(body, site string) bool {
	first, _, _ := strings.Cut(body, "\n")
	return strings.TrimRight(first, "\r") == Marker(site)
}

// slug returns a name in characters that cannot end an HTML comment. Where it is not the
// name itself, a hash separates it from similar names.
func slug(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r > '~' || strings.IndexByte(slugLetters, byte(r)) < 0 {
			r = '-'
		}
		if r != '-' || !strings.HasSuffix(b.String(), "-") {
			b.WriteRune(r)
		}
		if b.Len() == maxSite {
			break
		}
	}
	s := strings.Trim(b.String(), "-")
	if s == name && s != "" {
		return s
	}
	sum := sha256.Sum256([]byte(name))
	return strings.TrimPrefix(s+"-"+hex.EncodeToString(sum[:6]), "-")
}

const slugLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/"
