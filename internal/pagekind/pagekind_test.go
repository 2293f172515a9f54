package pagekind

import (
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

func TestCatchAll(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ from, to, want string }{
		"a home page":                {from: "https://a.test/guide", to: "https://a.test/", want: "a home page"},
		"a home page in a language":  {from: "https://a.test/guide", to: "https://a.test/pt-br/index.html", want: "a home page"},
		"a folder":                   {from: "https://a.test/guide", to: "https://a.test/io/"},
		"a query at the root":        {from: "https://a.test/guide", to: "https://a.test/?p=12"},
		"from one home to another":   {from: "https://a.test/", to: "https://a.test/en/"},
		"a login":                    {from: "https://a.test/guide", to: "https://a.test/Users/Sign_In?next=/guide", want: "a login page"},
		"a login by its host":        {from: "https://a.test/guide", to: "https://sso.a.test/start", want: "a login page"},
		"a host that is just a name": {from: "https://a.test/guide", to: "https://login/start"},
		"consent":                    {from: "https://a.test/guide", to: "https://a.test/cookie-wall?to=guide", want: "a consent page"},
		"an error page":              {from: "https://a.test/guide", to: "https://a.test/404.html", want: "a not-found page"},
		"an error page by its name":  {from: "https://a.test/guide", to: "https://a.test/de/not-found.html", want: "a not-found page"},
		"a page about errors":        {from: "https://a.test/guide", to: "https://a.test/docs/not-found"},
		"a page about logins":        {from: "https://a.test/guide", to: "https://a.test/login-with-oauth/"},
	} {
		from, err := weburl.Parse(tt.from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := weburl.Parse(tt.to)
		if err != nil {
			t.Fatal(err)
		}
		if got := CatchAll(from, to); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

func TestServicePages(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"google0123456789abcdef.html": true, "yandex_0a1b2c3d4e.html": true, "pinterest-a1b2c.html": true,
		"500.html": true, "_error.html": true, "offline.html": true, "200.html": true,
		"google.html": false, "google-analytics.html": false, "yandex_guide.html": false,
		"index.html": false, "errors.html": false, "google0123456789abcdef.pdf": false, "5000.html": false,
	} {
		if got := IsServicePage(name); got != want {
			t.Errorf("%q: got %v", name, got)
		}
	}
}

func TestIsErrorPage(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"404.html": true, "/404.html": true, "de/404.html": true, "/404": true, "404/index.html": true, "/404/": true,
		"/de/404/": true, "pt-BR/404/index.html": true, "/de/404": true,
		"index.html": false, "status/404/index.html": false, "/status/404/": false, "a404.html": false, "404.htm": false, "": false,
		"de404/": false, "404index.html": false, "/a/de/404/": false, "/index.html": false,
	} {
		if got := IsErrorPage(path); got != want {
			t.Errorf("IsErrorPage(%q) = %v, want %v", path, got, want)
		}
	}
}
