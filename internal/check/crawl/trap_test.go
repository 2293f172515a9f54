package crawl

import (
	"context"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
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
	job, start, first := g.job(t, args...)
	r := Check(t.Context(), job, start, first)
	if !r.Complete || r.Failed || len(r.Findings) > 0 {
		t.Errorf("complete %t, failed %t, problems %q, findings %v", r.Complete, r.Failed, r.Problems, r.Findings)
	}
	return r
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
func TestTraps(t *testing.T) {
	t.Parallel()
	months := []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
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
		LevelAnswer func(r *http.Request) string
		Shape       string
	}{
		"calendar": {LevelAnswer: func(r *http.Request) string {
			if r.URL.Path != "/calendar" {
				return home(r, "/calendar?month=11&year=2026")
			}
			month, year := numberIn(r.FormValue("month")), numberIn(r.FormValue("year"))
			n := year*12 + month - 1
			at := func(n int) string { return fmt.Sprintf("/calendar?month=%d&year=%d", n%12+1, n/12) }
			return "<h1>" + months[n%12] + " " + strconv.Itoa(year) + "</h1>" + anchorsTo(at(n-1), at(n+1), at(n+12), "/")
		}, Shape: "/calendar?month=*&year=*"},
		"the next day by a redirect": {LevelAnswer: func(r *http.Request) string {
			var day int
			path, next := strings.CutSuffix(r.URL.Path, "/next")
			if n, _ := fmt.Sscanf(path, "/day/%d", &day); n < 1 {
				return home(r, "/day/1")
			}
			if next {
				return fmt.Sprintf("redirect /day/%d", day+1)
			}
			return "<h1>A day</h1>" + anchorsTo(r.URL.Path+"/next")
		}, Shape: "/day/*"},
		"filters": {LevelAnswer: func(r *http.Request) string {
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
		}, Shape: "/shop?brand=*&color=*&price=*&size=*&…"},
		"sessions": {LevelAnswer: func(r *http.Request) string {
			if home := home(r, "/a?sid="+token(tokens.Add(1))); home != "" {
				return home
			}
			if len(r.URL.Path) != 2 {
				return ""
			}
			var to []string
			for c := range 9 {
				to = append(to, fmt.Sprintf("/%c?sid=%s", 'a'+c, token(tokens.Add(1))))
			}
			return "<h1>Page " + r.URL.Path + "</h1>" + anchorsTo(to...)
		}, Shape: "/**?sid=*"},
		"a new token on each page": {LevelAnswer: func(r *http.Request) string {
			if r.URL.Path != "/view" {
				return home(r, "/view?t=1")
			}
			return "<h1>View</h1>" + anchorsTo("/view?t="+token(tokens.Add(1)), "/view?t="+token(tokens.Add(1)))
		}, Shape: "/view?t=*"},
		"relative links that lack a slash": {LevelAnswer: func(r *http.Request) string {
			if r.URL.Path == "/about" || strings.HasSuffix(r.URL.Path, ".xml") || strings.HasSuffix(r.URL.Path, ".txt") || strings.Contains(r.URL.Path, "linkvet") {
				return home(r)
			}
			return "<h1>Docs</h1>" + r.URL.Path + anchorsTo("docs/", "guide/", "/about")
		}, Shape: "/docs/docs/**|/guide/guide/**"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { findTrap(t, tt.LevelAnswer, tt.Shape) })
		})
	}
}

// findTrap fails the test unless a crawl stops in the series that has one of the
// shapes, and its note names a pattern that leaves the series out.
func findTrap(t *testing.T, answer func(r *http.Request) string, shapes string) {
	g := &generated{answer: answer}
	r := g.crawl(t)
	if n := r.Stats.Pages; n < 1000 || n > 1500 {
		t.Errorf("%d pages were read, want little more than 1000", n)
	}
	pattern := ""
	for _, note := range r.Notes {
		for shape := range strings.SplitSeq(shapes, "|") {
			_, rest, ok := strings.Cut(note, " pages like "+shape+" were read, and ")
			if found := regexp.MustCompile(`skipped: the series seems endless; if it is, add (\S+) to exclude`).FindStringSubmatch(rest); ok && found != nil {
				pattern = found[1]
			}
		}
	}
	if pattern == "" {
		t.Fatalf("no note names %s: %q", shapes, r.Notes)
	}
	if r.Stats.Skipped == 0 && shapes != "/day/*" { // where no link leads to it
		t.Error("what is left out is not counted")
	}
	r = g.crawl(t, "--exclude="+pattern)
	if n := r.Stats.Pages; n > 100 || len(r.Notes) > 0 {
		t.Errorf("with %s excluded %d pages were read, and %q", pattern, n, r.Notes)
	}
}

// words are some that no other number has, without a digit.
func words(n int) string {
	return strings.Map(func(r rune) rune { return 'g' + r%16 }, token(int64(n)))
}

