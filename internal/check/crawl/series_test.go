package crawl

import (
	"context"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// generated is a live site whose pages answer makes: HTML, a sitemap, "redirect URL", "denied",
// "type MEDIA-TYPE" with the text on the next lines, or "" for what does not exist. It is a Client for virtual time, in which every
// answer takes as long.
type generated struct {
	answer func(r *http.Request) string
	// quick is whether answers take no time: a file of facts cannot be written in a bubble.
	quick    bool
	requests atomic.Int64
}

func (g *generated) Requests() int64 { return g.requests.Load() }

func (g *generated) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	u, want := r.URL, r.Want
	g.requests.Add(1)
	if g.quick {
		return g.respond(u, want)
	}
	select {
	case <-ctx.Done():
		return nil, &fetch.Error{Reason: link.NotReached, Message: "the run ended before the answer came"}
	case <-time.After(10 * time.Millisecond):
	}
	return g.respond(u, want)
}

func (g *generated) respond(u weburl.URL, want fetch.Want) (*fetch.Response, error) {
	parsed, err := url.Parse(u.String())
	if err != nil {
		return nil, err
	}
	body := g.answer(&http.Request{Method: http.MethodGet, URL: parsed})
	resp := &fetch.Response{Status: 200, URL: u, HTML: true, Body: []byte(body)}
	switch to, redirects := strings.CutPrefix(body, "redirect "); {
	case redirects:
		final, err := u.Resolve(to)
		if err != nil {
			return nil, err
		}
		resp, err = g.respond(final, want)
		if err == nil {
			resp.Redirects = append([]link.Redirect{{Status: 302, URL: final.String()}}, resp.Redirects...)
		}
		return resp, err
	case body == "":
		return &fetch.Response{Status: 404, URL: u}, nil
	case body == "denied":
		return &fetch.Response{Status: 403, URL: u}, nil
	case strings.HasPrefix(body, "type "):
		kind, text, _ := strings.Cut(strings.TrimPrefix(body, "type "), "\n")
		resp.HTML, resp.ContentType, resp.Body = false, kind, []byte(text)
	case strings.HasPrefix(body, "<?xml"):
		resp.HTML, resp.ContentType = false, "application/xml"
	}
	if want == fetch.Answer {
		resp.Body = nil
	}
	return resp, nil
}

// crawl checks the site from its start page, in virtual time.
func (g *generated) crawl(t *testing.T, args ...string) *link.Report {
	t.Helper()
	r := g.report(t, args...)
	if !r.Complete || r.Failed || len(r.Findings) > 0 {
		t.Errorf("complete %t, failed %t, problems %q, findings %v", r.Complete, r.Failed, r.Problems, r.Findings)
	}
	return r
}

func (g *generated) report(t *testing.T, args ...string) *link.Report {
	t.Helper()
	job, start, first := g.job(t, args...)
	return Check(t.Context(), job, start, first, nil)
}

// job is a crawl of the site from its start page, and what that answers.
func (g *generated) job(t *testing.T, args ...string) (*check.Job, weburl.URL, *fetch.Response) {
	t.Helper()
	cfg, err := config.Load(config.Sources{Args: append(args, checktest.Home)})
	if err != nil {
		t.Fatal(err)
	}
	start, err := weburl.Parse(checktest.Home)
	if err != nil {
		t.Fatal(err)
	}
	first, err := g.respond(start, fetch.Document)
	if err != nil {
		t.Fatal(err)
	}
	return &check.Job{Config: cfg, Scope: site.NewScope(start), Client: g, Progress: &check.Progress{}, Started: time.Now()}, start, first
}

// anchorsTo is a page body that links to each target.
func anchorsTo(targets ...string) string {
	var b strings.Builder
	for _, target := range targets {
		fmt.Fprintf(&b, "<a href=%q>x</a>\n", target)
	}
	return b.String()
}

// token makes a new value for each n.
func token(n int64) string {
	h := fnv.New64a()
	fmt.Fprint(h, n)
	return fmt.Sprintf("%016x", h.Sum64())
}

