package crawl_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// parts are runs on the shares of one live site.
type parts struct {
	t     *testing.T
	start weburl.URL
	args  []string
	count int
	files []*facts.File
}

// job returns a job for the site, and its first answer.
func (p *parts) job() (*check.Job, *fetch.Response) {
	p.t.Helper()
	cfg, err := config.Load(config.Sources{Args: append(p.args, p.start.String())})
	if err != nil {
		p.t.Fatal(err)
	}
	client := fetch.New(fetch.Options{AllowPrivate: true, Timeout: 20 * time.Second, Retries: cfg.Retries, RetryWait: time.Millisecond, Site: []string{p.start.Origin()}})
	p.t.Cleanup(client.Close)
	job := &check.Job{Config: cfg, Scope: site.NewScope(p.start, weburl.URL{}), Progress: &check.Progress{}, Client: client, Rules: check.NewRulebook(cfg.Rules), Served: &check.Served{}}
	first, err := client.Do(p.t.Context(), fetch.Request{URL: p.start, Want: fetch.Document})
	if err != nil {
		p.t.Fatal(err)
	}
	return job, first
}

// recorded are the facts of the last round.
func (p *parts) recorded() *crawl.Recorded { return &crawl.Recorded{Files: p.files} }

// round lets each share read on.
func (p *parts) round() {
	p.t.Helper()
	before := p.recorded()
	var files []*facts.File
	for i := range p.count {
		share := crawl.Share{Index: i + 1, Count: p.count}
		job, first := p.job()
		files = append(files, p.write(job, share, func() *link.Report {
			if before.Files == nil {
				return crawl.CheckShare(p.t.Context(), job, p.start, first, share)
			}
			return crawl.Continue(p.t.Context(), job, p.start, first, before, share)
		}))
	}
	p.files = files
}

// write runs a run that writes facts, and opens these.
func (p *parts) write(job *check.Job, share crawl.Share, run func() *link.Report) *facts.File {
	p.t.Helper()
	var out bytes.Buffer
	w, err := facts.NewWriter(&out, facts.Header{Schema: facts.Schema, Mode: link.Live, Build: "b", Shard: share.Index, Shards: share.Count}, p.t.TempDir())
	if err != nil {
		p.t.Fatal(err)
	}
	job.Facts = w
	if r := run(); share.Count > 1 && !r.Complete {
		p.t.Errorf("shard %v: %q", share, r.Problems)
	}
	if err := w.Close(); err != nil {
		p.t.Fatal(err)
	}
	name := filepath.Join(p.t.TempDir(), fmt.Sprintf("%d.facts", share.Index))
	if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
		p.t.Fatal(err)
	}
	f, err := facts.Open(name)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = f.Close() })
	return f
}

// merge merges the facts of the last round.
func (p *parts) merge() *link.Report {
	p.t.Helper()
	job, first := p.job()
	first.Release()
	return crawl.Merge(p.t.Context(), job, p.recorded())
}

// isUnread reports whether a report says that no run read some pages.
func isUnread(r *link.Report) bool {
	return slices.ContainsFunc(r.Problems, func(problem string) bool { return strings.Contains(problem, "read by no run") })
}

