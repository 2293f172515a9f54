package check_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

func TestLivePatternsThatMatchNothing(t *testing.T) {
	t.Parallel()
	s := livetest.Serve(t, livetest.Site{"/": livetest.Page(livetest.Links("/a", "/b?c=1")), "/a": livetest.Page("a"), "/b?c=1": livetest.Page("b")})
	r := livetest.Check(t, "--include=/blog/**", s.URL+"/")
	r.Found(t, livetest.Incomplete, nil)
	livetest.Says(t, r.Problems, `include leaves no link to check: "/blog/**" matches none of 2 links`)

	r = livetest.Check(t, "--exclude=/a", "--exclude=/old/**", "--exclude-pages=/b*", "--exclude-pages=/c*",
		"--accept="+s.URL+"/b?c=1=403", "--accept=/never/**=403", s.URL+"/")
	r.Found(t, livetest.Clean, nil)
	livetest.Says(t, r.Notes, `exclude: "/old/**" matched nothing`)
	livetest.Says(t, r.Notes, `exclude-pages: "/c*" matched no page of the site`)
	livetest.Says(t, r.Notes, `accept: "/never/**" matched no URL that was requested`)
	if len(r.Notes) != 3 {
		t.Errorf("want no other notes: %q", r.Notes)
	}
}