func numberIn(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// Each of these sites has no end.
func TestSeriesWithoutAnEnd(t *testing.T) {
	t.Parallel()
	home := func(r *http.Request, to ...string) string {
		if r.URL.Path == "/" && r.URL.RawQuery == "" {
			return "<title>Home</title><p>Welcome" + anchorsTo(append(to, "/about")...)
		}
		if r.URL.Path == "/about" {
			return "<p>About us"
		}
		return ""
	}
	var tokens atomic.Int64
	tests := map[string]struct {
		answer func(r *http.Request) string
		shape  string
	}{
		"filters": {answer: func(r *http.Request) string {
			if r.URL.Path != "/shop" {
				return home(r, "/shop")
			}
			var to []string
			for _, key := range []string{"brand", "color", "price", "size", "style"} {
				for value := range 5 {
					q := r.URL.Query()
					q.Set(key, "v"+strconv.Itoa(value))
					to = append(to, "/shop?"+q.Encode())
				}
			}
			return "<h1>Shirts and trousers</h1>" + anchorsTo(to...)
		}, shape: "/shop[?]*/**"},
		"a new token on each page": {answer: func(r *http.Request) string {
			if r.URL.Path != "/view" {
				return home(r, "/view?t=1")
			}
			return "<h1>View</h1>" + anchorsTo("/view?t="+token(tokens.Add(1)), "/view?t="+token(tokens.Add(1)))
		}, shape: "/view[?]*/**"},
		"relative links that lack a slash": {answer: func(r *http.Request) string {
			if r.URL.Path == "/about" || strings.HasSuffix(r.URL.Path, ".xml") || strings.HasSuffix(r.URL.Path, ".txt") || strings.Contains(r.URL.Path, "linkvet") {
				return home(r)
			}
			return "<h1>Docs</h1>" + r.URL.Path + anchorsTo("docs/", "guide/", "/about")
		}, shape: "/**/docs/**/docs/**/docs/**|/**/guide/**/guide/**/guide/**"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { findSeries(t, tt.answer, tt.shape) })
		})
	}
}

// findSeries fails the test unless a crawl stops in series of these shapes, and its problems
// name patterns that leave the series out.
func findSeries(t *testing.T, answer func(r *http.Request) string, shapes string) {
	g := &generated{answer: answer}
	r := g.report(t)
	want := strings.Split(shapes, "|")
	if n := r.Stats.Pages; n < 1000*len(want) || n > 1100*len(want) || r.Complete || len(r.Findings) > 0 || r.Stats.Skipped == 0 {
		t.Errorf("%d pages were read, complete %t, findings %v, %d skipped", n, r.Complete, r.Findings, r.Stats.Skipped)
	}
	var args []string
	for i, problem := range r.Problems {
		found := regexp.MustCompile(`^1,000 pages like (\S+) were read that link to each other, and [0-9,]+ more were left out: if the series has no end, add that pattern to exclude; `).FindStringSubmatch(problem)
		if len(want) != len(r.Problems) || found == nil || found[1] != want[i] {
			t.Fatalf("problems %q, want those of %q", r.Problems, want)
		}
		args = append(args, "--exclude="+found[1])
	}
	r = g.crawl(t, args...)
	if n := r.Stats.Pages; n > 100 || len(r.Notes) > 0 {
		t.Errorf("with %q %d pages were read, and %q", args, n, r.Notes)
	}
}

// Each of these sites is large, and has an end.
func TestLargeSitesAreReadToTheirEnd(t *testing.T) {
	t.Parallel()
	list := func(format string, from, to int) string {
		var all []string
		for i := from; i < to; i++ {
			all = append(all, fmt.Sprintf(format, i))
		}
		return anchorsTo(all...)
	}
	tests := map[string]struct {
		answer func(r *http.Request) string
		pages  int
	}{
		"numbered posts on many pages": {answer: func(r *http.Request) string {
			var n int
			if n, _ := fmt.Sscanf(r.URL.Path, "/post/%d", &n); n == 1 {
				return "<h1>A post</h1>" + r.URL.Path + anchorsTo("/")
			}
			if r.URL.Path == "/" {
				return "<h1>Posts</h1>" + list("/post/%d", 0, 10) + anchorsTo("/page/2")
			}
			if _, err := fmt.Sscanf(r.URL.Path, "/page/%d", &n); err != nil || n > 500 {
				return ""
			}
			next := ""
			if n < 500 {
				next = anchorsTo(fmt.Sprintf("/page/%d", n+1))
			}
			return "<h1>Posts</h1>" + list("/post/%d", 10*n-10, 10*n) + next
		}, pages: 1 + 5000 + 499},
		"numbered posts that also lead to the next": {answer: func(r *http.Request) string {
			var n int
			if _, err := fmt.Sscanf(r.URL.Path, "/post/%d", &n); err == nil && n < 3000 {
				return "<h1>A post</h1>" + anchorsTo(fmt.Sprintf("/post/%d", min(2999, n+1)), "/")
			}
			_, err := fmt.Sscanf(r.URL.Path, "/page/%d", &n)
			switch {
			case r.URL.Path == "/":
				n = 1
			case err != nil || n > 300:
				return ""
			}
			return "<h1>Posts</h1>" + list("/post/%d", 10*n-10, 10*n) + anchorsTo(fmt.Sprintf("/page/%d", min(300, n+1)))
		}, pages: 1 + 3000 + 299},
		"functions by query": {answer: func(r *http.Request) string {
			switch {
			case r.URL.Path == "/":
				return "<h1>Functions</h1>" + list("/reference?name=function%d", 0, 3000)
			case r.URL.Path == "/reference":
				n := numberIn(strings.TrimPrefix(r.FormValue("name"), "function"))
				return "<h1>A function</h1>" + list("/reference?name=function%d", max(0, n-5), min(3000, n+5))
			}
			return ""
		}, pages: 1 + 3000},
		"folders of one name": {answer: func(r *http.Request) string {
			var n int
			if r.URL.Path == "/" {
				return "<h1>Classes</h1>" + list("/org/name/org/class%d", 0, 1500)
			}
			if _, err := fmt.Sscanf(r.URL.Path, "/org/name/org/class%d", &n); err != nil {
				return ""
			}
			return "<h1>Class</h1>" + r.URL.Path + anchorsTo("/")
		}, pages: 1 + 1500},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				r := (&generated{answer: tt.answer}).crawl(t)
				if r.Stats.Pages != tt.pages || len(r.Notes) > 0 {
					t.Errorf("%d pages were read, want %d; notes: %q", r.Stats.Pages, tt.pages, r.Notes)
				}
			})
		})
	}
}

