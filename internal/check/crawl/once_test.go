package crawl_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLiveAsksForEachURLOnce(t *testing.T) {
	t.Parallel()
	const pages, linksAPage, concurrency = 200, 10, 8
	random := rand.New(rand.NewPCG(1, 2))
	content := livetest.Site{"/": livetest.Page(livetest.Links("/p/0"))}
	name := func(i int) string { return fmt.Sprintf("/p/%d", i%pages) }
	for i := range pages {
		body := livetest.Links(name(i+1), name(i+1)+"#top", name(i), "/")
		for range linksAPage {
			body += livetest.Links(name(random.IntN(pages)))
			// Some are met for the first time with a fragment, or as no page.
			body += livetest.Links(name(random.IntN(pages)) + fmt.Sprintf("#s%d", random.IntN(2)))
		}
		body += fmt.Sprintf(`<p id="s0"><p id="s1"><img src="/img/%d.png"><a href="/lost/%d">x</a>`, i%50, i%50)
		content[name(i)] = livetest.Page(body)
	}
	for i := range 50 {
		content[fmt.Sprintf("/img/%d.png", i)] = livetest.Typed("image/png", "png")
	}
	s := livetest.Serve(t, content)
	r := livetest.Check(t, fmt.Sprintf("--concurrency=%d", concurrency), s.URL+"/")
	r.Pages(t, pages+1)
	if r.Status != livetest.Failed || r.Report.Stats.Broken != 50 || r.Report.Stats.Unverified != 0 {
		t.Errorf("exit status %d, %+v", r.Status, r.Report.Stats)
	}
	asked := s.Asked()
	var requests int64
	for request, n := range asked {
		requests += int64(n)
		if n != 1 {
			t.Errorf("%s was asked for %d times", request, n)
		}
		if strings.HasPrefix(request, "HEAD /p/") {
			t.Errorf("%s asks whether a page exists that is read as well", request)
		}
	}
	// The start page, the others, what they show, what is not there, and what a
	// site may have: a robots.txt and a sitemap. One more is made up.
	if want := 1 + pages + 50 + 50 + 2 + 1; len(asked) != want {
		t.Errorf("%d URLs were asked for, want %d", len(asked), want)
	}
	if requests != r.Report.Stats.Requests {
		t.Errorf("%d requests were sent, and %d reported", requests, r.Report.Stats.Requests)
	}
	if got := s.Conns.Load(); got > 3*concurrency {
		t.Errorf("%d connections were made for %d requests at once", got, concurrency)
	}
	for _, f := range r.Report.Findings {
		if f.Reason != link.NotFound || len(f.Occurrences) != pages/50 {
			t.Errorf("%s: %s at %d places", f.Target, f.Reason, len(f.Occurrences))
		}
	}
}
