package check_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/check/checktest"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

func TestSuggestionIsWhereThePageIs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		from, to string
		place    string // empty when to is suggested
	}{
		"another page":            {"https://a.test/old", "https://a.test/new/page", ""},
		"another host":            {"https://a.test/guide", "https://docs.b.test/guide", ""},
		"its slash":               {"https://a.test/guide", "https://a.test/guide/", ""},
		"home from a page":        {"https://a.test/guide/install", "https://a.test/", "a home page"},
		"another's home":          {"https://a.test/guide/install", "https://b.test/", "a home page"},
		"home of a language":      {"https://a.test/guide", "https://a.test/en-us/", "a home page"},
		"home by its file":        {"https://a.test/guide", "https://a.test/en/Default.aspx", "a home page"},
		"home from a number":      {"https://a.test/?p=12", "https://a.test/", "a home page"},
		"a page by its number":    {"https://a.test/old", "https://a.test/?p=12", ""},
		"home to home":            {"http://a.test/", "https://www.a.test/", ""},
		"home to its language":    {"https://a.test/", "https://a.test/en/", ""},
		"a short path, no tongue": {"https://a.test/pkg/io", "https://pkg.a.test/io", ""},
		"a login page":            {"https://a.test/edit", "https://a.test/users/sign_in?next=/edit", "a login page"},
		"a login page of PHP":     {"https://a.test/edit", "https://a.test/wp-login.php", "a login page"},
		"a login host":            {"https://a.test/edit", "https://accounts.a.test/v3/x", "a login page"},
		"a login moved":           {"https://a.test/login", "https://a.test/account/login", ""},
		"about logging in":        {"https://a.test/docs/old", "https://a.test/docs/login-with-keys", ""},
		"consent":                 {"https://a.test/news", "https://consent.a.test/?done=news", "a consent page"},
		"consent by path":         {"https://a.test/news", "https://a.test/cookie-consent", "a consent page"},
		"an error page":           {"https://a.test/guide", "https://a.test/errors/404.html", "a not-found page"},
		"about what is not found": {"https://a.test/guide", "https://a.test/docs/not-found", ""},
		"on the site":             {"http://site.test/old", "http://site.test/", "a home page"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u, end := checktest.MustParse(t, tt.from), checktest.MustParse(t, tt.to)
			o := checktest.NewJob(t).JudgeAnswer(u, &fetch.Response{
				Status: 200, URL: end, Redirects: []link.Redirect{{Status: 301, URL: tt.to}},
			}, nil)
			if o.Verdict != link.Redirected || (o.Suggestion != "") != (tt.place == "") || !strings.Contains(o.Message, tt.place) {
				t.Errorf("%s with suggestion %q: %s", o.Verdict, o.Suggestion, o.Message)
			}
		})
	}
}

func TestDowngradeIsTold(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		from string
		hops []string
		told bool
	}{
		"up":             {"http://a.test/", []string{"https://a.test/x"}, false},
		"as it was":      {"http://a.test/", []string{"http://a.test/x"}, false},
		"down":           {"https://a.test/", []string{"http://a.test/x"}, true},
		"down on a hop":  {"https://a.test/", []string{"https://a.test/x", "http://a.test/y", "https://a.test/z"}, true},
		"up, then down":  {"http://a.test/", []string{"https://a.test/x", "http://a.test/y"}, true},
		"stays on https": {"https://a.test/", []string{"https://b.test/x"}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, status := range []int{301, 302} {
				resp := fetch.Response{Status: 200}
				for _, hop := range tt.hops {
					resp.URL = checktest.MustParse(t, hop)
					resp.Redirects = append(resp.Redirects, link.Redirect{Status: status, URL: hop})
				}
				o := checktest.NewJob(t, "--redirects=all").JudgeAnswer(checktest.MustParse(t, tt.from), &resp, nil)
				if strings.Contains(o.Message, "from https to http") != tt.told {
					t.Errorf("message: %s", o.Message)
				}
			}
		})
	}
}

// TestVerdictOfADowngrade holds redirects from https to http to their verdicts: the link
// works in a browser, so it is never broken.
func TestVerdictOfADowngrade(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		redirects string
		status    int
		verdict   link.Verdict
		reason    link.Reason
	}{
		"permanent":             {redirects: "permanent", status: 301, verdict: link.Redirected, reason: link.MovedPermanently},
		"permanent, by 308":     {redirects: "permanent", status: 308, verdict: link.Redirected, reason: link.MovedPermanently},
		"temporary":             {redirects: "permanent", status: 302, verdict: link.OK},
		"temporary, all wanted": {redirects: "all", status: 307, verdict: link.Redirected, reason: link.MovedTemporarily},
		"none wanted":           {redirects: "none", status: 301, verdict: link.OK},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, from := range []string{"https://a.test/page", "https://site.test/page"} {
				to := strings.Replace(from, "https:", "http:", 1)
				resp := fetch.Response{Status: 200, URL: checktest.MustParse(t, to), Redirects: []link.Redirect{{Status: tt.status, URL: to}}}
				o := checktest.NewJob(t, "--redirects="+tt.redirects).JudgeAnswer(checktest.MustParse(t, from), &resp, nil)
				if o.Verdict != tt.verdict || o.Reason != tt.reason {
					t.Errorf("%s: %s %q, want %s %q", from, o.Verdict, o.Reason, tt.verdict, tt.reason)
				}
			}
		})
	}
}
