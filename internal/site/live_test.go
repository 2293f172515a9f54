package site

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// answers is a Fetcher that gives one answer after the other, and the last one
// from then on. It counts them.
type answers struct {
	all   []*fetch.Response
	err   error // the answer when there are none
	asked int
}

func (a *answers) Do(context.Context, fetch.Request) (*fetch.Response, error) {
	a.asked++
	if a.err != nil {
		return nil, a.err
	}
	resp := *a.all[min(a.asked, len(a.all))-1]
	return &resp, nil
}

func mustParse(t *testing.T, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestFindStartWaits(t *testing.T) {
	t.Parallel()
	start := mustParse(t, "https://preview.example/")
	answer := func(status int, body string) *fetch.Response {
		return &fetch.Response{Status: status, URL: start, HTML: true, Body: []byte(body)}
	}
	page := answer(http.StatusOK, "<h1>Home</h1>")
	away := answer(http.StatusOK, "")
	away.URL = mustParse(t, "https://vercel.com/login?next=x")
	away.Login = protection.Vercel
	refused := &fetch.Error{Reason: link.ConnectionRefused, Message: "connection refused"}
	hops := []link.Redirect{{Status: 302, URL: "https://vercel.com/sso-api?url=x"}}
	sso := &fetch.Error{Reason: link.Timeout, Message: "no answer", Redirects: hops}
	protected := answer(http.StatusForbidden, "")
	protected.Login = protection.CloudflareAccess
	for name, tt := range map[string]struct {
		client answers
		asked  int  // 0 is until the wait is over
		found  bool // whether it is the site in the end
	}{
		"a page":             {client: answers{all: []*fetch.Response{page}}, asked: 1, found: true},
		"a 503 first":        {client: answers{all: []*fetch.Response{answer(503, ""), answer(502, ""), page}}, asked: 3, found: true},
		"a 403 first":        {client: answers{all: []*fetch.Response{answer(403, "denied"), page}}, asked: 2, found: true},
		"a placeholder":      {client: answers{all: []*fetch.Response{answer(200, "<h1>Deployment is building</h1>"), page}}, asked: 2, found: true},
		"a placeholder only": {client: answers{all: []*fetch.Response{answer(200, "<h1>Deployment is building</h1>")}}, asked: 0, found: false},
		"refused":            {client: answers{err: refused}, asked: 0, found: false},
		"401":                {client: answers{all: []*fetch.Response{answer(401, "")}}, asked: 1, found: false},
		"403 with a form":    {client: answers{all: []*fetch.Response{answer(403, "<input type=password>")}}, asked: 1, found: false},
		"403 of a login":     {client: answers{all: []*fetch.Response{protected}}, asked: 1, found: false},
		"another site":       {client: answers{all: []*fetch.Response{away}}, asked: 1, found: false},
		"another site fails": {client: answers{err: sso}, asked: 1, found: false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const wait = time.Minute
				began := time.Now()
				_, _, err := FindStart(t.Context(), &tt.client, start, Wanted{Within: wait})
				if (err == nil) != tt.found {
					t.Errorf("got %v", err)
				}
				if over := time.Since(began) == wait; over != (tt.asked == 0) || !over && tt.client.asked != tt.asked {
					t.Errorf("asked %d times in %v", tt.client.asked, time.Since(began))
				}
				var e *UnreachableError
				if tt.client.err == sso && (!errors.As(err, &e) || e.Protection != protection.Vercel || e.Final.Host != "vercel.com") {
					t.Errorf("got %+v", e)
				}
			})
		})
	}
}

// opening is a site that is up from a moment on.
type opening time.Time

func (o opening) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	u := r.URL
	if time.Now().Before(time.Time(o)) {
		return nil, errors.New("connection refused")
	}
	return &fetch.Response{Status: 200, URL: u}, nil
}

func TestFindStartWaitsNoLongerThanItMay(t *testing.T) {
	t.Parallel()
	start := mustParse(t, "http://opening.test/")
	for name, test := range map[string]struct {
		opens, wait time.Duration
		least, most time.Duration
		fails       bool
	}{
		"up at once":       {wait: time.Hour},
		"up late":          {opens: time.Minute, wait: time.Hour, least: time.Minute, most: time.Minute + 5*time.Second},
		"up too late":      {opens: time.Minute, wait: 400 * time.Millisecond, least: 400 * time.Millisecond, most: 400 * time.Millisecond, fails: true},
		"up at the end":    {opens: time.Minute, wait: time.Minute, least: time.Minute, most: time.Minute},
		"longer than ever": {opens: 100 * time.Hour, wait: time.Hour, least: time.Hour, most: time.Hour, fails: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			_, _, err := FindStart(t.Context(), opening(began.Add(test.opens)), start, Wanted{Within: test.wait})
			if took := time.Since(began); took < test.least || took > test.most || (err != nil) != test.fails {
				t.Errorf("%s: %v after %v, want between %v and %v", name, err, took, test.least, test.most)
			}
		})
	}
}