// Each of these sites is large, and has an end.
func TestLargeSitesAreNoTraps(t *testing.T) {
	t.Parallel()
	list := func(format string, from, to int) string {
		var all []string
		for i := from; i < to; i++ {
			all = append(all, fmt.Sprintf(format, i))
		}
		return anchorsTo(all...)
	}
	tests := map[string]struct {
		LevelAnswer func(r *http.Request) string
		pages       int
	}{
		"numbered posts on many pages": {LevelAnswer: func(r *http.Request) string {
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
		"a wiki": {LevelAnswer: func(r *http.Request) string {
			n := numberIn(strings.TrimPrefix(r.FormValue("title"), "Article_"))
			switch r.URL.Path {
			case "/":
				return "<h1>Wiki</h1>" + anchorsTo("/wiki?title=Article_1")
			case "/wiki":
				var to []string
				for i := range 12 {
					to = append(to, fmt.Sprintf("/wiki?title=Article_%d", (n*13+i*976+i*i)%2500))
				}
				return "<h1>An article</h1>" + anchorsTo(to...)
			}
			return ""
		}, pages: 1 + 2500},
		"chapters that lead to the next, each with its own text": {LevelAnswer: func(r *http.Request) string {
			var n int
			if r.URL.Path == "/" {
				return "<h1>Book</h1>" + anchorsTo("/chapter/0")
			}
			if _, err := fmt.Sscanf(r.URL.Path, "/chapter/%d", &n); err != nil || n >= 1500 {
				return ""
			}
			return "<p>" + words(n) + anchorsTo(fmt.Sprintf("/chapter/%d", min(1499, n+1)))
		}, pages: 1 + 1500},
		"folders of one name": {LevelAnswer: func(r *http.Request) string {
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
				r := (&generated{answer: tt.LevelAnswer}).crawl(t)
				if r.Stats.Pages != tt.pages || len(r.Notes) > 0 {
					t.Errorf("%d pages were read, want %d; notes: %q", r.Stats.Pages, tt.pages, r.Notes)
				}
			})
		})
	}
}

// A series that looks like a trap is read when somebody says that it is none.
func TestSeriesThatIsNamed(t *testing.T) {
	t.Parallel()
	const pages = 1600
	listed := false
	g := &generated{answer: func(r *http.Request) string {
		var n int
		switch _, err := fmt.Sscanf(r.URL.Path, "/day/%d", &n); {
		case r.URL.Path == "/":
			return "<h1>Home</h1>" + anchorsTo("/day/0")
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
	tests := []struct {
		name   string
		args   []string
		listed bool
		pages  int
	}{
		{name: "not named", args: nil, listed: false, pages: 1001},
		{name: "in an include for all", args: []string{"--include=**"}, listed: false, pages: 1001},
		{name: "in an include of its own", args: []string{"--include=**", "--include=/day/*"}, listed: false, pages: pages + 1},
		{name: "with another bound", args: []string{"--max-pages=9999"}, listed: false, pages: pages + 1},
		{name: "in the sitemap", args: nil, listed: true, pages: pages + 1},
	}
	for _, tt := range tests {
		listed = tt.listed
		synctest.Test(t, func(t *testing.T) {
			r := g.crawl(t, tt.args...)
			if r.Stats.Pages != tt.pages {
				t.Errorf("%s: %d pages were read, want %d: %q", tt.name, r.Stats.Pages, tt.pages, r.Notes)
			}
			said := slices.ContainsFunc(r.Notes, func(note string) bool {
				return strings.HasPrefix(note, "1000 pages like /day/* were read, and 1 more was skipped")
			})
			if said != (tt.pages < pages) {
				t.Errorf("%s: notes %q", tt.name, r.Notes)
			}
		})
	}
}

// watchedClient calls watch when a request begins.
type watchedClient struct {
	*generated
	watch func(u weburl.URL)
}

func (w watchedClient) Do(ctx context.Context, r fetch.Request) (*fetch.Response, error) {
	w.watch(r.URL)
	return w.generated.Do(ctx, r)
}

// The next page of a series is the first of many links. It is asked for only when all of
// them are noted, so that a series always ends after the same number of pages.
func TestNextPageOfASeriesWaitsForAllLinks(t *testing.T) {
	t.Parallel()
	const pages, known = 120, 40 // known pages make it a series that may have no end
	g := &generated{answer: func(r *http.Request) string {
		var n int
		switch _, err := fmt.Sscanf(r.URL.Path, "/day/%d", &n); {
		case r.URL.Path == "/":
			return "<h1>Home</h1>" + anchorsTo("/day/0")
		case err == nil:
			next := fmt.Sprintf("/day/%d", min(pages, n+1))
			return "<h1>A day</h1>" + anchorsTo(next) + strings.Repeat(anchorsTo("/"), 2*check.Batch) + anchorsTo(fmt.Sprintf("/lost-%d.png", n))
		}
		return ""
	}}
	synctest.Test(t, func(t *testing.T) {
		job, start, first := g.job(t)
		var c *crawl
		job.Client = watchedClient{g, func(u weburl.URL) {
			var n int
			if _, err := fmt.Sscanf(u.Path, "/day/%d", &n); err != nil || n < known {
				return
			}
			last := checktest.MustParse(t, fmt.Sprintf("%slost-%d.png", checktest.Home, n-1))
			c.checker.Lock()
			defer c.checker.Unlock()
			if c.checker.TargetLocked(last, true).Claimed() == target.NoLevel {
				t.Errorf("page %d was asked for before the last link of the one before was noted", n)
			}
		}}
		c = newCrawl(job)
		if r, _ := c.run(t.Context(), start, first, time.Now()); r.Stats.Pages != pages+2 {
			t.Errorf("%d pages were read, want %d", r.Stats.Pages, pages+2)
		}
	})
}
