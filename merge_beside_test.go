package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// besideServer is the server of a site below /docs/, which has other pages beside it.
type besideServer struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

// newBesideServer starts a server that answers only requests with a header, if secret is not
// empty.
func newBesideServer(t *testing.T, secret string) *besideServer {
	s := &besideServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.URL.Path)
		s.mu.Unlock()
		switch {
		case secret != "" && r.Header.Get("X-Secret") != secret:
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == "/page":
			_, _ = w.Write([]byte(`<!DOCTYPE html><title>Page</title><h1 id="here">x</h1>`))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// takeAsked returns the paths that were requested since the last call, sorted.
func (s *besideServer) takeAsked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.asked
	s.asked = nil
	slices.Sort(all)
	return all
}

// same compares a merge with one run, but for the number of requests.
func (r *mergeRun) same(what string, want, got map[string]any) {
	r.t.Helper()
	for _, report := range []map[string]any{want, got} {
		delete(report["stats"].(map[string]any), "requests")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		r.t.Errorf("%s (-one run +merge):\n%s", what, diff)
	}
}

// TestMergeAsksBesideTheBaseAsOneRun compares links beside the base path of a site, where no
// other part is: marked ones and those of sitemaps are not requested, the others once, with the
// headers of the site.
func TestMergeAsksBesideTheBaseAsOneRun(t *testing.T) {
	t.Parallel()
	server := newBesideServer(t, "")
	r := newMergeRun(t, fileTree{
		"site/index.html":  `<a href="/page#here">p</a><a href="/page#lost">l</a><a href="/gone">g</a><a data-linkvet-ignore href="/marked">m</a><a href="/page">p</a>`,
		"site/two.html":    `<a href="/gone">g</a><a data-linkvet-ignore href="/gone">g</a><a href="/page#lost">l</a>`,
		"site/sitemap.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>` + server.URL + `/listed</loc></url></urlset>`,
	})
	r.args = []string{"--retries=0", "--fragments=all", "--site-url=" + server.URL + "/docs/"}
	want := r.report("site")
	asked := server.takeAsked()
	if len(want["findings"].([]any)) != 2 || slices.Contains(asked, "/marked") || slices.Contains(asked, "/listed") {
		t.Fatalf("one run asked for %q and found: %v", asked, want["findings"])
	}
	parts := r.shards(3, "site")
	r.same("without answers", want, r.report("--merge="+parts))
	if diff := cmp.Diff(asked, server.takeAsked()); diff != "" {
		t.Errorf("requests (-one run +merge):\n%s", diff)
	}
	for _, shard := range []string{"1/2", "2/2"} {
		r.run("--merge="+parts, "--shard="+shard, "--report=facts=answers/"+shard[:1]+".facts")
	}
	if diff := cmp.Diff(asked, server.takeAsked()); diff != "" {
		t.Errorf("requests (-one run +shards of the hosts):\n%s", diff)
	}
	r.same("with answers", want, r.report("--merge="+parts, "--merge=answers"))
	if again := server.takeAsked(); again != nil {
		t.Errorf("the last merge requested what has an answer: %q", again)
	}
	r.args = r.args[1:] // requests have retries
	r.same("without external links", r.report("--external=false", "site"), r.report("--external=false", "--merge="+parts))
}

// TestMergeSendsHeadersToTheNamedSite requests links beside the base path with the headers of
// the site, if a setting of the merge names it. If only the facts do, that is a problem.
func TestMergeSendsHeadersToTheNamedSite(t *testing.T) {
	t.Parallel()
	server := newBesideServer(t, "s3cret")
	r := newMergeRun(t, fileTree{"site/index.html": `<a href="/page">p</a>`})
	site := "--site-url=" + server.URL + "/docs/"
	r.args = []string{"--retries=0", "--header=X-Secret: s3cret"}
	want := r.report(site, "site")
	parts := r.shards(2, site, "site")
	server.takeAsked()
	r.same("of a named site", want, r.report(site, "--merge="+parts))
	server.takeAsked()
	for _, args := range [][]string{{"--merge=" + parts}, {"--merge=" + parts, "--allow-private"}, {"--merge=" + parts, "--shard=1/1", "--report=facts=answers.facts"}} {
		status, output := r.run(args...)
		if want := "because only facts name the site: set site-url to " + server.URL + "/docs/"; status != 3 || !strings.Contains(output, want) {
			t.Errorf("%q: exit status %d, want 3 and %q:\n%s", args, status, want, output)
		}
	}
}

