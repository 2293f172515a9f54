package site

import (
	"context"
	"errors"
	"net/http"
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
