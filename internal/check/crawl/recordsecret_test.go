package crawl_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/check/crawl"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
	"github.com/linkvet/linkvet/internal/weburl"
)

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
