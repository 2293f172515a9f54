package cli_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// keeps fails the test when one of the secrets stands in an output of the run,
// in any form that a URL may give it.
func (r *result) keeps(t *testing.T, markdown string, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		for _, form := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret)} {
			for name, output := range map[string]string{"text": r.text, "JSON": r.json, "Markdown": markdown} {
				if strings.Contains(output, form) {
					t.Errorf("the %s shows %q:\n%s", name, form, output)
				}
			}
		}
	}
}

func TestLiveHeadersGoToTheSiteAlone(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/": page("other"), "/landing": page("landing"), "/back": nil})
	s := serve(t, site{
		"/":     page(links("/away", "/page", other.URL+"/", other.URL+"/lost") + `<img src="/a.png">`),
		"/away": redirect(http.StatusFound, other.URL+"/landing"),
		"/page": page("page"),
	})
	r := check(t, "--allow-private", "--header=X-Bypass: open sesame", "--header=Authorization: Bearer abcdefghij", s.URL+"/")
	r.found(t, failed, map[string]link.Reason{"/a.png": link.NotFound, other.URL + "/lost": link.NotFound})
	for _, name := range []string{"X-Bypass", "Authorization"} {
		if got := other.withHeader(name); len(got) > 0 {
			t.Errorf("another host was sent %s with %q", name, got)
		}
		all := 0
		for _, n := range s.asked() {
			all += n
		}
		if got := len(s.withHeader(name)); got != all {
			t.Errorf("%d of the site's %d requests bore %s", got, all, name)
		}
	}
	if n := other.asked()["HEAD /landing"] + other.asked()["GET /landing"]; n == 0 {
		t.Error("the redirect to the other host was not followed")
	}
}

func TestLiveHeaderValuesAreNeverShown(t *testing.T) {
	t.Parallel()
	const token, bearer, session = `tok/en+with "odd" chars==`, "abcdefghijklmnop", "0123456789abcdef"
	other := serve(t, nil)
	echo := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", to+"?t="+url.QueryEscape(r.Header.Get("X-Token"))+"&u="+r.Header.Get("Authorization"))
			w.WriteHeader(http.StatusMovedPermanently)
		}
	}
	pages := site{
		"/":      page(links("/login", "/moved", "/away", "/raw", "/shown")),
		"/login": echo("/form"),
		"/moved": echo("/lost"),
		"/away":  echo(other.URL + "/lost"),
		"/raw": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "/form/"+r.Header.Get("X-Token"))
			w.WriteHeader(http.StatusFound)
		},
		"/shown": func(w http.ResponseWriter, r *http.Request) {
			cookie, err := r.Cookie("session")
			if err != nil {
				t.Error(err)
				return
			}
			page(`<a href="/lost/1?`+cookie.Value+`">`+cookie.Value+`</a>`)(w, r)
		},
	}
	form := page(links("/lost", "#nowhere"))
	pages["/form?t="+url.QueryEscape(token)+"&u=Bearer%20"+bearer] = form
	pages["/form/tok/en+with%20%22odd%22%20chars=="] = form
	s := serve(t, pages)
	file := filepath.Join(t.TempDir(), "report.md")
	r := check(t, "--allow-private", "--redirects=all", "--report=markdown="+file,
		"--header=X-Token: "+token, "--header=Authorization: Bearer "+bearer, "--header=Cookie: theme=dark; session="+session, s.URL+"/")
	markdown, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r.keeps(t, string(markdown), token, bearer, session, `tok/en+with%20%22odd%22%20chars==`)
	// The pages behind the redirects were read, and what is wrong there is told.
	r.pages(t, 4)
	if got := len(r.finding(t, "/lost").Occurrences); got != 2 {
		t.Errorf("/lost is reported at %d places:\n%s", got, r.text)
	}
}

func TestLiveStartPageThatEchoesASecret(t *testing.T) {
	t.Parallel()
	const token = "s3cr3t-t0k3n"
	other := serve(t, nil)
	s := serve(t, site{"/": func(w http.ResponseWriter, r *http.Request) {
		redirect(http.StatusFound, other.URL+"/moved?back="+r.Header.Get("X-Token"))(w, r)
	}})
	r := check(t, "--allow-private", "--header=X-Token: "+token, s.URL+"/")
	r.found(t, incomplete, nil)
	r.keeps(t, "", token)
	says(t, r.problems, "/moved?back=***")
}

func TestLiveUserInfoOpensTheWholeSite(t *testing.T) {
	t.Parallel()
	other := serve(t, site{"/": page("other")})
	guarded := func(answer http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if user, password, _ := r.BasicAuth(); user != "me" || password != "p@ssword" {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			answer(w, r)
		}
	}
	s := serve(t, site{
		"/":      guarded(page(links("/page", other.URL+"/") + `<img src="/a.png">`)),
		"/page":  guarded(page(links("/lost"))),
		"/a.png": guarded(typed("image/png", "png")),
	})
	r := check(t, "--allow-private", strings.Replace(s.URL, "://", "://me:p%40ssword@", 1)+"/")
	r.found(t, failed, map[string]link.Reason{"/lost": link.NotFound})
	r.pages(t, 2)
	r.keeps(t, "", "p@ssword", "bWU6cEBzc3dvcmQ=")
	if diff := cmp.Diff([]string(nil), other.withHeader("Authorization")); diff != "" {
		t.Errorf("requests of the other host with credentials (-want +got):\n%s", diff)
	}
}
