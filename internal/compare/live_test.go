package compare_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// lostURLs are reasons of URLs that are lost.
func lostURLs(targets ...string) map[string]link.Reason {
	all := map[string]link.Reason{}
	for _, target := range targets {
		all[target] = link.URLLost
	}
	return all
}

// write writes a file of a test, and returns its name.
func write(t *testing.T, name, text string) string {
	t.Helper()
	return filepath.Join(sourcetest.Write(t, map[string]string{name: text}), name)
}

// newSite is a site that answers old URLs in all ways that matter.
func newSite() livetest.Site {
	words := "<p>about one thing and another, with enough words to be a page of its own</p>"
	return livetest.Site{
		"/":            livetest.FullPage("Home", words+livetest.Links("/guide/", "/install")),
		"/guide/":      livetest.FullPage("Guide", words+"<h2 id=new>New</h2>"),
		"/install":     livetest.FullPage("Install", words+"how to install"),
		"/moved":       livetest.Redirect(301, "/step"),
		"/step":        livetest.Redirect(302, "/guide/"),
		"/to-home":     livetest.Redirect(301, "/"),
		"/to-login":    livetest.Redirect(302, "/login?next=/to-login"),
		"/login":       livetest.FullPage("Log in", "<form><input type=password></form>"),
		"/signin":      livetest.Redirect(301, "/login"),
		"/away":        livetest.Redirect(301, "https://other.invalid/"),
		"/gone":        livetest.Status(410),
		"/refused":     livetest.Status(403),
		"/loop":        livetest.Redirect(301, "/loop"),
		"/stub":        livetest.Page(`<meta http-equiv=refresh content="0; url=/guide/">`),
		"/stub-home":   livetest.Page(`<meta http-equiv=refresh content="0; url=/">`),
		"/stub-dead":   livetest.Page(`<meta http-equiv=refresh content="0; url=/nothing">`),
		"/stub-loop":   livetest.Page(`<meta http-equiv=refresh content="0; url=/stub-loop2">`),
		"/stub-loop2":  livetest.Page(`<meta http-equiv=refresh content="0; url=/stub-loop">`),
		"/stub-away":   livetest.Page(`<meta http-equiv=refresh content="0; url=https://other.invalid/">`),
		"/file.pdf":    livetest.Typed("application/pdf", "%PDF"),
		"/index.html":  livetest.Redirect(301, "/"),
		"/with?q=1":    livetest.FullPage("Query", words),
		"/broken-page": livetest.Status(404),
	}
}

// TestLiveSite requests the URLs of a list as a reader would.
func TestLiveSite(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, newSite())
	var list strings.Builder
	for path := range newSite() {
		list.WriteString(path + "\n")
	}
	list.WriteString("/missing\n/missing\n/missing#part\nhttps://www.example.com/other\nhttps://www.example.com/install\n")
	r := livetest.Check(t, "--retries=0", "--compare="+write(t, "old.txt", list.String()), s.URL)
	r.Found(t, livetest.Failed, lostURLs("/to-home", "/to-login", "/away", "/refused", "/loop", "/stub-home", "/stub-dead",
		"/stub-loop", "/stub-loop2", "/stub-away", "/broken-page", "/missing", "/other"))
	livetest.Says(t, r.Notes, "compare: 25 URLs", "13 lost, 1 removed on purpose")
	f := r.Finding(t, "/to-home")
	if f.Verdict != link.Broken || !f.Internal || len(f.Redirects) != 1 || !strings.Contains(f.Message, "redirects to a home page (/)") {
		t.Errorf("got %+v", f)
	}
	f = r.Finding(t, "/missing")
	if len(f.Occurrences) != 1 || f.Occurrences[0].Page != "/missing" || f.Occurrences[0].Line == 0 || f.Occurrences[0].Element != link.OldURLElement {
		t.Errorf("got %+v", f.Occurrences)
	}
	s.Once(t, "GET /install")
}