// A series that looks endless is read when a setting or a sitemap says that it is none.
func TestSeriesThatIsNamed(t *testing.T) {
	t.Parallel()
	const pages = 1640
	listed, all := false, ""
	g := &generated{answer: func(r *http.Request) string {
		var n int
		switch _, err := fmt.Sscanf(r.URL.Path, "/day/%d", &n); {
		case r.URL.Path == "/":
			return "<h1>Home</h1>" + anchorsTo("/day/0") + all
		case r.URL.Path == "/all": // by then, one page of the series waits that is left out
			time.Sleep(time.Minute)
			var days []string
			for n := range pages {
				days = append(days, fmt.Sprintf("/day/%d", n))
			}
			return "<h1>All days</h1>" + anchorsTo(days...)
		case r.URL.Path == "/sitemap.xml" && listed:
			var b strings.Builder
			b.WriteString("<?xml version='1.0'?><urlset>")
			for n := range pages {
				fmt.Fprintf(&b, "<url><loc>/day/%d</loc></url>", n)
			}
			return b.String() + "</urlset>"
		case err == nil:
			return "<h1>A day</h1>" + anchorsTo(fmt.Sprintf("/day/%d", min(pages-1, n+1)))
		}
		return ""
	}}
	for name, tt := range map[string]struct {
		args   []string
		listed bool
		all    string
		pages  int
	}{
		"not named":      {pages: 1033},
		"with max-pages": {args: []string{"--max-pages=9999"}, pages: pages + 1},
		"in the sitemap": {listed: true, pages: pages + 1},
		"in a late list": {all: anchorsTo("/all"), pages: pages + 2},
	} {
		listed, all = tt.listed, tt.all
		synctest.Test(t, func(t *testing.T) {
			r := g.report(t, tt.args...)
			if r.Stats.Pages != tt.pages || r.Complete != (tt.pages > pages) {
				t.Errorf("%s: %d pages were read, want %d; complete %t, problems %q", name, r.Stats.Pages, tt.pages, r.Complete, r.Problems)
			}
		})
	}
}

func TestShapeOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ path, query, pattern string }{
		{path: "/about/us.html"},
		{path: "/docs/docs/x"},
		{path: "/a-long-name-without-numbers/effaced-facade-decade"},
		{path: "/2026/11/21", pattern: "/*/*/*"},
		{path: "/2026-11-21/", pattern: "/*-*-*/**"},
		{path: "/post-123.html", pattern: "/post-*.html"},
		{path: "/x/123e4567-e89b-12d3-a456-426614174000/y", pattern: "/x/*/y"},
		{path: "/x/0aZb2c3XdQe5f6a7b", pattern: "/x/*"},
		{path: "/c[d]", query: "?date=1/2", pattern: "/c?d?[?]*/**"},
		{path: "/shop/", query: "?a=1", pattern: "/shop/[?]*/**"},
		{path: "/a/b/a/b/a", pattern: "/**/a/**/a/**/a/**"},
		{path: "/a/a/a/", pattern: "/**/a/**/a/**/a/**"},
		{path: "/01/02/01/01", pattern: "/*/*/*/*"},
	} {
		s := shapeOf(tt.path, tt.query)
		if s.pattern != tt.pattern {
			t.Errorf("%s%s: got %q, want %q", tt.path, tt.query, s.pattern, tt.pattern)
		}
		if s.pattern == "" {
			continue
		}
		cfg, err := config.Load(config.Sources{Args: []string{"--exclude=" + s.pattern}})
		if err != nil || !cfg.Exclude.Match(tt.path+tt.query) {
			t.Errorf("%s does not match %s%s: %v", s.pattern, tt.path, tt.query, err)
		}
	}
}
