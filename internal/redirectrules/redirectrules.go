// Package redirectrules writes redirects for pages that moved: one list of lines FROM TO 301, which
// is the file of Netlify and of Cloudflare Pages, or the same rules for Vercel or nginx. It neither
// judges nor does I/O.
//
// No rule is for a path at which the new site has a page, and each leads to a page of the new
// site, so that no rule leads to another one.
package redirectrules

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
)

// Nginx is the syntax of a file to include in a server block. The other syntaxes have the names of
// hosts: [hosting.Vercel], and the list for any other.
const Nginx = "nginx"

// Move says where a page of the old site is on the new one. Both are paths from the root of the
// site, percent-encoded as in a URL, such as "/guide/old%20name/".
type Move struct {
	From string
	// To is empty for a page that is lost and not known to be anywhere: it has no rule.
	To string
}

// Site is what there is on the new site.
type Site struct {
	// Exists reports whether a reader who requests a path gets to a page or a file. The path is
	// percent-decoded and begins with a slash.
	Exists func(path string) bool
	// Base is the path at which the server has the site, such as "/docs/"; empty or "/" for the
	// root. Only the file of nginx has it: the others are for the paths of the deployment.
	Base string
}

// Output is what Write returns.
type Output struct {
	// Text is the content of the file; empty when there is no rule.
	Text string
	// Rules is how many rules there are.
	Rules int
	// Unwritten says of each other move that has a To why it has no rule.
	Unwritten []string
}

// rule is one rule. Both paths are decoded.
type rule struct{ from, to string }

// writer makes the rules of one list of moves.
type writer struct {
	syntax, base string
	site         Site
	// old are the paths of the moves.
	old   map[string]bool
	rules []rule
	out   Output
}

// Write returns the rules for moves, each of another path.
func Write(syntax string, site Site, moves []Move) Output {
	w := &writer{syntax: syntax, site: site, old: map[string]bool{}}
	if base := strings.Trim(site.Base, "/"); base != "" {
		w.base = "/" + base
	}
	for _, m := range moves {
		w.read(m)
	}
	slices.SortFunc(w.rules, func(a, b rule) int { return strings.Compare(a.from, b.from) })
	w.out.Rules = len(w.rules)
	var lines []string
	for _, r := range w.rules {
		lines = append(lines, w.rule(r))
	}
	w.out.Text = w.file(lines)
	return w.out
}

// read decodes a move, and makes a rule of it, or says why there is none.
func (w *writer) read(m Move) {
	from, okFrom := decode(m.From)
	to, okTo := decode(m.To)
	w.old[from] = true
	reason := ""
	switch {
	case m.To == "":
		return
	case !okFrom || !okTo:
		from, reason = m.From, "its path has characters that rules cannot contain"
	case from == "/" || w.site.Exists(from):
		reason = "the new site has a page there"
	case !w.site.Exists(to):
		reason = fmt.Sprintf("the new site has no page at %q", m.To)
	default:
		reason = w.unusable(from)
	}
	if reason != "" {
		w.out.Unwritten = append(w.out.Unwritten, fmt.Sprintf("%q has no rule: %s", from, reason))
		return
	}
	w.rules = append(w.rules, rule{from, to})
}

// maxPath is how many bytes a path may have. Cloudflare Pages reads lines of at most 1,000
// characters, and nginx refuses all of its settings for a word above 4 kB.
const maxPath = 450

// decode decodes a path. It is not ok when rules cannot have it, such as one with a line end.
func decode(encoded string) (decoded string, ok bool) {
	decoded, err := url.PathUnescape(encoded)
	if err != nil || len(encoded) > maxPath || !strings.HasPrefix(decoded, "/") || !utf8.ValidString(decoded) {
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
func (w *writer) unusable(from string) string {
	switch w.syntax {
	case hosting.Vercel, Nginx:
		return ""
	case hosting.CloudflarePages:
		if strings.ContainsAny(from, "*:") {
			return "Cloudflare Pages reads * and : as wildcards"
		}
		return ""
	}
	if strings.ContainsAny(from, "*:?#%") || strings.ContainsFunc(from, unicode.IsSpace) {
		return "a line of _redirects cannot have white space or one of * : ? # %"
	}
	return ""
}

// rule writes one rule.
func (w *writer) rule(r rule) string {
	switch w.syntax {
	case hosting.Vercel:
		return vercel(r, w.takesSlash(r.from))
	case Nginx:
		// https://nginx.org/en/docs/http/ngx_http_rewrite_module.html#rewrite compares decoded paths.
		from, to := regexp.QuoteMeta(w.base+r.from), escape(w.base+r.to, "$")
		if w.takesSlash(r.from) {
			from = strings.TrimSuffix(from, "/") + "/?"
		}
		return fmt.Sprintf("rewrite \"^%s$\" \"%s\" permanent;", nginxQuotes.Replace(from), nginxQuotes.Replace(to))
	}
	from, to := r.from, r.to
	if w.syntax == hosting.CloudflarePages {
		// A page is served at its folder, and a rule to its file might lead back to the source.
		from, to = hosting.EscapePath(from), strings.TrimSuffix(to, hosting.IndexFile)
	}
	return from + " " + escape(to, ":") + " 301"
}

// nginxQuotes escapes what ends a quoted word of nginx.
var nginxQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// parameters escapes what means something in a source of Vercel, in the syntax of path-to-regexp.
var parameters = strings.NewReplacer(`:`, `\:`, `(`, `\(`, `)`, `\)`, `{`, `\{`, `}`, `\}`, `*`, `\*`, `+`, `\+`, `?`, `\?`)

// vercel writes one of the redirects of vercel.json.
// https://vercel.com/docs/project-configuration/vercel-json#redirects
func vercel(r rule, takesSlash bool) string {
	to := escape(r.to, ":$()*+[]")
	// Whether Vercel compares decoded paths is not known, and no request has the other one.
	var objects []string
	for _, from := range slices.Compact([]string{r.from, hosting.EscapePath(r.from)}) {
		from = parameters.Replace(from)
		if takesSlash {
			from = strings.TrimSuffix(from, "/") + "{/}?"
		}
		object, _ := json.Marshal(struct { // which can be encoded
			Source      string `json:"source"`
			Destination string `json:"destination"`
			Permanent   bool   `json:"permanent"`
		}{from, to, true})
		objects = append(objects, "    "+string(object))
	}
	return strings.Join(objects, ",\n")
}

// takesSlash reports whether the rule for a path can also be for the path with, or without, a slash
// at its end: readers come to either, and the old host had a redirect for one of them.
func (w *writer) takesSlash(from string) bool {
	other, hasSlash := strings.CutSuffix(from, "/")
	if !hasSlash {
		other += "/"
	}
	return path.Ext(from) == "" && !w.old[other] && !w.site.Exists(other)
}

// file joins the rules.
func (w *writer) file(rules []string) string {
	switch {
	case len(rules) == 0:
		return ""
	case w.syntax == hosting.Vercel:
		return "{\n  \"redirects\": [\n" + strings.Join(rules, ",\n") + "\n  ]\n}\n"
	case w.syntax == Nginx:
		return "# Include this file in the server block of the site.\n" + strings.Join(rules, "\n") + "\n"
	}
	return strings.Join(rules, "\n") + "\n"
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
