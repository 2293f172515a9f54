package hosting

import (
	"path"
	"regexp"
	"strings"
	"unicode/utf8"
)

// firebaseRule is a redirect or a rewrite.
type firebaseRule struct {
	firebasePattern
	destination string
	status      int
	// program is whether a function or a container answers.
	program bool
	rule    *Rule
}

// firebasePattern tells which paths a rule is for: by a glob or by a regular
// expression (https://firebase.google.com/docs/hosting/full-config#glob_pattern_matching).
type firebasePattern struct {
	glob *glob
	// capture is the source read as a path with parameters; nil where the
	// destination needs none, or none can be found.
	capture *pathPattern
	// prefix is what all paths begin with, in any case, that capture matches.
	prefix string
	// expression is a regular expression, and whole the same for a whole path. The
	// documentation has examples of both readings.
	expression, whole *regexp.Regexp
	unread            bool
}

// match returns what was captured, and how certain it is that the path matches.
func (p *firebasePattern) match(req Request) (map[string]string, certainty) {
	pathname, effort := req.Path, req.Effort
	switch {
	case p.unread:
		return nil, perhaps
	case p.whole != nil:
		return p.search(pathname, effort)
	case p.capture != nil && hasPrefixFold(pathname, p.prefix):
		if captured := p.capture.capture(pathname, effort); captured != nil {
			return captured, always
		}
	}
	switch {
	case !effort.spend(p.glob.cost(pathname)):
		return nil, never
	case p.glob.match(pathname, false):
		return nil, always
	case p.glob.match(pathname, true):
		return nil, perhaps
	}
	return nil, never
}

// hasPrefixFold tells whether a text begins with a prefix of ASCII, in any case.
func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// plainPrefix is the part of a prefix before what is not ASCII.
func plainPrefix(prefix string) string {
	if end := strings.IndexFunc(prefix, func(r rune) bool { return r >= utf8.RuneSelf }); end >= 0 {
		return prefix[:end]
	}
	return prefix
}

// search looks for the regular expression.
func (p *firebasePattern) search(pathname string, effort *Effort) (map[string]string, certainty) {
	if !effort.spend(2 * matching(pathname, len(p.whole.String()))) {
		return nil, never
	}
	sure, expression := always, p.whole
	groups := p.whole.FindStringSubmatch(pathname)
	if groups == nil {
		sure, expression = perhaps, p.expression
		groups = p.expression.FindStringSubmatch(pathname)
	}
	captured := namedGroups(groups, expression.SubexpNames()[1:])
	if captured == nil {
		return nil, never
	}
	return captured, sure
}

// redirect answers by a redirect.
func (r *firebaseRule) redirect(req Request) (Answer, certainty) {
	captured, sure := r.match(req)
	if sure == never {
		return Answer{}, never
	}
	if captured == nil && !r.rule.Literal {
		return Answer{Kind: Unknown, Rule: r.rule}, sure
	}
	to := r.destination
	if !r.rule.Literal {
		to = fillIn(to, captured)
	}
	to = withQuery(location(to, req), req.Query)
	return Answer{Kind: Redirect, Status: r.status, Location: to, Rule: r.rule}, sure
}

// slashed is a glob that begins at the root and has no empty or dot elements.
func slashed(pattern string) string {
	rest, negated := strings.CutPrefix(pattern, "!")
	end := ""
	if strings.HasSuffix(rest, "/") && len(rest) > 1 {
		end = "/"
	}
	rest = path.Clean("/"+rest) + end
	if negated {
		return "!" + rest
	}
	return rest
}

// compileCapture reads a glob as a path with parameters; nil where it has other
// wildcards than "*" and "**".
func compileCapture(source string) *pathPattern {
	if strings.ContainsAny(source, "{}[]@!") {
		return nil
	}
	tokens, err := parsePath(source, true)
	if err != nil {
		return nil
	}
	expression, names := joinTokens(tokens)
	pattern, err := compilePattern(strings.TrimSuffix(expression, "/")+"/?", true)
	if err != nil {
		return nil
	}
	return &pathPattern{jsPattern: pattern, names: names}
}

// refersTo tells whether a destination has a parameter at the beginning of a
// segment, where Firebase looks for them.
func refersTo(destination string) bool {
	return strings.HasPrefix(destination, ":") || strings.Contains(destination, "/:")
}
