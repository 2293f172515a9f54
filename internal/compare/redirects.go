package compare

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Nginx is the syntax of a file to include in a server block. The other syntaxes have the names of
// hosts: [hosting.Vercel], and the list of lines FROM TO 301 for any other.
const Nginx = "nginx"

// Redirects returns the content of a file of rules for pages that moved, which is empty when there is no
// rule, how many rules it has, and why each other move has none. No rule leads to another one: each is
// for a path at which the new site has nothing, and leads to one of its pages.
//
// moves are the new paths by the old ones, from the root of the site and percent-encoded. base is the
// path at which the server has the site, such as "/docs/"; empty or "/" for the root. Only the file of
// nginx has it: the others are for the paths of the deployment.
func Redirects(syntax, base string, moves map[string]string) (text string, n int, unwritten []string) {
	var lines []string
	for _, old := range slices.Sorted(maps.Keys(moves)) {
		from, okFrom := decode(old)
		to, okTo := decode(moves[old])
		reason := unusable(syntax, from)
		if !okFrom || !okTo {
			from, reason = old, "its path has characters that rules cannot contain"
		}
		if reason != "" {
			unwritten = append(unwritten, fmt.Sprintf("%q has no rule: %s", from, reason))
			continue
		}
		lines = append(lines, rule(syntax, strings.TrimSuffix(base, "/"), from, to))
	}
	switch text = strings.Join(lines, "\n") + "\n"; {
	case len(lines) == 0:
		text = ""
	case syntax == hosting.Vercel:
		text = "{\n  \"redirects\": [\n" + strings.Join(lines, ",\n") + "\n  ]\n}\n"
	case syntax == Nginx:
		text = "# Include this file in the server block of the site.\n" + text
	}
	return text, len(lines), unwritten
}

// decode decodes a path. It is not ok when rules cannot have it, such as one with a line end.
func decode(encoded string) (decoded string, ok bool) {
	// Cloudflare Pages reads lines of at most 1,000 characters, and nginx refuses all of its settings
	// for a word above 4 kB.
	const most = 450
	decoded, err := url.PathUnescape(encoded)
	if err != nil || len(encoded) > most || !strings.HasPrefix(decoded, "/") || !utf8.ValidString(decoded) {
		return decoded, false
	}
	// An encoded slash, and segments that browsers resolve, are not what they seem to be.
	if strings.Contains(strings.ToLower(encoded), "%2f") || strings.Contains(decoded, "//") || slices.Contains(strings.Split(decoded, "/"), "..") {
		return decoded, false
	}
	return decoded, !strings.ContainsFunc(decoded, unicode.IsControl) && !strings.ContainsAny(decoded, "\\\u2028\u2029\ufeff")
}

// unusable says why the list cannot have a path. Netlify compares decoded paths, and Cloudflare
// those of the URL; both read some marks as wildcards.
// https://docs.netlify.com/manage/routing/redirects/redirect-options/
// https://developers.cloudflare.com/pages/configuration/redirects/
func unusable(syntax, from string) string {
	switch {
	case syntax == hosting.Vercel, syntax == Nginx:
	case syntax == hosting.CloudflarePages && strings.ContainsAny(from, "*:"):
		return "Cloudflare Pages reads * and : as wildcards"
	case syntax != hosting.CloudflarePages && (strings.ContainsAny(from, "*:?#%") || strings.ContainsFunc(from, unicode.IsSpace)):
		return "a line of _redirects cannot have white space or one of * : ? # %"
	}
	return ""
}

var (
	// nginxQuotes escapes what ends a quoted word of nginx.
	nginxQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	// parameters escapes what means something in a source of Vercel, in the syntax of path-to-regexp.
	parameters = strings.NewReplacer(`:`, `\:`, `(`, `\(`, `)`, `\)`, `{`, `\{`, `}`, `\}`, `*`, `\*`, `+`, `\+`, `?`, `\?`)
)

// rule writes one rule.
func rule(syntax, base, from, to string) string {
	switch syntax {
	case hosting.Vercel:
		// https://vercel.com/docs/project-configuration/vercel-json#redirects
		// Whether it compares decoded paths is not known, and no request has the other one.
		var objects []string
		for _, source := range slices.Compact([]string{from, hosting.EscapePath(from)}) {
			object, _ := json.Marshal(struct { // which can be encoded
				Source      string `json:"source"`
				Destination string `json:"destination"`
				Permanent   bool   `json:"permanent"`
			}{parameters.Replace(source), escape(to, ":$()*+[]"), true})
			objects = append(objects, "    "+string(object))
		}
		return strings.Join(objects, ",\n")
	case Nginx:
		// https://nginx.org/en/docs/http/ngx_http_rewrite_module.html#rewrite compares decoded paths.
		return fmt.Sprintf("rewrite \"^%s$\" \"%s\" permanent;", nginxQuotes.Replace(regexp.QuoteMeta(base+from)), nginxQuotes.Replace(escape(base+to, "$")))
	case hosting.CloudflarePages:
		// A page is served at its folder, and a rule to its file might lead back to the source.
		from, to = hosting.EscapePath(from), strings.TrimSuffix(to, hosting.IndexFile)
	}
	return from + " " + escape(to, ":") + " 301"
}

// escape writes a decoded path as in a URL, and percent-encodes further marks.
func escape(decoded, marks string) string {
	var b strings.Builder
	for _, c := range []byte(hosting.EscapePath(decoded)) {
		if strings.IndexByte(marks, c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
