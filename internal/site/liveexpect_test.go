package site_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// commit is a page that names the commit it was built from, and links to a page that
// only this deployment lacks.
func commit(name, links string) string {
	return "<title>Docs</title><meta name=commit content=" + name + "><h1>Welcome to our home page</h1>" + links
}

func TestLiveExpectWaitsForTheRightDeployment(t *testing.T) {
	t.Parallel()
	older := livetest.Page(commit("0ld", livetest.Links("/older")))
	newer := livetest.Page(commit("abc123", livetest.Links("/lost")))
	s := livetest.Serve(t, livetest.Site{"/": livetest.Redirect(302, "/en/"), "/en/": livetest.InTurn(older, newer)})
	r := livetest.Check(t, "--wait=1m", "--expect=abc123", s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{"/lost": link.NotFound})
	s.Never(t, "GET /older", "HEAD /older")
}

func TestLiveExpectWithoutTheRightDeployment(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(commit("0ld", ""))})
	once := livetest.Check(t, "--expect=abc123", s.URL+"/")
	once.Found(t, livetest.Incomplete, nil)
	once.Pages(t, 0)
	livetest.Says(t, once.Problems, `could not find the text "abc123" on the start page "`+s.URL+`/": 1 answer with status 200, without it (the title is "Docs")`,
		"it may be an earlier deployment; set wait: 5m")
	s.Once(t, "GET /")
}

func TestLiveExpectShowsNoSecret(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(commit("0ld", ""))})
	r := livetest.Check(t, "--header=X-Preview: hunter2hunter2", "--expect=hunter2hunter2", s.URL+"/")
	r.Found(t, livetest.Incomplete, nil)
	r.Keeps(t, "", "hunter2hunter2")
}
