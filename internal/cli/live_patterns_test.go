package cli_test

import "testing"

func TestLivePatternsThatMatchNothing(t *testing.T) {
	t.Parallel()
	s := serve(t, site{"/": page(links("/a", "/b?c=1")), "/a": page("a"), "/b?c=1": page("b")})
	r := check(t, "--include=/blog/**", s.URL+"/")
	r.found(t, incomplete, nil)
	says(t, r.problems, `include leaves no link to check: "/blog/**" matches none of 2 links`)

	r = check(t, "--exclude=/a", "--exclude=/old/**", "--exclude-pages=/b*", "--exclude-pages=/c*",
		"--accept="+s.URL+"/b?c=1=403", "--accept=/never/**=403", s.URL+"/")
	r.found(t, clean, nil)
	says(t, r.notes, `exclude: "/old/**" matched nothing`)
	says(t, r.notes, `exclude-pages: "/c*" matched no page of the site`)
	says(t, r.notes, `accept: "/never/**" matched no URL that was requested`)
	if len(r.notes) != 3 {
		t.Errorf("want no other notes: %q", r.notes)
	}
}
