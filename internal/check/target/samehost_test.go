package target

import (
	"testing"

	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// The server at the place where a directory's site will be is asked as freely as
// the site itself, unless only the pages say that it is there.
func TestHostOutsideBase(t *testing.T) {
	t.Parallel()
	job := checktest.NewJob(t)
	job.Scope = site.NewScope(checktest.MustParse(t, "https://example.com/docs/"))
	a := &Checker{job: job}
	outside := &Target{URL: checktest.MustParse(t, "https://example.com/blog/")}
	if got := a.host(outside); got != SiteHost {
		t.Errorf("what is beside the site is asked for at %q", got)
	}
	job.Inferred = true
	if got := a.host(outside); got != "example.com" {
		t.Errorf("what is beside a place that was inferred is asked for at %q", got)
	}
	a.IsLive = true
	if got := a.host(outside); got != SiteHost {
		t.Errorf("what is beside a live site is asked for at %q", got)
	}
}
