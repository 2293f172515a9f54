package netlify

import (
	"strings"

	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

// compileSource reads the path of a source. A placeholder is a whole segment, a splat is
// the end of one, and a slash at the end means nothing.
// https://docs.netlify.com/manage/routing/redirects/redirect-options/#splats
func compileSource(path string) redirects.Pattern {
	path = withoutSlash("/" + strings.TrimPrefix(path, "/"))
	var parts []redirects.Part
	for rest := path; rest != ""; {
		segment := rest
		if i := strings.IndexByte(rest[1:], '/'); i >= 0 {
			segment = rest[:i+1]
		}
		rest = rest[len(segment):]
		switch name := segment[1:]; {
		case name == "*":
			parts = append(parts, redirects.Part{Name: "splat", Expression: "(?:/(.*))?"})
		case strings.HasSuffix(name, "*"):
			parts = append(parts, redirects.Part{Text: strings.TrimSuffix(segment, "*")},
				redirects.Part{Name: "splat", Expression: "/?(.*)"})
		case strings.HasPrefix(name, ":") && len(name) > 1:
			parts = append(parts, redirects.Part{Text: "/"}, redirects.Part{Name: name[1:], Expression: "([^/]+)"})
		default:
			parts = append(parts, redirects.Part{Text: segment})
		}
	}
	return redirects.NewPattern(parts, "/?")
}

// hasInnerSplat reports whether an asterisk is where it is no splat.
func hasInnerSplat(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if strings.Contains(strings.TrimSuffix(segment, "*"), "*") {
			return true
		}
	}
	return false
}

// withoutSlash removes the slash at the end of a path that is more than a slash.
func withoutSlash(path string) string {
	if len(path) > 1 {
		return strings.TrimSuffix(path, "/")
	}
	return path
}

// samePlace reports whether a destination is the path itself, to a host that ignores a
// slash at the end.
func samePlace(path, to string) bool {
	return !strings.ContainsAny(to, "?#") && withoutSlash(redirects.Path(to)) == withoutSlash(path)
}