// TestLists reads lists as editors of any system write them.
func TestLists(t *testing.T) {
	t.Parallel()
	pages := newSite()
	pages["/b%C3%BCro/"] = livetest.FullPage("Office", "office")
	now := livetest.Serve(t, pages)
	text := "# Seiten\r\n\r\n/b\u00fcro/\r\n  https://example.com/k\u00fcche/ \r\n"
	for name, list := range map[string]string{
		"CRLF": text, "LF": strings.ReplaceAll(text, "\r", ""), "with a mark": "\ufeff" + text,
	} {
		r := livetest.Check(t, "--compare="+write(t, "old.txt", list), now.URL)
		r.Found(t, livetest.Failed, lostURLs("/k%C3%BCche/"))
		if o := r.Finding(t, "/k%C3%BCche/").Occurrences; len(o) != 1 || o[0].Line != 4 || o[0].Column != 3 {
			t.Errorf("%s: got %+v", name, o)
		}
	}
}

// TestSoft404 calls a URL lost for which the site shows what it shows for any path.
func TestSoft404(t *testing.T) {
	t.Parallel()
	pages := newSite()
	s := livetest.Serve(t, nil)
	s.Config.Handler = pages.Or(livetest.FullPage("Not found", "<p>there is nothing here, look in the menu or use the search on the page above</p>"))
	r := livetest.Check(t, "--compare="+write(t, "old.txt", "/old-page\n/guide/\n"), s.URL)
	r.Found(t, livetest.Failed, lostURLs("/old-page"))
}

// TestUntold does not call a URL lost or found where the site answers all paths with its
// start page.
func TestUntold(t *testing.T) {
	t.Parallel()
	home := livetest.FullPage("Home", "<div id=root>hello, this page is the same at all paths of the site</div>")
	s := livetest.Serve(t, nil)
	s.Config.Handler = livetest.Site{}.Or(home)
	r := livetest.Check(t, "--min-pages=0", "--compare="+write(t, "old.txt", "/old-page\n"), s.URL)
	if r.Status != livetest.Incomplete {
		t.Errorf("exit status %d, want 3:\n%s", r.Status, r.Text)
	}
}

// TestUnanswered does not call a URL lost that has no answer.
func TestUnanswered(t *testing.T) {
	t.Parallel()
	pages := newSite()
	pages["/failing"], pages["/cut"], pages["/limited"] = livetest.Status(503), livetest.Reset, livetest.Status(429)
	s := livetest.Serve(t, pages)
	old := write(t, "old.txt", "/failing\n/cut\n/limited\n/guide/\n")
	want := map[string]link.Reason{"/failing": link.ServerError, "/cut": link.ConnectionFailed, "/limited": link.RateLimited}
	r := livetest.Check(t, "--retries=0", "--compare="+old, s.URL)
	r.Found(t, livetest.Incomplete, want)
	livetest.Says(t, r.Problems, "could not compare 3 URLs of the old site", "max-unread")
	r = livetest.Check(t, "--retries=0", "--max-unread=3", "--fail-on=none", "--compare="+old, s.URL)
	r.Found(t, livetest.Clean, want)
}

