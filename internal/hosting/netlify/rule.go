package netlify

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

// rule is a rule that is ready to be matched.
type rule struct {
	// shown is the rule as reports show it.
	shown  hosting.Rule
	from   redirects.Pattern
	status int
	// force is whether the rule goes before a file that the path has.
	force bool
	// conditional is whether it is only for some readers.
	conditional bool
	// query are the parameters that must be in the query.
	query []parameter
	// above is the path that the rule would lead back to; empty for none.
	above string
}

// parameter is a parameter that a rule asks for in the query.
type parameter struct {
	name string
	// value is the one that it must have, unless capture is set.
	value string
	// capture is the name by which the destination refers to the value.
	capture string
}

// newParameter reads a value. A name behind a colon takes any value.
func newParameter(name, value string) parameter {
	if capture, ok := strings.CutPrefix(value, ":"); ok && capture != "" {
		return parameter{name: name, capture: capture}
	}
	return parameter{name: name, value: value}
}

// draft is a rule as its author wrote it, in either file.
type draft struct {
	source       string
	line, column int // of the destination, or of the rule where it has none
	from, to     string
	// status is as written; empty for the default.
	status      string
	force       bool
	conditional bool
	query       []parameter
}

// maxRule is how long a source may be, in bytes. Netlify names no limit. This one keeps
// hostile files cheap.
const maxRule = 8 << 10

// rule checks a redirect and makes it ready to be matched.
func (r draft) rule() (made rule, problem string) {
	status, problem := r.statusCode()
	if problem != "" {
		return made, problem
	}
	host, path := "", r.from
	if redirects.IsAbsolute(r.from) {
		host, path = cutHost(r.from)
	}
	switch {
	case len(r.from) > maxRule || len(r.to) > maxRule:
		return made, "the rule is too long: shorten it"
	case strings.HasPrefix(path, "/.netlify"):
		return made, "Netlify reserves paths below /.netlify: remove the rule"
	case strings.Contains(path, "?"):
		return made, `a source with "?" matches nothing: write parameters after the path, such as id=:id`
	case strings.Contains(path, "#"):
		return made, `a source with "#" matches nothing, as browsers do not send it: remove that part`
	}
	from := compileSource(path)
	if hasInnerSplat(path) {
		return made, "an asterisk is a wildcard only at the end of a path segment: use a placeholder such as :name"
	}
	names := r.names(from)
	fixed, isFixed := from.Fixed()
	if host == "" && r.to != "" && !redirects.UsesAny(r.to, names) && isFixed && status < 400 && len(r.query) == 0 &&
		samePlace(fixed, r.to) {
		return made, "source and destination are the same, because Netlify ignores a slash at the end: remove the rule"
	}
	made = rule{
		shown:       hosting.Rule{Source: r.source, Line: r.line, Column: r.column, To: r.to, Literal: !redirects.UsesAny(r.to, names)},
		from:        from,
		status:      status,
		force:       r.force,
		conditional: r.conditional,
		query:       r.query,
		above:       r.above(status),
	}
	if host != "" {
		// A rule for one host counts only there, and this one is not known: the
		// pattern is one that no path has.
		made.from = redirects.Pattern{}
	}
	return made, ""
}

// above returns the path below which a rule with a splat may lead to itself.
func (r draft) above(status int) string {
	if status == 200 || redirects.IsAbsolute(r.to) || !strings.Contains(r.from+"/", "/*/") {
		return ""
	}
	before, after, _ := strings.Cut(r.to, "/:splat")
	if after == "" || len(after) > 1 && after[0] == '/' {
		return redirects.Decode(before)
	}
	return redirects.Decode(r.to)
}

// names returns what a destination can be filled with.
func (r draft) names(from redirects.Pattern) []string {
	names := slices.Clone(from.Names)
	for _, parameter := range r.query {
		if parameter.capture != "" {
			names = append(names, parameter.capture)
		}
	}
	return names
}

// statusCode reads the status. Only a rule that ends with a splat, with a status of
// success, may have no destination. It stands for its own path.
func (r draft) statusCode() (status int, problem string) {
	status = http.StatusMovedPermanently
	if r.status != "" {
		number, ok := leadingNumber(r.status)
		switch {
		case !ok && strings.Contains(r.status, "="):
			return 0, "the status must come before the conditions: write 301 or 302 there"
		case !ok || number < 200 || number > 599:
			return 0, fmt.Sprintf("%q is not a status: write one such as 301, 302, 200 or 404", r.status)
		}
		status = number
	}
	if r.to == "" && (status >= 300 || !strings.HasSuffix(r.from, "/*")) {
		return 0, "the rule has no destination: write one after the source"
	}
	return status, ""
}

// leadingNumber reads the number that a word begins with.
func leadingNumber(text string) (number int, ok bool) {
	end := 0
	for end < len(text) && end < 6 && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	number, err := strconv.Atoi(text[:end])
	return number, err == nil
}

// cutHost splits an absolute URL into its host and its path.
func cutHost(url string) (host, path string) {
	_, rest, _ := strings.Cut(url, "://")
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[:i], rest[i:]
	}
	return rest, "/"
}
