package hosting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// parameter is a parameter that a rule asks for in the query.
type parameter struct {
	name string
	// value is the one that it must have, unless capture is set.
	value string
	// capture is the name by which the destination has whatever value there is.
	capture string
}

// netlifyRedirect is a rule as its author wrote it, in either file.
type netlifyRedirect struct {
	source       string
	line, column int // of the destination, or of the rule where it has none
	from, to     string
	// status is as written; empty for the default.
	status      string
	force       bool
	conditional bool
	query       []parameter
}

// maxNetlifyRule is how long a source may be, in bytes. Netlify names no limit;
// this one keeps hostile files cheap.
const maxNetlifyRule = 8 << 10

// netlifyFileRules reads a _redirects file: source, parameters, destination,
// status and conditions, one rule a line.
// https://docs.netlify.com/manage/routing/redirects/overview/
func netlifyFileRules(source *Source) (rules []pathRule, faults []Fault) {
	lines, faults := redirectLines(source)
	for _, line := range lines {
		redirect, problem := netlifyLine(line)
		var rule pathRule
		if problem == "" {
			redirect.source = source.Name
			rule, problem = redirect.rule()
		}
		if problem != "" {
			faults = append(faults, Fault{Source: source.Name, Line: line.number, Message: problem})
			continue
		}
		rules = append(rules, rule)
	}
	return rules, faults
}

// netlifyLine sorts the words of one line. The problem is empty when there is
// none.
func netlifyLine(line ruleLine) (redirect netlifyRedirect, problem string) {
	words := line.words
	if i := slices.IndexFunc(words, func(w word) bool { return strings.HasPrefix(w.text, "#") }); i >= 0 {
		words = words[:i]
	}
	redirect = netlifyRedirect{line: line.number, column: words[0].column, from: words[0].text}
	words = words[1:]
	if len(words) == 0 {
		return redirect, "the rule has no destination: write one behind the source"
	}
	if _, ok := leadingNumber(words[0].text); !ok {
		i := slices.IndexFunc(words, func(w word) bool { return strings.HasPrefix(w.text, "/") || isAbsolute(w.text) })
		if i < 0 {
			return redirect, `the rule has no destination: it must begin with "/", "http://" or "https://"`
		}
		redirect.query = netlifyParameters(words[:i])
		redirect.to, redirect.column = words[i].text, words[i].column
		words = words[i+1:]
	}
	if len(words) > 0 {
		redirect.status = words[0].text
		redirect.force = strings.HasSuffix(redirect.status, "!")
		redirect.conditional = len(words) > 1
	}
	return redirect, ""
}

// netlifyParameters reads words such as id=:id. Netlify takes no notice of one
// without a value.
func netlifyParameters(words []word) (parameters []parameter) {
	for _, w := range words {
		name, value, ok := strings.Cut(w.text, "=")
		if !ok {
			continue
		}
		value, _, _ = strings.Cut(value, "=")
		parameters = append(parameters, newParameter(name, value))
	}
	return parameters
}

// newParameter reads a value: a name behind a colon takes any.
func newParameter(name, value string) parameter {
	if capture, ok := strings.CutPrefix(value, ":"); ok && capture != "" {
		return parameter{name: name, capture: capture}
	}
	return parameter{name: name, value: value}
}

// rule checks a redirect and makes it ready to be matched.
func (r netlifyRedirect) rule() (rule pathRule, problem string) {
	status, problem := r.statusCode()
	if problem != "" {
		return rule, problem
	}
	host, path := "", r.from
	if isAbsolute(r.from) {
		host, path = cutHost(r.from)
	}
	switch {
	case len(r.from) > maxNetlifyRule || len(r.to) > maxNetlifyRule:
		return rule, "the rule is too long: shorten it"
	case strings.HasPrefix(path, "/.netlify"):
		return rule, "paths below /.netlify belong to Netlify: remove the rule"
	case strings.Contains(path, "?"):
		return rule, `a source with "?" matches nothing: write parameters behind it, such as id=:id`
	case strings.Contains(path, "#"):
		return rule, `a source with "#" matches nothing, as browsers do not send it: remove that part`
	}
	from := netlifyPattern(path)
	if hasInnerSplat(path) {
		return rule, "an asterisk is only a wildcard at the end of a path segment: use a placeholder such as :name"
	}
	names := r.names(from)
	if host == "" && r.to != "" && !fillable(r.to, names) && from.expression == nil && status < 400 && len(r.query) == 0 &&
		samePlace(from.prefix, r.to) {
		return rule, "source and destination are the same to Netlify, which takes no notice of a slash at the end: remove the rule"
	}
	rule = pathRule{
		Rule:        Rule{Source: r.source, Line: r.line, Column: r.column, To: r.to, Literal: !fillable(r.to, names)},
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
		rule.from = pattern{}
	}
	return rule, ""
}

