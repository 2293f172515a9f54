package cli_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestLiveAsksForEachURLOnce(t *testing.T) {
	t.Parallel()
	const pages, linksAPage, concurrency = 1000, 30, 8
	random := rand.New(rand.NewPCG(1, 2))
	content := site{"/": page(links("/p/0"))}
	name := func(i int) string { return fmt.Sprintf("/p/%d", i%pages) }
	for i := range pages {
		body := links(name(i+1), name(i+1)+"#top", name(i), "/")
		for range linksAPage {
			body += links(name(random.IntN(pages)))
			// Some are met for the first time with a fragment, or as no page.
			body += links(name(random.IntN(pages)) + fmt.Sprintf("#s%d", random.IntN(2)))
		}
		body += fmt.Sprintf(`<p id="s0"><p id="s1"><img src="/img/%d.png"><a href="/lost/%d">x</a>`, i%50, i%50)
		content[name(i)] = page(body)
	}
	for i := range 50 {
		content[fmt.Sprintf("/img/%d.png", i)] = typed("image/png", "png")
	}
	s := serve(t, content)
	r := check(t, fmt.Sprintf("--concurrency=%d", concurrency), s.URL+"/")
	r.pages(t, pages+1)
	if r.status != failed || r.report.Stats.Broken != 50 || r.report.Stats.Unverified != 0 {
		t.Errorf("exit status %d, %+v", r.status, r.report.Stats)
	}
	asked := s.asked()
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
	if requests != r.report.Stats.Requests {
		t.Errorf("%d requests were sent, and %d reported", requests, r.report.Stats.Requests)
	}
	if got := s.conns.Load(); got > 3*concurrency {
		t.Errorf("%d connections were made for %d requests at once", got, concurrency)
	}
	for _, f := range r.report.Findings {
		if f.Reason != link.NotFound || len(f.Occurrences) != pages/50 {
			t.Errorf("%s: %s at %d places", f.Target, f.Reason, len(f.Occurrences))
		}
	}
}
