package firebase

import (
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
)

// rule is a redirect or a rewrite.
type rule struct {
	from        source
	destination string
	status      int
	// program is whether a function or a container answers.
	program bool
	// shown is the rule as reports show it; nil for a program.
	shown *hosting.Rule
}

// source says which paths a rule is for: by a glob or by a regular expression
// (https://firebase.google.com/docs/hosting/full-config#glob_pattern_matching).
type source struct {
	glob *pattern.Glob
	// capture is the glob read as a path with parameters; nil where the destination
	// needs none, or none can be found.
	capture *pattern.Expression
	// prefix is what all paths begin with, in any case, that capture matches.
	prefix string
	// expression is a regular expression, and whole the same for a whole path. The
	// documentation has examples of both readings.
	expression, whole *regexp.Regexp
	// unread is whether linkvet cannot evaluate the glob.
	unread bool
}

// match returns what was captured, and how certain it is that the path matches.
func (s *source) match(req hosting.Request) (map[string]string, pattern.Certainty) {
	switch {
	case s.unread:
		return nil, pattern.Perhaps
	case s.whole != nil:
		return s.search(req)
	case s.capture != nil && hasPrefixFold(req.Path, s.prefix):
		if captured := s.capture.Match(req.Path, req.Effort); captured != nil {
			return captured, pattern.Always
		}
	}
	return nil, s.glob.Match(req.Path, req.Effort)
}

// search looks for the regular expression.
func (s *source) search(req hosting.Request) (map[string]string, pattern.Certainty) {
	if !req.Effort.Spend(2 * pattern.MatchCost(req.Path, len(s.whole.String()))) {
		return nil, pattern.Never
	}
	sure, expression := pattern.Always, s.whole
	groups := s.whole.FindStringSubmatch(req.Path)
	if groups == nil {
		sure, expression = pattern.Perhaps, s.expression
		groups = s.expression.FindStringSubmatch(req.Path)
	}
	if groups == nil {
		return nil, pattern.Never
	}
	return pattern.Captures(groups, expression.SubexpNames()[1:]), sure
}

// hasPrefixFold reports whether a text begins with a prefix of ASCII, in any case.
func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

// asciiPrefix returns the part of a prefix before what is not ASCII.
func asciiPrefix(prefix string) string {
	if end := strings.IndexFunc(prefix, func(r rune) bool { return r >= utf8.RuneSelf }); end >= 0 {
		return prefix[:end]
	}
	return prefix
}

// redirect answers by a redirect.
func (r *rule) redirect(req hosting.Request) (hosting.Answer, pattern.Certainty) {
	captured, sure := r.from.match(req)
	if sure == pattern.Never {
		return hosting.Answer{}, pattern.Never
	}
	if captured == nil && !r.shown.Literal {
		return hosting.Answer{Kind: hosting.Unknown, Rule: r.shown}, sure
	}
	to := r.destination
	if !r.shown.Literal {
		to = pattern.Fill(to, captured)
	}
	to = hosting.WithQuery(hosting.Location(to, req), req.Query)
	return hosting.Answer{Kind: hosting.Redirect, Status: r.status, Location: to, Rule: r.shown}, sure
}

// rooted returns a glob that begins at the root and has no empty or dot elements.
func rooted(glob string) string {
	rest, negated := strings.CutPrefix(glob, "!")
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

// hasParameter reports whether a destination has a parameter at the beginning of a
// segment, where Firebase looks for them.
func hasParameter(destination string) bool {
	return strings.HasPrefix(destination, ":") || strings.Contains(destination, "/:")
}
