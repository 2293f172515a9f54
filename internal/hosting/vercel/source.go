package vercel

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// source says which requests a route is for.
type source struct {
	pattern *pattern.Expression
	// unread is whether linkvet cannot evaluate the pattern. Then the route may be for
	// every path that begins with prefix.
	unread bool
	// prefix is what all paths begin with that the route is for. For most paths it is
	// enough to see that a route does not apply.
	prefix     string
	conditions []condition
}

// match returns what was captured from a path, and how certain it is that the route is
// for the request.
func (s *source) match(path string, req hosting.Request) (captured map[string]string, sure pattern.Certainty) {
	switch {
	case !strings.HasPrefix(path, s.prefix):
		return nil, pattern.Never
	case s.unread:
		sure = pattern.Perhaps
	default:
		if captured = s.pattern.Match(path, req.Effort); captured == nil {
			return nil, pattern.Never
		}
		sure = pattern.Always
	}
	for i := range s.conditions {
		sure = sure.And(s.conditions[i].isMet(req))
	}
	return captured, sure
}

// condition is one of "has" or "missing".
type condition struct {
	kind, key string
	// value is what the whole value must match; nil for any.
	value *regexp.Regexp
	// unread is whether linkvet cannot evaluate the value.
	unread  bool
	missing bool
}

// isMet returns how certain it is that a request meets the condition. Only the query of
// the request is known.
func (c *condition) isMet(req hosting.Request) pattern.Certainty {
	if c.missing {
		return c.has(req).Not()
	}
	return c.has(req)
}

// has returns how certain it is that a request has what the condition names.
func (c *condition) has(req hosting.Request) pattern.Certainty {
	if c.kind != "query" {
		return pattern.Perhaps
	}
	query, err := url.ParseQuery(req.Query)
	if err != nil {
		return pattern.Perhaps
	}
	values, ok := query[c.key]
	switch {
	case !ok:
		return pattern.Never
	case c.unread:
		return pattern.Perhaps
	case c.value == nil || slices.ContainsFunc(values, c.value.MatchString):
		return pattern.Always
	}
	return pattern.Never
}

// namedGroup matches the beginning of a group with a name.
var namedGroup = regexp.MustCompile(`\(\?P?<([A-Za-z][A-Za-z0-9_]*)>`)

// readConditions reads "has" and "missing", and returns the names by which a destination
// can refer to what a request has.
func readConditions(item *settings.Value) (conditions []condition, names map[string]bool) {
	for _, name := range []string{"has", "missing"} {
		for _, entry := range item.Get(name).List() {
			c := condition{missing: name == "missing"}
			c.kind, _ = entry.Get("type").Text()
			c.key, _ = entry.Get("key").Text()
			value, ok := entry.Get("value").Text()
			if ok {
				expression, err := regexp.Compile("^(?:" + pattern.GoSyntax(value) + ")$")
				c.value, c.unread = expression, err != nil || len(value) > pattern.MaxSize
			} else {
				c.unread = entry.Get("value") != nil
			}
			conditions = append(conditions, c)
			if c.missing {
				continue
			}
			if names == nil {
				names = map[string]bool{}
			}
			if value == "" && c.key != "" {
				names[c.key] = true
			}
			for _, group := range namedGroup.FindAllStringSubmatch(value, -1) {
				names[group[1]] = true
			}
			if c.kind == "host" {
				names["host"] = true
			}
		}
	}
	return conditions, names
}