// TestOldLiveSite reads the sitemaps of an old site, or else its pages.
func TestOldLiveSite(t *testing.T) {
	t.Parallel()
	pages := livetest.Site{
		"/docs/":    livetest.FullPage("Home", livetest.Links("one", "two")),
		"/docs/one": livetest.FullPage("One", livetest.Links("/docs/deep/three", "/docs/guide/")),
		"/docs/two": livetest.FullPage("Two", "two"), "/docs/deep/three": livetest.FullPage("Three", "three"),
		"/docs/guide/": livetest.FullPage("Guide", "guide"),
	}
	old, now := livetest.Serve(t, pages), livetest.Serve(t, newSite())
	start := old.URL + "/docs/"
	r := livetest.Check(t, "--header=X-Secret: abcdef123456", "--header=Cookie: a=b", "--compare="+start, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/one", "/two", "/deep/three"))
	if len(now.WithHeader("X-Secret")) == 0 || len(old.WithHeader("X-Secret"))+len(old.WithHeader("Cookie")) > 0 {
		t.Error("the new site got no header, or the old one got it")
	}
	r = livetest.Check(t, "--compare="+start, "--max-pages=2", now.URL)
	livetest.Says(t, r.Notes, "the old site was read up to max-pages: 2")

	old.ServeWithOrigin(pages, "/docs/sitemap.xml", func(origin string) http.HandlerFunc {
		return livetest.XML(livetest.Sitemap(origin+"/docs/guide/", origin+"/docs/listed", origin+"/elsewhere"))
	})
	r = livetest.Check(t, "--compare="+start, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/listed"))
}

// TestUnreadable names what cannot be compared, and never passes.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	now := livetest.Serve(t, newSite())
	login := livetest.Serve(t, livetest.Site{"/": livetest.Status(401)})
	damaged := livetest.Site{"/": livetest.FullPage("Home", livetest.Links("/one")), "/one": livetest.FullPage("One", "1"), "/robots.txt": nil}
	named := livetest.Serve(t, damaged)
	named.ServeWithOrigin(damaged, "/robots.txt", func(origin string) http.HandlerFunc {
		return livetest.Typed("text/plain", "Sitemap: "+origin+"/none.xml")
	})
	for name, test := range map[string]struct {
		old  string
		want []string
	}{
		"login":             {login.URL, []string{"could not read the old site", "status 401", "no header"}},
		"no server":         {"http://127.0.0.1:1/", []string{"could not read the old site"}},
		"a missing sitemap": {named.URL, []string{"the old site: could not read the sitemap"}},
		"empty":             {write(t, "a.txt", ""), []string{"it has no URLs"}},
		"text":              {write(t, "a.txt", "Readme\nThis is a text\nof three lines\n"), []string{"3 lines of", "such as line 1"}},
		"binary":            {write(t, "a.txt", "/a\n\x00\x01\x02\n"), []string{"it has binary data"}},
		"no sitemap":        {write(t, "a.xml", "<html>"), []string{"could not read the sitemap"}},
		"an index":          {write(t, "a.xml", livetest.SitemapIndex("https://example.com/b.xml")), []string{"it names further sitemaps", "b.xml"}},
		"an empty sitemap":  {write(t, "a.xml", livetest.Sitemap()), []string{"it has no URLs"}},
		"a damaged gzip":    {write(t, "a.xml.gz", "\x1f\x8bxxxx"), []string{"could not read the old site"}},
		"a JSON report":     {write(t, "a.json", "{\n  \"schema\": \"linkvet.report/1\"\n}\n"), []string{"it is a report of findings"}},
		"a damaged report":  {write(t, "a.json", "{\"page\":\"/guide/\"}\n{\"page\":"), []string{"no URL, such as line 2"}},
		"an empty folder":   {t.TempDir(), []string{"it has no URLs"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := livetest.Check(t, "--retries=0", "--compare="+test.old, now.URL)
			if r.Status != livetest.Incomplete {
				t.Errorf("exit status %d, want 3:\n%s", r.Status, r.Text)
			}
			livetest.Says(t, r.Problems, test.want...)
		})
	}
}

// TestPackedSitemap reads a sitemap as servers have it.
func TestPackedSitemap(t *testing.T) {
	t.Parallel()
	now := livetest.Serve(t, newSite())
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed)
	if _, err := zip.Write([]byte(livetest.Sitemap("https://example.com/lost", "https://example.com/guide/"))); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	r := livetest.Check(t, "--compare="+write(t, "sitemap.xml.gz", packed.String()), now.URL)
	r.Found(t, livetest.Failed, lostURLs("/lost"))
	if o := r.Finding(t, "/lost").Occurrences[0]; !strings.HasSuffix(o.File, "/sitemap.xml.gz") || o.Line < 1 {
		t.Errorf("got %+v", o)
	}
}