// TestMergeOfALiveSiteSendsHeaders is the same for a live site.
func TestMergeOfALiveSiteSendsHeaders(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Header.Get("X-Secret") != "s3cret":
			w.WriteHeader(http.StatusUnauthorized)
		case r.URL.Path == "/docs/":
			_, _ = w.Write([]byte(`<!DOCTYPE html><title>Docs</title><a href="/gone">g</a><p>Text`))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(server.Close)
	r, site := newMergeRun(t, nil), server.URL+"/docs/"
	r.args = []string{"--retries=0", "--header=X-Secret: s3cret"}
	want := r.report(site)
	parts := r.shards(2, site)
	r.same("of a named site", want, r.report("--site-url="+site, "--merge="+parts))
	for _, args := range [][]string{{"--merge=" + parts}, {"--merge=" + parts, "--allow-private"}} {
		status, output := r.run(args...)
		if want := "because only facts name the site: set site-url to " + site; status != 3 || !strings.Contains(output, want) {
			t.Errorf("%q: exit status %d, want 3 and %q:\n%s", args, status, want, output)
		}
	}
}

// TestMergeCountsTargetsLikeOneRun merges links to one target that are left out for several
// reasons, and files that links take for documents of two kinds.
func TestMergeCountsTargetsLikeOneRun(t *testing.T) {
	t.Parallel()
	files := fileTree{
		"rules.yml": "rules:\n  - match: https://ruled.example/**\n    verdict: ignore\n",
		"site/sitemap.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` +
			`<url><loc>https://other.example/listed</loc></url><url><loc>https://example.com/beside</loc></url></urlset>`,
		"site/text": `not a manifest`,
	}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		files["site/"+name+"1.html"] = `<a href="https://twice.example/">t</a><a href="https://ruled.example/">r</a><link rel="stylesheet" href="text">`
		files["site/"+name+"2.html"] = `<a data-linkvet-ignore href="https://twice.example/">t</a><link rel="manifest" href="text"><a href="/beside">b</a>`
		files["site/"+name+"3.html"] = `<meta property="og:url" content="https://og.example/">`
	}
	r := newMergeRun(t, files)
	r.args = []string{"--config=rules.yml", "--site-url=https://example.com/docs/"}
	want := r.report("--external=false", "site")
	for _, external := range []string{"--external=true", "--external=false"} {
		parts := r.shards(4, external, "site")
		r.same("of shards with "+external, want, r.report("--external=false", "--merge="+parts))
		if err := os.RemoveAll(filepath.Join(r.dir, parts)); err != nil {
			t.Fatal(err)
		}
	}
	for _, jobs := range []string{"1", "2", "4", "8"} {
		r.same("one run with jobs: "+jobs, want, r.report("--external=false", "--jobs="+jobs, "site"))
	}
}

// TestMergeKnowsTheRulesOfAnswers merges answers whose redirect met a rule.
func TestMergeKnowsTheRulesOfAnswers(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/old" {
			http.Redirect(w, r, "/new", http.StatusFound)
		}
	}))
	t.Cleanup(server.Close)
	r := newMergeRun(t, fileTree{
		"rules.yml":       "rules:\n  - match: " + server.URL + "/new\n    timeout: 30s\n",
		"site/index.html": `<title>Home</title><a href="` + server.URL + `/old">o</a>`,
	})
	r.args = []string{"--config=rules.yml", "--allow-private"}
	want := r.report("site")
	parts := r.shards(1, "--allow-private=false", "site")
	r.run("--merge="+parts, "--shard=1/1", "--report=facts=answers.facts")
	r.same("with answers", want, r.report("--merge="+parts, "--merge=answers.facts"))
}

// TestMergeOfALiveSiteKnowsThePatterns merges a live site with a page that exclude-pages leaves
// out, to which only a redirect leads.
func TestMergeOfALiveSiteKnowsThePatterns(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			_, _ = w.Write([]byte(`<!DOCTYPE html><title>Home</title><a href="/old.html">o</a><p>Text`))
		case "/old.html":
			http.Redirect(w, r, "/left-out.html", http.StatusFound)
		case "/left-out.html":
			_, _ = w.Write([]byte(`<!DOCTYPE html><title>` + r.URL.Path + `</title><p>Text of ` + r.URL.Path))
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(server.Close)
	r := newMergeRun(t, nil)
	r.args = []string{"--exclude-pages=/left-out.html", "--external=false"}
	r.same("merged", r.report(server.URL), r.report("--merge="+r.shards(3, server.URL)))
}
