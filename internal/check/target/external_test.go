package target

import (
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var page scan.Page
			scan.HTML([]byte(tt.page), scan.Options{}, &page)
			facts := check.NewPageFacts(&page, nil, false, check.NewExternalFacts(checktest.MustParse(t, tt.url), []byte(tt.page)))
			to := &Target{Page: &facts, Outcome: &check.Outcome{Verdict: link.OK, Status: 200}}
			got := link.OK
			if !to.leadsTo(tt.fragment) {
				got = to.lost(tt.fragment).Verdict
			}
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}
