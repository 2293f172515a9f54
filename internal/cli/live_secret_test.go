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
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLiveHeadersGoToTheSiteAlone(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page("other"), "/landing": livetest.Page("landing"), "/back": nil})
	s := livetest.Serve(t, livetest.Site{
		"/":     livetest.Page(livetest.Links("/away", "/page", other.URL+"/", other.URL+"/lost") + `<img src="/a.png">`),
		"/away": livetest.Redirect(http.StatusFound, other.URL+"/landing"),
		"/page": livetest.Page("page"),
	})
	r := livetest.Check(t, "--allow-private", "--header=X-Bypass: open sesame", "--header=Authorization: Bearer abcdefghij", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/a.png": link.NotFound, other.URL + "/lost": link.NotFound})
	for _, name := range []string{"X-Bypass", "Authorization"} {
		if got := other.WithHeader(name); len(got) > 0 {
			t.Errorf("another host was sent %s with %q", name, got)
		}
		all := 0
		for _, n := range s.Asked() {
			all += n
		}
		if got := len(s.WithHeader(name)); got != all {
			t.Errorf("%d of the site's %d requests bore %s", got, all, name)
		}
	}
	if n := other.Asked()["HEAD /landing"] + other.Asked()["GET /landing"]; n == 0 {
		t.Error("the redirect to the other host was not followed")
	}
}

func TestLiveHeaderValuesAreNeverShown(t *testing.T) {
	t.Parallel()
	const token, bearer, session = `tok/en+with "odd" chars==`, "abcdefghijklmnop", "0123456789abcdef"
	other := livetest.Serve(t, nil)
	echo := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", to+"?t="+url.QueryEscape(r.Header.Get("X-Token"))+"&u="+r.Header.Get("Authorization"))
			w.WriteHeader(http.StatusMovedPermanently)
		}
	}
	pages := livetest.Site{
		"/":      livetest.Page(livetest.Links("/login", "/moved", "/away", "/raw", "/shown")),
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
			livetest.Page(`<a href="/lost/1?`+cookie.Value+`">`+cookie.Value+`</a>`)(w, r)
		},
	}
	form := livetest.Page(livetest.Links("/lost", "#nowhere"))
	pages["/form?t="+url.QueryEscape(token)+"&u=Bearer%20"+bearer] = form
	pages["/form/tok/en+with%20%22odd%22%20chars=="] = form
	s := livetest.Serve(t, pages)
	file := filepath.Join(t.TempDir(), "report.md")
	r := livetest.Check(t, "--allow-private", "--redirects=all", "--report=markdown="+file,
		"--header=X-Token: "+token, "--header=Authorization: Bearer "+bearer, "--header=Cookie: theme=dark; session="+session, s.URL+"/")
	markdown, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r.Keeps(t, string(markdown), token, bearer, session, `tok/en+with%20%22odd%22%20chars==`)
	// The pages behind the redirects were read, and what is wrong there is told.
	r.Pages(t, 4)
	if got := len(r.Finding(t, "/lost").Occurrences); got != 2 {
		t.Errorf("/lost is reported at %d places:\n%s", got, r.Text)
	}
}

func TestLiveStartPageThatEchoesASecret(t *testing.T) {
	t.Parallel()
	const token = "s3cr3t-t0k3n"
	other := livetest.Serve(t, nil)
	s := livetest.Serve(t, livetest.Site{"/": func(w http.ResponseWriter, r *http.Request) {
		livetest.Redirect(http.StatusFound, other.URL+"/moved?back="+r.Header.Get("X-Token"))(w, r)
	}})
	r := livetest.Check(t, "--allow-private", "--header=X-Token: "+token, s.URL+"/")
	r.Found(t, livetest.Incomplete, nil)
	r.Keeps(t, "", token)
	livetest.Says(t, r.Problems, "/moved?back=***")
}

func TestLiveUserInfoOpensTheWholeSite(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page("other")})
	guarded := func(answer http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if user, password, _ := r.BasicAuth(); user != "me" || password != "p@ssword" {
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			answer(w, r)
		}
	}
	s := livetest.Serve(t, livetest.Site{
		"/":      guarded(livetest.Page(livetest.Links("/page", other.URL+"/") + `<img src="/a.png">`)),
		"/page":  guarded(livetest.Page(livetest.Links("/lost"))),
		"/a.png": guarded(livetest.Typed("image/png", "png")),
	})
	r := livetest.Check(t, "--allow-private", strings.Replace(s.URL, "://", "://me:p%40ssword@", 1)+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	r.Pages(t, 2)
	r.Keeps(t, "", "p@ssword", "bWU6cEBzc3dvcmQ=")
	if diff := cmp.Diff([]string(nil), other.WithHeader("Authorization")); diff != "" {
		t.Errorf("requests of the other host with credentials (-want +got):\n%s", diff)
	}
}
