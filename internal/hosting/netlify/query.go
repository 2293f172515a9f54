package netlify

import (
	"net/url"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting/redirects"
)

// captured adds what a rule takes from the query to what it takes from the path. It is
// ok if the query has all that the rule asks for.
func (r *rule) captured(values []string, query string) (names, all []string, ok bool) {
	names = r.from.Names
	if len(r.query) == 0 {
		return names, values, true
	}
	names, values = slices.Clone(names), slices.Clone(values)
	given := parameters(query)
	for _, wanted := range r.query {
		value, ok := given[wanted.name]
		if !ok || wanted.capture == "" && value != wanted.value {
			return nil, nil, false
		}
		if wanted.capture != "" {
			names, values = append(names, wanted.capture), append(values, value)
		}
	}
	return names, values, true
}

// parameters reads a query. Of several values for one name the last counts.
func parameters(query string) map[string]string {
	given := map[string]string{}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		given[unescapeQuery(name)] = unescapeQuery(value)
	}
	return given
}

func unescapeQuery(s string) string {
	if plain, err := url.QueryUnescape(s); err == nil {
		return plain
	}
	return s
}

// leadsToItself reports whether a rule leads to the path of the request itself. Netlify skips
// such rules.
func (r *rule) leadsToItself(at string, names, values []string) bool {
	return r.status < 400 && r.shown.To != "" && samePlace(at, redirects.Fill(r.shown.To, names, values))
}

// returns reports whether a rule would match again and again where it leads to. Then
// Netlify answers as if there were no rules.
func (r *rule) returns(at string) bool {
	if r.above == "" || !strings.HasPrefix(at, r.above) {
		return false
	}
	_, again := r.from.Match(r.above, nil)
	return again
}