// above is the path below which a rule with a splat may lead to itself.
func (r netlifyRedirect) above(status int) string {
	if status == 200 || isAbsolute(r.to) || !strings.Contains(r.from+"/", "/*/") {
		return ""
	}
	before, after, _ := strings.Cut(r.to, "/:splat")
	if after == "" || len(after) > 1 && after[0] == '/' {
		return decoded(before)
	}
	return decoded(r.to)
}

// names are what a destination can be filled with.
func (r netlifyRedirect) names(from pattern) []string {
	names := slices.Clone(from.names)
	for _, parameter := range r.query {
		if parameter.capture != "" {
			names = append(names, parameter.capture)
		}
	}
	return names
}

// statusCode reads the status. Only a rule that ends with a splat, with a status
// of success, may go without a destination: it stands for its own path.
func (r netlifyRedirect) statusCode() (status int, problem string) {
	status = movedPermanently
	if r.status != "" {
		number, ok := leadingNumber(r.status)
		switch {
		case !ok && strings.Contains(r.status, "="):
			return 0, "a status must stand before conditions: write 301 or 302 there"
		case !ok || number < 200 || number > 599:
			return 0, fmt.Sprintf("%q is no status: write one such as 301, 302, 200 or 404", r.status)
		}
		status = number
	}
	if r.to == "" && (status >= 300 || !strings.HasSuffix(r.from, "/*")) {
		return 0, "the rule has no destination: write one behind the source"
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

// netlifyPattern reads the path of a source. A placeholder is a whole segment, a
// splat the end of one, and a slash at the end means nothing.
// https://docs.netlify.com/manage/routing/redirects/redirect-options/#splats
func netlifyPattern(path string) pattern {
	path = withoutSlash("/" + strings.TrimPrefix(path, "/"))
	var parts []patternPart
	for rest := path; rest != ""; {
		segment := rest
		if i := strings.IndexByte(rest[1:], '/'); i >= 0 {
			segment = rest[:i+1]
		}
		rest = rest[len(segment):]
		switch name := segment[1:]; {
		case name == "*":
			parts = append(parts, patternPart{name: "splat", expression: "(?:/(.*))?"})
		case strings.HasSuffix(name, "*"):
			parts = append(parts, patternPart{text: strings.TrimSuffix(segment, "*")},
				patternPart{name: "splat", expression: "/?(.*)"})
		case strings.HasPrefix(name, ":") && len(name) > 1:
			parts = append(parts, patternPart{text: "/"}, patternPart{name: name[1:], expression: "([^/]+)"})
		default:
			parts = append(parts, patternPart{text: segment})
		}
	}
	return newPattern(parts, "/?")
}

// hasInnerSplat tells whether an asterisk stands where it is no splat.
func hasInnerSplat(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if strings.Contains(strings.TrimSuffix(segment, "*"), "*") {
			return true
		}
	}
	return false
}

// withoutSlash takes the slash off the end of a path that is more than a slash.
func withoutSlash(path string) string {
	if len(path) > 1 {
		return strings.TrimSuffix(path, "/")
	}
	return path
}

// samePlace tells whether a destination is the path itself, to a host that takes
// no notice of a slash at the end.
func samePlace(path, to string) bool {
	return !strings.ContainsAny(to, "?#") && withoutSlash(pathOf(to)) == withoutSlash(path)
}
