package vercel

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/pattern"
	"github.com/linkvet/linkvet/internal/hosting/settings"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

// conditionsOf reads the conditions of a rule.
func conditionsOf(t *testing.T, rule string) []condition {
	t.Helper()
	var book hosting.RuleBook
	f := settings.ReadJSON(&hosting.Source{Data: []byte(rule)}, settings.StrictJSON, &book)
	if f == nil {
		t.Fatal(book.Faults())
	}
	conditions, _ := readConditions(f.Root)
	return conditions
}

// TestConditions compares how certain it is that a request meets the conditions of a rule.
func TestConditions(t *testing.T) {
	t.Parallel()
	const first = `{"has": [{"type": "query", "key": "a"`
	for _, test := range []struct {
		rule, query string
		want        pattern.Certainty
	}{
		{rule: `{}`, want: pattern.Always},
		{rule: first + `}]}`, query: "a=1", want: pattern.Always},
		{rule: first + `}]}`, query: "a", want: pattern.Always},
		{rule: first + `}]}`, query: "b=1", want: pattern.Never},
		{rule: first + `, "value": "[0-9]+"}]}`, query: "a=x&a=12", want: pattern.Always},
		{rule: first + `, "value": "[0-9]+"}]}`, query: "a=12x", want: pattern.Never},
		// Values that linkvet cannot evaluate.
		{rule: first + `, "value": "(?<!x)y"}]}`, query: "a=y", want: pattern.Perhaps},
		{rule: first + `, "value": "(?<!x)y"}]}`, want: pattern.Never},
		{rule: first + `, "value": {"eq": "y"}}]}`, query: "a=y", want: pattern.Perhaps},
		{rule: first + `}]}`, query: "%zz", want: pattern.Perhaps},
		{rule: `{"has": [{"type": "header", "key": "a"}]}`, want: pattern.Perhaps},
		{rule: `{"missing": [{"type": "query", "key": "a"}]}`, want: pattern.Always},
		{rule: `{"missing": [{"type": "query", "key": "a"}]}`, query: "a", want: pattern.Never},
		{rule: `{"missing": [{"type": "cookie", "key": "a"}]}`, want: pattern.Perhaps},
		{rule: first + `}, {"type": "host", "value": "x"}]}`, query: "a", want: pattern.Perhaps},
		{rule: first + `}, {"type": "host", "value": "x"}]}`, want: pattern.Never},
	} {
		t.Run(test.rule+test.query, func(t *testing.T) {
			t.Parallel()
			s := source{unread: false, pattern: mustCompile(t, "/a")}
			s.conditions = conditionsOf(t, test.rule)
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

// TestDestinationsOfRequests expects no location where only the request fills it in.
func TestDestinationsOfRequests(t *testing.T) {
	t.Parallel()
	for redirect, want := range map[string]map[string]string{
		`"source": "/a", "destination": "/b/:q", "has": [{"type": "query", "key": "q"}]`:                      {"/a?q=1": "unknown"},
		`"source": "/a", "destination": "/b/:b", "has": [{"type": "query", "key": "q", "value": "(?<b>.*)"}]`: {"/a?q=1": "unknown"},
		`"source": "/a", "destination": "/b", "has": [{"type": "query", "key": "q"}]`:                         {"/a?q=1": "308 /b?q=1"},
		`"source": "/a", "destination": "https://www.:host/a", "has": [{"type": "host", "value": "x"}]`:       {"/a": "404 or unknown"},
		`"source": "/a/:b", "destination": "/:b"`:                                                             {"/a/x": "308 /x"},
		`"source": "/a/(.*)", "destination": "/$1"`:                                                           {"/a/x/y": "308 /x/y"},
	} {
		p := hostFile.With(`{"redirects": [{` + redirect + `}]}`)
		if faults := hostingtest.Faults(p); len(faults) > 0 {
			t.Errorf("%s: faults %q", redirect, faults)
		}
		hostingtest.CheckAnswers(t, p, want)
	}
}

// TestRoutesByTheirPlace expects routes before and behind the files to apply there.
func TestRoutesByTheirPlace(t *testing.T) {
	t.Parallel()
	for routes, want := range map[string]map[string]string{
		`{"src": "/a.html", "status": 410}`:                                                         {"/a.html": "410", "/": "200 index.html"},
		`{"handle": "filesystem"}, {"src": "/.*", "dest": "/index.html"}`:                           {"/a.html": "200 a.html", "/x": "200 index.html"},
		`{"handle": "filesystem"}, {"src": "/.*", "status": 404, "dest": "/index.html"}`:            {"/a.html": "200 a.html", "/x": "404"},
		`{"src": "/.*", "headers": {"x": "y"}, "continue": true}, {"src": "/x", "dest": "/a.html"}`: {"/x": "200 a.html", "/y": "404"},
		`{"src": "/old/(.*)", "status": 301, "headers": {"Location": "/$1"}}`:                       {"/old/a.html": "301 /a.html", "/old": "404"},
		`{"handle": "error"}, {"src": "/.*", "dest": "/index.html"}`:                                {"/x": "404"},
		`{"handle": "miss"}, {"src": "/x", "dest": "/a.html"}`:                                      {"/x": "404 or unknown"},
		`{"src": "/x", "methods": ["POST"], "dest": "/a.html"}`:                                     {"/x": "404"},
		`{"source": "/x", "statusCode": 308, "headers": {"location": "/y"}}`:                        {"/x": "308 /y"},
	} {
		p := hostFile.With(`{"routes": [` + routes + `]}`)
		hostingtest.CheckAnswers(t, p, want)
		if faults := hostingtest.Faults(p); len(faults) > 0 && !strings.Contains(routes, "miss") {
			t.Errorf("%s: faults %q", routes, faults)
		}
	}
}
