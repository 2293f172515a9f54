package target

import (
	"testing"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/checktest"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
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
		"an id":                         {"https://a.test/", `<p id="here">`, "here", link.OK},
		"no id":                         {"https://a.test/", prose, "here", link.Broken},
		"a prefixed id":                 {"https://github.com/o/r", `<a id="user-content-install">`, "install", link.OK},
		"a prefixed id, another case":   {"https://github.com/o/r", `<a id="user-content-install">`, "Install", link.OK},
		"a prefixed id, encoded":        {"https://github.com/o/r", `<a id="user-content-où">`, "o%C3%B9", link.OK},
		"the prefix itself":             {"https://github.com/o/r", `<a id="user-content-install">`, "user-content-install", link.OK},
		"Bitbucket's prefix":            {"https://bitbucket.org/o/r", `<h1 id="markdown-header-install">`, "install", link.OK},
		"another case without a prefix": {"https://a.test/", `<a id="install">`, "Install", link.Broken},
		"a line":                        {blob, prose, "L10", link.OK},
		"lines":                         {blob, prose, "L10-L20", link.OK},
		"lines, GitLab":                 {"https://gitlab.com/o/r/-/blob/main/a.go", prose, "L10-20", link.OK},
		"lines and columns":             {blob, prose, "L10C5-L20C3", link.OK},
		"lines, Bitbucket":              {"https://bitbucket.org/o/r/src/main/a.go", prose, "lines-10:20", link.OK},
		"a line of blame":               {"https://github.com/o/r/blame/main/a.go", prose, "L10", link.OK},
		"a line of no file":             {"https://a.test/about", prose, "L10", link.Broken},
		"no line":                       {blob, prose, "L", link.Broken},
		"no lines":                      {blob, prose, "L10-Lx", link.Broken},
		"no column":                     {blob, prose, "L10C", link.Broken},
		"a shell":                       {"https://a.test/", shell, "here", link.Unverified},
		"a shell that has it":           {"https://a.test/", shell + `<p id="here">`, "here", link.OK},
		"a comment of an issue":         {"https://github.com/o/r/issues/1", prose, "issuecomment-1", link.Unverified},
		"a note of a merge request":     {"https://git.test/o/r/-/merge_requests/1", prose, "note_1", link.Unverified},
		"an issue of another site":      {"https://a.test/issues/1", prose, "here", link.Broken},
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
