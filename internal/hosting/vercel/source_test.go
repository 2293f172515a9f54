package vercel

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
	"github.com/linkvet/linkvet/internal/hosting/settings"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// conditionsOf reads the conditions of a rule.
func conditionsOf(t *testing.T, rule string) ([]condition, []string) {
	t.Helper()
	var book hosting.RuleBook
	f := settings.ReadJSON(&hosting.Source{Data: []byte(rule)}, settings.StrictJSON, &book)
	if f == nil {
		t.Fatal(book.Faults())
	}
	conditions, names := readConditions(f.Root)
	return conditions, slices.Sorted(maps.Keys(names))
}

// TestConditions compares how certain it is that a request meets the conditions of a rule.
func TestConditions(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rule, query string
		want        pattern.Certainty
	}{
		"none": {
			rule: `{}`,
			want: pattern.Always,
		},
		"a parameter": {
			rule:  `{"has": [{"type": "query", "key": "a"}]}`,
			query: "a=1",
			want:  pattern.Always,
		},
		"a parameter without a value": {
			rule:  `{"has": [{"type": "query", "key": "a"}]}`,
			query: "a",
			want:  pattern.Always,
		},
		"another parameter": {
			rule:  `{"has": [{"type": "query", "key": "a"}]}`,
			query: "b=1",
			want:  pattern.Never,
		},
		"a value": {
			rule:  `{"has": [{"type": "query", "key": "a", "value": "[0-9]+"}]}`,
			query: "a=x&a=12",
			want:  pattern.Always,
		},
		"another value": {
			rule:  `{"has": [{"type": "query", "key": "a", "value": "[0-9]+"}]}`,
			query: "a=12x",
			want:  pattern.Never,
		},
		"a value that cannot be evaluated": {
			rule:  `{"has": [{"type": "query", "key": "a", "value": "(?<!x)y"}]}`,
			query: "a=y",
			want:  pattern.Perhaps,
		},
		"that value, without the parameter": {
			rule: `{"has": [{"type": "query", "key": "a", "value": "(?<!x)y"}]}`,
			want: pattern.Never,
		},
		"a value that is no text": {
			rule:  `{"has": [{"type": "query", "key": "a", "value": {"eq": "y"}}]}`,
			query: "a=y",
			want:  pattern.Perhaps,
		},
		"no query": {
			rule:  `{"has": [{"type": "query", "key": "a"}]}`,
			query: "%zz",
			want:  pattern.Perhaps,
		},
		"a header": {
			rule: `{"has": [{"type": "header", "key": "a"}]}`,
			want: pattern.Perhaps,
		},
		"a missing parameter": {
			rule: `{"missing": [{"type": "query", "key": "a"}]}`,
			want: pattern.Always,
		},
		"a parameter that must be missing": {
			rule:  `{"missing": [{"type": "query", "key": "a"}]}`,
			query: "a",
			want:  pattern.Never,
		},
		"a missing cookie": {
			rule: `{"missing": [{"type": "cookie", "key": "a"}]}`,
			want: pattern.Perhaps,
		},
		"one of two": {
			rule:  `{"has": [{"type": "query", "key": "a"}, {"type": "host", "value": "x"}]}`,
			query: "a",
			want:  pattern.Perhaps,
		},
		"one of two, and the other not": {
			rule: `{"has": [{"type": "query", "key": "a"}, {"type": "host", "value": "x"}]}`,
			want: pattern.Never,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := source{unread: false, pattern: mustCompile(t, "/a")}
			s.conditions, _ = conditionsOf(t, test.rule)
			if _, got := s.match("/a", hosting.Request{Query: test.query}); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
			s.unread = true
			if _, got := s.match("/a", hosting.Request{Query: test.query}); got != min(test.want, pattern.Perhaps) {
				t.Errorf("of a pattern that cannot be evaluated: got %d", got)
			}
			s.prefix = "/b"
			if _, got := s.match("/a", hosting.Request{Query: test.query}); got != pattern.Never {
				t.Errorf("of another prefix: got %d", got)
			}
		})
	}
}

