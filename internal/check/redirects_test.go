package check_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

func TestSuggestionIsWhereThePageIs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		from, to string
		place    string // empty when to is suggested
	}{
		"another host":            {from: "https://a.test/guide", to: "https://docs.b.test/guide", place: ""},
		"home from a page":        {from: "https://a.test/guide/install", to: "https://a.test/", place: "a home page"},
		"home of a language":      {from: "https://a.test/guide", to: "https://a.test/en-us/", place: "a home page"},
		"home by its file":        {from: "https://a.test/guide", to: "https://a.test/en/Default.aspx", place: "a home page"},
		"a page by its number":    {from: "https://a.test/old", to: "https://a.test/?p=12", place: ""},
		"home to its language":    {from: "https://a.test/", to: "https://a.test/en/", place: ""},
		"a short path, no tongue": {from: "https://a.test/pkg/io", to: "https://pkg.a.test/io", place: ""},
		"a login page":            {from: "https://a.test/edit", to: "https://a.test/users/sign_in?next=/edit", place: "a login page"},
		"a login host":            {from: "https://a.test/edit", to: "https://accounts.a.test/v3/x", place: "a login page"},
		"a login moved":           {from: "https://a.test/login", to: "https://a.test/account/login", place: ""},
		"consent":                 {from: "https://a.test/news", to: "https://consent.a.test/?done=news", place: "a consent page"},
		"an error page":           {from: "https://a.test/guide", to: "https://a.test/errors/404.html", place: "a not-found page"},
		"about what is not found": {from: "https://a.test/guide", to: "https://a.test/docs/not-found", place: ""},
	}
	for name, tt := range tests {
		u, end := checktest.MustParse(t, tt.from), checktest.MustParse(t, tt.to)
		o := checktest.NewJob(t).JudgeAnswer(u, &fetch.Response{Status: 200, URL: end, Redirects: []link.Redirect{{Status: 301, URL: tt.to}}}, nil)
		if o.Verdict != link.Redirected || (o.Suggestion != "") != (tt.place == "") || !strings.Contains(o.Message, tt.place) {
			t.Errorf("%s: %s with suggestion %q: %s", name, o.Verdict, o.Suggestion, o.Message)
		}
	}
}

func TestDowngradeIsTold(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		from string
		hops []string
		told bool
	}{
		"up":             {from: "http://a.test/", hops: []string{"https://a.test/x"}, told: false},
		"down":           {from: "https://a.test/", hops: []string{"http://a.test/x"}, told: true},
		"down on a hop":  {from: "https://a.test/", hops: []string{"https://a.test/x", "http://a.test/y", "https://a.test/z"}, told: true},
		"stays on https": {from: "https://a.test/", hops: []string{"https://b.test/x"}, told: false},
	}
	for name, tt := range tests {
		for _, status := range []int{301, 302} {
			resp := fetch.Response{Status: 200}
			for _, hop := range tt.hops {
				resp.URL = checktest.MustParse(t, hop)
				resp.Redirects = append(resp.Redirects, link.Redirect{Status: status, URL: hop})
			}
			o := checktest.NewJob(t, "--redirects=all").JudgeAnswer(checktest.MustParse(t, tt.from), &resp, nil)
			// The link works in a browser, so it is never broken.
			if strings.Contains(o.Message, "from https to http") != tt.told || o.Verdict != link.Redirected {
				t.Errorf("%s: %s: %s", name, o.Verdict, o.Message)
			}
		}
	}
}