// TestPagesReport compares with the report of an earlier run.
func TestPagesReport(t *testing.T) {
	t.Parallel()
	old := livetest.Serve(t, livetest.Site{"/": livetest.FullPage("Home", livetest.Links("/was")), "/was": livetest.FullPage("Was", "was"), "/guide/": livetest.FullPage("Guide", "")})
	file := filepath.Join(t.TempDir(), "pages.jsonl")
	r := livetest.Check(t, "--report=pages="+file, "--fail-on=none", old.URL)
	if r.Status != livetest.Clean {
		t.Fatal(r.Text)
	}
	now := livetest.Serve(t, newSite())
	r = livetest.Check(t, "--compare="+file, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/was"))
}

// TestBaseline counts lost URLs as findings of the site.
func TestBaseline(t *testing.T) {
	t.Parallel()
	now := livetest.Serve(t, newSite())
	list := write(t, "old.txt", "/one\n/two\n")
	known := filepath.Join(t.TempDir(), "known.txt")
	r := livetest.Check(t, "--compare="+list, "--report=baseline="+known, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/one", "/two"))
	// Another list of the old site has the same places.
	more := write(t, "other.txt", "https://example.com/one\nhttps://example.com/three\n")
	r = livetest.Check(t, "--compare="+more, "--baseline="+known, now.URL)
	r.Found(t, livetest.Failed, lostURLs("/one", "/three"))
	if f := r.Finding(t, "/one"); !f.Known || r.Report.Fixed != 1 {
		t.Errorf("got %+v; %d places are fixed, want 1", f, r.Report.Fixed)
	}
	r = livetest.Check(t, "--compare="+list, "--exclude=/one", "--accept=/two=404", now.URL)
	r.Found(t, livetest.Clean, nil)
	livetest.Says(t, r.Notes, "0 lost", "1 left out")
	if slices.ContainsFunc(r.Notes, func(note string) bool { return strings.Contains(note, "matched nothing") }) {
		t.Errorf("got %q", r.Notes)
	}
}

// TestEarlyEnd does not count URLs as compared that were not when the run ended.
func TestEarlyEnd(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	site := newSite()
	site["/late"] = func(w http.ResponseWriter, r *http.Request) {
		cancel()
		livetest.Hang(w, r)
	}
	s := livetest.Serve(t, site)
	r := livetest.CheckIn(ctx, t, nil, "--compare="+write(t, "old.txt", "/guide/\n/late\n"), s.URL)
	r.Found(t, livetest.Incomplete, nil)
	livetest.Says(t, r.Notes, "of 2 URLs of", "were compared: 0 lost")
}

// TestUntrustedFile reads no private address that a settings file chose in a workflow run,
// and sends no header there.
func TestUntrustedFile(t *testing.T) {
	t.Parallel()
	old, now := livetest.Serve(t, newSite()), livetest.Serve(t, newSite())
	file := write(t, "linkvet.yml", "compare: "+old.URL+"\nallow-private: true\n")
	workflow := []string{"GITHUB_ACTIONS=true"}
	args := []string{"--config=" + file, "--header=X-Secret: abcdef123456", "--allow-private", "--annotations=false", now.URL}
	r := livetest.CheckIn(t.Context(), t, workflow, args...)
	if r.Status != livetest.Incomplete || len(old.Asked()) > 0 {
		t.Errorf("exit status %d, want 3; the old site got %v:\n%s", r.Status, old.Asked(), r.Text)
	}
	if !strings.Contains(r.Text, "could not read the old site") {
		t.Errorf("the problem is not named:\n%s", r.Text)
	}
	// At a terminal the file is the user's.
	r = livetest.CheckIn(t.Context(), t, nil, args...)
	r.Found(t, livetest.Clean, nil)
	if sent := old.WithHeader("X-Secret"); len(old.Asked()) == 0 || len(sent) > 0 {
		t.Errorf("the old site got %v with headers %v", old.Asked(), sent)
	}
}

func TestMain(m *testing.M) { leaktest.Main(m) }
