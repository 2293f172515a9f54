package github

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

func TestFind(t *testing.T) {
	t.Parallel()
	api := map[string]string{
		"/repos/me/mine":                         `{"private":true}`,
		"/repos/me/mine/contents/a.md?ref=x":     `{}`,
		"/repos/me/mine/contents/a.md?ref=x%2Fy": `{}`,
		"/repos/me/mine/issues/7":                `{}`,
		"/repos/me/open":                         `{"private":false}`,
	}
	get := func(_ context.Context, u weburl.URL) (status int, body []byte, ok bool) {
		path := strings.TrimPrefix(u.String(), "https://api.github.com")
		switch text, known := api[path]; {
		case strings.HasPrefix(path, "/repos/me/down"):
			return 0, nil, false
		case strings.HasPrefix(path, "/repos/me/limited"):
			return http.StatusForbidden, nil, true
		case known:
			return http.StatusOK, []byte(text), true
		}
		return http.StatusNotFound, nil, true
	}
	tests := map[string]struct {
		page  string
		token string
		want  Finding
	}{
		"no token":                    {page: "https://github.com/me/mine", want: Absent},
		"another host":                {page: "https://example.com/me/mine", token: "hush", want: Absent},
		"no repository":               {page: "https://github.com/about", token: "hush", want: Absent},
		"a repository":                {page: "https://github.com/me/mine.git", token: "hush", want: Present},
		"a file":                      {page: "https://github.com/me/mine/blob/x/a.md", token: "hush", want: Present},
		"on a branch with a slash":    {page: "https://github.com/me/mine/blob/x/y/a.md", token: "hush", want: Present},
		"a lost file":                 {page: "https://github.com/me/mine/blob/x/b.md", token: "hush", want: Absent},
		"an issue":                    {page: "https://github.com/me/mine/issues/7", token: "hush", want: Present},
		"a page without an interface": {page: "https://github.com/me/mine/wiki", token: "hush", want: Hidden},
		"a public repository":         {page: "https://github.com/me/open/blob/x/a.md", token: "hush", want: Absent},
		"no answer":                   {page: "https://github.com/me/down", token: "hush", want: Hidden},
		"too many requests":           {page: "https://github.com/me/limited", token: "hush", want: Hidden},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := weburl.Parse(test.page)
			if err != nil {
				t.Fatal(err)
			}
			l := NewLookup(Access{Token: test.token}.WithDefaults())
			if got := l.Find(t.Context(), page, get); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func TestEachRepositoryIsLookedUpOnce(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	get := func(context.Context, weburl.URL) (status int, body []byte, ok bool) {
		asked.Add(1)
		return http.StatusNotFound, nil, true
	}
	l := NewLookup(Access{Token: "hush"}.WithDefaults())
	for _, path := range []string{"/me/mine", "/me/mine/issues/1", "/me/mine/blob/main/a"} {
		if got := l.Find(t.Context(), weburl.URL{Scheme: "https", Host: "github.com", Path: path}, get); got != Absent {
			t.Errorf("%s: got %d", path, got)
		}
	}
	if asked.Load() != 1 {
		t.Errorf("%d requests, want 1", asked.Load())
	}
}