func mustCompile(t *testing.T, text string) *pattern.Expression {
	t.Helper()
	p, err := pattern.CompilePath(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestConditionNames compares the names by which a destination can refer to a request.
func TestConditionNames(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string][]string{
		`{}`: nil,
		`{"has": [{"type": "query", "key": "a"}]}`:                       {"a"},
		`{"has": [{"type": "query", "key": "a", "value": "(?<b>.*)"}]}`:  {"b"},
		`{"has": [{"type": "header", "key": "a", "value": "x"}]}`:        nil,
		`{"has": [{"type": "host", "value": "(?P<c>.*).example.com"}]}`:  {"c", "host"},
		`{"missing": [{"type": "query", "key": "a"}]}`:                   nil,
		`{"missing": [{"type": "host", "value": "(?<c>.*)"}], "has": 1}`: nil,
	} {
		if _, got := conditionsOf(t, rule); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", rule, got, want)
		}
	}
}

// TestDestinationsOfRequests expects no location where only the request fills it in.
func TestDestinationsOfRequests(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ redirect, path, want string }{
		"a parameter of the query": {
			redirect: `"source": "/a", "destination": "/b/:q", "has": [{"type": "query", "key": "q"}]`,
			path:     "/a?q=1",
			want:     "unknown",
		},
		"one that the destination does not use": {
			redirect: `"source": "/a", "destination": "/b", "has": [{"type": "query", "key": "q"}]`,
			path:     "/a?q=1",
			want:     "308 /b?q=1",
		},
		"the host": {
			redirect: `"source": "/a", "destination": "https://www.:host/a", "has": [{"type": "host", "value": "x"}]`,
			path:     "/a",
			want:     "404 or unknown",
		},
		"the path": {
			redirect: `"source": "/a/:b", "destination": "/:b"`,
			path:     "/a/x",
			want:     "308 /x",
		},
		"a number": {
			redirect: `"source": "/a/(.*)", "destination": "/$1"`,
			path:     "/a/x/y",
			want:     "308 /x/y",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := hostFile.With(`{"redirects": [{` + test.redirect + `}]}`)
			if faults := hostingtest.Faults(p); len(faults) > 0 {
				t.Errorf("faults %q", faults)
			}
			if got := hostingtest.Ask(p, test.path); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestRoutesByTheirPlace expects routes before and behind the files to apply there.
func TestRoutesByTheirPlace(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		routes string
		want   map[string]string
	}{
		"before the files": {
			routes: `{"src": "/a.html", "status": 410}`,
			want:   map[string]string{"/a.html": "410", "/": "200 index.html"},
		},
		"behind the files": {
			routes: `{"handle": "filesystem"}, {"src": "/.*", "dest": "/index.html"}`,
			want:   map[string]string{"/a.html": "200 a.html", "/x": "200 index.html"},
		},
		"a page for what is missing": {
			routes: `{"handle": "filesystem"}, {"src": "/.*", "status": 404, "dest": "/index.html"}`,
			want:   map[string]string{"/a.html": "200 a.html", "/x": "404"},
		},
		"headers": {
			routes: `{"src": "/.*", "headers": {"x": "y"}, "continue": true}, {"src": "/x", "dest": "/a.html"}`,
			want:   map[string]string{"/x": "200 a.html", "/y": "404"},
		},
		"a redirect": {
			routes: `{"src": "/old/(.*)", "status": 301, "headers": {"Location": "/$1"}}`,
			want:   map[string]string{"/old/a.html": "301 /a.html", "/old": "404"},
		},
		"for errors": {
			routes: `{"handle": "error"}, {"src": "/.*", "dest": "/index.html"}`,
			want:   map[string]string{"/x": "404"},
		},
		"behind a miss": {
			routes: `{"handle": "miss"}, {"src": "/x", "dest": "/a.html"}`,
			want:   map[string]string{"/x": "404 or unknown"},
		},
		"another method": {
			routes: `{"src": "/x", "methods": ["POST"], "dest": "/a.html"}`,
			want:   map[string]string{"/x": "404"},
		},
		"another way to write it": {
			routes: `{"source": "/x", "statusCode": 308, "headers": {"location": "/y"}}`,
			want:   map[string]string{"/x": "308 /y"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := hostFile.With(`{"routes": [` + test.routes + `]}`)
			got := map[string]string{}
			for path := range test.want {
				got[path] = hostingtest.Ask(p, path)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
			if faults := hostingtest.Faults(p); len(faults) > 0 && !strings.Contains(test.routes, "miss") {
				t.Errorf("faults %q", faults)
			}
		})
	}
}
