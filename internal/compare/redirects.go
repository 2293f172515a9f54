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

// Redirects are rules for pages that moved. No rule leads to another one: each is for a path at which
// the new site has nothing, and leads to one of its pages.
type Redirects struct {
	// Syntax is that of the file.
	Syntax string
	// Base is the path at which the server has the site, such as "/docs/"; empty or "/" for the
	// root. Only the file of nginx has it: the others are for the paths of the deployment.
	Base string
	// Moves are the new paths by the old ones, from the root of the site and percent-encoded.
	Moves map[string]string
}

// Write returns the content of the file, which is empty when there is no rule, how many rules it has,
// and why each other move has none.
func (r *Redirects) Write() (text string, n int, unwritten []string) {
	var lines []string
	for _, old := range slices.Sorted(maps.Keys(r.Moves)) {
		from, okFrom := decode(old)
		to, okTo := decode(r.Moves[old])
		reason := r.unusable(from)
		if !okFrom || !okTo {
			from, reason = old, "its path has characters that rules cannot contain"
		}
		if reason != "" {
			unwritten = append(unwritten, fmt.Sprintf("%q has no rule: %s", from, reason))
			continue
		}
		lines = append(lines, r.rule(from, to))
	}
	switch text = strings.Join(lines, "\n") + "\n"; {
	case len(lines) == 0:
		text = ""
	case r.Syntax == hosting.Vercel:
		text = "{\n  \"redirects\": [\n" + strings.Join(lines, ",\n") + "\n  ]\n}\n"
	case r.Syntax == Nginx:
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
func (r *Redirects) unusable(from string) string {
	switch {
	case r.Syntax == hosting.Vercel, r.Syntax == Nginx:
	case r.Syntax == hosting.CloudflarePages && strings.ContainsAny(from, "*:"):
		return "Cloudflare Pages reads * and : as wildcards"
	case r.Syntax != hosting.CloudflarePages && (strings.ContainsAny(from, "*:?#%") || strings.ContainsFunc(from, unicode.IsSpace)):
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
func (r *Redirects) rule(from, to string) string {
	switch r.Syntax {
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
		base := strings.TrimSuffix(r.Base, "/")
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