func TestContains(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		document, text string
		want           bool
	}{
		"an attribute":                {document: `<meta name=commit content="abc123">`, text: "abc123", want: true},
		"the end of another word":     {document: `<script src="/app.abc123.js"></script>`, text: "abc123", want: true},
		"its source":                  {document: `<meta name=commit content=abc123>`, text: `content=abc123`, want: true},
		"a reference in an attribute": {document: `<meta content="a&quot;b">`, text: `a"b`, want: true},
		"the reference as it is":      {document: `<p>Fish &amp; chips`, text: "Fish &amp; chips", want: true},
		"text over elements":          {document: "<p>Build\n <b>abc123</b> of <i>main</i>", text: "Build abc123 of main", want: true},
		"another case":                {document: `<meta content=ABC123>`, text: "abc123"},
		"the name of an element":      {document: "<video></video>", text: "<video controls"},
	} {
		if got := Contains([]byte(tt.document), tt.text); got != tt.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestFindStartWaitsForText(t *testing.T) {
	t.Parallel()
	start := mustParse(t, "https://preview.example/")
	answer := func(status int, body string) *fetch.Response {
		return &fetch.Response{Status: status, URL: start, HTML: true, Body: []byte(body)}
	}
	older := answer(http.StatusOK, "<title>Docs</title><meta content=0ld>")
	other := answer(http.StatusOK, "<title>Docs &amp;\nmore</title><meta content=0lder>")
	newer := answer(http.StatusOK, "<title>Docs</title><meta content=abc123>")
	down, lost := answer(http.StatusServiceUnavailable, ""), answer(http.StatusNotFound, "")
	form := answer(http.StatusOK, "<title>Log in</title><h1>Log in</h1><input type=password>")
	menu := answer(http.StatusOK, "<title>Home</title><h1>Home</h1><input type=password>")
	moved := answer(http.StatusOK, "<h1>Members</h1>")
	moved.URL = mustParse(t, "https://preview.example/login")
	walled := answer(http.StatusUnauthorized, "")
	walled.Login = protection.Vercel
	for name, tt := range map[string]struct {
		all   []*fetch.Response
		asked int      // 0 is until the wait is over
		says  []string // nil where it is found in the end
		not   string
	}{
		"after the older one": {all: []*fetch.Response{older, older, newer}, asked: 3},
		"after a failure":     {all: []*fetch.Response{older, down, newer}, asked: 3},
		"never": {all: []*fetch.Response{older}, says: []string{
			`could not find the text "abc123" on the start page "https://preview.example/"`, "it answered with status 200, and its title is \"Docs\"",
			"it may be an earlier deployment", "raise wait",
		}},
		"another page":         {all: []*fetch.Response{older, other}, says: []string{`its title is "Docs & more"`}},
		"down in the end":      {all: []*fetch.Response{older, down}, says: []string{"could not read the start page", "it answered with status 503"}},
		"never up":             {all: []*fetch.Response{lost}, says: []string{"could not read the start page", "status 404"}, not: "abc123"},
		"a login":              {all: []*fetch.Response{older, walled}, asked: 2, says: []string{"status 401"}, not: "abc123"},
		"a page with a login":  {all: []*fetch.Response{form}, asked: 1, says: []string{"asks for a login"}, not: "abc123"},
		"redirected to one":    {all: []*fetch.Response{moved}, asked: 1, says: []string{"asks for a login"}, not: "abc123"},
		"a login in the menu":  {all: []*fetch.Response{menu}, says: []string{"it has a field for a password"}},
		"a placeholder, older": {all: []*fetch.Response{answer(200, "<h1>Deployment is building</h1>"), older}, says: []string{"could not find the text"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const wait = time.Minute
				client := answers{all: tt.all}
				began := time.Now()
				_, resp, err := FindStart(t.Context(), &client, start, Wanted{Within: wait, Text: "abc123"})
				if over := time.Since(began) == wait; over != (tt.asked == 0) || !over && client.asked != tt.asked {
					t.Errorf("asked %d times in %v", client.asked, time.Since(began))
				}
				if tt.says == nil {
					if err != nil || resp == nil {
						t.Errorf("got %v and %v", resp, err)
					}
					return
				}
				var e *UnreachableError
				if !errors.As(err, &e) || resp != nil {
					t.Fatalf("got %v and %v", resp, err)
				}
				for _, words := range tt.says {
					if !strings.Contains(err.Error(), words) {
						t.Errorf("got %q, which lacks %q", err, words)
					}
				}
				if tt.not != "" && strings.Contains(err.Error(), tt.not) {
					t.Errorf("got %q, which says %q", err, tt.not)
				}
			})
		})
	}
}

func TestFindStartLooksForTextOnceWithoutAWait(t *testing.T) {
	t.Parallel()
	start := mustParse(t, "https://preview.example/")
	client := answers{all: []*fetch.Response{{Status: http.StatusOK, URL: start, HTML: true, Body: []byte("<title>\x1b[31m</title>")}}}
	_, _, err := FindStart(t.Context(), &client, start, Wanted{Text: "abc\u202e123"})
	const want = `could not find the text "abc\u202e123" on the start page "https://preview.example/": it answered with status 200, and its title is "\u001b[31m"; ` +
		`it may be an earlier deployment; set wait: 5m to look for the text until the new deployment is ready`
	if client.asked != 1 || err == nil || err.Error() != want {
		t.Errorf("asked %d times: %v", client.asked, err)
	}
}

func TestFindStartSaysWhatItHasSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := mustParse(t, "https://preview.example/")
		older := &fetch.Response{Status: http.StatusOK, URL: start}
		down := &fetch.Response{Status: http.StatusBadGateway, URL: start}
		var lines []string
		client := answers{all: []*fetch.Response{down, down, older, older, {Status: http.StatusOK, URL: start, Body: []byte("5ca1ab1e8badf00d5ca1ab1e")}}}
		_, _, err := FindStart(t.Context(), &client, start, Wanted{Within: time.Minute, Text: "5ca1ab1e8badf00d5ca1ab1e", OnAnswer: func(seen string) { lines = append(lines, seen) }})
		want := []string{
			"waiting for the start page: status 502 after request 1",
			"waiting for the start page: status 502 after request 2",
			"waiting for the start page: status 200 without the text after request 3",
			"waiting for the start page: status 200 without the text after request 4",
		}
		if err != nil || !slices.Equal(lines, want) {
			t.Errorf("got %q, %v", lines, err)
		}
	})
}
