package secureurl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// pages answers requests with pages.
type pages map[string]fetch.Response

func (p pages) Do(_ context.Context, r fetch.Request) (*fetch.Response, error) {
	resp, ok := p[r.URL.String()]
	if !ok {
		return nil, errors.New("no connection")
	}
	return &resp, nil
}

// page is an answer with a title and a text.
func page(title, text string) fetch.Response {
	return fetch.Response{Status: 200, HTML: true, Body: []byte("<title>" + title + "</title><p>" + text)}
}

func mustParse(t *testing.T, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestSame(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("some words of a text ", 20)
	with := func(change func(*fetch.Response)) fetch.Response {
		r := page("A", text)
		change(&r)
		return r
	}
	for _, tt := range []struct {
		name          string
		plain, secure fetch.Response
		want          bool
	}{
		{name: "the same page", plain: page("A", text), secure: page("A", text), want: true},
		{name: "another time on it", plain: page("A", text+"12:00"), secure: page("A", text+"12:01"), want: true},
		{name: "another title", plain: page("A", text), secure: page("B", text)},
		{name: "another text", plain: page("A", text), secure: page("A", "this is the default page of the server")},
		{name: "an error", plain: page("A", text), secure: with(func(r *fetch.Response) { r.Status = 404 })},
		{name: "a redirect", plain: page("A", text), secure: with(func(r *fetch.Response) { r.Redirects = []link.Redirect{{Status: 302, URL: "http://a.test/"}} })},
		{name: "a login", plain: page("A", text), secure: with(func(r *fetch.Response) { r.Login = "basic" })},
		{name: "bot protection", plain: page("A", text), secure: with(func(r *fetch.Response) { r.BotProtection = "x" })},
		{name: "no page", plain: page("A", text), secure: with(func(r *fetch.Response) { r.HTML = false })},
		{name: "no text", plain: fetch.Response{Status: 200, HTML: true}, secure: fetch.Response{Status: 200, HTML: true}},
		{name: "no answer", plain: page("A", text)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			u := mustParse(t, "http://a.test/x")
			answers := pages{"http://a.test/x": tt.plain}
			if tt.secure.Status != 0 {
				answers["https://a.test/x"] = tt.secure
			}
			if got, problems := Same(t.Context(), answers, []weburl.URL{u}); got[u] != tt.want || problems != nil {
				t.Errorf("got %v, problems %q", got, problems)
			}
		})
	}
}

// TestSameEnds compares nothing after the end of the run.
func TestSameEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var urls []weburl.URL
	answers := pages{}
	for i := range 100 {
		u := mustParse(t, fmt.Sprintf("http://a.test/%d", i))
		urls = append(urls, u)
		answers[u.String()] = page("A", "text")
	}
	if got, problems := Same(ctx, answers, urls); len(got) > 0 || problems != nil {
		t.Errorf("got %v, problems %q", got, problems)
	}
}

// panicking is a fetcher that panics for one URL.
type panicking struct{ pages }

func (p panicking) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	if r.URL.String() == "https://a.test/a" {
		panic("a fault of the program")
	}
	return p.pages.Do(ctx, r)
}

// TestSameContainsAPanic: it costs one comparison, and not the run.
func TestSameContainsAPanic(t *testing.T) {
	t.Parallel()
	var urls []weburl.URL
	answers := pages{}
	for _, path := range []string{"/a", "/b"} {
		urls = append(urls, mustParse(t, "http://a.test"+path))
		answers["http://a.test"+path], answers["https://a.test"+path] = page("A", "text"), page("A", "text")
	}
	got, problems := Same(t.Context(), panicking{answers}, urls)
	if len(got) != 1 || !got[urls[1]] {
		t.Errorf("got %v, want the second URL", got)
	}
	if len(problems) != 1 || !strings.Contains(problems[0], `could not compare with https the page "http://a.test/a": internal error (a fault of the program`) {
		t.Errorf("problems %q", problems)
	}
}
