package target

import (
	"bytes"
	"context"
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

func TestFragmentsOfExternalPages(t *testing.T) {
	t.Parallel()
	const (
		prose = `<p>A page with words.`
		shell = `<div id="root"></div><script src="/app.js"></script>`
		blob  = "https://github.com/o/r/blob/main/a.go"
	)
	tests := map[string]struct {
		url, page, fragment string
		want                link.Verdict
	}{
		"an id":                         {url: "https://a.test/", page: `<p id="here">`, fragment: "here", want: link.OK},
		"no id":                         {url: "https://a.test/", page: prose, fragment: "here", want: link.Broken},
		"a prefixed id":                 {url: "https://github.com/o/r", page: `<a id="user-content-install">`, fragment: "install", want: link.OK},
		"a prefixed id, another case":   {url: "https://github.com/o/r", page: `<a id="user-content-install">`, fragment: "Install", want: link.OK},
		"a prefixed id, encoded":        {url: "https://github.com/o/r", page: `<a id="user-content-où">`, fragment: "o%C3%B9", want: link.OK},
		"the prefix itself":             {url: "https://github.com/o/r", page: `<a id="user-content-install">`, fragment: "user-content-install", want: link.OK},
		"Bitbucket's prefix":            {url: "https://bitbucket.org/o/r", page: `<h1 id="markdown-header-install">`, fragment: "install", want: link.OK},
		"another case without a prefix": {url: "https://a.test/", page: `<a id="install">`, fragment: "Install", want: link.Broken},
		"a line":                        {url: blob, page: prose, fragment: "L10", want: link.OK},
		"lines":                         {url: blob, page: prose, fragment: "L10-L20", want: link.OK},
		"lines, GitLab":                 {url: "https://gitlab.com/o/r/-/blob/main/a.go", page: prose, fragment: "L10-20", want: link.OK},
		"lines and columns":             {url: blob, page: prose, fragment: "L10C5-L20C3", want: link.OK},
		"lines, Bitbucket":              {url: "https://bitbucket.org/o/r/src/main/a.go", page: prose, fragment: "lines-10:20", want: link.OK},
		"a line of blame":               {url: "https://github.com/o/r/blame/main/a.go", page: prose, fragment: "L10", want: link.OK},
		"a line of no file":             {url: "https://a.test/about", page: prose, fragment: "L10", want: link.Broken},
		"no line":                       {url: blob, page: prose, fragment: "L", want: link.Broken},
		"no lines":                      {url: blob, page: prose, fragment: "L10-Lx", want: link.Broken},
		"no column":                     {url: blob, page: prose, fragment: "L10C", want: link.Broken},
		"a shell":                       {url: "https://a.test/", page: shell, fragment: "here", want: link.Unverified},
		"a shell that has it":           {url: "https://a.test/", page: shell + `<p id="here">`, fragment: "here", want: link.OK},
		"a comment of an issue":         {url: "https://github.com/o/r/issues/1", page: prose, fragment: "issuecomment-1", want: link.Unverified},
		"a note of a merge request":     {url: "https://git.test/o/r/-/merge_requests/1", page: prose, fragment: "note_1", want: link.Unverified},
		"an issue of another site":      {url: "https://a.test/issues/1", page: prose, fragment: "here", want: link.Broken},
	}
	for name, tt := range tests {
		var read scan.Page
		scan.HTML([]byte(tt.page), scan.Options{}, &read)
		facts := page.NewFacts(&read, false, page.NewExternalFacts(checktest.MustParse(t, tt.url), []byte(tt.page)), nil)
		to := &Target{Page: &facts, Outcome: &check.Outcome{Verdict: link.OK, Status: 200}}
		got := link.OK
		if !to.leadsTo(tt.fragment) {
			got = to.lost("", tt.fragment).Verdict
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// What waits for the budget when the run ends is not reached, and nothing is said of it.
func TestLargePageOfALiveSiteWaits(t *testing.T) {
	t.Parallel()
	job, _ := checktest.OpenPages(t, map[string]string{"index.html": ""})
	a := New(check.NewRun(job, link.Live))
	held, err := a.run.InWork.Admit(t.Context(), check.LargePages)
	if err != nil {
		t.Fatal(err)
	}
	page := checktest.MustParse(t, "https://other.test/")
	read := func(ctx context.Context) *Target {
		owner := a.begin(page.String(), page, false)
		resp := &fetch.Response{URL: page, Status: 200, HTML: true, Body: append(bytes.Repeat([]byte(" "), check.SmallPages), "<p id=a>"...)}
		a.readDocument(ctx, owner, Task{Target: owner, Level: LevelAnchors}, resp, check.Outcome{Verdict: link.OK, Status: 200})
		return owner
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	if got := read(ctx); got.Page != nil || got.Outcome.Reason != link.NotReached {
		t.Errorf("while another is read: %v, %q", got.Page, got.Outcome.Reason)
	}
	a.run.InWork.Release(held)
	if got := read(t.Context()); got.Page == nil || !got.Page.Has("a") || got.Outcome.Verdict != link.OK {
		t.Errorf("after it: %v, %q", got.Page, got.Outcome.Verdict)
	}
	if held, err := a.run.InWork.Admit(t.Context(), check.LargePages); err != nil || held != check.LargePages {
		t.Errorf("the budget is not given back: %d, %v", held, err)
	}
}

// What is known and cannot be asked for more keeps no link waiting.
const cachedURL = "https://other.test/X"

func TestWhatIsKnownIsSettledAtOnce(t *testing.T) {
	t.Parallel()
	for fragments, want := range map[string]Level{"internal": LevelLinks, "all": NoLevel} {
		job := checktest.NewJobWith(t, "fragments: "+fragments)
		u := checktest.MustParse(t, cachedURL)
		job.Cache = checktest.Notebook{cachedURL: {URL: cachedURL, Status: 200}}
		a := New(check.NewRun(job, link.Live))
		known := a.TargetLocked(u, false)
		a.Add(u, false, check.OccurrenceRef{})
		if known.Answered != want || (known.links == nil) != (want == LevelLinks) {
			t.Errorf("fragments %s: level %d with %d bytes of links that wait", fragments, known.Answered, len(known.links))
		}
		a.settleCached()
		if known.Outcome.Verdict != link.OK || known.links != nil {
			t.Errorf("fragments %s: %s at the end", fragments, known.Outcome.Verdict)
		}
	}
}

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
	a.Reader = struct{ pageReader }{}
	if got := a.host(outside); got != SiteHost {
		t.Errorf("what is beside a live site is asked for at %q", got)
	}
}
