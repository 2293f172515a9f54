package check

import (
	"testing"

	"github.com/linkvet/linkvet/internal/site"
)

// The server at the place where a directory's site will be is asked as freely as
// the site itself, unless only the pages say that it is there.
func TestHostBesideSite(t *testing.T) {
	t.Parallel()
	job := newJob(t)
	job.Space = site.NewSpace(mustParse(t, "https://example.com/docs/"))
	a := &asker{job: job}
	beside := &target{url: mustParse(t, "https://example.com/blog/")}
	if got := a.host(beside); got != siteHost {
		t.Errorf("what is beside the site is asked for at %q", got)
	}
	job.Inferred = true
	if got := a.host(beside); got != "example.com" {
		t.Errorf("what is beside a place that was inferred is asked for at %q", got)
	}
	a.isLive = true
	if got := a.host(beside); got != siteHost {
		t.Errorf("what is beside a live site is asked for at %q", got)
	}
}