// variedSite has all that a crawl records, and 12 pages that link to each other.
func variedSite(other string, listed int) livetest.Site {
	pages := livetest.Site{
		"/style.css":  livetest.Typed("text/css", `a { background: url(bg.png) } @import "lost.css";`),
		"/bg.png":     livetest.Typed("image/png", "png"),
		"/sprite.svg": livetest.Typed("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><g id="there"/><a href="/page/3#gone"/></svg>`),
		"/doc.pdf":    livetest.Typed("application/pdf", "pdf"),
		"/old":        livetest.Redirect(http.StatusMovedPermanently, "/page/7"),
		"/away":       livetest.Redirect(http.StatusFound, other+"/"),
		"/refresh":    livetest.Page(`<meta http-equiv="refresh" content="0; url=/page/9">`),
		"/login":      livetest.Page(`<title>Log in</title><form><input type="password"></form>`),
		"/shut":       livetest.Status(http.StatusForbidden),
		"/data":       livetest.Typed("application/json", "{}"),
		"/empty":      livetest.Page(""),
		"/cut":        livetest.Cut(http.StatusOK, `<a href="/page/1">`),
	}
	var locs []string
	for i := range 12 {
		var body strings.Builder
		fmt.Fprintf(&body, `<link rel="stylesheet" href="/style.css"><h1 id="Top">page %d</h1><p id="p%d"><map name="m"></map><img usemap="#m" src="/img/%d.png"><img usemap="#none">`, i, i, i%7)
		fmt.Fprintf(&body, `<svg><use href="/sprite.svg#there"/><use href="/sprite.svg#lost"/></svg><a href="mailto:x@example.com">m</a><a href="http://[">b</a>`)
		for _, to := range []int{i*2 + 1, i*2 + 2, i + 1} {
			fmt.Fprintf(&body, `<a href="/page/%d#p%d">to %d</a> <a href="/page/%d#no-%d">x</a> <a href="/page/%d?q=%d#top">y</a>`, to%12, to%12, to, to%12, i, to%12, i%2)
		}
		for _, path := range []string{"/old#p7", "/old#p8", "/away", "/refresh#p9", "/refresh#none", "/login", "/shut", "/data", "/empty", "/doc.pdf#page=2", "/missing", "/page/77", other + "/", other + "/lost", other + "/#here", other + "/#not-here"} {
			fmt.Fprintf(&body, "<a href=%q>text</a>\n", path)
		}
		path := fmt.Sprintf("/page/%d", i)
		for _, query := range []string{"", "?q=0", "?q=1"} {
			pages[path+query] = livetest.FullPage(fmt.Sprintf("Page %d", i), body.String())
		}
		if i < listed {
			locs = append(locs, "{origin}"+path)
		}
	}
	pages["/"] = livetest.FullPage("Home", `<a href="/page/0">go</a><a href="/page/12">on</a><a href="/cut">cut</a>`)
	if listed > 0 {
		pages["/sitemap.xml"] = func(w http.ResponseWriter, r *http.Request) {
			all := slices.Clone(locs)
			for i := range all {
				all[i] = strings.Replace(all[i], "{origin}", "http://"+r.Host, 1)
			}
			livetest.XML(livetest.Sitemap(append(all, "http://elsewhere.invalid/")...))(w, r)
		}
	}
	for i := range 5 {
		pages[fmt.Sprintf("/img/%d.png", i)] = livetest.Typed("image/png", "png")
	}
	return pages
}

func TestSharesOfALiveSiteMergeToOneRun(t *testing.T) {
	t.Parallel()
	other := livetest.Serve(t, livetest.Site{"/": livetest.Page(`<p id="here">`)})
	s := livetest.Serve(t, variedSite(other.URL, 3))
	start, err := weburl.Parse(s.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	p := &parts{t: t, start: start, count: 3, args: []string{"--allow-private", "--retries=0", "--fragments=all", "--redirects=all", "--exclude=/missing", "--exclude-pages=/page/3*", "--accept=/shut=403"}}
	job, first := p.job()
	want := crawl.Check(t.Context(), job, start, first)
	p.round()
	got := p.merge()
	for n := 1; isUnread(got) && n < 8; n++ {
		p.round()
		got = p.merge()
	}
	options := cmp.Options{cmpopts.IgnoreFields(link.Report{}, "Started", "DurationMS"), cmpopts.IgnoreFields(link.Stats{}, "Requests"), cmpopts.EquateEmpty()}
	if diff := cmp.Diff(want, got, options); diff != "" {
		t.Errorf("reports (-one run +merged):\n%s", diff)
	}
	if len(want.Findings) < 10 {
		t.Errorf("only %d findings", len(want.Findings))
	}
}

// A site may repeat what it is sent, such as the header that opens it.
func TestFactsOfALiveSiteHoldNoSecret(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t-value"
	other := livetest.Serve(t, livetest.Site{})
	s := livetest.Serve(t, livetest.Site{
		"/":            livetest.Page(`<base href="/x-` + secret + `/"><p id="` + secret + `">` + livetest.Links("/"+secret, "/gone?"+secret, other.URL+"/"+secret, "/to", "/#"+secret)),
		"/" + secret:   livetest.Page(`<form action="/login"><input type="password">`),
		"/to":          livetest.Redirect(http.StatusFound, "/"+secret+"?"+secret),
		"/sitemap.xml": livetest.XML(livetest.Sitemap("http://127.0.0.1/" + secret)),
	})
	start, err := weburl.Parse(s.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	p := &parts{t: t, start: start, args: []string{"--allow-private", "--retries=0", "--fragments=all", "--redirects=all"}, count: 1}
	job, first := p.job()
	job.Redact = func(text string) string { return strings.ReplaceAll(text, secret, "***") }
	f := p.write(job, crawl.Share{Index: 1, Count: 1}, func() *link.Report { return crawl.Check(t.Context(), job, start, first) })
	n := 0
	for _, section := range []facts.Section{facts.LiveSite, facts.LiveAnchors, facts.LiveTargets, facts.LiveDocuments, facts.Answers} {
		for r, err := range f.Records(section) {
			if err != nil {
				t.Fatal(err)
			}
			if text := string(r.Key) + string(r.Value); strings.Contains(text, secret) {
				t.Errorf("section %#x: %q", section, text)
			} else {
				n += strings.Count(text, "***")
			}
		}
	}
	if n < 8 {
		t.Errorf("only %d places are without the secret", n)
	}
	p.files = []*facts.File{f}
	if r := p.merge(); !r.Complete {
		t.Errorf("the merge has problems: %q", r.Problems)
	}
}
